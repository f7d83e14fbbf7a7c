"""What each seat knows of where cards are, from what it saw moving.

`bots/knowledge.py` comes to the same from the events of a table, and a test compares the two. The
row KNOWN has, for each seat and each place of a card, the set of zones where the card can be (by
ZONE_INDEX), and after that the zones as they were when the log was last read.
"""

from __future__ import annotations

from variorum_engine.runtime.interface import (
    FIRST_ALIKE,
    LOG,
    NEXT_ALIKE,
    NOTES,
    PAGE_ZONE,
    PAGES,
    PLACES,
    PLAYERS,
    SEES,
    SLOT_ZONE,
    SLOTS,
    ZONE_INDEX,
    ZONE_PAGES,
    ZONE_SLOT,
    ZONES,
    Row,
    Z,
    low,
)

EVERYWHERE = (1 << 62) - 1
SHADOW = PLAYERS * PLACES
KNOWN_ROOM = SHADOW + SLOTS


def noted(M: Row, page: int, cards: int, source: int, target: int) -> None:
    """A move: the cards of a page, from slot to slot. From -1: they are shown to a set of seats."""
    many = M[LOG]
    if many < NOTES:
        at = LOG + 1 + 4 * many
        M[at] = page
        M[at + 1] = cards
        M[at + 2] = source
        M[at + 3] = target
        M[LOG] = many + 1


def know_opening(M: Row, KNOWN: Row) -> None:
    """Everybody knows where the components began; the log is empty."""
    M[LOG] = 0
    for i in range(SHADOW):
        KNOWN[i] = 0
    for slot in range(SLOTS):
        cards = M[Z + slot]
        KNOWN[SHADOW + slot] = cards
        page = page_of_slot(slot)
        while cards:
            place = page * 64 + low(cards)
            cards &= cards - 1
            for seat in range(PLAYERS):
                KNOWN[seat * PLACES + place] = 1 << ZONE_INDEX[SLOT_ZONE[slot]]


def page_of_slot(slot: int) -> int:
    zone = SLOT_ZONE[slot]
    for page in range(PAGES):
        if PAGE_ZONE[page * 64 + ZONE_INDEX[zone]] == zone:
            return page + slot - ZONE_SLOT[zone]
    return 0


def learn(M: Row, KNOWN: Row) -> None:
    """Everybody sees what they see of the moves in the log, which is empty then."""
    for note in range(M[LOG]):
        at = LOG + 1 + 4 * note
        page = M[at]
        cards = M[at + 1]
        source = M[at + 2]
        target = M[at + 3]
        if source < 0:
            show(KNOWN, page, cards, target)
            continue
        KNOWN[SHADOW + source] &= ~cards
        KNOWN[SHADOW + target] |= cards
        one = SLOT_ZONE[source]
        two = SLOT_ZONE[target]
        for seat in range(PLAYERS):
            if SEES[seat * ZONES + one] or SEES[seat * ZONES + two]:
                saw(KNOWN, seat * PLACES, page, cards, 1 << ZONE_INDEX[one], 1 << ZONE_INDEX[two])
            else:
                unseen(KNOWN, seat * PLACES, one, two)
    if M[LOG] >= NOTES:
        # Too much happened to follow it all: nobody is sure of anything that they do not see.
        for i in range(SHADOW):
            KNOWN[i] = EVERYWHERE
        for slot in range(SLOTS):
            KNOWN[SHADOW + slot] = M[Z + slot]
    M[LOG] = 0


def show(KNOWN: Row, page: int, cards: int, seats: int) -> None:
    for slot in range(SLOTS):
        if page_of_slot(slot) != page:
            continue
        shown = KNOWN[SHADOW + slot] & cards
        while shown:
            place = page * 64 + low(shown)
            shown &= shown - 1
            for seat in range(PLAYERS):
                if seats >> seat & 1:
                    KNOWN[seat * PLACES + place] = 1 << ZONE_INDEX[SLOT_ZONE[slot]]


def saw(KNOWN: Row, first: int, page: int, cards: int, source: int, target: int) -> None:
    """Cards were seen moving from one zone to another."""
    mask = cards
    while mask:
        place = page * 64 + low(mask)
        mask &= mask - 1
        if KNOWN[first + place] != source:
            # Nobody can tell a card from its twin: the one that was known to be there has gone.
            twin = FIRST_ALIKE[place]
            while twin >= 0:
                moved = twin >> 6 == page and cards >> (twin & 63) & 1
                if KNOWN[first + twin] == source and not moved:
                    KNOWN[first + twin] = KNOWN[first + place]
                    break
                twin = NEXT_ALIKE[twin]
        KNOWN[first + place] = target


def unseen(KNOWN: Row, first: int, one: int, two: int) -> None:
    """Some cards went from one zone to another, and nobody here saw which."""
    left = 0
    for page in range(ZONE_PAGES[one]):
        left |= KNOWN[SHADOW + ZONE_SLOT[one] + page]
    source = 1 << ZONE_INDEX[one]
    target = 1 << ZONE_INDEX[two]
    for page in range(PAGES):
        if PAGE_ZONE[page * 64 + ZONE_INDEX[one]] != one:
            continue
        for place in range(page * 64, page * 64 + 62):
            if KNOWN[first + place] & source:
                KNOWN[first + place] |= target
                if left == 0:
                    KNOWN[first + place] &= ~source


__all__ = ["EVERYWHERE", "KNOWN_ROOM", "know_opening", "learn", "noted"]
