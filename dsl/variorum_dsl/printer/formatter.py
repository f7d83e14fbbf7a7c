"""A rule file in the one style: printed from its model, with the comments put back.

The lines of the source and the rows of the printed file say the same in the same order, so a
comment goes with the line that it stood before or behind. What the model cannot hold twice (two
answers to the same question, say) is never dropped silently: such a file is left alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.files.text import endless_lines
from variorum_dsl.model.node import Node, content_fields, walk
from variorum_dsl.printer.comments import Line, Note, lines_of
from variorum_dsl.printer.document import blocks, laid_out
from variorum_dsl.printer.lines import STEP, Row
from variorum_dsl.syntax.reader import parse

# Lines that may be written more than once in an example; printed, they are one.
_JOINED = frozenset({"players", "with", "given"})


def format_text(text: str, path: str) -> tuple[str | None, list[Diagnostic]]:
    """The file in the one style; or nothing, and why it was left alone."""
    source = Source(path, text.removeprefix("\ufeff"))
    if endless := endless_lines(source):
        return None, endless
    document, problems, *_ = parse(source)
    if document is None or problems:
        return None, problems
    lines, last_notes = lines_of(source.lines)
    grouped = blocks(document)
    rows = [row for group in grouped for row in group]
    homes = _homes(rows, lines)
    for line, home in zip(lines, homes, strict=True):
        if home is None and line.words[0] not in _JOINED:
            return None, [_lost(path, line)]
    formatted = _Page(grouped, rows, lines, homes).text(last_notes)
    doubt = _checked(Source(path, formatted), document, lines)
    return (None, [doubt]) if doubt else (formatted, [])


# ------------------------------------------------------------- which row a line has become
def _homes(rows: Sequence[Row], lines: Sequence[Line]) -> list[int | None]:
    """For each line of the source the row that it is printed in."""
    homes: list[int | None] = [None] * len(lines)
    at_number = {
        number: index
        for index, line in enumerate(lines)
        for number in range(line.number, line.last_number + 1)
    }
    placed: list[int | None] = []
    for index, row in enumerate(rows):
        placed.append(at_number.get(row.line))
        for number in (row.line, *row.also):
            found = at_number.get(number)
            if found is not None and homes[found] is None:
                homes[found] = index
    _find_others(rows, lines, homes, placed)
    return homes


def _find_others(
    rows: Sequence[Row], lines: Sequence[Line], homes: list[int | None], placed: list[int | None]
) -> None:
    """Rows without a node of their own (`otherwise`, `then shared`) go by their first word."""
    waiting: dict[str, list[int]] = {}
    for index, line in enumerate(lines):
        if homes[index] is None:
            waiting.setdefault(line.words[0], []).append(index)
    ends = _ends(rows, placed, len(lines))
    above: list[int] = []
    for index, row in enumerate(rows):
        while above and rows[above[-1]].indent >= row.indent:
            above.pop()
        if not row.line:
            start = (placed[above[-1]] or 0) if above else 0
            candidates = waiting.get(row.text.partition(" ")[0], [])
            first = bisect_left(candidates, start)
            if first < len(candidates) and candidates[first] < ends[index]:
                found = candidates.pop(first)
                homes[found], placed[index] = index, found
        above.append(index)


def _ends(rows: Sequence[Row], placed: Sequence[int | None], end: int) -> list[int]:
    """For each row the line of the source at which its block is over for certain."""
    ends = [end] * len(rows)
    below: list[tuple[int, int]] = []
    for index in range(len(rows) - 1, -1, -1):
        indent, line = rows[index].indent, placed[index]
        while below and below[-1][0] >= indent:
            below.pop()
        ends[index] = below[-1][1] if below else end
        if line is not None:
            below.append((indent, line))
    return ends


# ----------------------------------------------------------------------------- the new page
class _Page:
    """The printed rows, and what the comments make of them."""

    def __init__(
        self,
        grouped: Sequence[Sequence[Row]],
        rows: Sequence[Row],
        lines: Sequence[Line],
        homes: Sequence[int | None],
    ) -> None:
        self.rows = rows
        self.printed = [text for group in grouped for text in laid_out(group)]
        self.starts = set()
        index = 0
        for group in grouped:
            self.starts.add(index)
            index += len(group)
        self.before: list[list[Note]] = [[] for _ in rows]
        self.behind: list[str] = [""] * len(rows)
        self.widths: list[int] = [0] * len(rows)
        self.rest: list[Note] = []
        self._settle(lines, homes)

    def _settle(self, lines: Sequence[Line], homes: Sequence[int | None]) -> None:
        """Give every comment to a row."""
        waiting: list[Note] = []
        settled: set[int] = set()
        for line, home in zip(lines, homes, strict=True):
            if home is None:
                waiting += [note for note in line.all_notes() if note.text]
                continue
            before = self.before[home]
            if home in settled:
                if self.behind[home]:
                    before.append(Note(self.widths[home], self.behind[home]))
                before += [note for note in (*waiting, *line.before) if note.text]
            else:
                before += [*waiting, *line.before]
                self.widths[home] = line.indent
            before += line.inside
            self.behind[home] = line.behind
            settled.add(home)
            waiting = []
        self.rest = waiting

    def text(self, last_notes: Sequence[Note]) -> str:
        page: list[str] = []
        for index, printed in enumerate(self.printed):
            page += self._gap(index)
            page += printed
            if self.behind[index]:
                page[-1] += f"  {self.behind[index]}"
        notes = self._indented(len(self.rows), [*self.rest, *last_notes])
        page += _without_double_gaps(text for _, text in notes)
        while page and not page[-1]:
            page.pop()
        return "\n".join(page) + "\n"

    def _gap(self, index: int) -> list[str]:
        """The comments and the empty line before a row."""
        notes = self._indented(index, self.before[index])
        if index == 0:
            while notes and not notes[0][1]:
                del notes[0]
        elif index in self.starts:
            inner = max((i + 1 for i, (deeper, _) in enumerate(notes) if deeper), default=0)
            if all(text for _, text in notes[inner:]):
                notes.insert(inner, (False, ""))
        elif self.rows[index].indent > self.rows[index - 1].indent:
            while notes and not notes[0][1]:
                del notes[0]
        return _without_double_gaps(text for _, text in notes)

    def _indented(self, index: int, notes: Sequence[Note]) -> list[tuple[bool, str]]:
        """The comments as far in as the row below them.

        One that stands further in than that row belongs to the block that ends there.
        """
        level = self.rows[index].indent if index < len(self.rows) else 0
        width = self.widths[index] if index < len(self.rows) else 0
        deeper = any(note.text and note.indent > width for note in notes)
        ended = self._ended_blocks(index, level) if deeper else []
        found = []
        for note in notes:
            fitting = [own for own, indent in ended if width < indent <= note.indent]
            own = max(fitting, default=level)
            found.append((own > level, " " * (own * STEP) + note.text if note.text else ""))
        return found

    def _ended_blocks(self, index: int, level: int) -> list[tuple[int, int]]:
        """The blocks that end before a row: their levels, and their indents in the source."""
        found: list[tuple[int, int]] = []
        for above in range(index - 1, -1, -1):
            own = self.rows[above].indent
            if own <= level:
                break
            if (not found or own < found[-1][0]) and self.widths[above]:
                found.append((own, self.widths[above]))
        return found


def _without_double_gaps(texts: Iterable[str]) -> list[str]:
    found: list[str] = []
    for text in texts:
        if text or not found or found[-1]:
            found.append(text)
    return found


# ------------------------------------------------------------------------------- no surprises
def _checked(
    formatted: Source, document: m.Document, lines: Sequence[Line]
) -> Diagnostic | None:
    """A reason not to use the new text: it would say something else, or less."""
    again, problems, *_ = parse(formatted)
    start = Place.start_of(formatted.path)
    if again is None or problems or _meaning(again) != _meaning(document):
        return Diagnostic(
            "not-laid-out", "error", "this file cannot be laid out without changing its meaning",
            Label(start), why="this is a mistake in Variorum, not in the file; nothing was changed",
        )
    texts = Counter(text for line in lines for text in line.texts)
    new_lines, _ = lines_of(formatted.lines)
    texts.subtract(text for line in new_lines for text in line.texts)
    if any(texts.values()):
        lost = next(text for text, number in texts.items() if number)
        line = next((line for line in lines if lost in line.texts), lines[0])
        return _lost(formatted.path, line)
    return None


class _Part(NamedTuple):
    """What a node says without the nodes inside it."""

    type: str
    says: tuple[object, ...]


def _meaning(document: m.Document) -> list[_Part]:
    """Everything that a document says, places left out."""
    return [
        _Part(
            type(node).__name__,
            tuple(_own(getattr(node, field)) for field in content_fields(node)),
        )
        for node in walk(document)
    ]


def _own(value: object) -> object:
    if isinstance(value, Node):
        return True
    if isinstance(value, tuple):
        return tuple(True if isinstance(item, Node) else item for item in value)
    return value


def _lost(path: str, line: Line) -> Diagnostic:
    width = max(1, line.width)
    place = Place(path, line.number, line.indent + 1, line.number, line.indent + 1 + width)
    return Diagnostic(
        "not-laid-out", "error", "a part of this line would be lost", Label(place),
        why="the same thing is said twice, and only one of the two counts; "
        "the file is left as it is",
        hint="take one of the two away",
    )
