"""The compiled form plays the same game: from one stream of choices the same decisions, as many
answers, the same events, the same positions and the same outcome. In every edition and test game,
for every number of players, subset of options and reading, and in games drawn by lot."""

import os
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from variorum_dsl import core as c
from variorum_dsl.core.walk import walk
from variorum_engine.compiler.analysis.origins import parts

from tests.engine.compiler.beside import all_rules, same_game
from tests.engine.compiler.compiled_game import Compiled
from tests.engine.compiler.constructs import games
from tests.paths import ROOT
from tests.strategies import SOAK, accepted, read, rule_files

FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])
GAMES = int(os.environ.get("VARIORUM_GAMES", "1")) * SOAK
CONSTRUCTS = games()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_editions_and_test_games(path: Path) -> None:
    for (_, options, readings), rules in all_rules(path):
        # The one that tells its events, and the one that is used, which has no such lines.
        for tracing in (True, False)[: 1 if options or readings else 2]:
            compiled = Compiled(rules.program, tracing=tracing)
            for seed in range(1 if readings or not tracing else 0, 1 + GAMES):
                assert same_game(rules, compiled, seed, counted=tracing and not readings)


@pytest.mark.parametrize("many", [False, True], ids=["few", "many"])
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_every_construct(name: str, many: bool) -> None:
    for _, rules in all_rules(games(many=many)[name]):
        whole = 0
        for tracing in (True, False):
            compiled = Compiled(rules.program, tracing=tracing)
            if many:
                assert len(compiled.layout.pages) > 2
            whole += sum(same_game(rules, compiled, seed) for seed in range(2 * SOAK))
        assert whole, "every game broke down"


def test_every_operation_is_among_the_constructs() -> None:
    never_played = {c.Broken, c.Call, c.Nothing}
    used = set()
    for text in CONSTRUCTS.values():
        for _, rules in all_rules(text):
            used |= {type(node) for node in walk(*parts(rules.program))}
    assert {*get_args(c.Expression), *get_args(c.Line)} - never_played <= used


@settings(max_examples=20 * SOAK, suppress_health_check=[HealthCheck.too_slow])
@given(rule_files())
def test_games_drawn_by_lot(text: str) -> None:
    assume(accepted(read(text)))
    for _, rules in all_rules(text):
        for tracing in (True, False):
            same_game(rules, Compiled(rules.program, tracing=tracing), SOAK)


def test_a_player_who_is_nobody_is_noticed() -> None:
    text = games()["turns"].replace("  let active be players\n",
                                    "  add 1 to points of left of rival\n  let active be players\n")
    for _, rules in all_rules(text):
        assert not same_game(rules, Compiled(rules.program), 0)


def test_a_loop_that_uses_nothing_up_is_noticed() -> None:
    text = games()["turns"].replace("      move paid to spent of p\n", "      nothing happens\n")
    for _, rules in all_rules(text):
        compiled = Compiled(rules.program, tracing=True)
        broken = [same_game(rules, compiled, seed) for seed in range(4)]
        assert not all(broken)
