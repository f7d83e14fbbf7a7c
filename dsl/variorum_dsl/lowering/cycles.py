"""Figures and scorings that name each other: in a circle, or so often that nobody could count.

Whatever names a figure works it out again, so a circle would never end, and figures that name the
one above several times each would take longer than any game lasts.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from variorum_dsl import core as c
from variorum_dsl.core.walk import walk_down
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.lowering.symbols import Symbols

MOST_PARTS = 5_000
MOST_LEVELS = 100
MOST_DEEP = 250
Number = tuple[Literal["figure", "score"], int]  # which, and its number in the program


class Size(NamedTuple):
    """How many parts something unfolds to, and how many of them are inside each other."""

    parts: int
    deep: int


def check_unfolding(symbols: Symbols) -> None:
    """Report the first circle, or else the first figure or scoring that unfolds to too much."""
    program = symbols.program
    sizes: dict[Number, Size] = {}
    figures: list[Number] = [("figure", i) for i in range(len(program.figures))]
    scores: list[Number] = [("score", i) for i in range(len(program.scorings))]
    for number in (*figures, *scores):
        circle = _measured(program, number, sizes, [])
        if circle:
            names = [_name(program, each) for each in circle]
            symbols.report(
                "endless-figures", f"{quote(names[0])} is worked out from itself",
                _place(program, circle[0]), " > ".join([*names, names[0]]),
                why="to know it one would have to know it already",
                hint="let one of them be worked out from cards or tracks alone",
            )
            return
        if sizes[number].parts > MOST_PARTS or sizes[number].deep > MOST_DEEP:
            symbols.report(
                "too-large", f"{quote(_name(program, number))} unfolds to too much",
                _place(program, number),
                why="a figure is worked out again wherever another one names it",
                hint="let figures name fewer other figures, or each of them only once",
            )
            return


def _measured(
    program: c.Program, number: Number, sizes: dict[Number, Size], above: list[Number]
) -> list[Number]:
    """The circle that a figure is in; else its size is noted, with all that it names."""
    if number in sizes:
        return []
    if number in above:
        return above[above.index(number):]
    if len(above) > MOST_LEVELS:
        sizes[number] = Size(MOST_PARTS + 1, 0)
        return []
    size, deep, named = 0, 0, list[Number]()
    for level, node in walk_down(_parts(program, number)):
        size, deep = size + 1, max(deep, level)
        match node:
            case c.Figure(figure):
                named.append(("figure", figure))
            case c.Score(scoring):
                named.append(("score", scoring))
    for other in reversed(named):
        circle = _measured(program, other, sizes, [*above, number])
        if circle:
            return circle
        size += sizes[other].parts
    below = max((sizes[other].deep for other in named), default=0)
    sizes[number] = Size(size, deep + below)
    return []


def _parts(program: c.Program, number: Number) -> tuple[c.Expression | None, ...]:
    kind, index = number
    if kind == "figure":
        return (program.figures[index].value,)
    return tuple(part for step in program.scorings[index].steps
                 for part in (step.value, step.per, step.condition))


def _name(program: c.Program, number: Number) -> str:
    kind, index = number
    return program.figures[index].name if kind == "figure" else program.scorings[index].name


def _place(program: c.Program, number: Number) -> Place:
    kind, index = number
    if kind == "figure":
        return program.figures[index].value.at
    return program.scorings[index].at.head()
