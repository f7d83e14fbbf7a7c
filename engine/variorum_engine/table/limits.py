"""What the condition of a pick comes to at a table: what must be beaten, and the least that does.

All of it is taken from the condition of the rules, so it is right for bids and for any other total.
Nothing here is a secret: the same is said to whoever tries a move that is refused.
"""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl import core as c

from variorum_engine.interpreter.dependencies import reads, sources
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.values import COMPARE, Number, mask_of
from variorum_engine.table.table import Table
from variorum_engine.table.views import alike
from variorum_engine.table.visibility import visible_cards

MOST_TOTALS = 1 << 14  # a pick with more of them is not gone through
_UPWARD: tuple[c.Comparison, ...] = ("is more than", "is at least")


class Limited(NamedTuple):
    """A total of picked cards that is compared with a number, and the answer that comes nearest to
    it: the least that is enough, or the most that is allowed."""

    attribute: int
    comparison: c.Comparison
    bound: Number
    nearest: tuple[int, ...]
    total: int

    @property
    def upward(self) -> bool:
        return self.comparison in _UPWARD


def limits(table: Table, seat: int) -> dict[int, Limited]:
    """For each choice that is open to a seat and limits a total: what that comes to now."""
    program = table.rules.program
    seen = visible_cards(program, table.state, seat)
    found = {}
    for number, offer, answers in table.offers(seat):
        limit = None if offer.pick is None else offer.pick.limit
        if limit is None or answers is None or answers.source & ~seen:
            continue
        best = nearest(answers)
        if best is not None:
            found[number] = Limited(limit.attribute, limit.comparison, answers.bound,
                                    alike(program, best), answers.total(best))
    return found


def counted_zones(table: Table, seat: int) -> dict[int, int]:
    """The zones, by their line in the rules, whose total matters for a decision that is open; with
    the attribute of which it is the total."""
    program = table.rules.program
    found = {}
    for _, offer, _ in table.offers(seat):
        limit = None if offer.pick is None else offer.pick.pick.limit
        if offer.pick is not None and limit is not None:
            zones = reads(limit.bound, program).zones | sources(offer.pick.pick.source, program)
            found.update(dict.fromkeys(zones, limit.attribute))
    return found


def nearest(answers: Answers) -> int | None:
    """The answer whose total comes nearest to the limit, of few cards if there is a choice."""
    limit, values = answers.rule.limit, answers.rule.values
    if limit is None or values is None or limit.comparison == "is not":
        return None
    reached: dict[tuple[int, int], int] = {(0, 0): 0}
    for group in answers.groups():
        for (size, total), mask in list(reached.items()):
            for many in range(1, min(len(group), answers.high - size) + 1):
                key = size + many, total + many * values[group[0]]
                reached.setdefault(key, mask | mask_of(group[:many]))
        if len(reached) > MOST_TOTALS:
            return None
    test, upward = COMPARE[limit.comparison], limit.comparison in _UPWARD
    fits = [(total if upward else -total, size) for size, total in reached
            if size >= answers.low and test(total, answers.bound)]
    if not fits:
        return None
    total, size = min(fits)
    return reached[size, total if upward else -total]
