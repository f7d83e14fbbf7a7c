"""Every open question of an edition, with what tells its answers apart; ranked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from dsl import model as m
from dsl.loading import Loaded
from variorum.comparison.compare import side_of
from variorum.comparison.proofs import told_apart
from variorum.comparison.sides import Side, words_of
from variorum.edition import Edition, NotPlayable
from variorum.readings.measuring import measured
from variorum.readings.model import Answer, Pair, Question, Report, Share

GAMES = 200
SEED = 1


def asked(
    loaded: Loaded, *, players: int | None = None, games: int = GAMES, seed: int = SEED
) -> Report:
    """The report; without any games, questions stay in the order of the file."""
    side = side_of(loaded)
    count = players if players is not None else side.counts[0]
    measure = _Measure(Edition(loaded), count, games, seed)
    found = [_question(side, silent, "", measure) for silent in side.game.silences]
    for option in side.sheet.options:
        chosen = side.choosing(option)
        before = {silent.name for silent in side.game.silences}
        found += [_question(chosen, silent, option, measure)
                  for silent in chosen.game.silences if silent.name not in before]
    found.sort(key=lambda question: question.rank if games else (0.0, False))
    return Report(side.name, side.title, loaded.path, count, games, seed, tuple(found))


class _Measure:
    """Plays games for a pair of readings."""

    def __init__(self, edition: Edition, players: int, games: int, seed: int) -> None:
        self.edition, self.players, self.games, self.seed = edition, players, games, seed

    def __call__(self, silence: str, first: str, second: str, option: str) -> Share | None:
        if not self.games:
            return None
        readings = [{silence: name} if name else {} for name in (first, second)]
        try:
            return measured(self.edition, *readings, players=self.players, games=self.games,
                            seed=self.seed, options=(option,) if option else ())
        except NotPlayable:
            return None  # one of the two is not for so many players


def _question(side: Side, silent: m.Silent, option: str, measure: _Measure) -> Question:
    answers = tuple(_answers(silent))
    pairs = []
    for first, second in combinations(answers, 2):
        one, other = ("" if answer.assumed else answer.name for answer in (first, second))
        found = told_apart(side, silent.name, other, one)
        pairs.append(Pair(first.name, second.name, found.verdict, found.how, found.witness,
                          measure(silent.name, one, other, option)))
    return Question(silent.name, silent.question, option, silent.at,
                    tuple(cite.heading for cite in silent.cites), answers, tuple(pairs))


def _answers(silent: m.Silent) -> Iterator[Answer]:
    assumed = silent.assumed
    if assumed is None:
        yield Answer("", "as it stands", assumed=True)
    else:
        yield Answer(assumed.name, words_of(assumed), True,
                     tuple(cite.heading for cite in assumed.cites))
    for reading in silent.readings:
        yield Answer(reading.name, words_of(reading), False,
                     tuple(cite.heading for cite in reading.cites))
