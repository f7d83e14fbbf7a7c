"""Decisions in compiled code: what is offered, and how an answer takes effect.

At a decision the offers are written to the array `A`: for each choice a row of
[offered, low, high, kind of limit, bound, attribute, denominator, page masks ...]. A policy reads
them; the answer is a choice in X[1] and masks of what is picked, by page, from X[8] on.
"""

from __future__ import annotations

from typing import Any

from dsl.core import Choice, Op, Pick
from engine.compiled.expressions import FAULT
from engine.compiled.flow import X_CHOICE, X_DECISIONS, X_PICKED, X_SEAT, ends_round
from engine.compiled.layout import NotCompilable
from engine.compiled.loops import Loops

ROW = 8


class Deciding(Loops):
    """Writes decisions, and the rounds around them."""

    most_choices = 1
    rows = ROW

    # ------------------------------------------------------------------ one player
    def _line_decide(self, op: Op, who: Op, choices: tuple[Choice, ...]) -> None:
        number = self.numbers[id(op)]
        chosen = self.name("h")
        if self.resumable:
            self.put(f"{chosen} = -1")
            for i, choice in enumerate(choices):
                if self.decides(choice.body):
                    self.put(f"if {self.inside(choice.body)}: {chosen} = {i}")
            self.put("if go == 0:")
            self.depth += 1
        seat = self.somebody(who)
        self.ask(number, seat, choices)
        if self.resumable:
            self.depth -= 1
            self.put(f"if go == {number} or go == 0:")
            self.depth += 1
            self.put("go = 0")
        self.put(f"{chosen} = X[{X_CHOICE}]")
        if self.resumable:
            self.depth -= 1
        for i, choice in enumerate(choices):
            self.put(f"{'if' if i == 0 else 'elif'} {chosen} == {i}:")
            self.depth += 1
            before = len(self.lines)
            if choice.pick is not None:
                opened = self.resumable and self.decides(choice.body) and self.fresh_start()
                self._picked(choice.pick, lambda page: f"X[{X_PICKED + page}]")
                self.close(bool(opened))
            if choice.body:
                self.block(choice.body)
            if len(self.lines) == before:
                self.put("pass")
            self.depth -= 1

    def _picked(self, pick: Pick, code: Any) -> None:
        """Put an answer where the rules look for it."""
        kind = pick.source.type
        if kind in ("players", "numbers"):
            one = _is_one(pick)
            mask = code(0)
            name = self.keep(f"r{pick.local}")
            # A number is answered as itself, a player as a set of one.
            self.put(f"{name} = {f'low({mask})' if one and kind == 'players' else mask}")
            if one and kind == "players":
                self.sure = self.sure | {name}
            return
        for page in self.layout.masks(pick.source.reach):
            self.put(f"{self.keep(f'c{pick.local}_{page}')} = {code(page)}")

    def ask(self, number: int, seat: str, choices: tuple[Choice, ...]) -> None:
        """Offer the choices; a policy answers, or the code is left here."""
        self.most_choices = max(self.most_choices, len(choices))
        self.put(f"X[{X_SEAT}] = {seat}")
        self.put(f"X[{X_DECISIONS}] += 1")
        if self.policy is not None:
            self.policy(self, number, seat, choices)
            return
        for i, choice in enumerate(choices):
            self.offer(i, choice)
        for i, name in enumerate(self.kept_placeholder()):
            self.put(f"L[{i}] = {name}")
        self.put(f"return {number}")

    def kept_placeholder(self) -> list[str]:
        """Filled in at the end, when all names that outlive a decision are known."""
        return ["@KEPT@"]

    def width(self) -> int:
        return ROW + len(self.layout.pages) + 2

    def offer(self, index: int, choice: Choice) -> None:
        base = index * self.width()
        self.put(f"A[{base}] = 1")
        if choice.condition is not None:
            self.put(f"if not ({self.flag(choice.condition)}): A[{base}] = 0")
        pick = choice.pick
        if pick is None:
            self.put(f"A[{base + 1}] = -1")
            return
        self.put(f"if A[{base}]:")
        self.depth += 1
        low, low_den = self.number(pick.low)
        self.put(f"A[{base + 1}] = {_whole(low, low_den)}")
        if pick.high is None:
            self.put(f"A[{base + 2}] = {1 << 40}")
        else:
            high, high_den = self.number(pick.high)
            self.put(f"A[{base + 2}] = {_whole(high, high_den)}")
        for page, code in self.source(pick).items():
            self.put(f"A[{base + ROW + page}] = {code}")
        self.put(f"A[{base + 3}] = 0")
        if pick.limit is not None and pick.source.type in ("cards", "card"):
            attribute, comparison, bound = pick.limit
            code, den = self.number(bound)
            self.put(f"A[{base + 3}] = {_LIMITS[comparison]}")
            self.put(f"A[{base + 4}] = {code}")
            self.put(f"A[{base + 5}] = {attribute}")
            self.put(f"A[{base + 6}] = {den}")
        elif pick.such_that is not None:
            self.put(f"A[{base + 3}] = 99")
        self.depth -= 1

    def allowed(self, number: int, index: int, pick: Pick) -> str:
        """A function that says whether an answer fulfils a condition that is not just a limit."""
        assert pick.such_that is not None
        self.lines, self.sure = [], set()
        self._picked(pick, lambda page: f"X[{X_PICKED + page}]")
        self.put(f"return 1 if {self.flag(pick.such_that)} else 0")
        return "\n".join(self.lines)

    def source(self, pick: Pick) -> dict[int, str]:
        """What can be picked, as masks by page (players and numbers: page 0)."""
        match pick.source.type:
            case "players":
                return {0: self.players(pick.source)}
            case "numbers":
                least, least_den = self.number(pick.source.args[0])
                most, most_den = self.number(pick.source.args[1])
                return {0: _whole(least, least_den), 1: f"({most}) // {most_den}"}
            case _:
                found = {page: self.temp(code) for page, code in self.cards(pick.source).items()}
                return {page: found.get(page, "0") for page in range(len(self.layout.pages))}

    # ------------------------------------------------------------------ all at once
    def _line_together(
        self, op: Op, local: int, within: Op, choices: tuple[Choice, ...], rest: Any
    ) -> None:
        number = self.numbers[id(op)]
        waiting, answered = self.keep(self.name("w")), self.keep(self.name("w"))
        seat = self.keep(f"r{local}")
        if any(self.decides(choice.body) for choice in choices) or any(map(self.decides, rest)):
            raise NotCompilable("a decision inside a simultaneous one")
        if self.resumable:
            self.put("if go == 0:")
            self.depth += 1
        self.put(f"{waiting} = {self.players(within)}")
        self.put(f"{answered} = {waiting}")
        if self.resumable:
            self.depth -= 1
        pages = self.answer_pages(choices)
        self.put("while True:")
        self.depth += 1
        if self.resumable:
            self.put("if go == 0:")
            self.depth += 1
        self.put(f"if {waiting} == 0: break")
        self.put(f"{seat} = low({waiting})")
        self.put(f"{waiting} &= {waiting} - 1")
        self.sure = self.sure | {seat}
        self.ask(number, seat, choices)
        if self.resumable:
            self.depth -= 1
            self.put("go = 0")
        self.put(f"P[{seat} * {pages + 1}] = X[{X_CHOICE}]")
        for page in range(pages):
            self.put(f"P[{seat} * {pages + 1} + {page + 1}] = X[{X_PICKED + page}]")
        self.depth -= 1
        self.put(f"for {seat} in range({self.program.players}):")
        self.depth += 1
        self.put(f"if not {answered} >> {seat} & 1: continue")
        for i, choice in enumerate(choices):
            if len(choices) > 1:
                self.put(f"{'if' if i == 0 else 'elif'} P[{seat} * {pages + 1}] == {i}:")
                self.depth += 1
            if choice.pick is not None:
                self._picked(choice.pick, lambda page: f"P[{seat} * {pages + 1} + {page + 1}]")
            for each in choice.body:
                self.line(each)
            if not choice.body and choice.pick is None:
                self.put("pass")
            if len(choices) > 1:
                self.depth -= 1
        for each in rest:
            self.line(each)
        self.depth -= 1

    def answer_pages(self, choices: tuple[Choice, ...]) -> int:
        return max(1, len(self.layout.pages))

    # ----------------------------------------------------------------------- stages
    def stage(self, stage: Any) -> None:
        asks = self.ranges_of_stage(stage)
        if stage.stage != "rounds":
            self.block(stage.body)
            return
        resumes = asks and self.resumable
        turns = self.keep(self.name("n"))
        if resumes:
            self.put(f"if go == 0: {turns} = 0")
        else:
            self.put(f"{turns} = 0")
        self.put("while True:")
        self.depth += 1
        opened = resumes and self.fresh_start()
        self.put(f"if {self.flag(stage.until)}: break")
        self._loop_guard(turns)
        self.close(bool(opened))
        self.round_flag = self.name("q")
        if ends_round(stage.body):
            # A block of its own, so that `end the round` has something to leave.
            self.put(f"{self.round_flag} = 0")
            self.put("while True:")
            self.depth += 1
            self.block(stage.body)
            self.put("break")
            self.depth -= 1
        else:
            self.block(stage.body)
        self.round_flag = ""
        self.put("X[2] += 1")
        for end, _ in self.ends:
            if not end.at_once:
                self.put(f"if {self.flag(end.condition)}: return -1")
        self.depth -= 1

    def ranges_of_stage(self, stage: Any) -> bool:
        return any(self.decides(op) for op in stage.body)


def _is_one(pick: Pick) -> bool:
    return (
        pick.high is not None and pick.low.op == pick.high.op == "number"
        and pick.low.args[0] == pick.high.args[0] == 1
    )


def _whole(code: str, den: int) -> str:
    return code if den == 1 else f"-(-({code}) // {den})"


_LIMITS = {"is more than": 1, "is at least": 2, "is less than": 3, "is at most": 4, "is": 5}
__all__ = ["FAULT", "ROW", "Deciding"]
