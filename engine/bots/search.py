"""Information-set Monte Carlo tree search, for any game of the language.

Every simulation imagines a table that fits what the seat knows, walks down the remembered
positions as far as they reach, plays on to the end with light moves and adds up what the end was
worth to everybody. Positions are told apart by what the seat would see, so nothing that it cannot
know steers its plan. In each position every player who decides has their own list of answers, and
those who decide at the same time choose from their lists without knowing of each other.

A decision with thousands of answers is widened bit by bit: choices without a pick and single cards
come first, larger answers are drawn as the position is visited more often.
"""

from __future__ import annotations

import math
import time
from typing import Any

from engine.bots.playouts import light_move, play_out, worth
from engine.bots.sensible import candidates
from engine.bots.sitting import Sitting
from engine.chance import Stream
from engine.picks import Answers
from engine.table import Move, Rules, Table
from engine.views import sees

SIMULATIONS = 200
EXPLORING = 0.5
WIDTH = 2.0
DEEPEST = 200


class Answer:
    """One answer that was tried: how often, how well, and how often it could have been."""

    __slots__ = ("could", "move", "total", "tried")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.tried = 0
        self.total = 0.0
        self.could = 0


class Choices:
    """The answers of one player in one position, as far as they were looked at."""

    __slots__ = ("answers", "visits", "waiting")

    def __init__(self) -> None:
        self.answers: dict[Move, Answer] = {}
        self.waiting: list[Move] | None = None
        self.visits = 0


class SearchBot:
    name = "search"

    def __init__(
        self, rules: Rules, seed: int, *, simulations: int = SIMULATIONS,
        seconds: float | None = None,
    ) -> None:
        self.rules = rules
        self.stream = Stream(seed)
        self.simulations = simulations
        self.seconds = seconds

    def choose(self, sitting: Sitting) -> Move:
        if sitting.count() == 1:
            return next(sitting.moves())
        search = Search(self.rules, sitting, self.stream)
        if self.seconds is None:
            for _ in range(self.simulations):
                search.simulate()
        else:
            stop = time.monotonic() + self.seconds
            while time.monotonic() < stop:
                search.simulate()
        return search.best()


class Search:
    """The thinking about one decision."""

    def __init__(self, rules: Rules, sitting: Sitting, stream: Stream) -> None:
        self.rules = rules
        self.sitting = sitting
        self.seat = sitting.seat
        self.stream = stream
        self.positions: dict[Any, dict[int, Choices]] = {}
        program = rules.program
        self.seen = [zone for zone in range(program.zone_count)
                     if sees(program, self.seat, zone)]
        self.root: dict[int, Choices] = {}

    def _key(self, table: Table) -> Any:
        """What the seat would see of a position."""
        state = table.state
        zones = state.zones
        return state.pc, tuple(state.tracks), *[zones[zone] for zone in self.seen]

    def simulate(self) -> None:
        table = self.sitting.imagined(self.stream)
        position = self.root
        path: list[tuple[Choices, Answer, int]] = []
        for _ in range(DEEPEST):
            seats = table.to_decide
            if not seats:
                break
            fresh = False
            chosen = []
            for seat in seats:
                choices = position.get(seat)
                if choices is None:
                    choices = position[seat] = Choices()
                    fresh = position is not self.root
                answer = self._selected(choices, table, seat)
                fresh = fresh or not answer.tried
                path.append((choices, answer, seat))
                chosen.append((seat, answer.move))
            for seat, move in chosen:
                table.apply_unchecked(seat, move)
            if fresh:
                break
            position = self.positions.setdefault(self._key(table), {})
        play_out(table, self.stream)
        values = worth(self.rules, table)
        for choices, answer, seat in path:
            choices.visits += 1
            answer.tried += 1
            answer.total += values[seat]

    def _selected(self, choices: Choices, table: Table, seat: int) -> Answer:
        """The most promising answer among those that are allowed on this table."""
        offers = {number: answers for number, _, answers in table.offers(seat)}
        allowed = [answer for answer in choices.answers.values()
                   if _is_allowed(answer.move, offers)]
        for answer in allowed:
            answer.could += 1
        if len(allowed) < WIDTH * math.sqrt(choices.visits + 1):
            fresh = self._another(choices, table, seat, offers)
            if fresh is not None:
                return fresh
        if not allowed:
            move = light_move(table, seat, self.stream)
            return choices.answers.setdefault(move, Answer(move))
        return max(allowed, key=_promise)

    def _another(
        self, choices: Choices, table: Table, seat: int, offers: dict[int, Answers | None]
    ) -> Answer | None:
        """An answer that was not looked at before, the small ones first."""
        if choices.waiting is None:
            choices.waiting = candidates(table, seat, self.stream, larger=0)
            plain = [move for move in choices.waiting if not move.picked]
            picks = [move for move in choices.waiting if move.picked]
            for i in range(len(picks) - 1, 0, -1):
                j = self.stream.below(i + 1)
                picks[i], picks[j] = picks[j], picks[i]
            choices.waiting = [*picks, *reversed(plain)]
        while choices.waiting:
            move = choices.waiting.pop()
            if move not in choices.answers and _is_allowed(move, offers):
                return choices.answers.setdefault(move, Answer(move))
        move = table.drawn(seat, self.stream)
        if move in choices.answers:
            return None
        return choices.answers.setdefault(move, Answer(move))

    def best(self) -> Move:
        """What was tried most often, because it went best."""
        answers = [answer for answer in self.root[self.seat].answers.values()
                   if self.sitting.why_not(answer.move) is None]
        if not answers:
            return self.sitting.drawn(self.stream)
        return max(answers, key=lambda answer: (answer.tried, answer.total)).move


def _promise(answer: Answer) -> float:
    if not answer.tried:
        return math.inf
    return answer.total / answer.tried + EXPLORING * math.sqrt(
        math.log(answer.could + 1) / answer.tried
    )


def _is_allowed(move: Move, offers: dict[int, Answers | None]) -> bool:
    if move.choice not in offers:
        return False
    answers = offers[move.choice]
    return not move.picked if answers is None else answers.why_not(move.picked) is None
