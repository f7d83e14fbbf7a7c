"""Games by the hundred, and what they showed, as data for the command and the pytest plugin."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, NamedTuple

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.english import numbered
from variorum_dsl.files.loader import Loaded
from variorum_dsl.printer.document import print_clause
from variorum_engine.table.preparation import Ready
from variorum_engine.verification.exhaustive import Walk, walked
from variorum_engine.verification.promises import blame
from variorum_engine.verification.random_games import Case, Failure, TimeUp, Watched, cases
from variorum_engine.verification.shrinker import Written, written

MOST_FAILURES = 5
MOST_WRITTEN = 1_000_000_000  # a larger number is told by its length
CODES = {"always": "broken-promise", "leak": "leak", "can-move": "broken-rule",
         "ends": "broken-rule"}


class Found(NamedTuple):
    """A failure, as a report and as an example."""

    failure: Failure
    diagnostic: Diagnostic
    example: str
    written: Written


class Verified(NamedTuple):
    """What a run showed. `whole` says that every case was looked at, `stopped` that somebody
    did not want to wait for that."""

    cases: int
    games: int
    positions: int
    whole: bool
    found: list[Found]
    problems: list[Diagnostic]
    stopped: bool = False
    walks: tuple[tuple[Case, Walk], ...] = ()  # of a walk through whole games


def _untold(_: str) -> None:
    """Nobody waits."""


def verified(
    loaded: Loaded, *, games: int = 2, seconds: float | None = None, seed: int = 1,
    players: int | None = None, options: tuple[str, ...] | None = None,
    readings: Mapping[str, str] | None = None, tell: Callable[[str], None] = _untold,
) -> Verified:
    """Random games of every case, one game of each before the next round of them.

    An interruption is no mistake: the result is then about what is done.
    """
    assert loaded.sheet is not None
    ready = Ready(loaded.sheet)
    until = None if seconds is None else time.monotonic() + seconds
    waiting = list(cases(ready, players, options, readings))
    tables: dict[Case, Watched] = {}
    found: dict[Any, Found] = {}
    played = 0
    problems: list[Diagnostic] = []
    done: set[Case] = set()
    stopped = False
    try:
        for number, (turn, case) in enumerate(product(range(games), waiting)):
            if until is not None and time.monotonic() > until and tables:
                break
            tell(f"{loaded.document.name if loaded.document else loaded.path}: game {number + 1:,} "
                 f"of {games * len(waiting):,}, {case.words()}")
            if case not in tables:
                tables[case] = Watched(ready, case)
            watched = tables[case]
            if watched.usable:
                failure = watched.game(seed + turn, until=until)
                played += 1
            else:
                problems += [p for p in watched.problems if p not in problems]
                failure = None
            done.add(case)
            if failure is not None and len(found) < MOST_FAILURES:
                key = failure.broken.invariant, failure.broken.at
                if key not in found:
                    found[key] = told(loaded, watched, failure)
    except TimeUp:
        pass
    except KeyboardInterrupt:
        stopped = True
    whole = len(done) == len(waiting) and not stopped
    positions = sum(watched.positions for watched in tables.values() if watched.usable)
    return Verified(len(tables), played, positions, whole, list(found.values()), problems,
                    stopped)


def exhausted(
    loaded: Loaded, *, seconds: float | None = None, most: int = 1_000_000,
    players: int | None = None, options: tuple[str, ...] | None = None,
    readings: Mapping[str, str] | None = None, tell: Callable[[str], None] = _untold,
) -> Verified:
    """Every position of every case; the assumed readings and no options unless others are named."""
    assert loaded.sheet is not None
    ready = Ready(loaded.sheet)
    until = None if seconds is None else time.monotonic() + seconds
    walks: list[tuple[Case, Walk]] = []
    found: dict[Any, Found] = {}
    problems: list[Diagnostic] = []
    for case in cases(ready, players, options or (), readings):
        if case.readings and not readings:
            continue
        watched = Watched(ready, case)
        if not watched.usable:
            problems += watched.problems
            continue
        words = case.words()

        def said(far: Walk, words: str = words) -> None:
            tell(f"{words}: {far_in_words(far)}")

        # The time is for all of them: it does not begin again with each.
        left = None if until is None else max(0.0, until - time.monotonic())
        walk = walked(watched, most=most, seconds=left, tell=said)
        walks.append((case, walk))
        if walk.failure is not None:
            key = walk.failure.broken.invariant, walk.failure.broken.at
            if key not in found:
                found[key] = told(loaded, watched, walk.failure)
        if walk.stopped:
            break
    whole = all(walk.whole or walk.failure is not None for _, walk in walks)
    return Verified(len(walks), sum(walk.ends for _, walk in walks),
                    sum(walk.positions for _, walk in walks), whole, list(found.values()), problems,
                    any(walk.stopped for _, walk in walks), tuple(walks))


def far_in_words(walk: Walk) -> str:
    """How far a walk came, of how much: what is left is told by the deals, which can be counted."""
    many = walk.all_deals
    deals = f"{many:,}" if many < MOST_WRITTEN else f"10^{len(str(many)) - 1}"
    return (f"{numbered(walk.positions, 'position')} and {numbered(walk.ends, 'end')} in "
            f"{walk.deals:,} of about {deals} deals")


def told(loaded: Loaded, watched: Watched, failure: Failure) -> Found:
    """A failure in words, with an example that shows it."""
    story = written(watched, failure)
    broken = failure.broken
    kind, _, name = broken.invariant.partition(" ")
    who = f"{watched.writer.names[broken.seat]} " if broken.seat >= 0 else ""
    title = f"{who}{broken.text}" if kind != "always" else f'"{name}" does not always hold'
    at = broken.at if isinstance(broken.at, Place) and broken.at.line else (
        Place.start_of(loaded.path))
    ours = blame(broken) == "engine"
    inherited = kind == "always" and at.path != loaded.path
    diagnostic = Diagnostic(
        CODES.get(kind, "our-mistake"), "error", title, Label(at),
        why=f"seen with {failure.case.words()}, seed {failure.seed}, "
        f"after {failure.decisions} decisions",
        hint="this is a mistake of Variorum itself: please report it with the example" if ours
        else f"mend the rule that the example below shows, or, if this variant means it so: "
        f"remove always {name}" if inherited
        else "the example below shows it; it passes once the rule is mended" if story.fails
        else "the example below leads there",
    )
    return Found(failure, diagnostic, print_clause(story.example), story)
