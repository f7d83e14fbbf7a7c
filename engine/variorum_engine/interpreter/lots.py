"""What chance draws, as numbers that its luck is made from (common random numbers).

A draw is told from others by what it is (a zone that is shuffled, a line that leaves something to
chance), and each card, seat or member in it by what it is, never by how many there are or which
came before. So one card, one option or one player more leaves what the others draw as it was.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl.core.walk import walk

OWNER = 0xD6E8FEB86659FD93 - (1 << 64)  # between the same things of two owners


class Lot(NamedTuple):
    """One draw: what it is, and what each member is that it may draw. Numbers have no members:
    of a range that is twice as wide, the one twice as high is drawn."""

    name: int
    members: list[int] | None
    sort: str = ""  # of what is drawn; that matters only to chance that is told what to draw


def salt(*what: object) -> int:
    """A number of 64 bits for what something is, the same on every machine."""
    return int.from_bytes(blake2b(repr(what).encode(), digest_size=8).digest(), "big", signed=True)


def card_salts(program: c.Program) -> list[int]:
    """Each card by its kind, what is printed on it, and its number among those that are alike."""
    seen: Counter[tuple[int, int]] = Counter()
    names = [(table.name, table.members) for table in program.attributes]
    found = []
    for card in program.cards:
        printed = sorted(
            (name, members[value] if members else str(value))
            for (name, members), value in zip(names, card.values, strict=False)  # then its kind
            if value != (c.NO_MEMBER if members else 0))
        alike = card.face, card.owner
        own = salt(card.kind, printed, sorted(card.marks), seen[alike]) + card.owner * OWNER
        found.append((own + (1 << 63)) % (1 << 64) - (1 << 63))
        seen[alike] += 1
    return found


def zone_salt(program: c.Program, zone: int) -> int:
    """A shuffle of a zone; that of an owner lies `OWNER` further for each owner before."""
    return salt("shuffle", program.zones[zone].name)


def seat_salts(many: int) -> list[int]:
    return [salt("seat", seat) for seat in range(many)]


def draw_salts(program: c.Program) -> dict[c.Chance, int]:
    """Each line that leaves something to chance: in which stage, what is drawn, and its number
    among those that are alike."""
    found: dict[c.Chance, int] = {}
    for stage in program.stages:
        seen: Counter[str] = Counter()
        for node in walk(stage.body):
            if isinstance(node, c.Chance) and node not in found:
                sort = node.source.type
                found[node] = salt("chance", stage.name, sort, seen[sort])
                seen[sort] += 1
    return found
