"""Checkpoints: the sums so far and the games that are in them, so that a long run can go on.

A checkpoint is written beside the old one and then put into its place, so a kill at any moment
leaves a whole one. It says what it belongs to and carries a digest of itself.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.files.text import first_bytes

from variorum.reports.json import Json

FORMAT, VERSION = "variorum-checkpoint", 1
MOST_BYTES = 200_000_000
MOST_GAMES = 10**12
UNSAID = ("rules", "weights", "figures")  # digests and sizes, which tell a reader nothing


class Unusable(Exception):
    """A checkpoint that cannot be gone on with; the message says why."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What stands in a checkpoint."""

    format: Literal["variorum-checkpoint"]
    format_version: int
    run: dict[str, object]
    done: list[tuple[int, int]]
    rows: int
    sums: list[int]


class Total:
    """Sums and the games in them, as ranges [first, last) in order."""

    def __init__(self, size: int) -> None:
        self.sums = [0] * size
        self.done: list[tuple[int, int]] = []

    @property
    def games(self) -> int:
        return sum(last - first for first, last in self.done)

    def add(self, first: int, games: int, sums: list[int]) -> None:
        """Add a chunk, which must be new."""
        last = first + games
        if any(a < last and first < b for a, b in self.done):
            raise ValueError("these games have been counted already")
        self.sums = list(map(int.__add__, self.sums, sums))
        ranges = sorted([*self.done, (first, last)])
        joined = [ranges[0]]
        for a, b in ranges[1:]:
            if a == joined[-1][1]:
                joined[-1] = joined[-1][0], b
            else:
                joined.append((a, b))
        self.done = joined

    def missing(self, games: int, chunk: int) -> list[tuple[int, int]]:
        """The chunks that are still to be played, so that all games up to a number are done."""
        found, place = [], 0
        for first, last in [*self.done, (games, games)]:
            while place < min(first, games):
                many = min(chunk, min(first, games) - place)
                found.append((place, many))
                place += many
            place = max(place, last)
        return found


def write(path: str, run: Mapping[str, Json], total: Total, rows: int = 0) -> None:
    """Put a checkpoint into its place. `rows` says how long the file with the rows is."""
    body = {"format": FORMAT, "format_version": VERSION, "run": run, "done": total.done,
            "rows": rows, "sums": total.sums}
    text = json.dumps(body, separators=(",", ":"), ensure_ascii=False)
    target = Path(path)
    beside = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        beside.write_text(f"{_digest(text)}\n{text}\n", "utf-8")
        os.replace(beside, target)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        raise Unusable(f"the checkpoint {quote(path)} cannot be written: "
                       f"{problem.strerror or 'the system refused'}") from None


def read(path: str, run: Mapping[str, Json], size: int) -> tuple[Total, int]:
    """What a checkpoint holds, if it is whole and belongs to this run."""
    from pydantic import TypeAdapter

    try:
        if os.path.getsize(path) > MOST_BYTES:
            raise Unusable(f"{quote(path)} is no checkpoint: it is far too long")
        lines = first_bytes(path, MOST_BYTES).decode("utf-8").splitlines()
    except OSError as problem:
        raise Unusable(f"the checkpoint {quote(path)} cannot be read: "
                       f"{problem.strerror or 'the system refused'}") from None
    except UnicodeDecodeError:
        lines = []
    if len(lines) != 2 or _digest(lines[1]) != lines[0]:
        raise Unusable(f"the checkpoint {quote(path)} is damaged: it is not what was written. "
                       "Start again with another file")
    try:
        body = json.loads(lines[1])
        if isinstance(body, dict) and body.get("format") == FORMAT and (
            body.get("format_version") != VERSION
        ):
            raise Unusable(f"the checkpoint {quote(path)} was written by another version")
        stored = TypeAdapter(Stored).validate_json(lines[1], strict=True)
    except (ValueError, RecursionError):  # a ValidationError is a ValueError
        raise Unusable(f"{quote(path)} is no checkpoint") from None
    _compare(path, stored.run, run)
    if len(stored.sums) != size:
        raise Unusable(f"the checkpoint {quote(path)} was written by another version")
    ends = [0, *(end for each in stored.done for end in each), MOST_GAMES]
    if ends != sorted(ends) or any(a == b for a, b in stored.done) or stored.rows < 0:
        raise Unusable(f"{quote(path)} is no checkpoint: its games are not in order")
    total = Total(0)
    total.sums, total.done = stored.sums, stored.done
    return total, stored.rows


def _compare(path: str, before: Mapping[str, object], now: Mapping[str, Json]) -> None:
    different = [name for name in now if before.get(name) != now[name]]
    if different:
        said = [f"{name}: {_said(before.get(name))} there, {_said(now[name])} here"
                for name in different if name not in UNSAID]
        words = "; ".join(said) or f"other {different[0]}"
        raise Unusable(f"the checkpoint {quote(path)} belongs to another run ({words}). Ask for "
                       "the same games as then, or name another file")


def _said(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
