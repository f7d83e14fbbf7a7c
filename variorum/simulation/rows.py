"""One row for each game, as CSV or Parquet, for people's own analysis.

Rows are written chunk by chunk in the order of the games, so the file needs no memory, and is the
same whatever the number of workers.
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import BinaryIO, Literal, Protocol

from variorum_dsl.diagnostics.sanitizer import quote
from variorum_engine.tally.plan import ROW_HEAD, Plan

from variorum.simulation.job import Played, Side
from variorum.simulation.pairs import (
    ARISEN,
    CHANGES,
    DECIDED,
    DECISIONS,
    DOUBT,
    OUT,
    ROUNDS,
    WINNERS,
)

Cell = int | float | str | None
NEEDED = "rows as Parquet need pyarrow: pip install 'variorum[tables]', or name a file *.csv"


class NotWritten(Exception):
    """The rows cannot be written; the message says why."""


class Rows(Protocol):
    """A file that takes chunks in the order of their games."""

    def write(self, played: Played) -> None: ...

    def go_on(self, length: int, games: int) -> None:
        """Take up a file that was left at a length."""

    def length(self) -> int: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Layout:
    """What the columns are, and what stands in them."""

    side: Side
    plan: Plan
    bots: tuple[str, ...]

    def columns(self) -> list[tuple[str, str]]:
        """Names and types: whole numbers, numbers, texts."""
        players = range(1, self.side.players + 1)
        return [
            ("game", "whole"), ("rounds", "whole"), ("decisions", "whole"),
            ("winners", "text"), ("decided_by", "text"), ("lead_changes", "whole"),
            ("in_doubt_until", "number"),
            *((f"bot_{seat}", "text") for seat in players),
            *((f"won_{seat}", "number") for seat in players),
            *((f"out_{seat}", "whole") for seat in players),
            *((f"score_{seat}", "number") for seat in players),
            *((f"silence_{silent.name}".replace("-", "_"), "whole")
              for silent in self.side.silences if not silent.settled),
        ]

    def rows(self, played: Played) -> list[list[Cell]]:
        """The rows of a chunk."""
        width = self.plan.row_width
        return [self._row(played.first + i, played.rows[i * width : (i + 1) * width])
                for i in range(played.games)]

    def _row(self, game: int, row: list[int]) -> list[Cell]:
        plan, players = self.plan, range(self.side.players)
        won, out = row[WINNERS], row[OUT]
        share = 1 / won.bit_count() if won else 0
        scores = [float(Fraction(each, plan.unit)) for each in row[ROW_HEAD:]]
        return [
            game, row[ROUNDS], row[DECISIONS],
            " ".join(str(seat + 1) for seat in players if won >> seat & 1),
            decided_names(plan)[row[DECIDED]],
            None if row[CHANGES] < 0 else row[CHANGES],
            None if row[DOUBT] < 0 else row[DOUBT] / 1000,
            *(self.bots[(seat - game) % len(self.bots)] for seat in players),
            *(share if won >> seat & 1 else 0.0 for seat in players),
            *(out >> seat & 1 for seat in players),
            *(scores if plan.program.chain else [None] * len(scores)),
            *(row[ARISEN] >> i & 1 for i, silent in enumerate(self.side.silences)
              if not silent.settled),
        ]


class CsvRows:
    """Comma-separated values, by the standard library."""

    def __init__(self, path: str, layout: Layout) -> None:
        self.path, self.layout = path, layout
        self.file: BinaryIO | None = None

    def _open(self) -> BinaryIO:
        if self.file is None:
            self.file = _opened(self.path, "wb")
            self._put(self.file, [[name for name, _ in self.layout.columns()]])
        return self.file

    def _put(self, file: BinaryIO, rows: Sequence[Sequence[Cell]]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        file.write(text.getvalue().encode("utf-8"))

    def write(self, played: Played) -> None:
        file = self._open()
        self._put(file, self.layout.rows(played))
        file.flush()

    def go_on(self, length: int, games: int) -> None:
        if not games:
            return
        if not length:
            raise NotWritten("the games in the checkpoint were played without --rows")
        if not os.path.isfile(self.path) or os.path.getsize(self.path) < length:
            raise NotWritten(f"{quote(self.path)} does not hold the rows of the games that are in "
                             "the checkpoint")
        self.file = _opened(self.path, "r+b")
        self.file.truncate(length)
        self.file.seek(length)

    def length(self) -> int:
        return int(self.file.tell()) if self.file else 0

    def close(self) -> None:
        self._open().close()


class ParquetRows:
    """Parquet, by pyarrow: each chunk is a group of rows."""

    def __init__(self, path: str, layout: Layout) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise NotWritten(NEEDED) from None
        self.arrow, self.layout = pyarrow, layout
        kinds = {"whole": pyarrow.int64(), "number": pyarrow.float64(), "text": pyarrow.string()}
        self.schema = pyarrow.schema([(name, kinds[kind]) for name, kind in layout.columns()])
        _opened(path, "wb").close()
        self.writer = pyarrow.parquet.ParquetWriter(path, self.schema)

    def write(self, played: Played) -> None:
        columns = list(zip(*self.layout.rows(played), strict=True))
        arrays = [self.arrow.array(column, type=kind.type)
                  for column, kind in zip(columns, self.schema, strict=True)]
        self.writer.write_table(self.arrow.Table.from_arrays(arrays, schema=self.schema))

    def go_on(self, length: int, games: int) -> None:
        raise NotWritten("a Parquet file cannot be taken up again")

    def length(self) -> int:
        return 0

    def close(self) -> None:
        self.writer.close()


def rows_for(path: str, side: Side, plan: Plan, bots: tuple[str, ...]) -> Rows:
    """Whoever writes the sort of file that the name asks for."""
    match Path(path).suffix.lower():
        case ".csv":
            return CsvRows(path, Layout(side, plan, bots))
        case ".parquet":
            return ParquetRows(path, Layout(side, plan, bots))
    raise NotWritten(f"--rows {quote(path)}: the name must end in .csv or .parquet")


def decided_names(plan: Plan) -> list[str]:
    """What can decide a game, by number: see `variorum_engine.tally.plan`, section `decided`."""
    return ["elimination", *(tie.name for tie in plan.program.chain), "still tied"]


def _opened(path: str, mode: Literal["wb", "r+b"]) -> BinaryIO:
    try:
        return open(path, mode)
    except OSError as problem:
        raise NotWritten(f"{quote(path)} cannot be written: "
                         f"{problem.strerror or 'the system refused'}") from None
