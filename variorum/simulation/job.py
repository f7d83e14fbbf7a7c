"""A job: everything that is needed to play chunks of games, here or on another machine.

It holds the resolved games themselves, so whoever plays needs no rule files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from variorum_dsl.core.program import Program
from variorum_dsl.files.loader import Loaded
from variorum_dsl.lowering.program import lowered
from variorum_dsl.lowering.symbols import Symbols
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots, Weights
from variorum_engine.tally.counted_game import Tally
from variorum_engine.tally.kernel import Chunk, Kernel, MachineKernel
from variorum_engine.tally.lines import Key, Lines
from variorum_engine.tally.plan import Plan
from variorum_engine.tally.tables import TableKernel

from variorum.simulation.pairs import paired
from variorum.simulation.silences import Silent, others, silences_of, with_shadows


class Played(NamedTuple):
    """What a chunk came to, for one game or for two that are compared."""

    first: int
    games: int
    sums: list[int]
    rows: list[int]


@dataclass(frozen=True)
class Side:
    """One game to be played, and what is needed to speak about it."""

    name: str
    title: str
    players: int
    options: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]
    fingerprint: str
    program: Program = field(repr=False, compare=False)
    plain: Program = field(repr=False, compare=False)  # without the conditions of other readings
    symbols: Symbols = field(repr=False, compare=False)
    loaded: Loaded = field(repr=False, compare=False)
    silences: tuple[Silent, ...] = field(repr=False, compare=False)
    shadows: frozenset[Key] = field(repr=False, compare=False)

    @property
    def label(self) -> str:
        """The name with what was chosen."""
        chosen = [*self.options, *(f"{silence}={reading}" for silence, reading in self.readings)]
        return f"{self.name} ({', '.join(chosen)})" if chosen else self.name


@dataclass(frozen=True)
class Job:
    """What is sent to those who play: programs, bots, a seed and a form."""

    programs: tuple[Program, ...] = field(repr=False)
    lines: tuple[tuple[tuple[int, ...], ...], ...]
    bots: tuple[str, ...]
    seed: int
    form: str
    rows: bool
    weights: tuple[Weights | None, ...]
    key: str

    def player(self) -> Player:
        return Player(self)

    def tallies(self) -> list[Tally]:
        """What is counted in each game, for any of its compiled forms."""
        bots = Bots(self.bots)
        return [Tally(Rules(program), lines, knowing=bots.think, light=bots.light(program))
                for program, lines in zip(self.programs, self.lines, strict=True)]

    def kernels(
        self, form: str, *, make: bool = True, tallies: Sequence[Tally] = (),
    ) -> list[MachineKernel]:
        """The games in a compiled form; see `Machine` for what `make` means."""
        return [MachineKernel(Rules(program), Bots(self.bots, weights), form=form, make=make,
                              tally=tally)
                for program, weights, tally in zip(
                    self.programs, self.weights, tallies or self.tallies(), strict=True)]


class Player:
    """Plays chunks of a job; by these kernels, if they are made already."""

    def __init__(self, job: Job, kernels: Sequence[Kernel] = ()) -> None:
        self.job = job
        self.kernels: Sequence[Kernel] = kernels or (
            job.kernels(job.form) if job.form != "interpreter" else [
                TableKernel(Rules(program), Bots(job.bots, weights), lines)
                for program, lines, weights in zip(
                    job.programs, job.lines, job.weights, strict=True)
            ])

    @property
    def plans(self) -> list[Plan]:
        return [each.plan for each in self.kernels]

    def play(self, first: int, games: int) -> Played:
        """A chunk: a function of the job and these two numbers, and of nothing else."""
        job, compared = self.job, len(self.kernels) == 2
        chunks: list[Chunk] = [each.chunk(job.seed, first, games, rows=job.rows or compared)
                               for each in self.kernels]
        sums = [number for chunk in chunks for number in chunk.sums]
        if compared:
            sums += paired(self.plans[0], self.plans[1], chunks[0], chunks[1])
        return Played(first, games, sums, chunks[0].rows if job.rows else [])


class Plays(Protocol):
    """Whoever plays chunks."""

    def play(self, first: int, games: int) -> Played: ...


class Work(Protocol):
    """What can be sent to those who play; the key tells one such job from another."""

    @property
    def key(self) -> str: ...

    def player(self) -> Plays: ...


_PLAYERS: dict[str, Plays] = {}


def play_chunk(job: Work, first: int, games: int) -> Played:
    """The same for whoever has no player yet; one is kept for each job."""
    if job.key not in _PLAYERS:
        _PLAYERS.clear()
        _PLAYERS[job.key] = job.player()
    return _PLAYERS[job.key].play(first, games)


def side(
    loaded: Loaded, players: int, options: Sequence[str] = (),
    readings: Mapping[str, str] | None = None, *, ready: Ready | None = None,
) -> Side:
    """A game with its choices; they must fit, which `terminal.games.opened` has made sure of."""
    assert loaded.sheet is not None
    ready = ready or Ready(loaded.sheet)
    chosen = dict(readings or {})
    game, _ = ready.game(options, chosen)
    rules, errors, symbols = ready.rules(players, options, chosen)
    if rules is None:
        raise ValueError(errors[0].title if errors else "the game cannot be played")
    options = tuple(options)
    program = rules.program
    rivals = [other for silent in game.silences
              for other in others(ready, options, chosen, silent)]
    shadowed, shadows = with_shadows(game, rivals)
    if shadows:
        # The game with the conditions of other readings is the same game; only it counts more.
        found, problems, _ = lowered(shadowed, players)
        if any(problem.severity == "error" for problem in problems):
            shadows = frozenset()
        else:
            program = found
    silences = silences_of(ready, options, chosen, Lines(program))
    return Side(game.name, game.title or game.name, players, options,
                tuple(sorted(chosen.items())), fingerprint(game), program, rules.program, symbols,
                loaded, tuple(silences), shadows)


def job_of(
    sides: Sequence[Side], bots: Sequence[str], seed: int, *, form: str, rows: bool = False,
    weights: Sequence[Weights | None] = (),
) -> Job:
    weights = tuple(weights) or (None,) * len(sides)
    lines = tuple(tuple(silent.lines for silent in each.silences) for each in sides)
    identity = repr([(each.fingerprint, each.players, each.options, each.readings)
                     for each in sides]) + repr((tuple(bots), seed, form, rows, lines,
                                                       weights))
    return Job(tuple(each.program for each in sides), lines, tuple(bots), seed, form, rows, weights,
               hashlib.sha256(identity.encode()).hexdigest())


def same(job: Job) -> Job:
    """A job as a task of its own, so that a cluster can send it wherever it is needed."""
    return job
