"""What `variorum check` does and says, without the library behind the command line."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from variorum_dsl.diagnostics.diagnostic import Diagnostic, count
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.english import numbered

from variorum.files.lookup import Unfindable, files_here, files_of

FINE, FINDINGS, UNREADABLE = 0, 1, 2


def check_and_report(
    names: tuple[str, ...], form: str = "text", *, remember: bool = True
) -> int:
    """Check files, write the reports, and give the exit status."""
    # Rule files are small and short-lived: looking for cycles of garbage only costs time.
    collects = gc.isenabled()
    gc.disable()
    try:
        return _check(names, form, remember=remember)
    finally:
        if collects:
            gc.enable()


def say(text: str, end: str = "\n", stream: TextIO | None = None) -> None:
    """Write a line; what the terminal has no letters for is escaped."""
    out = stream or sys.stdout
    try:
        out.write(text + end)
    except UnicodeEncodeError:
        coding = out.encoding or "ascii"
        out.write(text.encode(coding, "backslashreplace").decode(coding) + end)


def _check(names: tuple[str, ...], form: str, *, remember: bool) -> int:
    files: list[str] = []
    missing: list[str] = []
    for name in names:
        try:
            files += files_of(name)
        except Unfindable as problem:
            missing.append(str(problem))
    if not names:
        files = files_here()
    from variorum.checker.check import check_files
    from variorum.checker.memory import Memory

    memory = Memory() if remember else None

    sources = Sources()
    found: list[Diagnostic] = []
    lines: list[str] = []
    unreadable = bool(missing)
    files = list(dict.fromkeys(files))
    for checked in check_files(files, memory):
        sources.update(checked.sources)
        unreadable = unreadable or checked.unreadable
        found += checked.diagnostics
        lines.append(_summary(checked.path, checked.diagnostics, checked.examples))
    for sentence in missing:
        say(f"Error: {sentence}", stream=sys.stderr)
    if files or form != "text":
        _write(found, files, sources, form, lines)
    if unreadable:
        return UNREADABLE
    counts = count(found)
    return FINDINGS if counts.errors or counts.warnings else FINE


def _write(
    found: Sequence[Diagnostic], files: Sequence[str], sources: Sources, form: str,
    lines: Sequence[str],
) -> None:
    if form != "text":
        from variorum.findings import FORMATS

        say(FORMATS[form](found, files, sources), end="")
        return
    if found:
        from variorum_dsl.diagnostics.terminal import render_all, wants_colour

        colour = wants_colour(sys.stdout, os.environ)
        say(render_all(found, sources, colour=colour))
    for line in lines:
        say(line)


def _summary(path: str, diagnostics: Sequence[Diagnostic], examples: int) -> str:
    """`osprey-2018: no findings, 82 examples`."""
    name = os.path.basename(path).removesuffix(".variant")
    parts = [
        numbered(number, word)
        for number, word in zip(count(diagnostics), ("error", "warning", "note"), strict=True)
        if number
    ] or ["no findings"]
    if examples:
        parts.append(numbered(examples, "example"))
    return f"{clean(name)}: {', '.join(parts)}"
