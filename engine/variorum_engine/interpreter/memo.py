"""What is worked out once about a set of cards or players, and remembered for the next time.

Whatever could grow with the number of games forgets everything when it has become too large, so
that memory stays flat however many are played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_MOST = 100_000


def bits(mask: int) -> list[int]:
    """The members of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def groups_of(values: list[int], cards: int) -> list[int]:
    """The cards in groups that share a value, by value."""
    groups: dict[int, int] = {}
    for card in bits(cards):
        groups[values[card]] = groups.get(values[card], 0) | 1 << card
    return [groups[value] for value in sorted(groups)]


class Sums(dict[int, int]):
    """The sum of an attribute over a set of cards, remembered by set."""

    def __init__(self, values: list[int]) -> None:
        super().__init__()
        self.values_of = values

    def __missing__(self, mask: int) -> int:
        if len(self) > _MOST:
            self.clear()
        total = sum(self.values_of[card] for card in bits(mask))
        self[mask] = total
        return total


class FromSeat(dict[int, list[int]]):
    """By set of players: for each seat, the first of them from there on, going round."""

    def __init__(self, seats: int) -> None:
        super().__init__()
        self.seats = seats

    def __missing__(self, players: int) -> list[int]:
        found, first = [], (players & -players).bit_length() - 1
        for seat in range(self.seats):
            later = players >> seat
            found.append(seat + (later & -later).bit_length() - 1 if later else first)
        self[players] = found
        return found


class Enough(dict[Any, int]):
    """The cards that keep to a limit of an attribute all by themselves, remembered by bound."""

    def __init__(self, values: list[int], test: Callable[[Any, Any], bool]) -> None:
        super().__init__()
        self.values_of = values
        self.test = test

    def __missing__(self, bound: Any) -> int:
        if len(self) > _MOST:
            self.clear()
        test = self.test
        found = sum(1 << card for card, own in enumerate(self.values_of) if test(own, bound))
        self[bound] = found
        return found


class Firsts(dict[int, int]):
    """Of cards with the same face only the lowest, remembered set by set."""

    def __init__(self, faces: list[int]) -> None:
        super().__init__()
        self.faces = faces

    def __missing__(self, mask: int) -> int:
        if len(self) > _MOST:
            self.clear()
        lowest: dict[int, int] = {}
        for card in bits(mask):
            lowest.setdefault(self.faces[card], card)
        found = self[mask] = sum(1 << card for card in lowest.values())
        return found


class Totals:
    """How many subsets of a set of cards come to at least a total; remembered set by set.

    A set without its lowest card is a smaller problem of the same kind, so the tables of one
    game are soon all known, and counting or drawing an answer only looks things up.
    """

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self.known: dict[int, list[int]] = {0: [1]}

    def table(self, mask: int) -> list[int]:
        """Entry t: the number of subsets, the empty one among them, that total t or more."""
        found = self.known.get(mask)
        if found is None:
            if len(self.known) > 50_000:
                self.known = {0: [1]}
            low = mask & -mask
            value = self.values[low.bit_length() - 1]
            rest = self.table(mask ^ low)
            padded = rest + [0] * value
            found = [
                without + (rest[t - value] if t > value else rest[0])
                for t, without in enumerate(padded)
            ]
            self.known[mask] = found
        return found

    def count(self, mask: int, least: int) -> int:
        table = self.table(mask)
        if least <= 0:
            return table[0]
        return table[least] if least < len(table) else 0

    def drawn(self, mask: int, least: int, number: int) -> int:
        """The subset of that number among those that total at least so much."""
        chosen = 0
        while mask:
            low = mask & -mask
            mask ^= low
            without = self.count(mask, least)
            if number >= without:
                number -= without
                chosen |= low
                least -= self.values[low.bit_length() - 1]
        return chosen
