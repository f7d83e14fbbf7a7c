"""In place of the streams of a simulation: chance and all seats draw from one, as versions by hand
do, so that games can be compared one by one."""

from __future__ import annotations

from variorum_engine.runtime.interface import Row


def think(M: Row) -> None:
    """Nobody has a stream of their own."""


def thought(M: Row) -> None:
    """Nothing to put back."""
