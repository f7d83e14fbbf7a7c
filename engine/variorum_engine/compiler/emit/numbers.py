"""Numbers in code: exact, as whole numbers of a known fraction.

A number is (code, denominator): its value is code / denominator, and the denominator is known
beforehand. Where it cannot be known, the whole game is written with fractions instead: slower, as
exact, and for plain Python only.
"""

from __future__ import annotations

import math

from variorum_dsl.core.program import Op, Program

from variorum_engine.compiler.analysis.bounds import MOST_SCALE, Bounds, Interval
from variorum_engine.compiler.analysis.layout import Layout, NotCompilable
from variorum_engine.compiler.analysis.origins import parts
from variorum_engine.compiler.emit.cards import CardSets
from variorum_engine.compiler.emit.writer import FAULT, SIGNS, Number

LARGEST = 1 << 62
EXACT = """from fractions import Fraction
from math import ceil, floor, trunc


def over(a, b):
    found = Fraction(a) / b
    return found.numerator if found.denominator == 1 else found

"""
_ROUNDED = {"down": "floor", "up": "ceil"}


class NeedsFractions(NotCompilable):
    """A denominator is not known beforehand."""


class Numbers(CardSets):
    """Writes arithmetic."""

    exact = False

    def __init__(self, program: Program, layout: Layout, *, exact: bool = False) -> None:
        super().__init__(program, layout)
        self.exact = exact
        self.local_dens: dict[int, int] = {}
        if not exact:
            self._learn_locals()

    def _learn_locals(self) -> None:
        """The denominators of numbers that have names: of all that they are ever given."""
        for track in self.program.tracks:
            if track.type == "number" and track.start and self.denominator(track.start) != 1:
                raise NeedsFractions("a track that keeps a fraction")
        given = [op for op in parts(self.program) if isinstance(op, Op) and op.op == "set_local"
                 and op.args[1].type == "number"]
        while True:
            before = dict(self.local_dens)
            for op in given:
                own = self.local_dens.get(op.args[0], 1)
                self.local_dens[op.args[0]] = self.small(
                    math.lcm(own, self.denominator(op.args[1]))
                )
            if before == self.local_dens:
                return

    def too_large(self) -> str:
        """The line with a number that 64 bits may not hold, in words, or nothing."""
        bounds = Bounds(self.program, self.layout.origins, self.denominator)
        if any(sum(map(abs, values)) > LARGEST for values in bounds.values):
            return "the values of its cards"

        def wide(interval: Interval, scale: int) -> bool:
            return interval is None or max(map(abs, interval)) * scale > LARGEST

        for number, table in enumerate(self.program.scorings):
            if any(wide(each, self.scale(number)) for each in bounds.scores(number)):
                return f"the score {table.words}"
        for op in parts(self.program):
            if not isinstance(op, Op):
                continue
            values = [part for part in op.args if isinstance(part, Op) and part.type == "number"]
            if op.type == "number":
                values.append(op)
            scale = math.lcm(*(self.denominator(part) for part in values))
            if op.op == "round" and op.args[1].op == "/" and not self.constant(op.args[1].args[1]):
                scale = math.prod(self.denominator(part) for part in op.args[1].args)
                values = list(op.args[1].args)
            elif op.op == "/" and not self.constant(op.args[1]):
                continue  # rounded, as above, or the whole game is written with fractions
            if any(wide(bounds.of(part), scale) for part in values):
                return f"a number in line {op.at.line}" if op.at.line else "a number"
        return ""

    def small(self, scale: int) -> int:
        if scale > MOST_SCALE:
            raise NeedsFractions("numbers with very small fractions")
        return scale

    def scale(self, number: int) -> int:
        """The denominator of a score."""
        raise NotImplementedError

    def constant(self, op: Op) -> int | None:
        """A number that is known before the game begins."""
        if op.op == "number":
            return int(op.args[0])
        if op.op == "count" and op.args[0].op == "players":
            return self.program.players
        return None

    def denominator(self, op: Op) -> int:
        """The denominator of a number, known beforehand."""
        if self.exact:
            return 1
        match op.op:
            case "/":
                divisor = self.constant(op.args[1])
                if not divisor:
                    raise NeedsFractions("a division by something that changes")
                return self.small(self.denominator(op.args[0]) * abs(divisor))
            case "+" | "-" | "otherwise":
                return self.small(math.lcm(*(self.denominator(part) for part in op.args)))
            case "*":
                return self.small(self.denominator(op.args[0]) * self.denominator(op.args[1]))
            case "local":
                return self.local_dens.get(op.args[0], 1)
            case "figure":
                return self.denominator(self.program.figures[op.args[0]].value)
            case "score":
                return self.scale(op.args[0])
            case "total_players" | "highest_players" | "lowest_players":
                return self.denominator(op.args[1])
        return 1

    def scaled(self, op: Op, den: int) -> str:
        """A number as so many parts of a denominator that is a multiple of its own."""
        code, own = self.number(op)
        return code if own == den else f"({code}) * {den // own}"

    def arithmetic(self, op: Op) -> Number:
        (a, da), (b, db) = self.number(op.args[0]), self.number(op.args[1])
        if op.op == "*":
            return f"({a} * {b})", self.small(da * db)
        common = self.small(math.lcm(da, db))
        a = a if common == da else f"{a} * {common // da}"
        b = b if common == db else f"{b} * {common // db}"
        return f"({a} {op.op} {b})", common

    def divided(self, left: Op, right: Op) -> Number:
        if self.exact:
            above, below = self.temp(self.number(left)[0]), self.temp(self.number(right)[0])
            self.put(f"if {below} == 0: return {FAULT}")
            return f"over({above}, {below})", 1
        divisor = self.constant(right)
        if not divisor:
            raise NeedsFractions("a division by something that changes, without rounding")
        code, den = self.number(left)
        den = self.small(den * abs(divisor))
        return (f"(-{code})", den) if divisor < 0 else (code, den)

    def rounded(self, direction: str, of: Op) -> str:
        if self.exact:
            return f"{_ROUNDED.get(direction, 'trunc')}({self.number(of)[0]})"
        if of.op == "/" and not self.constant(of.args[1]):
            (a, da), (b, db) = self.number(of.args[0]), self.number(of.args[1])
            above, below = self.temp(f"{a} * {db}"), self.temp(f"{b} * {da}")
            self.put(f"if {below} == 0: return {FAULT}")
        else:
            code, den = self.number(of)
            if den == 1:
                return code
            above, below = self.temp(code), str(den)
        if direction == "down":
            return f"({above} // {below})"
        if direction == "up":
            return f"(-((-{above}) // {below}))"
        same = f"({above} < 0) == ({below} < 0)"
        return f"(({above} // {below}) if {same} else -((-{above}) // {below}))"

    def whole(self, op: Op) -> str:
        """A number that must be a whole one, under a name."""
        code, den = self.number(op)
        many = self.temp(code)
        if self.exact and op.op not in ("number", "count"):
            self.put(f"if {many} != floor({many}): return {FAULT}")
            return self.temp(f"floor({many})")
        if den == 1:
            return many
        self.put(f"if {many} % {den}: return {FAULT}")
        return self.temp(f"{many} // {den}")

    def at_least(self, op: Op) -> str:
        """The smallest whole number that is not below a number."""
        code, den = self.number(op)
        if self.exact and op.op not in ("number", "count"):
            return f"ceil({code})"
        return code if den == 1 else f"(-(-({code}) // {den}))"

    def at_most(self, op: Op) -> str:
        """The largest whole number that is not above a number."""
        code, den = self.number(op)
        if self.exact and op.op not in ("number", "count"):
            return f"floor({code})"
        return code if den == 1 else f"(({code}) // {den})"

    def compared(self, comparison: str, left: Number, right: Number) -> str:
        (a, da), (b, db) = left, right
        common = math.lcm(da, db)
        a = a if common == da else f"{a} * {common // da}"
        b = b if common == db else f"{b} * {common // db}"
        return f"{a} {SIGNS[comparison]} {b}"
