"""What a condition says about the cards that a name or a zone holds, where it is known to hold.

Below `if drawn is a last-round` the name can hold nothing else; what follows `otherwise` knows the
opposite, if it is a single card. A zone of the table, or of one owner who has a name, is followed
until cards are moved to such a zone, or the name becomes somebody else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TypeVar

from variorum_dsl import core as c
from variorum_dsl.lowering.context import Lowering

Made = TypeVar("Made")
Whose = tuple[str, int] | None  # an owner, as far as it is known who that is; the table
Holder = tuple[str, int, Whose]  # ("local" or "zone", its number, whose it is)
Facts = dict[Holder, int]  # the cards that it can hold then


def holder(part: c.Expression) -> Holder | None:
    match part:
        case c.Local(number) if part.type in ("card", "cards"):
            return "local", number, None
        case c.Zone(number, None):
            return "zone", number, None
        case c.Zone(number, c.Local(owner)):
            return "zone", number, ("local", owner)
        case c.Zone(number, c.Seat(owner) | c.Member(owner)):
            return "zone", number, ("fixed", owner)
        case _:
            return None


def known_if(ctx: Lowering, condition: c.Expression, *, holds: bool) -> Facts:
    """What is known if a condition holds, or if it does not."""
    match condition:
        case c.Not(inner):
            return known_if(ctx, inner, holds=not holds)
        case c.IsKind(mask, of):
            found = holder(of)
            if found is None:
                return {}
            if holds:
                return {found: mask}
            single = of.type == "card" or found[:2] in ctx.singles
            return {found: ~mask} if single else {}
        case c.And(parts) | c.Or(parts):
            known = [known_if(ctx, part, holds=holds) for part in parts]
            if isinstance(condition, c.And) == holds:  # all of it is known
                return reduce(lambda one, other: {
                    each: one.get(each, -1) & other.get(each, -1) for each in one | other}, known)
            return reduce(lambda one, other: {
                each: one[each] | other[each] for each in one if each in other}, known)
        case _:
            return {}


def knowing(ctx: Lowering, facts: Facts, make: Callable[[], Made]) -> Made:
    """What is made of lines that are played only where these facts are known."""
    before = dict(ctx.zone_reach)
    for (sort, number, whose), mask in facts.items():
        if sort == "local":
            ctx.reaching.narrow(number, ctx.local_reach.get(number, -1), mask)
        else:
            holds = ctx.program.zones[number].holds
            place = number, whose
            ctx.zone_reach[place] = ctx.zone_reach.get(place, holds) & mask
    made = make()
    # What cards were moved to is not known any more.
    ctx.zone_reach = {place: reach for place, reach in before.items() if place in ctx.zone_reach}
    return made


def moved_to(ctx: Lowering, zone: int) -> None:
    """Cards come to a zone, whoever it belongs to."""
    ctx.zone_reach = {place: reach for place, reach in ctx.zone_reach.items() if place[0] != zone}


def renamed(ctx: Lowering, local: int) -> None:
    """A name stands for somebody else."""
    ctx.zone_reach = {place: reach for place, reach in ctx.zone_reach.items()
                      if place[1] != ("local", local)}
