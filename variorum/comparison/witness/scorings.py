"""Two scorings, decided on everything that a player can hold."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, assert_never

from variorum_dsl.core.program import StepTable
from variorum_engine.checks.holdings import held, ways_to_hold
from variorum_engine.interpreter.scoring import after_step, times_of
from variorum_engine.interpreter.values import Number as Amount

from variorum.comparison.align.subsequence import longest
from variorum.comparison.witness.holdings import (
    MOST_HOLDINGS,
    Deal,
    Holdings,
    NotOwn,
    reached,
    scored,
)

Act = tuple[str, Amount, str]
"""What a step comes to, whichever operation it is: steps with the same act are the same."""

NO_ACT: Act = ("add", 0, "")
Vector = list[int]  # acts by their number, one for each holding


class Taken(NamedTuple):
    """A step whose condition holds, with its number, and for how many cards or players."""

    step: StepTable
    amount: Amount
    times: int


class Edit(NamedTuple):
    """Steps of the left scoring that the right one has otherwise: `steps` is the left scoring
    with this one change made. A number counts a left step, a negative one a right step."""

    left: int | None
    right: int | None
    what: str
    steps: tuple[int, ...]


class Scores:
    """A pair of scorings."""

    def __init__(self, deal: Deal, left: int, right: int) -> None:
        self.deal = deal
        numbers = [scored(deal, 0, left), scored(deal, 1, right)]
        self.tables = [deal.rules[0].program.scorings[left], deal.rules[1].program.scorings[right]]
        self.holdings = Holdings(deal, numbers)
        if any(number.of_own for number in numbers):
            raise NotOwn("the score depends on cards that belong to one player")
        if ways_to_hold(self.holdings.shared) > MOST_HOLDINGS:
            raise NotOwn("there are too many holdings to try them all")
        self.masks = list(held(self.holdings.shared))
        self.acts: list[Act] = []
        self.taken: list[Taken | None] = []  # a step that comes to each act, if it is one
        self._numbers: dict[Act, int] = {}
        self.vectors = self._vectors()
        self._totals: dict[tuple[int, ...], list[Amount]] = {}

    def _vectors(self) -> dict[int, Vector]:
        """What every step does with every holding; right steps have negative numbers."""
        return {number if side == 0 else ~number: self._vector(side, table.local, step)
                for side, table in enumerate(self.tables)
                for number, step in enumerate(table.steps)}

    def _vector(self, side: int, local: int, step: StepTable) -> Vector:
        deal = self.deal
        state, rules = deal.states[side], deal.rules[side]
        value, condition = (None if part is None else rules.evaluator(part)
                            for part in (step.value, step.condition))
        per = None if step.per is None else times_of(step.per, rules.context)
        # A step looks at few of the cards: what it does with them is reckoned once.
        reach = reached(deal, side, step)
        known: dict[int, int] = {}
        row = []
        for mask in self.masks:
            key = mask & reach
            if key not in known:
                deal.put(self.holdings.homes, key)
                state.locals[local] = 0
                applied = condition is None or bool(condition(state))
                times = 0 if not applied else 1 if per is None else per(state)
                amount = value(state) if value is not None and times else 0
                known[key] = self._numbered(Taken(step, amount, times) if applied else None)
            row.append(known[key])
        return row

    def _numbered(self, taken: Taken | None) -> int:
        made = NO_ACT if taken is None else act(*taken)
        if made not in self._numbers:
            self._numbers[made] = len(self.acts)
            self.acts.append(made)
            self.taken.append(taken)
        return self._numbers[made]

    def totals(self, steps: tuple[int, ...]) -> list[Amount]:
        if steps not in self._totals:
            self._totals[steps] = self._reckoned(steps)
        return self._totals[steps]

    def _reckoned(self, steps: tuple[int, ...]) -> list[Amount]:
        if not steps:
            return [0] * len(self.masks)
        known: dict[tuple[int, ...], Amount] = {}
        found = []
        for row in zip(*(self.vectors[number] for number in steps), strict=True):
            if row not in known:
                score: Amount = 0
                for number in row:
                    taken = self.taken[number]
                    if taken is not None:
                        score = after_step(score, *taken)
                known[row] = score
            found.append(known[row])
        return found

    @property
    def left_steps(self) -> tuple[int, ...]:
        return tuple(range(len(self.tables[0].steps)))

    @property
    def right_steps(self) -> tuple[int, ...]:
        return tuple(~n for n in range(len(self.tables[1].steps)))

    def same(self) -> bool:
        return self.totals(self.left_steps) == self.totals(self.right_steps)

    def edits(self) -> list[Edit]:
        """The single changes that lead from one scoring to the other and matter."""
        mine, theirs = self.left_steps, self.right_steps
        places = longest(mine, theirs, lambda a, b: self.vectors[a] == self.vectors[b])
        common = [(mine[i], theirs[j]) for i, j in places]
        kept_left, kept_right = {a for a, _ in common}, {b for _, b in common}
        rest_left = [a for a in mine if a not in kept_left]
        rest_right = [b for b in theirs if b not in kept_right]
        found: list[Edit] = []
        for a in list(rest_left):
            for b in list(rest_right):
                if self.vectors[a] == self.vectors[b]:
                    steps = self._inserted([n for n in mine if n != a], b, common)
                    found.append(Edit(a, b, "in another place", steps))
                    rest_left.remove(a)
                    rest_right.remove(b)
                    break
        for a in list(rest_left):
            for b in list(rest_right):
                if self._one_family(a, b):
                    steps = tuple(b if n == a else n for n in mine)
                    found.append(Edit(a, b, "otherwise", steps))
                    rest_left.remove(a)
                    rest_right.remove(b)
                    break
        found += [Edit(a, None, "missing", tuple(n for n in mine if n != a)) for a in rest_left]
        found += [Edit(None, b, "added", self._inserted(list(mine), b, common))
                  for b in rest_right]
        base = self.totals(mine)
        telling = [edit for edit in found if self.totals(edit.steps) != base]
        return telling or found

    def _one_family(self, a: int, b: int) -> bool:
        """Two steps about the same cards, or of the same sort."""
        does = [each[1] not in (0, 1) or bool(each[2]) for each in self.acts]
        first, second = self.vectors[a], self.vectors[b]
        return self.acts[first[-1]][0] == self.acts[second[-1]][0] or (
            [does[each] for each in first] == [does[each] for each in second])

    def _inserted(
        self, steps: list[int], new: int, common: list[tuple[int, int]]
    ) -> tuple[int, ...]:
        """A right step put where it stands on the right, seen from the steps that both have."""
        after = [a for a, b in common if ~b < ~new]
        place = steps.index(after[-1]) + 1 if after and after[-1] in steps else 0
        return (*steps[:place], new, *steps[place:])


def act(step: StepTable, amount: Amount, times: int) -> Act:
    """What a step does to a score, in one shape: add n, times n, at least n, at most n."""
    rounding = step.rounded if times or step.operation == "round" else ""
    match step.operation:
        case "add":
            return ("add", amount * times, rounding)
        case "subtract":
            return ("add", -amount * times, rounding)
        case "double":
            return ("times", 2**times, rounding)
        case "halve":
            return ("times", Fraction(1, 2**times), rounding)
        case "multiply by":
            return ("times", amount**times, rounding)
        case "divide by":
            return ("times", Fraction(1) / amount**times if times else 1, rounding)
        case "at least" | "at most":
            return (step.operation, amount, rounding) if times else ("add", 0, rounding)
        case "round":
            return ("add", 0, rounding)
        case _:
            assert_never(step.operation)
