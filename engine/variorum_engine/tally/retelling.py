"""A game of a simulation once more, decision by decision, on a table of the interpreter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import Broken, Series
from variorum_engine.tally.tables import TableKernel


class NotRetold(Exception):
    """The game cannot be had on a table: cards that are alike came apart, or it has no end."""


class Retelling:
    """The games of one way to play, with a party of bots. The interpreter plays games of its own,
    and so does every game that cannot be compiled; the other forms all play the same."""

    def __init__(self, rules: Rules, bots: Bots, form: str = "") -> None:
        self.series = None if form == "interpreter" else _compiled(rules, bots)
        if self.series is None:
            self.table = TableKernel(rules, bots)

    def moves(self, table: Table, seed: int, game: int) -> Iterator[tuple[int, Move]]:
        """The moves of a game; each must be made at the table before the next one is asked for.

        The table begins with the `game_seed` of the game. Of cards that are alike it may take
        others than the simulation did. Where the rules break down, the table says so: it raises
        the same Fault when the last move is made, or asked for."""
        answers = (self._on_a_table(seed, game) if self.series is None
                   else self._heard(self.series, seed, game))
        for choice, picked in answers:
            if table.over:
                raise NotRetold
            seat = table.to_decide[0]
            move = self._move(table, seat, choice, picked)
            if table.why_not(seat, move) is not None:
                raise NotRetold
            yield seat, table.canonical(seat, move)
        if not table.over:
            raise NotRetold

    def _on_a_table(self, seed: int, game: int) -> list[tuple[int, list[int]]]:
        with suppress(Broken):
            self.table.chunk(seed, game, 1)
        return [(move.choice, bits(move.picked)) for move in self.table.moves]

    def _heard(self, series: Series, seed: int, game: int) -> list[tuple[int, list[int]]]:
        """What the bots answer, as the compiled form writes it down."""
        found: list[tuple[int, list[int]]] = []
        names, functions = series.machine.constants, series.machine.functions
        answered = functions["answered"]
        start, end = names["PICKED"], names["PICKED"] + names["PAGES"] + 1

        def listening(memory: list[int]) -> None:
            found.append((memory[names["CHOICE"]], list(memory[start:end])))
            answered(memory)

        functions["answered"] = listening
        with suppress(Broken):
            series.play(1, seed, game, 1)
        functions["answered"] = answered
        return found

    def _move(self, table: Table, seat: int, choice: int, picked: list[int]) -> Move:
        """The answer at this table; cards are known by what is printed on them."""
        pick = table.asked_of(seat).offers[choice].pick
        if pick is None:
            return Move(choice)
        if self.series is not None:
            if pick.of_players or pick.of_numbers:
                return Move(choice, 1 << picked[0] if pick.of_numbers else picked[0])
            layout = self.series.machine.source.layout
            picked = [layout.real(page.number, bit, seat)
                      for page in layout.pages for bit in bits(picked[page.number])]
        if pick.by_number:
            return Move(choice, sum(1 << member for member in picked))
        cards = table.rules.program.cards
        wanted = Counter(cards[card].face for card in picked)
        found = 0
        for group in pick.asked(table.state).groups():
            many = min(wanted[cards[group[0]].face], len(group))
            wanted[cards[group[0]].face] -= many
            found |= sum(1 << card for card in group[:many])
        if any(wanted.values()):
            raise NotRetold
        return Move(choice, found)


def _compiled(rules: Rules, bots: Bots) -> Series | None:
    try:
        # Only the plain form can be listened to; machine code plays the same games.
        return Series(rules, bots, "outcomes")
    except NotCompilable:
        return None
