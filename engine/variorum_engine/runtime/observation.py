"""What is looked at while a game is played: who leads after each round, and what cards fetched."""

from __future__ import annotations

from variorum_engine.runtime.interface import (
    CARD_WIDTH,
    CHANGES,
    HELD,
    HELD_TRACKS,
    HOLDING,
    LAST_LEAD,
    LEADS,
    LOG,
    MEASURE_OF,
    MEASURE_TRACK,
    MEASURE_ZONE,
    MEASURED_TRACKS,
    MEASURES,
    MOST_LEADS,
    PAGE_TRADED,
    PAGES,
    PLAYERS,
    RECKONS,
    SAVED,
    SEEN,
    SINCE,
    SIZE,
    SLOTS,
    TALLY_FIRST,
    TALLY_PAGE,
    TALLY_PAGES,
    TALLY_ZONES,
    TRADED,
    V_CARDS,
    WATCHED,
    WINNERS,
    Row,
    T,
    Z,
    ended,
    low,
    pop,
    reckonings,
    result,
)
from variorum_engine.runtime.totals import total_of


def watch_start(M: Row) -> None:
    """The rounds begin: what everybody has now is what they begin with."""
    if M[WATCHED] == 0:
        return
    for slot in range(SLOTS):
        M[HELD + slot] = M[Z + slot]
    for track in range(MEASURED_TRACKS):
        for owner in range(PLAYERS):
            M[HELD_TRACKS + track * PLAYERS + owner] = M[T + MEASURE_TRACK[track] + owner]
    M[HOLDING] = 1


def watch_round(M: Row) -> None:
    """A round has ended."""
    if M[WATCHED] == 0:
        return
    fetched(M)
    leads(M)
    watch_start(M)


def watch_end(M: Row) -> None:
    """The game has ended, perhaps in the middle of a round."""
    if M[WATCHED] == 0:
        return
    ended(M)
    if M[HOLDING] != 0:
        fetched(M)


def leads(M: Row) -> None:
    """Who would win if the game ended now. If somebody would be asked first, nobody can say."""
    if RECKONS < 0:
        return
    leader = 0
    noted = M[LOG]
    if RECKONS:
        for i in range(SIZE):
            M[SAVED + i] = M[i]
        M[WATCHED] = 0
        if reckonings(M, 0) == -1 and result(M) == 0:
            leader = M[WINNERS]
        for i in range(SIZE):
            M[i] = M[SAVED + i]
        M[LOG] = noted
    elif result(M) == 0:
        leader = M[WINNERS]
    seen = M[SEEN]
    before = M[LEADS + min(seen, MOST_LEADS) - 1] if seen > 0 else -1
    if leader != before:
        M[SINCE] = seen
    if leader != 0:
        if M[LAST_LEAD] != 0 and leader != M[LAST_LEAD]:
            M[CHANGES] += 1
        M[LAST_LEAD] = leader
    M[LEADS + min(seen, MOST_LEADS - 1)] = leader
    M[SEEN] = seen + 1


def owned_cards(M: Row, owner: int, page: int, place: int) -> int:
    """The cards of a page in all zones of an owner, as they are or as they were."""
    found = 0
    for zone in range(TALLY_ZONES):
        index = page - TALLY_PAGE[zone]
        if index >= 0 and index < TALLY_PAGES[zone]:
            found |= M[place + TALLY_FIRST[zone] + index + TALLY_PAGES[zone] * owner]
    return found


def measured(M: Row, owner: int, measure: int, place: int) -> int:
    """What an owner has of a measure."""
    zone = MEASURE_ZONE[measure]
    attribute = MEASURE_OF[measure]
    total = 0
    for index in range(TALLY_PAGES[zone]):
        mask = M[place + TALLY_FIRST[zone] + index + TALLY_PAGES[zone] * owner]
        if attribute < 0:
            total += pop(mask)
        else:
            total += total_of(attribute, TALLY_PAGE[zone] + index, mask)
    return total


def given_up(M: Row, owner: int, measure: int) -> int:
    """What an owner has less of than when the round began."""
    track = measure - (MEASURES - MEASURED_TRACKS)
    if track >= 0:
        return (M[HELD_TRACKS + track * PLAYERS + owner]
                - M[T + MEASURE_TRACK[track] + owner])
    return measured(M, owner, measure, HELD) - measured(M, owner, measure, Z)


def fetched(M: Row) -> None:
    """Note for each card that has a new owner what that owner gave up in this round, and what the
    others did."""
    for owner in range(PLAYERS):
        for page in range(PAGES):
            if PAGE_TRADED[page] == 0:
                continue
            gained = owned_cards(M, owner, page, Z) & ~owned_cards(M, owner, page, HELD)
            while gained:
                face = TRADED[page * 64 + low(gained)]
                gained &= gained - 1
                if face >= 0:
                    place = V_CARDS + face * CARD_WIDTH
                    M[place] += 1
                    for measure in range(MEASURES):
                        spent = given_up(M, owner, measure)
                        M[place + 1 + 3 * measure] += spent
                        M[place + 2 + 3 * measure] += spent * spent
                        for rival in range(PLAYERS):
                            if rival != owner:
                                M[place + 3 + 3 * measure] += given_up(M, rival, measure)
