"""Which rules were reached, on the text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from variorum_dsl.files.loader import load_text
from variorum_engine.verification.coverage import Coverage, coverage

from variorum.checker.check import read
from variorum.commands.coverage import command
from variorum.files.editions import edition_names, edition_path

GAME = '''
edition draws "Draws"
players 2 to 3

kinds
  thing has worth
    shell
    pearl

components
  in sack
    3 shell with worth 1 to 3
    1 pearl with worth 5

zones
  sack holds thing, hidden, in order
  shown holds thing, open
  box of each player holds thing, open

figures
  best is highest worth of box otherwise 0

setup
  shuffle sack

rounds until sack is empty, using up sack
  for each player p
    if sack is not empty
      move top of sack to shown
      depending on shown
        case shell
          p chooses
            keep
              move shown to box of p
            give
              move shown to box of (left of p)
        case pearl
          move shown to box of p
          end the round

end all-shells at once when count of shell outside sack is 3

elimination
  out players whose best is 0
  if everyone is out, nobody wins

scoring points
  worth add total worth of box
  pearls double for each pearl in box
  most at most 9

winner
  highest points
  then highest best
  then shared

silent sharing "Is a tie shared?"
  assume yes
  or no
    change winner
      replace shared by
        then nobody wins

example keeping
  players ann, bo
  given
    sack holds shell 1, shell 2
  when playing rounds
    ann: keep
  then
    box of ann holds shell 1

example tied
  players ann, bo
  reading sharing is no
  given
    box of ann holds shell 1, shell 2
    box of bo holds shell 3
  when the game ends
  then
    winner bo
'''.lstrip()
LINES = {line.strip(): number for number, line in enumerate(GAME.splitlines(), 1)}


@pytest.fixture(scope="module")
def covered() -> Coverage:
    return coverage(load_text(GAME, "draws.variant"), games=40)


def _reached(covered: Coverage) -> dict[int, tuple[bool, bool]]:
    return {rule.line: (rule.examples > 0, rule.games > 0) for rule in covered.rules}


@pytest.mark.parametrize("text", [
    "rounds until sack is empty, using up sack", "for each player p", "case shell", "keep",
    "worth add total worth of box", "then highest best", "or no", "assume yes",
])
def test_what_an_example_reaches(covered: Coverage, text: str) -> None:
    assert _reached(covered)[LINES[text]][0]


@pytest.mark.parametrize("text", [
    "shuffle sack", "give", "case pearl", "end the round", "out players whose best is 0",
    "if everyone is out, nobody wins", "pearls double for each pearl in box", "most at most 9",
    "highest points", "then shared", "then nobody wins",
    "end all-shells at once when count of shell outside sack is 3",
])
def test_what_no_example_reaches(covered: Coverage, text: str) -> None:
    assert not _reached(covered)[LINES[text]][0]


@pytest.mark.parametrize("text", [
    "shuffle sack", "give", "case pearl", "end the round", "highest points",
    "pearls double for each pearl in box",
    "end all-shells at once when count of shell outside sack is 3",
])
def test_what_random_games_reach(covered: Coverage, text: str) -> None:
    assert _reached(covered)[LINES[text]][1]


def test_declarations_are_no_rules(covered: Coverage) -> None:
    assert LINES["box of each player holds thing, open"] not in _reached(covered)
    assert LINES["best is highest worth of box otherwise 0"] not in _reached(covered)


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "draws.variant"
    path.write_text(GAME, encoding="utf-8")
    run = CliRunner().invoke(command, [str(path), "--games", "10"], standalone_mode=False)
    assert run.return_value == 1
    assert f"+ {LINES['case shell']:>4}          case shell" in run.output
    assert f"{LINES['highest points']}: tie-break: highest points" in run.output
    run = CliRunner().invoke(command, [str(path), "--games", "0", "--json"],
                             standalone_mode=False)
    data = json.loads(run.output)
    assert data["examples"] == 2
    assert data["unreached"] == sum(not rule["examples"] for rule in data["rules"])


@pytest.mark.parametrize("name", edition_names())
def test_every_rule_of_an_edition_is_reached_by_its_examples(name: str) -> None:
    path = edition_path(name)
    assert path is not None
    loaded = read(str(path))
    missed = coverage(loaded).unreached
    assert [(rule.line, loaded.sources.line(rule.path, rule.line)) for rule in missed] == []
