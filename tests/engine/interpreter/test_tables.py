"""Numbers by table, for each of something, shared, and in places: scoring without a loop."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_dsl.lowering.program import lowered
from variorum_engine.mutation.mutants import Original
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.preparation import Ready

from tests.variorum.pages import rules_in_words
from variorum.comparison.compare import compare, side_of

GAME = """edition collecting "Collecting"
players 2 to 4

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

figures
  bulk is total size of shelf

rounds until bag is empty, using up bag
  for each player p
    if any bag
      move top of bag to shelf of p

scoring points
  sought {step}

winner
  highest points
  then shared

example it
  players ann, bo, cy, di
  given
    shelf of ann holds {holds}
    shelf of bo holds stone blue 2, stone green 2
    shelf of cy holds stone green 3, stone blue 1
    shelf of di holds nothing
  when the game ends
  then
    points of ann is {points}
"""
SOME = "3 stone red 3, stone red 1, stone blue 3, 2 joker"  # 4 red ones; together 13


def text(step: str, holds: str = "nothing", points: int | str = 0) -> str:
    return GAME.format(step=step, holds=holds, points=points)


@pytest.mark.parametrize(("step", "holds", "points"), [
    # A table: nothing for nothing, and the last value for all that is more.
    ("add (2, 5, 9 by count of shelf)", "nothing", 0),
    ("add (2, 5, 9 by count of shelf)", "stone red 1", 2),
    ("add (2, 5, 9 by count of shelf)", "stone red 1, joker, stone blue 3", 9),
    ("add (2, 5, 9 by count of shelf)", SOME, 9),
    ("add (2, -5 by count of shelf)", SOME, -5),
    ("add (2, 5, 9 by bulk / 2)", "stone red 3, stone red 2", 5),
    ("add (2, 5, 9 by 0 - 3)", SOME, 0),
    # The smaller and the larger of two.
    ("add the smaller of bulk and count of shelf", SOME, 7),
    ("add the larger of (bulk - 20) and (1 / 2)", SOME, "1 / 2"),
    # For so many together.
    ("add 5 for each 2 stone in shelf", SOME, 10),
    ("add 5 for each 3 joker in shelf", SOME, 0),
    ("add 5 for each 6 shelf", SOME, 5),
    # For each member, card, player or number.
    ("add (1, 3, 6 by count of shelf whose colour is k) for each colour k", SOME, 7),
    ("add count of shelf whose colour is k for each colour k among the 1 highest", SOME, 4),
    ("add count of shelf whose colour is k for each colour k among the 2 lowest", SOME, 1),
    ("add count of shelf whose colour is k for each colour k among the 9 lowest", SOME, 5),
    ("add 10 for each colour k if no shelf whose colour is k", SOME, 10),
    ("subtract size of c * size of c for each card c in stone in shelf if size of c is not 3",
     SOME, -1),
    ("add bulk of p for each player p among the 2 highest", SOME, 17),
    ("add bulk of p for each player p in players whose bulk is less than 13", SOME, 8),
    ("add n * n for each number n from 2 to count of joker in shelf + 2 if n is not 3", SOME, 20),
    ("add (count of shelf whose colour is k for each colour k) * 2 + 1", SOME, 11),
    # Shares, and places: with two in front, nobody is second.
    ("add 7 shared among players with highest bulk", SOME, 7),
    ("add 7 shared among players with highest bulk rounded down", "stone red 1, stone blue 3", 2),
    ("add 7 shared among players with highest bulk rounded up", "stone red 1, stone blue 3", 3),
    ("add 7 shared among players with highest bulk", "stone red 1, stone blue 3", "7 / 3"),
    ("add 7 shared among players with highest bulk", "joker", 0),
    ("add 6 shared among players with second highest bulk", "stone blue 3", 0),
    ("add 6 shared among players with third highest bulk", "stone blue 3", 6),
    ("add 6 shared among players with second lowest bulk", "stone blue 3", 6),
    ("add count of shelf with second highest size", "stone red 1, stone green 1, stone blue 3", 2),
    ("add count of shelf with second highest size", SOME, 0),
])
def test_what_it_comes_to(step: str, holds: str, points: int | str) -> None:
    loaded = load_text(text(step, holds, points))
    assert not loaded.problems
    assert loaded.sheet is not None
    [example] = loaded.sheet.examples()
    assert [each.title for each in Ready(loaded.sheet).run(example)] == []


def test_a_step_for_each_that_doubles() -> None:
    more = "more double for each colour k if any shelf whose colour is k"
    loaded = load_text(text(f"add 3\n  {more}", SOME, 12))
    assert loaded.sheet is not None
    [example] = loaded.sheet.examples()
    assert [each.title for each in Ready(loaded.sheet).run(example)] == []


@pytest.mark.parametrize(("step", "said"), [
    ("add (2, 5, 9 by count of stone in shelf)",
     "scores 2, 5 or 9 for 1, 2 or 3 and more, counting the stones in their shelf"),
    ("add the smaller of bulk and 4", "scores the smaller of their bulk and 4:"),
    ("add 5 for each 2 stone in shelf", "Add 5 for every 2 stones in the player’s shelf."),
    ("add count of shelf whose colour is k for each colour k among the 2 highest",
     "for each colour, but only for the 2 where that is highest:"),
    ("double for each colour k if no shelf whose colour is k",
     "Double the result so far for each colour, if"),
    ("add 7 shared among players with second highest bulk rounded down",
     "scores a share of 7, divided equally among the players with the second highest bulk, rou"),
])
def test_the_rules_say_so_in_words(step: str, said: str) -> None:
    sheet = load_text(text(step)).sheet
    assert sheet is not None
    words = rules_in_words(sheet)
    assert said in words, words


@pytest.mark.parametrize(("one", "other"), [
    ("add (2, 5 by count of shelf)", "add (2, 6 by count of shelf)"),
    ("add the smaller of bulk and 4", "add the larger of bulk and 4"),
    ("add 5 for each 2 stone in shelf", "add 5 for each 3 stone in shelf"),
    ("add count of shelf whose colour is k for each colour k among the 2 highest",
     "add count of shelf whose colour is k for each colour k among the 2 lowest"),
    ("add 7 shared among players with second highest bulk",
     "add 7 shared among players with highest bulk"),
])
def test_one_of_them_changed_is_another_rule(one: str, other: str) -> None:
    first, second = load_text(text(one), "one.variant"), load_text(text(other), "two.variant")
    assert first.sheet is not None
    assert second.sheet is not None
    assert fingerprint(first.sheet.resolved()[0]) != fingerprint(second.sheet.resolved()[0])
    found = compare(side_of(first), side_of(second), quick=True).differences
    assert [each.category for each in found] == ["scoring"]
    assert f"sought {other}" in [mutant.after for mutant in Original(first).mutants()
                                 if mutant.before == f"sought {one}"]


def titles(game: str) -> list[str]:
    sheet = load_text(game).sheet
    assert sheet is not None
    return [each.title for each in lowered(sheet.resolved()[0], 4)[1]]


@pytest.mark.parametrize(("step", "title"), [
    ("add 1 for each hue k", 'no sort of thing here is called "hue"'),
    ("add 1 for each colour k in shelf", "these are not colour but cards"),
    ("add 1 for each card c", "it is not said which cards are gone through"),
    ("add 1 for each number n", "it is not said which numbers are gone through"),
    ("add 7 shared among shelf", "those who share must be players or a player"),
    ("add (1, 2 by shelf)", "what the table is for must be a number, and this is cards"),
    ("add the smaller of shelf and 2", "the smaller of must be a number, and this is cards"),
    ("add 5 for each 0 stone in shelf", "there is no group of 0"),
    ("add 1 for each colour k if k", "a condition must be a yes or no"),
])
def test_what_is_wrong_is_said(step: str, title: str) -> None:
    found = titles(text(step))
    assert any(title in each for each in found), found


def test_a_share_is_somebodys() -> None:
    line = "if any bag\n      let x be 3 shared among players"
    found = titles(text("add 1").replace("if any bag", line, 1))
    assert found == ["it is not said whose share this is"]
