"""`variorum sources`: the citations of an edition against the text of its rulebook."""

from __future__ import annotations

import json
import os
import sys
from difflib import get_close_matches

import click
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import clean, quote
from variorum_dsl.files.loader import Loaded

from variorum.commands.options import format_option, write_json
from variorum.files.lookup import Unfindable, file_of
from variorum.files.rulebook import Rulebook

FINE, FINDINGS, UNREADABLE = 0, 1, 2
LOCK = "citations.lock"

Lock = dict[str, dict[str, str]]


@click.command()
@click.option("--lock", metavar="FILE", help=f"The hashes of cited sections; {LOCK} beside the "
              "edition if not given.")
@click.option("--write", is_flag=True, help="Write the hashes of this text into the lock.")
@format_option("text", "json", help="How to write what was found.")
@click.argument("edition", metavar="NAME|PATH")
@click.argument("rulebook", metavar="RULEBOOK.txt")
def command(edition: str, rulebook: str, lock: str | None, write: bool, form: str) -> int:
    """Compare the citations of an edition with a rulebook.

    Every heading that a rule cites must be in the text; headings that no rule cites are listed.

    A heading is a line of its own, at most 60 characters long: one that begins with "#", one in
    capital letters, or one that stands apart from the text above it, has capital first letters
    ("How to Play") and does not end like a sentence. A label in bold at the beginning of a
    paragraph ("**Variation:** ...") is one too. Emphasis and white space do not count. A rule may
    cite any line of its own, also one that does not look like a heading.

    A hash of each cited section is kept in a lock (white space, line breaks and emphasis do not
    count), so that a changed printing is noticed. The text itself is never copied.

    The exit status is 0 when all citations are right, 1 when a heading is missing or a section
    has changed, and 2 when a file cannot be read.
    """
    from variorum_dsl.files.text import read_text

    from variorum.checker.check import read

    try:
        loaded = read(file_of(edition))
    except Unfindable as problem:
        raise click.UsageError(str(problem)) from None
    if loaded.document is None:
        _report(list(loaded.problems), loaded)
        return UNREADABLE
    text, problems = read_text(rulebook, "the text of a rulebook")
    if text is None:
        for found in problems:
            click.echo(f"Error: {clean(found.title)}: {clean(found.why)}", err=True)
        return UNREADABLE
    lock = lock or os.path.join(os.path.dirname(loaded.path), LOCK)
    known = _read_lock(lock)
    book = Rulebook(text)
    name = loaded.document.name
    cited = citations(loaded.document)
    digests = {heading: book.digest(heading) for heading in cited if book.places(heading)}
    before = known.get(name, {})
    findings = [_missing(heading, at, book) for heading, at in cited.items()
             if heading not in digests]
    if not write:
        findings += [_changed(heading, cited[heading]) for heading, digest in digests.items()
                  if before.get(heading, digest) != digest]
    if write:
        known[name] = digests
        _write_lock(lock, known)
    uncited = [heading for heading in book.names() if heading not in cited]
    if form == "json":
        write_json({"name": name, "cited": len(cited), "found": len(digests),
                    "uncited": uncited, "written": write,
                    "new": [heading for heading in digests if heading not in before],
                    "findings": [{"code": each.code, "title": each.title,
                                  "line": each.primary.place.line} for each in findings]})
        return FINDINGS if findings else FINE
    if findings:
        _report(findings, loaded)
    _list_uncited(uncited)
    _sum_up(name, cited, digests, before, lock, write=write)
    return FINDINGS if findings else FINE


def citations(document: m.Document) -> dict[str, Place]:
    """Every cited heading, and where it is cited first."""
    found: dict[str, Place] = {}
    for node in m.walk(document):
        if isinstance(node, m.Cite) and node.heading:
            found.setdefault(node.heading, node.at)
    return found


# ---------------------------------------------------------------------------------- findings
def _missing(heading: str, at: Place, book: Rulebook) -> Diagnostic:
    close = get_close_matches(heading, book.names(), n=1)
    return Diagnostic(
        "unknown-heading", "error", f"the rulebook has no heading {quote(heading)}",
        Label(at, "cited here"),
        why="a citation says where a rule can be looked up",
        hint=f'see "{close[0]}"' if close else (
            "cite a heading as it is printed; `variorum sources --help` says what counts as one"),
    )


def _changed(heading: str, at: Place) -> Diagnostic:
    return Diagnostic(
        "changed-section", "warning", f"the section {quote(heading)} is not as it was",
        Label(at, "cited here"),
        why="this text differs from the one that the rules were written from",
        hint="read the section again; then accept it with --write",
    )


def _report(problems: list[Diagnostic], loaded: Loaded) -> None:
    from variorum_dsl.diagnostics.terminal import render_all, wants_colour

    colour = wants_colour(sys.stdout, os.environ)
    click.echo(render_all(problems, loaded.sources, colour=colour), color=colour)


def _list_uncited(uncited: list[str]) -> None:
    if uncited:
        click.echo("headings that no rule cites:")
        for name in uncited:
            click.echo(f"  {clean(name)}")


def _sum_up(
    name: str, cited: dict[str, Place], digests: dict[str, str], before: dict[str, str],
    lock: str, *, write: bool,
) -> None:
    parts = [f"{len(digests)} of {len(cited)} cited headings found"]
    new = [heading for heading in digests if heading not in before]
    if write:
        parts.append(f"{clean(lock)} written")
    elif new:
        parts.append(f"{len(new)} not in {clean(lock)} yet (--write adds them)")
    click.echo(f"{clean(name)}: {', '.join(parts)}")


# -------------------------------------------------------------------------------------- lock
def _read_lock(path: str) -> Lock:
    try:
        if os.path.lexists(path) and not os.path.isfile(path):
            raise OSError  # a pipe would be waited for
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        return {str(name): {str(heading): str(digest) for heading, digest in rows.items()}
                for name, rows in content.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, RecursionError):
        raise click.UsageError(f"{clean(path)} is not a lock that can be read; mend it, or remove "
                               "it and write it again") from None


def _write_lock(path: str, lock: Lock) -> None:
    text = json.dumps(lock, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as problem:
        raise click.UsageError(f"{clean(path)} cannot be written: "
                               f"{clean(problem.strerror or 'the system refused')}") from None
