"""Players, and sets of them, as code."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.emit.otherwise import Otherwise
from variorum_engine.compiler.emit.writer import FAULT, SIGNS


class Players(Otherwise):
    """Writes players."""

    def player(self, op: Op) -> str:
        match op.op:
            case "seat":
                return str(op.args[0])
            case "nobody":
                return "-1"
            case "local":
                return f"r{op.args[0]}"
            case "track":
                return self.track(op)
            case "left" | "right":
                who, count = self.somebody(op.args[0]), self.program.players
                step = 1 if op.op == "left" else count - 1
                return f"(({who} + {step}) % {count})"
            case "the_one":
                mask = self.temp(self.players(op.args[0]))
                self.put(f"if {mask} == 0 or {mask} & ({mask} - 1): return {FAULT}")
                return f"low({mask})"
            case "otherwise":
                return self.otherwise(op, self.player)
        raise NotCompilable(f"a player written as {op.op}")

    def somebody(self, op: Op) -> str:
        """A player that must be somebody."""
        who = self.temp(self.player(op))
        sure = who in self.sure and who not in self.changing
        if op.op not in ("seat", "left", "right", "the_one") and not sure:
            self.put(f"if {who} < 0: return {FAULT}")
        return who

    def track(self, op: Op) -> str:
        table = self.program.tracks[op.args[0]]
        if op.args[1] is None:
            return f"T[{table.first}]"
        return f"T[{table.first} + {self.somebody(op.args[1])}]"

    def players(self, op: Op) -> str:
        match op.op:
            case "players":
                return str(self.everyone)
            case "local":
                return str(self.everyone) if self.is_everyone(op) else f"r{op.args[0]}"
            case "single":
                who = self.temp(self.player(op.args[0]))
                return f"(1 << {who} if {who} >= 0 else 0)"
            case "union":
                return f"({self.players(op.args[0])} | {self.players(op.args[1])})"
            case "without":
                return f"({self.players(op.args[0])} & ~{self.players(op.args[1])})"
            case "players_if":
                mask = self.name()
                self.put(f"{mask} = 0")
                self.put(f"if {self.flag(op.args[0])}:")
                self.depth += 1
                self.put(f"{mask} = {self.players(op.args[1])}")
                self.depth -= 1
                return mask
            case "players_whose":
                return self._players_whose(*op.args)
            case "players_such":
                local, within, condition = op.args
                return self._filtered(within, local, lambda: self.flag(condition))
            case "best_players":
                return self._best_players(*op.args)
            case "unique_players":
                return self._unique_players(*op.args)
            case "otherwise":
                return self.otherwise(op, self.players)
        raise NotCompilable(f"players written as {op.op}")

    def each_seat(self, within: Op, local: int) -> str:
        """Open a loop over the seats of a set; gives the name of the seat."""
        mask = self.players(within)
        seat = f"r{local}"
        if self.is_everyone(within):
            self.put(f"for {seat} in range({self.program.players}):")
            self.depth += 1
        else:
            mask = self.temp(mask)
            self.put(f"for {seat} in range({self.layout.owners}):")
            self.depth += 1
            self.put(f"if not {mask} >> {seat} & 1: continue")
        self.sure = self.sure | {seat}
        return seat

    def _filtered(self, within: Op, local: int, condition: Any) -> str:
        found = self.name()
        self.put(f"{found} = 0")
        seat = self.each_seat(within, local)
        self.put(f"if {condition()}: {found} |= 1 << {seat}")
        self.depth -= 1
        return found

    def _players_whose(
        self, within: Op, local: int, expr: Op, comparison: str, value: Op | None
    ) -> str:
        if value is None:
            sign = "==" if comparison == "is empty" else "!="
            return self._filtered(within, local, lambda: f"{self.any_code(expr)} {sign} 0")
        bound: Any = None
        if value.type == "number":
            code, den = self.number(value)
            bound = (self.temp(code), den)
        else:
            bound = self.temp(self.plain(value))

        def condition() -> str:
            if value.type == "number":
                return self.compared(comparison, self.number(expr), bound)
            return f"{self.plain(expr)} {SIGNS[comparison]} {bound}"

        return self._filtered(within, local, condition)

    def _best_players(self, within: Op, ranks: Any) -> str:
        """Seat by seat; a better one starts the set anew, an equal one joins it."""
        found = self.name()
        bests = [self.name("b") for _ in ranks]
        self.put(f"{found} = 0")
        for best in bests:
            self.put(f"{best} = 0")
        seat = self.each_seat(within, ranks[0][1])
        values = []
        for extreme, local, expr in ranks:
            if f"r{local}" != seat:
                self.put(f"r{local} = {seat}")
                self.sure = self.sure | {f"r{local}"}
            code, _ = self.number(expr)
            values.append(self.temp(code if extreme == "highest" else f"-({code})"))
        better, equal = [], []
        for i, (value, best) in enumerate(zip(values, bests, strict=True)):
            same = " and ".join(f"{values[k]} == {bests[k]}" for k in range(i))
            better.append(f"({same} and {value} > {best})" if same else f"{value} > {best}")
            equal.append(f"{value} == {best}")
        self.put(f"if {found} == 0 or {' or '.join(better)}:")
        self.put(f"    {found} = 1 << {seat}")
        for value, best in zip(values, bests, strict=True):
            self.put(f"    {best} = {value}")
        self.put(f"elif {' and '.join(equal)}: {found} |= 1 << {seat}")
        self.depth -= 1
        return found

    def _unique_players(self, within: Op, local: int, expr: Op) -> str:
        count = self.layout.owners
        values = [self.name("u") for _ in range(count)]
        mask = self.temp(self.players(within))
        for seat, name in enumerate(values):
            self.put(f"{name} = 0")
            self.put(f"if {mask} >> {seat} & 1:")
            self.depth += 1
            self.put(f"r{local} = {seat}")
            self.sure = self.sure | {f"r{local}"}
            code, _ = self.number(expr)
            self.put(f"{name} = {code}")
            self.depth -= 1
        found = self.name()
        self.put(f"{found} = {mask}")
        for i in range(count):
            for j in range(i):
                both = (1 << i) | (1 << j)
                self.put(f"if {mask} & {both} == {both} and {values[i]} == {values[j]}: "
                         f"{found} &= {~both}")
        return found

    def otherwise(self, op: Op, lower: Any) -> str:
        """A value that is one integer, or another one."""
        return self.either(lambda: [lower(op.args[0])], lambda: [lower(op.args[1])])[0]
