"""Reading a text again after a change: only the sections that changed are read anew.

The reader notes a `Checkpoint` where a section begins. What it does from there on depends on the
state of the parser and on the lines below, and on nothing else. So it reads the heading, goes on a
little above the change, and stops behind it, where its state is the one of the last time; what
lies above and below is taken over from there. Wherever that cannot be told for certain, the whole
text is read.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import NamedTuple, TypeVar, cast

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.model.node import Node
from variorum_dsl.syntax.reader import MOST_MENDED, MOST_PROBLEMS, Parsed, Reader, parsed

MOST_KEPT = 32
_RUN_UP = 2  # sections above the change after which the parser is in the state of the last time
Part = TypeVar("Part")


class _Read(NamedTuple):
    """A text that was read."""

    reader: Reader
    parsed: Parsed


class Change(NamedTuple):
    """The first row that differs, how many at the end do not, and how far those have moved."""

    first: int
    tail: int
    by: int


class IncrementalReader:
    """Reads texts, and remembers the last one of each file."""

    def __init__(self) -> None:
        self._last: dict[str, _Read] = {}

    def parse(self, source: Source) -> Parsed:
        """What reading the text from its beginning would give."""
        last = self._last.pop(source.path, None)
        if last is not None and last.reader.lines == source.lines:
            read = last
        else:
            read = (_patched(source, last) if last else None) or _whole(source)
        self._last[source.path] = read  # the newest stands last
        while len(self._last) > MOST_KEPT:
            del self._last[next(iter(self._last))]
        return read.parsed


def _whole(source: Source) -> _Read:
    reader = Reader(source)
    return _Read(reader, parsed(reader, reader.read()))


def difference(old: list[str], new: list[str]) -> Change:
    shorter = min(len(old), len(new))
    first = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    rest = shorter - first
    tail = next((i for i in range(rest) if old[-1 - i] != new[-1 - i]), rest)
    return Change(first, tail, len(new) - len(old))


def _patched(source: Source, last: _Read) -> _Read | None:
    """The sections around a change read anew, between those of the last time."""
    old = last.reader
    change = difference(old.lines, source.lines)
    # The line at which a section begins has to be the same too.
    above = [each for each in old.checkpoints if each.row < change.first]
    below = [each for each in old.checkpoints if each.row >= len(old.lines) - change.tail]
    if last.parsed.document is None or len(above) <= _RUN_UP + 1:
        return None
    start = above[-1]
    reader = Reader(source)
    reader.stops = {start.row: start.states}
    if not reader.read_heading(above[-1 - _RUN_UP].row) or not reader.read_to_stop():
        return None
    reader.problems = old.problems[: start.problems]
    reader.checkpoints = above[:-1]
    reader.stops = {each.row + change.by: each.states for each in below}
    joined = reader.read_to_stop()
    end = reader.row if joined else len(source.lines)
    document = reader.document()
    if document is None:
        return None
    joint = next((each for each in below if each.row == end - change.by), None)
    if joint is not None:
        shift = len(reader.problems) - joint.problems
        if not _reported_alike(len(old.problems), joint.problems, shift):
            return None
        reader.checkpoints += [
            each._replace(row=each.row + change.by, problems=each.problems + shift)
            for each in below if each.row >= joint.row]
        reader.problems += [moved(each, change.by) for each in old.problems[joint.problems :]]
    if max(len(reader.problems), len(old.problems)) >= MOST_PROBLEMS:
        return None

    def behind(line: int) -> bool:
        return joint is not None and line > joint.row

    reader.lost_rows = [
        *(row for row in old.lost_rows if row < start.row),
        *(row for row in reader.lost_rows if start.row <= row < end),
        *(row + change.by for row in old.lost_rows if behind(row + 1)),
    ]
    reader.choices = {
        **{at: fixes for at, fixes in old.choices.items() if at.line <= start.row},
        **{at: fixes for at, fixes in reader.choices.items() if start.row < at.line <= end},
        **{moved(at, change.by): [moved(fix, change.by) for fix in fixes]
           for at, fixes in old.choices.items() if behind(at.line)},
    }
    reader.twice = {
        **{key: None for key in old.twice if key[0].line <= start.row},
        **{key: None for key in reader.twice if start.row < key[0].line <= end},
        **{(moved(at, change.by), what): None for at, what in old.twice if behind(at.line)},
    }
    items = (
        *(item for item in last.parsed.document.items if item.at.line <= start.row),
        *(item for item in document.items if start.row < item.at.line <= end),
        *(moved(item, change.by) for item in last.parsed.document.items if behind(item.at.line)),
    )
    return _Read(reader, parsed(reader, replace(document, items=items)))


def _reported_alike(problems: int, first: int, shift: int) -> bool:
    """Whether problems from one of them on would be reported as they were, with so many more above
    them: how much is said about one depends on how many came before."""
    return shift == 0 or first == problems or (
        problems + max(shift, 0) <= MOST_MENDED or first + min(shift, 0) >= MOST_MENDED)


# ------------------------------------------------------------------------ further up or down
def moved(part: Part, by: int) -> Part:
    """The same, so many lines further down."""
    return cast(Part, _moved(part, by)) if by else part


def _moved(part: object, by: int) -> object:
    if isinstance(part, Place):
        return part if part == NOWHERE else Place(
            part.path, part.line + by, part.column, part.end_line + by, part.end_column)
    if isinstance(part, Node):
        values = [(each.name, getattr(part, each.name)) for each in fields(part)]
        return part.but(**{name: _moved(value, by) for name, value in values
                           if isinstance(value, tuple | Node) and value})
    if type(part) is tuple:
        return tuple([_moved(each, by) for each in part])
    match part:
        case Diagnostic():
            return part._replace(primary=moved(part.primary, by), fix=moved(part.fix, by),
                                 secondary=moved(part.secondary, by))
        case Fix():
            return part._replace(edits=moved(part.edits, by))
        case Label() | Edit():
            return part._replace(place=moved(part.place, by))
        case _:
            return part
