"""Conditions that are certain: those that hold, or fail, at any moment of a game, or before it."""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.card_flow import Flow
from variorum_dsl.core.intervals import Interval, count, interval
from variorum_dsl.core.walk import meaning


class Facts:
    """What is known at any moment of a game, or before it begins, when every card lies in its
    place. Cautious: a name can stand for anything, and a track that is ever set too."""

    of_no_card: Interval = None

    def __init__(self, flow: Flow, *, at_start: bool = False) -> None:
        self.flow = flow
        self.program = flow.program
        self.at_start = at_start
        self.changed = {node.track.track for node in flow.lines if isinstance(node, c.SetTrack)}
        self.start = [0] * len(self.program.zones)
        for i, card in enumerate(self.program.cards):
            self.start[card.zone] |= 1 << i

    def cards(self, part: c.Expression) -> tuple[int, int]:
        """The cards that are surely among these, and those that may be."""
        match part:
            case c.Zone(zone, owner) if self.at_start:
                return (self.start[zone] if owner is None else 0), self.start[zone]
            case c.ZonesOf(zone, players) if self.at_start:
                whole = isinstance(players, c.Players)
                return (self.start[zone] if whole else 0), self.start[zone]
            case c.OfKind(mask, cards):
                low, high = self.cards(cards)
                return low & mask, high & mask
            case c.Outside(mask, cards):
                low, high = self.cards(cards)
                return mask & ~high, mask & ~low
            case c.Union(left, right):
                low, high = self.cards(left)
                other_low, other_high = self.cards(right)
                return low | other_low, high | other_high
            case c.Without(left, right):
                low, high = self.cards(left)
                other_low, other_high = self.cards(right)
                return low & ~other_high, high & ~other_low
            case (c.CardsWhose(cards) | c.BestCards(cards) | c.UniqueCards(cards)
                  | c.TheOne(cards)):
                return 0, self.cards(cards)[1]
            case c.Top(cards, _, among):
                return 0, self.cards(among or cards)[1]
        # What is not said more exactly above can be what the flow of the cards allows.
        return 0, self.flow.cards(part)

    def local(self, number: int) -> Interval:
        return None

    def track(self, number: int) -> Interval:
        start = self.program.tracks[number].start
        if start is None or (number in self.changed and not self.at_start):
            return None
        return interval(start, self)

    def denominator(self, divisor: c.Expression) -> int | None:
        return None


def truth(part: c.Expression, facts: Facts) -> bool | None:
    """Whether a condition is certain to hold, or certain not to."""
    match part:
        case c.Flag(value):
            return value
        case c.Not(condition):
            inside = truth(condition, facts)
            return None if inside is None else not inside
        case c.And(parts):
            sides = {truth(each, facts) for each in parts}
            if False in sides or contradiction(part):
                return False
            return True if sides == {True} else None
        case c.Or(parts):
            sides = {truth(each, facts) for each in parts}
            return True if True in sides else False if sides == {False} else None
        case c.IsEmpty(counted):
            low, high = count(counted, facts)
            return True if high <= 0 else False if low > 0 else None
        case c.Compare(comparison, left, right):
            if left.type != "number" or right.type != "number":
                return None
            return compared(comparison, interval(left, facts), interval(right, facts))
        case c.IsKind(mask, cards):
            most = facts.cards(cards)[1]
            return False if most and not most & mask else None
        case c.IsIn() | c.Local() | c.Track() | c.Otherwise() | c.Broken():
            return None
        case c.Member() | c.NumberRange() | c.Union() | c.Without() | c.TheOne():
            return None
    if isinstance(part, c.NumberExpression | c.PlayerExpression | c.CardExpression):
        return None
    assert_never(part)


def compared(comparison: c.Comparison, left: Interval, right: Interval) -> bool | None:
    if left is None or right is None:
        return None
    (a, b), (low, high) = left, right
    match comparison:
        case "is":
            return False if b < low or a > high else True if a == b == low == high else None
        case "is not":
            same = compared("is", left, right)
            return None if same is None else not same
        case "is at least":
            return True if a >= high else False if b < low else None
        case "is more than":
            return True if a > high else False if b <= low else None
        case "is at most":
            return compared("is at least", right, left)
        case "is less than":
            return compared("is more than", right, left)
        case _:
            assert_never(comparison)


def contradiction(condition: c.Expression) -> bool:
    """Whether conditions joined by `and` exclude each other on their face."""
    spans: dict[Hashable, tuple[float, float]] = {}
    held: dict[Hashable, bool] = {}
    for part in conjuncts(condition):
        holds = not isinstance(part, c.Not)
        bare = part.of if isinstance(part, c.Not) else part
        if held.setdefault(meaning(bare), holds) != holds:
            return True
        match part:
            case c.Compare(comparison, left, c.Number(value)):
                low, high = _span(comparison, value)
                before = spans.get(meaning(left), (-inf, inf))
                spans[meaning(left)] = now = (max(before[0], low), min(before[1], high))
                if now[0] > now[1]:
                    return True
    return False


def conjuncts(condition: c.Expression) -> list[c.Expression]:
    if not isinstance(condition, c.And):
        return [condition]
    return [each for part in condition.parts for each in conjuncts(part)]


def _span(comparison: c.Comparison, value: int) -> tuple[float, float]:
    """The numbers that compare so with a value. They may be fractions, so that `more than` is as
    good as anything above it."""
    match comparison:
        case "is":
            return value, value
        case "is at least":
            return value, inf
        case "is at most":
            return -inf, value
        case "is more than":
            return value + 1e-9, inf
        case "is less than":
            return -inf, value - 1e-9
        case "is not":
            return -inf, inf
        case _:
            assert_never(comparison)
