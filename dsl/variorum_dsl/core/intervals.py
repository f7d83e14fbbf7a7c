"""Interval analysis: between which two numbers an expression lies, whatever happens in a game.

What is true of names, tracks and sets of cards is for the caller to know (`Known`): the checker
asks which cards can ever be where, the compiler how far a number can grow while a game lasts.
"""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Protocol, assert_never

from variorum_dsl import core as c

Interval = tuple[Fraction, Fraction] | None  # None: no bound is known
ZERO = Fraction(0)
_DEEP = 150  # figures may be made of figures, and Python's stack is finite
_MOST_POWER = 64  # a number that is multiplied more often than that counts as boundless


class Known(Protocol):
    """What is known of the parts of an expression."""

    @property
    def program(self) -> c.Program: ...

    @property
    def of_no_card(self) -> Interval:
        """What counts as the value of a card where there can be none."""
        ...

    def cards(self, part: c.Expression) -> tuple[int, int]:
        """The cards that are surely in a set, and those that may be."""
        ...

    def local(self, number: int) -> Interval: ...

    def track(self, number: int) -> Interval: ...

    def denominator(self, divisor: c.Expression, /) -> int | None:
        """A divisor is never nearer to 0 than one part of so many, if that is known."""
        ...


def interval(  # noqa: C901 - one case for each operation
    part: c.Expression, known: Known, depth: int = 0
) -> Interval:
    """The lowest and highest value that a number can have."""
    if depth > _DEEP:
        return None

    def of(each: c.Expression) -> Interval:
        return interval(each, known, depth + 1)

    match part:
        case c.Number(value):
            return Fraction(value), Fraction(value)
        case c.Guard(turns):
            return ZERO, Fraction(turns)
        case c.Local(number):
            return known.local(number)
        case c.Track(track):
            return known.track(track)
        case c.Count(counted):
            return count(counted, known)
        case c.Sum(left, right):
            return plus(of(left), of(right))
        case c.Difference(left, right):
            return plus(of(left), negated(of(right)))
        case c.Product(left, right):
            return times(of(left), of(right))
        case c.Quotient(left, right):
            return _quotient(of(left), of(right), known.denominator(right))
        case c.Rounded(_, number):
            return rounded(of(number))
        case c.Otherwise(left, right):
            return hull(of(left), of(right))
        case c.TwoOf(extreme, left, right):
            return _of_two(extreme, of(left), of(right))
        case c.ByTable(entries):
            return Fraction(min(0, *entries)), Fraction(max(0, *entries))
        case c.TotalOfEach(_, through, _, value, best):
            most = size(through, known, depth + 1)
            if most is None:
                return None
            times_most = (ZERO, Fraction(min(most, best or most)))
            return hull((ZERO, ZERO), times(of(value), times_most))
        case c.Attribute(attribute, cards) | c.ExtremeOfCards(_, attribute, cards):
            values = _values(known, attribute, known.cards(cards)[1])
            return (Fraction(min(values)), Fraction(max(values))) if values else known.of_no_card
        case c.TotalOfCards(attribute, cards):
            sure, possible = (_values(known, attribute, mask) for mask in known.cards(cards))
            return (Fraction(sum(min(0, v) for v in possible) + sum(max(0, v) for v in sure)),
                    Fraction(sum(max(0, v) for v in possible) + sum(min(0, v) for v in sure)))
        case c.DifferentCards(attribute, cards):
            low, high = (len(set(_values(known, attribute, mask))) for mask in known.cards(cards))
            return Fraction(low), Fraction(high)
        case c.SameCards(attribute, cards):
            low, high = (max(Counter(_values(known, attribute, mask)).values(), default=0)
                         for mask in known.cards(cards))
            return Fraction(low), Fraction(high)
        case c.TotalOfPlayers(_, value, players):
            all_of_them = Fraction(known.program.most_of(players.type))
            return hull((ZERO, ZERO), times(of(value), (ZERO, all_of_them)))
        case c.ExtremeOfPlayers(_, _, value):
            return of(value)
        case c.Figure(figure):
            return of(known.program.figures[figure].value)
        case c.Score(scoring):
            return scores(known.program.scorings[scoring], known, depth + 1)[-1]
        case (c.Member() | c.NumberRange() | c.Union() | c.Without() | c.TheOne() | c.Broken()):
            return None
    if isinstance(part, c.Condition | c.PlayerExpression | c.CardExpression):
        return None
    assert_never(part)


def count(part: c.Expression, known: Known) -> tuple[Fraction, Fraction]:
    """How many there are in a set of cards or players."""
    if c.of_owners(part.type):
        most = Fraction(known.program.most_of(part.type))
        match part:
            case c.Players():
                return Fraction(known.program.players), Fraction(known.program.players)
            case c.NumberRange():
                return most, most
            case c.Single():
                return ZERO, Fraction(1)
        return ZERO, most
    low, high = (mask.bit_count() for mask in known.cards(part))
    if isinstance(part, c.Top) and isinstance(part.count, c.Number):
        low, high = min(part.count.value, low), min(part.count.value, high)
    return Fraction(low), Fraction(high)


def size(part: c.Expression, known: Known, depth: int = 0) -> int | None:
    """How many cards, players or numbers there can be at most in what is gone through."""
    if not isinstance(part, c.NumberRange):
        return math.floor(count(part, known)[1])
    low, high = (interval(each, known, depth + 1) for each in (part.low, part.high))
    return None if low is None or high is None else max(0, math.floor(high[1] - low[0]) + 1)


def _of_two(extreme: c.Extreme, left: Interval, right: Interval) -> Interval:
    if left is None or right is None:
        return None
    of = max if extreme == "highest" else min
    return of(left[0], right[0]), of(left[1], right[1])


def scores(scoring: c.ScoringTable, known: Known, depth: int = 0) -> list[Interval]:
    """What a score can be, before the first step and after each."""
    found: list[Interval] = [(ZERO, ZERO)]
    for step in scoring.steps:
        found.append(_after(step, found[-1], known, depth))
    return found


def _after(step: c.StepTable, before: Interval, known: Known, depth: int) -> Interval:
    """A score after a step, which may be left out, or be done for each of several cards."""
    most: int | None = 1
    if step.per is not None and step.per.type == "number":
        times_taken = interval(step.per, known, depth + 1)
        most = None if times_taken is None else math.floor(times_taken[1])
    elif step.per is not None:
        most = math.floor(count(step.per, known)[1])
    if most is None:
        return None
    value: Interval = None if step.value is None else interval(step.value, known, depth + 1)
    after: Interval
    match step.operation:
        case "add":
            after = plus(before, times(value, (ZERO, Fraction(most))))
        case "subtract":
            after = plus(before, negated(times(value, (ZERO, Fraction(most)))))
        case "double":
            after = _multiplied(before, (Fraction(2), Fraction(2)), most)
        case "multiply by":
            after = _multiplied(before, value, most)
        case "halve":
            after = hull(before, (ZERO, ZERO))
        case "divide by":
            whole = isinstance(step.value, c.Number) and step.value.value != 0
            after = _multiplied(before, (Fraction(1), Fraction(1)), 1) if whole else None
        case "at least" | "at most":
            after = hull(before, value)
        case "round":
            after = before
        case _:
            assert_never(step.operation)
    after = hull(before, after)
    return rounded(after) if step.rounded else after


def _multiplied(before: Interval, by: Interval, most: int) -> Interval:
    if before is None or by is None or most > _MOST_POWER:
        return None
    largest = max(map(abs, before)) * max(Fraction(1), *map(abs, by)) ** most
    return -largest, largest


# --------------------------------------------------------------------------------- arithmetic
def plus(left: Interval, right: Interval) -> Interval:
    return None if left is None or right is None else (left[0] + right[0], left[1] + right[1])


def negated(one: Interval) -> Interval:
    return None if one is None else (-one[1], -one[0])


def times(left: Interval, right: Interval) -> Interval:
    if left is None or right is None:
        return None
    ends = [a * b for a in left for b in right]
    return min(ends), max(ends)


def hull(left: Interval, right: Interval) -> Interval:
    """The smallest interval that holds both."""
    if left is None or right is None:
        return None
    return min(left[0], right[0]), max(left[1], right[1])


def rounded(one: Interval) -> Interval:
    """The whole numbers that a number can be rounded to, in whichever direction."""
    return None if one is None else (Fraction(math.floor(one[0])), Fraction(math.ceil(one[1])))


def _quotient(above: Interval, below: Interval, denominator: int | None) -> Interval:
    if above is None or below is None:
        return None
    if below[0] == below[1] != 0:
        ends = above[0] / below[0], above[1] / below[0]
        return min(ends), max(ends)
    if denominator is None:
        return None
    most = max(map(abs, above)) * denominator
    return -most, most


def _values(known: Known, attribute: int, mask: int) -> list[int]:
    cards = known.program.cards
    return [cards[i].values[attribute] for i in range(len(cards)) if mask >> i & 1]

