"""What somebody says in an example: phrases of words and numbers, up to the end of the line."""

from __future__ import annotations

import re
from typing import NamedTuple

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.model.examples import Phrase
from variorum_dsl.syntax.limits import MOST_DIGITS

_SAID = re.compile(r"[ ]*(?:([a-z][a-z0-9]*(?:-[a-z0-9]+)*)|(-?[ ]*[0-9]+)|(,))")


class Spoken(NamedTuple):
    """Phrases, their place, and the row and column behind them, counted from 0."""

    phrases: tuple[Phrase, ...]
    at: Place
    row: int
    column: int


def said(lines: list[str], row: int, column: int, path: str) -> Spoken | None:
    """The phrases from here to the end of the logical line, or to a reason behind them; nothing if
    something else stands there."""
    phrases: list[Phrase] = []
    words: list[int | str] = []
    first = None
    start = stop = (0, 0)
    while True:
        line = lines[row]
        found = _SAID.match(line, column)
        if found is None:
            rest = line[column:].lstrip(" ")
            if rest and rest[0] != "#":
                return None
            if not words:
                # After a comma the next line goes on.
                after = _next_line(lines, row + 1) if phrases else None
                if after is None:
                    return None
                row, column = after
                continue
            break
        group = found.lastindex or 0
        if words and found[1] == "because":
            break
        begin, column = found.span(group)
        if group == 3:
            if not words:
                return None
            phrases.append(_phrase(path, start, stop, words))
            words = []
            continue
        if not words:
            start = (row + 1, begin + 1)
            first = first or start
        stop = (row + 1, column + 1)
        words.append(found[1] if group == 1 else int(found[2].replace(" ", "")[:MOST_DIGITS]))
    phrases.append(_phrase(path, start, stop, words))
    assert first is not None
    return Spoken(tuple(phrases), Place(path, *first, *stop), row, column)


def _phrase(
    path: str, start: tuple[int, int], stop: tuple[int, int], words: list[int | str]
) -> Phrase:
    return Phrase(at=Place(path, *start, *stop), words=tuple(words))


def _next_line(lines: list[str], row: int) -> tuple[int, int] | None:
    """The next line that says something: its row, and where it begins."""
    while row < len(lines):
        content = lines[row].lstrip(" ")
        if content and content[0] != "#":
            return row, len(lines[row]) - len(content)
        row += 1
    return None
