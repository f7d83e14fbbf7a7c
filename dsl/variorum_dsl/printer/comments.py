"""The lines of a rule file as written, with the comments and empty lines around them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

_PART = re.compile(r'[a-z][a-z0-9-]*|[0-9]+|"[^"\n]*"|[^ ]')


class Note(NamedTuple):
    """A comment on a line of its own, or an empty line."""

    indent: int
    text: str = ""


class Line(NamedTuple):
    """A line of rules, which may go on over several lines of the file (counted from 1)."""

    number: int
    last_number: int
    indent: int
    width: int
    words: tuple[str, ...]
    before: tuple[Note, ...]
    inside: tuple[Note, ...]
    behind: str

    @property
    def texts(self) -> list[str]:
        return [word for word in self.words if word[0] == '"']

    def all_notes(self) -> list[Note]:
        last = [Note(self.indent, self.behind)] if self.behind else []
        return [*self.before, *self.inside, *last]


def lines_of(source: Sequence[str]) -> tuple[list[Line], list[Note]]:
    """The lines of a file without syntax errors, and what stands behind the last one."""
    found: list[Line] = []
    before: list[Note] = []
    row = 0
    while row < len(source):
        note = _note(source[row])
        if note is not None:
            before.append(note)
            row += 1
            continue
        line = _line(source, row, tuple(before))
        found.append(line)
        before = []
        row = line.last_number
    return found, before


def _note(text: str) -> Note | None:
    content = text.strip(" ")
    if content and content[0] != "#":
        return None
    return Note(len(text) - len(text.lstrip(" ")) if content else 0, content.rstrip())


def _line(source: Sequence[str], row: int, before: tuple[Note, ...]) -> Line:
    first = row
    indent = len(source[row]) - len(source[row].lstrip(" "))
    words, comment = _parts(source[row])
    width = len(words[-1]) + source[row].rindex(words[-1], 0, _end(source[row], comment)) - indent
    depth = words.count("(") - words.count(")")
    inside: list[Note] = []
    while (depth > 0 or words[-1] == ",") and row + 1 < len(source):
        if comment:
            inside.append(Note(indent, comment))
        row += 1
        more, comment = _parts(source[row])
        words += more
        depth += more.count("(") - more.count(")")
    # A comment behind the last part stays there; one before it moves up.
    return Line(first + 1, row + 1, indent, width, tuple(words), before, tuple(inside), comment)


def _end(text: str, comment: str) -> int:
    return len(text.rstrip()) - len(comment) if comment else len(text)


def _parts(text: str) -> tuple[list[str], str]:
    """The words and signs of a line, and its comment."""
    words: list[str] = []
    for part in _PART.finditer(text):
        if part[0] == "#":
            return words, text[part.start() :].rstrip()
        words.append(part[0])
    return words, ""
