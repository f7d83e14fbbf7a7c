"""In place of `thumb`, for machines on which nobody plays by rule of thumb."""

from __future__ import annotations

from variorum_engine.runtime.interface import Row


def take_weights(BOTS: Row, THUMB: Row) -> None:
    """Nobody has any."""


def thumb_answer(M: Row, Y: Row, THUMB: Row, go: int) -> int:  # noqa: ARG001
    return 0
