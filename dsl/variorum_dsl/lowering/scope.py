"""What names stand for at one point of a rule."""

from __future__ import annotations

from typing import Literal, NamedTuple

from variorum_dsl.lowering.uses import Symbol

Thing = Literal["zone", "track", "figure", "scoring"]
Property = Thing | Literal["attribute"]


class Local(NamedTuple):
    """A name that was made by the lines above: a value in a numbered place."""

    number: int
    type: str
    reach: int = 0


class Alias(NamedTuple):
    """A parameter that stands for a zone, an attribute or a figure of the game."""

    word: Property
    number: int


class Binding(NamedTuple):
    """What a name means, and where it was made."""

    value: Local | Alias
    symbol: Symbol


class Scope:
    """Names by block: an inner block sees the outer ones. `self_player` is whose figure or score
    is being worked out."""

    __slots__ = ("names", "outer", "self_player")

    def __init__(self, outer: Scope | None = None, self_player: Local | None = None) -> None:
        self.names: dict[str, Binding] = {}
        self.outer = outer
        inherited: Local | None = outer.self_player if outer else None
        self.self_player: Local | None = self_player or inherited

    def find(self, name: str) -> Binding | None:
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.outer
        return None

    def visible(self) -> list[str]:
        found: list[str] = []
        scope: Scope | None = self
        while scope is not None:
            found.extend(scope.names)
            scope = scope.outer
        return found
