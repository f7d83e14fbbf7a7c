"""What the rule of thumb picks: everything that can be picked has a score, or a price."""

from __future__ import annotations

from variorum_engine.runtime.draws import clear, fits, members
from variorum_engine.runtime.interface import (
    ATTRIBUTES,
    CHOICES,
    FACE,
    IN_SIGHT,
    KIND,
    KINDRED,
    LOCAL_PAGE,
    MARKED,
    MEMBER_CARDS,
    MEMBER_FIRST,
    MEMBERS,
    MORE,
    MORE_BLOCK,
    MORE_COUNT,
    MORE_FIRST,
    OF_MEMBER,
    OPEN_ZONE_COUNT,
    OPEN_ZONES,
    PAGES,
    PICK_BLOCK,
    PICKED,
    SEAT,
    TWIN,
    VALUES,
    WIDTH,
    A,
    Row,
    T,
    Z,
    below,
    pop,
)
from variorum_engine.runtime.thumb.features import (
    HUGE,
    OWN_PAGES,
    cards_in,
    feel,
    pool,
    total_in,
    weighed,
)
from variorum_engine.runtime.thumb.offers import needed

NEAR = 64  # numbers to each side of the mark that are tried
RANKED = 1024  # where in Y the scores of what can be picked are kept


def picked_by_thumb(M: Row, Y: Row, THUMB: Row, go: int, only: int) -> None:
    """Pick for a choice that asks for it; whether that is allowed remains to be seen."""
    base = THUMB[M[SEAT]]
    kind = KIND[go * CHOICES + only]
    if kind == 3 and OF_MEMBER[go * CHOICES + only]:
        member_picked(M, Y, THUMB, go, only, base)
    elif kind == 3:
        number_picked(M, Y, THUMB, go, only, base)
    elif kind == 2 or M[A + only * WIDTH + 2] <= 1 or M[A + only * WIDTH + 3] not in (1, 2):
        rank(M, Y, THUMB, go, only, base)
        best_ranked(M, Y, THUMB, go, only, base)
    else:
        paid(M, Y, THUMB, go, only, base)


def rank(M: Row, Y: Row, THUMB: Row, go: int, choice: int, base: int) -> int:
    """Score everything that can be picked, by the weights of the pick; gives how many."""
    seat = M[SEAT]
    many = members(M, go, choice, Y)
    kind = KIND[go * CHOICES + choice]
    block = base + PICK_BLOCK[go * CHOICES + choice]
    mark = 0
    away = THUMB[block + ATTRIBUTES + 6]
    if away != 0 and MARKED[go * CHOICES + choice]:
        feel(M, Y, go, choice)
        mark = weighed(M, Y, THUMB, block + ATTRIBUTES + 7) // 1000
        members(M, go, choice, Y)
    pool(M, Y, seat)
    sure = IN_SIGHT[go * CHOICES + choice]
    if sure == 0:
        in_sight(M, Y)
    for i in range(many):
        score = 0
        if kind == 2:
            # Who is as good as another is drawn among.
            score = 1000 * felt_of(M, Y, THUMB, go * CHOICES + choice, base, Y[i]) + below(M, 1000)
        elif sure or Y[OWN_PAGES + 3 * PAGES + (Y[i] >> 6)] >> (Y[i] & 63) & 1:
            score = worth(Y, THUMB, block, Y[i], mark, away)
        else:
            score = below(M, 1000)  # nobody knows which one it is
        Y[RANKED + i] = score
    return many


def worth(Y: Row, THUMB: Row, block: int, card: int, mark: int, away: int) -> int:
    """What picking a card is worth: its attributes, its kin, and how near it is to the mark."""
    score = 0
    first = 0
    page = card >> 6
    for attribute in range(ATTRIBUTES):
        table = (attribute * PAGES + page) * 64 + (card & 63)
        if MEMBERS[attribute]:
            kin = KINDRED[table]
            kin &= ~(1 << (card & 63))
            score += THUMB[block + ATTRIBUTES] * pop(kin & Y[OWN_PAGES + 2 * PAGES + page])
            score += THUMB[block + ATTRIBUTES + 1] * pop(kin & Y[OWN_PAGES + page])
            score += THUMB[block + ATTRIBUTES + 2] * pop(kin & Y[OWN_PAGES + PAGES + page])
        else:
            score += THUMB[block + attribute] * VALUES[table]
            first += VALUES[table]
    if away != 0:
        score -= abs(away) * abs(first - mark)
    return score


def best_ranked(M: Row, Y: Row, THUMB: Row, go: int, choice: int, base: int) -> None:
    """Pick the best, as many as must be, and more while they are worth it or a condition asks."""
    at = choice * WIDTH
    block = base + PICK_BLOCK[go * CHOICES + choice]
    kind = KIND[go * CHOICES + choice]
    each = THUMB[block + ATTRIBUTES + 4] * (1000 if kind == 2 else 1)
    many = members(M, go, choice, Y)
    low_end = max(0, M[A + at + 1])
    high_end = min(many, M[A + at + 2])
    limit = M[A + at + 3]
    clear(M)
    taken = 0
    while taken < high_end:
        found = -1
        for i in range(many):
            if M[PICKED + (Y[i] >> 6)] >> (Y[i] & 63) & 1:
                continue
            if found >= 0 and Y[RANKED + i] <= Y[RANKED + found]:
                continue
            if high_end == 1 and limit != 0:
                M[PICKED + (Y[i] >> 6)] |= 1 << (Y[i] & 63)
                right = fits(M, go, choice)
                M[PICKED + (Y[i] >> 6)] &= ~(1 << (Y[i] & 63))
                if right == 0:
                    continue
            found = i
        if found < 0:
            return
        if taken >= low_end and Y[RANKED + found] + each <= 0 and (
                limit == 0 or fits(M, go, choice)):
            return
        M[PICKED + (Y[found] >> 6)] |= 1 << (Y[found] & 63)
        taken += 1
        if kind == 1 and limit in (3, 4) and taken > low_end and fits(M, go, choice) == 0:
            M[PICKED + (Y[found] >> 6)] &= ~(1 << (Y[found] & 63))
            return


def number_picked(M: Row, Y: Row, THUMB: Row, go: int, choice: int, base: int) -> None:
    """The number that is nearest to the mark, of those that are allowed."""
    block = base + PICK_BLOCK[go * CHOICES + choice] + ATTRIBUTES + 7
    lowest = M[A + choice * WIDTH + 8]
    highest = M[A + choice * WIDTH + 9]
    feel(M, Y, go, choice)
    mark = min(max(lowest + weighed(M, Y, THUMB, block) // 1000, lowest), highest)
    clear(M)
    M[PICKED] = mark
    if M[A + choice * WIDTH + 3] != 99:
        return
    for away in range(min(highest - lowest, NEAR) + 1):
        if mark + away <= highest:
            M[PICKED] = mark + away
            if fits(M, go, choice):
                return
        if mark - away >= lowest:
            M[PICKED] = mark - away
            if fits(M, go, choice):
                return


def member_picked(M: Row, Y: Row, THUMB: Row, go: int, choice: int, base: int) -> None:
    """The member or kind with the best score; which of equals is drawn."""
    pool(M, Y, M[SEAT])
    in_sight(M, Y)
    best = -HUGE
    found = M[A + choice * WIDTH + 8]
    for member in range(M[A + choice * WIDTH + 8], M[A + choice * WIDTH + 9] + 1):
        clear(M)
        M[PICKED] = member
        if M[A + choice * WIDTH + 3] == 99 and fits(M, go, choice) == 0:
            continue
        felt = felt_of(M, Y, THUMB, go * CHOICES + choice, base, member)
        score = 1000 * felt + below(M, 1000)
        if score > best:
            best = score
            found = member
    M[PICKED] = found


def felt_of(M: Row, Y: Row, THUMB: Row, place: int, base: int, one: int) -> int:
    """What speaks for one player, member or kind, each with its weight."""
    score = 0
    for number in range(MORE_COUNT[place]):
        weight = THUMB[base + MORE_BLOCK[place] + number]
        if weight == 0:
            continue
        at = (MORE_FIRST[place] + number) * 6
        kind = MORE[at]
        slot = Z + MORE[at + 1] + MORE[at + 2] * one
        value = 0
        if kind < 4:
            for page in range(PAGES):
                cards = MEMBER_CARDS[MEMBER_FIRST[MORE[at + 1]] + one * PAGES + page]
                if kind == 3:
                    value += pop(cards & ~Y[OWN_PAGES + 3 * PAGES + page])
                else:
                    value += pop(cards & Y[OWN_PAGES + kind * PAGES + page])
        elif kind == 4 or kind == 8:
            value = cards_in(M, slot, MORE[at + 2])
        elif kind == 5 or kind == 9:
            value = total_in(M, slot, MORE[at + 2], MORE[at + 3], MORE[at + 4])
        elif kind == 7:
            value = 1 if one == M[SEAT] else 0
        else:
            value = M[T + MORE[at + 1] + one]
        score += weight * value
    return score


def paid(M: Row, Y: Row, THUMB: Row, go: int, choice: int, base: int) -> None:
    """Pick cards that come to a total: not much too much, and not too many of them.

    For each card as the largest, the rest is made up with the smallest card that is enough, or
    else the largest that is not."""
    at = choice * WIDTH
    block = base + PICK_BLOCK[go * CHOICES + choice] + ATTRIBUTES + 3
    many = members(M, go, choice, Y)
    least = needed(M, choice)
    table = M[A + at + 5] * PAGES * 64
    whole = 0
    for i in range(many):
        # Largest first; of cards that are just the same the first one.
        card = Y[i]
        value = VALUES[table + card]
        whole += value
        j = i
        while j > 0 and Y[RANKED + j - 1] < value:
            Y[RANKED + j] = Y[RANKED + j - 1]
            Y[j] = Y[j - 1]
            j -= 1
        Y[RANKED + j] = value
        Y[j] = card
    more = least + max(0, THUMB[block + 2]) // 1000
    if more <= whole:
        least = more
    best = -HUGE
    chosen = -1
    most = min(many, M[A + at + 2])
    for largest in range(many):
        if largest > 0 and Y[RANKED + largest] == Y[RANKED + largest - 1]:
            continue
        total = made_up(M, Y, many, largest, least, most)
        if total >= least:
            taken = cards_in(M, PICKED, PAGES)
            score = THUMB[block] * (total - least) + THUMB[block + 1] * taken
            if taken >= M[A + at + 1] and score > best:
                best = score
                chosen = largest
    clear(M)
    if chosen >= 0:
        made_up(M, Y, many, chosen, least, most)
    tidy(M, Y, many)


def made_up(M: Row, Y: Row, many: int, largest: int, least: int, most: int) -> int:
    """A total made up with cards from the largest on; gives what it comes to."""
    clear(M)
    taken = 1
    total = Y[RANKED + largest]
    M[PICKED + (Y[largest] >> 6)] |= 1 << (Y[largest] & 63)
    last = largest
    while total < least and taken < most:
        found = -1
        for i in range(last + 1, many):
            if Y[RANKED + i] + total >= least or found < 0:
                found = i
        if found < 0:
            break
        total += Y[RANKED + found]
        taken += 1
        M[PICKED + (Y[found] >> 6)] |= 1 << (Y[found] & 63)
        last = found
    return total


def tidy(M: Row, Y: Row, many: int) -> None:
    """Of cards that are just the same, pick the first ones."""
    for i in range(many):
        if TWIN[Y[i]] >= 0 and M[PICKED + (Y[i] >> 6)] >> (Y[i] & 63) & 1:
            for j in range(many):
                if Y[j] < Y[i] and FACE[Y[j]] == FACE[Y[i]] and (
                        not M[PICKED + (Y[j] >> 6)] >> (Y[j] & 63) & 1):
                    M[PICKED + (Y[i] >> 6)] &= ~(1 << (Y[i] & 63))
                    M[PICKED + (Y[j] >> 6)] |= 1 << (Y[j] & 63)
                    break


def in_sight(M: Row, Y: Row) -> None:
    """All cards that the seat sees, by page; cards of which each player has one like it aside."""
    for page in range(PAGES):
        if LOCAL_PAGE[page] == 0:
            Y[OWN_PAGES + 3 * PAGES + page] = Y[OWN_PAGES + page] | Y[OWN_PAGES + PAGES + page]
    for zone in range(OPEN_ZONE_COUNT):
        for i in range(OPEN_ZONES[zone * 5 + 1]):
            page = OPEN_ZONES[zone * 5 + 2] + i
            Y[OWN_PAGES + 3 * PAGES + page] |= M[Z + OPEN_ZONES[zone * 5] + i]
