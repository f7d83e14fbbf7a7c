"""The answers to a pick: asked about, counted exactly, drawn uniformly, gone through lazily.

Cards with the same face cannot be told apart, so an answer says how many of each face, and the
lowest of them stand for all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from variorum_dsl.core.program import Pick

from variorum_engine.interpreter.memo import Enough, Firsts, Totals
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import COMPARE, bits

if TYPE_CHECKING:
    from variorum_engine.interpreter.chance import Stream
    from variorum_engine.interpreter.values import Value, Values

MOST_LISTED = 1 << 18
MOST_TOTAL = 4000


class PickRule:
    """A pick of the rules, ready to be put to a player."""

    def __init__(self, values: Values, pick: Pick) -> None:
        self.pick = pick
        self.values = values
        self.low = values.compile(pick.low)
        self.high = None if pick.high is None else values.compile(pick.high)
        self.source = values.compile(pick.source)
        self.of_players = pick.source.type == "players"
        self.of_numbers = pick.source.type == "numbers"
        self.by_number = self.of_players or self.of_numbers
        # What the numbers are called, if they stand for the members of an attribute.
        self.called = values.program.called(pick)
        self.such_that = None if pick.such_that is None else values.compile(pick.such_that)
        self.single = pick.low.op == "number" == (pick.high.op if pick.high else "") and (
            pick.low.args[0] == 1 == pick.high.args[0]  # type: ignore[union-attr]
        )
        self.limit = None
        if pick.limit is not None and not self.by_number:
            attribute, comparison, bound = pick.limit
            self.limit = (
                values.sums(attribute), COMPARE[comparison], comparison,
                values.compile(bound), values.attribute_values[attribute],
            )
            self.enough = Enough(self.limit[4], self.limit[1])
        self.totals: Totals | None = None
        if self.limit is not None and pick.high is None and (
            self.limit[2] in ("is more than", "is at least") and pick.low.op == "number"
            and pick.low.args[0] <= 1 and min(self.limit[4]) >= 0
            and sum(self.limit[4]) <= MOST_TOTAL
        ):
            self.totals = Totals(self.limit[4])
        self.faces = [card.face for card in values.program.cards]
        self.distinct = self.by_number or len(set(self.faces)) == len(self.faces)
        self.plain: dict[int, bool] = {}
        self.least = pick.low.args[0] if pick.low.op == "number" else None
        # More is always better: then all that is there is an answer if anything is.
        self.grows = self.limit is not None and pick.high is None and (
            self.limit[2] in ("is more than", "is at least") and min(self.limit[4]) >= 0
        )
        self.firsts = Firsts(self.faces)

    def asked(self, state: State) -> Answers:
        """The answers in a position."""
        return Answers(self, state)

    def all_differ(self, source: int) -> bool:
        """Whether no two cards of a set have the same face; remembered set by set."""
        if self.distinct:
            return True
        found = self.plain.get(source)
        if found is None:
            if len(self.plain) > MOST_LISTED:
                self.plain.clear()
            faces = [self.faces[card] for card in bits(source)]
            found = self.plain[source] = len(set(faces)) == len(faces)
        return found

    @cached_property
    def singles(self) -> Value:
        """The members that are an answer each by itself, as one set: a function of a position."""
        if self.limit is None or self.high is not None or self.least not in (0, 1):
            return lambda state: Answers(self, state).alone()
        source, bound, enough, firsts = self.source, self.limit[3], self.enough, self.firsts
        return lambda state: firsts[source(state) & enough[bound(state)]]


class Answers:
    """The answers to one pick in one position."""

    __slots__ = ("bound", "high", "low", "rule", "source", "state")

    def __init__(self, rule: PickRule, state: State) -> None:
        self.rule = rule
        self.state = state
        self.source: int = rule.source(state)
        size = self.source.bit_count()
        # Nobody picks a part of something: at least 5/2 is at least 3, at most 5/2 at most 2.
        self.low = math.ceil(rule.low(state)) if rule.least is None else rule.least
        self.high = size if rule.high is None else min(size, math.floor(rule.high(state)))
        self.bound = None if rule.limit is None else rule.limit[3](state)

    # ------------------------------------------------------------- one answer
    def why_not(self, mask: int) -> str | None:
        """The reason that an answer is not allowed: `not there`, `too few`, `too many`,
        `condition`; or nothing."""
        if mask & ~self.source:
            return "not there"
        size = mask.bit_count()
        if size < self.low:
            return "too few"
        if size > self.high:
            return "too many"
        return None if self._allowed(mask) else "condition"

    def _allowed(self, mask: int) -> bool:
        rule = self.rule
        if rule.limit is not None:
            return rule.limit[1](rule.limit[0][mask], self.bound)
        if rule.such_that is None:
            return True
        local = rule.pick.local
        before = self.state.locals[local]
        player = rule.single and rule.by_number
        self.state.locals[local] = mask.bit_length() - 1 if player else mask
        try:
            return bool(rule.such_that(self.state))
        finally:
            self.state.locals[local] = before

    # ------------------------------------------------------------ all answers
    def possible(self) -> bool:
        """Whether there is any answer, without going through them where that is plain."""
        if self.low > self.high:
            return False
        rule = self.rule
        if rule.limit is not None:
            if rule.grows:
                return rule.limit[1](rule.limit[0][self.source], self.bound)
            return self.count() > 0
        if rule.such_that is None:
            return True
        return next(iter(self), None) is not None

    def _groups(self) -> list[list[int]]:
        """The members that cannot be told apart, in order of the lowest."""
        if self.rule.all_differ(self.source):
            return [[member] for member in bits(self.source)]
        groups: dict[int, list[int]] = {}
        for card in bits(self.source):
            groups.setdefault(self.rule.faces[card], []).append(card)
        return list(groups.values())

    def singles(self) -> list[int]:
        """The answers that consist of one member each, as masks, lowest first."""
        return [1 << member for member in bits(self.alone())]

    def alone(self) -> int:
        """The members that are an answer each by itself, as one set."""
        if self.low > 1 or self.high < 1:
            return 0
        mask, rule = self.source, self.rule
        if rule.limit is not None:
            mask &= rule.enough[self.bound]
        if not rule.distinct:
            mask = rule.firsts[mask]
        if rule.limit is None and rule.such_that is not None:
            mask = sum(1 << member for member in bits(mask) if self._allowed(1 << member))
        return mask

    def __iter__(self) -> Iterator[int]:
        if self.low > self.high:
            return
        if self.high <= 1:
            if self.low <= 0 and self._allowed(0):
                yield 0
            yield from self.singles()
            return
        yield from self._from(self._groups(), 0, 0, 0)

    def _from(self, groups: list[list[int]], index: int, size: int, mask: int) -> Iterator[int]:
        if index == len(groups):
            if size >= self.low and self._allowed(mask):
                yield mask
            return
        group = groups[index]
        for many in range(len(group) + 1):
            if size + many > self.high:
                break
            chosen = mask
            for member in group[:many]:
                chosen |= 1 << member
            yield from self._from(groups, index + 1, size + many, chosen)

    def _looked_up(self) -> tuple[Totals, int, int] | None:
        """The table of totals, the least total wanted, and how many answers to leave out (the
        empty one, where something must be picked), if that is all that counts here."""
        totals = self.rule.totals
        if totals is None or not self.rule.all_differ(self.source):
            return None
        bound: Any = self.bound
        comparison = self.rule.limit[2]  # type: ignore[index]
        least = math.floor(bound) + 1 if comparison == "is more than" else math.ceil(bound)
        return totals, least, int(self.low >= 1 and least <= 0)

    def count(self) -> int:
        if self.low > self.high:
            return 0
        quick = self._looked_up()
        if quick is not None:
            totals, least, empty = quick
            return totals.count(self.source, least) - empty
        rule = self.rule
        if self.high <= 1:
            return self.alone().bit_count() + int(self.low <= 0 and self._allowed(0))
        if rule.such_that is None and rule.all_differ(self.source):
            return _subsets(self.source.bit_count(), self.low, self.high)
        if rule.such_that is None or rule.limit is not None:
            return self._tails()[0].get((0, 0), 0)
        found = 0
        for found, _ in enumerate(self, 1):
            if found > MOST_LISTED:
                raise Fault("there are too many answers to go through", rule.pick.source)
        return found

    def _tails(self) -> list[dict[tuple[int, Any], int]]:
        """For each group, how many ways to finish, by size and total picked before it."""
        groups = self._groups()
        limit = self.rule.limit
        worth: Callable[[int], int] = (lambda member: 0) if limit is None else (
            limit[4].__getitem__
        )
        reachable: list[set[tuple[int, int]]] = [{(0, 0)}]
        for group in groups:
            value = worth(group[0])
            reachable.append({
                (size + many, total + many * value)
                for size, total in reachable[-1]
                for many in range(len(group) + 1)
                if size + many <= self.high
            })
        last = {
            (size, total): int(
                size >= self.low and (limit is None or limit[1](total, self.bound))
            )
            for size, total in reachable[-1]
        }
        tails = [last]
        for group, before in zip(reversed(groups), reversed(reachable[:-1]), strict=True):
            value = worth(group[0])
            after = tails[0]
            tails.insert(0, {
                (size, total): sum(
                    after.get((size + many, total + many * value), 0)
                    for many in range(len(group) + 1)
                )
                for size, total in before
            })
        return tails

    def drawn(self, stream: Stream) -> int:
        """One answer, each as likely as every other."""
        quick = self._looked_up()
        if quick is not None:
            totals, least, empty = quick
            many = totals.count(self.source, least)
            # The empty subset comes first, so leaving it out means counting from 1.
            return totals.drawn(self.source, least, empty + stream.below(many - empty))
        rule = self.rule
        if self.high <= 1:
            alone, empty = self.alone(), int(self.low <= 0 and self._allowed(0))
            ticket = stream.below(alone.bit_count() + empty) - empty
            for _ in range(ticket):
                alone &= alone - 1
            return alone & -alone if ticket >= 0 else 0  # the empty answer comes first
        if rule.such_that is not None and rule.limit is None:
            listed = list(self)
            return listed[stream.below(len(listed))]
        if rule.such_that is None and rule.all_differ(self.source):
            return self._nth_subset(stream.below(self.count()))
        return self._nth(stream.below(self._tails()[0][(0, 0)]))

    def _nth_subset(self, number: int) -> int:
        """As `_nth`, where only how many are picked matters and no two are alike."""
        low, high, mask = self.low, self.high, 0
        left = self.source.bit_count()
        for member in bits(self.source):
            left -= 1
            without = _subsets(left, low, high)
            if number >= without:
                number -= without
                mask |= 1 << member
                low, high = low - 1, high - 1
        return mask

    def _nth(self, number: int) -> int:
        """The answer of that number, in the order of going through them."""
        groups, tails = self._groups(), self._tails()
        worth = None if self.rule.limit is None else self.rule.limit[4]
        size = total = mask = 0
        for index, group in enumerate(groups):
            value = 0 if worth is None else worth[group[0]]
            for many in range(len(group) + 1):
                ways = tails[index + 1].get((size + many, total + many * value), 0)
                if number < ways:
                    size, total = size + many, total + many * value
                    for member in group[:many]:
                        mask |= 1 << member
                    break
                number -= ways
        return mask


def _subsets(size: int, low: int, high: int) -> int:
    """How many subsets of a set of that size have from `low` to `high` members."""
    return sum(math.comb(size, many) for many in range(max(low, 0), min(high, size) + 1))
