"""A position: where every card is, what the table remembers, and where the rules stand.

It is complete in itself: it can be copied, stored and taken up again in the middle of a rule.
"""

from __future__ import annotations

from typing import Protocol

from variorum_dsl.diagnostics.diagnostic import Place

from variorum_engine.interpreter.chance import Chance
from variorum_engine.interpreter.events import Event
from variorum_engine.interpreter.values import Number

OVER = -2  # where the rules stand when the game has ended
Answer = tuple[int, int]  # the number of a choice, and what was picked
Mark = Place | str
GUARDED = "a guard ends a loop"  # noted as reached


class Marks(Protocol):
    """Takes down which places of the rules are reached; a set will do."""

    def add(self, mark: Mark, /) -> None: ...


class State:
    """Zones are bit masks of cards; a zone that keeps an order also has a list, top first.

    What loops remember is kept by the number of the loop: `pending`, what they have not come to
    yet (players, members, or one set for each card); `measures`, what was left to use up at their
    last turn; `sealed`, answers of players that are not played out yet.
    """

    __slots__ = (
        "answers", "chance", "events", "locals", "measures", "order", "pc", "pending", "reached",
        "rounds", "sealed", "steps", "tracks", "zones",
    )

    def __init__(self) -> None:
        self.zones: list[int] = []
        self.order: list[list[int] | None] = []
        self.tracks: list[Number] = []
        self.locals: list[Number] = []
        self.pending: list[tuple[int, ...]] = []
        self.measures: list[Number | None] = []
        self.sealed: list[tuple[tuple[int, Answer], ...]] = []
        self.pc = 0  # the number of the next instruction
        self.steps = 0
        self.rounds = 0
        self.chance: Chance = Chance(0)
        self.answers: dict[int, Answer] = {}  # of those who have decided while others have not
        self.events: list[Event] | None = None
        self.reached: Marks | None = None

    def copy(self) -> State:
        other = State.__new__(State)
        other.zones = self.zones.copy()
        other.order = [None if row is None else row.copy() for row in self.order]
        other.tracks = self.tracks.copy()
        other.locals = self.locals.copy()
        other.pending = self.pending.copy()
        other.measures = self.measures.copy()
        other.sealed = self.sealed.copy()
        other.pc = self.pc
        other.steps = self.steps
        other.rounds = self.rounds
        other.chance = self.chance.copy()
        other.answers = self.answers.copy()
        other.events = None if self.events is None else self.events.copy()
        other.reached = self.reached
        return other

    def mark(self, mark: Mark) -> None:
        """Take down that a place of the rules is reached, if somebody wants to know."""
        if self.reached is not None:
            self.reached.add(mark)


class Located(Protocol):
    """A part of the rules that stands somewhere."""

    @property
    def at(self) -> Place: ...


class Fault(Exception):
    """The rules broke down here: a mistake in the file, with its place."""

    def __init__(self, message: str, part: Located) -> None:
        super().__init__(message)
        self.message = message
        self.at = part.at


class Unread(Exception):
    """Play came to something that could not be read or made out, and has been reported."""

    def __init__(self, part: Located) -> None:
        super().__init__(part.at)


def lying(state: State, cards: int) -> tuple[tuple[int, int], ...]:
    """Where these cards are now: sets of them, each with its zone."""
    if not cards:
        return ()
    return tuple((hit, number) for number, zone in enumerate(state.zones) if (hit := zone & cards))
