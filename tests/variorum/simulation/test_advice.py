"""What `variorum simulate` says beforehand and beside the figures, so that nobody is misled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.variorum.simulation.conftest import GOOFSPIEL, Simulate
from variorum.simulation.report.words import points_words
from variorum.simulation.statistics import student

FEW = ("--players", "3", "--games", "4", "--workers", "1", "--form", "plain")
CHILD = """\
variant my-society "My Society" extends osprey-2018

add components
  in deck
    1 luxury new-card "New Card" with value 10
"""


def test_a_variant_is_played_with_the_weights_of_what_it_extends(
    simulate: Simulate, tmp_path: Path
) -> None:
    path = tmp_path / "my-society.variant"
    path.write_text(CHILD, encoding="utf-8")
    data = json.loads(simulate(str(path), *FEW, "--format", "json").out)
    assert data["run"]["tuned"] == ["relative"]
    text = simulate(str(path), *FEW).out
    assert "with weights for nearly the same rules" in text


def test_a_rule_of_thumb_without_weights_is_no_good_player(simulate: Simulate) -> None:
    assert "never tuned for goofspiel" in simulate(GOOFSPIEL, *FEW).out
    assert "tuned" not in simulate(GOOFSPIEL, *FEW, "--bots", "random").out
    assert "tuned" not in simulate("osprey-2018", *FEW).out.split("range in which")[0]


def test_a_report_that_cannot_be_written_is_noticed_before_the_games(
    simulate: Simulate, tmp_path: Path
) -> None:
    result = simulate(GOOFSPIEL, "--games", "1000000000", "--out", str(tmp_path / "no" / "x"))
    assert result.status == 2
    assert "No such file" in result.err


def test_the_report_is_new_or_not_there(simulate: Simulate, tmp_path: Path) -> None:
    out = tmp_path / "report.txt"
    assert simulate("nothing-is-called-that", "--out", str(out)).status == 2
    assert not out.exists()


def test_a_rule_on_several_lines_is_told_as_a_whole(simulate: Simulate) -> None:
    data = json.loads(simulate("osprey-2018", *FEW, "--format", "json").out)
    assert not [row["text"] for row in data["rules"] if row["text"].endswith(",")]


def test_no_bot_at_all(simulate: Simulate) -> None:
    assert simulate(GOOFSPIEL, *FEW, "--bots", "").status == 2


@pytest.mark.parametrize(("freedom", "right"), [
    (1, 12.7062), (4, 2.7764), (5, 2.5706), (10, 2.2281), (30, 2.0423), (1000, 1.9623)])
def test_few_numbers_give_a_wider_range(freedom: int, right: float) -> None:
    assert student(freedom) == pytest.approx(right, rel=2e-3)


def test_nothing_has_no_sign() -> None:
    data = {"of": 3, "mean": -0.0001, "low": -0.02, "high": 0.02}
    assert points_words(data) == ("0.0 points", "-2.0 to +2.0")
