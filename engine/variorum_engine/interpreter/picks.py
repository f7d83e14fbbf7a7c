"""The answers to a pick: asked about, counted exactly, drawn uniformly, gone through lazily.

Cards with the same face cannot be told apart, so an answer says how many of each face, and the
lowest of them stand for all. Where a condition only bounds a total, answers are counted by how many
cards they are and what they come to; under any other condition they are gone through.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from variorum_dsl import core as c

from variorum_engine.interpreter.expressions import Context, evaluator, whole
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import COMPARE, Number, mask_of, members

if TYPE_CHECKING:
    from variorum_engine.interpreter.chance import Stream

MOST_LISTED = 1 << 18
Reason = Literal["not there", "too few", "too many", "condition"]


class PickRule:
    """A pick of the rules, ready to be put to a player."""

    def __init__(self, context: Context, pick: c.Pick) -> None:
        self.pick = pick
        self.low = evaluator(pick.low, context)
        self.high = None if pick.high is None else evaluator(pick.high, context)
        self.source = whole(pick.source, context)
        self.of_players = pick.source.type == "players"
        self.of_numbers = pick.source.type == "numbers"
        self.by_number = self.of_players or self.of_numbers
        # What the numbers are called, if they stand for the members of an attribute.
        self.called = context.program.called(pick)
        self.single = (isinstance(pick.low, c.Number) and isinstance(pick.high, c.Number)
                       and pick.low.value == 1 == pick.high.value)
        self.such_that = None if pick.such_that is None else evaluator(pick.such_that, context)
        self.limit = None if self.by_number else pick.limit
        self.bound = None if self.limit is None else evaluator(self.limit.bound, context)
        self.faces = [card.face for card in context.program.cards]
        # What the limit counts.
        self.values = None if self.limit is None else context.values[self.limit.attribute]
        self.total = None if self.limit is None else context.totals[self.limit.attribute]

    def asked(self, state: State) -> Answers:
        """The answers in a position."""
        return Answers(self, state)


class Answers:
    """The answers to one pick in one position."""

    __slots__ = ("bound", "high", "low", "rule", "source", "state")

    def __init__(self, rule: PickRule, state: State) -> None:
        self.rule = rule
        self.state = state
        self.source = rule.source(state)
        size = self.source.bit_count()
        # Nobody picks a part of something: at least 5/2 is at least 3, at most 5/2 at most 2.
        self.low = math.ceil(rule.low(state))
        self.high = size if rule.high is None else min(size, math.floor(rule.high(state)))
        self.bound: Number = 0 if rule.bound is None else rule.bound(state)

    # ---------------------------------------------------------------------------- one answer
    def why_not(self, mask: int) -> Reason | None:
        """The reason that an answer is not allowed, or nothing."""
        if mask & ~self.source:
            return "not there"
        size = mask.bit_count()
        if size < self.low:
            return "too few"
        if size > self.high:
            return "too many"
        return None if self._allowed(mask) else "condition"

    def _allowed(self, mask: int) -> bool:
        """Whether the condition of the pick holds."""
        rule = self.rule
        if rule.limit is not None:
            return COMPARE[rule.limit.comparison](self.total(mask), self.bound)
        if rule.such_that is None:
            return True
        local = rule.pick.local
        before = self.state.locals[local]
        self.state.locals[local] = (
            mask.bit_length() - 1 if rule.single and rule.by_number else mask)
        try:
            return bool(rule.such_that(self.state))
        finally:
            self.state.locals[local] = before

    def total(self, mask: int) -> int:
        """What picked cards come to, where the rule limits that."""
        return 0 if self.rule.total is None else self.rule.total(mask)

    def lowest(self, mask: int) -> int:
        """The same answer with the lowest of equal cards."""
        return mask_of(
            member for group in self.groups()
            for member in group[:sum(mask >> each & 1 for each in group)])

    def groups(self) -> list[list[int]]:
        """The members that cannot be told apart, in order of the lowest."""
        if self.rule.by_number:
            return [[member] for member in members(self.source)]
        groups: dict[int, list[int]] = {}
        for card in members(self.source):
            groups.setdefault(self.rule.faces[card], []).append(card)
        return list(groups.values())

    def alone(self) -> int:
        """The members that are an answer each by itself, as one set; of equal ones the lowest."""
        if self.low > 1 or self.high < 1:
            return 0
        firsts = [group[0] for group in self.groups()]
        limit, values = self.rule.limit, self.rule.values
        if limit is None or values is None:
            return mask_of([member for member in firsts if self._allowed(1 << member)])
        test, bound = COMPARE[limit.comparison], self.bound
        return mask_of([member for member in firsts if test(values[member], bound)])

    # --------------------------------------------------------------------------- all answers
    def __iter__(self) -> Iterator[int]:
        """All answers. Where at most one member is picked, single members come in order; otherwise
        those without the lowest member come before those with it."""
        if self.low > self.high:
            return
        if self.high <= 1:
            if self.low <= 0 and self._allowed(0):
                yield 0
            yield from (1 << member for member in members(self.alone()))
        else:
            yield from self._completed(self.groups(), 0)

    def _completed(self, groups: list[list[int]], part: int) -> Iterator[int]:
        """The answers that contain a part and otherwise only members of these groups."""
        if not groups:
            if part.bit_count() >= self.low and self._allowed(part):
                yield part
            return
        for many in range(min(len(groups[0]), self.high - part.bit_count()) + 1):
            yield from self._completed(groups[1:], part | mask_of(groups[0][:many]))

    def possible(self) -> bool:
        """Whether there is any answer."""
        return next(iter(self), None) is not None if self._listed() else self.count() > 0

    def completable(self, part: int) -> bool:
        """Whether some answer contains these members."""
        if part & ~self.source or part.bit_count() > self.high:
            return False
        part = self.lowest(part)
        if self.high <= 1:
            return any(not part & ~answer for answer in self)
        rest = [[member for member in group if not part >> member & 1] for group in self.groups()]
        rest = [group for group in rest if group]
        if self._listed():
            return next(self._completed(rest, part), None) is not None
        return self._ways(self._rows(rest), part.bit_count(), self.total(part)) > 0

    def count(self) -> int:
        if self.low > self.high:
            return 0
        if not self._listed():
            return self._ways(self._rows(self.groups()), 0, 0)
        found = 0
        for found, _ in enumerate(self, 1):
            if found > MOST_LISTED:
                raise Fault("there are too many answers to go through", self.rule.pick.source)
        return found

    def drawn(self, stream: Stream) -> int:
        """One answer, each as likely as every other."""
        if self._listed():
            answers = list(self)
            return answers[stream.below(len(answers))]
        return self._numbered(stream.below(self.count()))

    def _listed(self) -> bool:
        """Whether answers are gone through: any condition but one on a total needs that, and where
        at most one member is picked there are few."""
        return self.high <= 1 or (self.rule.such_that is not None and self.rule.limit is None)

    def _numbered(self, number: int) -> int:
        """The answer of that number, in the order of going through them."""
        groups = self.groups()
        rows = self._rows(groups)
        mask = 0
        for index, group in enumerate(groups):
            for many in range(len(group) + 1):
                chosen = mask | mask_of(group[:many])
                ways = self._ways(rows[index + 1:], chosen.bit_count(), self.total(chosen))
                if number < ways:
                    mask = chosen
                    break
                number -= ways
        return mask

    def _rows(self, groups: list[list[int]]) -> Rows:
        values = self.rule.values
        return tuple((0 if values is None else values[group[0]], len(group)) for group in groups)

    def _ways(self, rows: Rows, size: int, total: int) -> int:
        """How many answers there are if so many cards that come to so much are picked already, and
        others can be added from these rows."""
        limit, free = self.rule.limit, self.high >= self.source.bit_count()
        return _ways(
            rows, max(self.low - size, 0), None if free else self.high - size,
            None if limit is None else limit.comparison, self.bound - total,
        )


_DEPTH = 100  # the table of so many rows is made from that of the rest by going down into it
Rows = tuple[tuple[int, int], ...]  # for each sort of card what it is worth, and how many there are


@lru_cache(maxsize=1 << 16)
def _ways(
    rows: Rows, least: int, most: int | None, comparison: c.Comparison | None, bound: Number
) -> int:
    """In how many ways so many cards can be picked that come to a total within a bound."""
    # Sizes that are all right alike, or all wrong alike, need not be told apart.
    enough = least if most is None else most + 1
    compare = None if comparison is None else COMPARE[comparison]
    return sum(
        ways for (size, total), ways in _spread(rows, enough).items()
        if least <= size and (most is None or size <= most)
        and (compare is None or compare(total, bound))
    )


def _spread(rows: Rows, enough: int) -> dict[tuple[int, int], int]:
    """In how many ways cards can be picked, by how many they are (at most `enough`: that many or
    more) and what they come to."""
    for start in range(len(rows) - _DEPTH, 0, -_DEPTH):
        _spread_of(rows[start:], enough)
    return _spread_of(rows, enough)


@lru_cache(maxsize=1 << 12)
def _spread_of(rows: Rows, enough: int) -> dict[tuple[int, int], int]:
    if not rows:
        return {(0, 0): 1}
    (value, many), *_ = rows
    found: dict[tuple[int, int], int] = {}
    for (size, total), ways in _spread_of(rows[1:], enough).items():
        for more in range(many + 1):
            key = min(size + more, enough), total + more * value
            found[key] = found.get(key, 0) + ways
    return found
