"""Playing a record again: every line is held against the rules."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import NamedTuple

from variorum_dsl.diagnostics.sanitizer import clean, shorten
from variorum_dsl.files.text import first_bytes

from variorum_engine.interpreter.chance import DoesNotFit, Draw
from variorum_engine.interpreter.state import Fault
from variorum_engine.table.logs import revealing
from variorum_engine.table.records import (
    FORMAT,
    MOST_BYTES,
    Data,
    Game,
    Header,
    Line,
    Problem,
    Scribe,
    begun,
    drawn,
    dumped,
    header_of,
    lines_of,
)
from variorum_engine.table.table import Move, Table

NOT_CHANCE = "the record gives a chance that the rules cannot make here"
Opener = Callable[[Header], Game]


class NoSuchGame(Exception):
    """The game of a record cannot be had; the message says why."""


class Replayed(NamedTuple):
    """What a record came to. `table` stands where the valid part ends; `bytes` and `check` say
    where to go on writing; `lines` is how many lines are valid. `pending` are lines that must
    follow and are not there yet; `history` is what may be taken back."""

    header: Header | None
    game: Game | None
    table: Table | None
    lines: int
    bytes: int
    check: str
    decisions: int
    finished: bool
    problem: Problem | None
    pending: tuple[Data, ...]
    history: tuple[tuple[int, Table], ...]


def replay(path: str | os.PathLike[str], opener: Opener) -> Replayed:
    """Play a record again and hold every line against the rules."""
    return replayed(read(path), opener)


def replayed(data: bytes, opener: Opener) -> Replayed:
    """The same for the bytes of a record, wherever they come from."""
    return _Replay(data, opener).run()


def read(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a record. Gives up on what cannot be one (OSError for what cannot be read)."""
    return first_bytes(path, MOST_BYTES)


class _Replay:
    def __init__(self, data: bytes, opener: Opener) -> None:
        self.data = data
        self.opener = opener
        self.header: Header | None = None
        self.game: Game | None = None
        self.table: Table | None = None
        self.scribe: Scribe | None = None
        self.expected: list[Data] = []  # what chance did and the record must now say
        self.history: list[tuple[int, Table, tuple[int, int]]] = []
        self.lines = self.bytes = self.decisions = 0
        self.check = ""
        self.finished = self.left = False

    def run(self) -> Replayed:
        problem: Problem | None = None
        for line in lines_of(self.data):
            if isinstance(line, Problem):
                problem = line
                break
            wrong = self._one(line)
            if wrong:
                problem = Problem(line.number, wrong)
                break
            self.lines, self.bytes, self.check = line.number, line.end, line.check
        if problem is None and not self.finished and not self.left:
            problem = Problem(self.lines, "the record stops here, before the game has ended",
                              stopped=True)
        return Replayed(self.header, self.game, self.table, self.lines, self.bytes, self.check,
                        self.decisions, self.finished, problem, tuple(self.expected),
                        tuple((seat, table) for seat, table, _ in self.history))

    def _one(self, line: Line) -> str:
        """What is wrong with a line, or nothing."""
        data = line.data
        if self.header is None:
            return self._header(data)
        if self.finished:
            return "the game has ended already, and nothing can follow"
        self.left = "left" in data
        if self.expected:
            if data != self.expected[0]:
                return _differs(self.expected[0])
            self.finished = "outcome" in self.expected.pop(0)
            return ""
        if self.left:
            return ""
        if "decision" in data:
            return self._decision(data)
        if "undo" in data:
            return self._undo(data)
        if "chance" in data:
            return "the rules leave nothing to chance here"
        if "outcome" in data:
            return "the game has not ended yet, and an outcome is given"
        return "this line says nothing that belongs into a record"

    def _header(self, data: Data) -> str:
        if data.get("record") != FORMAT:
            return "this is not the first line of a record, or of a later version of Variorum"
        header = header_of(data)
        if header is None:
            return "the first line does not say which game this is"
        try:
            game = self.opener(header)
        except NoSuchGame as problem:
            self.header = header
            return str(problem)
        if game.fingerprint != header.fingerprint:
            self.header = header
            return (f"this game was played by other rules: {clean(header.edition)} had the "
                    f"fingerprint {clean(header.fingerprint[:12])}, and has "
                    f"{game.fingerprint[:12]} now")
        self.header, self.game = header, game
        try:
            self.table = begun(header, game, self._given() if header.given else ())
        except Fault as fault:
            return f"the rules break down: {fault.message}"
        except DoesNotFit:
            return NOT_CHANCE
        self.scribe = Scribe(self.table, game.symbols)
        self.expected = self._following()
        return ""

    def _given(self) -> list[Draw]:
        """All that the record says about chance."""
        rows = (drawn(line.data) for line in lines_of(self.data) if isinstance(line, Line))
        return [draw for draw in rows if draw is not None]

    def _following(self) -> list[Data]:
        """What the record must say before the next decision."""
        assert self.scribe is not None
        assert self.table is not None
        lines = self.scribe.chance()
        if self.table.over:
            lines.append(self.scribe.outcome())
        return lines

    def _decision(self, data: Data) -> str:
        table, scribe = self.table, self.scribe
        assert table is not None
        assert scribe is not None
        found = _move(data)
        if found is None:
            return "this decision cannot be read"
        seat, move = found
        refusal = table.why_not(seat, move)
        if refusal is not None:
            return f"this move is not allowed: {refusal.text}"
        if scribe.decision(seat, move) != data:
            return "the words of this decision do not fit its numbers"
        before = table.copy(), (scribe.events, scribe.draws)
        try:
            table.apply(seat, move)
            following = self._following()
        except Fault as fault:
            self.table = before[0]
            return f"the rules break down: {fault.message}"
        except DoesNotFit:
            self.table = before[0]
            return NOT_CHANCE
        self.history.append((seat, *before))
        self.decisions += 1
        self.expected = following
        return ""

    def _undo(self, data: Data) -> str:
        many, seat = data.get("undo"), data.get("seat")
        table, scribe = self.table, self.scribe
        assert table is not None
        assert scribe is not None
        if type(many) is not int or not 1 <= many <= len(self.history):
            return "there are not so many moves to take back"
        who, back, seen = self.history[-many]
        agreed = data.get("agreed") is True and not table.over
        if who != seat or not (agreed or may_go_back(table, back, who)):
            return "this cannot be taken back: something became known since"
        del self.history[-many:]
        self.decisions -= many
        self.table = scribe.table = back
        scribe.events, scribe.draws = seen
        return ""


def may_go_back(now: Table, back: Table, seat: int) -> bool:
    """Whether the seat may take the game back to an earlier position."""
    events = now.state.events or []
    since = events[len(back.state.events or ()):]
    return not now.over and not revealing(now.rules.program, since, seat)


def _move(data: Mapping[str, object]) -> tuple[int, Move] | None:
    seat, choice = data.get("seat"), data.get("choice")
    if type(seat) is not int or type(choice) is not int:
        return None
    picked = 0
    for kind in ("cards", "players", "numbers"):
        members = data.get(kind, [])
        if not isinstance(members, list):
            return None
        for member in members:
            if type(member) is not int or not 0 <= member < 1 << 17:
                return None
            picked |= 1 << member
    return seat, Move(choice, picked)


def _differs(expected: Mapping[str, object]) -> str:
    if "chance" in expected:
        return "this is not what chance did with this seed"
    return shorten(f"the game came out differently: {dumped(expected['outcome'])}", 300)
