"""Positions and answers that a search remembers, in the row TREE.

After what `determinization` keeps there come the path of a simulation, a table of positions by
what the thinking seat would see of them, and records: of a position (key, seat, visits, first and
last answer) and of an answer (next one, choice, how often tried, total, how often it could have
been, what is picked).
"""

from __future__ import annotations

from variorum_engine.runtime.draws import clear, fits
from variorum_engine.runtime.interface import (
    CHOICE,
    CHOICES,
    FIRST_ALIKE,
    KIND,
    PAGES,
    PICKED,
    PLAYERS,
    SEES,
    TRACK_LIKE,
    TRACKS,
    TWINNED,
    WIDTH,
    ZONE_PAGE,
    ZONE_PAGES,
    ZONE_SLOT,
    ZONES,
    A,
    Row,
    T,
    Z,
    below,
    low,
    pop,
)
from variorum_engine.runtime.search.answers import (
    answer_one,
    answer_plain,
    draw_some,
    is_open,
    is_several,
    ones,
)
from variorum_engine.runtime.search.determinization import IMAGINED, SEEN_TRACK

DEEPEST = 200
FREE = IMAGINED  # where the next record goes
TABLE = IMAGINED + 1  # how large the table of positions is
ROOT = IMAGINED + 2  # the position that is thought about
WORTH = IMAGINED + 3  # by seat
PATH = WORTH + PLAYERS
POSITIONS = PATH + 3 * PLAYERS * (DEEPEST + 1)
MASKS = PAGES if PAGES else 1
NODE = 5
ANSWER = 5 + MASKS
WHOLE = (1 << 62) - 1
NOWHERE = -1  # what is seen of the position that is thought about: nobody comes back to it
MIXER = 0x1E3779B97F4A7C15


def table_size(simulations: int) -> int:
    size = 64
    while size < 2 * PLAYERS * (simulations + 1):
        size *= 2
    return size


def tree_room(simulations: int) -> int:
    """How long the row TREE must be."""
    return POSITIONS + table_size(simulations) + (NODE + ANSWER) * PLAYERS * (simulations + 2)


def view(M: Row, go: int, seat: int) -> int:
    """What a seat would see of a position, as one number: cards where it sees them (of equal ones
    only how many), otherwise how many there are."""
    key = stir(1, go)
    for track in range(TRACKS):
        if TRACK_LIKE[seat * TRACKS + track] == SEEN_TRACK:
            key = stir(key, M[T + track])
    for zone in range(ZONES):
        many = 0
        for i in range(ZONE_PAGES[zone]):
            mask = M[Z + ZONE_SLOT[zone] + i]
            if not SEES[seat * ZONES + zone]:
                many += pop(mask)
            elif TWINNED[ZONE_PAGE[zone] + i]:
                while mask:
                    first = FIRST_ALIKE[(ZONE_PAGE[zone] + i) * 64 + low(mask)]
                    mask &= mask - 1
                    many = (many + stir(2, first)) & WHOLE
            else:
                key = stir(key, mask)
        key = stir(key, many)
    return key


def stir(key: int, number: int) -> int:
    key = ((key ^ (number & WHOLE)) * MIXER) & WHOLE
    return key ^ (key >> 29)


def find(TREE: Row, key: int, seat: int) -> int:
    """The record of a position, or 0."""
    size = TREE[TABLE]
    at = stir(key, seat) & (size - 1)
    while TREE[POSITIONS + at]:
        node = TREE[POSITIONS + at]
        if TREE[node] == key and TREE[node + 1] == seat:
            return node
        at = (at + 1) & (size - 1)
    return 0


def new_position(TREE: Row, key: int, seat: int) -> int:
    size = TREE[TABLE]
    at = stir(key, seat) & (size - 1)
    while TREE[POSITIONS + at]:
        at = (at + 1) & (size - 1)
    node = TREE[FREE]
    TREE[FREE] += NODE
    TREE[POSITIONS + at] = node
    TREE[node] = key
    TREE[node + 1] = seat
    TREE[node + 2] = 0
    TREE[node + 3] = 0
    TREE[node + 4] = 0
    return node


def recall(M: Row, TREE: Row, answer: int) -> None:
    """Give an answer that is remembered."""
    clear(M)
    M[CHOICE] = TREE[answer + 1]
    for page in range(MASKS):
        M[PICKED + page] = TREE[answer + 5 + page]


def allows(M: Row, go: int) -> int:
    """Whether the answer that is given is allowed."""
    return fits(M, go, M[CHOICE]) if is_open(M, go, M[CHOICE]) else 0


def known(M: Row, TREE: Row, node: int) -> int:
    """The record of the answer that is given, or 0."""
    answer = TREE[node + 3]
    while answer:
        same = TREE[answer + 1] == M[CHOICE]
        for page in range(MASKS):
            same = same and TREE[answer + 5 + page] == M[PICKED + page]
        if same:
            return answer
        answer = TREE[answer]
    return 0


def new_answer(M: Row, TREE: Row, node: int) -> int:
    answer = TREE[FREE]
    TREE[FREE] += ANSWER
    for i in range(5):
        TREE[answer + i] = 0
    TREE[answer + 1] = M[CHOICE]
    for page in range(MASKS):
        TREE[answer + 5 + page] = M[PICKED + page]
    if TREE[node + 3] == 0:
        TREE[node + 3] = answer
    else:
        TREE[TREE[node + 4]] = answer
    TREE[node + 4] = answer
    return answer


def another(M: Row, Y: Row, TREE: Row, node: int, go: int) -> int:
    """Give an answer that was not looked at before, the small ones first; 0 if none is found."""
    for choice in range(CHOICES):
        kind = KIND[go * CHOICES + choice]
        if not is_open(M, go, choice) or kind == 3:
            continue
        if kind == 0 or M[A + choice * WIDTH + 1] <= 0:
            answer_plain(M, choice)
            if fits(M, go, choice) and known(M, TREE, node) == 0:
                return 1
    count = 0
    for choice in range(CHOICES):
        count += unknown_ones(M, Y, TREE, node, go, choice, -1)
    if count:
        ticket = below(M, count)
        for choice in range(CHOICES):
            here = unknown_ones(M, Y, TREE, node, go, choice, -1)
            if ticket < here:
                unknown_ones(M, Y, TREE, node, go, choice, ticket)
                return 1
            ticket -= here
    return larger(M, Y, TREE, node, go)


def unknown_ones(
    M: Row, Y: Row, TREE: Row, node: int, go: int, choice: int, wanted: int
) -> int:
    """How many members of a choice are an answer that was not looked at; gives the wanted one."""
    if not is_open(M, go, choice) or KIND[go * CHOICES + choice] == 0:
        return 0
    many = ones(M, Y, go, choice)
    count = 0
    for i in range(many):
        answer_one(M, go, choice, Y[i])
        if known(M, TREE, node) == 0:
            if count == wanted:
                return 1
            count += 1
    return count


def larger(M: Row, Y: Row, TREE: Row, node: int, go: int) -> int:
    """Give an answer with several members that was not looked at before, if one is drawn."""
    count = 0
    for choice in range(CHOICES):
        count += is_several(M, go, choice)
    if count == 0:
        return 0
    ticket = below(M, count) if count > 1 else 0
    choice = 0
    while ticket or not is_several(M, go, choice):
        ticket -= is_several(M, go, choice)
        choice += 1
    if draw_some(M, Y, go, choice) == 0:
        return 0
    return 1 if known(M, TREE, node) == 0 else 0
