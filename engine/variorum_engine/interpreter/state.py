"""A position: where every card is, what the table remembers, and where the rules stand."""

from __future__ import annotations

from typing import Any

from variorum_engine.interpreter.chance import Chance


class State:
    """Zones are bit masks of cards; a zone that keeps an order also has a list, top first."""

    __slots__ = (
        "answers", "chance", "events", "locals", "order", "outcome", "pc", "reached", "rounds",
        "steps", "tracks", "zones",
    )

    def __init__(self) -> None:
        self.zones: list[int] = []
        self.order: list[list[int] | None] = []
        self.tracks: list[Any] = []
        self.locals: list[Any] = []
        self.pc = 0
        self.steps = 0
        self.rounds = 0
        self.chance: Chance = Chance(0)
        self.answers: dict[int, tuple[int, int]] = {}  # sealed answers, by seat
        self.events: list[Any] | None = None
        self.reached: set[Any] | None = None
        self.outcome: Any = None

    def copy(self) -> State:
        other = State.__new__(State)
        other.zones = self.zones.copy()
        other.order = [None if row is None else row.copy() for row in self.order]
        other.tracks = self.tracks.copy()
        other.locals = self.locals.copy()
        other.pc = self.pc
        other.steps = self.steps
        other.rounds = self.rounds
        other.chance = self.chance.copy()
        other.answers = self.answers.copy()
        other.events = None if self.events is None else self.events.copy()
        other.reached = self.reached
        other.outcome = self.outcome
        return other


class Fault(Exception):
    """The rules broke down here: a mistake in the file, with its place."""

    def __init__(self, message: str, op: Any) -> None:
        super().__init__(message)
        self.message = message
        self.at = op.at
        self.cites = getattr(op, "cites", ())
