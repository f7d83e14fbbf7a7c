"""Games played to the end in the head: quick, light moves, and what the end is worth."""

from __future__ import annotations

from engine.chance import Stream
from engine.picks import Answers
from engine.table import Move, Rules, Table
from engine.values import bits

WINNING = 0.75
STAYING_IN = 0.15
AHEAD = 0.1
LONGEST = 2000


def light_move(table: Table, seat: int, stream: Stream) -> Move:
    """A small answer: any of the choices alike, and with it no more than is needed."""
    offers = table.offers(seat)
    number, _, answers = offers[0] if len(offers) == 1 else offers[stream.below(len(offers))]
    if answers is None:
        return Move(number)
    alone = answers.alone()
    if alone:
        return Move(number, _low_one(answers, alone, stream))
    for other, _, more in offers:
        # Where one card does not do, something else is mostly wiser than several.
        if more is None and stream.below(4):
            return Move(other)
    return Move(number, answers.drawn(stream))


def _low_one(answers: Answers, alone: int, stream: Stream) -> int:
    """One member; where a total has to be reached, the cheaper one of two."""
    members = bits(alone)
    one = members[stream.below(len(members))]
    if answers.rule.limit is not None:
        values = answers.rule.limit[4]
        two = members[stream.below(len(members))]
        if values[two] < values[one]:
            one = two
    return 1 << one


def play_out(table: Table, stream: Stream) -> None:
    """Play to the end with light moves."""
    for _ in range(LONGEST):
        seats = table.to_decide
        if not seats:
            return
        for seat in seats:
            table.apply_unchecked(seat, light_move(table, seat, stream))


def worth(rules: Rules, table: Table) -> list[float]:
    """For each seat, from 0 to 1: winning counts most, then not being out, then being
    ahead."""
    reckoner, state = rules.reckoner, table.state
    players = rules.program.players
    winners, out = reckoner.winners(state)
    share = WINNING / winners.bit_count() if winners else 0.0
    values = [0.0] * players
    scores: list[float] = [0.0] * players
    if reckoner.chain:
        sign = 1 if rules.program.chain[0].extreme == "highest" else -1
        scores = [float(sign * reckoner.chain[0](state, seat)) for seat in range(players)]
    spread = (max(scores) - min(scores)) or 1.0
    for seat in range(players):
        if winners >> seat & 1:
            values[seat] += share
        if not out >> seat & 1:
            values[seat] += STAYING_IN
        ahead = scores[seat] - max(
            (other for each, other in enumerate(scores) if each != seat), default=0.0
        )
        values[seat] += AHEAD * (1 + ahead / spread) / 2
    return values
