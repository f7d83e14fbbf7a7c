"""Tables for properties over everything that can be played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from variorum_dsl.files.loader import load
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Rules, Table

from tests.paths import ROOT

EDITIONS = tuple(sorted(path.stem for path in (ROOT / "variants").glob("*.variant")))
GAMES = tuple(sorted(path.stem for path in (ROOT / "tests/games").glob("*.variant")))


class Way(NamedTuple):
    """One way to play a file."""

    name: str
    players: int
    options: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        parts = [self.name, str(self.players), *self.options]
        return "-".join([*parts, *(f"{silence}={reading}" for silence, reading in self.readings)])

    @property
    def rules(self) -> Rules:
        rules, problems, _ = ready(self.name).rules(
            self.players, self.options, dict(self.readings)
        )
        assert rules is not None, [problem.title for problem in problems]
        return rules


@cache
def ready(name: str) -> Ready:
    folder = "variants" if name in EDITIONS else "tests/games"
    loaded = load(str(ROOT / folder / f"{name}.variant"))
    assert loaded.sheet is not None, [problem.title for problem in loaded.problems]
    return Ready(loaded.sheet)


@cache
def ways(name: str) -> tuple[Way, ...]:
    """Every number of players with every subset of options; and every reading by itself."""
    return tuple(_ways(name))


def _ways(name: str) -> Iterator[Way]:
    options = tuple(ready(name).sheet.options)
    subsets = [subset for size in range(len(options) + 1)
               for subset in combinations(options, size)]
    chosen: list[tuple[tuple[str, ...], tuple[tuple[str, str], ...]]] = [
        (subset, ()) for subset in subsets
    ]
    asked: set[str] = set()
    for subset in subsets:
        for silence in ready(name).game(subset)[0].silences:
            if silence.name not in asked:
                asked.add(silence.name)
                chosen += [(subset, ((silence.name, reading.name),))
                           for reading in silence.readings if reading != silence.assumed]
    for subset, readings in chosen:
        for players in ready(name).game(subset, dict(readings))[0].player_counts():
            yield Way(name, players, subset, readings)


def every_way() -> list[Way]:
    return [way for name in (*EDITIONS, *GAMES) for way in ways(name)]


def plain_ways() -> list[Way]:
    """Every file at every number of players, as it comes."""
    return [way for way in every_way() if not way.options and not way.readings]


def played(rules: Rules, seed: int, stream: Stream | None = None) -> Table:
    """A game of random moves to its end."""
    table = Table(rules, seed)
    stream = stream or Stream(seed)
    while not table.over:
        for seat in table.to_decide:
            table.apply(seat, table.drawn(seat, stream))
    return table


def positions(rules: Rules, seed: int, chance: random.Random, every: float) -> Iterator[Table]:
    """Some of the positions of a random game in which somebody decides."""
    table = Table(rules, seed)
    stream = Stream(seed)
    while not table.over:
        if chance.random() < every:
            yield table
        for seat in table.to_decide:
            table.apply(seat, table.drawn(seat, stream))


def snapshot(table: Table) -> object:
    """Everything that a position consists of."""
    state = table.state
    events = None if state.events is None else len(state.events)
    made = None if state.chance.made is None else len(state.chance.made)
    return (
        tuple(state.zones), tuple(None if row is None else tuple(row) for row in state.order),
        tuple(state.tracks), state.pc, state.rounds, tuple(sorted(state.answers.items())),
        tuple(sorted(state.chance.times.items())), events, made,
    )


def some_move(table: Table, chance: random.Random) -> Move:
    """Anything at all, mostly not allowed."""
    asking = table.asking
    offers = len(asking.offers) if asking else 1
    choice = chance.choice([*range(offers), -1, offers])
    cards = len(table.rules.program.cards)
    size = chance.choice([0, 1, 1, 1, 2, 3, cards])
    picked = sum({1 << chance.randrange(cards) for _ in range(size)})
    return Move(choice, picked)
