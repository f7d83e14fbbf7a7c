"""The changes of one part: a number, a comparison, a direction, a zone, a condition less.

Each operator takes a part and gives parts that could stand in its place. What drops or swaps
lines is in `sequences`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from variorum_dsl import model as m

from variorum_engine.mutation.names import Language

Changes = Iterator[tuple[str, Any]]
"""A word for the operator, and the part as it is then."""

COMPARISONS = {
    "is": ("is not",),
    "is not": ("is",),
    "is at least": ("is more than", "is at most"),
    "is at most": ("is less than", "is at least"),
    "is more than": ("is at least", "is less than"),
    "is less than": ("is at most", "is more than"),
    "is in": ("is not in",),
    "is not in": ("is in",),
    "is empty": ("is not empty",),
    "is not empty": ("is empty",),
}
OPERATIONS = {
    "add": "subtract", "subtract": "add", "double": "halve", "halve": "double",
    "multiply by": "divide by", "divide by": "multiply by", "at least": "at most",
    "at most": "at least",
}
SIGHTS = ("open", "secret", "hidden")
OPPOSITE = {
    "highest": "lowest", "lowest": "highest", "up": "down", "down": "up", "toward zero": "up",
    "shared": "nobody", "nobody": "shared", "from": "after", "after": "from",
    "nobody wins": "nobody is out", "nobody is out": "nobody wins", "+": "-", "-": "+",
    "*": "+", "and": "or", "or": "and", "at once": "after the round",
    "after the round": "at once", "left": "right", "right": "left", "before": "after",
    "first": "last", "last": "first",
}


def changes(node: Any, language: Language) -> Changes:
    """Every other part that could stand in the place of this one."""
    operator = _OPERATORS.get(type(node))
    if operator is not None:
        yield from operator(node, language)


def _without(node: Any, operator: str, *fields: str) -> Changes:
    for field in fields:
        if getattr(node, field) is not None:
            yield operator, node.but(**{field: None})


def _turned(node: Any, operator: str, field: str) -> Changes:
    """The opposite of a word, where there is one."""
    other = OPPOSITE.get(getattr(node, field))
    if other is not None:
        yield operator, node.but(**{field: other})


# ---------------------------------------------------------------------------- expressions
def _number(node: m.Number, _: Language) -> Changes:
    yield "number", node.but(value=node.value + 1)
    yield "number", node.but(value=node.value - 1)


def _compare(node: m.Compare, _: Language) -> Changes:
    for other in COMPARISONS[node.operation]:
        yield "comparison", node.but(operation=other)


def _whose(node: m.Whose, _: Language) -> Changes:
    for other in COMPARISONS[node.comparison]:
        yield "comparison", node.but(comparison=other)
    yield "condition", node.of


def _negated(node: Any, _: Language) -> Changes:
    yield "comparison", node.but(negated=not node.negated)


def _binary(node: m.Binary, _: Language) -> Changes:
    yield from _turned(node, "operation", "operation")
    if node.operation in ("and", "or"):
        yield "condition", node.left
        yield "condition", node.right
    elif node.operation in ("except", "otherwise"):
        yield "operation", node.left


def _ranked(node: m.Ranked, _: Language) -> Changes:
    if len(node.ranks) > 1:
        for number in range(len(node.ranks)):
            yield "tie-break", node.but(ranks=node.ranks[:number] + node.ranks[number + 1 :])


def _aggregate(node: m.Aggregate, _: Language) -> Changes:
    other = {"total": "highest", "highest": "lowest", "lowest": "highest", "different": "same",
             "same": "different"}[node.operation]
    yield "direction", node.but(operation=other)


def _top(node: m.Top, _: Language) -> Changes:
    if node.count is None:
        yield "number", node.but(count=m.Number(at=node.at, value=2))


def _among(node: m.Among, language: Language) -> Changes:
    for other in language.other_kinds(node.kind):
        yield "kind", node.but(kind=other)




# -------------------------------------------------------------------------------- lines
def _move(node: m.Move, language: Language) -> Changes:
    target = node.to
    if isinstance(target, m.Name | m.Owned):
        for other in language.other_zones(target.name):
            yield "target", node.but(to=target.but(name=other), bottom=False)
    if node.bottom:
        yield "target", node.but(bottom=False)


def _for_each(node: m.ForEach, _: Language) -> Changes:
    yield from _turned(node, "clockwise", "order")
    yield from _without(node, "condition", "until")


def _with_players(node: m.WithPlayers, _: Language) -> Changes:
    yield "players", node.but(low=node.low + 1, high=max(node.low + 1, node.high))
    yield "players", node.but(high=node.high + 1)


def _picking(node: m.Picking, _: Language) -> Changes:
    yield from _without(node, "condition", "such_that")


def _amount(node: m.Amount, _: Language) -> Changes:
    single = m.same(node.low, node.high)
    if node.high is None:
        yield "amount", node.but(high=node.low)
    elif single:
        yield "amount", node.but(high=None)
    for field in ("low",) if single else ("low", "high"):
        number = getattr(node, field)
        for value in (number.value + 1, number.value - 1) if isinstance(number, m.Number) else ():
            if value >= 0:
                new = number.but(value=value)
                yield "number", node.but(low=new, high=new) if single else node.but(**{field: new})


def _choice(node: m.Choice, _: Language) -> Changes:
    yield from _without(node, "condition", "condition")


def _case(node: m.Case, language: Language) -> Changes:
    for number, kind in enumerate(node.kinds):
        rest = node.kinds[:number], node.kinds[number + 1 :]
        if len(node.kinds) > 1:
            yield "kind", node.but(kinds=rest[0] + rest[1])
        for other in language.other_kinds(kind):
            if other not in node.kinds:
                yield "kind", node.but(kinds=(*rest[0], other, *rest[1]))


def _call(node: m.Call, language: Language) -> Changes:
    for other in language.other_procedures(node.procedure):
        yield "procedure", node.but(procedure=other)


def _neighbour(part: Any) -> Any:
    return m.Owned(at=part.at, name="left", of=part)


def _turns(node: m.Turns, _: Language) -> Changes:
    yield "who starts", node.but(start=_neighbour(node.start))


def _becomes(node: m.Becomes, language: Language) -> Changes:
    if isinstance(node.target, m.Name) and node.target.name in language.player_tracks:
        yield "who starts", node.but(value=_neighbour(node.value))


def _gain(node: m.Gain, _: Language) -> Changes:
    yield "operation", m.Lose(at=node.at, label=node.label, cites=node.cites, amount=node.amount,
                              target=node.target)


def _lose(node: m.Lose, _: Language) -> Changes:
    yield "operation", m.Gain(at=node.at, label=node.label, cites=node.cites, amount=node.amount,
                              target=node.target)


def _end_game(node: m.EndGame, _: Language) -> Changes:
    yield "end", m.EndRound(at=node.at, label=node.label, cites=node.cites)


# ------------------------------------------------------------------------------ clauses
def _seats(node: m.Seats, _: Language) -> Changes:
    for low, high in ((node.low - 1, node.high), (node.low + 1, node.high),
                      (node.low, node.high - 1), (node.low, node.high + 1)):
        if 1 <= low <= high:
            yield "players", node.but(low=low, high=high)


def _component(node: m.Component, language: Language) -> Changes:
    yield "number", node.but(count=node.count + 1)
    if node.count > 1:
        yield "number", node.but(count=node.count - 1)
    for number in range(len(node.marks)):
        yield "mark", node.but(marks=node.marks[:number] + node.marks[number + 1 :])
    for mark in language.marks(node.kind):
        if mark not in node.marks:
            yield "mark", node.but(marks=(*node.marks, mark))


def _values(node: m.Values, _: Language) -> Changes:
    if node.word:
        return
    if node.low == node.high:
        yield "number", node.but(low=node.low + 1, high=node.low + 1)
        yield "number", node.but(low=node.low - 1, high=node.low - 1)
    else:
        yield "number", node.but(low=node.low + 1)
        yield "number", node.but(high=node.high + 1)


def _row(node: m.Row, _: Language) -> Changes:
    for number, cell in enumerate(node.cells):
        if isinstance(cell, int):
            yield "number", node.but(
                cells=(*node.cells[:number], cell + 1, *node.cells[number + 1 :])
            )


def _pile(node: m.Pile, language: Language) -> Changes:
    for other in language.other_zones(node.zone, most=1):
        yield "target", node.but(zone=other)


def _zone(node: m.Zone, _: Language) -> Changes:
    for sight in SIGHTS:
        if sight != node.sight and not (sight == "secret" and not node.each_player):
            yield "visibility", node.but(sight=sight)
    if node.in_order:
        yield "order", node.but(in_order=False)
    if len(node.kinds) > 1:
        for number in range(len(node.kinds)):
            yield "kind", node.but(kinds=node.kinds[:number] + node.kinds[number + 1 :])


def _dummy(node: m.Dummy, _: Language) -> Changes:
    if node.low:
        yield "players", node.but(low=node.low + 1, high=max(node.low + 1, node.high))
        yield "players", node.but(high=node.high + 1)


def _effect(node: m.Effect, language: Language) -> Changes:
    yield from _without(node, "condition", "condition")
    for other in language.other_kinds(node.kind):
        yield "kind", node.but(kind=other)
    for other in language.other_zones(node.zone, most=1):
        yield "target", node.but(zone=other)


def _elimination(node: m.Elimination, _: Language) -> Changes:
    yield from _turned(node, "everyone out", "everyone")


def _out(node: m.Out, _: Language) -> Changes:
    yield from _without(node, "condition", "condition")


def _step(node: m.Step, _: Language) -> Changes:
    other = OPERATIONS.get(node.operation)
    if other is not None:
        yield "operation", node.but(operation=other)
    yield from _turned(node, "rounding", "rounded")
    if node.rounded and node.operation != "round":
        yield "rounding", node.but(rounded="")
    yield from _without(node, "condition", "per", "condition")


def _insert(node: m.Where, _: Language) -> Changes:
    if node.side in ("after", "before"):
        yield "order", node.but(side="before" if node.side == "after" else "after")
    else:
        yield from _turned(node, "order", "side")


_OPERATORS: dict[type, Callable[[Any, Language], Changes]] = {
    m.Number: _number,
    m.Truth: lambda n, _: iter([("number", n.but(value=not n.value))]),
    m.Compare: _compare,
    m.Whose: _whose,
    m.IsEmpty: _negated,
    m.IsA: _negated,
    m.Exists: _negated,
    m.Not: lambda n, _: iter([("comparison", n.of)]),
    m.Binary: _binary,
    m.Rank: lambda n, _: _turned(n, "direction", "extreme"),
    m.Ranked: _ranked,
    m.Unique: lambda n, _: iter([("condition", n.of)]),
    m.Aggregate: _aggregate,
    m.Rounded: lambda n, _: _turned(n, "rounding", "direction"),
    m.Owned: lambda n, _: _turned(n, "neighbour", "name"),
    m.Top: _top,
    m.Among: _among,
    m.Move: _move,
    m.ForEach: _for_each,
    m.WithPlayers: _with_players,
    m.Turns: _turns,
    m.Becomes: _becomes,
    m.Picking: _picking,
    m.Amount: _amount,
    m.Choice: _choice,
    m.Case: _case,
    m.Call: _call,
    m.Gain: _gain,
    m.Lose: _lose,
    m.EndGame: _end_game,
    m.Seats: _seats,
    m.Component: _component,
    m.Values: _values,
    m.Row: _row,
    m.Pile: _pile,
    m.Zone: _zone,
    m.Dummy: _dummy,
    m.Effect: _effect,
    m.End: lambda n, _: _turned(n, "moment", "time"),
    m.Elimination: _elimination,
    m.Out: _out,
    m.Step: _step,
    m.Tie: lambda n, _: _turned(n, "direction", "extreme"),
    m.Winner: lambda n, _: _turned(n, "tied", "tied"),
    m.Where: _insert,
    m.ReplaceLines: lambda n, _: _turned(n, "tied", "tied"),
    m.InsertLines: lambda n, _: _turned(n, "tied", "tied"),
}
