"""Cards that are counted by what they have in common."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_engine.mutation.mutants import Original
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.preparation import Ready

from tests.variorum.pages import rules_in_words
from variorum.comparison.compare import compare, side_of

GAME = """edition collecting "Collecting"
players 2

kinds
  thing
    stone has colour (red, blue, green), size
    joker

components
  in bag
    9 stone for each colour with size 1 to 3
    2 stone with colour red and size 3
    2 joker

zones
  bag holds thing, hidden, in order
  shelf of each player holds thing, open

rounds until bag is empty, using up bag
  for each player p
    if any bag
      move top of bag to shelf of p

scoring points
  sought add {number}

winner
  highest points
  then shared

example it
  players ann, bo
  given
    shelf of ann holds {holds}
  when the game ends
  then
    points of ann is {points}
"""


def text(number: str, holds: str = "nothing", points: int = 0) -> str:
    return GAME.format(number=number, holds=holds, points=points)


SOME = "3 stone red 3, stone red 1, stone blue 3, 2 joker"


@pytest.mark.parametrize(("number", "holds", "points"), [
    ("count of different colour of shelf", SOME, 2),
    ("count of same colour of shelf", SOME, 4),
    ("count of different size of shelf", SOME, 2),
    ("count of same size of shelf", SOME, 4),
    ("count of same size of shelf whose colour is red", SOME, 3),
    # A joker has no colour: it is of no colour at all, not of the first one.
    ("count of different colour of shelf", "2 joker", 0),
    ("count of same colour of shelf", "2 joker, stone red 1", 1),
    ("count of different colour of joker in shelf", SOME, 0),
    ("count of shelf whose colour is red", SOME, 4),
    ("count of shelf whose colour is not red", SOME, 3),
    ("count of same colour of shelf", "nothing", 0),
    ("count of different colour of shelf", "nothing", 0),
])
def test_what_is_counted(number: str, holds: str, points: int) -> None:
    loaded = load_text(text(number, holds, points))
    assert loaded.sheet is not None
    assert not loaded.problems
    [example] = loaded.sheet.examples()
    assert [each.title for each in Ready(loaded.sheet).run(example)] == []


@pytest.mark.parametrize(("number", "said"), [
    ("count of different colour of shelf", "the number of different colours among"),
    ("count of same colour of shelf", "the highest number of cards of one colour among"),
])
def test_the_rules_say_so_in_words(number: str, said: str) -> None:
    sheet = load_text(text(number)).sheet
    assert sheet is not None
    assert said in rules_in_words(sheet)


def test_different_and_same_are_two_rules() -> None:
    different, same = (load_text(text(f"count of {word} colour of shelf"), f"{word}.variant")
                       for word in ("different", "same"))
    assert different.sheet is not None
    assert same.sheet is not None
    assert fingerprint(different.sheet.resolved()[0]) != fingerprint(same.sheet.resolved()[0])
    found = compare(side_of(different), side_of(same), quick=True).differences
    assert [(each.category, each.verdict) for each in found] == [("scoring", "changes")]
    assert "sought add count of same colour of shelf" in [
        mutant.after for mutant in Original(different).mutants()
        if mutant.before == "sought add count of different colour of shelf"
    ]
