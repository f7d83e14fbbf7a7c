"""Games from beginning to end, each seat played by one of the bots.

Chance and the bots draw from different streams, and each seat from one of its own that begins anew
with every round. So the same deal comes to the same luck under other rules, and a decision more or
less of one player does not change what the others draw afterwards.

A machine has only the bots that sit at its tables: THUMBS and SEARCHES say which, and the rest is
left out.
"""

from __future__ import annotations

from variorum_engine.runtime.draws import draw_any
from variorum_engine.runtime.interface import (
    ASKING,
    BROKEN,
    CHOICE,
    CHOICES,
    CHOSEN,
    COUNTS,
    LIGHTS,
    LUCK,
    PLAYERS,
    SEARCHES,
    SEAT,
    SIZE,
    THUMBS,
    WATCHED,
    WINNERS,
    R,
    Row,
    light,
    play,
    start,
)
from variorum_engine.runtime.search.knowledge import know_opening, learn
from variorum_engine.runtime.search.tree import search_answer
from variorum_engine.runtime.streams import think, thought
from variorum_engine.runtime.thumb.rule import take_weights, thumb_answer

RANDOM = 0
LIGHT = 1 << 40
RULE_OF_THUMB = 1  # below zero: with one of several sets of weights
SEARCH = 1  # so much more than the number of imagined games
LONGEST = 1_000_000


def begin(M: Row, OPENING: Row, seed: int, game: int) -> None:
    """The components in their places, and the streams of one game of a series."""
    for i in range(SIZE):
        M[i] = OPENING[i]
    M[R] = start(seed, game)
    M[LUCK] = M[R]


def seated(BOTS: Row, PARTY: Row, game: int) -> None:
    """The party moves on by one seat from game to game."""
    for member in range(PLAYERS):
        BOTS[(member + game) % PLAYERS] = PARTY[member]


def answered(M: Row) -> None:
    """Chance comes back after an answer that is given, not one that is only imagined."""
    thought(M)


def one_game(M: Row, Y: Row, BOTS: Row, THUMB: Row, TREE: Row, KNOWN: Row) -> int:
    """Play to the end. BOTS says who plays each seat. Gives 0, or less if something is wrong."""
    watched = M[WATCHED]
    if SEARCHES:
        know_opening(M, KNOWN)
    if THUMBS:
        take_weights(BOTS, THUMB)
    go = play(M, 0)
    for _ in range(LONGEST):
        if go <= 0:
            break
        if SEARCHES:
            learn(M, KNOWN)
        bot = BOTS[M[SEAT]]
        done = 0
        think(M)
        if bot == RANDOM:
            done = draw_any(M, Y, go)
        elif bot == LIGHT:
            if LIGHTS:
                done = light(M, go)
            if done == 0:
                done = draw_any(M, Y, go)
        elif bot <= RULE_OF_THUMB:
            if THUMBS:
                done = thumb_answer(M, Y, THUMB, go)
        elif SEARCHES:
            # What a bot imagines is not watched.
            M[WATCHED] = 0
            done = search_answer(M, Y, TREE, KNOWN, go, bot - SEARCH)
            M[WATCHED] = watched
        answered(M)
        if done == 0:
            return -8
        M[COUNTS + ASKING[go]] += 1
        M[COUNTS + CHOSEN[go * CHOICES + M[CHOICE]]] += 1
        go = play(M, go)
    return 0 if go == -1 and M[BROKEN] == 0 else -9


def outcomes(
    M: Row, OPENING: Row, Y: Row, PARTY: Row, BOTS: Row, THUMB: Row, TREE: Row, KNOWN: Row,
    WON: Row, seed: int, first: int, games: int,
) -> int:
    """The winners of each game of a series, as sets, in WON. Gives 0, or -1 - game."""
    for game in range(first, first + games):
        begin(M, OPENING, seed, game)
        seated(BOTS, PARTY, game)
        if one_game(M, Y, BOTS, THUMB, TREE, KNOWN) != 0:
            return -1 - game
        WON[game - first] = M[WINNERS]
    return 0
