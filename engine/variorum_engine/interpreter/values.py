"""What expressions come to: exact numbers, and sets as bit masks.

A number is an integer, or an exact fraction where it is not whole. Card 0 of a set is bit 0, and so
is seat 0. A flag is a `bool`, a player is the number of a seat (-1: nobody).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from variorum_dsl.core.expressions import Direction

Number = int | Fraction
MOST_NUMBER = 10_000  # the highest number that can be picked
# No score needs more; a rule that multiplies again and again would fill all memory otherwise.
LARGEST = 10**100
LOWEST = -LARGEST
COMPARE: dict[str, Callable[[Number, Number], bool]] = {
    "is": operator.eq,
    "is not": operator.ne,
    "is at least": operator.ge,
    "is at most": operator.le,
    "is more than": operator.gt,
    "is less than": operator.lt,
}


# ------------------------------------------------------------------------------------- numbers
def simplest(number: Number) -> Number:
    """A whole number as an integer, everything else as an exact fraction."""
    return number.numerator if number.denominator == 1 else number


def quotient(number: Number, divisor: Number) -> Number:
    """The exact result of a division."""
    return simplest(Fraction(number) / divisor)


def too_large(number: Number) -> bool:
    """Whether a number has grown beyond all measure."""
    return not (LOWEST < number.numerator < LARGEST and number.denominator < LARGEST)


def rounded(number: Number, direction: Direction) -> int:
    match direction:
        case "down":
            return math.floor(number)
        case "up":
            return math.ceil(number)
        case "toward zero":
            return math.trunc(number)
        case _:
            assert_never(direction)


# ---------------------------------------------------------------------------------------- sets
@lru_cache(maxsize=1 << 16)
def members(mask: int) -> tuple[int, ...]:
    """The members of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def bits(mask: int) -> list[int]:
    """The members of a set, lowest first, as a list of one's own."""
    return list(members(mask))


def mask_of(numbers: Iterable[int]) -> int:
    """The set of these members."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def groups_of(values: list[int], cards: int) -> list[int]:
    """The cards in groups that share a value, by value."""
    groups: dict[int, int] = {}
    for card in members(cards):
        groups[values[card]] = groups.get(values[card], 0) | 1 << card
    return [groups[value] for value in sorted(groups)]
