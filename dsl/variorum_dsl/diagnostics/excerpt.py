"""Source lines with carets under them: the middle of a diagnostic.

    17 |     1 disgrace scandale "Scandale", dark
       |                ^^^^^^^^ declared here
"""

from typing import NamedTuple

from variorum_dsl.diagnostics.diagnostic import Label
from variorum_dsl.diagnostics.sanitizer import ELLIPSIS, clean, shorten, visible
from variorum_dsl.diagnostics.source import Source

WIDTH = 120
"""Cells of a source line that are shown; a longer line is cropped around what it is shown for."""

_TAB = 4
_WIDEST_ESCAPE = len("\\U000e0001")
_LABEL_LIMIT = 200


class Mark(NamedTuple):
    """What is drawn under one line: a label, or the part of it that lies on this line.

    Positions count code points from 0; the end is exclusive.
    """

    line: int
    start: int
    end: int
    text: str
    is_primary: bool


class Row(NamedTuple):
    """One row of an excerpt, without its gutter. `number` is 0 for the rows under a line."""

    number: int
    text: str
    style: str  # "source", "primary", "secondary", "bar" or "gap"


def excerpt(source: Source, labels: list[tuple[Label, bool]]) -> list[Row]:
    """The rows that show the labels of one file in the order of its lines.

    A label comes with whether it is the primary one; labels outside the text are left out.
    """
    marks: list[Mark] = []
    stretches: list[tuple[int, int]] = []
    for label, is_primary in labels:
        of_label = _marks(source, label, is_primary=is_primary)
        marks += of_label
        if of_label:
            stretches.append((of_label[0].line, of_label[-1].line))
    rows: list[Row] = []
    previous = 0
    for line in sorted({mark.line for mark in marks}):
        if previous and line > previous + 1:
            inside = any(first <= previous and line <= last for first, last in stretches)
            rows.append(Row(0, ELLIPSIS if inside else "", "gap" if inside else "bar"))
        rows += _line_rows(source.lines[line - 1], [mark for mark in marks if mark.line == line])
        previous = line
    return rows


def can_show(source: Source | None, label: Label) -> bool:
    return source is not None and 1 <= label.place.line <= len(source.lines)


def _marks(source: Source, label: Label, *, is_primary: bool) -> list[Mark]:
    if not can_show(source, label):
        return []
    place, lines = label.place, source.lines
    first = place.line
    start = _within(place.column - 1, lines[first - 1])
    last, end_column = place.end_line, place.end_column
    if last > len(lines):
        last, end_column = len(lines), len(lines[-1]) + 1
    elif last > first and end_column <= 1:  # the stretch takes the line feed with it
        last -= 1
        end_column = len(lines[last - 1]) + 1
    if last <= first:
        end = _within(end_column - 1, lines[first - 1]) if last == first else start
        return [Mark(first, start, max(start, end), label.text, is_primary)]
    shown = range(first, last + 1) if last - first <= 2 else (first, last)
    marks = []
    for number in shown:
        line = lines[number - 1]
        begin = start if number == first else len(line) - len(line.lstrip())
        end = _within(end_column - 1, line) if number == last else len(line)
        text = label.text if number == last else ""
        if number in (first, last) or begin < end:
            marks.append(Mark(number, begin, max(begin, end), text, is_primary))
    return marks


def _within(position: int, line: str) -> int:
    return min(max(position, 0), len(line))


def _line_rows(line: str, marks: list[Mark]) -> list[Row]:
    rows: list[Row] = []
    low = high = -1
    starts: list[int] = []
    for mark in sorted(marks, key=lambda mark: (mark.start, mark.end, not mark.is_primary)):
        if not low <= mark.start < high and not (mark.start == high == len(line)):
            low, high = _window(line, mark.start)
            shown, starts = _draw(line, low, high)
            rows.append(Row(mark.line, shown, "source"))
        begin = starts[mark.start - low]
        end = starts[min(mark.end, high) - low]
        sign = "^" if mark.is_primary else "-"
        text = clean(shorten(mark.text, _LABEL_LIMIT))
        drawn = f"{' ' * begin}{sign * max(1, end - begin)} {text}".rstrip()
        rows.append(Row(0, drawn, "primary" if mark.is_primary else "secondary"))
    return rows


def _window(line: str, focus: int) -> tuple[int, int]:
    """The part of a line to show so that the focus is in it, as two positions."""
    if len(line) * _WIDEST_ESCAPE <= WIDTH:
        return 0, len(line)
    high = _reach(line, 0, WIDTH)
    if high == len(line):
        return 0, high
    low, room = focus, WIDTH // 3
    while low > 0 and room >= (cost := _room(line[low - 1])):
        room -= cost
        low -= 1
    return low, max(_reach(line, low, WIDTH), min(focus + 1, len(line)))


def _reach(line: str, low: int, room: int) -> int:
    part = line[low : low + room]
    if _is_plain(part):
        return low + len(part)
    high = low
    while high < len(line) and room >= (cost := _room(line[high])):
        room -= cost
        high += 1
    return high


def _room(char: str) -> int:
    """The cells that a character may take; never 0, so that no heap of marks is endless."""
    return _TAB if char == "\t" else max(1, _cells(visible(char)))


def _draw(line: str, low: int, high: int) -> tuple[str, list[int]]:
    """The part of a line as it is shown, and the cell where each of its characters starts."""
    pieces = [ELLIPSIS] if low > 0 else []
    cell = len(ELLIPSIS) if low > 0 else 0
    starts: list[int] = []
    if _is_plain(line[low:high]):
        pieces.append(line[low:high])
        starts += range(cell, cell + high - low)
        cell += high - low
        low = high
    for position in range(low, high):
        char = line[position]
        starts.append(cell)
        if char == "\t":
            piece = " " * (_TAB - cell % _TAB)
        elif char == "#" and _begins_log_command(line, position):
            piece = "\\u0023"
        else:
            piece = visible(char)
        pieces.append(piece)
        cell += _cells(piece)
    starts.append(cell)
    if high < len(line):
        pieces.append(ELLIPSIS)
    return "".join(pieces), starts


def _is_plain(part: str) -> bool:
    """Whether each character is shown as it is, in one cell."""
    return part.isascii() and part.isprintable() and "##" not in part


def _begins_log_command(line: str, position: int) -> bool:
    return line.startswith(("#[", "#vso["), position) and line[position - 1 : position] == "#"


def _cells(text: str) -> int:
    """The cells that a clean text takes in a terminal."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    cells = 0
    for char in text:
        if category(char) not in ("Mn", "Me"):
            cells += 2 if east_asian_width(char) in ("W", "F") else 1
    return cells
