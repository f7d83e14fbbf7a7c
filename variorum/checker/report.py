"""What `variorum check` does and says."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TextIO

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place, count
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.english import numbered
from variorum_dsl.files.libraries import SUFFIX
from variorum_dsl.files.text import MOST_BYTES

from variorum.checker.limits import USUAL, Limit
from variorum.files.lookup import Unfindable, files_here, files_of
from variorum.settings import Found, applied, settings_for

if TYPE_CHECKING:
    from variorum.checker.check import Checked

FINE, FINDINGS, UNREADABLE = 0, 1, 2
STDIN = "-"
WITH_FIXES = ("json", "sarif")
"""The forms of a report that carry fixes."""


class Result(NamedTuple):
    """What one run found. `missing` are names that stand for no file; `lines` sum up each file."""

    files: list[str]
    found: list[Diagnostic]
    missing: Sequence[Diagnostic]
    sources: Sources
    lines: list[str]
    unreadable: bool


def check_and_report(
    names: tuple[str, ...], form: str | None = None, *, remember: bool = True,
    stdin_name: str = "standard input", limit: Limit | None = USUAL,
) -> int:
    """Check files, write the reports, and give the exit status. Without a form it is the one of
    the settings; a name `-` is the text from standard input, which is called `stdin_name`."""
    here = settings_for(".")
    form = form or here.settings.format
    result = looked_at(names, here, remember=remember, stdin_name=stdin_name, limit=limit,
                       fixes=form in WITH_FIXES)
    return write(result, form)


def say(text: str, end: str = "\n", stream: TextIO | None = None) -> None:
    """Write a line; what the terminal has no letters for is escaped."""
    out = stream or sys.stdout
    try:
        out.write(text + end)
    except UnicodeEncodeError:
        coding = out.encoding or "ascii"
        out.write(text.encode(coding, "backslashreplace").decode(coding) + end)


def looked_at(
    names: tuple[str, ...], here: Found, *, remember: bool, stdin_name: str = "",
    limit: Limit | None = USUAL, fixes: bool = False,
) -> Result:
    """Check the files that are named, or else those of the settings, or those of this folder."""
    from variorum.checker.check import check_files, check_within
    from variorum.checker.memory import Memory

    files, missing = named(names, here)
    done = list(check_files([each for each in files if each != STDIN],
                            Memory() if remember else None, limit, fixes=fixes))
    if STDIN in files:
        done.append(check_within(stdin_name, limit, from_stdin(), fixes=fixes)[0])
    return settled(done, missing, here)


def named(names: tuple[str, ...], here: Found) -> tuple[list[str], list[Diagnostic]]:
    """The files that are meant, and what is said about names that stand for none."""
    files: list[str] = []
    missing: list[Diagnostic] = []
    for name in names or here.settings.folders:
        try:
            files += [STDIN] if name == STDIN else files_of(name)
        except Unfindable as problem:
            missing.append(Diagnostic("unreadable-file", "error", str(problem),
                                      Label(Place.start_of(name)), why="nothing could be read"))
    if not names and not here.settings.folders:
        files = files_here()
    return list(dict.fromkeys(files)), missing


def from_stdin() -> bytes:
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def settled(done: Sequence[Checked], missing: Sequence[Diagnostic], here: Found) -> Result:
    """What was found, as the settings of each file want it; their own mistakes are findings too."""
    sources = Sources()
    found: list[Diagnostic] = []
    lines: list[str] = []
    known = {os.path.abspath("."): here}
    for checked in done:
        folder = os.path.dirname(os.path.abspath(checked.path))
        if folder not in known:
            known[folder] = settings_for(folder)
        wanted = applied(known[folder].settings, checked.diagnostics)
        sources.update(checked.sources)
        found += wanted
        lines.append(_summary(checked.path, wanted, checked.examples, checked.left_out))
    for each in {settings.path: settings for settings in known.values()}.values():
        if each.problems:
            sources.add(each.path, each.text)
            found += each.problems
            lines.append(_summary(each.path, each.problems, 0))
    unreadable = bool(missing) or any(checked.unreadable for checked in done)
    return Result([checked.path for checked in done], found, missing, sources, lines, unreadable)


def write(result: Result, form: str, stream: TextIO | None = None) -> int:
    """Write what was found, and give the exit status."""
    out = stream or sys.stdout
    for problem in result.missing:
        say(f"Error: {problem.title}", stream=sys.stderr)
    if form != "text":
        from variorum.findings import renderer

        say(renderer(form)([*result.found, *result.missing], result.files, result.sources), "", out)
    elif result.lines:
        if result.found:
            from variorum_dsl.diagnostics.terminal import render_all, wants_colour

            say(render_all(result.found, result.sources, colour=wants_colour(out, os.environ)),
                stream=out)
        for line in result.lines:
            say(line, stream=out)
    if result.unreadable:
        return UNREADABLE
    counts = count(result.found)
    return FINDINGS if counts.errors or counts.warnings else FINE


def _summary(
    path: str, diagnostics: Sequence[Diagnostic], examples: int, left_out: int = 0
) -> str:
    """`osprey-2018: no findings, 82 examples`."""
    name = os.path.basename(path).removesuffix(SUFFIX)
    parts = [
        numbered(number, word)
        for number, word in zip(count(diagnostics), ("error", "warning", "note"), strict=True)
        if number
    ] or ["no findings"]
    if examples:
        parts.append(numbered(examples, "example") + (
            f" ({left_out} of them not run, because of an error)" if left_out else ""))
    return f"{clean(name)}: {', '.join(parts)}"
