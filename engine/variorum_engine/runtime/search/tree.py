"""Information-set Monte Carlo tree search, for any game of the language.

Every simulation imagines a position that fits what the seat knows (a determinization), walks down
the remembered positions as far as they reach, plays on to the end with light answers and adds up
what the end was worth to everybody. Positions are told apart by what the seat would see, so nothing
that it cannot know steers its plan. In each position every player who decides has their own list of
answers, and those who decide at the same time choose from their lists without knowing of each
other.

Every answer to the decision that is thought about meets the same luck when it is tried for the n-th
time: the same cards in the same places, and the same draws of chance and of each seat. So luck does
not decide between answers. The others are supposed to plan as well as the one who thinks, or to
answer at random.

A decision with thousands of answers is widened bit by bit: choices without a pick and single cards
come first, larger answers are drawn as the position is visited more often. All sums are whole
numbers, so that plain Python and machine code come to the same decision.

The row TREE begins with the position as it is and as every simulation begins; `determinization` and
`positions` say what follows.
"""

from __future__ import annotations

from variorum_engine.runtime.draws import draw_any
from variorum_engine.runtime.interface import (
    EVERYBODY,
    LEADING,
    LOG,
    NOTES,
    OUT,
    PLAYERS,
    SCORES,
    SEAT,
    SIZE,
    TOGETHER,
    WAITING,
    WINNERS,
    L,
    R,
    Row,
    below,
    play,
    pop,
    scores,
    sqrt,
    start,
)
from variorum_engine.runtime.search.answers import light_answer, only_answer
from variorum_engine.runtime.search.determinization import OTHERS, SEATED, consider, imagine
from variorum_engine.runtime.search.knowledge import KNOWN_ROOM
from variorum_engine.runtime.search.positions import (
    DEEPEST,
    FREE,
    NOWHERE,
    PATH,
    POSITIONS,
    ROOT,
    TABLE,
    WHOLE,
    WORTH,
    allows,
    another,
    find,
    known,
    new_answer,
    new_position,
    recall,
    table_size,
    tree_room,
    view,
)
from variorum_engine.runtime.streams import other_luck, think, thought

ONLY = 0
BEGIN = 1
MORE = 2
END = 3
HOW_LONG = 4
KNOWN_LONG = 5
EXPLORING = 250_000  # the square of one half, in millionths
WIDENING = 4  # the square of two
SEED = 1 << 30
RANDOM_OTHERS = 1 << 24  # added to the simulations, it says that the others answer at random
WINNING = 750_000
STAYING_IN = 150_000
AHEAD = 100_000
PLAYOUT = 2000


def search_answer(M: Row, Y: Row, TREE: Row, KNOWN: Row, go: int, simulations: int) -> int:
    """Answer with what a search finds best, with so many simulations. More than RANDOM_OTHERS: so
    many less, and the others are supposed to answer at random."""
    if only_answer(M, Y, go):
        return 1
    start_thinking(M, TREE, KNOWN, simulations)
    think_more(M, Y, TREE, go, simulations % RANDOM_OTHERS)
    return best_answer(M, Y, TREE, go)


def thinking(
    M: Row, Y: Row, TREE: Row, KNOWN: Row, go: int, simulations: int, part: int
) -> int:
    """Everything that somebody outside asks of a search, by number, since each function that can
    be called from outside makes the machine code longer."""
    if part == ONLY:
        return only_answer(M, Y, go)
    if part == BEGIN:
        start_thinking(M, TREE, KNOWN, simulations)
    if part == MORE:
        think_more(M, Y, TREE, go, simulations % RANDOM_OTHERS)
    if part == END:
        return best_answer(M, Y, TREE, go)
    if part == KNOWN_LONG:
        return KNOWN_ROOM
    return tree_room(simulations % RANDOM_OTHERS)


def start_thinking(M: Row, TREE: Row, KNOWN: Row, simulations: int) -> None:
    """Put the position away, and make ready to imagine others. Thinking has a stream of its own."""
    seat = M[SEAT]
    seed = below(M, SEED) * SEED + below(M, SEED)
    for i in range(SIZE):
        TREE[i] = M[i]
    M[LOG] = NOTES  # nobody reads the log of an imagined game
    M[R] = seed
    for i in range(SIZE):
        TREE[SIZE + i] = M[i]
    consider(M, TREE, KNOWN, seat)
    TREE[OTHERS] = simulations // RANDOM_OTHERS
    size = table_size(simulations % RANDOM_OTHERS)
    for i in range(size):
        TREE[POSITIONS + i] = 0
    TREE[TABLE] = size
    TREE[FREE] = POSITIONS + size
    TREE[ROOT] = new_position(TREE, NOWHERE, seat)


def think_more(M: Row, Y: Row, TREE: Row, go: int, simulations: int) -> None:
    for _ in range(simulations):
        simulate(M, Y, TREE, go)


def best_answer(M: Row, Y: Row, TREE: Row, go: int) -> int:
    """Take up the position again, and answer with what was tried most often, because it went
    best."""
    for i in range(SIZE):
        M[i] = TREE[i]
    M[LOG] = 0
    best = 0
    answer = TREE[TREE[ROOT] + 3]
    while answer:
        recall(M, TREE, answer)
        if allows(M, go) and (
            best == 0 or TREE[answer + 2] > TREE[best + 2]
            or (TREE[answer + 2] == TREE[best + 2] and TREE[answer + 3] > TREE[best + 3])
        ):
            best = answer
        answer = TREE[answer]
    if best == 0:
        return draw_any(M, Y, go)
    recall(M, TREE, best)
    return 1


def simulate(M: Row, Y: Row, TREE: Row, go: int) -> None:
    """One imagined game, and what is learnt from it."""
    stream = M[R]
    for i in range(SIZE):
        M[i] = TREE[SIZE + i]
    M[R] = stream
    chosen = select(M, Y, TREE, TREE[ROOT], go)
    if chosen == 0:
        return
    stream = M[R]
    other_luck(M, start(TREE[SIZE + R], TREE[chosen + 2] + 1))
    if imagine(M, TREE) == 0:
        M[R] = stream
        return
    if TOGETHER[go]:
        # Sealed answers are open again: everybody is asked once more, with the cards they now have.
        M[L + WAITING[go]] = M[L + EVERYBODY[go]]
        play(M, go)
    steps = 0
    fresh = 0
    for depth in range(DEEPEST):
        if go <= 0 or fresh:
            break
        key = view(M, go, TREE[SEATED])
        asked = go
        last = -1
        while go == asked and M[SEAT] > last:
            last = M[SEAT]
            if TREE[OTHERS] and last != TREE[SEATED]:
                think(M)
                some = light_answer(M, Y, go)
                thought(M)
                go = play(M, go) if some else -9
                if not TOGETHER[asked]:
                    break
                continue
            node = TREE[ROOT]
            answer = chosen
            if depth == 0 and last == TREE[SEATED]:
                recall(M, TREE, chosen)
            else:
                node = find(TREE, key, last)
                if node == 0:
                    node = new_position(TREE, key, last)
                    fresh |= depth > 0
                think(M)
                answer = select(M, Y, TREE, node, go)
                thought(M)
            if answer == 0:
                go = -9
                break
            fresh |= TREE[answer + 2] == 0
            TREE[PATH + 3 * steps] = node
            TREE[PATH + 3 * steps + 1] = answer
            TREE[PATH + 3 * steps + 2] = last
            steps += 1
            go = play(M, go)
            if not TOGETHER[asked]:
                break
    if go > 0:
        go = play_out(M, Y, go)
    value(M, TREE, go)
    M[R] = stream
    for step in range(steps):
        answer = TREE[PATH + 3 * step + 1]
        TREE[TREE[PATH + 3 * step] + 2] += 1
        TREE[answer + 2] += 1
        TREE[answer + 3] += TREE[WORTH + TREE[PATH + 3 * step + 2]]


def play_out(M: Row, Y: Row, go: int) -> int:
    """Play to the end with light answers."""
    for _ in range(PLAYOUT):
        if go <= 0:
            return go
        think(M)
        if light_answer(M, Y, go) == 0:
            return -9
        thought(M)
        go = play(M, go)
    return go


def value(M: Row, TREE: Row, go: int) -> None:
    """What the end is worth to each seat: winning counts most, then not being out, then being
    ahead. A game that did not end is worth nothing to anybody."""
    for seat in range(PLAYERS):
        TREE[WORTH + seat] = 0
    if go != -1:
        return
    if LEADING:
        scores(M)
    most = 0
    least = 0
    for seat in range(PLAYERS):
        score = LEADING * M[SCORES + seat]
        most = score if seat == 0 else max(most, score)
        least = score if seat == 0 else min(least, score)
    spread = most - least if most > least else 1
    for seat in range(PLAYERS):
        found = 0
        if M[WINNERS] >> seat & 1:
            found += WINNING // pop(M[WINNERS])
        if not M[OUT] >> seat & 1:
            found += STAYING_IN
        ahead = 0
        some = 0
        for other in range(PLAYERS):
            lead = LEADING * (M[SCORES + seat] - M[SCORES + other])
            if other != seat and (some == 0 or lead < ahead):
                ahead = lead
                some = 1
        TREE[WORTH + seat] = found + AHEAD * (spread + ahead) // (2 * spread)


def select(M: Row, Y: Row, TREE: Row, node: int, go: int) -> int:
    """Give the most promising answer among those that are allowed here; its record, or 0."""
    many = 0
    best = 0
    promise = -1
    answer = TREE[node + 3]
    while answer:
        recall(M, TREE, answer)
        if allows(M, go):
            many += 1
            TREE[answer + 4] += 1
            tried = TREE[answer + 2]
            here = WHOLE
            if tried:
                chance = EXPLORING * logarithm(TREE[answer + 4] + 1) // tried
                here = TREE[answer + 3] // tried + int(sqrt(chance))
            if here > promise:
                promise = here
                best = answer
        answer = TREE[answer]
    if many * many < WIDENING * (TREE[node + 2] + 1) and another(M, Y, TREE, node, go):
        return new_answer(M, TREE, node)
    if many:
        recall(M, TREE, best)
        return best
    if light_answer(M, Y, go) == 0:
        return 0
    answer = known(M, TREE, node)
    return answer if answer else new_answer(M, TREE, node)


def logarithm(number: int) -> int:
    """Near enough to the natural logarithm, in millionths."""
    power = 0
    while number >> (power + 1):
        power += 1
    return 693_147 * ((power << 20) + (((number << 20) >> power) - (1 << 20))) >> 20


__all__ = ["best_answer", "search_answer", "start_thinking", "think_more", "tree_room"]
