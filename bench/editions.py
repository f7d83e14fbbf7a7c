"""The files that are measured, made ready to play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from variorum_dsl.files.loader import load
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules

ROOT = Path(__file__).resolve().parent.parent
EDITIONS = ("osprey-2018", "quick-start", "edition-2025", "money-isnt-everything",
            "gossip-and-the-city")
GAMES = ("goofspiel", "follow-suit", "counters-and-cards", "houses-and-cheques")


def path_of(name: str) -> Path:
    """The file of an edition or a test game, or any other file by its path."""
    if name.endswith(".variant"):
        return Path(name)
    folder = "variants" if name in EDITIONS else "tests/games"
    return ROOT / folder / f"{name}.variant"


_READY: dict[str, Ready] = {}


def ready(name: str) -> Ready:
    if name not in _READY:
        loaded = load(str(path_of(name)))
        if loaded.sheet is None:
            raise SystemExit(f"{name} cannot be read: run `variorum check {name}`")
        _READY[name] = Ready(loaded.sheet)
    return _READY[name]


def rules_of(
    name: str, players: int, options: tuple[str, ...] = (),
    readings: dict[str, str] | None = None,
) -> Rules:
    rules, problems, _ = ready(name).rules(players, options, readings)
    if rules is None:
        raise SystemExit(f"{name} cannot be played by {players}: {problems[0].title}")
    return rules


class Configuration(NamedTuple):
    """One way to play a file."""

    name: str
    players: int
    options: tuple[str, ...]
    readings: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        chosen = [f"--option {option}" for option in self.options]
        chosen += [f"--reading {silence}={reading}" for silence, reading in self.readings]
        return " ".join([self.name, f"--players {self.players}", *chosen])

    def rules(self) -> Rules:
        return rules_of(self.name, self.players, self.options, dict(self.readings))


def configurations(name: str) -> Iterator[Configuration]:
    """Every number of players with every subset of options; and every reading by itself, with
    the option that it belongs to."""
    sheet = ready(name).sheet
    subsets = [
        subset for size in range(len(sheet.options) + 1)
        for subset in combinations(sheet.options, size)
    ]
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
    for options, readings in chosen:
        game, problems = ready(name).game(options, dict(readings))
        if any(problem.severity == "error" for problem in problems):
            continue
        for players in game.player_counts():
            yield Configuration(name, players, options, readings)
