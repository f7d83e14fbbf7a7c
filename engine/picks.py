"""The answers to a pick: asked about, counted exactly, drawn uniformly, gone through lazily.

Cards with the same face cannot be told apart, so an answer says how many of each face, and the
lowest of them stand for all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from dsl.core import Pick
from engine.state import Fault, State
from engine.values import COMPARE, bits

if TYPE_CHECKING:
    from engine.chance import Stream
    from engine.values import Values

MOST_LISTED = 1 << 18
MOST_TOTAL = 4000


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
        self.such_that = None if pick.such_that is None else values.compile(pick.such_that)
        self.single = pick.low.op == "number" == (pick.high.op if pick.high else "") and (
            pick.low.args[0] == 1 == pick.high.args[0]  # type: ignore[union-attr]
        )
        self.limit = None
        if pick.limit is not None and not self.by_number:
            attribute, comparison, bound = pick.limit
            self.limit = (
                values.total(attribute), COMPARE[comparison], comparison,
                values.compile(bound), values.attribute_values[attribute],
            )
        self.totals: Totals | None = None
        if self.limit is not None and pick.high is None and (
            self.limit[2] in ("is more than", "is at least") and pick.low.op == "number"
            and pick.low.args[0] <= 1 and min(self.limit[4]) >= 0
            and sum(self.limit[4]) <= MOST_TOTAL
        ):
            self.totals = Totals(self.limit[4])
        faces = [card.face for card in values.program.cards]
        self.faces = faces
        self.distinct = self.by_number or len(set(faces)) == len(faces)

    def asked(self, state: State) -> Answers:
        """The answers in a position."""
        return Answers(self, state)


class Answers:
    """The answers to one pick in one position."""

    __slots__ = ("bound", "high", "low", "rule", "source", "state")

    def __init__(self, rule: PickRule, state: State) -> None:
        self.rule = rule
        self.state = state
        self.source: int = rule.source(state)
        size = self.source.bit_count()
        self.low = rule.low(state)
        self.high = size if rule.high is None else min(size, rule.high(state))
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
            return rule.limit[1](rule.limit[0](mask), self.bound)
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
            total, test, comparison, _, values = rule.limit
            if rule.high is None and comparison in ("is more than", "is at least") and (
                min(values) >= 0
            ):
                return test(total(self.source), self.bound)
            return self.count() > 0
        if rule.such_that is None:
            return True
        return next(iter(self), None) is not None

    def _groups(self) -> list[list[int]]:
        """The members that cannot be told apart, in order of the lowest."""
        if self.rule.distinct:
            return [[member] for member in bits(self.source)]
        groups: dict[int, list[int]] = {}
        for card in bits(self.source):
            groups.setdefault(self.rule.faces[card], []).append(card)
        return list(groups.values())

    def singles(self) -> list[int]:
        """The answers that consist of one member each, as masks, lowest first."""
        if self.low > 1 or self.high < 1:
            return []
        return [1 << group[0] for group in self._groups() if self._allowed(1 << group[0])]

    def __iter__(self) -> Iterator[int]:
        groups = self._groups()
        if self.low > self.high:
            return
        yield from self._from(groups, 0, 0, 0)

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
        if totals is None or not (self.rule.distinct or self._all_distinct()):
            return None
        bound, comparison = self.bound, self.rule.limit[2]  # type: ignore[index]
        least = math.floor(bound) + 1 if comparison == "is more than" else math.ceil(bound)
        return totals, least, int(self.low >= 1 and least <= 0)

    def _all_distinct(self) -> bool:
        faces = [self.rule.faces[card] for card in bits(self.source)]
        return len(set(faces)) == len(faces)

    def count(self) -> int:
        quick = self._looked_up()
        if quick is not None:
            totals, least, empty = quick
            return totals.count(self.source, least) - empty
        if self.rule.such_that is None or self.rule.limit is not None:
            return self._tails()[0].get((0, 0), 0)
        found = 0
        for found, _ in enumerate(self, 1):
            if found > MOST_LISTED:
                raise Fault("there are too many answers to go through", self.rule.pick.source)
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
        if self.rule.such_that is not None and self.rule.limit is None:
            listed = list(self)
            return listed[stream.below(len(listed))]
        groups = self._groups()
        if self.rule.limit is None and self.low == self.high == 1:
            return 1 << groups[stream.below(len(groups))][0]
        return self._nth(stream.below(self._tails()[0][(0, 0)]))

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
