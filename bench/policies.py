"""Two ways to play without thinking, for measuring.

`uniform` draws every legal move alike. `cheap` is quicker, because it never counts the many ways
to put a sum together: it looks at answers of one member each. A pick beside one other choice: with
no such answer it takes the other choice without a draw; with some it draws below(4), where 0 is the
other choice, and then one of them, counting upwards. Elsewhere it draws one answer among those of
all choices. `variorum_engine.compiler.emit.light` writes the same into compiled games.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache, lru_cache

from variorum_dsl import core as c
from variorum_engine.bots.light import light_answer
from variorum_engine.interpreter.chance import Chance, Stream
from variorum_engine.interpreter.instructions import Asking, choose, run
from variorum_engine.interpreter.lots import Lot
from variorum_engine.interpreter.picks import PickRule
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import COMPARE, Number, bits, mask_of
from variorum_engine.table.table import Move, Rules, Table

Policy = Callable[[Table, int, Stream], tuple[int, int]]
STEP = 0xD1B54A32D192ED03


class QuickStream(Stream):
    """Python's own random numbers, as a game written by hand in Python would use them. No other
    program can follow them, so they only serve to measure."""

    __slots__ = ("random",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.random = random.Random(seed).random

    def below(self, bound: int) -> int:
        return int(self.random() * bound) if bound < 0x80000000 else super().below(bound)


def uniform(table: Table, seat: int, stream: Stream) -> Move:
    return table.drawn(seat, stream)


def cheap(table: Table, seat: int, stream: Stream) -> Move:
    """The bot `light`."""
    move = light_answer(table, seat, stream)
    if move is None:
        raise RuntimeError("this policy finds no answer to a decision")
    return move


def cheap_for(rules: Rules) -> Policy:
    """The same as `cheap`, with what can be known about a decision found out beforehand."""
    turns = {pc: _turn(asking) for pc, asking in rules.code.asking.items()}

    def decide(table: Table, seat: int, stream: Stream) -> tuple[int, int]:
        state = table.state
        turn = turns[state.pc]
        if turn is None:
            return cheap(table, seat, stream)
        bid, singles, other = turn
        members = singles(state)
        if not members or not stream.below(4):
            return other, 0
        for _ in range(stream.below(members.bit_count())):
            members &= members - 1
        return bid, members & -members

    return decide


def _turn(asking: Asking) -> tuple[int, Callable[[State], int], int] | None:
    """A pick beside one other choice, as in an auction: the number of the choice with the pick,
    its single members as a function of the position, and the number of the other choice."""
    picks = [offer.pick for offer in asking.offers]
    if asking.together or len(picks) != 2 or any(offer.condition for offer in asking.offers):
        return None
    for bid, pick in enumerate(picks):
        if pick is not None and picks[1 - bid] is None:
            return bid, _singles(pick), 1 - bid
    return None


def _singles(pick: PickRule) -> Callable[[State], int]:
    """The members that are an answer each by itself."""
    limit, values, bound = pick.limit, pick.values, pick.bound
    low = pick.pick.low
    if limit is None or values is None or bound is None or pick.high is not None or not (
        isinstance(low, c.Number) and low.value <= 1
    ):
        return lambda state: pick.asked(state).alone()
    compare = COMPARE[limit.comparison]

    @cache
    def enough(total: Number) -> int:
        return mask_of(card for card, value in enumerate(values) if compare(value, total))

    @lru_cache(maxsize=1 << 16)
    def lowest(mask: int) -> int:
        return mask_of({pick.faces[card]: card for card in reversed(bits(mask))}.values())

    return lambda state: lowest(pick.source(state) & enough(bound(state)))


POLICIES: dict[str, Callable[[Rules], Policy]] = {
    "cheap": cheap_for, "uniform": lambda rules: uniform,
}


class OneStream(Chance):
    """Chance draws from the stream that all seats draw from, as versions by hand have it."""

    __slots__ = ("stream",)

    def __init__(self, stream: Stream) -> None:
        super().__init__(0)
        self.stream = stream

    def shuffle(self, cards: list[int], lot: Lot) -> None:
        """Fisher and Yates, from the order of the file."""
        cards.sort()
        for i in range(len(cards) - 1, 0, -1):
            j = self.stream.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]

    def _luck(self, name: int) -> int:
        self.seed = self.stream.state
        return super()._luck(name)

    def copy(self) -> OneStream:
        return OneStream(self.stream.copy())


def play(rules: Rules, policy: Policy, stream: Stream) -> tuple[Table, int]:
    """One game from one stream, and how many decisions it took."""
    table = Table.quiet(rules, OneStream(stream))
    decisions = 0
    state, asked = table.state, rules.code.asking
    while (asking := asked.get(state.pc)) is not None:
        if asking.together:
            for seat in table.to_decide:
                table.apply_unchecked(seat, policy(table, seat, stream))
                decisions += 1
        else:
            seat = asking.who(state)
            choice, picked = policy(table, seat, stream)
            choose(state, seat, asking.offers[choice], picked, asking)
            run(rules.code, state)
            decisions += 1
    return table, decisions


def result(table: Table, decisions: int) -> tuple[int, int, int, int, int]:
    """Decisions, rounds, who is out, who won, and twice the winner's score."""
    reckoner = table.rules.reckoner
    winners, out = reckoner.winners(table.state)
    best = 0
    if winners:
        best = 2 * reckoner.chain[0](table.state, (winners & -winners).bit_length() - 1)
    return decisions, table.state.rounds, out, winners, int(best)


def folded(checksum: int, numbers: tuple[int, ...]) -> int:
    """FNV-1a over the results of games, so that two programs can be compared game for game."""
    *counts, best = numbers
    for number in (*counts, best + 1000):
        checksum = (checksum ^ number) * 1099511628211 & (1 << 64) - 1
    return checksum
