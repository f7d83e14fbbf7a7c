"""Who is out, who has won, and what decided it."""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl import core as c

from variorum_engine.interpreter.expressions import Context, OfSeat, figure_of, score_of, whole
from variorum_engine.interpreter.scoring import SheetLine, sheet_of
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import Number, bits, mask_of

# What is noted as reached where a line has no place of its own.
EVERYONE_OUT = "everyone is out"
STILL_TIED = "still tied"


class Comparison(NamedTuple):
    """One line of the winner's chain, with every contender's number."""

    name: str
    extreme: c.Extreme
    numbers: dict[int, Number]
    left: tuple[int, ...]
    cites: tuple[str, ...]


class Outcome(NamedTuple):
    """How a game came out. Seats count from 0."""

    winners: tuple[int, ...]
    eliminated: tuple[int, ...]
    decided_by: str
    chain: tuple[Comparison, ...]
    sheets: dict[str, dict[int, list[SheetLine]]]
    elimination_cites: tuple[str, ...]


class Reckoner:
    """Works out the outcome of a final position."""

    def __init__(self, context: Context) -> None:
        program = self.program = context.program
        self.everyone = context.everyone
        self.out = [whole(row.players, context) for row in program.out]
        self.scorers = [score_of(number, context) for number in range(len(program.scorings))]
        self.sheets = [sheet_of(number, context) for number in range(len(program.scorings))]
        self.chain: list[OfSeat] = [
            self.scorers[tie.figure] if tie.is_score else figure_of(tie.figure, context)
            for tie in program.chain
        ]

    def eliminated(self, state: State) -> int:
        """The players who are out."""
        out = 0
        for players, row in zip(self.out, self.program.out, strict=True):
            found = players(state) & self.everyone
            if found:
                state.mark(row.at)
            out |= found
        if out == self.everyone:
            state.mark(EVERYONE_OUT)
            if self.program.everyone == "nobody is out":
                return 0
        return out

    def winners(self, state: State) -> tuple[int, int]:
        """Winners and eliminated players as sets: all that a simulation needs."""
        out = self.eliminated(state)
        left = bits(self.everyone & ~out)
        for tie, number in zip(self.program.chain, self.chain, strict=True):
            if len(left) < 2:
                break
            left = _best({seat: number(state, seat) for seat in left}, tie.extreme)
        if len(left) > 1 and self.program.tied == "nobody":
            left = []
        return mask_of(left), out

    def outcome(self, state: State) -> Outcome:
        """Everything about the end: who is out, how the winner was found, all score sheets.
        `winners` is also asked who is ahead before the end, where a tie is nothing impossible."""
        program = self.program
        out = self.eliminated(state)
        left = bits(self.everyone & ~out)
        rows = []
        decided = "elimination" if out and len(left) < 2 else ""
        for tie, number in zip(program.chain, self.chain, strict=True):
            numbers = {seat: number(state, seat) for seat in left}
            if len(left) > 1:
                left = _best(numbers, tie.extreme)
                if len(left) < len(numbers):
                    state.mark(tie.at)
                if len(left) == 1:
                    decided = tie.name
            rows.append(Comparison(tie.name, tie.extreme, numbers, tuple(left), tie.cites))
        if len(left) > 1:
            decided = "nobody" if program.tied == "nobody" else "shared"
            state.mark(STILL_TIED)
            if program.tied == "impossible" and program.chain:
                raise Fault("all is equal here, and the rules say that this is impossible",
                            program.chain[-1])
            if program.tied == "nobody":
                left = []
        sheets = {
            table.name: {seat: sheet(state, seat) for seat in range(program.players)}
            for table, sheet in zip(program.scorings, self.sheets, strict=True)
        }
        return Outcome(tuple(left), tuple(bits(out)), decided, tuple(rows), sheets,
                       program.elimination_cites)


def _best(numbers: dict[int, Number], extreme: c.Extreme) -> list[int]:
    best = max(numbers.values()) if extreme == "highest" else min(numbers.values())
    return [seat for seat, number in numbers.items() if number == best]
