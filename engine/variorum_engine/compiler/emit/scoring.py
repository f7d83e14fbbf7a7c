"""Scores, elimination and the winner in compiled code.

A score is kept as a whole number of its smallest fraction, which is known beforehand: a half can be
taken only as often as there are cards to take it for.
"""

from __future__ import annotations

import math
from typing import Any

from variorum_dsl.core.program import Op

from variorum_engine.compiler.emit.decisions import Deciding
from variorum_engine.compiler.emit.expressions import FAULT, Number
from variorum_engine.compiler.emit.numbers import NeedsFractions


class Scoring(Deciding):
    """Writes the reckoning of a finished game."""

    def scale(self, number: int) -> int:
        """The denominator of a score."""
        scale = 1
        if self.exact:
            return scale
        for step in self.program.scorings[number].steps:
            if step.value is not None and step.operation in (
                "add", "subtract", "at least", "at most"
            ):
                scale = self.small(math.lcm(scale, self.denominator(step.value)))
        for step in self.program.scorings[number].steps:
            times = 1 if step.per is None else self._most(step.per)
            if step.operation == "halve":
                scale *= 2**times
            elif step.operation == "divide by":
                if step.value is None or step.value.op != "number" or step.value.args[0] <= 0:
                    raise NeedsFractions("a score divided by something that changes")
                scale *= step.value.args[0] ** times
            elif step.operation == "multiply by" and (
                step.value is not None and self.denominator(step.value) != 1
            ):
                raise NeedsFractions("a score multiplied by a fraction")
            self.small(scale)
        return scale

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
            self.tell_step(number, step, local, total, scale)
        return total, scale

    def tell_step(self, number: int, step: Any, seat: str, total: str, scale: int) -> None:
        """Note a line of a score sheet, where one is written."""

    def write_sheets(self) -> None:
        """Write all score sheets of all players, where events are told."""

    def _step(self, step: Any, total: str, scale: int) -> None:
        opened = 0
        if step.condition is not None:
            self.put(f"if {self.flag(step.condition)}:")
            self.depth += 1
            opened += 1
        times = "1"
        if step.per is not None:
            times = self.temp(self.count_code(step.per))
            if step.operation != "round" and (step.rounded or step.value is not None):
                # What a step comes to is looked at only if it is taken at all.
                self.put(f"if {times} > 0:")
                self.depth += 1
                opened += 1
        self._operation(step, total, scale, times)
        if step.rounded:
            self._round(step.rounded, total, scale)
        self.depth -= opened

    def _operation(self, step: Any, total: str, scale: int, times: str) -> None:
        amount = ""
        if step.value is not None:
            factor = step.operation in ("multiply by", "divide by")
            amount = self.temp(self.scaled(step.value, 1 if factor else scale))
        match step.operation:
            case "add" | "subtract":
                sign = "+" if step.operation == "add" else "-"
                self.put(f"{total} {sign}= {amount}{'' if times == '1' else f' * {times}'}")
            case "double":
                self.put(f"{total} *= 1 << {times}" if self.exact else f"{total} <<= {times}")
            case "halve":
                self.put(f"{total} = over({total}, 1 << {times})" if self.exact
                         else f"{total} >>= {times}")
            case "multiply by" | "divide by":
                index = self.name("i")
                divides = step.operation == "divide by"
                if divides:
                    self.put(f"if {amount} == 0: return {FAULT}")
                result = f"{total} * {amount}" if not divides else (
                    f"over({total}, {amount})" if self.exact else f"{total} // {amount}"
                )
                self.put(f"for {index} in range({times}): {total} = {result}")
            case "at least" | "at most":
                sign = "<" if step.operation == "at least" else ">"
                self.put(f"if {total} {sign} {amount}: {total} = {amount}")
            case "round":
                pass

    def _round(self, direction: str, total: str, scale: int) -> None:
        if self.exact:
            word = {"down": "floor", "up": "ceil"}.get(direction, "trunc")
            self.put(f"{total} = {word}({total})")
        elif scale == 1:
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
