"""A condition on an answer that breaks down is a mistake in the rules, in every form."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import Broken, kernel

FORMS = ["plain", "interpreter", pytest.param("fast", marks=pytest.mark.skipif(
    not is_available(), reason="needs the extra fast"))]
GAME = """\
edition small "Small"
players 2

kinds
  gem "gem" has value

components
  in deck
    12 gem with value 1 to 12

zones
  deck holds gem, hidden, in order
  hand of each player holds gem, secret
  show of each player holds gem, open

setup
  shuffle deck
  for each player p
    move top 3 of deck to hand of p

rounds until hand of players is empty, using up hand of players
  for each player p
    p chooses
      play, picking 1 of hand of p as c, such that value of c is at least {bound}
        move c to show of p
      drop, if any hand of p
        move hand of p to show of p
      wait, if no hand of p
        nothing happens

scoring points
  gems add total value of show

winner
  highest points
  then shared
"""


def rules_with(bound: str) -> Rules:
    loaded = load_text(GAME.format(bound=bound), "small.variant", None)
    assert loaded.sheet is not None
    rules, errors, _ = Ready(loaded.sheet).rules(2)
    assert rules is not None, errors
    return rules


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("bot", ["random", "thumb"])
def test_a_condition_without_an_answer_breaks_the_game(form: str, bot: str) -> None:
    rules = rules_with("highest value of show of left of p")
    with pytest.raises(Broken) as broken:
        kernel(rules, Bots((bot, bot)), form=form).chunk(1, 0, 5)
    assert broken.value.game == 0


@pytest.mark.parametrize("form", FORMS)
def test_one_that_says_what_counts_otherwise_does_not(form: str) -> None:
    rules = rules_with("highest value of show of left of p otherwise 0")
    assert kernel(rules, Bots(("random", "random")), form=form).chunk(1, 0, 5).games == 5
