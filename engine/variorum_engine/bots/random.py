"""A bot that plays any legal move, each as likely as every other."""

from __future__ import annotations

from variorum_engine.bots.seat import Sitting
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.table import Move


class RandomBot:
    name = "random"
    note = ""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(seed)

    def choose(self, sitting: Sitting) -> Move:
        return sitting.drawn(self.stream)
