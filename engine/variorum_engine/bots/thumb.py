"""A bot that plays by the rule of thumb, with weights that were tuned for the game.

It looks at a table as it might be for all that its seat knows, and at the answers it is offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from variorum_engine.bots.seat import Sitting
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.compiler.backends.memory import laid_out
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.tuning.weights import bundled_for, row_of

LIMITS = {"is more than": 1, "is at least": 2, "is less than": 3, "is at most": 4, "is": 5}
CONDITION = 99
ENDLESS = 1 << 40


@lru_cache(maxsize=16)
def thinking(rules: Rules) -> Thinking | None:
    """The rule of thumb for a game; nothing, where its rules cannot be compiled."""
    try:
        return Thinking(rules)
    except NotCompilable:
        return None


class ThumbBot:
    name = "thumb"

    def __init__(self, rules: Rules, seed: int, weights: Mapping[str, int] | None = None) -> None:
        self.stream = Stream(seed)
        self.thinking = thinking(rules)
        self.weights: list[int] = []
        if self.thinking is not None:
            if weights is None:
                weights = bundled_for(rules.program).weights
            self.weights = row_of(self.thinking.machine.thumb, weights)

    def choose(self, sitting: Sitting) -> Move:
        move = None
        if self.thinking is not None:
            table = sitting.imagined(self.stream)
            move = self.thinking.answer(table, sitting.seat, self.weights, self.stream)
        # A card that nobody sees may lie elsewhere than was imagined.
        if move is None or sitting.why_not(move) is not None:
            return sitting.drawn(self.stream)
        return move


class Thinking:
    """The rule of thumb over tables of the interpreter."""

    def __init__(self, rules: Rules) -> None:
        self.machine = Machine(rules, "plain")
        self.program = rules.program
        self.layout = self.machine.source.layout
        self.space: dict[str, Any] = self.machine.functions
        self.numbers = {id(choices[0]): number for number, (_, choices, _) in
                        reversed(list(enumerate(self.machine.source.asked, 1)))}
        self.scratch = [0] * 4096

    def answer(self, table: Table, seat: int, weights: list[int], stream: Stream) -> Move | None:
        """The answer of a seat, or nothing where the rule of thumb has none."""
        asking, space = table.asking, self.space
        assert asking is not None
        go = self.numbers[id(asking.offers[0].choice)]
        parts = laid_out(self.machine.rules, self.machine.source, table.state)
        memory = [number for part in parts for number in part]
        memory += [0] * (space["SIZE"] - len(memory))  # what a series remembers
        memory[space["SEAT"]] = seat
        memory[space["ROUNDS"]] = table.state.rounds
        memory[space["R"]] = stream.below(1 << 31) << 31 | stream.below(1 << 31)
        offered = {number: answers for number, _, answers in table.offers(seat)}
        for number, answers in offered.items():
            self._offer(memory, number, answers)
        # What a condition means depends on the position, so the table itself is asked.
        space["allowed"] = lambda memory, go, choice: self._allowed(memory, offered[choice])
        thumb = [self.program.players] * self.program.players + weights
        if space["thumb_answer"](memory, self.scratch, thumb, go) == 0:
            return None
        choice = memory[space["CHOICE"]]
        return Move(choice, self._picked(memory, offered[choice]))

    def _offer(self, memory: list[int], number: int, answers: Answers | None) -> None:
        space = self.space
        base = space["A"] + number * space["WIDTH"]
        memory[base] = 1
        if answers is None:
            return
        rule = answers.rule
        memory[base + 1], memory[base + 2] = answers.low, answers.high
        if rule.limit is not None:
            memory[base + 3], memory[base + 5] = LIMITS[rule.limit[2]], rule.pick.limit[0]  # type: ignore[index]
            bound: Any = answers.bound
            memory[base + 4], memory[base + 6] = bound.numerator, bound.denominator
        elif rule.such_that is not None:
            memory[base + 3] = CONDITION
        if rule.of_numbers:
            members = list(bits(answers.source))
            memory[base + 8], memory[base + 9] = (members[0], members[-1]) if members else (1, 0)
        elif rule.of_players:
            memory[base + 8] = answers.source
        else:
            for card in bits(answers.source):
                memory[base + 8 + self.layout.page_of[card]] |= 1 << self.layout.bit[card]

    def _picked(self, memory: list[int], answers: Answers | None) -> int:
        """What is picked, as the interpreter says it."""
        first: int = self.space["PICKED"]
        if answers is None:
            return 0
        if answers.rule.of_numbers:
            return 1 << memory[first]
        if answers.rule.of_players:
            return memory[first]
        page_of, bit = self.layout.page_of, self.layout.bit
        return sum(1 << card for card in bits(answers.source)
                   if memory[first + page_of[card]] >> bit[card] & 1)

    def _allowed(self, memory: list[int], answers: Answers | None) -> int:
        return int(answers is None or answers.why_not(self._picked(memory, answers)) is None)
