"""Branches and loops as code."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op

from variorum_engine.compiler.analysis.bounds import Bounds
from variorum_engine.compiler.emit.expressions import FAULT
from variorum_engine.compiler.emit.flow import ends_round
from variorum_engine.compiler.emit.moves import Moves


class Loops(Moves):
    """Writes conditions, cases and loops."""

    bounds: Bounds | None = None

    def _line_if(self, op: Op, condition: Op, then: Any, otherwise: Any) -> None:
        if self.decides(op) and self.resumable:
            holds = self.name("h")
            self.put(f"{holds} = {self.inside(then) if self.decides(then) else 'False'}")
            self.put("if go == 0:")
            self.depth += 1
            self.put(f"{holds} = {self.flag(condition)}")
            self.depth -= 1
            self.put(f"if {holds}:")
        else:
            self.put(f"if {self.flag(condition)}:")
        self.depth += 1
        self.block(then)
        self.depth -= 1
        if otherwise:
            self.put("else:")
            self.depth += 1
            self.block(otherwise)
            self.depth -= 1

    def _line_cases(self, op: Op, on: Op, rows: Any) -> None:
        grouped = self._grouped(rows)
        resumes = self.decides(op) and self.resumable
        chosen = self.name("h")
        opened = False
        if resumes:
            self.put(f"{chosen} = -1")
            for i, (_, body) in enumerate(grouped):
                if self.decides(body):
                    self.put(f"if {self.inside(body)}: {chosen} = {i}")
            opened = self.fresh_start()
        codes = {page: self.temp(code) for page, code in self.cards(on).items()}
        total = " + ".join(f"pop({code})" for code in codes.values()) or "0"
        self.put(f"if {total} != 1: return {FAULT}")
        if not resumes:
            self._branches(on, grouped, codes)
            return
        self.put(f"{chosen} = -1")
        for i, (mask, _) in enumerate(grouped):
            masks = self.layout.masks(mask & self.layout.origins.reach(on))
            test = " or ".join(f"{codes[page]} & {own}" for page, own in masks.items()
                               if page in codes)
            if test:
                self.put(f"{'if' if i == 0 else 'elif'} {test}: {chosen} = {i}"
                         if i == 0 else f"if {chosen} < 0 and ({test}): {chosen} = {i}")
        self.put(f"if {chosen} < 0: return {FAULT}")
        self.close(opened)
        for i, (_, body) in enumerate(grouped):
            self.put(f"{'if' if i == 0 else 'elif'} {chosen} == {i}:")
            self.depth += 1
            self.block(body)
            self.depth -= 1

    def _branches(self, on: Op, grouped: Any, codes: dict[int, str]) -> None:
        """Cases that nobody takes up in their middle."""
        word = "if"
        for mask, body in grouped:
            reached = self.layout.masks(mask & self.layout.origins.reach(on))
            test = " or ".join(f"{codes[page]} & {own}" for page, own in reached.items()
                               if page in codes)
            if test:
                self.put(f"{word} {test}:")
                self.depth += 1
                self.block(body)
                self.depth -= 1
                word = "elif"
        self.put(f"else: return {FAULT}" if word == "elif" else f"return {FAULT}")

    def loop_guard(self, turns: str, measure: Op) -> None:
        """No loop takes more turns than it has things to use up."""
        self.put(f"{turns} += 1")
        self.put(f"if {turns} > {self.most_turns(measure)}: return {FAULT}")

    def most_turns(self, measure: Op) -> int:
        if self.bounds is None:
            self.bounds = Bounds(self.program, self.layout.origins)
        return self.bounds.turns(measure)

    def _line_repeat(self, op: Op, until: Op, measure: Op, body: Any) -> None:
        resumes = self.decides(op) and self.resumable
        turns = self.keep(self.name("n")) if resumes else self.name("n")
        opened = resumes and self.fresh_start()
        self.put(f"{turns} = 0")
        self.close(opened)
        opened = self._while(resumes)
        self.put(f"if {self.flag(until)}: break")
        self.loop_guard(turns, measure)
        self.close(opened)
        self.block(body)
        self.depth -= 1
        self.after_loop(body)

    def _line_turns(
        self, op: Op, start: Op, local: int, within: Op, until: Op, measure: Op, body: Any
    ) -> None:
        resumes = self.decides(op) and self.resumable
        turn = self.holding("turn", op) if resumes else self.name("w")
        turns = self.keep(self.name("n")) if resumes else self.name("n")
        seat = self.keep(f"r{local}")
        opened = resumes and self.fresh_start()
        self.put(f"{turn} = {self.somebody(start)}")
        self.put(f"{turns} = 0")
        self.close(opened)
        opened = self._while(resumes)
        self.put(f"if {self.flag(until)}: break")
        active = self.temp(self.players(within))
        count = self.program.players
        dummies = self.layout.owners > count  # who may be asked for by name
        if within.op != "players" or dummies:
            self.put(f"if {active} == 0: break")
            self.put(f"while not {active} >> {turn} & 1: "
                     f"{turn} = {turn} + 1 if {turn} < {self.layout.owners - 1} else 0")
        self.put(f"{seat} = {turn}")
        self.put(f"{turn} = ({turn} + 1) % {count}" if dummies
                 else f"{turn} = {turn} + 1 if {turn} < {count - 1} else 0")
        self.sure = self.sure | {seat}
        self.loop_guard(turns, measure)
        self.close(opened)
        self.block(body)
        self.depth -= 1
        self.after_loop(body)

    def _line_for_players(
        self, op: Op, local: int, within: Op, start: Op | None, ranks: Any, until: Op | None,
        body: Any,
    ) -> None:
        resumes = self.decides(op) and self.resumable
        seat = self.keep(f"r{local}")
        if ranks:
            self._ranked_players(op, local, within, start, ranks, until, body)
            return
        if not resumes and start is None and until is None and not ends_round(body):
            self.each_seat(within, local)
            self.block(body)
            self.depth -= 1
            return
        waiting = self.holding("players", op) if resumes else self.name("w")
        pointer = self.holding("next player", op) if resumes else self.name("w")
        opened = resumes and self.fresh_start()
        self.put(f"{waiting} = {self.players(within)}")
        self.put(f"{pointer} = {self.somebody(start) if start is not None else 0}")
        self.close(opened)
        opened = self._while(resumes)
        self.put(f"if {waiting} == 0: break")
        if until is not None:
            self.put(f"if {self.flag(until)}: break")
        self.put(f"while not {waiting} >> {pointer} & 1: "
                 f"{pointer} = {pointer} + 1 if {pointer} < {self.layout.owners - 1} else 0")
        self.put(f"{seat} = {pointer}")
        self.put(f"{waiting} ^= 1 << {pointer}")
        self.sure = self.sure | {seat}
        self.close(opened)
        self.block(body)
        self.depth -= 1
        self.after_loop(body)

    def _ranked_players(
        self, op: Op, local: int, within: Op, start: Op | None, ranks: Any, until: Op | None,
        body: Any,
    ) -> None:
        """The numbers are worked out once; then the best of those who wait comes next."""
        resumes = self.decides(op) and self.resumable
        count = self.layout.owners
        waiting = self.holding("players", op)
        keys = [[self.holding("other rank" if i else "rank", op, who) for i in range(len(ranks))]
                for who in range(count)]
        seat = self.keep(f"r{local}")
        first = "0" if start is None else self.keep(self.name("w"))
        opened = resumes and self.fresh_start()
        self.put(f"{waiting} = {self.players(within)}")
        if start is not None:
            self.put(f"{first} = {self.somebody(start)}")
        for who in range(count):
            self.put(f"if {waiting} >> {who} & 1:")
            self.depth += 1
            for name, (extreme, place, expr) in zip(keys[who], ranks, strict=True):
                self.put(f"{self.keep(f'r{place}')} = {who}")
                self.sure = self.sure | {f"r{place}"}
                code, _ = self.number(expr)
                self.put(f"{name} = {code if extreme == 'highest' else f'-({code})'}")
            self.depth -= 1
        self.close(bool(opened))
        opened = self._while(resumes)
        self.put(f"if {waiting} == 0: break")
        if until is not None:
            self.put(f"if {self.flag(until)}: break")
        best = self.name("b")
        self.put(f"{best} = -1")
        tops = [self.name("b") for _ in ranks]
        for name in tops:
            self.put(f"{name} = 0")
        for who in range(count):
            better = []
            for i in range(len(ranks)):
                same = "".join(f"{keys[who][k]} == {tops[k]} and " for k in range(i))
                better.append(f"({same}{keys[who][i]} > {tops[i]})")
            if start is not None:
                # Of equals, who comes first from there on.
                equal = "".join(f"{keys[who][k]} == {tops[k]} and " for k in range(len(ranks)))
                away = [f"({seat} - {first}) % {count}" for seat in (who, best)]
                better.append(f"({equal}{away[0]} < {away[1]})")
            self.put(f"if {waiting} >> {who} & 1 and ({best} < 0 or {' or '.join(better)}):")
            self.put(f"    {best} = {who}")
            for name, top in zip(keys[who], tops, strict=True):
                self.put(f"    {top} = {name}")
        self.put(f"{seat} = {best}")
        self.put(f"{waiting} ^= 1 << {best}")
        self.sure = self.sure | {seat}
        self.close(opened)
        self.block(body)
        self.depth -= 1
        self.after_loop(body)

    def _line_for_cards(
        self, op: Op, local: int, within: Op, ranks: Any, until: Op | None, body: Any
    ) -> None:
        resumes = self.decides(op) and self.resumable
        pages = self.local_pages(local)
        waiting = {page: self.holding("cards", op, page) for page in pages}
        names = {page: self.keep(f"c{local}_{page}") for page in pages}
        opened = resumes and self.fresh_start()
        codes = {page: self.temp(code) for page, code in self.cards(within).items()}
        for page, name in waiting.items():
            self.put(f"{name} = {codes.get(page, '0')}")
        self.close(opened)
        opened = self._while(resumes)
        self.put(f"if {' | '.join(waiting.values()) or '0'} == 0: break")
        if until is not None:
            self.put(f"if {self.flag(until)}: break")
        for name in names.values():
            self.put(f"{name} = 0")
        if ranks:
            best = self.best_of(dict(waiting), ranks)
        for i, page in enumerate(pages):
            first = best[page] if ranks else waiting[page]
            self.put(f"{'if' if i == 0 else 'elif'} {first}:")
            self.put(f"    {names[page]} = {first} & -{first}")
            self.put(f"    {waiting[page]} ^= {names[page]}")
        self.close(opened)
        self.block(body)
        self.depth -= 1
        self.after_loop(body)

    def _line_for_members(
        self, op: Op, local: int, count: int, until: Op | None, body: Any
    ) -> None:
        resumes = self.decides(op) and self.resumable
        member = self.keep(f"r{local}")
        following = self.holding("member", op)
        opened = resumes and self.fresh_start()
        self.put(f"{following} = 0")
        self.close(opened)
        opened = self._while(resumes)
        self.put(f"if {following} >= {count}: break")
        if until is not None:
            self.put(f"if {self.flag(until)}: break")
        self.put(f"{member} = {following}")
        self.put(f"{following} += 1")
        self.close(opened)
        self.block(body)
        self.depth -= 1
        self.after_loop(body)
