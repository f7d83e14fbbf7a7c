"""`variorum fmt`: rule files in the one style."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import click
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.english import numbered
from variorum_dsl.files.libraries import SUFFIX
from variorum_dsl.files.text import MOST_BYTES

from variorum.commands.options import format_option
from variorum.files.lookup import files_in
from variorum.files.writing import differences, exchange
from variorum.findings import FORMATS, renderer
from variorum.settings import settings_for

FINE, FINDINGS, UNREADABLE = 0, 1, 2
STDIN = "-"

Result = Literal["fine", "changed", "wrong", "unreadable"]


class Unreadable(Exception):
    """A file or folder that cannot be used; the message says why."""


class _Wishes(NamedTuple):
    """What to do with a file that is not in the style; `found` collects what a build server is
    told about it, and is None where people read along."""

    check: bool
    diff: bool
    stdin_name: str
    found: list[Diagnostic] | None
    sources: Sources


@click.command()
@click.option("--check", is_flag=True, help="Change nothing; say which files would change.")
@click.option("--diff", is_flag=True, help="Change nothing; print what would change.")
@format_option("text", *FORMATS, help="With --check: how to write what was found.", settable=True)
@click.option("--stdin-name", default="standard input", metavar="PATH",
              help="What the text from standard input is called.")
@click.argument("paths", nargs=-1, metavar="[PATH|-]...")
def command(
    paths: tuple[str, ...], check: bool, diff: bool, form: str | None, stdin_name: str
) -> int:
    """Lay rule files out in the one style.

    PATH is a rule file, a folder (all rule files in it), or - for standard input, which is
    printed to standard output; without any, the folders of the settings are meant. Comments stay
    where they are and the meaning never changes. A file that cannot be read is left alone, and
    its mistakes are reported.

    The exit status is 0 when all is well, 1 when a file would change (--check, --diff) or has
    mistakes, and 2 when a file cannot be read or written.
    """
    here = settings_for(".").settings
    paths = paths or here.folders
    if not paths:
        raise click.UsageError("name a file or a folder, or set folders in variorum.toml")
    if form not in (None, "text") and not check:
        raise click.UsageError(f"--format {form} is for --check")
    form = (form or here.format) if check and not diff else "text"
    found: list[Diagnostic] | None = None if form == "text" else []
    wishes = _Wishes(check, diff, stdin_name, found, Sources())
    files_read: list[str] = []
    counts: dict[Result, int] = {"fine": 0, "changed": 0, "wrong": 0, "unreadable": 0}
    for path in dict.fromkeys(paths):
        try:
            files = [STDIN] if path == STDIN else _files(path)
        except Unreadable as problem:
            _refuse(path, problem, wishes)
            counts["unreadable"] += 1
            continue
        files_read += [stdin_name if file == STDIN else file for file in files]
        for file in files:
            counts[_one(file, wishes)] += 1
    only_looked = check or diff
    if found is not None:
        click.echo(renderer(form, "fmt")(found, files_read, wishes.sources), nl=False)
    elif paths != (STDIN,):
        _say(_summary(counts, only_looked=only_looked))
    if counts["unreadable"]:
        return UNREADABLE
    return FINDINGS if counts["wrong"] or (only_looked and counts["changed"]) else FINE


def _one(path: str, wishes: _Wishes) -> Result:
    """Lay one file out, and say what became of it."""
    from variorum_dsl.printer.formatter import format_text

    from variorum.checker.report import from_stdin

    shown = wishes.stdin_name if path == STDIN else path
    try:
        data = from_stdin() if path == STDIN else _read(path)
        old = _decoded(data, shown)
        new, problems = format_text(old, shown)
        wishes.sources.add(shown, old.removeprefix("\ufeff"))
        if new is None:
            if wishes.found is None:
                _report(problems, wishes.sources)
            else:
                wishes.found.extend(problems)
            return "wrong"
        if wishes.diff:
            for line in differences(shown, old, new, "laid out"):
                click.echo(line)
        changed = new.encode() != data
        if path == STDIN:
            if not (wishes.check or wishes.diff):
                _print(new)
        elif changed and not (wishes.check or wishes.diff):
            _write(Path(path), new)
    except Unreadable as problem:
        _refuse(shown, problem, wishes)
        return "unreadable"
    if changed and wishes.found is not None:
        wishes.found.append(_other_layout(shown, old.removeprefix("\ufeff"), new))
    elif changed and wishes.check:
        _say(f"{clean(shown)} would change")
    elif changed and path != STDIN and not wishes.diff:
        _say(f"{clean(shown)} changed")
    return "changed" if changed else "fine"


def _refuse(path: str, problem: Unreadable, wishes: _Wishes) -> None:
    if wishes.found is None:
        _say(str(problem))
    else:
        wishes.found.append(Diagnostic("unreadable-file", "error", str(problem),
                                       Label(Place.start_of(path)), why="nothing could be read"))


def _other_layout(path: str, old: str, new: str) -> Diagnostic:
    """A file that is not in the style, at its first line that would change."""
    before, after = old.split("\n"), new.split("\n")
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    last = len(before) - tail
    at = Place(path, head + 1, 1, last + 1, 1)
    rows = after[head : len(after) - tail]
    text = "".join(f"{row}\n" for row in rows)
    if not tail:  # up to the end of the file, behind which there is no line
        at, text = Place(path, head + 1, 1, last, len(before[-1]) + 1), "\n".join(rows)
    line = min(head + 1, len(before))
    return Diagnostic(
        "other-layout", "error", "this file is not laid out in the one style",
        Label(Place(path, line, 1, line, len(before[line - 1]) + 1), "the first line that differs"),
        why="files in one style differ only where their rules do",
        hint=f"variorum fmt {path}", fix=Fix("lay it out", (Edit(at, text),), safe=True))


def _common(left: list[str], right: list[str]) -> int:
    """How many lines two texts begin with alike."""
    return next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b),
                min(len(left), len(right)))


# ----------------------------------------------------------------------------- files and folders
def _files(path: str) -> list[str]:
    """The file itself, or the rule files of a folder in the order of their names."""
    try:
        if os.path.isdir(path):
            found = sorted(files_in(path))
            if not found:
                raise Unreadable(f"{clean(path)}: there is no rule file (*{SUFFIX}) in this folder")
            return found
        if os.path.isfile(path):
            return [path]
        there = os.path.lexists(path)
    except ValueError:
        there = False
    if there:
        raise Unreadable(f"{clean(path)}: this is neither a file nor a folder")
    raise Unreadable(f"{clean(path)}: there is no such file or folder")


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as problem:
        raise Unreadable(f"{clean(path)}: cannot be read: {_reason(problem)}") from None


def _decoded(data: bytes, shown: str) -> str:
    if len(data) > MOST_BYTES:
        raise Unreadable(f"{clean(shown)}: larger than {MOST_BYTES:,} bytes, which no rule file is")
    try:
        return data.decode()
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        message = f"{clean(shown)}:{line}: this is not UTF-8 text; save the file as UTF-8"
        raise Unreadable(message) from None


def _write(path: Path, text: str) -> None:
    """Exchange the file in one step."""
    try:
        exchange(path, text.encode())
    except OSError as problem:
        message = f"{clean(str(path))}: cannot be written: {_reason(problem)}"
        raise Unreadable(message) from None


def _reason(problem: OSError) -> str:
    return clean(problem.strerror or type(problem).__name__)


# ---------------------------------------------------------------------------------------- words
def _print(text: str) -> None:
    """The file itself; on a terminal without characters that could do harm there."""
    if sys.stdout.isatty():
        for line in text.splitlines():
            click.echo(clean(line))
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()


def _report(problems: Sequence[Diagnostic], sources: Sources) -> None:
    from variorum_dsl.diagnostics.terminal import render_all, wants_colour

    colour = wants_colour(sys.stderr, os.environ)
    click.echo(render_all(problems, sources, colour=colour), err=True, color=colour)


def _summary(counts: dict[Result, int], *, only_looked: bool) -> str:
    words = {
        "changed": "would change" if only_looked else "changed",
        "fine": "already in the style",
        "wrong": "left alone because of mistakes",
        "unreadable": "could not be used",
    }
    parts = [
        f"{numbered(counts[result], 'file')} {words[result]}"
        for result in ("changed", "fine", "wrong", "unreadable")
        if counts[result]
    ]
    return ", ".join(parts)


def _say(text: str) -> None:
    click.echo(text, err=True)
