"""Determinization: positions as they might be, for all that a seat knows.

All that is kept for it lies in the row TREE. `bots/knowledge.py` does the same for a table of the
interpreter, which every game has and which is the reference; this one is for the search, which does
it before every simulation, in code that LLVM can take. A test compares them over all games.
"""

from __future__ import annotations

from variorum_engine.runtime.interface import (
    CARD,
    HOLDS,
    NAME_GROUP,
    NAME_PAGE,
    NAMES,
    PAGE_ZONE,
    PAGES,
    PLACE,
    PLACES,
    SEES,
    SIZE,
    TRACK_LIKE,
    TRACK_START,
    TRACKS,
    UNIVERSE,
    ZONE_COUNT,
    ZONE_INDEX,
    ZONE_ORDER,
    ZONE_PAGE,
    ZONE_PAGES,
    ZONE_SLOT,
    ZONES,
    C,
    L,
    O,
    Row,
    T,
    Z,
    below,
    low,
    pop,
)
from variorum_engine.runtime.search.knowledge import SURE

MIXING = 3
SEEN_TRACK = -1  # in TRACK_LIKE
AS_BEGUN = -2
SEATED = 2 * SIZE  # who thinks
LOOSE_MANY = SEATED + 1  # how many cards can be in more than one zone
UNEVEN = SEATED + 2  # whether some of them have other possible zones than others
OTHERS = SEATED + 3  # whether the others are supposed to answer at random
LIES = SEATED + 4  # by place: the zone where a hidden card is in truth, or -1
CAN = LIES + PLACES  # by place: where it can be
PUT = CAN + PLACES  # by place: where it is imagined
LOOSE = PUT + PLACES  # those that can be in more than one zone, in order,
SHUFFLED = LOOSE + PLACES  # shuffled,
SORTED = SHUFFLED + PLACES  # and those with the fewest possible zones first
ROOM = SORTED + PLACES  # by zone
LEFT = ROOM + ZONES
CAME = LEFT + ZONES
QUEUE = CAME + 2 * ZONES
MEANS = QUEUE + ZONES  # by place: the card that takes its place in what the rules remember
RENAMED = MEANS + PLACES
FIRM = RENAMED + NAMES + 1  # by place: whether it is known where in an order the card lies
ROW = FIRM + PLACES  # the other cards of an order
IMAGINED = ROW + PLACES  # the end of all this


def consider(M: Row, TREE: Row, KNOWN: Row, seat: int) -> None:
    """Work out where each card can be."""
    TREE[SEATED] = seat
    for place in range(PLACES):
        TREE[LIES + place] = -1
        TREE[FIRM + place] = 1 if KNOWN[seat * PLACES + place] & SURE else 0
    for zone in range(ZONES):
        TREE[ROOM + zone] = 0
        if SEES[seat * ZONES + zone]:
            continue
        for i in range(ZONE_PAGES[zone]):
            mask = M[Z + ZONE_SLOT[zone] + i]
            TREE[ROOM + zone] += pop(mask)
            while mask:
                TREE[LIES + (ZONE_PAGE[zone] + i) * 64 + low(mask)] = zone
                mask &= mask - 1
    for zone in range(ZONES):
        TREE[LEFT + zone] = TREE[ROOM + zone]
    loose = 0
    for place in range(PLACES):
        if TREE[LIES + place] < 0:
            continue
        can = possible(TREE, KNOWN, seat, place)
        TREE[CAN + place] = can
        if can & (can - 1):
            TREE[LOOSE + loose] = place
            loose += 1
        else:
            zone = PAGE_ZONE[(place >> 6) * 64 + low(can)]
            TREE[PUT + place] = zone
            TREE[ROOM + zone] -= 1
    TREE[LOOSE_MANY] = loose
    TREE[UNEVEN] = 0
    for i in range(loose):
        for j in range(i):
            one = TREE[LOOSE + i]
            two = TREE[LOOSE + j]
            if UNIVERSE[one >> 6] == UNIVERSE[two >> 6] and (
                TREE[CAN + one] != TREE[CAN + two] and TREE[CAN + one] & TREE[CAN + two]
            ):
                TREE[UNEVEN] = 1


def possible(TREE: Row, KNOWN: Row, seat: int, place: int) -> int:
    """The zones where a hidden card can be, as a set of their numbers by ZONE_INDEX."""
    page = place >> 6
    can = 0
    for index in range(62):
        zone = PAGE_ZONE[page * 64 + index]
        if zone < 0:
            break
        if KNOWN[seat * PLACES + place] >> index & 1 and TREE[LEFT + zone] > 0:
            slot = ZONE_SLOT[zone] + page - ZONE_PAGE[zone]
            if HOLDS[slot] >> (place & 63) & 1:
                can |= 1 << index
    return can if can else 1 << ZONE_INDEX[TREE[LIES + place]]


def imagine(M: Row, TREE: Row) -> int:
    """Deal out anew what is hidden. 0 if that does not work out."""
    loose = TREE[LOOSE_MANY]
    for i in range(loose):
        TREE[SHUFFLED + i] = TREE[LOOSE + i]
    for i in range(loose - 1, 0, -1):
        j = below(M, i + 1)
        held = TREE[SHUFFLED + i]
        TREE[SHUFFLED + i] = TREE[SHUFFLED + j]
        TREE[SHUFFLED + j] = held
    if assign(M, TREE) == 0:
        return 0
    if TREE[UNEVEN]:
        mix(M, TREE)
    lay_out(M, TREE)
    rename(M, TREE)
    forget_tracks(M, TREE[SEATED])
    return 1


def forget_tracks(M: Row, seat: int) -> None:
    """What a seat does not see of the tracks it takes to be as its own, or as at the start."""
    for track in range(TRACKS):
        like = TRACK_LIKE[seat * TRACKS + track]
        if like >= 0:
            M[T + track] = M[T + like]
        elif like == AS_BEGUN:
            M[T + track] = TRACK_START[track]


def assign(M: Row, TREE: Row) -> int:
    """A zone for each hidden card."""
    loose = TREE[LOOSE_MANY]
    many = 0
    size = 2
    while many < loose:
        for i in range(loose):
            if pop(TREE[CAN + TREE[SHUFFLED + i]]) == size:
                TREE[SORTED + many] = TREE[SHUFFLED + i]
                many += 1
        size += 1
    for zone in range(ZONES):
        TREE[LEFT + zone] = TREE[ROOM + zone]
    for i in range(loose):
        place = TREE[SORTED + i]
        first = (place >> 6) * 64
        free = 0
        can = TREE[CAN + place]
        while can:
            free += TREE[LEFT + PAGE_ZONE[first + low(can)]]
            can &= can - 1
        if free == 0:
            if make_room(TREE, i) == 0:
                return 0
            continue
        ticket = below(M, free)
        can = TREE[CAN + place]
        zone = PAGE_ZONE[first + low(can)]
        while ticket >= TREE[LEFT + zone]:
            ticket -= TREE[LEFT + zone]
            can &= can - 1
            zone = PAGE_ZONE[first + low(can)]
        TREE[PUT + place] = zone
        TREE[LEFT + zone] -= 1
    return 1


def make_room(TREE: Row, many: int) -> int:
    """Move others along until the next card has a place (a shortest augmenting path)."""
    for zone in range(ZONES):
        TREE[CAME + zone] = -1
    place = TREE[SORTED + many]
    end = reach(TREE, place, -1, 0)
    begin = 0
    while begin < end:
        zone = TREE[QUEUE + begin]
        begin += 1
        if TREE[LEFT + zone] > 0:
            TREE[LEFT + zone] -= 1
            while zone >= 0:
                TREE[PUT + TREE[CAME + zone]] = zone
                zone = TREE[CAME + ZONES + zone]
            return 1
        for i in range(many):
            if TREE[PUT + TREE[SORTED + i]] == zone:
                end = reach(TREE, TREE[SORTED + i], zone, end)
    return 0


def reach(TREE: Row, place: int, origin: int, end: int) -> int:
    """Put the zones where a card could go, if they are new, into the queue."""
    can = TREE[CAN + place]
    while can:
        zone = PAGE_ZONE[(place >> 6) * 64 + low(can)]
        can &= can - 1
        if TREE[CAME + zone] < 0:
            TREE[CAME + zone] = place
            TREE[CAME + ZONES + zone] = origin
            TREE[QUEUE + end] = zone
            end += 1
    return end


def mix(M: Row, TREE: Row) -> None:
    """Swap cards that can change places, so that no way to deal is preferred."""
    loose = TREE[LOOSE_MANY]
    for _ in range(MIXING * loose):
        one = TREE[SORTED + below(M, loose)]
        two = TREE[SORTED + below(M, loose)]
        if UNIVERSE[one >> 6] != UNIVERSE[two >> 6]:
            continue
        here = TREE[PUT + one]
        there = TREE[PUT + two]
        if TREE[CAN + one] >> ZONE_INDEX[there] & 1 and TREE[CAN + two] >> ZONE_INDEX[here] & 1:
            TREE[PUT + one] = there
            TREE[PUT + two] = here


def lay_out(M: Row, TREE: Row) -> None:
    """The hidden cards in their imagined zones, which are shuffled where they have an order, but
    for cards of which it is known where they lie."""
    seat = TREE[SEATED]
    for zone in range(ZONES):
        if not SEES[seat * ZONES + zone]:
            for i in range(ZONE_PAGES[zone]):
                M[Z + ZONE_SLOT[zone] + i] = 0
    for place in range(PLACES):
        if TREE[LIES + place] >= 0:
            zone = TREE[PUT + place]
            M[Z + ZONE_SLOT[zone] + (place >> 6) - ZONE_PAGE[zone]] |= 1 << (place & 63)
    for zone in range(ZONES):
        if ZONE_ORDER[zone] < 0 or SEES[seat * ZONES + zone]:
            continue
        many = 0
        for i in range(ZONE_PAGES[zone]):
            mask = M[Z + ZONE_SLOT[zone] + i]
            while mask:
                place = (ZONE_PAGE[zone] + i) * 64 + low(mask)
                mask &= mask - 1
                if TREE[FIRM + place] == 0:
                    TREE[ROW + many] = CARD[place]
                    many += 1
        for i in range(many - 1, 0, -1):
            j = below(M, i + 1)
            held = TREE[ROW + i]
            TREE[ROW + i] = TREE[ROW + j]
            TREE[ROW + j] = held
        last = O + ZONE_ORDER[zone] + M[C + ZONE_COUNT[zone]] - 1
        many = 0
        for i in range(M[C + ZONE_COUNT[zone]]):
            if TREE[FIRM + PLACE[M[last - i]]] == 0:
                M[last - i] = TREE[ROW + many]
                many += 1


def rename(M: Row, TREE: Row) -> None:
    """What the rules remember of a card is about the place that it was in."""
    remembered = 0
    for name in range(NAMES):
        if NAME_PAGE[name] >= 0:
            remembered |= M[L + name]
    if remembered == 0:
        return
    loose = TREE[LOOSE_MANY]
    for zone in range(ZONES):
        TREE[LEFT + zone] = 0
    for i in range(loose):
        place = TREE[LOOSE + i]
        zone = TREE[LIES + place]
        at = TREE[LEFT + zone]
        while TREE[PUT + TREE[SHUFFLED + at]] != zone:
            at += 1
        TREE[MEANS + place] = TREE[SHUFFLED + at]
        TREE[LEFT + zone] = at + 1
    for name in range(NAMES):
        TREE[RENAMED + name] = 0
    for name in range(NAMES):
        page = NAME_PAGE[name]
        mask = M[L + name]
        if page < 0 or mask <= 0:
            TREE[RENAMED + name] |= mask
            continue
        while mask:
            place = page * 64 + low(mask)
            mask &= mask - 1
            if TREE[LIES + place] >= 0 and TREE[CAN + place] & (TREE[CAN + place] - 1):
                place = TREE[MEANS + place]
            put_name(TREE, name, place)
    for name in range(NAMES):
        M[L + name] = TREE[RENAMED + name]


def put_name(TREE: Row, name: int, place: int) -> None:
    """A card into a set that the rules remember, on the page where it belongs."""
    for other in range(NAMES):
        if NAME_GROUP[other] == NAME_GROUP[name] and NAME_PAGE[other] == place >> 6:
            TREE[RENAMED + other] |= 1 << (place & 63)
            return


__all__ = ["IMAGINED", "PAGES", "consider", "imagine"]
