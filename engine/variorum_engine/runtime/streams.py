"""Who draws from which stream: chance from one, and each seat from one of its own.

That of a seat begins anew with every round. So a decision more or less of one
player does not change what the others draw.
"""

from __future__ import annotations

from variorum_engine.runtime.interface import (
    CHANCE,
    LAST_ROUND,
    LUCK,
    PLAYERS,
    ROUNDS,
    SEAT,
    STREAM,
    R,
    Row,
    start,
)

FAR = 1 << 40
SEATS = 64


def think(M: Row) -> None:
    """Put the stream of the seat that decides into the place of chance."""
    seat = M[SEAT]
    M[CHANCE] = M[R]
    if M[LAST_ROUND + seat] != M[ROUNDS] + 1:
        M[LAST_ROUND + seat] = M[ROUNDS] + 1
        M[STREAM + seat] = start(M[LUCK], (1 + seat + SEATS * (M[ROUNDS] + 1)) * FAR)
    M[R] = M[STREAM + seat]


def thought(M: Row) -> None:
    """Put chance back."""
    M[STREAM + M[SEAT]] = M[R]
    M[R] = M[CHANCE]


def other_luck(M: Row, luck: int) -> None:
    """From here on, chance and all seats draw from streams that nobody has drawn from."""
    M[R] = luck
    M[LUCK] = luck
    for seat in range(PLAYERS):
        M[LAST_ROUND + seat] = 0
