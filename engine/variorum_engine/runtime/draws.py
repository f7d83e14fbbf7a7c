"""Answers to a decision: whether one is allowed, and drawing one.

An answer is a choice at CHOICE and what is picked from PICKED on: a mask for each page of cards,
one mask of players, or one number.
"""

from __future__ import annotations

from variorum_engine.runtime.interface import (
    CHOICE,
    CHOICES,
    FACE,
    KIND,
    PAGES,
    PICKED,
    TWIN,
    WIDTH,
    A,
    Row,
    allowed,
    below,
    low,
    pop,
)
from variorum_engine.runtime.totals import total_of

TRIES = 48  # before all answers are looked at
LISTED = 16  # up to so many members each of their sets has a ticket
GONE_THROUGH = 480  # up to so many members sets are gone through, if drawing at random fails,
VISITED = 1 << 17  # but no more than so many sets
SET = 480  # where in Y the set is that is looked at,
KEPT = 960  # and where the answer that is kept: its choice, and what is picked


def members(M: Row, go: int, choice: int, Y: Row) -> int:
    """What can be picked for a choice, as page * 64 + bit in Y; gives how many."""
    base = choice * WIDTH
    kind = KIND[go * CHOICES + choice]
    many = 0
    for page in range(PAGES if kind == 1 else 1):
        mask = M[A + base + 8 + page]
        while mask:
            Y[many] = page * 64 + low(mask)
            mask &= mask - 1
            many += 1
    return many


def fits(M: Row, go: int, choice: int) -> int:
    """Whether what is picked is an answer that this choice allows."""
    base = choice * WIDTH
    kind = KIND[go * CHOICES + choice]
    if M[A + base] == 0:
        return 0
    if kind == 0:
        return 1
    limit = M[A + base + 3]
    if kind == 3:
        if M[PICKED] < M[A + base + 8] or M[PICKED] > M[A + base + 9]:
            return 0
    else:
        many = 0
        total = 0
        for page in range(PAGES if kind == 1 else 1):
            mask = M[PICKED + page]
            if mask & ~M[A + base + 8 + page]:
                return 0
            many += pop(mask)
            if limit != 0 and limit != 99:
                total += total_of(M[A + base + 5], page, mask)
        if many < M[A + base + 1] or many > M[A + base + 2]:
            return 0
        if limit != 0 and limit != 99:
            return within(limit, total * M[A + base + 6], M[A + base + 4])
    if limit == 99:
        return allowed(M, go, choice)
    return 1


def within(limit: int, total: int, bound: int) -> int:
    """Whether a total keeps to a limit."""
    if limit == 1:
        return 1 if total > bound else 0
    if limit == 2:
        return 1 if total >= bound else 0
    if limit == 3:
        return 1 if total < bound else 0
    if limit == 4:
        return 1 if total <= bound else 0
    return 1 if total == bound else 0


def clear(M: Row) -> None:
    """Nothing is picked."""
    for page in range(PAGES + 2):
        M[PICKED + page] = 0


def take(M: Row, Y: Row, go: int, choice: int, many: int, subset: int) -> int:
    """Pick a subset of the members in Y; 0 if a card is passed over for a later one that is just
    the same, which would be the same answer twice."""
    clear(M)
    cards = KIND[go * CHOICES + choice] == 1
    for i in range(many):
        if subset >> i & 1:
            if cards and TWIN[Y[i]] >= 0:
                for j in range(i):
                    if FACE[Y[j]] == FACE[Y[i]] and not subset >> j & 1:
                        return 0
            M[PICKED + (Y[i] >> 6)] |= 1 << (Y[i] & 63)
    return 1


def draw_any(M: Row, Y: Row, go: int) -> int:
    """Draw an answer, each as likely as every other. Gives 0 if there is none.

    Where a pick has more than LISTED members the choice is drawn first, then its answer."""
    first = go * CHOICES
    total = 0
    large = 0
    for choice in range(CHOICES):
        size = weight(M, go, choice, Y)
        if size < 0:
            large = 1
            size = 1
        total += size
        M[A + choice * WIDTH + 7] = size
    if total == 0:
        return 0
    for _ in range(TRIES):
        ticket = below(M, total)
        choice = 0
        while ticket >= M[A + choice * WIDTH + 7]:
            ticket -= M[A + choice * WIDTH + 7]
            choice += 1
        M[CHOICE] = choice
        kind = KIND[first + choice]
        if kind == 0:
            clear(M)
            return 1
        if put(M, Y, go, choice, ticket, large) and fits(M, go, choice):
            return 1
    return list_any(M, Y, go)


def weight(M: Row, go: int, choice: int, Y: Row) -> int:
    """How many tickets a choice has: at least as many as answers; -1 if they are too many."""
    kind = KIND[go * CHOICES + choice]
    base = choice * WIDTH
    if kind < 0 or M[A + base] == 0:
        return 0
    if kind == 0:
        return 1
    if kind == 3:
        return max(0, M[A + base + 9] - M[A + base + 8] + 1)
    many = members(M, go, choice, Y)
    if M[A + base + 2] <= 1 and M[A + base + 1] == 1:
        return many
    if many < M[A + base + 1]:
        return 0
    return 1 << many if many <= LISTED else -1


def put(M: Row, Y: Row, go: int, choice: int, ticket: int, large: int) -> int:
    """Pick what a ticket stands for."""
    base = choice * WIDTH
    if KIND[go * CHOICES + choice] == 3:
        clear(M)
        if large:
            ticket = below(M, M[A + base + 9] - M[A + base + 8] + 1)
        M[PICKED] = M[A + base + 8] + ticket
        return 1
    many = members(M, go, choice, Y)
    if M[A + base + 2] <= 1 and M[A + base + 1] == 1:
        return take(M, Y, go, choice, many, 1 << (below(M, many) if large else ticket))
    if many <= LISTED:
        return take(M, Y, go, choice, many, below(M, 1 << many) if large else ticket)
    # So many that only a number of them and then the members themselves can be drawn.
    most = min(many, M[A + base + 2])
    wanted = M[A + base + 1] + below(M, most - M[A + base + 1] + 1)
    clear(M)
    for i in range(wanted):
        j = i + below(M, many - i)
        Y[i], Y[j] = Y[j], Y[i]
        M[PICKED + (Y[i] >> 6)] |= 1 << (Y[i] & 63)
    return 1


def list_any(M: Row, Y: Row, go: int) -> int:
    """Look at every answer there is (few, or drawing would have found one) and draw among them."""
    count = 0
    for choice in range(CHOICES):
        size = M[A + choice * WIDTH + 7]
        if size == 0:
            continue
        kind = KIND[go * CHOICES + choice]
        if kind == 0 or kind == 3:
            for ticket in range(size if kind == 0 else number_of(M, choice)):
                clear(M)
                if kind == 3:
                    M[PICKED] = M[A + choice * WIDTH + 8] + ticket
                count = counted(M, Y, go, choice, count)
        else:
            count = listed(M, Y, go, choice, count)
    if count == 0:
        return 0
    M[CHOICE] = Y[KEPT]
    for page in range(PAGES + 2):
        M[PICKED + page] = Y[KEPT + 1 + page]
    return 1


def number_of(M: Row, choice: int) -> int:
    """How many numbers a pick is among."""
    return M[A + choice * WIDTH + 9] - M[A + choice * WIDTH + 8] + 1


def listed(M: Row, Y: Row, go: int, choice: int, count: int) -> int:
    """Go through the sets of a pick by their size; each is held as the places of its members,
    growing, in Y from SET on. Gives how many answers there are with those found before."""
    many = members(M, go, choice, Y)
    if many > GONE_THROUGH:
        return count
    most = min(many, M[A + choice * WIDTH + 2])
    visited = 0
    for size in range(max(0, M[A + choice * WIDTH + 1]), most + 1):
        for i in range(size):
            Y[SET + i] = i
        going = 1
        while going and visited < VISITED:
            visited += 1
            if chosen(M, Y, go, choice, size):
                count = counted(M, Y, go, choice, count)
            going = next_set(Y, many, size)
    return count


def next_set(Y: Row, many: int, size: int) -> int:
    """The next set of this size among so many, in lexical order; 0 if there is none."""
    at = size - 1
    while at >= 0 and Y[SET + at] == many - size + at:
        at -= 1
    if at < 0:
        return 0
    Y[SET + at] += 1
    for i in range(at + 1, size):
        Y[SET + i] = Y[SET + i - 1] + 1
    return 1


def chosen(M: Row, Y: Row, go: int, choice: int, size: int) -> int:
    """Pick the members at these places; 0 if a card is passed over for a later one that is just
    the same, which would be the same answer twice."""
    clear(M)
    cards = KIND[go * CHOICES + choice] == 1
    for i in range(size):
        place = Y[SET + i]
        if cards and TWIN[Y[place]] >= 0:
            for other in range(place):
                taken = M[PICKED + (Y[other] >> 6)] >> (Y[other] & 63) & 1
                if FACE[Y[other]] == FACE[Y[place]] and not taken:
                    return 0
        M[PICKED + (Y[place] >> 6)] |= 1 << (Y[place] & 63)
    return 1


def counted(M: Row, Y: Row, go: int, choice: int, count: int) -> int:
    """One answer more, if it is one. Of all so far each is as likely as every other to be kept."""
    if not fits(M, go, choice):
        return count
    if below(M, count + 1) == 0:
        Y[KEPT] = choice
        for page in range(PAGES + 2):
            Y[KEPT + 1 + page] = M[PICKED + page]
    return count + 1


__all__ = ["draw_any", "fits", "list_any", "members", "take", "within"]
