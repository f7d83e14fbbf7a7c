"""Every open question of an edition, with what tells its answers apart; ranked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TextIO

from variorum_dsl import model as m
from variorum_dsl.core.program import Program
from variorum_dsl.files.loader import Loaded
from variorum_engine.tuning.weights import bundled_for

from variorum.comparison.align.clauses import words_of
from variorum.comparison.align.sides import Side
from variorum.comparison.compare import side_of
from variorum.comparison.verdict.proofs import Apart, told_apart
from variorum.comparison.verdict.reached import readings_apart
from variorum.comparison.verdict.stakes import proved
from variorum.comparison.witness.following import way_of
from variorum.readings.model import Answer, Pair, Party, Question, Report, Share
from variorum.simulation.records import Records, shown
from variorum.simulation.statistics import Shown
from variorum.simulation.ways import (
    Changed,
    Playing,
    Weights,
    compared,
    dealt_alike,
    usual_bot,
)
from variorum.terminal.progress import Progress

GAMES = 200
SEED = 1
STOPPED = Apart(None, "open", "stopped before it was looked for")
Weigh = Callable[[Sequence[str], Sequence[Program]], Sequence[Weights]]


@dataclass
class Measure:
    """How the games are played that say how much a question matters."""

    players: int | None = None
    games: int = GAMES
    seed: int = SEED
    bots: tuple[str, ...] = ()  # one for each seat; if nobody is named, the best of the quick ones
    weigh: Weigh | None = None
    workers: int = 1
    shown: TextIO | None = None  # where it is said how far it is
    records: Records | None = None  # where games with different winners are recorded, if at all


class _Pair(NamedTuple):
    """Two answers, and the rules with each of them."""

    silence: str
    first: Answer
    second: Answer
    side: Side

    @property
    def names(self) -> tuple[str, str]:
        return self._name(self.first), self._name(self.second)

    def _name(self, answer: Answer) -> str:
        return "" if answer.assumed else answer.name

    @property
    def ways(self) -> tuple[Side, Side]:
        first, second = (self.side.read_as(self.silence, name) for name in self.names)
        return first, second

    def proof(self) -> Apart:
        first, second = self.names
        found = told_apart(self.side, self.silence, second, first)
        if found.witness is None:
            return found
        return Apart(readings_apart(*self.ways, found.witness), found.verdict, "")

    def programs(self, players: int) -> tuple[Program, Program] | None:
        """Nothing where one of the two is not for so many players."""
        found = self.ways
        if any(players not in side.counts for side in found):
            return None
        rules = [side.rules(players)[0] for side in found]
        left, right = rules
        return None if left is None or right is None else (left.program, right.program)


def asked(loaded: Loaded, how: Measure | None = None) -> Report:
    """The report; without any games, questions stay in the order of the file.

    An interruption is no mistake: the report is then about what is done.
    """
    how = how or Measure()
    side = side_of(loaded)
    players = how.players if how.players is not None else side.counts[0]
    silences = list(_silences(side))
    pairs = [_Pair(silent.name, *answers, own) for silent, _, own in silences
             for answers in combinations(_answers(silent), 2)]
    proofs, complete = _proofs(pairs, how.shown)
    measured = _Measured(side, pairs, proofs, players, how)
    if complete and how.games:
        complete = measured.play()
    found = []
    for silent, option, _ in silences:
        rows = tuple(
            Pair(pair.first.name, pair.second.name, proof.verdict, proof.how, proof.witness, share,
                 alike, game)
            for pair, proof, share, alike, game in zip(
                pairs, proofs, measured.shares, measured.alike, measured.shown, strict=True)
            if pair.silence == silent.name)
        found.append(Question(silent.name, silent.question, option, silent.at,
                              m.headings(silent.cites),
                              tuple(_answers(silent)), rows))
    if measured.done:
        found.sort(key=lambda question: question.rank)
    return Report(side.name, side.title, loaded.path, players, how.games, how.seed, tuple(found),
                  measured.party, measured.done, complete, measured.unrelated)


def _silences(side: Side) -> Iterator[tuple[m.Silent, str, Side]]:
    """Questions, the optional rule that each belongs to, and the rules in which it is asked."""
    yield from ((silent, "", side) for silent in side.game.silences)
    known = {silent.name for silent in side.game.silences}
    for option in side.sheet.options:
        chosen = side.choosing(option)
        for silent in chosen.game.silences:
            if silent.name not in known:
                known.add(silent.name)
                yield silent, option, chosen


def _proofs(pairs: list[_Pair], shown: TextIO | None) -> tuple[list[Apart], bool]:
    found: list[Apart] = []
    with Progress(shown) as progress:
        try:
            for number, pair in enumerate(pairs, 1):
                if shown is not None:
                    progress.say(f"{number} of {len(pairs)}: what tells the readings of "
                                 f"{pair.silence} apart", now=True)
                found.append(pair.proof())
        except KeyboardInterrupt:
            pass
    return [*found, *[STOPPED] * (len(pairs) - len(found))], len(found) == len(pairs)


class _Measured:
    """How often the readings of each pair name different winners."""

    def __init__(
        self, side: Side, pairs: list[_Pair], proofs: list[Apart], players: int, how: Measure
    ) -> None:
        self.side, self.pairs, self.proofs = side, pairs, proofs
        self.players, self.how = players, how
        self.shares: list[Share | None] = [None] * len(pairs)
        self.alike = [True] * len(pairs)
        self.shown: list[Shown | None] = [None] * len(pairs)
        self.party: Party | None = None
        self.done, self.unrelated = 0, 0.0

    def play(self) -> bool:
        """Whether all games were played."""
        how, rules = self.how, self.side.rules(self.players)[0]
        if rules is None:
            return True
        programs, rows, numbers = [rules.program], [], []
        for number, (pair, proof) in enumerate(zip(self.pairs, self.proofs, strict=True)):
            # What is proved needs no games. What only changes what players see would show how
            # often bots that see more play otherwise, and not what the reading decides.
            both = None if proof.verdict == "never" else pair.programs(self.players)
            if both is not None:
                rows.append((len(programs), len(programs) + 1))
                numbers.append(number)
                self.alike[number] = dealt_alike(*both)
                programs += both
        bots = how.bots or (usual_bot(programs),) * self.players
        weights = how.weigh(bots, programs) if how.weigh else ()
        self.party = Party(bots, bundled_for(rules.program).nearness)
        playing = Playing(bots, how.games, how.seed, how.workers, how.shown is not None)
        if how.shown is not None:
            playing.stream = how.shown
        found = compared(programs, rows, playing, weights)
        self.done, self.unrelated = found.games, found.unrelated
        for number, share, games, own in zip(numbers, found.shares, found.changed, found.weights,
                                             strict=True):
            self.shares[number] = share if share.games else None
            if games:
                self.shown[number] = self._one(self.pairs[number], bots, own, games)
                if self.proofs[number].verdict == "open":
                    found_now = proved(self.pairs[number].ways, bots, own, how.seed, games)
                    self.proofs[number] = found_now or self.proofs[number]
        return found.complete

    def _one(
        self, pair: _Pair, bots: Sequence[str], weights: Sequence[Weights], games: list[Changed]
    ) -> Shown | None:
        """One of the games with different winners, recorded if that is wanted."""
        how = self.how
        if how.records is None:
            return shown(games[0], how.seed, self.players)
        names = [answer.name or "as-it-stands" for answer in (pair.first, pair.second)]
        stem = "-".join((self.side.name, pair.silence, names[0], "or", names[1]))
        ways = [way_of(side, self.players) for side in pair.ways]
        written = how.records.written(ways, [f"{stem}-{name}" for name in names], bots, weights,
                                      how.seed, games)
        return written or shown(games[0], how.seed, self.players)


def _answers(silent: m.Silent) -> Iterator[Answer]:
    assumed = silent.assumed
    if assumed is None:
        yield Answer("", "as it stands", assumed=True)
    else:
        yield Answer(assumed.name, words_of(assumed), True,
                     m.headings(assumed.cites))
    for reading in silent.readings:
        yield Answer(reading.name, words_of(reading), False,
                     m.headings(reading.cites))
