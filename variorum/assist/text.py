"""Places of ours and positions of an editor.

We count lines from 1, end them at a line feed only, and count columns in code points. An editor
counts from 0, ends lines at a carriage return too, and counts columns in bytes or in units of 16 or
32 bits, as was agreed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from variorum_dsl.diagnostics.diagnostic import Place

from variorum.assist.shapes import Encoding, Position, Range

_ENDS = re.compile(r"\r\n|\n|\r")
_WIDTHS = {"utf-8": 1, "utf-16": 2, "utf-32": 4}


class Lines:
    """A text, by lines of both sorts."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = text
        self.encoding = encoding

    @cached_property
    def _ours(self) -> list[int]:
        starts, at = [0], -1
        while (at := self.text.find("\n", at + 1)) >= 0:
            starts.append(at + 1)
        return starts

    @cached_property
    def _theirs(self) -> list[tuple[int, int]]:
        """Where each line of the editor begins and ends, without its end."""
        found, start = [], 0
        for end in _ENDS.finditer(self.text):
            found.append((start, end.start()))
            start = end.end()
        return [*found, (start, len(self.text))]

    # -------------------------------------------------------------------------------- to them
    def offset(self, line: int, column: int) -> int:
        """How many characters stand before a place of ours; one that is outside is drawn in."""
        if line > len(self._ours):
            return len(self.text)
        start = self._ours[max(line, 1) - 1]
        end = self._ours[line] - 1 if line < len(self._ours) else len(self.text)
        return min(max(start + column - 1, start), max(start, end))

    def position_of(self, offset: int) -> Position:
        line = bisect_right(self._theirs, (offset, len(self.text) + 1)) - 1
        start, end = self._theirs[line]
        return {"line": line, "character": self.units(self.text[start : min(offset, end)])}

    def position(self, line: int, column: int) -> Position:
        return self.position_of(self.offset(line, column))

    def range(self, place: Place) -> Range:
        return {"start": self.position(place.line, place.column),
                "end": self.position(place.end_line, place.end_column)}

    def whole(self) -> Range:
        return {"start": {"line": 0, "character": 0}, "end": self.position_of(len(self.text))}

    def units(self, part: str) -> int:
        if part.isascii() or self.encoding == "utf-32":
            return len(part)
        # Half a surrogate pair is no letter, but it can get into a text.
        name = "utf-8" if self.encoding == "utf-8" else "utf-16-le"
        return len(part.encode(name, "surrogatepass")) // _WIDTHS[self.encoding]

    # ------------------------------------------------------------------------------ from them
    def offset_of(self, position: Position) -> int:
        """How many characters stand before a position of an editor."""
        if position["line"] < 0 or not self._theirs:
            return 0
        if position["line"] >= len(self._theirs):
            return len(self.text)
        start, end = self._theirs[position["line"]]
        line = self.text[start:end]
        if line.isascii() or self.encoding == "utf-32":
            return start + min(max(position["character"], 0), len(line))
        units = 0
        for index, char in enumerate(line):
            if units >= position["character"]:
                return start + index
            units += self.units(char)
        return end

    def point(self, position: Position) -> tuple[int, int]:
        """Our line and column."""
        offset = self.offset_of(position)
        line = bisect_right(self._ours, offset)
        return line, offset - self._ours[line - 1] + 1


def changed(text: str, where: Range | None, new: str, encoding: Encoding) -> str:
    """A text after a change; without a range all of it is new."""
    if where is None:
        return new
    lines = Lines(text, encoding)
    start, end = lines.offset_of(where["start"]), lines.offset_of(where["end"])
    return text[: min(start, end)] + new + text[max(start, end) :]
