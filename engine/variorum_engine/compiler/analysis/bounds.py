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
from variorum_dsl.core.intervals import Interval, hull, interval, scores
from variorum_dsl.core.walk import walk

from variorum_engine.compiler.analysis.decisions import Body
from variorum_engine.compiler.analysis.origins import Origins
from variorum_engine.interpreter.values import MOST_NUMBER

Variable = tuple[type[c.Track] | type[c.Local], int]
MOST_TURNS = 1_000_000
MOST_SCALE = 1 << 20
MOST_BOUND = 1 << 128  # what may become larger has no bound: squares of squares would fill memory
_ROUNDS = 64
_ZERO = Fraction(0), Fraction(0)


class Bounds:
    """The lowest and highest value of every number in one program: interval analysis."""

    of_no_card: Interval = _ZERO  # where there can be no card, code comes to 0

    def __init__(
        self, program: c.Program, origins: Origins,
        denominator: Callable[[c.Expression], int] = lambda number: MOST_SCALE,
    ) -> None:
        self.program = program
        self.denominator = denominator
        self.origins = origins
        self.owners = program.players + len(program.owners)
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
        bounds = self.of(measure)
        if bounds is None:
            return MOST_TURNS
        return min(MOST_TURNS, math.floor(bounds[1] - bounds[0]) + 2)

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
            case c.ForEachPlayer(players=players, body=body):
                self._reach_all(body, times * self.program.most_of(players.type))
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
            changing: list[Variable] = []
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
                base = hull(base, self.of(value))
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
        if now is not None and max(-now[0], now[1]) > MOST_BOUND:
            now = None
        self.known[variable] = now
        return now != before

    # ----------------------------------------------------------------------- expressions
    def of(self, number: c.Expression) -> Interval:
        """The lowest and highest value of a number."""
        return interval(number, self)

    def scores(self, number: int) -> list[Interval]:
        """What a score can be, before the first step and after each."""
        return scores(self.program.scorings[number], self)

    def cards(self, part: c.Expression) -> tuple[int, int]:
        """That a card is surely somewhere is never said: code has to hold whatever happens."""
        return 0, self.origins.reach(part)

    def local(self, number: int) -> Interval:
        # What is not given a number by a line is picked.
        return self.known.get((c.Local, number), (Fraction(0), Fraction(MOST_NUMBER)))

    def track(self, number: int) -> Interval:
        return self.known.get((c.Track, number))


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


def _alternatives(number: c.Expression) -> list[c.Expression]:
    match number:
        case c.Otherwise(value, fallback):
            return [*_alternatives(value), *_alternatives(fallback)]
    return [number]
