"""The one model of a diagnostic: something wrong with a file, collected and never raised.

Every output format is rendered from it. This module is imported by every command, so it stays
cheap: no pydantic, no dataclasses.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from variorum_dsl.diagnostics.sanitizer import clean

Severity = Literal["error", "warning", "note"]

LIMIT = 50
"""How many reports people are shown in one run; a count stands for the rest."""


class Place(NamedTuple):
    """A stretch of a file. Lines and columns count from 1, columns in code points; the end is
    exclusive, so an empty stretch ends where it starts."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def start_of(cls, path: str) -> "Place":
        """Where a report stands that concerns a file as a whole."""
        return cls(path, 1, 1, 1, 1)

    def to(self, other: "Place") -> "Place":
        """From the start of this place to the end of another one in the same file."""
        return Place(self.path, self.line, self.column, other.end_line, other.end_column)

    def head(self) -> "Place":
        """The beginning of a place that runs over several lines."""
        if self.line == self.end_line:
            return self
        return Place(self.path, self.line, self.column, self.line, self.column + 1)

    def first(self, word: str) -> "Place":
        """The place of a word that it begins with."""
        return Place(self.path, self.line, self.column, self.line, self.column + len(word))

    def lines(self) -> "Place":
        """All lines of a place from their beginnings to their ends."""
        return Place(self.path, self.line, 1, self.end_line + 1, 1)

    def is_empty(self) -> bool:
        """Whether it is between two characters."""
        return (self.line, self.column) == (self.end_line, self.end_column)

    def behind(self) -> "Place":
        """The empty place at the end."""
        return Place(self.path, self.end_line, self.end_column, self.end_line, self.end_column)

    def shown(self) -> str:
        """`path:line:column`, safe to print."""
        return f"{clean(self.path)}:{self.line}:{self.column}"


NOWHERE = Place("", 0, 0, 0, 0)


class Label(NamedTuple):
    """A place and a few words on what is there."""

    place: Place
    text: str = ""


class Edit(NamedTuple):
    """Another text in the place of what stands somewhere: an empty place inserts, an empty text
    deletes. A place that ends in column 1 takes the end of the line before it along."""

    place: Place
    text: str


class Fix(NamedTuple):
    """A way out that a machine can go: edits of one file that do not touch each other. It is safe
    if it leaves no doubt about what was meant, so that nobody need be asked."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = False


class Diagnostic(NamedTuple):
    """A report on a file: what is wrong, where, why it matters and a way out. `fix` is the way
    out as edits, where it can be said exactly."""

    code: str
    severity: Severity
    title: str
    primary: Label
    secondary: tuple[Label, ...] = ()
    why: str = ""
    hint: str = ""
    witness: str = ""
    fix: Fix | None = None


class Counts(NamedTuple):
    """How many reports there are of each severity."""

    errors: int
    warnings: int
    notes: int


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """By path, line, column and code; the title settles what is left."""
    return sorted(diagnostics, key=_order)


def capped(
    diagnostics: Iterable[Diagnostic], limit: int = LIMIT
) -> tuple[list[Diagnostic], int]:
    """The first reports in order, and how many more there are."""
    ordered = in_order(diagnostics)
    return ordered[:limit], max(0, len(ordered) - limit)


def count(diagnostics: Iterable[Diagnostic]) -> Counts:
    severities = [diagnostic.severity for diagnostic in diagnostics]
    return Counts(*(severities.count(s) for s in ("error", "warning", "note")))


def _order(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    place = diagnostic.primary.place
    return place.path, place.line, place.column, diagnostic.code, diagnostic.title
