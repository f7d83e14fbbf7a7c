"""All mutants of a file, or some of them, tried on every processor."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from variorum_dsl.files.loader import Finder, Loaded

from variorum_engine.mutation.mutants import Mutant, Original
from variorum_engine.mutation.trial import Court, Verdict, open_court, try_number

FEW = 12


class Measured(NamedTuple):
    """The mutants that were tried, each with its verdict, in the order of the file. Somebody who
    did not want to wait left some of the `chosen` ones untried."""

    name: str
    rows: tuple[tuple[Mutant, Verdict], ...]
    chosen: int

    @property
    def stopped(self) -> bool:
        return len(self.rows) < self.chosen

    def of(self, *results: str) -> list[tuple[Mutant, Verdict]]:
        return [row for row in self.rows if row[1].result in results]

    @property
    def counted(self) -> int:
        return len(self.rows) - len(self.of("same"))

    @property
    def caught(self) -> int:
        """By an example of the file or by the checker."""
        return len(self.of("example", "checker"))

    @property
    def share(self) -> float:
        """Of a hundred mutants that mean something else, how many are caught."""
        return 100 * self.caught / self.counted if self.counted else 100.0


def chosen(loaded: Loaded, limit: int | None = None, seed: int = 0) -> list[tuple[int, Mutant]]:
    """The mutants with their numbers; a sample of them if there is a limit."""
    mutants = list(enumerate(Original(loaded).mutants()))
    if limit is not None and limit < len(mutants):
        mutants = sorted(random.Random(seed).sample(mutants, limit), key=lambda row: row[0])
    return mutants


def measure(
    loaded: Loaded, finder: Finder | None = None, limit: int | None = None, seed: int = 0,
    processes: int | None = None, tell: Callable[[int, int], None] | None = None,
) -> Measured:
    """Try the mutants of a file that was read; `tell` hears how many of how many are tried. An
    interruption is no mistake: the result is then about what is done."""
    assert loaded.document is not None
    rows = chosen(loaded, limit, seed)
    many = processes or os.cpu_count() or 1
    if many < 2 or len(rows) <= FEW:
        court = Court(loaded)
        verdicts = _counted((court.trial(mutant) for _, mutant in rows), len(rows), tell)
    else:
        with ProcessPoolExecutor(many, initializer=open_court,
                                 initargs=(loaded.path, finder)) as pool:
            numbers = [number for number, _ in rows]
            verdicts = _counted(pool.map(try_number, numbers, chunksize=4), len(rows), tell)
            pool.shutdown(cancel_futures=True)
    pairs = zip((mutant for _, mutant in rows), verdicts, strict=False)
    return Measured(loaded.document.name, tuple(pairs), len(rows))


def _counted(
    verdicts: Iterable[Verdict], many: int, tell: Callable[[int, int], None] | None
) -> list[Verdict]:
    found: list[Verdict] = []
    try:
        for number, verdict in enumerate(verdicts, 1):
            found.append(verdict)
            if tell is not None:
                tell(number, many)
    except KeyboardInterrupt:
        pass  # what is done is worth telling
    return found
