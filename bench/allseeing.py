"""Somebody who sees every card and the order of every deck, among players who answer at random.

Each answer is tried in so many games, which go on at random to the end from the true position; the
one that wins most is given. This is read as text and run beside the code of a game (see
engine/variorum_engine/runtime). `python -m bench.ceiling` uses it.
"""

from __future__ import annotations

from variorum_engine.runtime.draws import clear, draw_any, fits
from variorum_engine.runtime.interface import (
    CHOICE,
    CHOICES,
    KIND,
    PAGES,
    PICKED,
    PLAYERS,
    SEAT,
    SIZE,
    WIDTH,
    WINNERS,
    A,
    R,
    Row,
    play,
    pop,
    start,
)

WHOLE_WIN = 60


def at_random(M: Row, Y: Row, go: int) -> int:
    """Play on to the end."""
    while go > 0:
        if draw_any(M, Y, go) == 0:
            return -8
        go = play(M, go)
    return go


def part_of_win(M: Row, me: int) -> int:
    return WHOLE_WIN // pop(M[WINNERS]) if M[WINNERS] >> me & 1 else 0


def plain_answers(M: Row, FOUND: Row, go: int) -> int:
    """Every choice without a pick and every single pick, as choice, page and mask."""
    many = 0
    for choice in range(CHOICES):
        kind = KIND[go * CHOICES + choice]
        if kind < 0 or M[A + choice * WIDTH] == 0:
            continue
        for page in range(PAGES if kind == 1 else 1):
            mask = 1 if kind == 0 else M[A + choice * WIDTH + 8 + page]
            while mask:
                clear(M)
                M[PICKED + page] = 0 if kind == 0 else mask & -mask
                if fits(M, go, choice):
                    FOUND[3 * many] = choice
                    FOUND[3 * many + 1] = page
                    FOUND[3 * many + 2] = M[PICKED + page]
                    many += 1
                mask &= mask - 1
    return many


def give(M: Row, FOUND: Row, answer: int) -> None:
    clear(M)
    M[CHOICE] = FOUND[3 * answer]
    M[PICKED + FOUND[3 * answer + 1]] = FOUND[3 * answer + 2]


def best_by_trying(M: Row, TRIED: Row, Y: Row, FOUND: Row, go: int, tries: int) -> None:
    me = M[SEAT]
    many = plain_answers(M, FOUND, go)
    best = 0
    most = -1
    for answer in range(many if many > 1 else 0):
        total = 0
        for turn in range(tries):
            for i in range(SIZE):
                TRIED[i] = M[i]
            TRIED[R] = start(M[R], turn + 7)
            give(TRIED, FOUND, answer)
            at_random(TRIED, Y, play(TRIED, go))
            total += part_of_win(TRIED, me)
        if total > most:
            most = total
            best = answer
    give(M, FOUND, best)


def all_seeing(
    M: Row, TRIED: Row, OPENING: Row, Y: Row, FOUND: Row, seed: int, first: int, games: int,
    tries: int,
) -> int:
    """What games bring to somebody who sees everything, in sixtieths; seats in turn."""
    won = 0
    for game in range(first, first + games):
        for i in range(SIZE):
            M[i] = OPENING[i]
        M[R] = start(seed, game)
        me = game % PLAYERS
        go = play(M, 0)
        while go > 0:
            if M[SEAT] == me:
                best_by_trying(M, TRIED, Y, FOUND, go, tries)
                # The real game goes on with luck that was not tried.
                M[R] = start(M[R], 3)
            elif draw_any(M, Y, go) == 0:
                return -1
            go = play(M, go)
        won += part_of_win(M, me)
    return won
