"""In place of the streams of a simulation: Python's own random numbers, as a game written by hand
in Python uses them. No other program can follow them, so they only serve to measure."""

from __future__ import annotations

from variorum_engine.runtime.interface import Row

DRAW = __import__("random").Random(1).random  # the code has no imports of its own


def think(M: Row) -> None:
    """Nobody has a stream of their own."""


def thought(M: Row) -> None:
    """Nothing to put back."""


def below(M: Row, bound: int) -> int:  # noqa: ARG001
    return int(DRAW() * bound)
