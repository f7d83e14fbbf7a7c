"""Every way in which one player can hold some cards; equal cards are not told apart.

What depends on nothing but what a player holds can be decided on all of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple


class Group(NamedTuple):
    """Cards that are equal, and the zones in which a player can have them."""

    cards: Sequence[int]
    zones: Sequence[int]


def ways_to_spread(groups: Iterable[Group]) -> int:
    return prod(comb(len(cards) + len(zones), len(zones)) for cards, zones in groups)


def spread(groups: Sequence[Group]) -> Iterator[dict[int, int]]:
    """Every way to put some of the cards into the zones: by zone, the cards there."""
    rows = [[_placed(group, counts)
             for counts in product(range(len(group.cards) + 1), repeat=len(group.zones))
             if sum(counts) <= len(group.cards)] for group in groups]
    for way in product(*rows):
        held = {zone: 0 for group in groups for zone in group.zones}
        for placed in way:
            for zone, mask in placed:
                held[zone] |= mask
        yield held


def _placed(group: Group, counts: tuple[int, ...]) -> list[tuple[int, int]]:
    start = 0
    found = []
    for zone, count in zip(group.zones, counts, strict=True):
        found.append((zone, sum(1 << card for card in group.cards[start : start + count])))
        start += count
    return found


def ways_to_hold(groups: Iterable[Sequence[int]]) -> int:
    return prod(len(cards) + 1 for cards in groups)


def held(groups: Iterable[Sequence[int]]) -> Iterator[int]:
    """Every set of cards, where it makes no difference in which zone they are."""
    rows = [[sum(1 << card for card in cards[:many]) for many in range(len(cards) + 1)]
            for cards in groups]
    for way in product(*rows):
        mask = 0
        for part in way:
            mask |= part
        yield mask


def held_of_size(groups: Iterable[Sequence[int]], many: int) -> Iterator[int]:
    """Those with exactly so many cards; equal cards in their order."""
    cards = [(card, before) for group in groups
             for before, card in zip([None, *group], group, strict=False)]
    for chosen in combinations(cards, many):
        taken = {card for card, _ in chosen}
        if all(before is None or before in taken for _, before in chosen):
            yield sum(1 << card for card in taken)
