"""Whole games of the compiled form beside the interpreter's, from one stream of random numbers."""

from pathlib import Path

import pytest

from bench.policies import STEP, Arrivals, cheap, play
from dsl.loading import load
from engine.chance import Stream
from engine.compiled.playouts import Playouts
from engine.ready import Ready
from engine.table import Rules

ROOT = Path(__file__).parents[2]
EDITIONS = ("osprey-2018", "quick-start", "edition-2025", "money-isnt-everything")
GAMES = 12


def rules_of(name: str, players: int) -> Rules:
    sheet = load(ROOT / "variants" / f"{name}.variant").sheet
    assert sheet is not None
    rules, _, _ = Ready(sheet).rules(players)
    assert rules is not None
    return rules


def interpreted(rules: Rules, seed: int) -> list[tuple[int, int, int, int]]:
    found = []
    arrivals = Arrivals(rules)
    for game in range(GAMES):
        table, decisions = play(rules, cheap, Stream(seed + game * STEP), arrivals)
        winners, out = rules.reckoner.winners(table.state)
        found.append((decisions, table.state.rounds, out, winners))
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("name", EDITIONS)
def test_generated_code_plays_the_same_games(name: str, players: int) -> None:
    rules = rules_of(name, players)
    made = Playouts(rules).plain().games(42, 0, GAMES)
    assert [row[:4] for row in made] == interpreted(rules, 42)


def test_machine_code_plays_the_same_games() -> None:
    pytest.importorskip("numba")
    rules = rules_of("osprey-2018", 4)
    playouts = Playouts(rules)
    assert playouts.fast().games(42, 0, 200) == playouts.plain().games(42, 0, 200)
