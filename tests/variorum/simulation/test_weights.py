"""Sets of weights that meet at one table: each bot plays by its own, in every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots, Weights
from variorum_engine.tally.kernel import kernel
from variorum_engine.tuning.weights import BUNDLED, bundled_for

from tests.variorum.simulation.conftest import Simulate
from variorum.terminal.games import opened

TUNED = BUNDLED / "osprey-2018.weights.json"
FORMS = ["plain", "interpreter", pytest.param("fast", marks=pytest.mark.skipif(
    not is_available(), reason="needs the extra fast"))]
FEW = ("--players", "3", "--games", "12", "--workers", "1", "--form", "plain")


@pytest.fixture
def files(simulate: Simulate, tmp_path: Path) -> Path:
    """Good weights, and weights of somebody who always does the opposite."""
    data = json.loads(TUNED.read_text("utf-8"))
    (tmp_path / "good.json").write_text(json.dumps(data), "utf-8")
    for each in data["sets"]:
        each["weights"] = {name: -weight for name, weight in each["weights"].items()}
    (tmp_path / "bad.json").write_text(json.dumps(data), "utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def rules() -> Rules:
    return opened("osprey-2018", 3).rules


def sums(rules: Rules, form: str, names: tuple[str, ...], weights: Weights, games: int) -> object:
    return kernel(rules, Bots(names, weights), form=form).chunk(3, 0, games).sums


@pytest.mark.parametrize("form", FORMS)
def test_two_names_for_the_same_weights_play_the_same_games(rules: Rules, form: str) -> None:
    good = bundled_for(rules.program).weights
    one = sums(rules, form, ("thumb", "thumb", "random"), {"thumb": good}, 5)
    two = sums(rules, form, ("thumb", "thumb:x", "random"), {"thumb": good, "thumb:x": good}, 5)
    assert one == two


@pytest.mark.parametrize("form", FORMS)
def test_each_bot_plays_by_its_own_weights_wherever_it_sits(rules: Rules, form: str) -> None:
    good = bundled_for(rules.program).weights
    other = {name: -weight for name, weight in good.items()}
    weights = {"thumb:a": good, "thumb:b": other}
    parties = ["aaa", "aab", "aba", "abb", "baa", "bab", "bba", "bbb"]
    found = [sums(rules, form, tuple(f"thumb:{each}" for each in party), weights, 4)
             for party in parties]
    assert all(found.count(each) == 1 for each in found)


def test_the_report_names_them_apart_and_says_which_plays_better(
    simulate: Simulate, files: Path
) -> None:
    party = ("--bots", "thumb:bad.json,thumb:good.json,random")
    data = json.loads(simulate("osprey-2018", *FEW, *party, "--format", "json").out)
    names = ["thumb:bad.json", "thumb:good.json", "random"]
    assert data["run"]["bots"] == names
    assert data["run"]["tuned"] == ["same"]
    assert [row["bot"] for row in data["wins"]["bots"]] == names
    won = {row["bot"]: row["share"] for row in data["wins"]["bots"]}
    assert won["thumb:good.json"] > won["thumb:bad.json"] + 0.5
    text = simulate("osprey-2018", *FEW, *party, "--full").out
    assert "the first plays better" in text
    assert "thumb:bad.json against thumb:good.json" in text


def test_weights_beside_those_that_come_with_us(simulate: Simulate, files: Path) -> None:
    party = ("--bots", "thumb,thumb:bad.json")
    data = json.loads(simulate("osprey-2018", *FEW, *party, "--format", "json").out)
    assert [row["bot"] for row in data["wins"]["bots"]] == ["thumb", "thumb:bad.json"]


def test_one_file_that_cannot_be_used_is_named(simulate: Simulate, files: Path) -> None:
    result = simulate("osprey-2018", *FEW, "--bots", "thumb:good.json,thumb:gone.json")
    assert result.status == 2
    assert 'no weights in "gone.json": No such file' in result.err
    result = simulate("gossip-and-the-city", *FEW, "--bots", "thumb,thumb:good.json")
    assert result.status == 2
    assert 'the weights in "good.json" are for another game' in result.err
