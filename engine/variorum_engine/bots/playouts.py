"""Games played to the end in the head: quick, light moves, and what the end is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from variorum_engine.bots.answers import light_move
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.table import Rules, Table

# In millionths, so that every form of a game comes to the same whole numbers.
WINNING = 750_000
STAYING_IN = 150_000
AHEAD = 100_000
LONGEST = 2000
_STEP = 0xD1B54A32D192ED03
_FAR = 1 << 40


class Luck:
    """The luck of one imagined game: chance draws from one stream, and each seat from one of its
    own, which begins anew with every round (`engine/variorum_engine/runtime/streams.py`)."""

    def __init__(self, seed: int, number: int, players: int) -> None:
        self.seed = seed + number * _STEP
        self.players = players
        self.chance = Stream(self.seed)
        self.streams: dict[int, tuple[int, Stream]] = {}

    def stream_of(self, table: Table, seat: int) -> Stream:
        rounds = table.state.rounds
        began, stream = self.streams.get(seat, (-1, self.chance))
        if began != rounds:
            far = (1 + seat + self.players * (rounds + 1)) * _FAR
            stream = Stream(self.seed + far * _STEP)
            self.streams[seat] = rounds, stream
        return stream


def play_out(table: Table, stream_of: Callable[[Table, int], Stream]) -> None:
    """Play to the end with light moves, which each seat draws from a stream."""
    for _ in range(LONGEST):
        seats = table.to_decide
        if not seats:
            return
        move = light_move(table, seats[0], stream_of(table, seats[0]))
        if move is None:
            return
        table.apply_unchecked(seats[0], move)


def worth(rules: Rules, table: Table) -> list[int]:
    """For each seat, in millionths: winning counts most, then not being out, then being ahead.
    A game that did not end is worth nothing to anybody."""
    reckoner, state = rules.reckoner, table.state
    players = rules.program.players
    values = [0] * players
    if not table.over:
        return values
    winners, out = reckoner.winners(state)
    scores: list[Any] = [0] * players
    if reckoner.chain:
        sign = 1 if rules.program.chain[0].extreme == "highest" else -1
        scores = [sign * reckoner.chain[0](state, seat) for seat in range(players)]
    spread = (max(scores) - min(scores)) or 1
    for seat in range(players):
        if winners >> seat & 1:
            values[seat] += WINNING // winners.bit_count()
        if not out >> seat & 1:
            values[seat] += STAYING_IN
        others = [other for each, other in enumerate(scores) if each != seat]
        ahead = scores[seat] - max(others) if others else 0
        values[seat] += int(AHEAD * (spread + ahead) // (2 * spread))
    return values
