"""Games of the rule of thumb with given weights, and what share of them it wins."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.compiler.emit.module import written
from variorum_engine.table.table import Rules

SHARES = 420
RANDOM, SAME, MIXED = 0, 1, 2
Z = 1.96


@dataclass(frozen=True, slots=True)
class Share:
    """The share of games won, a shared win counting for its part, and a 95% interval."""

    won: float
    low: float
    high: float
    games: int

    def rounded(self) -> Share:
        return Share(round(self.won, 4), round(self.low, 4), round(self.high, 4), self.games)


class Contest(NamedTuple):
    """Games in which weights are tried; `rivals` are RANDOM, SAME or MIXED."""

    weights: Sequence[int]
    others: Sequence[int] | None
    seed: int
    first: int
    games: int
    rivals: int


def form_here() -> str:
    """The fastest form that runs here."""
    return "fast" if is_available() else "plain"


class Match:
    """A machine with the rows that it needs."""

    def __init__(self, rules: Rules, form: str = "plain") -> None:
        if written(rules.program).large:
            form = "plain"  # numbers of any size
        self.machine = machine = Machine(rules, form, entries=("contest", "lesson"))
        self.players = rules.program.players
        self.memory = machine.row(machine.opening)
        self.scratch = machine.zeros(4096)
        self.bots = machine.zeros(self.players)

    def wins(
        self, weights: Sequence[int], others: Sequence[int] | None, seed: int, first: int,
        games: int, rivals: int = RANDOM,
    ) -> tuple[int, int]:
        """Shares of wins (so many to a win) and games in which the seat stayed in."""
        machine = self.machine
        thumb = machine.row([0] * self.players + list(weights) + list(others or weights))
        counted = machine.zeros(3)
        status = machine.functions["contest"](
            self.memory, machine.opening, self.scratch, self.bots, thumb, counted, seed, first,
            games, rivals,
        )
        if status != 0:
            raise RuntimeError(f"game {-1 - int(status)} of the series {seed} did not end")
        return int(counted[0]), int(counted[1])

    def share(
        self, weights: Sequence[int], seed: int, games: int, rivals: int = RANDOM,
        others: Sequence[int] | None = None,
    ) -> Share:
        """What share of games is won."""
        won, _ = self.wins(weights, others, seed, 0, games, rivals)
        return interval(won / SHARES, games)


def interval(won: float, games: int) -> Share:
    """Wilson's interval; for shared wins it is a little too wide, never too narrow."""
    part = won / games
    middle = (part + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * math.sqrt(part * (1 - part) / games + Z * Z / (4 * games * games))
    half /= 1 + Z * Z / games
    return Share(part, max(0.0, middle - half), min(1.0, middle + half), games)


def start_weights(machine: Machine) -> list[int]:
    """The weights that any game begins with."""
    return [weight.start for weight in machine.thumb.weights]
