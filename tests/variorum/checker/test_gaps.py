"""A file with mistakes runs the examples that do not need what is wrong, and counts the others."""

from __future__ import annotations

from pathlib import Path

import pytest
from variorum_dsl.files.loader import load_text

from variorum.checker.check import Taken, check_file, taken
from variorum.checker.report import settled
from variorum.settings import settings_for

GAME = """\
edition small "Small"
players 2 to 3

kinds
  paper "card" has value

components
  in deck
    6 paper with value 1 to 6

zones
  deck holds paper, hidden, in order
  won of each player holds paper, open
  box holds paper, open

tracks
  starter is a player

setup
  shuffle deck

rounds until deck is empty, using up deck
  let mover be starter
  move top of deck to won of mover
  mover chooses
    keep "keep"
    throw "throw", picking 1 of won of mover as thrown
      move thrown to box
      tidy: let gone be thrown
      if gone is a paper
        starter becomes left of mover

scoring points
  cards add total value of won

winner
  highest points
  then shared

example keeping
  players ann, bo
  given
    deck includes paper 3
  when playing rounds
    ann: keep
  then
    won of ann includes paper 3

example throwing
  players ann, bo
  given
    deck includes paper 3
  when playing rounds
    ann: throw paper 3
  then
    box holds paper 3
    starter is bo

example counting
  players ann, bo
  given
    won of ann holds paper 6
  then
    points of ann is 6
    winner ann
"""


def checked(text: str) -> Taken:
    return taken(load_text(text, "small.variant"))


def changed(old: str, new: str) -> Taken:
    assert GAME.count(old) == 1, old
    return checked(GAME.replace(old, new))


def test_a_file_without_mistakes_leaves_none_out() -> None:
    assert [each for each in checked(GAME).found if each.severity == "error"] == []
    assert checked(GAME).left_out == 0


@pytest.mark.parametrize(("old", "new", "left_out"), [
    # A line of play: the example that comes to it.
    ("      move thrown to box\n", "      moove thrown onto box\n", 1),
    # A line that makes a name: those that come to it; what speaks of the name is not reported.
    ("      tidy: let gone be thrown\n", "      tidy: let gone be the thrown\n", 1),
    # A choice: whoever plays.
    ('    keep "keep"\n', '    keep "keep" whenever\n', 2),
    # An example.
    ("    ann: keep\n", "    ann; keep\n", 1),
    # A step of the scoring, and a line of the winner section.
    ("  cards add total value of won\n", "  cards add totals over won\n", 1),
    ("  highest points\n", "  highest of points\n", 1),
    # A word that is plainly meant is read as such.
    ("  cards add total", "  cards ad total", 0),
    # What everything depends on.
    ("  box holds paper, open\n", "  box holds paper open\n", 3),
    ("    6 paper with value 1 to 6\n", "    6 paper with value 1 bis 6\n", 3),
    # A name that is not known is a mistake in its line.
    ("      move thrown to box\n", "      move thrown to bocks\n", 1),
])
def test_only_examples_that_need_it_are_left_out(old: str, new: str, left_out: int) -> None:
    found = changed(old, new)
    assert found.left_out == left_out, [each.title for each in found.found]
    assert not [each for each in found.found if each.code in ("example-fails", "broken-rule")]


def test_an_example_that_fails_is_reported_beside_an_unreadable_line() -> None:
    text = GAME.replace("  highest points\n", "  highest of points\n").replace(
        "    won of ann includes paper 3\n", "    won of ann includes paper 4\n")
    found = checked(text)
    assert "example-fails" in [each.code for each in found.found]


def test_the_command_says_how_many_were_left_out(tmp_path: Path) -> None:
    path = tmp_path / "small.variant"
    path.write_text(GAME.replace("      move thrown to box\n", "      moove thrown onto box\n"))
    result = settled([check_file(str(path))], [], settings_for(str(tmp_path)))
    assert result.lines == [
        "small: 1 error, 3 examples (1 of them not run, because of an error)"]
