"""Several ways to play one game, all with the same deals: how often two of them differ.

Each way is played once, however many others it is compared with. The games of all ways are one
long row, so that processes share them as they share the games of one.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count as count_from
from typing import NamedTuple, TextIO

from variorum_dsl.core.program import Program
from variorum_engine.bots import named
from variorum_engine.bots.thumb import weights_in
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.interpreter.lots import card_salts
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import USUAL, Bots
from variorum_engine.tally.bots import Weights as BotWeights
from variorum_engine.tally.kernel import Broken, Series, kernel
from variorum_engine.tuning.first import with_first
from variorum_engine.tuning.weights import print_of, weights_of

from variorum.simulation.job import Played
from variorum.simulation.run import Progress, cores, in_order
from variorum.simulation.statistics import Share, share
from variorum.simulation.workers import Task, here, in_processes

CHUNKS = {"fast": 20_000, "plain": 50}
WORTH_COMPILING = 600  # games of each way; fewer are done before a compiler is
FEW_CHANGED = 8  # that are kept to be looked at
ENDLESS = -1  # stands for the winners of a game that has no end
Weights = BotWeights | None


class Winners:
    """Plays games of one way. Nothing but the winners is noted."""

    def __init__(self, rules: Rules, bots: Bots, form: str = "plain") -> None:
        self.series: Series | None = None
        try:
            self.series = Series(rules, bots, "outcomes", form=form)
        except NotCompilable:
            self.table = kernel(rules, bots, form="interpreter")

    def play(self, seed: int, first: int, games: int) -> list[int]:
        """The winners of some games, as sets of seats; ENDLESS where the rules break down."""
        try:
            return self._some(seed, first, games)
        except Broken:
            return [self._one(seed, game) for game in range(first, first + games)]

    def _one(self, seed: int, game: int) -> int:
        try:
            return self._some(seed, game, 1)[0]
        except Broken:
            return ENDLESS

    def _some(self, seed: int, first: int, games: int) -> list[int]:
        if self.series is None:
            rows = self.table.chunk(seed, first, games, rows=True).rows
            return rows[:: self.table.plan.row_width]
        return list(self.series.play(games, seed, first, games))


# ------------------------------------------------------------------------------ the games
@dataclass(frozen=True)
class Ways:
    """A job for those who play: game g of way w has the number w * games + g."""

    programs: tuple[Program, ...] = field(repr=False)
    bots: tuple[str, ...]
    weights: tuple[Weights, ...] = field(repr=False)
    seed: int
    games: int
    form: str
    key: str

    def player(self) -> WaysPlayer:
        return WaysPlayer(self)


class WaysPlayer:
    """Plays chunks; each way is made ready when its first game comes."""

    def __init__(self, job: Ways) -> None:
        self.job = job
        self.ready: dict[int, Winners] = {}

    def play(self, first: int, games: int) -> Played:
        job = self.job
        way, game = divmod(first, job.games)
        if way not in self.ready:
            self.ready[way] = Winners(Rules(job.programs[way]),
                                      Bots(job.bots, job.weights[way]), job.form)
        return Played(first, games, self.ready[way].play(job.seed, game, games), [])


@dataclass
class Playing:
    """How games are played: who, how many, and by how many processes."""

    bots: tuple[str, ...]
    games: int
    seed: int
    workers: int = 1
    progress: bool = False
    stream: TextIO = field(default_factory=lambda: sys.stderr)


class Changed(NamedTuple):
    """A game of a simulation that two ways to play give to different winners (sets of seats)."""

    game: int
    first: int
    second: int


class Compared(NamedTuple):
    """What pairs of ways came to, how many games of each way were played, and whether those are
    all. `unrelated` says how often two games that have nothing in common differ: no pair can be
    expected to differ more often. `changed` are the first few games that do, of each pair, and
    `weights` by what both were played."""

    shares: list[Share]
    games: int
    complete: bool
    unrelated: float
    changed: list[list[Changed]]
    weights: list[tuple[Weights, Weights]]


def compared(
    programs: Sequence[Program], pairs: Sequence[tuple[int, int]], asked: Playing,
    weights: Sequence[Weights] = (),
) -> Compared:
    """Play both ways of each pair. An interruption is no mistake: what is done counts."""
    own = weights or [weights_for(asked.bots, program) for program in programs]
    judged = [alike((programs[a], programs[b]), (own[a], own[b])) for a, b in pairs]
    ways = [(programs[way], judged[number][side]) for number, pair in enumerate(pairs)
            for side, way in enumerate(pair)]
    place = _distinct(ways)
    needed = sorted(set(place))
    row = {way: number for number, way in enumerate(needed)}
    both = [(row[a], row[b]) for a, b in zip(place[::2], place[1::2], strict=True)]
    job = _job([ways[way][0] for way in needed], [ways[way][1] for way in needed], asked)
    counts = [[0, 0] for _ in pairs]
    changed: list[list[Changed]] = [[] for _ in pairs]
    seen: dict[int, int] = {}
    done, complete = 0, True
    rounds = _rounds(job, asked)
    try:
        for won in rounds:
            for count, few, (a, b) in zip(counts, changed, both, strict=True):
                ended = [Changed(game, x, y)
                         for game, x, y in zip(count_from(done), won[a], won[b], strict=False)
                         if x != ENDLESS and y != ENDLESS]
                differing = [each for each in ended if each.first != each.second]
                few += differing[: FEW_CHANGED - len(few)]
                count[0] += len(differing)
                count[1] += len(ended)
            done += len(won[0])
            for winners in won[0]:
                seen[winners] = seen.get(winners, 0) + 1
    except KeyboardInterrupt:
        complete = False
    finally:
        rounds.close()
    return Compared([share(changed, games) for changed, games in counts], done, complete,
                    1 - sum((many / done) ** 2 for many in seen.values()) if done else 0.0,
                    changed, judged)


def _distinct(ways: Sequence[tuple[Program, Weights]]) -> list[int]:
    """For each way the first that comes to the same: it needs to be played only once."""
    known: dict[tuple[str, str], int] = {}
    return [known.setdefault((print_of(program), repr(weights)), number)
            for number, (program, weights) in enumerate(ways)]


def _job(programs: Sequence[Program], weights: Sequence[Weights], asked: Playing) -> Ways:
    effort = Bots(asked.bots).effort
    work = asked.games * (1 + 5 * effort)
    form = "fast" if work >= WORTH_COMPILING and is_available() else "plain"
    identity = repr([print_of(program) for program in programs]) + repr(
        (asked.bots, list(weights), asked.seed, asked.games, form))
    return Ways(tuple(programs), asked.bots, tuple(weights), asked.seed, asked.games, form,
                hashlib.sha256(identity.encode()).hexdigest())


def _rounds(job: Ways, asked: Playing) -> Generator[list[list[int]], None, None]:
    """Some games at a time, the same ones of every way, so that a stop leaves whole pairs."""
    usual = max(1, CHUNKS[job.form] // (1 + 5 * Bots(job.bots).effort))
    ways = range(len(job.programs))
    tasks: list[Task] = [
        (way * job.games + first, min(usual, job.games - first))
        for first in range(0, job.games, usual) for way in ways
    ]
    workers = min(asked.workers or cores(), len(tasks))
    source = here(job.player(), tasks) if workers <= 1 else in_processes(job, tasks, workers)
    ordered = in_order(source, tasks)
    shown = Progress(_Whole(job.games * len(ways), asked), 0)
    try:
        won: list[list[int]] = []
        played = 0
        for chunk in ordered:
            won.append(chunk.sums)
            played += chunk.games
            shown.show(played)
            if len(won) == len(ways):
                yield won
                won = []
    finally:
        ordered.close()
        source.close()
        shown.end()


class _Whole:
    """What the progress of all ways together needs to know."""

    def __init__(self, games: int, asked: Playing) -> None:
        self.games, self.progress, self.stream = games, asked.progress, asked.stream


def dealt_alike(one: Program, other: Program) -> bool:
    """Whether both have the same cards. Those that both have come in the same order in any case."""
    return sorted(card_salts(one)) == sorted(card_salts(other))


# ------------------------------------------------------------------------------ the bots
def weights_for(bots: Sequence[str], program: Program) -> Weights:
    """The weights that come with Variorum, or of the files that are named."""
    return {name: weights_of(named(name).settings.weights, program).weights
            for name in Bots(bots).by_thumb} or None


def judged(programs: Sequence[Program], weights: Sequence[Weights]) -> tuple[Weights, ...]:
    """The weights by which one game is played, or two that are compared."""
    if len(programs) == 2:
        return alike((programs[0], programs[1]), (weights[0], weights[1]))
    return tuple(own and {bot: with_first(program, mine) for bot, mine in own.items()}
                 for program, own in zip(programs, weights, strict=True))


def alike(
    programs: tuple[Program, Program], weights: tuple[Weights, Weights]
) -> tuple[Weights, Weights]:
    """The same judgement in two games that are compared: bots that have the same weights for both
    look at nothing that only one of them has, and what only one of them asks is judged by itself.
    Otherwise a place that is called otherwise would change how they play, and so who wins,
    although it changes nothing."""
    one, two = weights
    if one is None or one != two:
        return weights
    names = [weights_in(Rules(program)) for program in programs]
    asked = [{_choice(name) for name in mine} for mine in names]
    found: tuple[dict[str, Mapping[str, int]], ...] = {}, {}
    for bot, mine in one.items():
        base: dict[str, int] = {name: mine[name] for name in mine if all(name in n for n in names)}
        for program, others, theirs, row in zip(
                programs, names[::-1], asked[::-1], found, strict=True):
            known = with_first(program, base)
            # What the first learns of a choice that both have counts in the second.
            base |= {name: known[name] for name in known if name in others and row is found[0]}
            row[bot] = base | {name: known[name] for name in known if _choice(name) not in theirs}
    return found[0], found[1]


def _choice(weight: str) -> str:
    """The choice that a weight belongs to."""
    return weight.partition(": ")[0]


def usual_bot(programs: Sequence[Program]) -> str:
    """The best of the quick bots that knows all these rules; the same one must play all of them."""
    for program in programs:
        try:
            Series(Rules(program), Bots((USUAL,) * program.players), "outcomes")
        except NotCompilable:
            return "random"
    return USUAL
