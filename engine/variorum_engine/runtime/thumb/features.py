"""The numbers that the rule of thumb looks at: what the deciding seat may know, nothing else."""

from __future__ import annotations

from variorum_engine.runtime.interface import (
    BETTER,
    CHOICES,
    FEATURE_COUNT,
    FEATURES,
    HOME_COUNT,
    HOMES,
    KIND,
    KINDRED,
    ORDINAL,
    OWN_ZONE_COUNT,
    OWN_ZONES,
    PAGES,
    PLAYERS,
    RIVAL_ZONE_COUNT,
    RIVAL_ZONES,
    SCORES,
    SEAT,
    STAKE_FACES,
    STAKE_ZONE_COUNT,
    STAKE_ZONES,
    WIDTH,
    A,
    Row,
    T,
    Z,
    low,
    pop,
    scores,
)
from variorum_engine.runtime.thumb.offers import climb, needed
from variorum_engine.runtime.thumb.standing import STANDS, STOOD, reckon
from variorum_engine.runtime.totals import total_of

FELT = 2048  # where in Y the features are
OWN_PAGES = 2304  # one's own cards, by page; then rivals', then those at stake, then those in sight
HUGE = 1 << 60


def feel(M: Row, Y: Row, go: int, choice: int) -> None:
    """Work the features out for one choice."""
    seat = M[SEAT]
    pooled = 0
    reckoned = 0
    for feature in range(FEATURE_COUNT):
        at = feature * 6
        kind = FEATURES[at]
        slot = Z + FEATURES[at + 1]
        pages = FEATURES[at + 2]
        page = FEATURES[at + 3]
        attribute = FEATURES[at + 4]
        value = 0
        if kind == 0:
            value = 1
        elif kind == 1:
            value = cards_in(M, slot + pages * seat, pages)
        elif kind == 2:
            value = total_in(M, slot + pages * seat, pages, page, attribute)
        elif kind == 3 or kind == 4 or kind == 5:
            value = -1
            for rival in range(PLAYERS):
                if rival != seat:
                    if kind == 5:
                        found = total_in(M, slot + pages * rival, pages, page, attribute)
                    else:
                        found = cards_in(M, slot + pages * rival, pages)
                    if value < 0 or (found < value if kind == 3 else found > value):
                        value = found
            value = max(0, value)
        elif kind == 6:
            value = cards_in(M, slot, pages)
        elif kind == 7:
            value = total_in(M, slot, pages, page, attribute)
        elif kind <= 11:
            value = on_track(M, seat, kind, FEATURES[at + 1])
        elif kind == 12:
            value = climb(M, Y, go, choice) if M[A + choice * WIDTH + 3] == 99 else (
                needed(M, choice) if KIND[go * CHOICES + choice] == 1 else 0)
        elif kind == 13:
            value = held(M, go, choice)
        elif kind == 16:
            value = gain(M, seat)
        elif kind == 17:
            if reckoned == 0:
                reckoned = 1
                reckon(M, Y, seat, value - 1)
                Y[STOOD] = Y[STANDS]
                Y[STOOD + 1] = Y[STANDS + 1]
            reckon(M, Y, seat, feature)
            value = Y[STANDS] - Y[STOOD]
        elif kind == 18:
            value = Y[STANDS + 1] - Y[STOOD + 1]
        else:
            if pooled == 0:
                pool(M, Y, seat)
                pooled = 1
            value = kin_of_zone(M, Y, feature, seat)
        Y[FELT + feature] = value


def cards_in(M: Row, slot: int, pages: int) -> int:
    many = 0
    for i in range(pages):
        many += pop(M[slot + i])
    return many


def total_in(M: Row, slot: int, pages: int, page: int, attribute: int) -> int:
    total = 0
    for i in range(pages):
        total += total_of(attribute, page + i, M[slot + i])
    return total


def on_track(M: Row, seat: int, kind: int, track: int) -> int:
    if kind == 8:
        return M[T + track + seat]
    if kind == 9:
        return 1 if M[T + track] == seat else 0
    if kind == 10:
        return M[T + track]
    value = -HUGE
    for rival in range(PLAYERS):
        if rival != seat:
            value = max(value, M[T + track + rival])
    return value if value > -HUGE else 0


def held(M: Row, go: int, choice: int) -> int:
    """What one has to pick from: the total that counts, or how many."""
    base = choice * WIDTH
    kind = KIND[go * CHOICES + choice]
    if kind == 0 or kind == 3:
        return 0
    limit = M[A + base + 3]
    value = 0
    for page in range(PAGES if kind == 1 else 1):
        mask = M[A + base + 8 + page]
        if limit == 0 or limit == 99:
            value += pop(mask)
        else:
            value += total_of(M[A + base + 5], page, mask)
    return value


def gain(M: Row, seat: int) -> int:
    """What the first figure that decides would grow by with the cards at stake."""
    before = 0
    for i in range(HOME_COUNT):
        for page in range(HOMES[i * 4 + 1]):
            before |= M[Z + HOMES[i * 4] + page]
    if before == 0:
        return 0
    scores(M)
    before = M[SCORES + seat]
    for i in range(HOME_COUNT):
        for page in range(HOMES[i * 4 + 1]):
            M[Z + HOMES[i * 4 + 3] + HOMES[i * 4 + 1] * seat + page] |= M[Z + HOMES[i * 4] + page]
    scores(M)
    for i in range(HOME_COUNT):
        for page in range(HOMES[i * 4 + 1]):
            M[Z + HOMES[i * 4 + 3] + HOMES[i * 4 + 1] * seat + page] &= ~M[Z + HOMES[i * 4] + page]
    return (M[SCORES + seat] - before) * BETTER


def pool(M: Row, Y: Row, seat: int) -> None:
    """One's own cards, rivals' cards as far as they lie open, and those at stake, by page."""
    for page in range(4 * PAGES):
        Y[OWN_PAGES + page] = 0
    for zone in range(OWN_ZONE_COUNT):
        pages = OWN_ZONES[zone * 5 + 1]
        for i in range(pages):
            page = OWN_ZONES[zone * 5 + 2] + i
            Y[OWN_PAGES + page] |= M[Z + OWN_ZONES[zone * 5] + pages * seat + i]
    for zone in range(RIVAL_ZONE_COUNT):
        pages = RIVAL_ZONES[zone * 5 + 1]
        for rival in range(PLAYERS):
            if rival != seat:
                for i in range(pages):
                    page = PAGES + RIVAL_ZONES[zone * 5 + 2] + i
                    Y[OWN_PAGES + page] |= M[Z + RIVAL_ZONES[zone * 5] + pages * rival + i]
    for zone in range(STAKE_ZONE_COUNT):
        for i in range(STAKE_ZONES[zone * 5 + 1]):
            page = 2 * PAGES + STAKE_ZONES[zone * 5 + 2] + i
            Y[OWN_PAGES + page] |= M[Z + STAKE_ZONES[zone * 5] + i]


def kin_of_zone(M: Row, Y: Row, feature: int, seat: int) -> int:
    """How many cards in a pool are of a kind with the cards in an open zone."""
    at = feature * 6
    pages = FEATURES[at + 2]
    value = 0
    each = FEATURES[at + 5]
    for owner in range(PLAYERS if each else 1):
        if each and owner == seat:
            continue
        for i in range(pages):
            page = FEATURES[at + 3] + i
            mask = M[Z + FEATURES[at + 1] + pages * owner + i]
            table = (FEATURES[at + 4] * PAGES + page) * 64
            where = OWN_PAGES + page + (PAGES if FEATURES[at] == 15 else 0)
            while mask:
                value += pop(KINDRED[table + low(mask)] & Y[where])
                mask &= mask - 1
    return value


def stakes_felt(M: Row, Y: Row) -> None:
    """How many of each face are at stake, after the features."""
    for face in range(STAKE_FACES):
        Y[FELT + FEATURE_COUNT + face] = 0
    for zone in range(STAKE_ZONE_COUNT if STAKE_FACES else 0):
        for i in range(STAKE_ZONES[zone * 5 + 1]):
            page = STAKE_ZONES[zone * 5 + 2] + i
            mask = M[Z + STAKE_ZONES[zone * 5] + i]
            while mask:
                face = ORDINAL[page * 64 + low(mask)]
                if face >= 0:
                    Y[FELT + FEATURE_COUNT + face] += 1
                mask &= mask - 1


def weighed(M: Row, Y: Row, THUMB: Row, block: int) -> int:
    """The features, each with its weight, and the cards at stake."""
    stakes_felt(M, Y)
    score = 0
    for feature in range(FEATURE_COUNT + STAKE_FACES):
        score += THUMB[block + feature] * Y[FELT + feature]
    return score
