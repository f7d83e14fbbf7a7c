"""The answers to a pick: asked about, counted exactly, drawn uniformly, gone through lazily.

Cards with the same face cannot be told apart, so an answer says how many of each face, and the
lowest of them stand for all. Where a condition only bounds a total, answers are counted by how many
cards they are and what they come to; under any other condition they are gone through.

The counts for every total stand side by side in one large integer (Kronecker substitution): a
card more is a shift and a sum. Where few totals lie far apart, a dictionary holds them instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from math import prod
from typing import TYPE_CHECKING, Literal, NamedTuple, assert_never

from variorum_dsl import core as c

from variorum_engine.interpreter.expressions import (
    Context,
    Evaluator,
    WholeEvaluator,
    evaluator,
    whole,
)
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import COMPARE, Number, mask_of, members

if TYPE_CHECKING:
    from variorum_engine.interpreter.chance import Stream

MOST_LISTED = 1 << 18
MOST_VISITED = 1 << 21  # sets of cards that are looked at for an answer
Reason = Literal["not there", "too few", "too many", "condition"]


class PickRule:
    """A pick of the rules, ready to be put to a player. What it asks of a position is taken apart
    when somebody is asked: few games come to every decision."""

    def __init__(self, context: Context, pick: c.Pick) -> None:
        self.pick = pick
        self.context = context
        self.budget = context.budget
        self.of_players = pick.source.type == "players"
        self.of_numbers = pick.source.type == "numbers"
        self.by_number = self.of_players or self.of_numbers
        # What the numbers are called, if they stand for the members of an attribute.
        self.called = context.program.called(pick)
        self.single = (isinstance(pick.low, c.Number) and isinstance(pick.high, c.Number)
                       and pick.low.value == 1 == pick.high.value)
        self.limit = None if self.by_number else pick.limit

    @cached_property
    def low(self) -> Evaluator:
        return evaluator(self.pick.low, self.context)

    @cached_property
    def high(self) -> Evaluator | None:
        return None if self.pick.high is None else evaluator(self.pick.high, self.context)

    @cached_property
    def source(self) -> WholeEvaluator:
        return whole(self.pick.source, self.context)

    @cached_property
    def such_that(self) -> Evaluator | None:
        condition = self.pick.such_that
        return None if condition is None else evaluator(condition, self.context)

    @cached_property
    def bound(self) -> Evaluator | None:
        return None if self.limit is None else evaluator(self.limit.bound, self.context)

    @cached_property
    def faces(self) -> list[int]:
        return [card.face for card in self.context.program.cards]

    @property
    def values(self) -> list[int] | None:
        """What the limit counts."""
        return None if self.limit is None else self.context.values[self.limit.attribute]

    @property
    def total(self) -> Callable[[int], int] | None:
        return None if self.limit is None else self.context.totals[self.limit.attribute]

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
        budget, source, last = self.rule.budget, self.rule.pick.source, len(groups)
        firsts = [[mask_of(group[:many]) for many in range(len(group) + 1)] for group in groups]
        behind = [sum(map(len, groups[depth:])) for depth in range(last + 1)]
        visited = 0
        open_parts = [(0, part)]
        while open_parts:
            depth, chosen = open_parts.pop()
            size = chosen.bit_count()
            if size + min(behind[depth], self.high - size) < self.low:
                continue
            if depth < last and size < self.high:
                first = firsts[depth]
                most = min(len(first) - 1, self.high - size)
                open_parts += [(depth + 1, chosen | each) for each in first[most::-1]]
                continue
            visited += 1
            budget.spend(4 + behind[0] // 2, "this pick", source.at)
            if visited > MOST_VISITED:
                raise Fault("there are too many sets of cards to go through", source)
            if self._allowed(chosen):
                yield chosen

    def possible(self) -> bool:
        """Whether there is any answer."""
        if self._listed():
            return next(iter(self), None) is not None
        return self._reaches(self.groups(), 0)

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
        return self._reaches(rest, part)

    def _reaches(self, groups: list[list[int]], part: int) -> bool:
        """Whether an answer contains a part and otherwise only members of these groups. The lowest
        and the highest total decide, but for totals that are met exactly."""
        size = part.bit_count()
        least, most = max(self.low - size, 0), self.high - size
        limit, values = self.rule.limit, self.rule.values
        if limit is None or values is None:
            return least <= min(most, sum(map(len, groups)))
        worth = sorted(values[member] for group in groups for member in group)
        if least > min(most, len(worth)):
            return False
        more = min(most, len(worth)) - least
        total, bound = self.total(part), self.bound
        lowest = total + sum(worth[:least]) + sum(v for v in worth[least : least + more] if v < 0)
        worth.reverse()
        highest = total + sum(worth[:least]) + sum(v for v in worth[least : least + more] if v > 0)
        match limit.comparison:
            case "is at least" | "is more than":
                return COMPARE[limit.comparison](highest, bound)
            case "is at most" | "is less than":
                return COMPARE[limit.comparison](lowest, bound)
            case "is not":
                return not lowest == bound == highest
            case "is":
                return lowest <= bound <= highest and (
                    bound in (lowest, highest)
                    or self._ways(self._rows(groups), size, total) > 0)
            case _:
                assert_never(limit.comparison)

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
        wanted = self._wanted(0, 0)
        tables = _tables(rows, self._afforded(rows, wanted))
        mask = 0
        for index, group in enumerate(groups):
            for many in range(len(group) + 1):
                chosen = mask | mask_of(group[:many])
                if many == len(group):  # it is none of those before
                    mask = chosen
                    break
                ways = _within(tables[index + 1], self._wanted(
                    chosen.bit_count(), self.total(chosen)))
                if number < ways:
                    mask = chosen
                    break
                number -= ways
        return mask

    def _rows(self, groups: list[list[int]]) -> Rows:
        values = self.rule.values
        return tuple((0 if values is None else values[group[0]], len(group)) for group in groups)

    def _wanted(self, size: int, total: int) -> Wanted:
        """What must still come if so many cards that come to so much are picked already."""
        limit, free = self.rule.limit, self.high >= self.source.bit_count()
        return Wanted(max(self.low - size, 0), None if free else self.high - size,
                      None if limit is None else limit.comparison, self.bound - total)

    def _ways(self, rows: Rows, size: int, total: int) -> int:
        """How many answers there are if so many cards that come to so much are picked already, and
        others can be added from these rows."""
        wanted = self._wanted(size, total)
        self._afforded(rows, wanted)
        return _ways(rows, wanted)

    def _afforded(self, rows: Rows, wanted: Wanted) -> Shape:
        """How the totals are counted, unless that is too much work."""
        shape, source = _shape(rows, wanted.enough, wanted.bound), self.rule.pick.source
        self.rule.budget.spend(shape.steps, "this pick", source.at)
        if shape.steps > _MOST_STEPS:
            raise Fault("there are too many different totals to count the answers", source)
        return shape


Rows = tuple[tuple[int, int], ...]  # for each sort of card what it is worth, and how many there are
_SPARSE = 1 << 12  # so many totals fit into a dictionary
_DENSE = 1 << 16  # so many bits are quicker than any dictionary
_MOST_STEPS = 1 << 17
_BITS_A_STEP = 1 << 14


class Wanted(NamedTuple):
    """How many cards may be picked, and what they may come to."""

    least: int
    most: int | None
    comparison: c.Comparison | None
    bound: Number

    @property
    def enough(self) -> int:
        """Sizes from here on are all right or all wrong alike, and need not be told apart."""
        return self.least if self.most is None else self.most + 1


class Shape(NamedTuple):
    """How the counts of some rows are kept, and the work that it takes: every total is a multiple
    of `unit`, and a count has `width` bits; without any, the counts stand in a dictionary. Totals
    of `top` units and more are beyond every bound and need not be told apart."""

    enough: int
    top: int | None
    unit: int
    width: int
    steps: int


class Counts(NamedTuple):
    """In how many ways cards can be picked. In `spread` by how many they are (at most `enough`:
    that many or more) and what they come to; or in `packed`, by how many they are, with the counts
    of all totals from the lowest up in one integer."""

    shape: Shape
    lowest: int
    packed: list[int]
    spread: dict[tuple[int, int], int]


@lru_cache(maxsize=1 << 10)
def _shape(rows: Rows, enough: int, bound: Number) -> Shape:
    answers = prod(many + 1 for _, many in rows)
    unit = math.gcd(*(value for value, _ in rows)) or 1
    width = answers.bit_length() + 1
    span = sum(abs(value) * many for value, many in rows) // unit + 1
    top = None
    if all(value >= 0 for value, _ in rows):  # then what is picked only brings a bound nearer
        top = max(0, int(bound // unit) + 1)
        span = min(span, top + 1)
    bits = span * width * (enough + 1)
    if bits > _DENSE and answers <= _SPARSE:
        return Shape(enough, top, unit, 0, answers)
    return Shape(enough, top, unit, width, len(rows) * bits // _BITS_A_STEP + 1)


@lru_cache(maxsize=1 << 16)
def _ways(rows: Rows, wanted: Wanted) -> int:
    """In how many ways so many cards can be picked that come to a total within a bound."""
    return _within(_tables(rows, _shape(rows, wanted.enough, wanted.bound))[0], wanted)


def _tables(rows: Rows, shape: Shape) -> list[Counts]:
    """The counts of all rows, of all but the first, and so on."""
    enough = shape.enough
    packed = [1] + [0] * enough
    spread = {(0, 0): 1}
    lowest = 0
    found = [Counts(shape, 0, packed, spread)]
    for value, many in reversed(rows):
        lowest += min(0, value * many)
        if shape.width:
            # From the lowest total up: of cards that cost something, the fewer the higher.
            step = abs(value) // shape.unit * shape.width
            before, packed = packed, [0] * len(packed)
            for size, counts in enumerate(before):
                for more in range(many + 1 if counts else 0):
                    shift = step * (many - more if value < 0 else more)
                    packed[min(size + more, enough)] += _shifted(counts, shift, shape)
            packed = [_shifted(each, 0, shape) for each in packed]
        else:
            last, spread = spread, {}
            for (size, total), ways in last.items():
                for more in range(many + 1):
                    key = min(size + more, enough), total + more * value
                    spread[key] = spread.get(key, 0) + ways
        found.append(Counts(shape, lowest, packed, spread))
    found.reverse()
    return found


def _shifted(counts: int, shift: int, shape: Shape) -> int:
    """The counts so much further up, with those of all totals from the top on in one."""
    if shape.top is None:
        return counts << shift
    place = shape.top * shape.width
    if counts.bit_length() + shift <= place + shape.width:
        return counts << shift
    below = max(0, place - shift)  # what stands higher would come to the top or beyond
    above = (counts >> below) % ((1 << shape.width) - 1)
    return (counts & ((1 << below) - 1)) << min(shift, place) | above << place


def _within(counts: Counts, wanted: Wanted) -> int:
    """How many of them are within what is wanted."""
    least, most, comparison, bound = wanted
    if counts.shape.width:
        return sum(_sum(each, counts.lowest, counts.shape, comparison, bound)
                   for each in counts.packed[least : None if most is None else most + 1] if each)
    compare = None if comparison is None else COMPARE[comparison]
    return sum(
        ways for (size, total), ways in counts.spread.items()
        if least <= size and (most is None or size <= most)
        and (compare is None or compare(total, bound))
    )


def _sum(
    counts: int, lowest: int, shape: Shape, comparison: c.Comparison | None, bound: Number
) -> int:
    """The counts of the totals that are within a bound, added up."""
    width = shape.width
    # A number that is divided by its base less 1 leaves the sum of its digits.
    divisor = (1 << width) - 1
    if comparison is None:
        return counts % divisor

    def below(end: int) -> int:
        return 0 if end <= 0 else (counts & ((1 << end * width) - 1)) % divisor

    # A bound may be far beyond every total, a mask may not.
    end = counts.bit_length() // width + 2
    up = min(-((lowest - bound) // shape.unit), end)
    after = min((bound - lowest) // shape.unit + 1, end)
    match comparison:
        case "is at least":
            return counts % divisor - below(up)
        case "is more than":
            return counts % divisor - below(after)
        case "is at most":
            return below(after)
        case "is less than":
            return below(up)
        case "is":
            return below(after) - below(up)
        case "is not":
            return counts % divisor - below(after) + below(up)
        case _:
            assert_never(comparison)
