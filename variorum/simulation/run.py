"""A run from beginning to end: chunks as they come, added up, with progress and checkpoints."""

from __future__ import annotations

import contextlib
import hashlib
import math
import os
import sys
import time
from collections import deque
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TextIO

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.native import NotMade, is_available
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots, Weights
from variorum_engine.tally.counted_game import Tally
from variorum_engine.tally.kernel import Broken, MachineKernel
from variorum_engine.tally.plan import Plan

from variorum.reports.json import Json
from variorum.simulation import checkpoints
from variorum.simulation.checkpoints import Total
from variorum.simulation.job import Job, Played, Player, Side, job_of
from variorum.simulation.pairs import size as pairs_size
from variorum.simulation.rows import Rows
from variorum.simulation.workers import (
    Chunks,
    Task,
    here,
    in_processes,
    meanwhile,
    on_cluster,
    uninterrupted,
)
from variorum.version import __version__

CHUNKS = {"fast": 20_000, "plain": 100, "interpreter": 50}
MOST_CHUNKS = 50_000
MAKING = 0.001  # seconds that machine code takes for each line
WAIT = 4.0  # seconds of that from which on plain Python plays meanwhile
THINKING = 0.02  # seconds of a game for each one that is imagined for a decision, in plain Python
QUICKER = 50  # times, at least, that machine code plays
TRIAL = 0.05  # seconds
PAYS = 3.0  # seconds of work from which on other processes are worth their start


@dataclass
class Request:
    """What somebody wants to be played, and how."""

    sides: list[Side]
    bots: tuple[str, ...]
    games: int
    seed: int
    form: str = "plain"
    seconds: float = math.inf  # how long one processor is expected to be busy
    workers: int = 0
    cluster: str = ""
    checkpoint: str = ""
    resume: bool = False
    progress: bool = False
    rows: Rows | None = None
    weights: tuple[Weights | None, ...] = ()
    tuned: tuple[str, ...] = ()  # for each game, how near the weights were made for it
    unjudged: tuple[str, ...] = ()  # what the rule of thumb could not judge
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    ready: Sequence[MachineKernel] = ()  # what can play already, perhaps in a slower form


@dataclass
class Ran:
    """What came of it: sums, how many games, and whether that is all."""

    sums: list[int]
    games: int
    complete: bool
    plans: list[Plan]


class Pace(NamedTuple):
    """The form to play in, how long one processor is expected to be busy with it, and a sentence
    if it is not the form that was to be expected. What is ready may be plain Python, which then
    plays until machine code is made."""

    form: str
    seconds: float = math.inf
    note: str = ""
    ready: Sequence[MachineKernel] = ()


def pace_for(asked: str | None, job: Job, games: int) -> Pace:
    """The form that was asked for, if the game can be had in it; or the one that is done first."""
    bots = Bots(job.bots)
    try:
        if asked == "interpreter" or bots.at_tables:
            raise NotCompilable("" if asked == "interpreter" else
                                f"{bots.at_tables[0]} plays on tables of the interpreter only")
        if asked == "plain":
            return Pace("plain", ready=job.kernels("plain"))
        return _quickest(job, games, make=asked == "fast")
    except NotCompilable as problem:
        said = str(problem)
        if said and not bots.at_tables:
            said = f"this game is left to the interpreter, which is slower: {said}"
        notes = dict.fromkeys(bots.notes(Rules(program)) for program in job.programs)
        return Pace("interpreter", note=". ".join(filter(None, (said, *notes))))


def _quickest(job: Job, games: int, *, make: bool) -> Pace:
    """Machine code where it is kept, or is to be made, or is made in less time than it saves. Some
    games tell how long all of them would take; they are played again in their turn."""
    note, tallies = "", job.tallies()
    if is_available():
        try:
            kernels = job.kernels("fast", make=make, tallies=tallies)
            return Pace("fast", games * sum(_seconds(each, job.seed, games) for each in kernels),
                        ready=kernels)
        except NotMade:
            pass
        except NotCompilable as problem:
            note = f"this game cannot be machine code ({problem}); plain Python is slower"
    kernels, effort = job.kernels("plain", tallies=tallies), Bots(job.bots).effort
    seconds = games * (effort * THINKING * len(kernels) if effort else
                       sum(_seconds(each, job.seed, games) for each in kernels))
    making = MAKING * sum(each.series.machine.lines for each in kernels)
    if note or seconds < making or not is_available():
        return Pace("plain", seconds, note, kernels)
    # Playing meanwhile keeps a second processor busy. It only pays where a wait would be long,
    # and games so short that nobody waits for the last of them.
    if making > WAIT and seconds / games < PAYS:
        return Pace("fast", seconds / QUICKER, ready=kernels)
    return Pace("fast", seconds / QUICKER, ready=job.kernels("fast", tallies=tallies))


def _seconds(kernel: MachineKernel, seed: int, games: int) -> float:
    """How long a game takes."""
    played, start = 0, time.process_time()
    with contextlib.suppress(Broken):  # which the run will tell
        while played < games and time.process_time() - start < TRIAL:
            many = min(max(1, played), games - played)
            kernel.chunk(seed, played, many)
            played += many
    return (time.process_time() - start) / max(1, played)


def plans_of(sides: list[Side], bots: tuple[str, ...], form: str) -> list[Plan]:
    """The plans of the sums, without playing anything."""
    from variorum_engine.tally.tables import TableKernel

    lines = [[silent.lines for silent in side.silences] for side in sides]
    if form == "interpreter":
        return [TableKernel(Rules(side.program), Bots(bots), own).plan
                for side, own in zip(sides, lines, strict=True)]
    return [Tally(Rules(side.program), own).plan for side, own in zip(sides, lines, strict=True)]


def identity(asked: Request, plans: list[Plan]) -> dict[str, Json]:
    """What a checkpoint belongs to. Plain and fast forms play the same games."""
    return {
        "game": [side.label for side in asked.sides],
        "rules": [side.fingerprint for side in asked.sides],
        "players": asked.sides[0].players, "bots": list(asked.bots), "seed": asked.seed,
        "played by": "interpreter" if asked.form == "interpreter" else "compiled",
        "weights": hashlib.sha256(repr(asked.weights).encode()).hexdigest()[:16],
        "figures": [plan.size for plan in plans], "version": __version__,
    }


def run(asked: Request) -> Ran:
    """Play, and add up. An interruption is no mistake: what is done is given back."""
    plans = [each.plan for each in asked.ready] or plans_of(
        asked.sides, asked.bots, asked.form)
    size = sum(plan.size for plan in plans) + (pairs_size(*plans) if len(plans) == 2 else 0)
    total, whose = Total(size), identity(asked, plans)
    if asked.resume:
        total, length = checkpoints.read(asked.checkpoint, whose, size)
        if asked.rows is not None:
            asked.rows.go_on(length, total.games)
    chunk = _chunk(asked)
    tasks = total.missing(asked.games, chunk)
    job = job_of(asked.sides, asked.bots, asked.seed, form=asked.form,
                 rows=asked.rows is not None, weights=asked.weights)
    shown = Progress(asked, total.games)
    complete = True
    source = _source(asked, job, tasks)
    ordered = source if asked.rows is None else in_order(source, tasks)
    try:
        if asked.checkpoint and not asked.resume:
            checkpoints.write(asked.checkpoint, whose, total)
        for played in ordered:
            with uninterrupted():
                if asked.rows is not None:
                    asked.rows.write(played)
                total.add(played.first, played.games, played.sums)
                if asked.checkpoint:
                    checkpoints.write(asked.checkpoint, whose, total,
                                      0 if asked.rows is None else asked.rows.length())
            shown.show(total.games)
    except KeyboardInterrupt:
        complete = False
    finally:
        ordered.close()
        source.close()
        shown.end()
    return Ran(total.sums, total.games, complete and total.games >= asked.games, plans)


def _source(asked: Request, job: Job, tasks: list[Task]) -> Chunks:
    if asked.cluster:
        return on_cluster(job, tasks, asked.cluster)
    ready = [each for each in asked.ready if each.series.machine.form == asked.form]
    if asked.form == "fast" and not ready:
        return _taken_over(asked, job, tasks)
    return _played(asked, job, tasks, ready)


def _played(
    asked: Request, job: Job, tasks: Collection[Task], ready: Sequence[MachineKernel]
) -> Chunks:
    """By as many processes as are wanted; machine code is made once, and loaded by all."""
    workers = min(_workers(asked), len(tasks))
    return here(Player(job, ready), tasks) if workers <= 1 else in_processes(job, tasks, workers)


def _taken_over(asked: Request, job: Job, tasks: list[Task]) -> Chunks:
    """Tiered compilation: plain Python plays while machine code is made in the background, which
    then takes over. Both play the same games."""
    making = Making(job, [each.tally for each in asked.ready])
    left = deque(tasks)
    if asked.ready:
        yield from meanwhile(Player(job, asked.ready), left, making.is_done)
    if left:
        yield from _played(asked, job, left, making.kernels())


class Making:
    """Machine code that is made in the background."""

    def __init__(self, job: Job, tallies: Sequence[Tally]) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._made = self._pool.submit(job.kernels, "fast", tallies=tallies)
        self.is_done = self._made.done

    def kernels(self) -> list[MachineKernel]:
        self._pool.shutdown()
        return self._made.result()


def _workers(asked: Request) -> int:
    return asked.workers or (1 if asked.seconds < PAYS else cores())


def in_order(source: Iterator[Played], tasks: list[Task]) -> Chunks:
    """Chunks in the order of their games; those that come early wait."""
    early: dict[int, Played] = {}
    wanted = deque(tasks)
    for played in source:
        early[played.first] = played
        while wanted and wanted[0][0] in early:
            first, games = wanted.popleft()
            done = early.pop(first)
            if done.games < games:  # a part of the chunk
                wanted.appendleft((first + done.games, games - done.games))
            yield done


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _chunk(asked: Request) -> int:
    """So many games that a chunk takes about a second: a run that is killed loses no more."""
    usual = max(1, CHUNKS[asked.form] // (1 + 5 * Bots(asked.bots).effort))
    shared = -(-asked.games // (4 * _workers(asked)))
    # A chunk more costs a little memory, so there are never very many.
    return max(1, min(usual, shared), asked.games // MOST_CHUNKS)


class Watched(Protocol):
    """A run as those see it who wait for its end."""

    games: int
    progress: bool
    stream: TextIO


class Progress:
    """How far a run is, on standard error: how many games a second, and how long it will take."""

    def __init__(self, asked: Watched, before: int) -> None:
        self.asked = asked
        self.before = before
        self.start = time.monotonic()
        self.last = 0.0
        self.wide = 0
        self.live = asked.stream.isatty()
        if self.live:
            self.show(before)  # the first games take a while, and so does getting ready for them

    def show(self, games: int) -> None:
        now = time.monotonic()
        if not self.asked.progress or now - self.last < (0.1 if self.live else 2):
            return
        self.last = now
        wanted = self.asked.games
        rate = (games - self.before) / max(1e-9, now - self.start)
        left = duration((wanted - games) / rate) if rate else "?"
        text = (f"{games:,} of {wanted:,} games ({100 * games // wanted} %), "
                f"{rate:,.{0 if rate >= 10 else 1}f} a second, {left} left"
                ) if rate else f"{games:,} of {wanted:,} games: getting ready ..."
        self.asked.stream.write(f"\r{text.ljust(self.wide)}" if self.live else f"{text}\n")
        self.asked.stream.flush()
        self.wide = len(text)

    def end(self) -> None:
        if self.live and self.wide:
            self.asked.stream.write(f"\r{' ' * self.wide}\r")
            self.asked.stream.flush()


def duration(seconds: float) -> str:
    """`40 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
