"""Rules that are broken on purpose: found, shrunk, and shown by an example that can be pasted."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from variorum_dsl.files.loader import load
from variorum_engine.table.preparation import Ready

from variorum.checker.verification import Verified, verified
from variorum.cli import cli
from variorum.files.editions import edition_path

BROKEN = {
    # what is wrong: (the wrong file, the same file mended, the promise that is broken)
    "leak": (
        {"such": ",\n          such that total value of paid + 4 is at least total value of under"},
        {"such": ", such that total value of paid is at least 1"}, "leak"),
    "no answer": (
        {"such": ", such that total value of paid is more than 1",
         "passing": ", if count of hand of p is more than 2"},
        {"such": ", such that total value of paid is more than 1"}, "can-move"),
    "loop": (
        {"more": "  repeat until box is empty, using up deck\n    nothing happens\n"},
        {"more": "  repeat until box is empty, using up box\n    move one of box to under\n"},
        "ends"),
    "not one": (
        {"more": "  let best be players with highest points\n"
         "  move box to won of (the one in best)\n"},
        {"more": "  let best be players with highest points\n  if count of best is 1\n"
         "    move box to won of (the one in best)\n"}, "ends"),
    "promise": (
        {"more": "  if count of box is 2\n    move under to box\n",
         "after": "\nalways under-stays: under is not empty or box is empty\n"},
        {"after": "\nalways under-stays: under is not empty or box is empty\n"},
        "always under-stays"),
}


def look(path: Path) -> Verified:
    return verified(load(path), games=6)


def problems(path: Path) -> list[str]:
    sheet = load(path, edition_path).sheet
    assert sheet is not None
    ready = Ready(sheet)
    return [problem.title for example in sheet.examples() for problem in ready.run(example)]


def test_a_sound_game_keeps_every_promise(tiny) -> None:
    result = look(tiny())
    assert result.found == []
    assert (result.cases, result.games) == (2, 12)


@pytest.mark.parametrize("name", BROKEN)
def test_the_example_fails_in_the_file_and_passes_once_the_rule_is_mended(name, tiny) -> None:
    wrong, right, invariant = BROKEN[name]
    path = tiny(**wrong)
    found = next(f for f in look(path).found if f.failure.broken.invariant == invariant)
    assert found.written.fails
    assert found.written.small
    with path.open("a") as file:
        file.write(f"\n{found.example}\n")
    assert load(path).problems == ()
    assert len(problems(path)) == 1
    path = tiny(**right)
    with path.open("a") as file:
        file.write(f"\n{found.example}\n")
    assert load(path).problems == ()
    assert problems(path) == []


def test_the_example_is_short(tiny) -> None:
    path = tiny(after="\nalways coins-left: no players whose hand is empty\n")
    found = look(path).found[0]
    assert len(found.example.splitlines()) <= 14, found.example
    assert found.example == look(path).found[0].example, "the same every time"


def test_the_command(tiny) -> None:
    path = tiny(after="\nalways coins-left: no players whose hand is empty\n")
    result = CliRunner().invoke(cli, ["verify", str(path), "--games", "4"], standalone_mode=False)
    assert result.return_value == 1
    assert 'error[broken-promise]: "coins-left" does not always hold' in result.output
    assert "example shows-coins-left" in result.output
    result = CliRunner().invoke(cli, ["verify", str(path), "--games", "4", "--players", "3",
                                      "--json"], standalone_mode=False)
    [row] = json.loads(result.output)
    assert row["cases"] == 1
    assert row["failures"][0]["invariant"] == "always coins-left"
    assert row["failures"][0]["example_fails"] is True


def test_the_command_on_a_sound_game(tiny) -> None:
    result = CliRunner().invoke(cli, ["verify", str(tiny()), "--games", "1", "--seconds", "60"],
                                standalone_mode=False)
    assert result.return_value == 0
    assert "2 ways to play, 2 games" in result.output
    assert "every promise holds" in result.output


def test_an_option_that_is_not_there(tiny) -> None:
    result = CliRunner().invoke(cli, ["verify", str(tiny()), "--with", "wings"])
    assert result.exit_code == 2
    assert "there is no option called wings" in result.output


def test_without_hypothesis_the_example_is_shown_as_it_is(tiny, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    path = tiny(after="\nalways coins-left: no players whose hand is empty\n")
    result = CliRunner().invoke(cli, ["verify", str(path), "--games", "4"])
    assert "example shows-coins-left" in result.output
    assert "pip install 'variorum[verify]'" in result.output


WITH_A_CARD_MORE = """variant more "More" extends osprey-2018

add components
  in deck
    1 luxury heirloom "Heirloom" with value 4

example the-first-card-is-up
  players ann, bo, cy
  when playing setup
  then
    count of block is 1
"""
MONEY_IS_LOST = """
add zones
  fire holds money, open

change rounds
  replace pay by
    move bid of winner to fire
"""


def test_a_promise_about_the_cards_of_the_parent_is_not_made_by_a_variant_with_others(
    tmp_path: Path,
) -> None:
    path = tmp_path / "more.variant"
    path.write_text(WITH_A_CARD_MORE, "utf-8")
    assert problems(path) == []
    assert verified(load(path, edition_path), games=1, players=3, readings={}).found == []


def test_any_other_promise_of_a_parent_is_made_by_its_variants_too(tmp_path: Path) -> None:
    path = tmp_path / "more.variant"
    path.write_text(WITH_A_CARD_MORE + MONEY_IS_LOST, "utf-8")
    found, = verified(load(path, edition_path), games=1, players=3, readings={}).found
    assert found.failure.broken.invariant == "always money-stays"
    assert found.diagnostic.hint.endswith("remove always money-stays")
    path.write_text(WITH_A_CARD_MORE + MONEY_IS_LOST + "\nremove always money-stays\n", "utf-8")
    assert verified(load(path, edition_path), games=1, players=3, readings={}).found == []
