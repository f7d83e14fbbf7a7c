"""The search for good weights: games against players at random, then also against the best so far.

It begins with what can be learnt from games in which chance decides now and then. Every candidate
of a turn plays the same games, so that luck does not decide between them. Nothing depends on how
many processes share the work.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from variorum_engine.table.table import Rules
from variorum_engine.tuning.budget import planned
from variorum_engine.tuning.evolution import Cloud
from variorum_engine.tuning.matches import (
    MIXED,
    RANDOM,
    SHARES,
    Contest,
    Match,
    Share,
    start_weights,
)
from variorum_engine.tuning.regression import ROUNDS, Learnt, Lesson, Lessons, learn
from variorum_engine.tuning.sensitivity import scales
from variorum_engine.tuning.weights import Effort, Tuned, named, print_of

FIRST = 0.5  # the spread of the first candidates, in these sizes
SPREAD = 3000  # thousandths that a weight of a number of size 1 is moved by at first
MARK = 600  # the same for a weight of a mark
WORSE = 0.005  # so much may be lost against random players for the sake of others
FRESH = 10**12  # seeds of the last measure are far from those of the search


class Report(NamedTuple):
    """How far the search is."""

    turn: int
    turns: int
    games: int
    share: float
    seconds: float
    left: float


class Search:
    """The tuning of one game."""

    def __init__(
        self, rules: Rules, form: str, *, seed: int, games: int, workers: int = 1,
    ) -> None:
        self.rules, self.seed, self.workers = rules, seed, workers
        self.scales = scales(rules, seed)
        self.keys = sorted(self.scales)
        self.cloud = Cloud(max(1, len(self.keys)), seed, FIRST)
        # What cannot be searched is said before the game is compiled, which takes its time.
        self.plan = planned(self.cloud.points if self.keys else 0, games)
        self.match = Match(rules, form)
        thumb = self.match.machine.thumb
        # A mark is a value of a card, and what moves it adds up.
        self.spreads = [MARK if ": the mark: " in weight.name else SPREAD
                        for weight in thumb.weights]
        self.start = start_weights(self.match.machine)
        self.lessons = Lessons(self.match, self.keys)
        self.best = self.start
        self.won = -1.0
        self.yardstick = self.start
        self.played = 0
        self.stopped = False

    # --------------------------------------------------------------------- searching
    def run(self, report: Callable[[Report], None] | None = None) -> Tuned:
        """Search until the games are used up, or somebody interrupts; the best is kept."""
        begun = time.monotonic()
        try:
            # No turn has more work at a time than this, so more processes would only wait.
            with hands(self.lessons, min(self.workers, 2 * self.cloud.points)) as wins:
                if self.keys:
                    self._learn(wins)
                    self._search(wins, report, begun)
        except KeyboardInterrupt:
            self.stopped = True
        program = self.rules.program
        share = self.measured(self.plan.measured).rounded()
        return Tuned(program.players, print_of(program), share, Effort(self.seed, self.played),
                     named(self.match.machine.thumb, self.best))

    def measured(self, games: int) -> Share:
        """How well the best does against random players, in games that were not tuned with."""
        return self.match.share(self.best, self.seed + FRESH, games)

    def _learn(self, wins: Hands) -> None:
        """Where the search begins: the best of what was learnt, and of what any game has."""
        seed = self.seed * 1_000_003 + 700_000
        rows = [self.start, *learn(self.lessons, self.start, seed, self.plan.learning, wins.learn)]
        self.played += self.plan.learning
        worth = self._worth(wins, rows, seed + ROUNDS, self.plan.first_compared, mixed=False)
        self.won = max(worth)
        self.start = self.best = self.yardstick = rows[worth.index(self.won)]
        self._sizes(self.start)

    def _sizes(self, row: Sequence[int]) -> None:
        """How far weights are moved: in keeping with those there are at the same choice."""
        names = [weight.name.partition(": ")[0] for weight in self.match.machine.thumb.weights]
        felt: dict[tuple[str, bool], list[float]] = {}
        for key in self.keys:
            kind = names[key], self.spreads[key] == MARK
            felt.setdefault(kind, []).append(abs(row[key]) * self.scales[key])
        for key in self.keys:
            if self.spreads[key] != MARK:
                sizes = felt[names[key], False]
                self.spreads[key] = max(SPREAD, round(sum(sizes) / len(sizes)))

    def _search(
        self, wins: Hands, report: Callable[[Report], None] | None, begun: float
    ) -> None:
        turns, both = self.plan.turns, self.plan.alone
        for turn in range(turns):
            if turn == both:
                self.yardstick = self.best
                self.won = -1.0
            mixed = turn >= both
            seed = self.seed * 1_000_003 + turn
            points = [self._row(point) for point in self.cloud.ask()]
            self.cloud.tell(self._worth(wins, points, seed, self.plan.games, mixed=mixed))
            if self.plan.is_compared(turn):
                self._check(wins, seed + 500_000, mixed=mixed)
            if report is not None:
                passed = time.monotonic() - begun
                left = passed / (turn + 1) * (turns - turn - 1)
                report(Report(turn + 1, turns, self.played, self.won, passed, left))

    def _row(self, point: Sequence[float]) -> list[int]:
        row = list(self.start)
        for key, number in zip(self.keys, point, strict=True):
            row[key] += round(self.spreads[key] * number / self.scales[key])
        return row

    def _worth(
        self, wins: Hands, rows: Sequence[list[int]], seed: int, games: int, *, mixed: bool
    ) -> list[float]:
        """The share of wins of each row, in the same games."""
        alone, both = self._shares(wins, rows, seed, games, mixed=mixed)
        return [(one + two) / 2 for one, two in zip(alone, both, strict=True)]

    def _shares(
        self, wins: Hands, rows: Sequence[list[int]], seed: int, games: int, *, mixed: bool
    ) -> tuple[list[float], list[float]]:
        """The same against random players and, if that is asked for, among others as well."""
        half = games // 2 if mixed else games
        tasks = [Contest(row, None, seed, 0, half, RANDOM) for row in rows]
        if mixed:
            tasks += [Contest(row, self.yardstick, seed, games, half, MIXED) for row in rows]
        found = [won / (SHARES * half) for won in wins.wins(tasks)]
        self.played += half * len(tasks)
        return found[: len(rows)], found[-len(rows):]

    def _check(self, wins: Hands, seed: int, *, mixed: bool) -> None:
        """Whether the middle of the cloud is better than the best so far, in fresh games, and
        not worse against random players."""
        rows = [self._row(self.cloud.middle), self.best]
        alone, both = self._shares(wins, rows, seed, self.plan.compared, mixed=mixed)
        if sum(pair[0] - pair[1] for pair in (alone, both)) > 0 and alone[0] >= alone[1] - WORSE:
            self.best, self.won = rows[0], alone[0]
        else:
            self.won = alone[1]


# ------------------------------------------------------------------------------- processes
class Hands(NamedTuple):
    """Somebody to play games: for shares of wins, and to learn from."""

    wins: Callable[[list[Contest]], list[int]]
    learn: Callable[[list[Lesson]], list[Learnt]]


_LESSONS: list[Lessons] = []  # what a process that was split off works with


def _begin(lessons: Lessons) -> None:
    """Whoever interrupts speaks to the process that hands out the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _LESSONS[:] = [lessons]


def _play(task: Contest) -> int:
    return _LESSONS[0].match.wins(*task)[0]


def _teach(task: Lesson) -> Learnt:
    return _LESSONS[0].sums(*task)


@contextmanager
def hands(lessons: Lessons, workers: int) -> Iterator[Hands]:
    """This process, or several that are split off from it, so that what was compiled is there."""
    import multiprocessing

    if workers <= 1 or "fork" not in multiprocessing.get_all_start_methods():
        yield Hands(lambda tasks: [lessons.match.wins(*task)[0] for task in tasks],
                    lambda tasks: [lessons.sums(*task) for task in tasks])
        return
    weights = start_weights(lessons.match.machine)
    lessons.match.wins(weights, None, 1, 0, 1)
    lessons.sums(weights, 1, 0, 1, 500, 140)
    with multiprocessing.get_context("fork").Pool(workers, _begin, (lessons,)) as pool:
        yield Hands(lambda tasks: pool.map(_play, tasks, 1),
                    lambda tasks: pool.map(_teach, tasks, 1))
