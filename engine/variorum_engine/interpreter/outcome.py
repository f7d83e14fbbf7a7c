"""Who is out, who has won, and what decided it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from variorum_engine.interpreter.scoring import SheetLine, scorer, sheets
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import bits

if TYPE_CHECKING:
    from variorum_engine.interpreter.values import Values


# What is noted as reached where a line has no place of its own.
EVERYONE_OUT = "everyone is out"
STILL_TIED = "still tied"


class Comparison(NamedTuple):
    """One line of the winner's chain, with every contender's number."""

    name: str
    extreme: str
    numbers: dict[int, Any]
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

    def __init__(self, values: Values) -> None:
        self.values = values
        program = self.program = values.program
        self.out = [values.compile(players) for players, _, _ in program.out]
        self.scorers = [scorer(values, i) for i in range(len(program.scorings))]
        self.sheets = [sheets(values, i) for i in range(len(program.scorings))]
        self.chain = [self._number(tie) for tie in program.chain]

    def _number(self, tie: Any) -> Any:
        if tie.is_score:
            return self.scorers[tie.figure]
        table = self.program.figures[tie.figure]
        value = self.values.compile(table.value)

        def number(state: State, seat: int) -> Any:
            state.locals[table.local] = seat
            return value(state)

        return number

    def eliminated(self, state: State) -> int:
        """The players who are out, and whether that was everybody."""
        everyone = self.values.players
        out = 0
        for players in self.out:
            out |= players(state) & everyone
        if state.reached is not None:
            self._note_out(state, out)
        if out == everyone and self.program.everyone == "nobody is out":
            return 0
        return out

    def _note_out(self, state: State, out: int) -> None:
        """Which lines of the elimination were reached."""
        assert state.reached is not None
        for players, (_, _, at) in zip(self.out, self.program.out, strict=True):
            if players(state) & self.values.players:
                state.reached.add(at)
        if out == self.values.players:
            state.reached.add(EVERYONE_OUT)

    def winners(self, state: State) -> tuple[int, int]:
        """Winners and eliminated players as sets: all that a simulation needs."""
        out = self.eliminated(state)
        left = bits(self.values.players & ~out)
        for tie, number in zip(self.program.chain, self.chain, strict=True):
            if len(left) < 2:
                break
            left = _best(left, [number(state, seat) for seat in left], tie.extreme)
        if len(left) > 1 and self.program.tied == "nobody":
            left = []
        return sum(1 << seat for seat in left), out

    def outcome(self, state: State) -> Outcome:
        program = self.program
        out = self.eliminated(state)
        left = bits(self.values.players & ~out)
        rows = []
        decided = "" if len(left) > 1 else ("elimination" if out else "")
        for tie, number in zip(program.chain, self.chain, strict=True):
            numbers = {seat: number(state, seat) for seat in left}
            if len(left) > 1:
                many = len(left)
                left = _best(left, list(numbers.values()), tie.extreme)
                if state.reached is not None and len(left) < many:
                    state.reached.add(tie.at)
                if len(left) == 1:
                    decided = tie.name
            rows.append(Comparison(tie.name, tie.extreme, numbers, tuple(left), tie.cites))
        if len(left) > 1:
            decided = program.tied or "shared"
            if state.reached is not None:
                state.reached.add(STILL_TIED)
            if program.tied == "nobody":
                left = []
        sheets = {
            table.name: {seat: sheet(state, seat) for seat in range(program.players)}
            for table, sheet in zip(program.scorings, self.sheets, strict=True)
        }
        return Outcome(tuple(left), tuple(bits(out)), decided, tuple(rows), sheets,
                       program.elimination_cites)


def _best(seats: list[int], numbers: list[Any], extreme: str) -> list[int]:
    best = max(numbers) if extreme == "highest" else min(numbers)
    return [seat for seat, number in zip(seats, numbers, strict=True) if number == best]
