"""Games between two sets of weights of the rule of thumb, and players at random."""

from __future__ import annotations

from variorum_engine.runtime.games import begin, one_game
from variorum_engine.runtime.interface import OUT, PLAYERS, WEIGHTS, WINNERS, Row

SHARES = 420  # of a win, so that it can be shared by up to seven


def contest(
    M: Row, OPENING: Row, Y: Row, BOTS: Row, THUMB: Row, WINS: Row, seed: int, first: int,
    games: int, rivals: int,
) -> int:
    """Games of the first weights against the others: everybody at random (rivals 0), by the
    second weights (1), or by turns the one and the other (2). The seat moves on from game to
    game. WINS counts shares of wins, games in which the seat stayed in, and games."""
    for game in range(first, first + games):
        begin(M, OPENING, seed, game)
        seat = game % PLAYERS
        for other in range(PLAYERS):
            BOTS[other] = 1 if rivals == 1 or (
                rivals == 2 and (game // PLAYERS >> ((other - seat) % PLAYERS) & 1)) else 0
            THUMB[other] = PLAYERS + WEIGHTS
        BOTS[seat] = 1
        THUMB[seat] = PLAYERS
        if one_game(M, Y, BOTS, THUMB, Y, Y) != 0:
            return -1 - game
        many = 0
        for other in range(PLAYERS):
            many += M[WINNERS] >> other & 1
        if M[WINNERS] >> seat & 1:
            WINS[0] += SHARES // many
        if M[OUT] >> seat & 1 == 0:
            WINS[1] += 1
        WINS[2] += 1
    return 0


__all__ = ["contest"]
