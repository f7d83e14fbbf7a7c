"""What each seat knows of where cards are, from what it saw moving.

`bots/knowledge.py` comes to the same from the events of a table; a series of games has none, and
notes moves alone. A test compares the two over all games. The row KNOWN has, for each seat and each
place of a card, the set of zones where the card can be (by ZONE_INDEX), with SURE if it is known
where it lies in the order of that zone; and after that the zones as they were when the log was last
read.
"""

from __future__ import annotations

from variorum_engine.runtime.interface import (
    BLIND,
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
SURE = 1 << 62
SHOWN_TO = -1  # in the place of where a move comes from
MIXED_UP = -2
SHADOW = PLAYERS * PLACES
KNOWN_ROOM = SHADOW + SLOTS


def noted(M: Row, page: int, cards: int, source: int, target: int) -> None:
    """A move: the cards of a page, from slot to slot. Or they are shown to a set of seats; or the
    zone of a slot is shuffled."""
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
        if source == SHOWN_TO:
            show(KNOWN, page, cards, target)
            continue
        if source == MIXED_UP:
            mixed(KNOWN, SLOT_ZONE[target])
            continue
        KNOWN[SHADOW + source] &= ~cards
        KNOWN[SHADOW + target] |= cards
        one = SLOT_ZONE[source]
        two = SLOT_ZONE[target]
        for seat in range(PLAYERS):
            first = seat * PLACES
            if SEES[seat * ZONES + one] or SEES[seat * ZONES + two]:
                saw(KNOWN, first, page, cards, one, two)
                continue
            # From which place of an order a card is taken everybody sees.
            sure = surely(KNOWN, first, page, cards)
            saw(KNOWN, first, page, sure, one, two)
            if sure != cards:
                unseen(KNOWN, first, one, two)
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
                    KNOWN[seat * PLACES + place] = lies_in(SLOT_ZONE[slot])


def lies_in(zone: int) -> int:
    """What is known of a card that was seen going into a zone."""
    known = 1 << ZONE_INDEX[zone]
    return known | SURE if BLIND[zone] else known


def surely(KNOWN: Row, first: int, page: int, cards: int) -> int:
    """Those of the cards of which a seat knows where they lie in an order."""
    sure = 0
    while cards:
        bit = low(cards)
        cards &= cards - 1
        if KNOWN[first + page * 64 + bit] & SURE:
            sure |= 1 << bit
    return sure


def mixed(KNOWN: Row, zone: int) -> None:
    """A zone was shuffled: nobody knows the places of its cards."""
    for i in range(ZONE_PAGES[zone]):
        slot = ZONE_SLOT[zone] + i
        page = page_of_slot(slot)
        cards = KNOWN[SHADOW + slot]
        while cards:
            place = page * 64 + low(cards)
            cards &= cards - 1
            for seat in range(PLAYERS):
                KNOWN[seat * PLACES + place] &= ~SURE


def saw(KNOWN: Row, first: int, page: int, cards: int, one: int, two: int) -> None:
    """Cards were seen moving from one zone to another."""
    source = 1 << ZONE_INDEX[one]
    target = lies_in(two)
    mask = cards
    while mask:
        place = page * 64 + low(mask)
        mask &= mask - 1
        if KNOWN[first + place] & ~SURE != source:
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
            if KNOWN[first + place] & source and not KNOWN[first + place] & SURE:
                KNOWN[first + place] |= target
                if left == 0:
                    KNOWN[first + place] &= ~source


__all__ = ["EVERYWHERE", "KNOWN_ROOM", "SURE", "know_opening", "learn", "noted"]
