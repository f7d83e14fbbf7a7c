"""Games from beginning to end, each seat played by one of the policies."""

from __future__ import annotations

from engine.compiled.runtime.draws import draw_any
from engine.compiled.runtime.given import PLAYERS, SEAT, SIZE, WINNERS, R, Row, play, start

RANDOM = 0
LONGEST = 1_000_000


def begin(M: Row, OPENING: Row, seed: int, game: int) -> None:
    """The components in their places, and the stream of one game of a series."""
    for i in range(SIZE):
        M[i] = OPENING[i]
    M[R] = start(seed, game)


def one_game(M: Row, Y: Row, BOTS: Row) -> int:
    """Play to the end. BOTS says who plays each seat. Gives 0, or less if something is wrong."""
    go = play(M, 0)
    for _ in range(LONGEST):
        if go <= 0:
            break
        if BOTS[M[SEAT]] == RANDOM and draw_any(M, Y, go) == 0:
            return -8
        go = play(M, go)
    return 0 if go == -1 else -9


def series(
    M: Row, OPENING: Row, Y: Row, PARTY: Row, BOTS: Row, WINS: Row, seed: int, first: int,
    games: int,
) -> int:
    """Games of a series; the party moves on by one seat from game to game. WINS counts, in the
    order of the party, how often each won, in sixtieths, so that a win can be shared."""
    for game in range(first, first + games):
        begin(M, OPENING, seed, game)
        for seat in range(PLAYERS):
            BOTS[(seat + game) % PLAYERS] = PARTY[seat]
        if one_game(M, Y, BOTS) != 0:
            return -1 - game
        many = 0
        for seat in range(PLAYERS):
            many += M[WINNERS] >> seat & 1
        for seat in range(PLAYERS):
            if M[WINNERS] >> ((seat + game) % PLAYERS) & 1:
                WINS[seat] += 60 // many
    return 0
