"""Scalar replacement of aggregates: the arrays of a position become local names.

That is for code that is never left in the middle, so that nobody looks at the arrays meanwhile. A
zone that is shared, a track and a counter become plain names; a zone of each player becomes a small
row of its own, in which a seat is its own place. A function loads what it uses at its beginning and
stores what others need at its end.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.compiler.emit.emitter import X_DECISIONS, X_ROUNDS
from variorum_engine.compiler.passes.syntax import Lines, names_read, names_set

ARRAYS = ("Z", "T", "C", "X", "W")
KEPT = (X_ROUNDS, X_DECISIONS)


class Field(NamedTuple):
    """One row of an array: where it begins, how far apart its places are, and how many there are
    (0: one place that is nobody's)."""

    array: str
    first: int
    stride: int
    many: int

    @property
    def name(self) -> str:
        return f"{self.array if self.many else self.array.lower()}_{self.first}"

    def places(self) -> list[int]:
        return [self.first + self.stride * i for i in range(self.many or 1)]


def fields(layout: Layout) -> list[Field]:
    program, found = layout.program, []
    for zone, table in enumerate(program.zones):
        pages = len(layout.pages_of_zone(zone))
        owners = 0 if table.domain.sort == "table" else table.domain.size
        found += [Field("Z", layout.first_slot[zone] + page, pages, owners)
                  for page in range(pages)]
        if table.in_order:
            found += [Field("C", layout.first_count[zone] + first, 1, owners)
                      for first in (0, layout.first_times)]
    found += [Field("C", place, 1, 0) for place, _ in layout.draws.values()]
    tracks = [*sorted(track.first for track in program.tracks), program.track_count]
    for track in program.tracks:
        following = tracks[tracks.index(track.first) + 1]
        found.append(Field("T", track.first, 1,
                           0 if track.domain.sort == "table" else following - track.first))
    return found


class ScalarReplacement(ast.NodeTransformer):
    """Finds the places of arrays that are named in code and gives them their names."""

    def __init__(self, layout: Layout, remembered: list[Field]) -> None:
        """`remembered` are fields behind the result: the random streams of the seats."""
        self.fields = [*fields(layout), *remembered]
        self.used: dict[Field, None] = {}
        self.whole: set[str] = set()  # arrays that some place is looked up in by other means

    def look(self, lines: Lines) -> None:
        """Find the arrays that cannot be taken apart."""
        met, placed = names_read(*lines), Counter[str]()
        for line in lines:
            for node in ast.walk(line):
                if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Name):
                    continue
                array = node.value.id
                placed[array] += 1
                if array in ARRAYS and self.found(node) is None:
                    self.whole.add(array)
        # An array that is handed on is seen by others, so it has to be up to date.
        self.whole |= {array for array in ARRAYS if met[array] > placed[array]}

    def found(self, node: ast.Subscript) -> tuple[Field, ast.expr | None] | None:
        assert isinstance(node.value, ast.Name)
        array = node.value.id
        place = _linear(node.slice)
        if place is None:
            return None
        number, times, who = place
        if array == "X":
            return (Field("X", number, 1, 0), None) if who is None else None
        for field in self.fields:
            if field.array != array:
                continue
            if not field.many:
                if who is None and number == field.first:
                    return field, None
                continue
            offset = number - field.first
            if offset < 0 or offset % field.stride or offset >= field.stride * field.many:
                continue
            if who is None:
                return field, ast.Constant(offset // field.stride)
            if times == field.stride and offset == 0:
                return field, who
        return None

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or (
            node.value.id not in ARRAYS or node.value.id in self.whole
        ):
            return node
        found = self.found(node)
        assert found is not None
        field, index = found
        self.used[field] = None
        if index is None:
            return ast.Name(field.name, node.ctx)
        return ast.Subscript(ast.Name(field.name, ast.Load()), index, node.ctx)


def _linear(index: ast.expr) -> tuple[int, int, ast.expr | None] | None:
    """An index as a number, and how often a name is added to it."""
    match index:
        case ast.Constant(value=int() as number):
            return number, 0, None
        case ast.Name() | ast.Subscript(value=ast.Name(id="X"), slice=ast.Constant()):
            return 0, 1, index  # what is asked and answered becomes a name, too
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            a, b = _linear(left), _linear(right)
            if a is None or b is None or (a[2] is not None and b[2] is not None):
                return None
            return a[0] + b[0], a[1] or b[1], a[2] or b[2]
        case ast.BinOp(left=ast.Constant(value=int() as times), op=ast.Mult(),
                       right=ast.Name() as who):
            return 0, times, who
        case ast.BinOp(left=ast.Constant(value=int() as times), op=ast.Mult(),
                       right=ast.Constant(value=int() as who_number)):
            return times * who_number, 0, None
    return None


def loads(used: list[Field], lines: Lines, row: Callable[[list[str]], list[str]]) -> Lines:
    """The lines that read what a function uses; `row` gives how a row is made, and what is then
    put into its places."""
    read, given = names_read(*lines), names_set(*lines)
    found: list[str] = []
    for field in used:
        places = [f"{field.array}[{place}]" for place in field.places()]
        if field.array == "X" and field.first not in KEPT:
            if field.name in read:
                found.append(f"{field.name} = 0")
        elif field.many:
            made, *values = row(places)
            found.append(f"{field.name} = {made}")
            found += [f"{field.name}[{i}] = {value}" for i, value in enumerate(values)]
        elif field.name in read or field.name in given:
            found.append(f"{field.name} = {places[0]}")
    return ast.parse("\n".join(found)).body


def stores(used: list[Field], lines: Lines) -> Lines:
    """The lines that put back what a function has changed."""
    given, changed = names_set(*lines), _changed(lines)
    found: list[str] = []
    for field in used:
        if field.array == "X" and field.first not in KEPT:
            continue
        if field.many and field.name in changed:
            found += [f"{field.array}[{place}] = {field.name}[{i}]"
                      for i, place in enumerate(field.places())]
        elif not field.many and field.name in given:
            found.append(f"{field.array}[{field.first}] = {field.name}")
    return ast.parse("\n".join(found)).body


def _changed(lines: Lines) -> set[str]:
    return {
        node.value.id for line in lines for node in ast.walk(line)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
        and isinstance(node.ctx, ast.Store)
    }
