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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from variorum_dsl.lowering.symbols import Symbols

from variorum_engine.interpreter.chance import Chance, Draw, Given
from variorum_engine.interpreter.events import ChancePicked, ZoneShuffled
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.words.printed import Teller, move_parts
from variorum_engine.words.standing import Standing

FORMAT = 1
MOST_BYTES = 50_000_000
_CHECK = 16
Data = dict[str, object]  # what a line says, as it stands in JSON


class Header(NamedTuple):
    """The first line: which game this is, and who plays it: the seats of people count from 0, and
    `bots` says how the others play. Neither matters for what the record proves. `given`: chance
    does what the record says, as in a game of another edition, and not what the seed says."""

    edition: str
    source: str
    fingerprint: str
    options: tuple[str, ...]
    readings: Mapping[str, str]
    players: tuple[str, ...]
    seed: int
    people: tuple[int, ...] = ()
    bots: str = ""
    given: bool = False

    def data(self) -> Data:
        data: Data = {
            "record": FORMAT, "edition": self.edition, "source": self.source,
            "fingerprint": self.fingerprint, "options": list(self.options),
            "readings": dict(self.readings), "players": list(self.players), "seed": self.seed,
        }
        if self.people:
            data |= {"people": list(self.people), "bots": self.bots}
        if self.given:
            data["given"] = True
        return data


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


def begun(header: Header, game: Game, given: Sequence[Draw] = ()) -> Table:
    """The table at which the game of a record begins, with what is `given` of its chance."""
    chance = Given(header.seed, given) if header.given else Chance(header.seed)
    return Table(game.rules, names=header.players, chance=chance)


# -------------------------------------------------------------------------------------- lines
class Scribe:
    """Words the lines of a game that goes on at a table."""

    def __init__(self, table: Table, symbols: Symbols) -> None:
        self.table = table
        self.teller = Teller(table.rules.program, symbols, table.names)
        self.events = 0
        self.draws = 0

    def decision(self, seat: int, move: Move) -> Data:
        """The line of a decision; to be asked for before it is applied."""
        asking = self.table.asking
        assert asking is not None
        choice = asking.offers[move.choice].choice
        of, members = move_parts(self.table.rules.program, choice, move.picked)
        line: Data = {
            "decision": self.teller.names[seat], "seat": seat, "choice": move.choice,
            "said": self.teller.said(choice, of, members),
        }
        if of:
            line[of] = bits(move.picked)
        return line

    def chance(self) -> list[Data]:
        """The lines of what chance did since this was last asked for."""
        state = self.table.state
        made = state.chance.made or []
        events = iter([event for event in (state.events or ())[self.events:]
                       if isinstance(event, ZoneShuffled | ChancePicked)])
        lines = []
        for kind, answer in made[self.draws:]:
            line: Data = {"chance": kind}
            if kind == "number":
                line["numbers"] = answer
            elif isinstance(event := next(events), ZoneShuffled):
                line["zone"] = self.teller.zone(event.zone)
                line |= self._cards(answer)
            elif event.line.source.type in ("card", "cards"):
                line |= self._cards(answer)
            elif event.line.source.type == "players":
                line |= {"players": answer, "names": [self.teller.owner(s) for s in answer]}
            else:
                line["numbers"] = answer
            lines.append(line)
        self.events = len(state.events or ())
        self.draws = len(made)
        return lines

    def seek(self) -> None:
        """Take all that has happened at the table so far as told."""
        self.events = len(self.table.state.events or ())
        self.draws = len(self.table.state.chance.made or ())

    def _cards(self, cards: Sequence[int]) -> Data:
        return {"cards": list(cards), "said": [self.teller.naming.card(card) for card in cards]}

    def outcome(self) -> Data:
        standing = Standing(self.table.rules, self.table.state, self.teller)
        return {"outcome": standing.data()}


def dumped(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def checked(before: str, text: str) -> str:
    """The checksum of a line, given that of the line before it."""
    return hashlib.sha256(f"{before}\n{text}".encode()).hexdigest()[:_CHECK]


def sealed(lines: Iterable[Mapping[str, object]], before: str = "") -> Iterator[str]:
    """Lines with their checksums."""
    for line in lines:
        text = dumped(line)
        before = checked(before, text)
        yield f'{text[:-1]},"check":"{before}"}}'


class Writer:
    """Appends lines to a record; each is on the disk before the next move is asked for."""

    def __init__(self, path: str | os.PathLike[str], *, before: str = "", fresh: bool = True,
                 keep: int = 0) -> None:
        self.path = Path(path)
        self.before = before
        if fresh:
            self.file: IO[bytes] = open(self.path, "xb")  # noqa: SIM115 - closed by close()
        else:
            self.file = open(self.path, "r+b")  # noqa: SIM115
            self.file.truncate(keep)
            self.file.seek(keep)

    def write(self, *lines: Mapping[str, object]) -> None:
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


def drawn(data: Mapping[str, object]) -> Draw | None:
    """What a line says that chance did; nothing if it does not say that."""
    kind = data.get("chance")
    answer = next((data[name] for name in ("cards", "players", "numbers") if name in data), None)
    if kind not in ("shuffle", "pick", "number") or not isinstance(answer, list) or not all(
        type(each) is int for each in answer
    ):
        return None
    return Draw(kind, answer)


class Line(NamedTuple):
    number: int
    data: Data
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


def _line(raw: bytes, before: str) -> tuple[Data, str] | str:
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


def header_of(data: Mapping[str, Any]) -> Header | None:
    """The header that a line gives, if it is one: a stranger may have written anything."""
    from pydantic import TypeAdapter, ValidationError

    fields = {name: data[name] for name in Header._fields if name in data}
    try:
        # As JSON, in which a list is a tuple too.
        header = TypeAdapter(Header).validate_json(json.dumps(fields), strict=True)
    except (ValidationError, ValueError):
        return None
    return header if all(0 <= seat < len(header.players) for seat in header.people) else None
