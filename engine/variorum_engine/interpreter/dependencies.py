"""Which zones and tracks a line changes, and which ones a condition reads.

An end that is looked at "at once" is looked at after the changes that could matter to it.
"""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.core.walk import Node, walk_through


class Touch(NamedTuple):
    """Zones and tracks, by number in their tables, and the cards concerned."""

    zones: frozenset[int] = frozenset()
    tracks: frozenset[int] = frozenset()
    cards: int = -1

    def meets(self, other: Touch) -> bool:
        """Whether a change of one can matter to the other."""
        if self.tracks & other.tracks:
            return True
        return bool(self.zones & other.zones and self.cards & other.cards)


def touched(move: c.Move, program: Program) -> Touch:
    """What a move can change."""
    zones = {move.to.zone} | sources(move.cards, program)
    return Touch(frozenset(zones), frozenset(), move.cards.reach)


def sources(cards: c.Expression, program: Program) -> frozenset[int]:
    """The zones in which these cards can be."""
    match cards:
        case c.Zone(zone) | c.ZonesOf(zone):
            return frozenset({zone})
        case c.Top(of):
            return frozenset({of.zone})
        case (
            c.OfKind(_, inner) | c.CardsWhose(inner) | c.BestCards(inner) | c.UniqueCards(inner)
            | c.TheOne(inner) | c.Without(inner)
        ):
            return sources(inner, program)
        case c.Union(left, right):
            return sources(left, program) | sources(right, program)
        case _:  # of any other set only the cards are known: they are where such cards can be
            return frozenset(number for number, table in enumerate(program.zones)
                             if table.holds & cards.reach)


def reads(condition: Node, program: Program) -> Touch:
    """What a condition depends on."""
    zones: set[int] = set()
    tracks: set[int] = set()
    cards = 0
    for part in walk_through(program, condition):
        match part:  # only these look at the table by themselves
            case c.Zone(zone) | c.ZonesOf(zone):
                zones.add(zone)
                cards |= part.reach
            case c.Track(track):
                tracks.add(track)
    return Touch(frozenset(zones), frozenset(tracks), cards or -1)
