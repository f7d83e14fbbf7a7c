"""Scores, elimination and the winner in compiled code.

A score is kept as a whole number of its smallest fraction, which is known beforehand: a half can be
taken only as often as there are cards to take it for.
"""

from __future__ import annotations

import math
from typing import Any

from dsl.core import Op
from engine.compiled.deciding import Deciding
from engine.compiled.expressions import FAULT, Number
from engine.compiled.layout import NotCompilable

MOST_SCALE = 1 << 20


class Scoring(Deciding):
    """Writes the reckoning of a finished game."""

    def scale(self, number: int) -> int:
        """The denominator of a score."""
        scale = 1
        for step in self.program.scorings[number].steps:
            if step.value is not None and step.operation in (
                "add", "subtract", "at least", "at most"
            ):
                scale = math.lcm(scale, self.denominator(step.value))
        for step in self.program.scorings[number].steps:
            times = 1 if step.per is None else self._most(step.per)
            if step.operation == "halve":
                scale *= 2**times
            elif step.operation == "divide by":
                if step.value is None or step.value.op != "number" or step.value.args[0] <= 0:
                    raise NotCompilable("a score divided by something that changes")
                scale *= step.value.args[0] ** times
            if scale > MOST_SCALE:
                raise NotCompilable("a score with very small fractions")
        return scale

    def denominator(self, op: Op) -> int:
        """The denominator of a number, known beforehand."""
        match op.op:
            case "/":
                divisor = self.constant(op.args[1])
                if not divisor:
                    raise NotCompilable("a division by something that changes")
                return self.denominator(op.args[0]) * abs(divisor)
            case "+" | "-":
                return math.lcm(*(self.denominator(part) for part in op.args))
            case "*":
                return self.denominator(op.args[0]) * self.denominator(op.args[1])
            case "figure":
                return self.denominator(self.program.figures[op.args[0]].value)
            case "score":
                return self.scale(op.args[0])
            case "total_players" | "highest_players" | "lowest_players":
                return self.denominator(op.args[1])
            case _:
                return 1

    def _most(self, per: Op) -> int:
        if per.type == "players":
            return self.layout.owners
        return min(bin(per.reach).count("1"), 64)

    def score(self, number: int, who: str) -> Number:
        table = self.program.scorings[number]
        scale = self.scale(number)
        local = self.keep(f"r{table.local}")
        self.put(f"{local} = {who}")
        self.sure = self.sure | {local}
        total = self.name("s")
        self.put(f"{total} = 0")
        for step in table.steps:
            self._step(step, total, scale)
        return total, scale

    def _step(self, step: Any, total: str, scale: int) -> None:
        opened = 0
        if step.condition is not None:
            self.put(f"if {self.flag(step.condition)}:")
            self.depth += 1
            opened += 1
        times = "1"
        if step.per is not None:
            times = self.temp(self.count_code(step.per))
        self._operation(step, total, scale, times)
        if step.rounded:
            if times != "1" and step.operation != "round":
                self.put(f"if {times} > 0:")
                self.depth += 1
                opened += 1
            self._round(step.rounded, total, scale)
        self.depth -= opened

    def _operation(self, step: Any, total: str, scale: int, times: str) -> None:
        amount = ""
        if step.value is not None:
            code, den = self.number(step.value)
            if step.operation not in ("multiply by", "divide by"):
                if scale % den:
                    raise NotCompilable("a fraction finer than its score")
                amount = self.temp(code if scale == den else f"({code}) * {scale // den}")
            else:
                if den != 1:
                    raise NotCompilable("a score multiplied by a fraction")
                amount = self.temp(code)
        match step.operation:
            case "add" | "subtract":
                sign = "+" if step.operation == "add" else "-"
                self.put(f"{total} {sign}= {amount}{'' if times == '1' else f' * {times}'}")
            case "double":
                self.put(f"{total} <<= {times}")
            case "halve":
                self.put(f"{total} >>= {times}")
            case "multiply by" | "divide by":
                index = self.name("i")
                sign = "*=" if step.operation == "multiply by" else "//="
                self.put(f"for {index} in range({times}): {total} {sign} {amount}")
            case "at least" | "at most":
                sign = "<" if step.operation == "at least" else ">"
                guard = "" if times == "1" else f"{times} > 0 and "
                self.put(f"if {guard}{total} {sign} {amount}: {total} = {amount}")
            case "round":
                pass

    def _round(self, direction: str, total: str, scale: int) -> None:
        if scale == 1:
            self.put("pass")
        elif direction == "down":
            self.put(f"{total} = {total} // {scale} * {scale}")
        elif direction == "up":
            self.put(f"{total} = -(-{total} // {scale}) * {scale}")
        else:
            self.put(f"{total} = {total} // {scale} * {scale} if {total} >= 0 "
                     f"else -(-{total} // {scale}) * {scale}")

    def reckoning(self) -> None:
        """Who is out, and who has won: W[0] winners, W[1] eliminated, W[2] what decided, and from
        W[4] on the best number of the first line of the chain."""
        program = self.program
        self.put("out = 0")
        for players, _, _ in program.out:
            self.put(f"out |= {self.players(players)} & {self.everyone}")
        if program.everyone == "nobody is out":
            self.put(f"if out == {self.everyone}: out = 0")
        self.put(f"left = {self.everyone} & ~out")
        self.put("decided = -1")
        self.put("W[4] = 0")
        for i, tie in enumerate(program.chain):
            if i:
                self.put("if left & (left - 1):")
                self.depth += 1
            self._best_of_chain(i, tie)
            if i:
                self.depth -= 1
        self.put("if left & (left - 1):")
        self.put(f"    decided = {len(program.chain)}")
        if program.tied == "nobody":
            self.put("    left = 0")
        self.put("W[0] = left")
        self.put("W[1] = out")
        self.put("W[2] = decided")

    def first_figure(self, seat: str) -> str:
        """What a seat has of the figure that decides first, in parts of its denominator."""
        return self._figure_of(self.program.chain[0], seat)[0]

    def _figure_of(self, tie: Any, seat: str) -> Number:
        if tie.is_score:
            return self.score(tie.figure, seat)
        table = self.program.figures[tie.figure]
        self.put(f"{self.keep(f'r{table.local}')} = {seat}")
        self.sure = self.sure | {f"r{table.local}"}
        return self.number(table.value)

    def _best_of_chain(self, index: int, tie: Any) -> None:
        best, some, kept, seat = (self.name() for _ in range(4))
        several = self.name()
        self.put(f"{several} = left & (left - 1)")
        self.put(f"{best} = 0")
        self.put(f"{some} = 0")
        self.put(f"{kept} = 0")
        self.put(f"for {seat} in range({self.program.players}):")
        self.depth += 1
        self.put(f"if not left >> {seat} & 1: continue")
        value = self.temp(self._figure_of(tie, seat)[0])
        sign = ">" if tie.extreme == "highest" else "<"
        self.put(f"if {some} == 0 or {value} {sign} {best}:")
        self.put(f"    {best} = {value}")
        self.put(f"    {some} = 1")
        self.put(f"    {kept} = 1 << {seat}")
        self.put(f"elif {value} == {best}: {kept} |= 1 << {seat}")
        self.depth -= 1
        if index == 0:
            self.put(f"W[4] = {best}")
        self.put(f"left = {kept}")
        self.put(f"if {several} and left & (left - 1) == 0 and decided < 0: decided = {index}")


__all__ = ["FAULT", "Scoring"]
