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
    """Names by block: an inner block sees the outer ones. `this` is whose figure or score is
    being worked out, or who is asked about behind `whose`: a player or a member."""

    __slots__ = ("names", "outer", "this")

    def __init__(self, outer: Scope | None = None, this: Local | None = None) -> None:
        self.names: dict[str, Binding] = {}
        self.outer = outer
        self.this = this

    def this_one(self, sort: str) -> Local | None:
        """The nearest one of a sort whose own things need no owner."""
        scope: Scope | None = self
        while scope is not None:
            if scope.this is not None and scope.this.type.partition(" as ")[0] == sort:
                return scope.this
            scope = scope.outer
        return None

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
