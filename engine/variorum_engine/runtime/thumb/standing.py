"""How a seat would stand if the game ended now, as far as it can see."""

from __future__ import annotations

from variorum_engine.runtime.interface import (
    BETTER,
    FEATURES,
    HIDDEN_ZONE_COUNT,
    HIDDEN_ZONES,
    LOG,
    NOTES,
    OUT,
    OWNERS,
    PLAYERS,
    SCORES,
    SECRET_ZONE_COUNT,
    SECRET_ZONES,
    SIZE,
    UNSEEN_ROW_COUNT,
    UNSEEN_ROWS,
    UNSEEN_TRACK_COUNT,
    UNSEEN_TRACKS,
    C,
    Row,
    T,
    Z,
    reckonings,
    result,
    scores,
)

STANDS = 2390  # where in Y it is said how one stands: the lead, and whether one would stay in
STOOD = 2392  # the same without anything that is only imagined
SPARE = 2400  # a copy of the memory, to reckon with


def reckon(M: Row, Y: Row, seat: int, feature: int) -> None:
    """How one would stand if the game ended now, as far as one can see, and with the cards of an
    open zone for oneself."""
    there = Y[SPARE : SPARE + SIZE + 1]
    for i in range(SIZE):
        there[i] = M[i]
    there[LOG] = NOTES  # nobody reads the log of an imagined game
    cover(there, seat)
    if feature >= 0:
        at = feature * 6
        pages = FEATURES[at + 2]
        each = FEATURES[at + 5]
        found = 0
        for owner in range(PLAYERS if each else 1):
            if each and owner == seat:
                continue
            for i in range(pages):
                mask = there[Z + FEATURES[at + 1] + pages * owner + i]
                there[Z + FEATURES[at + 1] + pages * owner + i] = 0
                there[Z + FEATURES[at + 4] + pages * seat + i] |= mask
                found |= mask
        if found == 0:
            Y[STANDS] = Y[STOOD]
            Y[STANDS + 1] = Y[STOOD + 1]
            return
    Y[STANDS] = 0
    Y[STANDS + 1] = 0
    if reckonings(there, 0) != -1 or result(there) != 0 or scores(there) != 0:
        return
    best = -(1 << 60)
    for rival in range(PLAYERS):
        if rival != seat:
            best = max(best, there[SCORES + rival] * BETTER)
    Y[STANDS] = there[SCORES + seat] * BETTER - best
    Y[STANDS + 1] = 0 if there[OUT] >> seat & 1 else 1


def cover(N: Row, seat: int) -> None:
    """Take away what a seat does not see."""
    for zone in range(HIDDEN_ZONE_COUNT):
        pages = HIDDEN_ZONES[zone * 5 + 1]
        for i in range(pages * (OWNERS if HIDDEN_ZONES[zone * 5 + 4] else 1)):
            N[Z + HIDDEN_ZONES[zone * 5] + i] = 0
    for zone in range(SECRET_ZONE_COUNT):
        pages = SECRET_ZONES[zone * 5 + 1]
        each = SECRET_ZONES[zone * 5 + 4]
        for owner in range(OWNERS if each else 1):
            if each == 0 or owner != seat:
                for i in range(pages):
                    N[Z + SECRET_ZONES[zone * 5] + pages * owner + i] = 0
    for row in range(UNSEEN_ROW_COUNT):
        for owner in range(UNSEEN_ROWS[row * 2 + 1]):
            N[C + UNSEEN_ROWS[row * 2] + owner] = 0
    for track in range(UNSEEN_TRACK_COUNT):
        first = T + UNSEEN_TRACKS[track * 3]
        own = UNSEEN_TRACKS[track * 3 + 2]  # rivals are taken to have as much as oneself
        for owner in range(UNSEEN_TRACKS[track * 3 + 1]):
            N[first + owner] = N[first + seat] if own else 0
