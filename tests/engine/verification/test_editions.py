"""The five editions and the test games, in every way to play them, keep every promise."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from variorum_dsl.files.loader import load
from variorum_engine.table.table import Table

import variorum
from tests.paths import ROOT
from tests.strategies import SOAK, games, positions, variants
from variorum.checker.verification import verified
from variorum.files.editions import edition_names, edition_path

FILES = [*sorted((ROOT / "variants").glob("*.variant")),
         *sorted((ROOT / "tests/games").glob("*.variant"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_promise_holds_in_every_way_to_play(path: Path) -> None:
    result = verified(load(path, edition_path), games=SOAK)
    assert not result.problems
    assert result.whole
    assert [(found.diagnostic.title, found.example) for found in result.found] == []


@pytest.mark.parametrize("name", edition_names())
def test_the_strategies_give_variants(name: str) -> None:
    @settings(max_examples=5)
    @given(variants(name))
    def check(variant: variorum.Variant) -> None:
        assert variant.players in variant.edition.players or variant.readings

    check()


VARIANT = variorum.load("osprey-2018").variant(players=3)


@settings(max_examples=10)
@given(positions(VARIANT))
def test_positions_can_be_looked_at(table: Table) -> None:
    assert table.over or all(table.count(seat) > 0 for seat in table.to_decide)


@settings(max_examples=5)
@given(games(VARIANT))
def test_games_have_ended(table: Table) -> None:
    assert table.outcome is not None
    assert not set(table.outcome.winners) & set(table.outcome.eliminated)
