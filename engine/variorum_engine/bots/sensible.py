"""A simple sensible player: it tries a few answers in a few imagined games.

The answers that it looks at are every choice without a pick, the single cards, and a few larger
answers drawn at random. Each of them is tried in the same few imagined games, which go on with
light moves to the end, and the best one on average is played. Where a total has to be reached, the
least is played that did not do clearly worse than the best: a few games cannot tell 3 from 20.
"""

from __future__ import annotations

import contextlib
import math

from variorum_engine.bots.playouts import light_move, play_out, worth
from variorum_engine.bots.seat import Sitting
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules, Table

LARGER = 3
MOST = 14  # answers
CLEAR = 2  # spreads
UPWARD = ("is more than", "is at least")
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
        imagined = sitting.imagined(stream)
        asked = imagined.asked(seat)
        moves = candidates(imagined, seat, stream)
        moves = [move for move in moves if sitting.why_not(move) is None][:MOST]
        if len(moves) <= 1:
            return moves[0] if moves else sitting.drawn(stream)
        worths, made = [[0] * self.games for _ in moves], 0
        for game in range(self.games):
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
                    worths[index][game] = worth(self.rules, table)[seat]
        best = max(range(len(moves)), key=lambda index: sum(worths[index]))
        return _least(asked[moves[best].choice], moves, worths, best)


def _least(
    asked: Answers | None, moves: list[Move], worths: list[list[int]], best: int
) -> Move:
    """Of the answers of the best one's choice, the one with the least total that is not clearly
    worse, by the spread of the differences, game by game."""
    limit = None if asked is None else asked.rule.limit
    if asked is None or limit is None or limit.comparison not in UPWARD:
        return moves[best]
    cheap = sorted((asked.total(move.picked), index) for index, move in enumerate(moves)
                   if move.choice == moves[best].choice)
    for _, index in cheap:
        losses = [b - a for a, b in zip(worths[index], worths[best], strict=True)]
        if sum(losses) <= CLEAR * math.sqrt(sum(each * each for each in losses)):
            return moves[index]
    return moves[best]


def _everybody(table: Table, seat: int, move: Move, stream: Stream) -> None:
    """Make a move; where all decide at the same time, the others do so as well."""
    for other in table.to_decide:
        chosen = move if other == seat else light_move(table, other, stream)
        if chosen is None:
            return
        table.apply_unchecked(other, chosen)
