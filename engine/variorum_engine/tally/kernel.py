"""Chunks of games: the same numbers for the same games, whoever plays them, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.runtime.interface import Row
from variorum_engine.runtime.standing import SPARE
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
    them: `tally` or `outcomes` of the runtime."""

    def __init__(
        self, rules: Rules, bots: Bots, entry: str, *, form: str = "plain",
        tally: Tally | None = None,
    ) -> None:
        self.machine = machine = Machine(
            rules, form, bots.modules, (entry, *bots.entries), knowing=bots.think, tally=tally,
            light=bots.light)
        self.entry = entry
        self.memory = machine.memory()
        self.party = machine.row(bots.party)
        self.seats = machine.zeros(rules.program.players)
        # The rule of thumb keeps a copy of the memory there, and that of a watched game is longer.
        self.scratch = machine.zeros(max(SCRATCH, SPARE + machine.constants["SIZE"] + 1))
        self.given = [machine.row(row) for row in bots.rows(machine, self.scratch)]

    def play(self, found: Row, seed: int, first: int, games: int, *more: int) -> None:
        """Play games, and put what came of them into a row."""
        machine = self.machine
        try:
            code = machine.functions[self.entry](
                self.memory, machine.opening, self.scratch, self.party, self.seats, *self.given,
                found, seed & WORD, first, games, *more,
            )
        except ArithmeticError:
            raise Broken(first, "something is divided by zero, there or soon after") from None
        if code < 0:
            raise Broken(-1 - int(code))


class MachineKernel:
    """Chunks played by the compiled form."""

    def __init__(
        self, rules: Rules, bots: Bots, silences: Sequence[Sequence[int]] = (), *,
        form: str = "plain",
    ) -> None:
        tally = Tally(rules, silences, knowing=bots.think, light=bots.light)
        self.plan = tally.plan
        self.series = Series(rules, bots, "tally", form=form, tally=tally)

    def chunk(self, seed: int, first: int, games: int, *, rows: bool = False) -> Chunk:
        machine, memory = self.series.machine, self.series.memory
        start, end = machine.behind, machine.behind + self.plan.size
        memory[start:end] = machine.zeros(end - start)
        noted = machine.zeros(games * self.plan.row_width if rows else 1)
        self.series.play(noted, seed, first, games, int(rows))
        return Chunk(first, games, list(memory[start:end]), list(noted) if rows else [])


def kernel(
    rules: Rules, bots: Bots, silences: Sequence[Sequence[int]] = (), *, form: str = "plain",
) -> Kernel:
    """Whatever plays in this form; raises NotCompilable if the game cannot be compiled."""
    if form != "interpreter":
        return MachineKernel(rules, bots, silences, form=form)
    from variorum_engine.tally.tables import TableKernel

    return TableKernel(rules, bots, silences)


__all__ = ["Broken", "Chunk", "Kernel", "MachineKernel", "Series", "kernel"]
