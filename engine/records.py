"""Records of games: one line of JSON after the other, written as the game goes.

The first line says which game it is; then come decisions, what chance did, moves taken back, and
the outcome. `check` in every line is a checksum of that line and all before it, so that a record
that was cut off, altered or put in another order is noticed, with the number of the line. A line
that was only half written when the machine stopped is recognised and dropped.

The schema is `variorum/schemas/record.schema.json`.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from dsl.cleaning import clean, shorten
from dsl.lowering.symbols import Symbols
from engine.chance import Chance
from engine.standing import Standing
from engine.state import Fault
from engine.table import Move, Rules, Table
from engine.telling import Teller, move_parts
from engine.values import bits
from engine.views import revealing

FORMAT = 1
MOST_BYTES = 50_000_000
_CHECK = 16


class Header(NamedTuple):
    """The first line: which game this is."""

    edition: str
    source: str
    fingerprint: str
    options: tuple[str, ...]
    readings: Mapping[str, str]
    players: tuple[str, ...]
    seed: int

    def data(self) -> dict[str, Any]:
        return {
            "record": FORMAT, "edition": self.edition, "source": self.source,
            "fingerprint": self.fingerprint, "options": list(self.options),
            "readings": dict(self.readings), "players": list(self.players), "seed": self.seed,
        }


class Problem(NamedTuple):
    """What is wrong with a record, and in which line. `torn`: the last line is only half there.
    `stopped`: everything is in order, but the record stops before the game has ended."""

    line: int
    text: str
    torn: bool = False
    stopped: bool = False


class Game(NamedTuple):
    """The rules that a record is held against."""

    rules: Rules
    symbols: Symbols
    fingerprint: str


Opener = Callable[[Header], Game]


class NoSuchGame(Exception):
    """The game of a record cannot be had; the message says why."""


# ------------------------------------------------------------------------------------- chance
class Noted(Chance):
    """Chance that remembers what kind of answer each one was."""

    __slots__ = ("noted",)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.noted: list[tuple[str, list[int]]] = []

    def shuffle(self, cards: list[int]) -> None:
        super().shuffle(cards)
        self.noted.append(("shuffle", list(cards)))

    def pick(self, members: list[int], count: int) -> list[int]:
        taken = super().pick(members, count)
        self.noted.append(("pick", list(taken)))
        return taken

    def number(self, low: int, high: int) -> int:
        found = super().number(low, high)
        self.noted.append(("number", [found]))
        return found

    def copy(self) -> Noted:
        other = Noted(0)
        other.stream = self.stream.copy()
        other.made = None if self.made is None else list(self.made)
        other.noted = list(self.noted)
        return other


def begun(header: Header, game: Game) -> Table:
    """The table at which the game of a record begins."""
    return Table(game.rules, names=header.players, chance=Noted(header.seed))


# -------------------------------------------------------------------------------------- lines
class Scribe:
    """Words the lines of a game that goes on at a table."""

    def __init__(self, table: Table, symbols: Symbols) -> None:
        self.table = table
        self.teller = Teller(table.rules.program, symbols, table.names)
        self.events = 0
        self.noted = 0

    def decision(self, seat: int, move: Move) -> dict[str, Any]:
        """The line of a decision; to be asked for before it is applied."""
        asking = self.table.asking
        assert asking is not None
        choice = asking.offers[move.choice].choice
        of, members = move_parts(self.table.rules.program, choice, move.picked)
        line: dict[str, Any] = {
            "decision": self.teller.names[seat], "seat": seat, "choice": move.choice,
            "said": self.teller.said(choice, of, members),
        }
        if of:
            line[of] = bits(move.picked)
        return line

    def chance(self) -> list[dict[str, Any]]:
        """The lines of what chance did since this was last asked for."""
        state = self.table.state
        chance = state.chance
        assert isinstance(chance, Noted)
        events = iter([event for event in (state.events or ())[self.events:]
                       if isinstance(event, tuple) and event[0] in ("shuffle", "chance")])
        lines = []
        for kind, answer in chance.noted[self.noted:]:
            line: dict[str, Any] = {"chance": kind}
            if kind == "number":
                line["numbers"] = answer
            elif kind == "shuffle":
                line["zone"] = self.teller.zone(next(events)[1])
                line |= self._cards(answer)
            else:
                _, _, op, _ = next(events)
                source = op.args[3].type
                if source in ("card", "cards"):
                    line |= self._cards(answer)
                elif source == "players":
                    line |= {"players": answer, "names": [self.teller.owner(s) for s in answer]}
                else:
                    line["numbers"] = answer
            lines.append(line)
        self.events = len(state.events or ())
        self.noted = len(chance.noted)
        return lines

    def seek(self) -> None:
        """Take all that has happened at the table so far as told."""
        chance = self.table.state.chance
        assert isinstance(chance, Noted)
        self.events = len(self.table.state.events or ())
        self.noted = len(chance.noted)

    def _cards(self, cards: Sequence[int]) -> dict[str, Any]:
        return {"cards": list(cards), "said": [self.teller.naming.card(card) for card in cards]}

    def outcome(self) -> dict[str, Any]:
        standing = Standing(self.table.rules, self.table.state, self.teller)
        return {"outcome": standing.data()}


def dumped(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def checked(before: str, text: str) -> str:
    """The checksum of a line, given that of the line before it."""
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()[:_CHECK]


class Writer:
    """Appends lines to a record; each is on the disk before the next move is asked for."""

    def __init__(self, path: str | os.PathLike[str], *, before: str = "", fresh: bool = True,
                 keep: int = 0) -> None:
        self.path = Path(path)
        self.before = before
        if fresh:
            self.file = open(self.path, "xb")  # noqa: SIM115 - closed by close()
        else:
            self.file = open(self.path, "r+b")  # noqa: SIM115
            self.file.truncate(keep)
            self.file.seek(keep)

    def write(self, *lines: Mapping[str, Any]) -> None:
        written = []
        for line in lines:
            text = dumped(line)
            self.before = checked(self.before, text)
            written.append(f'{text[:-1]},"check":"{self.before}"}}\n')
        self.file.write("".join(written).encode())
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        self.file.close()


class Line(NamedTuple):
    number: int
    data: dict[str, Any]
    check: str
    end: int  # where the line ends in the file


def lines_of(data: bytes) -> Iterator[Line | Problem]:
    """The lines of a record in turn; a problem comes last."""
    before, start, number = "", 0, 0
    if not data:
        yield Problem(1, "the record is empty", torn=True)
    while start < len(data):
        number += 1
        stop = data.find(b"\n", start)
        if stop < 0:
            yield Problem(number, "the line is not complete: writing was interrupted here",
                          torn=True)
            return
        raw = data[start:stop]
        start = stop + 1
        found = _line(raw, before)
        if isinstance(found, str):
            last = start >= len(data) and found == _NOT_JSON
            yield Problem(number, found, torn=last)
            return
        parsed, before = found
        yield Line(number, parsed, before, start)


_NOT_JSON = "this is not a line of a record"


def _line(raw: bytes, before: str) -> tuple[dict[str, Any], str] | str:
    """The content of a line and its checksum, or what is wrong with it."""
    try:
        parsed = json.loads(raw.decode())
    except (ValueError, RecursionError):
        return _NOT_JSON
    if not isinstance(parsed, dict) or not isinstance(parsed.get("check"), str):
        return _NOT_JSON
    check = parsed.pop("check")
    text = dumped(parsed)
    try:
        same = f'{text[:-1]},"check":"{check}"}}'.encode() == raw
    except UnicodeEncodeError:
        same = False
    if not same or checked(before, text) != check:
        return "the checksum does not fit: this line was altered, or lines before it are missing"
    return parsed, check


# ------------------------------------------------------------------------------------- replay
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
    pending: tuple[dict[str, Any], ...]
    history: tuple[tuple[int, Table], ...]


def replay(path: str | os.PathLike[str], opener: Opener) -> Replayed:
    """Play a record again and hold every line against the rules."""
    return _Replay(read(path), opener).run()


def read(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a record. Gives up on what cannot be one (OSError for what cannot be read)."""
    with open(path, "rb") as file:
        return file.read(MOST_BYTES)


class _Replay:
    def __init__(self, data: bytes, opener: Opener) -> None:
        self.data = data
        self.opener = opener
        self.header: Header | None = None
        self.game: Game | None = None
        self.table: Table | None = None
        self.scribe: Scribe | None = None
        self.expected: list[dict[str, Any]] = []  # what chance did and the record must now say
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
                return _differs(data, self.expected[0])
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

    def _header(self, data: dict[str, Any]) -> str:
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
            self.table = begun(header, game)
        except Fault as fault:
            return f"the rules break down: {fault.message}"
        self.scribe = Scribe(self.table, game.symbols)
        self.expected = self._following()
        return ""

    def _following(self) -> list[dict[str, Any]]:
        """What the record must say before the next decision."""
        assert self.scribe is not None and self.table is not None
        lines = self.scribe.chance()
        if self.table.over:
            lines.append(self.scribe.outcome())
        return lines

    def _decision(self, data: dict[str, Any]) -> str:
        table, scribe = self.table, self.scribe
        assert table is not None and scribe is not None
        found = _move(data)
        if found is None:
            return "this decision cannot be read"
        seat, move = found
        refusal = table.why_not(seat, move)
        if refusal is not None:
            return f"this move is not allowed: {refusal.text}"
        if scribe.decision(seat, move) != data:
            return "the words of this decision do not fit its numbers"
        before = table.copy(), (scribe.events, scribe.noted)
        try:
            table.apply(seat, move)
            following = self._following()
        except Fault as fault:
            self.table = before[0]
            return f"the rules break down: {fault.message}"
        self.history.append((seat, *before))
        self.decisions += 1
        self.expected = following
        return ""

    def _undo(self, data: dict[str, Any]) -> str:
        many, seat = data.get("undo"), data.get("seat")
        table, scribe = self.table, self.scribe
        assert table is not None and scribe is not None
        if type(many) is not int or not 1 <= many <= len(self.history):
            return "there are not so many moves to take back"
        who, back, seen = self.history[-many]
        if who != seat or not may_go_back(table, back, who):
            return "this cannot be taken back: something became known since"
        del self.history[-many:]
        self.decisions -= many
        self.table = scribe.table = back
        scribe.events, scribe.noted = seen
        return ""


def may_go_back(now: Table, back: Table, seat: int) -> bool:
    """Whether the seat may take the game back to an earlier position."""
    events = now.state.events or []
    since = events[len(back.state.events or ()):]
    return not now.over and not revealing(now.rules.program, since, seat)


def header_of(data: Mapping[str, Any]) -> Header | None:
    """The header that a line gives, if it is one."""
    try:
        header = Header(
            data["edition"], data["source"], data["fingerprint"], tuple(data["options"]),
            dict(data["readings"]), tuple(data["players"]), data["seed"],
        )
    except (KeyError, TypeError, ValueError):
        return None
    texts = (header.edition, header.source, header.fingerprint, *header.options,
             *header.readings, *header.readings.values(), *header.players)
    if not all(isinstance(text, str) for text in texts) or type(header.seed) is not int:
        return None
    return header


def _move(data: Mapping[str, Any]) -> tuple[int, Move] | None:
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


def _differs(data: Mapping[str, Any], expected: Mapping[str, Any]) -> str:
    if "chance" in expected:
        return "this is not what chance did with this seed"
    return shorten(f"the game came out differently: {dumped(expected['outcome'])}", 300)
