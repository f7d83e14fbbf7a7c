"""Totals of an attribute over sets of cards, eight cards with one look."""

from __future__ import annotations

from variorum_engine.runtime.interface import BYTES, GAINS, PAGES, SUM_PLACE, SUMS


def total_of(attribute: int, page: int, mask: int) -> int:
    """The total over the cards of a page."""
    place = SUM_PLACE[attribute * PAGES + page]
    total = 0
    for _ in range(BYTES[page]):
        total += SUMS[place + (mask & 255)]
        mask >>= 8
        place += 256
    return total


def gains_of(attribute: int, page: int, mask: int) -> int:
    """The same over those of them that add something."""
    place = SUM_PLACE[attribute * PAGES + page]
    total = 0
    for _ in range(BYTES[page]):
        total += GAINS[place + (mask & 255)]
        mask >>= 8
        place += 256
    return total
