"""How large the numbers of a game can become, worked out before it is played.

Machine code works with whole numbers of 64 bits. Whether that is enough is settled here: a number
that adds up along the game is bounded by how often its line can be reached, which the loops say
with what they use up. Where no bound is found the number counts as boundless.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.walk import walk

from variorum_engine.compiler.analysis.decisions import Body
from variorum_engine.compiler.analysis.origins import Origins
from variorum_engine.interpreter.memo import groups_of
from variorum_engine.interpreter.values import MOST_NUMBER, bits

Interval = tuple[Fraction, Fraction] | None  # None: no bound is known
Variable = tuple[type[c.Track] | type[c.Local], int]
MOST_TURNS = 1_000_000
MOST_SCALE = 1 << 20
_ROUNDS = 64
_MOST_POWER = 64
_ZERO = Fraction(0), Fraction(0)


class Bounds:
    """The lowest and highest value of every number in one program: interval analysis."""

    def __init__(
        self, program: c.Program, origins: Origins,
        denominator: Callable[[c.Expression], int] = lambda number: MOST_SCALE,
    ) -> None:
        self.program = program
        self.denominator = denominator
        self.origins = origins
        self.owners = program.players + len(program.owners)
        self.values = [program.values(a) for a in range(len(program.attributes))]
        self.known: dict[Variable, Interval] = {}
        self.sites: dict[Variable, list[tuple[c.Expression, int]]] = {}
        self.starts: dict[Variable, Interval] = {}
        for number, track in enumerate(program.tracks):
            if track.type == "number":
                start = _ZERO if track.start is None else self.of(track.start)
                self.starts[c.Track, number] = start
                self.sites[c.Track, number] = []
        for stage in program.stages:
            turns = 1 if stage.measure is None else self.turns(stage.measure) + 1
            self._reach_all(stage.body, turns)
        self._settle()

    # ------------------------------------------------------- how often a line is reached
    def turns(self, measure: c.Expression) -> int:
        """The most turns that a loop can take: with every one of them it has less to use up."""
        if any(isinstance(part, c.Track | c.Local | c.Figure | c.Score | c.Quotient)
               and part.type == "number" for part in walk(measure)):
            return MOST_TURNS
        interval = self.of(measure)
        if interval is None:
            return MOST_TURNS
        return min(MOST_TURNS, math.floor(interval[1] - interval[0]) + 2)

    def _reach_all(self, body: Body, times: int) -> None:
        for line in body:
            self._reach(line, times)

    def _reach(self, line: c.Line, times: int) -> None:
        """Note what a line gives to tracks and locals, and how often it is reached."""
        match line:
            case c.SetLocal(local, value):
                self._set((c.Local, local), value, times)
            case c.SetTrack(c.Track(track), value):
                self._set((c.Track, track), value, times)
            case c.ForEachPlayer(body=body):
                self._reach_all(body, times * self.owners)
            case c.ForEachCard(cards=cards, body=body):
                self._reach_all(body, times * max(1, self.origins.reach(cards).bit_count()))
            case c.ForEachMember(count=count, body=body):
                self._reach_all(body, times * count)
            case c.Repeat(measure=measure, body=body) | c.Turns(measure=measure, body=body):
                self._reach_all(body, times * (self.turns(measure) + 1))
            case c.If(_, then, otherwise):
                self._reach_all(then, times)
                self._reach_all(otherwise, times)
            case c.Cases(_, cases):
                # The lines of a case for two kinds stand there twice, and are the same lines.
                for body in dict.fromkeys(case.body for case in cases):
                    self._reach_all(body, times)
            case c.Decide(_, choices):
                for choice in choices:
                    self._reach_all(choice.body, times)
            case c.Together(choices=choices, body=body):
                for each in (*(choice.body for choice in choices), body):
                    self._reach_all(each, times * self.owners)
            case c.Move(effects=effects):
                for effect in effects:
                    self._reach_all(effect.body, times * max(1, effect.mask.bit_count()))
            case c.Call(body=body):
                self._reach_all(body, times)
            case (c.Shuffle() | c.Show() | c.Chance() | c.EndRound() | c.EndGame() | c.Nothing()):
                pass
            case _:
                assert_never(line)

    def _set(self, variable: Variable, value: c.Expression, times: int) -> None:
        if value.type == "number":
            sites = self.sites.setdefault(variable, [])
            sites += [(each, times) for each in _alternatives(value)]
            self.starts.setdefault(variable, _ZERO)

    # ------------------------------------------------------------------ tracks and names
    def _settle(self) -> None:
        """Let what is known of each number pass to the others, until nothing changes (a fixed
        point); what goes on growing has no bound (widening)."""
        self.known.update(self.starts)
        while True:
            for _ in range(_ROUNDS):
                changing = [variable for variable in self.sites if self._learn(variable)]
                if not changing:
                    return
            for variable in changing:
                self.known[variable] = None

    def _learn(self, variable: Variable) -> bool:
        before = self.known[variable]
        if before is None:
            return False
        base: Interval = self.starts[variable]
        low = high = Fraction(0)
        for value, times in self.sites[variable]:
            grown = _growth(variable, value)
            if grown is None:
                base = _joined(base, self.of(value))
                continue
            step = self.of(grown[1])
            if step is None:
                base = None
                break
            if grown[0] < 0:
                step = -step[1], -step[0]
            low += times * min(Fraction(0), step[0])
            high += times * max(Fraction(0), step[1])
        now = None if base is None else (base[0] + low, base[1] + high)
        self.known[variable] = now
        return now != before

    # ----------------------------------------------------------------------- expressions
    def of(self, number: c.Expression) -> Interval:
        """The lowest and highest value of a number; of what is no number, nothing is known."""
        match number:
            case c.Number(value):
                return Fraction(value), Fraction(value)
            case c.Local(local):
                picked = (Fraction(0), Fraction(MOST_NUMBER))
                return self.known.get((c.Local, local), picked)
            case c.Track(track):
                return self.known.get((c.Track, track))
            case c.Count(of):
                return Fraction(0), Fraction(self.most(of))
            case c.Attribute(attribute, cards) | c.ExtremeOfCards(_, attribute, cards):
                values = self._values(attribute, cards)
                return Fraction(min(values)), Fraction(max(values))
            case c.TotalOfCards(attribute, cards):
                values = self._values(attribute, cards)
                return (Fraction(sum(v for v in values if v < 0)),
                        Fraction(sum(v for v in values if v > 0)))
            case c.DifferentCards(attribute, cards):
                return Fraction(0), Fraction(len(self._groups(attribute, cards)))
            case c.SameCards(attribute, cards):
                sizes = [group.bit_count() for group in self._groups(attribute, cards)]
                return Fraction(0), Fraction(max(sizes, default=0))
            case c.Sum(left, right):
                one, other = self.of(left), self.of(right)
                return one and other and (one[0] + other[0], one[1] + other[1])
            case c.Difference(left, right):
                one, other = self.of(left), self.of(right)
                return one and other and (one[0] - other[1], one[1] - other[0])
            case c.Product(left, right):
                one, other = self.of(left), self.of(right)
                if one is None or other is None:
                    return None
                ends = [a * b for a in one for b in other]
                return min(ends), max(ends)
            case c.Quotient(left, right):
                return self._divided(right, self.of(left), self.of(right))
            case c.Rounded(_, of):
                inner = self.of(of)
                return inner and (Fraction(math.floor(inner[0])), Fraction(math.ceil(inner[1])))
            case c.TotalOfPlayers(value=each):
                inner = self.of(each)
                return inner and (min(Fraction(0), inner[0] * self.owners),
                                  max(Fraction(0), inner[1] * self.owners))
            case c.ExtremeOfPlayers(value=each):
                return self.of(each)
            case c.Figure(figure):
                return self.of(self.program.figures[figure].value)
            case c.Score(scoring):
                return self.scores(scoring)[-1]
            case c.Otherwise(value, fallback):
                return _joined(self.of(value), self.of(fallback))
        return None

    def most(self, of: c.Expression) -> int:
        """The most members that a set can have."""
        return self.owners if of.type == "players" else self.origins.reach(of).bit_count()

    def _values(self, attribute: int, cards: c.Expression) -> list[int]:
        return [self.values[attribute][card] for card in bits(self.origins.reach(cards))] or [0]

    def _groups(self, attribute: int, cards: c.Expression) -> list[int]:
        return groups_of(self.values[attribute], self.origins.reach(cards))

    def _divided(self, divisor: c.Expression, above: Interval, below: Interval) -> Interval:
        if above is None or below is None:
            return None
        if below[0] == below[1] != 0:
            ends = above[0] / below[0], above[1] / below[0]
            return min(ends), max(ends)
        # A divisor that is not 0 is at least the smallest part of its fraction.
        most = max(map(abs, above)) * self.denominator(divisor)
        return -most, most

    def scores(self, number: int) -> list[Interval]:
        """What a score can be, before the first step and after each."""
        found: list[Interval] = [_ZERO]
        for step in self.program.scorings[number].steps:
            found.append(self._after(step, found[-1]))
        return found

    def _after(self, step: c.StepTable, before: Interval) -> Interval:
        if before is None:
            return None
        times = 1 if step.per is None else self.most(step.per)
        value = None if step.value is None else self.of(step.value)
        if step.value is not None and value is None:
            return None
        after: Interval = before
        match step.operation:
            case "add" | "subtract":
                assert value is not None
                sign = 1 if step.operation == "add" else -1
                ends = sorted(sign * times * each for each in value)
                after = before[0] + min(Fraction(0), ends[0]), before[1] + max(Fraction(0), ends[1])
            case "double" | "multiply by":
                factor = Fraction(2) if value is None else max(map(abs, value))
                if times > _MOST_POWER:
                    return None
                largest = max(map(abs, before)) * max(Fraction(1), factor) ** times
                after = -largest, largest
            case "divide by":
                return before if isinstance(step.value, c.Number) else None
            case "at least" | "at most":
                assert value is not None
                after = _joined(before, value)
            case "halve" | "round":
                pass
            case _:
                assert_never(step.operation)
        after = _joined(before, after)
        if after is not None and step.rounded:
            after = Fraction(math.floor(after[0])), Fraction(math.ceil(after[1]))
        return after


def _growth(variable: Variable, value: c.Expression) -> tuple[int, c.Expression] | None:
    """What a line adds to a number, if that is all it does."""
    match value:
        case c.Sum(left, right) if _is(variable, left):
            return 1, right
        case c.Difference(left, right) if _is(variable, left):
            return -1, right
        case c.Sum(left, right) if _is(variable, right):
            return 1, left
    return None


def _is(variable: Variable, number: c.Expression) -> bool:
    match number:
        case c.Track(track):
            return variable == (c.Track, track)
        case c.Local(local):
            return variable == (c.Local, local)
    return False


def _joined(left: Interval, right: Interval) -> Interval:
    if left is None or right is None:
        return None
    return min(left[0], right[0]), max(left[1], right[1])


def _alternatives(number: c.Expression) -> list[c.Expression]:
    match number:
        case c.Otherwise(value, fallback):
            return [*_alternatives(value), *_alternatives(fallback)]
    return [number]
