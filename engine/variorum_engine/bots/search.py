"""Information-set Monte Carlo tree search, for any game of the language.

Every simulation imagines a table that fits what the seat knows, walks down the remembered
positions as far as they reach, plays on to the end with light moves and adds up what the end was
worth to everybody. Positions are told apart by what the seat would see, so nothing that it cannot
know steers its plan. In each position every player who decides has their own list of answers, and
those who decide at the same time choose from their lists without knowing of each other.

Every answer to the decision that is thought about meets the same luck when it is tried for the n-th
time: the same cards in the same places, and the same draws of chance and of each seat. So luck does
not decide between answers. The others are supposed to plan as well as the one who thinks, or to
answer at random.

A decision with thousands of answers is widened bit by bit: choices without a pick and single cards
come first, larger answers are drawn as the position is visited more often.

`runtime/tree.py` does the same on the compiled form, draw for draw and number for
number: all sums are whole numbers.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from variorum_engine.bots.answers import Asked, light_answer, light_move
from variorum_engine.bots.playouts import Luck, play_out, worth
from variorum_engine.bots.seat import Sitting
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.table.views import sees

EXPLORING = 250_000  # the square of one half, in millionths
WIDTH = 4  # the square of two
DEEPEST = 200
SEED = 1 << 30


class Answer:
    """One answer that was tried: how often, how well, and how often it could have been."""

    __slots__ = ("could", "move", "total", "tried")

    def __init__(self, move: Move) -> None:
        self.move = move
        self.tried = 0
        self.total = 0
        self.could = 0

    def promise(self) -> int:
        """How good it may be, in millionths: what it brought, and more if it was tried rarely."""
        return self.total // self.tried + int(
            math.sqrt(EXPLORING * logarithm(self.could + 1) // self.tried)
        )


class Choices:
    """The answers of one player in one position, as far as they were looked at."""

    __slots__ = ("answers", "visits")

    def __init__(self) -> None:
        self.answers: dict[Move, Answer] = {}
        self.visits = 0


class Search:
    """The thinking about one decision."""

    def __init__(
        self, rules: Rules, sitting: Sitting, stream: Stream, *, random_others: bool = False,
    ) -> None:
        self.rules = rules
        self.sitting = sitting
        self.seat = sitting.seat
        self.stream = stream
        self.positions: dict[Any, Choices] = {}
        self.root = Choices()
        self.seed = stream.state
        self.random_others = random_others
        self.view = viewer(rules, self.seat)

    def simulate(self) -> None:
        chosen = self._selected(self.root, self.sitting.asked(), self.stream)
        if chosen is None:
            return
        luck = Luck(self.seed, chosen.tried + 1, self.rules.program.players)
        table = self.sitting.imagined(luck.chance)
        path: list[tuple[Choices, Answer, int]] = []
        try:
            if self._walk(table, path, chosen, luck):
                play_out(table, luck.stream_of)
            values = worth(self.rules, table)
        except Fault:
            # An imagined deal may be one that the rules cannot reach.
            values = [0] * self.rules.program.players
        for choices, answer, seat in path:
            choices.visits += 1
            answer.tried += 1
            answer.total += values[seat]

    def _walk(
        self, table: Table, path: list[tuple[Choices, Answer, int]], chosen: Answer, luck: Luck,
    ) -> bool:
        """From the chosen answer down the remembered positions, and one step further; whether it
        goes on from there."""
        for depth in range(DEEPEST):
            seats = table.to_decide
            if not seats:
                return True
            fresh = False
            position = self.view(table)
            for seat in seats:
                if self.random_others and seat != self.seat:
                    move = light_move(table, seat, luck.stream_of(table, seat))
                    if move is None:
                        return False
                    table.apply_unchecked(seat, move)
                    continue
                choices, answer = self.root, chosen
                if depth > 0 or seat != self.seat:
                    fresh = fresh or (depth > 0 and (seat, position) not in self.positions)
                    choices = self.positions.setdefault((seat, position), Choices())
                    found = self._selected(
                        choices, Asked(table, seat), luck.stream_of(table, seat)
                    )
                    if found is None:
                        return False
                    answer = found
                fresh = fresh or not answer.tried
                path.append((choices, answer, seat))
                table.apply_unchecked(seat, answer.move)
            if fresh:
                break
        return True

    def _selected(self, choices: Choices, asked: Asked, stream: Stream) -> Answer | None:
        """The most promising answer among those that are allowed here."""
        allowed = [answer for answer in choices.answers.values() if asked.allows(answer.move)]
        for answer in allowed:
            answer.could += 1
        if len(allowed) * len(allowed) < WIDTH * (choices.visits + 1):
            fresh = another(asked, choices.answers, stream)
            if fresh is not None:
                answer = choices.answers[fresh] = Answer(fresh)
                return answer
        if allowed:
            untried = [answer for answer in allowed if not answer.tried]
            return untried[0] if untried else max(allowed, key=Answer.promise)
        move = light_answer(asked, stream)
        return None if move is None else choices.answers.setdefault(move, Answer(move))

    def best(self) -> Move | None:
        """What was tried most often, because it went best."""
        answers = [answer for answer in self.root.answers.values()
                   if self.sitting.why_not(answer.move) is None]
        if not answers:
            return None
        return max(answers, key=lambda answer: (answer.tried, answer.total)).move


def another(asked: Asked, known: dict[Move, Answer], stream: Stream) -> Move | None:
    """An answer that was not looked at before, the small ones first."""
    for number, answers in asked.open.items():
        plain = Move(number)
        if plain not in known and (
            answers is None
            or (not answers.rule.of_numbers and answers.low <= 0 and asked.allows(plain))
        ):
            return plain
    singles = [
        move for number, answers in asked.open.items() if answers is not None
        for member in asked.ones(number) if (move := Move(number, 1 << member)) not in known
    ]
    if singles:
        return singles[stream.below(len(singles))]
    several = asked.several()
    if not several:
        return None
    number = several[stream.below(len(several))] if len(several) > 1 else several[0]
    larger = asked.drawn(number, stream)
    return None if larger in known else larger


def viewer(rules: Rules, seat: int) -> Callable[[Table], Any]:
    """Says what a seat would see of a position: cards where it sees them (of equal ones only how
    many), otherwise how many there are."""
    program = rules.program
    seen = [zone for zone in range(program.zone_count) if sees(program, seat, zone)]
    unseen = [zone for zone in range(program.zone_count) if zone not in set(seen)]
    faces = [card.face for card in program.cards]
    twins = sum(1 << card for card, face in enumerate(faces) if faces.count(face) > 1)

    def view(table: Table) -> Any:
        state = table.state
        zones = state.zones
        asking = table.asking
        assert asking is not None
        found = [id(asking.op), *state.tracks, *[zones[zone] & ~twins for zone in seen],
                 *[zones[zone].bit_count() for zone in unseen]]
        if twins:
            found += [tuple(sorted([faces[card] for card in bits(zones[zone] & twins)]))
                      for zone in seen]
        return tuple(found)

    return view


def logarithm(number: int) -> int:
    """Near enough to the natural logarithm, in millionths: straight lines between the powers of
    two, because a computed one differs in its last digit from machine to machine."""
    power = number.bit_length() - 1
    return 693_147 * ((power << 20) + ((number << 20 >> power) - (1 << 20))) >> 20


def think(
    rules: Rules, sitting: Sitting, stream: Stream, simulations: int, stop: float | None = None,
    *, random_others: bool = False,
) -> Move | None:
    """The move that a search finds best, with so many simulations, or until a time by the clock."""
    only = sitting.only()
    if only is not None:
        return only
    own = Stream(stream.below(SEED) * SEED + stream.below(SEED))
    search = Search(rules, sitting, own, random_others=random_others)
    if stop is None:
        for _ in range(simulations):
            search.simulate()
    else:
        while time.monotonic() < stop:
            search.simulate()
    return search.best()
