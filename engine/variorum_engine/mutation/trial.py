"""A mutant on trial: does an example fail, does the checker report it, or nobody?"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple

from variorum_dsl import model as m
from variorum_dsl.budget import STEPS_OF_A_CHECK, Budget, TooHard
from variorum_dsl.checks import Subject, checked
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Place
from variorum_dsl.files.loader import Finder, Loaded, load

from variorum_engine.checks.playing import broken_promises, own_examples, runs_out
from variorum_engine.checks.winning import winning
from variorum_engine.mutation.equivalence import Meanings
from variorum_engine.mutation.holdings import TooMany
from variorum_engine.mutation.mutants import Mutant, Original
from variorum_engine.table.preparation import Ready

Result = Literal["example", "checker", "invariant", "survived", "undecided", "same"]
SECONDS = 60
TIMES = 10  # so many times the steps of the original a mutant may take


class Verdict(NamedTuple):
    """What became of a mutant: who noticed it, and by what."""

    id: str
    result: Result
    by: str = ""


class Overdue(Exception):
    """A mutant that nobody could decide on in time. How long that is depends on the machine, so
    it counts as not caught."""


class Court:
    """Everything about the original that the trials of its mutants need."""

    def __init__(self, loaded: Loaded) -> None:
        self.original = Original(loaded)
        self.mutants = self.original.mutants()
        budget = Budget(10**18)
        ready = Ready(self.original.sheet, budget)
        self.examples: list[tuple[m.Example, frozenset[tuple[str, int]]]] = []
        for example in own_examples(ready):
            reached: set[object] = set()
            if not ready.run(example, reached):
                lines = frozenset((at.path, at.line) for at in reached if isinstance(at, Place))
                self.examples.append((example, lines))
        broken_promises(ready)
        self.steps = max(STEPS_OF_A_CHECK, int(TIMES * (10**18 - budget.left)))
        self.meanings = Meanings(self.original.sheet)
        self.known = {_key(finding) for finding in _findings(loaded)}

    def trial(self, mutant: Mutant) -> Verdict:
        """Examples first, those that come by the changed line before the others."""
        try:
            with _limited(SECONDS):
                return self._trial(mutant)
        except TooHard:  # a game that does not come to an end, as a check would report it
            return Verdict(mutant.id, "checker", "too-hard")
        except Overdue:
            return Verdict(mutant.id, "undecided", f"not within {SECONDS} seconds")

    def _trial(self, mutant: Mutant) -> Verdict:
        loaded = self.original.changed(mutant)
        if any(problem.severity == "error" for problem in loaded.problems):
            return Verdict(mutant.id, "checker", loaded.problems[-1].code)
        assert loaded.sheet is not None
        ready = Ready(loaded.sheet, Budget(self.steps))
        for example in self._likely(mutant):
            if ready.run(example):
                return Verdict(mutant.id, "example", example.name)
        new = [finding for finding in _findings(loaded, ready) if _key(finding) not in self.known]
        if self._same(loaded, mutant, promises=True):
            return Verdict(mutant.id, "same")
        if new:
            return Verdict(mutant.id, "checker", new[0].code)
        for finding in broken_promises(ready):
            if finding.code != "broken-promise":
                return Verdict(mutant.id, "checker", finding.code)
            return Verdict(mutant.id, "invariant", finding.title)
        if self._same(loaded, mutant, promises=False):
            return Verdict(mutant.id, "same")
        return Verdict(mutant.id, "survived")

    def _same(self, loaded: Loaded, mutant: Mutant, *, promises: bool) -> bool:
        assert loaded.sheet is not None
        try:
            return self.meanings.same(loaded.sheet, mutant.within, promises=promises)
        except TooMany:
            return False

    def _likely(self, mutant: Mutant) -> list[m.Example]:
        """The examples that can notice, the most likely ones first."""
        line = mutant.place.path, mutant.place.line
        option = {n.removeprefix("option ") for n in mutant.within if n.startswith("option ")}
        reading = {n.removeprefix("reading ") for n in mutant.within if n.startswith("reading ")}
        rows = []
        for number, (example, lines) in enumerate(self.examples):
            chosen = {*example.options, example.origin.removeprefix("option ")}
            if not option <= chosen or not reading <= {each.reading for each in example.readings}:
                continue
            rows.append((line not in lines, len(lines), number, example))
        rows.sort(key=lambda row: row[:3])
        return [row[3] for row in rows]


def _findings(loaded: Loaded, ready: Ready | None = None) -> list[Diagnostic]:
    """What the checker says, apart from examples that fail and random games."""

    def played(subject: Subject) -> list[Diagnostic]:
        games = ready or Ready(subject.sheet)
        return [*runs_out(games), *winning(games)]

    return [finding for finding in checked(loaded, extra=played) if finding.severity != "note"]


def _key(finding: Diagnostic) -> tuple[str, str]:
    return finding.code, finding.title


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Give up after a while."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(*_: object) -> None:
        raise Overdue

    before = signal.signal(signal.SIGALRM, late)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


_court: Court | None = None


def open_court(path: str, finder: Finder | None) -> None:
    """Make a process ready to try the mutants of a file. Ctrl-C is for whoever started it."""
    global _court  # noqa: PLW0603
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _court = Court(load(path, finder))


def try_number(number: int) -> Verdict:
    assert _court is not None
    return _court.trial(_court.mutants[number])
