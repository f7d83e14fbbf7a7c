"""A game of the simulation can be played again at a table, move by move."""

from __future__ import annotations

from typing import Any

import pytest
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.interpreter.chance import game_seed
from variorum_engine.table.table import Table
from variorum_engine.tally import retelling
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.retelling import NotRetold, Retelling

from tests.variorum.simulation.test_counts import rules_of
from variorum.simulation.ways import Winners

SEED = 5
GAMES = 6


def told(name: str, players: int, bot: str) -> tuple[list[int], list[int]]:
    """The winners of some games by the simulation, and at tables."""
    rules, bots = rules_of(name, players), Bots((bot,) * players)
    again = Retelling(rules, bots)
    found = []
    for game in range(GAMES):
        table = Table(rules, game_seed(SEED, game))
        for seat, move in again.moves(table, SEED, game):
            table.apply(seat, move)
        outcome = table.outcome
        assert outcome is not None
        found.append(sum(1 << seat for seat in outcome.winners))
    return Winners(rules, bots).play(SEED, 0, GAMES), found


@pytest.mark.parametrize("bot", ["random", "thumb"])
@pytest.mark.parametrize("name", ["osprey-2018", "edition-2025", "gossip-and-the-city",
                                  "houses-and-cheques", "follow-suit", "counters-and-cards"])
def test_the_table_comes_to_the_same_winners(name: str, bot: str) -> None:
    simulated, found = told(name, 3, bot)
    assert found == simulated


def test_thinking_bots_are_heard_only_when_they_answer() -> None:
    simulated, found = told("follow-suit", 3, "search:4")
    assert found == simulated


def test_a_game_that_cannot_be_compiled_is_retold_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: Any, **more: Any) -> Any:
        raise NotCompilable("for this test")

    monkeypatch.setattr(retelling, "Series", refused)
    rules, bots = rules_of("follow-suit", 3), Bots(("random",) * 3)
    again = Retelling(rules, bots)
    assert again.series is None
    table = Table(rules, game_seed(SEED, 0))
    for seat, move in again.moves(table, SEED, 0):
        table.apply(seat, move)
    assert table.over


def test_another_deal_is_not_the_same_game() -> None:
    rules, bots = rules_of("osprey-2018", 3), Bots(("thumb",) * 3)
    again = Retelling(rules, bots)

    def retold(seed: int) -> None:
        table = Table(rules, game_seed(seed, 0))
        for seat, move in again.moves(table, SEED, 0):
            table.apply(seat, move)

    retold(SEED)
    with pytest.raises(NotRetold):
        retold(SEED + 1)
