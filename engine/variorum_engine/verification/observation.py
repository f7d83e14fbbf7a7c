"""A look at a position, and what may be found broken there."""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl.diagnostics.diagnostic import Place

from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.table import Move, Table

PROBES = 6  # how many moves are tried where there are too many to try them all


class Broken(NamedTuple):
    """A promise that is not kept. `seat` and `move` say who sees it by which move, if anybody."""

    invariant: str
    text: str
    at: Place | None = None
    seat: int = -1
    move: Move | None = None
    other: Table | None = None


class Look:
    """A position, and what the promises need to know about the game around it."""

    def __init__(self, table: Table, stream: Stream, cards: int = 0, *,
                 thorough: bool = True) -> None:
        self.table = table
        self.rules = table.rules
        self.program = table.rules.program
        self.stream = stream
        self.cards = cards or (1 << len(self.program.cards)) - 1
        self.thorough = thorough
