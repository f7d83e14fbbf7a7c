"""Names and arguments of operations as they were before each had a record of its own.

For modules that do not take records apart by `match` yet; gone when the last one does.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place

_NAMES = {
    "OfKind": "kind", "LeftOf": "left", "RightOf": "right", "IsEmpty": "empty",
    "NumberRange": "numbers", "CardsSuchThat": "cards_such", "PlayersSuchThat": "players_such",
    "PlayersWhoseEmpty": "players_whose", "TotalOfCards": "total_cards",
    "TotalOfPlayers": "total_players", "Sum": "+", "Difference": "-", "Product": "*",
    "Quotient": "/", "Rounded": "round", "IsIn": "in", "Broken": "error",
    "ForEachPlayer": "for_players", "ForEachCard": "for_cards", "ForEachMember": "for_members",
}
_COMMON = frozenset({"at", "type", "reach", "origin"})


def op_of(part: Any) -> str:
    name = type(part).__name__
    if name == "ExtremeOfCards":
        return f"{part.extreme}_cards"
    if name == "ExtremeOfPlayers":
        return f"{part.extreme}_players"
    return _NAMES.get(name) or _snake(name)


@cache
def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")


_KNOWN: dict[str, tuple[str, ...]] = {}


def _fields(cls: Any) -> tuple[str, ...]:
    name = cls.__name__
    if name not in _KNOWN:
        _KNOWN[name] = tuple(each.name for each in fields(cls) if each.name not in _COMMON)
    return _KNOWN[name]


def args_of(part: Any) -> tuple[Any, ...]:
    match type(part).__name__:
        case "Move":
            return (part.cards, part.to.zone, part.to.owner, part.effects, part.at_bottom)
        case "Shuffle":
            return (part.zone.zone, part.zone.owner)
        case "SetTrack":
            return (part.track.track, part.track.owner, part.value)
        case "ExtremeOfCards" | "ExtremeOfPlayers":
            return tuple(getattr(part, name) for name in _fields(type(part))[1:])
        case "PlayersWhoseEmpty":
            word = "is not empty" if part.negated else "is empty"
            return (part.players, part.local, part.property, word, None)
        case _:
            return tuple(getattr(part, name) for name in _fields(type(part)))


def shown(part: Any) -> str:
    args = args_of(part)
    return f"{op_of(part)}{list(args)}" if args else op_of(part)


class Op:
    """An expression or a line of play, whichever it is."""

    __slots__ = ()

    @property
    def op(self) -> str:
        return op_of(self)

    @property
    def args(self) -> tuple[Any, ...]:
        return args_of(self)

    @property
    def at(self) -> Place:
        return NOWHERE

    @property
    def type(self) -> str:
        return ""

    @property
    def reach(self) -> int:
        return 0

    @property
    def cites(self) -> tuple[str, ...]:
        return ()

    @property
    def rule(self) -> str:
        return ""

    def __repr__(self) -> str:
        return shown(self)
