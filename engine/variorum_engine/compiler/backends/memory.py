"""A position as flat integers: the components of a game laid out in arrays, and those in one row.

The code of a game is written over ten arrays. In one memory they lie behind each other, so that a
position is one row of numbers: copied in one go, and one argument of every function.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from variorum_engine.compiler.emit.emitter import ARRAYS, X_PICKED
from variorum_engine.compiler.emit.module import Source
from variorum_engine.interpreter.lots import OWNER, zone_salt
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Rules

Constants = dict[str, int | list[int]]
"""What code looks up by name: numbers, and tables of them."""

PARTS = ARRAYS.replace(", ", "")
_BRACKET = re.compile(r"(?<![A-Za-z0-9_])([ZOCTLXRAPW])\[|\[|\]")
_CONSTANT = re.compile(r"M\[(\d+) \+ \((\d+)((?: \+ [a-z]\w*)?)\)\]")


class Arrays(NamedTuple):
    """A position in flat integers."""

    zones: list[int]
    order: list[int]
    counts: list[int]
    tracks: list[int]
    kept: list[int]
    misc: list[int]
    random: list[int]
    offers: list[int]
    sealed: list[int]
    result: list[int]


def opening(rules: Rules, source: Source) -> Arrays:
    """The components in their places, before the setup."""
    return laid_out(rules, source, rules.opening())


def laid_out(rules: Rules, source: Source, state: State) -> Arrays:
    """The zones and tracks of a position, and room for everything else."""
    layout, program = source.layout, rules.program
    zones, order = [0] * layout.slots, [0] * max(1, layout.orders)
    counts, times = [0] * max(1, layout.counters), state.chance.times
    for place, name in layout.draws.values():
        counts[place] = times.get(name, 0)
    for number, table in enumerate(program.zones):
        pages = layout.pages_of_zone(number)
        for owner in range(table.domain.size):
            for card in bits(state.zones[table.first + owner]):
                page = next(i for i, p in enumerate(pages)
                            if p.number == layout.page_of[card])
                slot = layout.first_slot[number] + page + len(pages) * owner
                zones[slot] |= 1 << layout.bit[card]
            row = state.order[table.first + owner]
            if row is not None:
                place = layout.first_times + layout.first_count[number] + owner
                counts[place] = times.get(zone_salt(program, number) + owner * OWNER, 0)
                base = layout.first_order[number] + layout.order_size[number] * owner
                counts[layout.first_count[number] + owner] = len(row)
                for i, card in enumerate(row):
                    order[base + len(row) - 1 - i] = card
    pages_in_all = len(layout.pages)
    return Arrays(
        zones, order, counts, [_plain(track) for track in state.tracks] or [0],
        [0] * max(1, len(source.kept)), [0] * (X_PICKED + pages_in_all + 2), [0],
        [0] * (source.width * max(1, source.most_choices)),
        [0] * (layout.owners * (pages_in_all + 2) * source.levels), [0] * (8 + program.players),
    )


def _plain(track: bool | int | Fraction) -> int:
    # A game with fractions in its tracks is plain Python, where a row can hold them too.
    return int(track) if isinstance(track, bool) else track  # type: ignore[return-value]


def in_one_memory(text: str, starts: Mapping[str, int]) -> str:
    """The code of a game, with all its arrays as parts of one."""
    text = text.replace(ARRAYS, "M")
    for drawing in ("below", "one", "luck"):
        text = text.replace(f"{drawing}(R, ", f"{drawing}(M, ")
    found: list[str] = []
    closing: list[str] = []
    place = 0
    for match in _BRACKET.finditer(text):
        found.append(text[place : match.start()])
        place = match.end()
        if match[0] == "]":
            found.append(closing.pop())
        elif match[0] == "[":
            found.append("[")
            closing.append("]")
        else:
            found.append(f"M[{starts[match[1]]} + (")
            closing.append(")]")
    whole = "".join([*found, text[place:]])
    return _CONSTANT.sub(lambda match: f"M[{int(match[1]) + int(match[2])}{match[3]}]", whole)


def in_arrays(
    function: ast.FunctionDef, constants: Mapping[str, object], starts: Mapping[str, int]
) -> ast.FunctionDef:
    """A function of the runtime over the arrays of a game, as its code is before it is linked."""
    found = ast.parse(f"def {function.name}({ARRAYS}): pass").body[0]
    assert isinstance(found, ast.FunctionDef)
    spread = _InArrays(constants, starts)
    found.body = [spread.visit(line) for line in function.body]
    return found


class _InArrays(ast.NodeTransformer):
    """Places of one memory as places of the arrays that lie in it."""

    def __init__(self, constants: Mapping[str, object], starts: Mapping[str, int]) -> None:
        self.constants = {name: value for name, value in constants.items()
                          if isinstance(value, int)}
        self.starts = starts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(self.constants[node.id]) if node.id in self.constants else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(value=ast.Name(id="M"), slice=ast.Name(id=name)):
                array, place = self._located(name)
                return ast.Subscript(array, place, node.ctx)
            case ast.Subscript(value=ast.Name(id="M"), slice=ast.BinOp(
                left=ast.Name(id=name), op=ast.Add(), right=offset
            )):
                array, place = self._located(name)
                index = ast.BinOp(place, ast.Add(), self.visit(offset))
                return ast.Subscript(array, index, node.ctx)
        self.generic_visit(node)
        return node

    def _located(self, name: str) -> tuple[ast.expr, ast.Constant]:
        address = self.constants[name]
        array = max((part for part, start in self.starts.items() if start <= address),
                    key=lambda part: self.starts[part])
        return ast.Name(array, ast.Load()), ast.Constant(address - self.starts[array])
