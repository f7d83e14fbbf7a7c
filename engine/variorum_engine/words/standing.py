"""How a game came out, step by step, in words and as data."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from variorum_dsl import core as c
from variorum_dsl.core.walk import walk
from variorum_dsl.english import capital, mixed, ranked, score_of, spoken

from variorum_engine.interpreter.expressions import whole
from variorum_engine.interpreter.outcome import Comparison, Outcome
from variorum_engine.interpreter.scoring import SheetLine
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import Number, bits
from variorum_engine.words.printed import Teller, see

if TYPE_CHECKING:
    from variorum_engine.table.table import Rules


CITED = re.compile(r" +see \".*")


class Standing:
    """A final position and its outcome."""

    def __init__(self, rules: Rules, state: State, teller: Teller) -> None:
        self.rules = rules
        self.state = state
        self.teller = teller
        self.program = rules.program
        self.outcome: Outcome = rules.reckoner.outcome(state)

    # --------------------------------------------------------------------- words
    def lines(self) -> list[str]:
        """Everything: sheets, who is out and why, the chain, and who has won."""
        return [*self.sheet_lines(), *self.elimination_lines(), *self.winner_lines()]

    def brief_lines(self) -> list[str]:
        """The scores, who is out, and who has won, without the steps and the headings."""
        scores = []
        for scoring in self.program.scorings:
            sheets = self.outcome.sheets[scoring.name]
            totals = [f"{self.teller.owner(seat)} {mixed(sheet[-1].result if sheet else 0)}"
                      for seat, sheet in sheets.items()]
            scores.append(f"{capital(self.words(scoring.name))}: {', '.join(totals)}")
        lines = [*scores, *self.elimination_lines(), *self.winner_lines()]
        return [CITED.sub("", line) for line in lines if line]

    def sheet_lines(self) -> list[str]:
        """A sheet for each player; where a step stands in the rulebook is said with the first."""
        lines = []
        for scoring in self.program.scorings:
            sheets, words = self.outcome.sheets[scoring.name], self.words(scoring.name)
            wide = max((len(line.words) + len(did(line)) for sheet in sheets.values()
                        for line in sheet), default=0) + 5
            cited: set[str] = set()
            for seat, sheet in sheets.items():
                total = sheet[-1].result if sheet else 0
                lines.append(f"{self.teller.owner(seat)}: {words} {mixed(total)}")
                cites: tuple[str, ...] = ()
                for line in sheet:
                    shown = f"  {line.words}: {did(line)}"
                    shown = f"{shown:<{wide}}= {mixed(line.result)}"
                    if line.step not in cited and line.cites and line.cites != cites:
                        shown = f"{shown:<{wide + 7}}  {see(line.cites)}"
                    cites = line.cites
                    cited.add(line.step)
                    lines.append(shown)
        return lines

    def elimination_lines(self) -> list[str]:
        program, teller = self.program, self.teller
        if not program.out:
            return []
        lines = [""]
        for players, cites, _ in program.out:
            out = bits(whole(players, self.rules.context)(self.state))
            for words, numbers in self.compared(players):
                row = ", ".join(f"{teller.owner(seat)} {mixed(n)}" for seat, n in numbers)
                lines.append(f"{words}: {row}")
            lines.append(f"{teller.owners(out)}: {self._out_words()}"
                         + (f"  {see(cites)}" if cites else ""))
        if len(self.outcome.eliminated) == program.players:
            lines.append("Everyone is out: nobody wins.")
        elif program.everyone == "nobody is out" and not self.outcome.eliminated:
            lines.append("That would be everyone, so nobody is out.")
        return lines

    def _out_words(self) -> str:
        elimination = self.teller.symbols.game.elimination
        words = elimination.words if elimination else None
        return words.one if words else "out"

    def compared(self, players: c.Expression) -> list[tuple[str, list[tuple[int, Number]]]]:
        """The figures, scores and tracks that decide who is out, with everybody's numbers."""
        program = self.program
        seats = range(program.players + len(program.owners))
        parts = list(walk(players))
        everyone = any(isinstance(part, c.Seat) for part in parts)
        found: dict[tuple[str, int], tuple[str, Callable[[c.Seat], c.Expression]]] = {}
        for part in parts:
            match part:
                case c.Figure(figure):
                    words = program.figures[figure].words
                    found["figure", figure] = words, partial(c.Figure, figure)
                case c.Score(scoring):
                    words = program.scorings[scoring].words
                    found["score", scoring] = words, partial(c.Score, scoring)
                case c.Track(track, owner) if owner is not None:
                    found["track", track] = program.tracks[track].words, partial(c.Track, track)
        rows = []
        for words, of in found.values():
            numbers = [
                (seat, self.rules.evaluator(of(c.Seat(seat, type="player")))(self.state))
                for seat in seats if everyone or seat < program.players
            ]
            rows.append((words, numbers))
        return rows

    def winner_lines(self) -> list[str]:
        outcome, teller = self.outcome, self.teller
        lines = [""]
        before: tuple[int, ...] = tuple(
            seat for seat in range(self.program.players) if seat not in outcome.eliminated
        )
        for row in outcome.chain:
            if len(before) < 2:
                break
            lines.append(self._comparison(row, before))
            before = row.left
        if len(outcome.winners) == 1:
            lines.append(f"{teller.owner(outcome.winners[0])} wins{self._by()}.")
        elif outcome.winners:
            lines.append(f"{teller.owners(outcome.winners)} share the victory.")
        else:
            lines.append("Nobody wins.")
        return lines

    def _comparison(self, row: Comparison, before: tuple[int, ...]) -> str:
        numbers = ", ".join(
            f"{self.teller.owner(seat)} {mixed(row.numbers[seat])}" for seat in before
        )
        left = self.teller.owners(row.left)
        result = left if len(row.left) == 1 else f"equal: {left}"
        cited = f"  {see(row.cites)}" if row.cites else ""
        return f"{ranked(row.extreme, self.words(row.name))}: {numbers} -> {result}{cited}"

    def _by(self) -> str:
        decided = self.outcome.decided_by
        if not decided:
            return ""
        if decided == "elimination":
            return ": all the others are out"
        return f" by {self.words(decided)}"

    def words(self, name: str) -> str:
        """The printed words of a scoring, figure or track."""
        tables: list[c.FigureTable | c.TrackTable] = [
            *self.program.figures, *self.program.tracks]
        found = {table.name: str(table.words) for table in reversed(tables)}
        found |= {each.name: score_of(each.words, each.name)
                  for each in self.teller.symbols.game.scorings}
        return found.get(name, spoken(name))

    # ---------------------------------------------------------------------- data
    def data(self) -> dict[str, object]:
        """The same for machines. Numbers that are not whole are written as `7/2`."""
        outcome, teller = self.outcome, self.teller
        return {
            "winners": [teller.owner(seat) for seat in outcome.winners],
            "eliminated": [teller.owner(seat) for seat in outcome.eliminated],
            "decided_by": outcome.decided_by,
            "scores": {
                name: {teller.owner(seat): exact(sheet[-1].result if sheet else 0)
                       for seat, sheet in sheets.items()}
                for name, sheets in outcome.sheets.items()
            },
        }

    def full_data(self) -> dict[str, object]:
        teller, outcome = self.teller, self.outcome
        compared = [
            {"figure": words, "numbers": {teller.owner(seat): exact(n) for seat, n in numbers}}
            for players, _, _ in self.program.out for words, numbers in self.compared(players)
        ]
        return {
            **self.data(),
            "sheets": {
                name: {
                    teller.owner(seat): [
                        {"step": line.step, "words": line.words, "operation": line.operation,
                         "amount": None if line.amount is None else exact(line.amount),
                         "times": line.times, "result": exact(line.result),
                         "see": list(line.cites)}
                        for line in sheet
                    ]
                    for seat, sheet in sheets.items()
                }
                for name, sheets in outcome.sheets.items()
            },
            "elimination": {"compared": compared, "see": list(outcome.elimination_cites)},
            "chain": [
                {"name": row.name, "extreme": row.extreme,
                 "numbers": {teller.owner(s): exact(n) for s, n in row.numbers.items()},
                 "left": [teller.owner(seat) for seat in row.left], "see": list(row.cites)}
                for row in outcome.chain
            ],
        }


def exact(value: Number) -> int | str:
    return str(value) if isinstance(value, Fraction) else int(value)


def did(line: SheetLine, said: Callable[[int | Fraction], str] = mixed) -> str:
    """What a step of a score sheet did."""
    if not line.applied:
        return "nothing to do"
    what = line.operation + ("" if line.amount is None else f" {said(line.amount)}")
    if line.times > 1:
        what += ", twice" if line.times == 2 else f", {line.times} times"
    return what


