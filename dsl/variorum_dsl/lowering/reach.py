"""Which cards a name can hold where it is used, if it gets another value on the way there.

A name that never changes keeps the reach of its first value, and nothing is noted about it here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import TypeVar

from variorum_dsl.lowering.scope import Local

Made = TypeVar("Made")
Reaches = dict[int, int]


class Reaching:
    """Follows the lines in the order in which they are lowered, which is that of play."""

    def __init__(self) -> None:
        self.now: Reaches = {}
        self._first: Reaches = {}

    def of(self, local: Local) -> int:
        return self.now.get(local.number, local.reach)

    def becomes(self, number: int, before: int, after: int) -> None:
        """A name that could hold `before` gets a value that can hold `after`."""
        if number not in self.now:
            self._first[number] = before
        self.now[number] = after

    def narrow(self, number: int, before: int, mask: int) -> None:
        """From here on a name that could hold `before` holds nothing but cards of the mask."""
        self.becomes(number, before, self.now.get(number, before) & mask)

    def one_of(self, ways: Iterable[Callable[[], Made]], *, or_none: bool) -> list[Made]:
        """Only one of these happens (or none): what follows may come after any of them."""
        before, made = self.now, []
        ends = [before] if or_none else []
        for way in ways:
            self.now = dict(before)
            made.append(way())
            ends.append(self.now)
        self.now = reduce(self._joined, ends) if ends else before
        return made

    def turn(self, begun: Reaches, outside: int) -> bool:
        """After a turn of a loop that began with these reaches: whether the next one could begin
        with more. Only the first `outside` names are there from turn to turn."""
        self.now = {number: reach for number, reach in self._joined(begun, self.now).items()
                    if number < outside}
        return any(reach != begun.get(number, self._first[number])
                   for number, reach in self.now.items())

    def _joined(self, one: Reaches, other: Reaches) -> Reaches:
        return {
            number: one.get(number, self._first[number]) | other.get(number, self._first[number])
            for number in (*one, *(number for number in other if number not in one))
        }
