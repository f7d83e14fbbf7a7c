"""Lines that are dropped, exchanged with their neighbour, or freed of their condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from variorum_dsl import model as m

# Which lists of a part lose a member, and in which ones neighbours change places.
DROPPED: dict[type, tuple[str, ...]] = {
    m.Stage: ("body",), m.Effect: ("body",), m.Procedure: ("body",), m.If: ("then", "otherwise"),
    m.WithPlayers: ("then", "otherwise"), m.ForEach: ("body", "ranks"), m.Repeat: ("body",),
    m.Turns: ("body",), m.Together: ("body",), m.Choice: ("body",), m.Case: ("body",),
    m.Chooses: ("choices",), m.Depending: ("cases",), m.Scoring: ("steps",), m.Winner: ("chain",),
    m.Elimination: ("out",), m.Pile: ("lines",), m.Component: ("table",), m.Change: ("edits",),
    m.Reading: ("edits",), m.Option: ("lines",), m.ReplaceLines: ("lines",),
    m.InsertLines: ("lines",), m.InsertCases: ("cases",), m.InsertChoices: ("choices",),
    m.ExtendCase: ("kinds",), m.Document: ("items",),
}
SWAPPED: dict[type, tuple[str, ...]] = {
    m.Stage: ("body",), m.Effect: ("body",), m.Procedure: ("body",), m.If: ("then", "otherwise"),
    m.WithPlayers: ("then", "otherwise"), m.ForEach: ("body", "ranks"), m.Repeat: ("body",),
    m.Turns: ("body",), m.Together: ("body",), m.Choice: ("body",), m.Case: ("body",),
    m.Scoring: ("steps",), m.Winner: ("chain",), m.ReplaceLines: ("lines",),
    m.InsertLines: ("lines",),
}
# A file as a whole loses rules; without its zones or kinds it would only fail to load.
_RULES = (
    m.Effect, m.End, m.Elimination, m.Stage, m.Add, m.Replace, m.Remove, m.Change,
)
# Of these, one at least must stay for the part to be one.
_NEEDS_ONE = ("choices", "cases", "chain", "steps", "kinds", "ranks", "table", "out")
# Without their only line these do nothing: it is the same as dropping them.
_GOES_WITH_ITS_LINE = (
    m.Stage, m.Effect, m.If, m.WithPlayers, m.ForEach, m.Repeat, m.Turns, m.Together,
)
_BLOCKS = ("body", "then", "otherwise")


def changes(node: Any) -> Iterator[tuple[str, Any]]:
    """The part with a line less, or with two lines in the other order."""
    for field in DROPPED.get(type(node), ()):
        yield from _dropped(node, field, getattr(node, field))
    for field in SWAPPED.get(type(node), ()):
        members = getattr(node, field)
        for number in range(len(members) - 1):
            pair = members[number + 1], members[number]
            yield "order", node.but(
                **{field: (*members[:number], *pair, *members[number + 2 :])}
            )
    if isinstance(node, m.Depending):
        yield from _exchanged(node)


def _dropped(node: Any, field: str, members: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    if len(members) < 2 and field in _NEEDS_ONE:
        return
    for number, member in enumerate(members):
        rest = members[:number], members[number + 1 :]
        if not _can_go(node, member) or (field == "table" and not number):
            continue
        left = (*rest[0], *rest[1])
        if not left and isinstance(node, _GOES_WITH_ITS_LINE):
            continue
        if not left and field in _BLOCKS and field != "otherwise" and type(node) is not m.Choice:
            left = (m.Nothing(at=member.at),)
        yield "dropped", node.but(**{field: left})
        if isinstance(member, m.If | m.WithPlayers):
            yield "condition", node.but(**{field: (*rest[0], *member.then, *rest[1])})


def _can_go(node: Any, member: Any) -> bool:
    if isinstance(member, m.Nothing):
        return False
    if isinstance(node, m.Document):
        return isinstance(member, _RULES)
    if isinstance(node, m.Option):
        return not isinstance(member, m.Example | m.Silent)
    return True


def _exchanged(node: m.Depending) -> Iterator[tuple[str, Any]]:
    """Two cases that change places: what was for one kind is now for the other."""
    for number in range(len(node.cases) - 1):
        first, second = node.cases[number : number + 2]
        yield "kind", node.but(cases=(
            *node.cases[:number], first.but(body=second.body), second.but(body=first.body),
            *node.cases[number + 2 :],
        ))
