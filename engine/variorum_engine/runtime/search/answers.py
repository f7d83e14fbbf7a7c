"""Answers that a bot thinks of: small ones first, larger ones drawn at random."""

from __future__ import annotations

from variorum_engine.runtime.draws import clear, fits, members, within
from variorum_engine.runtime.interface import (
    CHOICE,
    CHOICES,
    FIRST_ALIKE,
    KIND,
    NEXT_ALIKE,
    PAGES,
    PICKED,
    TWINNED,
    VALUES,
    WIDTH,
    A,
    Row,
    allowed,
    below,
    low,
    pop,
)

DRAWINGS = 12  # before all answers are looked at
LOOKED_AT = 16  # up to so many members


def is_open(M: Row, go: int, choice: int) -> int:
    return 1 if KIND[go * CHOICES + choice] >= 0 and M[A + choice * WIDTH] != 0 else 0


def alone(M: Row, go: int, choice: int, page: int) -> int:
    """The members of a page that are an answer each by itself (what was picked is lost)."""
    base = A + choice * WIDTH
    if M[base + 1] > 1 or M[base + 2] < 1:
        return 0
    source = M[base + 8 + page]
    limit = M[base + 3]
    cards = KIND[go * CHOICES + choice] == 1
    if limit == 0 and not (cards and TWINNED[page]):
        return source
    found = 0
    mask = source
    while mask:
        bit = mask & -mask
        mask ^= bit
        if cards and TWINNED[page] and is_later(M, base, page * 64 + low(bit)):
            continue
        if limit == 99:
            clear(M)
            M[PICKED + page] = bit
            if not allowed(M, go, choice):
                continue
        elif limit != 0:
            value = VALUES[(M[base + 5] * PAGES + page) * 64 + low(bit)]
            if not within(limit, value * M[base + 6], M[base + 4]):
                continue
        found |= bit
    return found


def is_later(M: Row, base: int, place: int) -> int:
    """Whether a card that is just the same comes before this one."""
    other = FIRST_ALIKE[place]
    while other != place:
        if M[base + 8 + (other >> 6)] >> (other & 63) & 1:
            return 1
        other = NEXT_ALIKE[other]
    return 0


def ones(M: Row, Y: Row, go: int, choice: int) -> int:
    """The members that are an answer each by itself (places of cards, seats or numbers), in Y;
    gives how many."""
    kind = KIND[go * CHOICES + choice]
    base = A + choice * WIDTH
    many = 0
    if kind == 3:
        for number in range(M[base + 8], M[base + 9] + 1):
            clear(M)
            M[PICKED] = number
            if M[base + 3] != 99 or allowed(M, go, choice):
                Y[many] = number
                many += 1
        return many
    for page in range(PAGES if kind == 1 else 1):
        mask = alone(M, go, choice, page)
        while mask:
            Y[many] = page * 64 + low(mask)
            mask &= mask - 1
            many += 1
    return many


def answer_one(M: Row, go: int, choice: int, member: int) -> int:
    """Answer with one member."""
    clear(M)
    M[CHOICE] = choice
    if KIND[go * CHOICES + choice] == 3:
        M[PICKED] = member
    else:
        M[PICKED + (member >> 6)] = 1 << (member & 63)
    return 1


def answer_plain(M: Row, choice: int) -> int:
    clear(M)
    M[CHOICE] = choice
    return 1


def only_answer(M: Row, Y: Row, go: int) -> int:
    """Give the one answer that there is, where that is plain; 0 if it is not."""
    found = -1
    for choice in range(CHOICES):
        if is_open(M, go, choice):
            if found >= 0:
                return 0
            found = choice
    if found < 0:
        return 0
    kind = KIND[go * CHOICES + found]
    base = A + found * WIDTH
    if kind == 0:
        return answer_plain(M, found)
    many = 1
    if kind != 3:
        many = members(M, go, found, Y)
    if M[base + 1] == 1 and min(M[base + 2], many) == 1:
        if ones(M, Y, go, found) != 1:
            return 0
        return answer_one(M, go, found, Y[0])
    if kind == 3 or M[base + 1] != many:
        return 0
    answer_plain(M, found)
    for page in range(PAGES if kind == 1 else 1):
        M[PICKED + page] = M[base + 8 + page]
    return fits(M, go, found)


def is_several(M: Row, go: int, choice: int) -> int:
    """Whether more than one can be picked."""
    kind = KIND[go * CHOICES + choice]
    if not is_open(M, go, choice) or kind == 0 or kind == 3:
        return 0
    base = A + choice * WIDTH
    many = 0
    for page in range(PAGES if kind == 1 else 1):
        many += pop(M[base + 8 + page])
    return 1 if min(many, M[base + 2]) > 1 else 0


def draw_some(M: Row, Y: Row, go: int, choice: int) -> int:
    """Some answer of a choice: where a total has to be reached, cards are taken until it is;
    otherwise any number of them. 0 if none is found."""
    kind = KIND[go * CHOICES + choice]
    base = A + choice * WIDTH
    if kind == 3:
        many = ones(M, Y, go, choice)
        return answer_one(M, go, choice, Y[below(M, many)]) if many else 0
    many = members(M, go, choice, Y)
    least = max(0, M[base + 1])
    most = min(many, M[base + 2])
    if least > most:
        return 0
    grows = M[base + 3] == 1 or M[base + 3] == 2
    for _ in range(DRAWINGS):
        wanted = most
        if not grows and most > least:
            wanted = least + below(M, most - least + 1)
        answer_plain(M, choice)
        for i in range(wanted + 1):
            if i >= (least if grows else wanted) and fits(M, go, choice):
                lowest(M, go, choice)
                return 1
            if i < wanted:
                j = i + below(M, many - i)
                held = Y[i]
                Y[i] = Y[j]
                Y[j] = held
                M[PICKED + (Y[i] >> 6)] |= 1 << (Y[i] & 63)
    if many > LOOKED_AT:
        return 0
    return look_for(M, Y, go, choice)


def look_for(M: Row, Y: Row, go: int, choice: int) -> int:
    """The next answer from a random place on, among all subsets in order."""
    many = members(M, go, choice, Y)
    whole = 1 << many
    first = below(M, whole)
    for k in range(whole):
        subset = (first + k) & (whole - 1)
        answer_plain(M, choice)
        for i in range(many):
            if subset >> i & 1:
                M[PICKED + (Y[i] >> 6)] |= 1 << (Y[i] & 63)
        if fits(M, go, choice):
            lowest(M, go, choice)
            return 1
    return 0


def lowest(M: Row, go: int, choice: int) -> None:
    """The same answer with the lowest of equal cards."""
    if KIND[go * CHOICES + choice] != 1:
        return
    base = A + choice * WIDTH
    for page in range(PAGES):
        mask = M[PICKED + page] if TWINNED[page] else 0
        while mask:
            place = page * 64 + low(mask)
            mask &= mask - 1
            other = FIRST_ALIKE[place]
            while other != place:
                at = other >> 6
                bit = 1 << (other & 63)
                if M[base + 8 + at] & bit and not M[PICKED + at] & bit:
                    M[PICKED + page] ^= 1 << (place & 63)
                    M[PICKED + at] |= bit
                    break
                other = NEXT_ALIKE[other]


def light_answer(M: Row, Y: Row, go: int) -> int:
    """A small answer: any of the choices alike, and with it no more than is needed."""
    many = 0
    for choice in range(CHOICES):
        many += is_open(M, go, choice)
    if many == 0:
        return 0
    ticket = below(M, many) if many > 1 else 0
    chosen = 0
    while ticket or not is_open(M, go, chosen):
        ticket -= is_open(M, go, chosen)
        chosen += 1
    if KIND[go * CHOICES + chosen] == 0:
        return answer_plain(M, chosen)
    found = ones(M, Y, go, chosen)
    if found:
        return answer_one(M, go, chosen, low_one(M, Y, chosen, found))
    for other in range(CHOICES):
        # Where one card does not do, something else is mostly wiser than several.
        if is_open(M, go, other) and KIND[go * CHOICES + other] == 0 and below(M, 4):
            return answer_plain(M, other)
    if draw_some(M, Y, go, chosen):
        return 1
    return any_other(M, Y, go, chosen)


def low_one(M: Row, Y: Row, choice: int, many: int) -> int:
    """One member; where a total has to be reached, the cheaper one of two."""
    one = Y[below(M, many)]
    base = A + choice * WIDTH
    if M[base + 3] != 0 and M[base + 3] != 99:
        two = Y[below(M, many)]
        first = M[base + 5] * PAGES * 64
        if VALUES[first + two] < VALUES[first + one]:
            one = two
    return one


def any_other(M: Row, Y: Row, go: int, chosen: int) -> int:
    """Something else, where the choice that was drawn has no answer."""
    for other in range(CHOICES):
        if other == chosen or not is_open(M, go, other):
            continue
        if KIND[go * CHOICES + other] == 0:
            return answer_plain(M, other)
        many = ones(M, Y, go, other)
        if many:
            return answer_one(M, go, other, Y[below(M, many)])
        if draw_some(M, Y, go, other):
            return 1
    return 0


__all__ = ["alone", "draw_some", "is_open", "is_several", "light_answer", "ones", "only_answer"]
