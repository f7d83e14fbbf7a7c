"""A place at the table: everything that a bot may know and ask."""

from __future__ import annotations

from collections.abc import Iterator

from variorum_engine.bots.knowledge import Knowledge
from variorum_engine.bots.light import light_answer
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.table import Move, Refusal, Table
from variorum_engine.table.views import Prompt, View, prompt, view


class Sitting:
    """One seat at one moment."""

    def __init__(self, table: Table, seat: int) -> None:
        self._table = table
        self.seat = seat
        self._knowledge: Knowledge | None = None

    @property
    def view(self) -> View:
        """What the seat sees."""
        return view(self._table, self.seat)

    @property
    def prompt(self) -> Prompt | None:
        """The decision that awaits the seat's answer."""
        return prompt(self._table, self.seat)

    def why_not(self, move: Move) -> Refusal | None:
        return self._table.why_not(self.seat, move)

    def count(self) -> int:
        """How many answers are allowed."""
        return self._table.count(self.seat)

    def moves(self) -> Iterator[Move]:
        """The answers that are allowed, one by one."""
        return self._table.moves(self.seat)

    def drawn(self, stream: Stream) -> Move:
        """One of the answers that are allowed, each as likely as every other."""
        return self._table.drawn(self.seat, stream)

    def light(self, stream: Stream) -> Move:
        """An answer of few members; any of those that are allowed, where there is none."""
        return light_answer(self._table, self.seat, stream) or self.drawn(stream)

    def imagined(self, stream: Stream) -> Table:
        """A table as it might be, for all that the seat knows: what it does not see is dealt
        anew, sealed answers are open again, and chance starts afresh."""
        return self.knowledge.dealt(stream)

    @property
    def knowledge(self) -> Knowledge:
        """What the seat knows about cards that it does not see."""
        if self._knowledge is None:
            self._knowledge = Knowledge(self._table, self.seat)
        return self._knowledge
