"""Whole games of the compiled form beside the interpreter's, from one stream of random numbers."""


import pytest
from variorum_dsl.files.loader import load
from variorum_engine.compiler.backends.memory import opening
from variorum_engine.compiler.emit.light import emit_light
from variorum_engine.compiler.emit.module import written
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules

from bench.light_games import LightGames
from bench.policies import STEP, Policy, cheap, cheap_for, folded, play
from bench.yardstick import Shuffles, as_by_hand
from tests.engine.compiler.compiled_game import functions
from tests.paths import ROOT

EDITIONS = ("osprey-2018", "quick-start", "edition-2025", "money-isnt-everything")
OTHERS = ("gossip-and-the-city", "goofspiel", "follow-suit", "counters-and-cards",
          "houses-and-cheques")
GAMES = 12
FIRST = 14695981039346656037
# What the same games come to in versions that are written by hand in C, by number of players:
# 2000 games from the seed 42, as `bench.worker --checksum` puts them together.
HIGH_SOCIETY = {
    3: 12300208426379231280,
    4: 6679808060366754854,
    5: 18068847516417821448,
}
# Of Goofspiel: decisions, winners and best score of each game.
GOOFSPIEL = {
    2: 10658997240841745551,
    3: 9336113484911747591,
    4: 13210037028642247182,
}


def rules_of(name: str, players: int) -> Rules:
    path = ROOT / "variants" / f"{name}.variant"
    if not path.exists():
        path = ROOT / "tests" / "games" / f"{name}.variant"
    sheet = load(path).sheet
    assert sheet is not None
    rules, _, _ = Ready(sheet).rules(players)
    assert rules is not None
    return as_by_hand(rules)


def games(rules: Rules) -> LightGames:
    return LightGames(rules, streams="bench.one_stream", hooks=Shuffles())


def interpreted(
    rules: Rules, seed: int, policy: Policy = cheap
) -> list[tuple[int, int, int, int]]:
    found = []
    for game in range(GAMES):
        table, decisions = play(rules, policy, Stream(seed + game * STEP))
        winners, out = rules.reckoner.winners(table.state)
        found.append((decisions, table.state.rounds, out, winners))
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("name", EDITIONS)
def test_generated_code_plays_the_same_games(name: str, players: int) -> None:
    rules = rules_of(name, players)
    made = games(rules).games(42, 0, GAMES)
    assert [row[:4] for row in made] == interpreted(rules, 42)


@pytest.mark.parametrize("name", OTHERS)
def test_the_policy_has_an_answer_to_every_kind_of_decision(name: str) -> None:
    rules = rules_of(name, 3)
    made = games(rules).games(42, 0, GAMES)
    assert [row[:4] for row in made] == interpreted(rules, 42)


@pytest.mark.parametrize("name", [*EDITIONS, *OTHERS])
def test_shorter_code_does_the_same(name: str) -> None:
    rules = rules_of(name, 3)
    source = written(rules.program, hooks=Shuffles(), policy=emit_light, resumable=False)
    space, found = functions(source), []
    space["think"] = space["thought"] = lambda *arrays: None
    play = space["play"]
    for game in range(GAMES):
        rows = [row.copy() for row in opening(rules, source)]
        rows[6][0] = (5 + game * STEP) % (1 << 64)
        assert play(*rows, 0) == -1
        misc, result = rows[5], rows[9]
        found.append((misc[3], misc[2], result[1], result[0], result[4]))
    assert games(rules).games(5, 0, GAMES) == found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_high_society_is_that_of_a_version_by_hand(players: int) -> None:
    checksum = FIRST
    rules = rules_of("osprey-2018", players)
    for *counts, winners, best in games(rules).games(42, 0, 2000):
        checksum = folded(checksum, (*counts, winners, best if winners else 0))
    assert checksum == HIGH_SOCIETY[players]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_goofspiel_is_that_of_a_version_by_hand(players: int) -> None:
    checksum = FIRST
    rules = rules_of("goofspiel", players)
    for decisions, _, _, winners, best in games(rules).games(42, 0, 2000):
        checksum = folded(checksum, (decisions, winners, best - 1000))
    assert checksum == GOOFSPIEL[players]


def test_quick_games_are_games_too() -> None:
    found = LightGames(rules_of("osprey-2018", 4), streams="bench.quick_stream").games(1, 0, 200)
    assert 70 < sum(row[0] for row in found) / len(found) < 95


@pytest.mark.parametrize("name", EDITIONS)
def test_a_policy_made_ready_beforehand_decides_the_same(name: str) -> None:
    rules = rules_of(name, 3)
    assert interpreted(rules, 7, cheap_for(rules)) == interpreted(rules, 7)


def test_machine_code_plays_the_same_games() -> None:
    pytest.importorskip("llvmlite")
    rules = rules_of("osprey-2018", 4)
    assert LightGames(rules, "fast").games(42, 0, 200) == LightGames(rules).games(42, 0, 200)
