"""Edits at work: a text with what a fix changes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from variorum_dsl.diagnostics.diagnostic import Edit


def edited(text: str, edits: Iterable[Edit]) -> str | None:
    """The text after the edits, or nothing where two of them touch each other. A place behind the
    last line is the end of the text, which then ends with a line feed."""
    edits = tuple(edits)
    behind = text.count("\n") + 2
    if not text.endswith("\n") and any(place.line >= behind for place, new in edits if new):
        text += "\n"
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)

    def offset(line: int, column: int) -> int:
        return min(len(text), starts[min(line, len(starts)) - 1] + column - 1)

    spans = sorted((offset(place.line, place.column), offset(place.end_line, place.end_column), new)
                   for place, new in edits)
    if any(first[1] > second[0] or first[:2] == second[:2] for first, second in pairwise(spans)):
        return None
    pieces: list[str] = []
    done = 0
    for start, end, new in spans:
        pieces += (text[done:start], new)
        done = end
    return "".join((*pieces, text[done:]))
