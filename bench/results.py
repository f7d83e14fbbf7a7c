"""Games of the compiled form for what they come to, to be measured and compared. The functions are
compiled together with the game, as those of `variorum_engine.runtime` are."""

from __future__ import annotations

from variorum_engine.runtime.games import begin, one_game, seated
from variorum_engine.runtime.interface import ASKED, BEST, OUT, ROUNDS, WINNERS, Row


def results(
    M: Row, OPENING: Row, Y: Row, PARTY: Row, BOTS: Row, FOUND: Row, seed: int, first: int,
    games: int, noted: int,
) -> int:
    """How many decisions some games take, or -1 - game for one that went wrong. If that is to be
    noted, FOUND gets five numbers a game: decisions, rounds, who is out, who won, best score."""
    decisions = 0
    for game in range(first, first + games):
        begin(M, OPENING, seed, game)
        seated(BOTS, PARTY, game)
        if one_game(M, Y, BOTS, Y, Y, Y) != 0:
            return -1 - game
        decisions += M[ASKED]
        if noted:
            place = (game - first) * 5
            FOUND[place] = M[ASKED]
            FOUND[place + 1] = M[ROUNDS]
            FOUND[place + 2] = M[OUT]
            FOUND[place + 3] = M[WINNERS]
            FOUND[place + 4] = M[BEST]
    return decisions
