"""The denominators of all numbers of a program, known before it is played: fixed-point arithmetic.

Code works with whole numbers of a known fraction. A score of halves is kept as so many halves; a
half can be taken only as often as there are cards to take it for. Where a denominator cannot be
known, the whole game is written with fractions instead: slower, as exact, and for Python only.
"""

from __future__ import annotations

import math
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.intervals import Interval
from variorum_dsl.core.walk import children

from variorum_engine.compiler.analysis.bounds import MOST_SCALE, Bounds
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.analysis.origins import Origins, parts

LARGEST = 1 << 62
_MOST_TIMES = 64


class NeedsFractions(NotCompilable):
    """A denominator is not known beforehand."""


def small(scale: int) -> int:
    if scale > MOST_SCALE:
        raise NeedsFractions("numbers with very small fractions")
    return scale


class Denominators:
    """Of one program. If numbers are `exact`, they are fractions themselves, and all are 1."""

    def __init__(self, program: c.Program, *, exact: bool = False) -> None:
        self.program = program
        self.exact = exact
        self.local: dict[int, int] = {}
        if not exact:
            self._learn_locals()

    def _learn_locals(self) -> None:
        """The denominators of numbers that have names: of all that they are ever given."""
        for track in self.program.tracks:
            if track.type == "number" and track.start and self.of(track.start) != 1:
                raise NeedsFractions("a track that keeps a fraction")
        given = [part for part in parts(self.program)
                 if isinstance(part, c.SetLocal) and part.value.type == "number"]
        while True:
            before = dict(self.local)
            for line in given:
                own = self.local.get(line.local, 1)
                self.local[line.local] = small(math.lcm(own, self.of(line.value)))
            if before == self.local:
                return

    def constant(self, number: c.Expression) -> int | None:
        """A number that is known before the game begins."""
        match number:
            case c.Number(value):
                return value
            case c.Count(c.Players()):
                return self.program.players
        return None

    def of(self, number: c.Expression) -> int:
        """The denominator of a number. Whatever is not listed counts something, or is a value of
        cards or of a track: whole numbers."""
        if self.exact:
            return 1
        match number:
            case c.Quotient(left, right):
                divisor = self.constant(right)
                if not divisor:
                    raise NeedsFractions("a division by something that changes")
                return small(self.of(left) * abs(divisor))
            case (c.Sum(left, right) | c.Difference(left, right) | c.Otherwise(left, right)
                  | c.TwoOf(_, left, right)):
                return small(math.lcm(self.of(left), self.of(right)))
            case c.Product(left, right):
                return small(self.of(left) * self.of(right))
            case c.Local(local):
                return self.local.get(local, 1)
            case c.Figure(figure):
                return self.of(self.program.figures[figure].value)
            case c.Score(scoring):
                return self.of_score(scoring)
            case (c.TotalOfPlayers(value=value) | c.ExtremeOfPlayers(value=value)
                  | c.TotalOfEach(value=value)):
                return self.of(value)
        return 1

    def of_score(self, scoring: int) -> int:
        scale = 1
        if self.exact:
            return scale
        steps = self.program.scorings[scoring].steps
        for step in steps:
            if step.value is not None and step.operation in (
                "add", "subtract", "at least", "at most"
            ):
                scale = small(math.lcm(scale, self.of(step.value)))
        for step in steps:
            scale = small(scale * self._divisor(step))
        return scale

    def _divisor(self, step: c.StepTable) -> int:
        """How much finer a score can become with a step."""
        match step.operation:
            case "halve":
                return int(2 ** self._most_times(step))
            case "divide by":
                if not isinstance(step.value, c.Number) or step.value.value <= 0:
                    raise NeedsFractions("a score divided by something that changes")
                return int(step.value.value ** self._most_times(step))
            case "multiply by":
                if step.value is not None and self.of(step.value) != 1:
                    raise NeedsFractions("a score multiplied by a fraction")
                return 1
            case "add" | "subtract" | "double" | "at least" | "at most" | "round":
                return 1
            case _:
                assert_never(step.operation)

    def _most_times(self, step: c.StepTable) -> int:
        """The most times that a step can be taken."""
        if step.per is None:
            return 1
        if c.of_owners(step.per.type):
            return self.program.most_of(step.per.type)
        if step.per.type == "number":
            raise NeedsFractions("a score divided as often as a number says")
        return min(step.per.reach.bit_count(), _MOST_TIMES)

    def of_first_figure(self) -> int:
        """That of the figure which decides first."""
        if not self.program.chain:
            return 1
        first = self.program.chain[0]
        if first.is_score:
            return self.of_score(first.figure)
        return self.of(self.program.figures[first.figure].value)

    def most_of_first_figure(self, origins: Origins) -> int | None:
        """How large that figure can become, up or down, in its parts, if there is a bound."""
        if not self.program.chain:
            return 0
        first, bounds = self.program.chain[0], Bounds(self.program, origins, self.of)
        values = bounds.scores(first.figure)[-1:] if first.is_score else [
            bounds.of(self.program.figures[first.figure].value)]
        known = [abs(end) for interval in values if interval is not None for end in interval]
        return math.ceil(max(known) * self.of_first_figure()) if known else None

    def too_large(self, origins: Origins) -> str:
        """The line with a number that 64 bits may not hold, in words, or nothing."""
        bounds = Bounds(self.program, origins, self.of)
        values_of = map(self.program.values, range(len(self.program.attributes)))
        if any(sum(map(abs, values)) > LARGEST for values in values_of):
            return "the values of its cards"

        def wide(interval: Interval, scale: int) -> bool:
            return interval is None or max(map(abs, interval)) * scale > LARGEST

        for number, table in enumerate(self.program.scorings):
            if any(wide(each, self.of_score(number)) for each in bounds.scores(number)):
                return f"the score {table.words}"
        for part in parts(self.program):
            values = [each for each in children(part)
                      if isinstance(each, c.Typed) and each.type == "number"]
            if isinstance(part, c.Typed) and part.type == "number":
                values.append(part)
            match part:
                case c.Rounded(of=c.Quotient(left, right)) if not self.constant(right):
                    values = [left, right]
                    scale = self.of(left) * self.of(right)
                case c.Quotient(right=right) if not self.constant(right):
                    continue  # rounded, as above, or the whole game is written with fractions
                case _:
                    scale = math.lcm(*map(self.of, values))
            if any(wide(bounds.of(each), scale) for each in values):
                return f"a number in line {part.at.line}" if part.at.line else "a number"
        return ""
