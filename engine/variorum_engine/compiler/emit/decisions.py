"""Decisions in compiled code: what is offered, and how an answer takes effect.

At a decision the offers are written to the array `A`: for each choice a row of
[offered, low, high, kind of limit, bound, attribute, denominator, page masks ...]. A policy reads
them; the answer is a choice in X[1] and masks of what is picked, by page, from X[8] on.
"""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Choice, Op, Pick

from variorum_engine.compiler.emit.expressions import FAULT
from variorum_engine.compiler.emit.flow import X_CHOICE, X_DECISIONS, X_PICKED, X_SEAT, ends_round
from variorum_engine.compiler.emit.loops import Loops

ROW = 8


class Deciding(Loops):
    """Writes decisions, and the rounds around them."""

    most_choices = 1
    rows = ROW
    level = 0  # of simultaneous decisions inside each other
    levels = 1

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
            if choice.pick is not None or self.tells:
                opened = self.resumable and self.decides(choice.body) and self.fresh_start()
                self.tell_choice(op, f"X[{X_SEAT}]", i, choice, lambda p: f"X[{X_PICKED + p}]")
                if choice.pick is not None:
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
        for page in self.local_pages(pick.local):
            self.put(f"{self.keep(f'c{pick.local}_{page}')} = {code(page)}")

    def tell_choice(self, op: Op, seat: str, index: int, choice: Choice, code: Any) -> None:
        """Note what was chosen, where events are told."""

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
        self.put(f"A[{base + 1}] = {self.at_least(pick.low)}")
        most = str(1 << 40) if pick.high is None else self.at_most(pick.high)
        self.put(f"A[{base + 2}] = {most}")
        for page, code in self.source(pick).items():
            self.put(f"A[{base + ROW + page}] = {code}")
        self.put(f"A[{base + 3}] = 0")
        if pick.limit is not None and pick.source.type in ("cards", "card"):
            attribute, comparison, bound = pick.limit
            code, den = self.number(bound)
            self.put(f"A[{base + 3}] = {LIMITS[comparison]}")
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
                least, most = self.number_range(pick.source)
                return {0: least, 1: most}
            case _:
                found = {page: self.temp(code) for page, code in self.cards(pick.source).items()}
                return {page: found.get(page, "0") for page in range(len(self.layout.pages))}

    # ------------------------------------------------------------------ all at once
    def _line_together(
        self, op: Op, local: int, within: Op, choices: tuple[Choice, ...], rest: Any
    ) -> None:
        number = self.numbers[id(op)]
        waiting, answered = self.keep(self.name("w")), self.keep(self.name("w"))
        self.sealed[number] = waiting, answered
        seat = self.keep(f"r{local}")
        nested = any(self.decides(choice.body) for choice in choices) or self.decides(rest)
        resumes = nested and self.resumable
        self.nested = self.nested or nested
        if self.resumable:
            self.put("if go == 0:")
            self.depth += 1
        self.put(f"{waiting} = {self.players(within)}")
        self.put(f"{answered} = {waiting}")
        if self.resumable:
            self.depth -= 1
        pages = self.answer_pages(choices)
        # Answers that are sealed while others are played out have places of their own.
        base = self.level * self.layout.owners * (pages + 1)
        place = f"{base} + {seat} * {pages + 1}" if base else f"{seat} * {pages + 1}"
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
            if resumes:
                self.put(f"if go != {number}: break")
            self.put("go = 0")
        self.put(f"P[{place}] = X[{X_CHOICE}]")
        for page in range(pages):
            self.put(f"P[{place} + {page + 1}] = X[{X_PICKED + page}]")
        self.depth -= 1
        if resumes:
            self.put("if go == 0:")
            self.depth += 1
            self.put(f"{waiting} = {answered}")
            self.depth -= 1
            opened = self._while(resumes=True)
            self.put(f"if {waiting} == 0: break")
            self.put(f"{seat} = low({waiting})")
            self.put(f"{waiting} &= {waiting} - 1")
            self.close(opened)
        else:
            self.put(f"for {seat} in range({self.layout.owners}):")
            self.depth += 1
            self.put(f"if not {answered} >> {seat} & 1: continue")
        self.level += 1
        self.levels = max(self.levels, self.level)
        self._played_out(op, seat, place, choices, resumes=resumes)
        if rest:
            self.block(rest)
        self.level -= 1
        self.depth -= 1
        self.after_loop((*(choice.body for choice in choices), rest))

    def _played_out(
        self, op: Op, seat: str, place: str, choices: tuple[Choice, ...], *, resumes: bool
    ) -> None:
        """What a sealed answer comes to."""
        for i, choice in enumerate(choices):
            tests = [] if len(choices) == 1 else [f"P[{place}] == {i}"]
            if resumes:
                # Who is taken up in the lines below has played out the choice already.
                inside = f" or {self.inside(choice.body)}" if self.decides(choice.body) else ""
                tests.append(f"(go == 0{inside})")
            if tests:
                self.put(f"if {' and '.join(tests)}:")
                self.depth += 1
            before = len(self.lines)
            opened = resumes and self.decides(choice.body) and self.fresh_start()
            self.tell_choice(op, seat, i, choice, lambda page: f"P[{place} + {page + 1}]")
            if choice.pick is not None:
                self._picked(choice.pick, lambda page: f"P[{place} + {page + 1}]")
            elif opened:
                self.put("pass")
            self.close(bool(opened))
            if choice.body:
                self.block(choice.body)
            if len(self.lines) == before:
                self.put("pass")
            if tests:
                self.depth -= 1

    def answer_pages(self, choices: tuple[Choice, ...]) -> int:
        return max(1, len(self.layout.pages))

    # ----------------------------------------------------------------------- stages
    def stage(self, stage: Any) -> None:
        asks = self.ranges_of_stage(stage)
        resumes = asks and self.resumable
        if self.tells:
            opened = resumes and self.fresh_start()
            self.tell("stage", self.program.stages.index(stage))
            self.close(bool(opened))
        if stage.stage != "rounds":
            self.block(stage.body)
            return
        turns = self.keep(self.name("n"))
        if resumes:
            self.put(f"if go == 0: {turns} = 0")
        else:
            self.put(f"{turns} = 0")
        self.put("while True:")
        self.depth += 1
        opened = resumes and self.fresh_start()
        self.put(f"if {self.flag(stage.until)}: break")
        self.loop_guard(turns, stage.measure)
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
        self.tell("round")
        for end, _ in self.ends:
            if not end.at_once:
                self.put(f"if {self.flag(end.condition)}:")
                self.depth += 1
                self.tell("end", self.program.ends.index(end))
                self.put("return -1")
                self.depth -= 1
        self.depth -= 1

    def ranges_of_stage(self, stage: Any) -> bool:
        return any(self.decides(op) for op in stage.body)


def _is_one(pick: Pick) -> bool:
    return (
        pick.high is not None and pick.low.op == pick.high.op == "number"
        and pick.low.args[0] == pick.high.args[0] == 1
    )


LIMITS = {"is more than": 1, "is at least": 2, "is less than": 3, "is at most": 4, "is": 5}
__all__ = ["FAULT", "LIMITS", "ROW", "Deciding"]
