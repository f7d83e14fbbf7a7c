"""Games to learn from: one seat now and then answers at random, and it is noted how that went.

For each block of weights, sums are kept from which follows what a choice gains against the others,
as a sum of weighted features (least squares). All sums are of whole numbers, so that they are the
same however the games are shared out.
"""

from __future__ import annotations

from variorum_engine.runtime.draws import clear, draw_any, fits, members
from variorum_engine.runtime.games import LONGEST, begin
from variorum_engine.runtime.interface import (
    ATTRIBUTES,
    CHOICE,
    CHOICES,
    FEATURE_COUNT,
    IN_SIGHT,
    KIND,
    PICK_BLOCK,
    PICKED,
    PLAYERS,
    SCORE_BLOCK,
    SEAT,
    STAKE_FACES,
    WIDTH,
    WINNERS,
    A,
    Row,
    below,
    play,
)
from variorum_engine.runtime.thumb.features import FELT, feel, pool, stakes_felt
from variorum_engine.runtime.thumb.offers import can_answer
from variorum_engine.runtime.thumb.picks import picked_by_thumb, worth
from variorum_engine.runtime.thumb.rule import thumb_answer

WHOLE = 420  # a win
NOTE = 300  # numbers of a note: block, how many numbers, the sign of what is felt, and these
MOST_NOTES = 160
FINE = 60  # parts of one that differences from a mean are kept in
SINGLE = 3000  # where in Y weights stand that pick out one number at a time


def lesson(
    M: Row, OPENING: Row, Y: Row, THUMB: Row, SUMS: Row, PLACES: Row, NOTES: Row, WINS: Row,
    seed: int, first: int, games: int, odds: int, usual: int,
) -> int:
    """Games of one seat against random players. Of a thousand of its decisions, `odds` are left to
    chance. SUMS has for each block, from its place on, the sums of features times how much better
    than usual the game went, and of features times features."""
    for game in range(first, first + games):
        begin(M, OPENING, seed, game)
        seat = game % PLAYERS
        for other in range(PLAYERS):
            THUMB[other] = PLAYERS
        NOTES[0] = 0
        go = play(M, M[CHOICE])
        for _ in range(LONGEST):
            if go <= 0:
                break
            if M[SEAT] != seat:
                found = draw_any(M, Y, go)
            elif below(M, 1000) < odds:
                found = explore(M, Y, THUMB, NOTES, go)
            else:
                found = thumb_answer(M, Y, THUMB, go)
            if found == 0:
                return -1 - game
            go = play(M, go)
        if go != -1:
            return -1 - game
        many = 0
        for other in range(PLAYERS):
            many += M[WINNERS] >> other & 1
        won = WHOLE // many if M[WINNERS] >> seat & 1 else 0
        WINS[0] += won
        WINS[1] += 1
        for note in range(NOTES[0]):
            remember(SUMS, PLACES, NOTES, 1 + note * NOTE, won - usual)
    return 0


def remember(SUMS: Row, PLACES: Row, NOTES: Row, note: int, better: int) -> None:
    """Add a note to the sums."""
    place = PLACES[NOTES[note]]
    many = NOTES[note + 1]
    times = NOTES[note + 2] * better
    for i in range(many):
        here = NOTES[note + 3 + i]
        if here != 0:
            SUMS[place + i] += here * times
            row = place + many * (i + 1)
            for j in range(i + 1):
                SUMS[row + j] += here * NOTES[note + 3 + j]


def explore(M: Row, Y: Row, THUMB: Row, NOTES: Row, go: int) -> int:
    """Any of the choices; where one thing is picked, any of the things."""
    first = go * CHOICES
    many = 0
    only = M[CHOICE]
    for choice in range(CHOICES):
        if can_answer(M, Y, go, choice):
            M[A + choice * WIDTH + 7] = 1
            many += 1
            if below(M, many) == 0:
                only = choice
        else:
            M[A + choice * WIDTH + 7] = 0
    if many == 0:
        return draw_any(M, Y, go)
    if many > 1:
        for choice in range(CHOICES):
            if M[A + choice * WIDTH + 7] and SCORE_BLOCK[first + choice] >= 0:
                if NOTES[0] == MOST_NOTES:
                    break
                feel(M, Y, go, choice)
                stakes_felt(M, Y)
                note = 1 + NOTE * NOTES[0]
                NOTES[0] += 1
                NOTES[note] = SCORE_BLOCK[first + choice]
                NOTES[note + 1] = FEATURE_COUNT + STAKE_FACES
                # Taken by one in so many: so much the more it counts when it is, or is not.
                NOTES[note + 2] = FINE * many if choice == only else -FINE * many // (many - 1)
                for i in range(FEATURE_COUNT + STAKE_FACES):
                    NOTES[note + 3 + i] = Y[FELT + i]
    M[CHOICE] = only
    clear(M)
    if KIND[first + only] == 0:
        return 1
    if KIND[first + only] == 1 and IN_SIGHT[first + only] and M[A + only * WIDTH + 2] == 1:
        if pick_any(M, Y, NOTES, go, only):
            return 1
        return draw_any(M, Y, go)
    picked_by_thumb(M, Y, THUMB, go, only)
    return 1 if fits(M, go, only) else draw_any(M, Y, go)


def pick_any(M: Row, Y: Row, NOTES: Row, go: int, choice: int) -> int:
    """Pick one card at random, and note how it differs from the others."""
    many = members(M, go, choice, Y)
    fitting = 0
    for i in range(many):
        clear(M)
        M[PICKED + (Y[i] >> 6)] |= 1 << (Y[i] & 63)
        if fits(M, go, choice):
            Y[fitting] = Y[i]
            fitting += 1
    if fitting == 0:
        return 0
    chosen = below(M, fitting)
    clear(M)
    M[PICKED + (Y[chosen] >> 6)] |= 1 << (Y[chosen] & 63)
    if fitting == 1 or NOTES[0] == MOST_NOTES:
        return 1
    note = 1 + NOTE * NOTES[0]
    NOTES[0] += 1
    NOTES[note] = PICK_BLOCK[go * CHOICES + choice]
    NOTES[note + 1] = ATTRIBUTES + 3
    NOTES[note + 2] = 1
    pool(M, Y, M[SEAT])
    for i in range(ATTRIBUTES + 7):
        Y[SINGLE + i] = 0
    for i in range(ATTRIBUTES + 3):
        Y[SINGLE + i] = 1
        total = 0
        own = 0
        for j in range(fitting):
            value = worth(Y, Y, SINGLE, Y[j], 0, 0)
            total += value
            if j == chosen:
                own = value
        NOTES[note + 3 + i] = FINE * own - FINE * total // fitting
        Y[SINGLE + i] = 0
    return 1


__all__ = ["lesson"]
