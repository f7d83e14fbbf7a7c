"""A rule of thumb: every choice has a score, and so has all that can be picked.

A score is a sum of features, each with its weight. `compiler/analysis/features.py` says which
features a game has. Only what the deciding seat may know is looked at: what lies in the open or in
its own secret zones, how many cards lie elsewhere, the tracks that it sees, and what it is offered.

The row THUMB begins with, for each seat, the place where its weights begin. Behind them stand one
or more sets of weights.
"""

from __future__ import annotations

from variorum_engine.runtime.draws import clear, draw_any, fits
from variorum_engine.runtime.interface import (
    CHOICE,
    CHOICES,
    KIND,
    PLAYERS,
    SCORE_BLOCK,
    SEAT,
    WEIGHTS,
    WIDTH,
    A,
    Row,
)
from variorum_engine.runtime.thumb.features import HUGE, feel, weighed
from variorum_engine.runtime.thumb.offers import can_answer
from variorum_engine.runtime.thumb.picks import picked_by_thumb


def take_weights(BOTS: Row, THUMB: Row) -> None:
    """Where bots play by different weights, each takes its own to its seat: the bot -1 plays by
    the first set, the bot -2 by the second."""
    for seat in range(PLAYERS):
        if BOTS[seat] < 0:
            THUMB[seat] = PLAYERS + (-1 - BOTS[seat]) * WEIGHTS


def thumb_answer(M: Row, Y: Row, THUMB: Row, go: int) -> int:
    """Answer a decision by rule of thumb. Gives 0 if there is no answer."""
    base = THUMB[M[SEAT]]
    first = go * CHOICES
    many = 0
    only = M[CHOICE]  # a plain number would have what follows compiled twice
    for choice in range(CHOICES):
        if can_answer(M, Y, go, choice):
            M[A + choice * WIDTH + 7] = 1
            many += 1
            only = choice
        else:
            M[A + choice * WIDTH + 7] = 0
    if many == 0:
        return draw_any(M, Y, go)
    if many > 1:
        best = -HUGE
        for choice in range(CHOICES):
            if M[A + choice * WIDTH + 7] == 0:
                continue
            score = 0
            block = SCORE_BLOCK[first + choice]
            if block >= 0:
                feel(M, Y, go, choice)
                score = weighed(M, Y, THUMB, base + block)
            if score > best:
                best = score
                only = choice
    M[CHOICE] = only
    clear(M)
    kind = KIND[first + only]
    if kind == 0:
        return 1
    picked_by_thumb(M, Y, THUMB, go, only)
    if fits(M, go, only):
        return 1
    return draw_any(M, Y, go)


__all__ = ["take_weights", "thumb_answer"]
