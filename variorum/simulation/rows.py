"""One row for each game, as CSV or Parquet, for people's own analysis.

Rows are written chunk by chunk in the order of the games, so the file needs no memory, and is the
same whatever the number of workers.
"""

from __future__ import annotations

import csv
import io
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

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

NEEDED = "rows as Parquet need pyarrow: pip install 'variorum[tables]', or name a file *.csv"


class NotWritten(Exception):
    """The rows cannot be written; the message says why."""


class Rows:
    """Takes chunks in order and turns them into rows."""

    def __init__(self, path: str, side: Side, plan: Plan, bots: tuple[str, ...]) -> None:
        self.path = path
        self.side = side
        self.plan = plan
        self.bots = bots

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

    def rows(self, played: Played) -> list[list[Any]]:
        """The rows of a chunk."""
        width = self.plan.row_width
        return [self._row(played.first + i, played.rows[i * width : (i + 1) * width])
                for i in range(played.games)]

    def _row(self, game: int, row: list[int]) -> list[Any]:
        plan, players = self.plan, range(self.side.players)
        won, out = row[WINNERS], row[OUT]
        share = 1 / won.bit_count() if won else 0
        scores = [_number(Fraction(each, plan.unit)) for each in row[ROW_HEAD:]]
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

    def write(self, played: Played) -> None:
        raise NotImplementedError

    def go_on(self, length: int, games: int) -> None:
        """Take up a file that was left at a length."""
        raise NotImplementedError

    def length(self) -> int:
        return 0

    def close(self) -> None:
        pass


class CsvRows(Rows):
    """Comma-separated values, by the standard library."""

    def __init__(self, path: str, *given: Any) -> None:
        super().__init__(path, *given)
        self.file: Any = None

    def _open(self) -> Any:
        if self.file is None:
            self.file = _opened(self.path, "wb")
            self._put([[name for name, _ in self.columns()]])
        return self.file

    def _put(self, rows: list[list[Any]]) -> None:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        self.file.write(text.getvalue().encode("utf-8"))

    def write(self, played: Played) -> None:
        self._open()
        self._put(self.rows(played))
        self.file.flush()

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


class ParquetRows(Rows):
    """Parquet, by pyarrow: each chunk is a group of rows."""

    def __init__(self, path: str, *given: Any) -> None:
        super().__init__(path, *given)
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise NotWritten(NEEDED) from None
        self.arrow: Any = pyarrow
        kinds = {"whole": pyarrow.int64(), "number": pyarrow.float64(), "text": pyarrow.string()}
        self.schema = pyarrow.schema([(name, kinds[kind]) for name, kind in self.columns()])
        _opened(path, "wb").close()
        self.writer = pyarrow.parquet.ParquetWriter(path, self.schema)

    def write(self, played: Played) -> None:
        columns = list(zip(*self.rows(played), strict=True))
        arrays = [self.arrow.array(column, type=kind.type)
                  for column, kind in zip(columns, self.schema, strict=True)]
        self.writer.write_table(self.arrow.Table.from_arrays(arrays, schema=self.schema))

    def close(self) -> None:
        self.writer.close()


def rows_for(path: str, side: Side, plan: Plan, bots: tuple[str, ...]) -> Rows:
    """Whoever writes the sort of file that the name asks for."""
    kinds = {".csv": CsvRows, ".parquet": ParquetRows}
    kind = kinds.get(Path(path).suffix.lower())
    if kind is None:
        raise NotWritten(f"--rows {quote(path)}: the name must end in .csv or .parquet")
    return kind(path, side, plan, bots)


def decided_names(plan: Plan) -> list[str]:
    """What can decide a game, by number: see `variorum_engine.tally.plan`, section `decided`."""
    return ["elimination", *(tie.name for tie in plan.program.chain), "still tied"]


def _number(value: Fraction) -> float:
    return float(value)


def _opened(path: str, mode: str) -> Any:
    try:
        return open(path, mode)
    except OSError as problem:
        raise NotWritten(f"{quote(path)} cannot be written: "
                         f"{problem.strerror or 'the system refused'}") from None
