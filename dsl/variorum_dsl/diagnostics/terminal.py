"""Diagnostics as people read them in a terminal.

    error[never-scored]: nothing ever scores Scandale
       --> variants/osprey-2018.variant:17:16
        |
     17 |     1 disgrace scandale "Scandale", dark
        |                ^^^^^^^^ declared here
        |
       = why: a card that a player can keep should count for something
       = try: scandale  halve for each scandale in display
"""

from collections.abc import Iterable, Mapping
from typing import Protocol

from variorum_dsl.diagnostics.diagnostic import LIMIT, Diagnostic, Label, capped
from variorum_dsl.diagnostics.excerpt import Row, can_show, excerpt
from variorum_dsl.diagnostics.sanitizer import clean, clean_lines, shorten
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.english import numbered

_TITLE_LIMIT = 300
_NOTE_LIMIT = 4000

_STYLES = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "title": "\x1b[1m",
    "gutter": "\x1b[34m",
    "secondary": "\x1b[34m",
}
_PLAIN = "\x1b[0m"


class Stream(Protocol):
    """What `wants_colour` asks of an output stream."""

    def isatty(self) -> bool: ...


def wants_colour(stream: Stream, environment: Mapping[str, str]) -> bool:
    """Only on a terminal that can show it, and not when `NO_COLOR` says no."""
    if environment.get("NO_COLOR") or environment.get("TERM") == "dumb":
        return False
    return stream.isatty()


def render_all(
    diagnostics: Iterable[Diagnostic],
    sources: Sources,
    *,
    colour: bool = False,
    limit: int = LIMIT,
) -> str:
    """The reports in order with an empty line between them, and a count of what is not shown."""
    shown, more = capped(diagnostics, limit)
    reports = [render(diagnostic, sources, colour=colour) for diagnostic in shown]
    if more:
        reports.append(f"... and {numbered(more, 'more report')} not shown")
    return "\n\n".join(reports) + "\n" if reports else ""


def render(diagnostic: Diagnostic, sources: Sources, *, colour: bool = False) -> str:
    """One report, without a line feed at its end."""
    return "\n".join(_Drawing(diagnostic, sources, colour=colour).lines())


class _Drawing:
    """The lines of one report; all of them share the width of the gutter."""

    def __init__(self, diagnostic: Diagnostic, sources: Sources, *, colour: bool) -> None:
        self.diagnostic = diagnostic
        self.colour = colour
        labels = [(diagnostic.primary, True), *((label, False) for label in diagnostic.secondary)]
        self.unshown = [
            label for label, _ in labels if not can_show(sources.get(label.place.path), label)
        ]
        self.files: list[tuple[Label, list[Row]]] = []
        for path in dict.fromkeys(label.place.path for label, _ in labels):
            here = [(label, primary) for label, primary in labels if label.place.path == path]
            source = sources.get(path)
            rows = excerpt(source, here) if source else []
            if rows or here[0][1]:
                self.files.append((here[0][0], rows))
        numbers = [row.number for _, rows in self.files for row in rows]
        self.width = len(str(max(numbers, default=0)))

    def lines(self) -> list[str]:
        diagnostic, severity = self.diagnostic, self.diagnostic.severity
        title = clean(shorten(diagnostic.title, _TITLE_LIMIT))
        heading = self.paint(f"{severity}[{clean(diagnostic.code)}]", severity)
        lines = [heading + self.paint(f": {title}", "title")]
        for label, rows in self.files:
            arrow = self.paint(" " * (self.width + 1) + "-->", "gutter")
            lines.append(f"{arrow} {label.place.shown()}")
            if rows:
                bar = self.gutter(Row(0, "", "bar"))
                lines += [bar, *(self.gutter(row) for row in rows), bar]
        for label in self.unshown:
            if label.text:
                lines += self.note("at", f"{label.place.shown()}: {clean(label.text)}")
        lines += self.note("why", diagnostic.why)
        lines += self.note("for example", diagnostic.witness)
        lines += self.note("try", diagnostic.hint)
        return lines

    def gutter(self, row: Row) -> str:
        if row.style == "gap":
            return self.paint(f" {row.text}", "gutter")
        number = str(row.number) if row.number else ""
        before = self.paint(f" {number:>{self.width}} |", "gutter")
        style = self.diagnostic.severity if row.style == "primary" else row.style
        return f"{before} {self.paint(row.text, style)}" if row.text else before

    def note(self, name: str, text: str) -> list[str]:
        """`= name: text`; further lines of the text stand under its first one."""
        if not text:
            return []
        first, *others = clean_lines(shorten(text, _NOTE_LIMIT).strip("\n"))
        start = " " * (self.width + 1) + self.paint(f"= {name}:", "title")
        indent = " " * (self.width + 1 + len(f"= {name}: "))
        return [f"{start} {first}".rstrip(), *(f"{indent}{line}".rstrip() for line in others)]

    def paint(self, text: str, style: str) -> str:
        if not self.colour or not text or style not in _STYLES:
            return text
        return f"{_STYLES[style]}{text}{_PLAIN}"
