"""Chunks of games: the same numbers for the same games, whoever plays them, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from variorum_engine.compiler.backends.machine import Machine
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


class MachineKernel:
    """Chunks played by the compiled form, as plain Python or compiled by numba."""

    def __init__(
        self, rules: Rules, bots: Bots, silences: Sequence[Sequence[int]] = (), *,
        form: str = "plain",
    ) -> None:
        tally = Tally(rules, silences, knowing=bots.think)
        self.plan = tally.plan
        self.machine = machine = Machine(
            rules, form, bots.modules, ("tally", *bots.entries), knowing=bots.think, tally=tally)
        self.memory = machine.memory()
        self.party = machine.row(bots.party)
        self.given = given_rows(machine, bots)
        self.seats = machine.zeros(rules.program.players)

    def chunk(self, seed: int, first: int, games: int, *, rows: bool = False) -> Chunk:
        machine, start = self.machine, self.machine.behind
        end = start + self.plan.size
        self.memory[start:end] = machine.zeros(end - start)
        noted = machine.zeros(games * self.plan.row_width if rows else 1)
        try:
            code = machine.functions["tally"](
                self.memory, machine.opening, self.given[0], self.party, self.seats,
                *self.given[1:], noted, seed & WORD, first, games, int(rows),
            )
        except ArithmeticError:
            raise Broken(first, "something is divided by zero, there or soon after") from None
        if code < 0:
            raise Broken(-1 - int(code))
        return Chunk(first, games, list(self.memory[start:end]), list(noted) if rows else [])


def given_rows(machine: Machine, bots: Bots) -> tuple[Any, ...]:
    """The rows that the bots write on: scratch, weights, trees and knowledge."""
    # The rule of thumb keeps a copy of the memory there, and that of a watched game is longer.
    scratch = machine.zeros(max(SCRATCH, SPARE + machine.constants["SIZE"] + 1))
    return scratch, *(machine.row(row) for row in bots.rows(machine, scratch))


def kernel(
    rules: Rules, bots: Bots, silences: Sequence[Sequence[int]] = (), *, form: str = "plain",
) -> Kernel:
    """Whatever plays in this form; raises NotCompilable if the game cannot be compiled."""
    if form != "interpreter":
        return MachineKernel(rules, bots, silences, form=form)
    from variorum_engine.tally.tables import TableKernel

    return TableKernel(rules, bots, silences)


__all__ = ["Broken", "Chunk", "Kernel", "MachineKernel", "given_rows", "kernel"]
