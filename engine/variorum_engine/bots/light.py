"""A bot that looks no further than answers of one member each: quick, and the same for every game.

`variorum_engine.compiler.emit.light` writes the same into compiled games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Table

if TYPE_CHECKING:
    from variorum_engine.bots.seat import Sitting


class LightBot:
    name = "light"
    note = ""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(seed)

    def choose(self, sitting: Sitting) -> Move:
        return sitting.light(self.stream)


def light_answer(table: Table, seat: int, stream: Stream) -> Move | None:
    """A pick beside one other choice: with no single member as an answer it takes the other choice
    without a draw; with some it draws below(4), where 0 is the other choice, and then one of them,
    counting upwards. Elsewhere it draws one answer among those of all choices; if there is none, it
    takes members upwards until they are an answer. It may find none."""
    asking = table.asking
    assert asking is not None
    offered = asking.offers
    picks = sum(offer.pick is not None for offer in offered)
    if len(offered) == 2 and picks == 1 and not any(offer.condition for offer in offered):
        return _pick_or_other(table, seat, stream)
    if len(offered) == 1 and not picks and offered[0].condition is None:
        return Move(0)
    return _any(table, seat, stream)


def _pick_or_other(table: Table, seat: int, stream: Stream) -> Move:
    members = bid = other = 0
    for number, _, answers in table.offers(seat):
        if answers is None:
            other = number
        else:
            bid, members = number, answers.alone()
    if members and stream.below(4):
        return Move(bid, _member(members, stream.below(members.bit_count())))
    return Move(other)


def _any(table: Table, seat: int, stream: Stream) -> Move | None:
    """One answer among those of all choices: the empty one first, then single members."""
    offers = table.offers(seat)
    found = []
    for number, _, answers in offers:
        if answers is None:
            found.append((number, 1, 0))
        else:
            empty = int(answers.why_not(0) is None and not answers.rule.of_numbers)
            found.append((number, empty, answers.alone()))
    total = sum(empty + members.bit_count() for _, empty, members in found)
    if total:
        ticket = stream.below(total)
        for number, empty, members in found:
            if ticket < empty:
                return Move(number)
            ticket -= empty
            if ticket < members.bit_count():
                return Move(number, _member(members, ticket))
            ticket -= members.bit_count()
    for number, _, answers in offers:
        mask = 0
        for member in bits(answers.source if answers else 0):
            mask |= 1 << member
            if answers is not None and answers.why_not(mask) is None:
                return Move(number, mask)
    return None


def _member(members: int, number: int) -> int:
    for _ in range(number):
        members &= members - 1
    return members & -members
