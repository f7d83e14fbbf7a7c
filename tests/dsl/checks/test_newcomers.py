"""What newcomers write that can be read and means nothing: one report, with what is meant."""

import pytest
from variorum_dsl.checks import checked
from variorum_dsl.files.loader import load_text

GAME = """edition small "Small"
players 2 to 3
kinds
  card
    gem has colour (red, blue), value
    flaw "flaw"
components
  in deck
    8 gem for each colour with value 1 to 4
    1 flaw
zones
  deck holds card, hidden, in order
  heap holds card, open
  hand of each player holds card, secret
  pile of each colour holds gem, open
  row 1 to 3 holds card, open
tracks
  price of each colour is a number
rounds until deck is empty, using up deck
  let drawn be top of deck
  move drawn to heap
  for each player p
    if heap is not empty
      nothing happens
winner
  highest worth
  then shared
figures
  worth is total value of hand + total value of every row + count of different colour of every row
"""


@pytest.mark.parametrize(("old", "new", "hint"), [
    ("top of deck", "top card of deck", "top of ZONE, or top of (card in ZONE)"),
    ("if heap is not empty", "if number of heap is 3", "count of ZONE, or count of KIND in ZONE"),
    ("if heap is not empty", "if hand of every player is empty", "players"),
    ("if heap is not empty", "if count of heap is 3 or more", "is at least 3, for example"),
    ("nothing happens", "add 1 to price", "price of red"),
    ("nothing happens", "add 1 to price of p", "price of red, for example"),
    ("if heap is not empty", "if any (heap whose colour is in (pile of red))",
     "say it in full: (those x in CARDS such that no OTHERS whose colour is colour of x)"),
    ("if heap is not empty", "if heap's value is 3", "write value of heap"),
    ("with value 1 to 4", "with value 1 to 2 and value 3 to 4",
     "value 1 to 4, 8 to 10, for example"),
    ("    1 flaw", "    1 x flaw", "1 flaw"),
    ("price of each colour is a number", "price of each colour is a boolean", "is a flag"),
    ("move drawn to heap", """move drawn to heap
  if drawn is flaw
    end the game
  otherwise
    move drawn to pile of colour of drawn""", "is a flaw"),
    ("  heap holds card", "  heap holds cards", "write card"),
    ("  in deck", "  in hand of players", "in hand of each player"),
    ('edition small "Small"', "edition Small Game", 'edition small-game "Small Game"'),
])
def test_the_first_report_is_the_only_one_about_it(old: str, new: str, hint: str) -> None:
    assert old in GAME
    loaded = load_text(GAME.replace(old, new, 1), "small.variant")
    errors = [each for each in checked(loaded) if each.severity == "error"]
    assert [each.hint for each in errors if each.code != "duplicate-name"] == [hint]


def test_places_have_values_where_cards_are_meant() -> None:
    assert not [each for each in checked(load_text(GAME, "small.variant"))
                if each.severity == "error"]


@pytest.mark.parametrize(("old", "new"), [
    ("price of each", "players of each"), ("price of each", "left of each"),
    ("  heap holds", "  nobody holds"), ("(red, blue)", "(red, true)"),
    ("colour (red", "count (red"), ("let drawn be", "let top be"),
    ("for each player p", "for each player nobody"),
    ("has colour", "may be top\n      x has colour"),
])
def test_a_name_that_nothing_could_use_is_refused_where_it_is_declared(old: str, new: str) -> None:
    loaded = load_text(GAME.replace(old, new, 1), "small.variant")
    assert "reserved-name" in {each.code for each in checked(loaded)}
