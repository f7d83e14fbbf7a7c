"""A simple sensible player: it tries a few answers in a few imagined games.

The answers that it looks at are every choice without a pick, the single cards, and a few larger
answers drawn at random. Each of them is tried in the same few imagined games, which go on with
light moves to the end, and the best one on average is played.
"""

from __future__ import annotations

import contextlib

from variorum_engine.bots.playouts import light_move, play_out, worth
from variorum_engine.bots.seat import Sitting
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules, Table

LARGER = 3
MOST = 14  # answers
GAMES = 6  # in which each of them is tried
TIRED = 9_000  # imagined moves after which no further game is begun: about two seconds at most


def candidates(table: Table, seat: int, stream: Stream, larger: int = LARGER) -> list[Move]:
    """A few answers that are worth a look, the small ones first."""
    found: list[Move] = []
    for number, _, answers in table.offers(seat):
        if answers is None:
            found.insert(0, Move(number))
            continue
        found.extend(Move(number, 1 << member) for member in bits(answers.alone()))
        if answers.low <= 0 and answers.why_not(0) is None:
            found.append(Move(number))
        if answers.high > 1:
            for _ in range(larger):
                move = Move(number, answers.drawn(stream))
                if move not in found:
                    found.append(move)
    return found


class SensibleBot:
    name = "sensible"
    note = ""

    def __init__(self, rules: Rules, seed: int, games: int = GAMES) -> None:
        self.rules = rules
        self.stream = Stream(seed)
        self.games = games

    def choose(self, sitting: Sitting) -> Move:
        seat, stream = sitting.seat, self.stream
        moves = candidates(sitting.imagined(stream), seat, stream)
        moves = [move for move in moves if sitting.why_not(move) is None][:MOST]
        if len(moves) <= 1:
            return moves[0] if moves else sitting.drawn(stream)
        totals, made = [0] * len(moves), 0
        for _ in range(self.games):
            if made > TIRED:  # counted, not timed: the same seed plays the same game
                break
            imagined = sitting.imagined(stream)
            luck = stream.below(1 << 30)
            for index, move in enumerate(moves):
                # The same luck for every answer, so that luck does not decide between them.
                table = imagined.copy()
                same = Stream(luck)
                # A game that breaks down was only imagined, and is worth nothing.
                with contextlib.suppress(Fault):
                    _everybody(table, seat, move, same)
                    made += play_out(table, same)
                    totals[index] += worth(self.rules, table)[seat]
        return moves[max(range(len(moves)), key=totals.__getitem__)]


def _everybody(table: Table, seat: int, move: Move, stream: Stream) -> None:
    """Make a move; where all decide at the same time, the others do so as well."""
    for other in table.to_decide:
        chosen = move if other == seat else light_move(table, other, stream)
        if chosen is None:
            return
        table.apply_unchecked(other, chosen)
