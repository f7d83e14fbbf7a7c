"""Two ways to play without thinking, for measuring.

`uniform` draws every legal move alike. `cheap` is quicker, because it never counts the many ways
to put a sum together: where a pick has only to reach a total, it looks at single cards. With
none it takes another choice without a draw; with some it draws below(4), where 0 is the other
choice, and otherwise draws one of the cards, counting upwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dsl.core import Op
from engine.chance import Chance, Stream
from engine.table import Move, Rules, Table

Policy = Callable[[Table, int, Stream], Move]
STEP = 0xD1B54A32D192ED03


class FirstSeatStarts(Chance):
    """Chance whose picks are the lowest, without a draw: seat 0 starts."""

    __slots__ = ()

    def pick(self, members: list[int], count: int) -> list[int]:
        return members[:count]


def uniform(table: Table, seat: int, stream: Stream) -> Move:
    return table.drawn(seat, stream)


def cheap(table: Table, seat: int, stream: Stream) -> Move:
    raises = bid = 0
    others = []
    for number, _, answers in table.offers(seat):
        if answers is not None and answers.rule.limit is not None:
            bid, raises = number, answers.alone()
        else:
            others.append((number, answers))
    if raises and (not others or stream.below(4)):
        for _ in range(stream.below(raises.bit_count())):
            raises &= raises - 1
        return Move(bid, raises & -raises)
    if not others:
        return table.drawn(seat, stream)
    number, answers = others[0] if len(others) == 1 else others[stream.below(len(others))]
    return Move(number) if answers is None else Move(number, answers.drawn(stream))


POLICIES: dict[str, Policy] = {"cheap": cheap, "uniform": uniform}


class Arrivals:
    """Decisions that an arriving card brings about.

    Where the arriving card itself is the only answer, there is nothing to decide; games written
    by hand do not ask then, so neither a draw nor a decision is counted.
    """

    def __init__(self, rules: Rules) -> None:
        self.arriving: dict[int, int] = {}
        for stage in rules.program.stages:
            self._look(stage.body, None)
        self.places = {
            pc for pc, asking in rules.code.asking.items() if id(asking.op) in self.arriving
        }

    def _look(self, part: Any, local: int | None) -> None:
        if isinstance(part, Op):
            if part.op == "move":
                for _, card_local, _, _, body, _ in part.args[3]:
                    self._look(body, card_local)
                return
            if part.op == "decide" and local is not None:
                self.arriving[id(part)] = local
            for each in part.args:
                self._look(each, local)
        elif isinstance(part, tuple):
            for each in part:
                self._look(each, local)

    def only_answer(self, table: Table) -> Move | None:
        asking = table.asking
        assert asking is not None
        local = self.arriving.get(id(asking.op))
        if local is None or len(asking.offers) != 1 or asking.offers[0].pick is None:
            return None
        arrived = table.state.locals[local]
        answers = asking.offers[0].pick.asked(table.state)
        return Move(0, arrived) if answers.source == arrived and answers.low == 1 else None


def play(rules: Rules, policy: Policy, stream: Stream, arrivals: Arrivals) -> tuple[Table, int]:
    """One game from one stream, and how many decisions it took."""
    chance = FirstSeatStarts(0)
    chance.stream = stream
    table = Table.quiet(rules, chance)
    decisions = 0
    state, places = table.state, arrivals.places
    while True:
        seats = table.to_decide
        if not seats:
            return table, decisions
        for seat in seats:
            move = arrivals.only_answer(table) if state.pc in places else None
            if move is None:
                move = policy(table, seat, stream)
                decisions += 1
            table.apply_unchecked(seat, move)


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
