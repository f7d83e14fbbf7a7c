"""Chunks of games: the same numbers for the same games, whoever plays them, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.compiler.backends.native import TooLarge
from variorum_engine.runtime.interface import Row
from variorum_engine.runtime.thumb.standing import SPARE
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.counted_game import Tally
from variorum_engine.tally.plan import Plan

SCRATCH = 4096
WORD = (1 << 64) - 1


class Chunk(NamedTuple):
    """What some games came to: the sums, and one row for each game if they were wanted."""

    first: int
    games: int
    sums: list[int]
    rows: list[int]


class Broken(Exception):
    """A game in which the rules broke down."""

    def __init__(self, game: int, why: str = "") -> None:
        super().__init__(game, why)
        self.game = game
        self.why = why


class Kernel(Protocol):
    """Whatever plays chunks of games."""

    plan: Plan

    def chunk(self, seed: int, first: int, games: int, *, rows: bool = False) -> Chunk: ...


class Series:
    """Games of a party on the compiled form, as plain Python or machine code. `entry` is what plays
    them: `tally` or `outcomes` of the runtime.

    If a number comes up in machine code that 64 bits do not hold, plain Python goes on from there:
    it plays the same games."""

    def __init__(
        self, rules: Rules, bots: Bots, entry: str, *, form: str = "plain",
        tally: Tally | None = None, make: bool = True,
    ) -> None:
        self.rules, self.bots, self.entry, self.tally = rules, bots, entry, tally
        self._begin(form, make=make)

    def _begin(self, form: str, *, make: bool = True) -> None:
        bots = self.bots
        self.machine = machine = Machine(
            self.rules, form, bots.modules, (self.entry, *bots.entries), knowing=bots.think,
            tally=self.tally, light=bots.light(self.rules.program), make=make)
        self.memory = machine.memory()
        self.party = machine.row(bots.party)
        self.seats = machine.zeros(self.rules.program.players)
        # The rule of thumb keeps a copy of the memory there, and that of a watched game is longer.
        self.scratch = machine.zeros(max(SCRATCH, SPARE + machine.constants["SIZE"] + 1))
        self.given = [machine.row(row) for row in bots.rows(machine, self.scratch)]

    def play(self, size: int, seed: int, first: int, games: int, *more: int) -> Row:
        """Play games; gives a row of that size with what came of them."""
        try:
            return self._play(size, seed, first, games, *more)
        except TooLarge:
            self._begin("plain")
            return self._play(size, seed, first, games, *more)

    def _play(self, size: int, seed: int, first: int, games: int, *more: int) -> Row:
        machine = self.machine
        found: Row = machine.zeros(size)
        counted = range(machine.behind, machine.room)
        self.memory[counted.start : counted.stop] = machine.zeros(len(counted))
        try:
            code = machine.functions[self.entry](
                self.memory, machine.opening, self.scratch, self.party, self.seats, *self.given,
                found, seed & WORD, first, games, *more,
            )
        except TooLarge:
            raise
        except ArithmeticError:
            raise Broken(first, "something is divided by zero, there or soon after") from None
        if code < 0:
            raise Broken(-1 - int(code))
        return found


class MachineKernel:
    """Chunks played by the compiled form."""

    def __init__(
        self, rules: Rules, bots: Bots, silences: Sequence[Sequence[int]] = (), *,
        form: str = "plain", make: bool = True, tally: Tally | None = None,
    ) -> None:
        """`tally`: what is counted, if another form of the same game has it already."""
        self.tally = tally or Tally(rules, silences, knowing=bots.think,
                                    light=bots.light(rules.program))
        self.plan = self.tally.plan
        self.series = Series(rules, bots, "tally", form=form, tally=self.tally, make=make)

    def chunk(self, seed: int, first: int, games: int, *, rows: bool = False) -> Chunk:
        size = games * self.plan.row_width if rows else 1
        noted = self.series.play(size, seed, first, games, int(rows))
        start = self.series.machine.behind
        return Chunk(first, games, list(self.series.memory[start : start + self.plan.size]),
                     list(noted) if rows else [])


def kernel(
    rules: Rules, bots: Bots, silences: Sequence[Sequence[int]] = (), *, form: str = "plain",
) -> Kernel:
    """Whatever plays in this form; raises NotCompilable if the game cannot be compiled."""
    if form != "interpreter":
        return MachineKernel(rules, bots, silences, form=form)
    from variorum_engine.tally.tables import TableKernel

    return TableKernel(rules, bots, silences)


__all__ = ["Broken", "Chunk", "Kernel", "MachineKernel", "Series", "kernel"]
