"""Edits of options and readings: what they reach, and what they leave alone."""

from variorum_dsl import model as m
from variorum_dsl.edits.addresses import keyed, rewritten
from variorum_dsl.files.loader import load_text
from variorum_dsl.model.game import Game
from variorum_dsl.printer.document import print_clause

RULES = """\
edition small "Small"
players 2 to 4

kinds
  coin has worth

zones
  shared holds coin, open
  hand of each player holds coin, secret

scoring points
  coins add total worth of hand of p

winner
  highest points
  then shared

phase opening
  if shared is empty
    nothing happens
  otherwise
    for each player p
      p chooses
        take
          move shared to hand of p
        leave

option other
  rename shared to pot
  change phase opening
    replace move-pot by
      move top of pot to hand of p
"""


def resolved(text: str, *options: str) -> Game:
    sheet = load_text(text, "small.variant").sheet
    assert sheet is not None
    game, problems = sheet.resolved(options)
    assert problems == []
    return game


def test_a_new_name_goes_everywhere_and_leaves_fixed_words_alone() -> None:
    game = resolved(RULES, "other")
    assert [zone.name for zone in game.zones] == ["pot", "hand"]
    assert game.winner is not None
    assert game.winner.tied == "shared"
    assert print_clause(game.stages[0]) == (
        "phase opening\n  if pot is empty\n    nothing happens\n  otherwise\n"
        "    for each player p\n      p chooses\n        take\n"
        "          move top of pot to hand of p\n        leave"
    )


def test_a_setup_that_an_option_adds_comes_first() -> None:
    game = resolved(RULES + "\noption mixed\n  add setup\n    shuffle shared\n", "mixed")
    assert [stage.stage for stage in game.stages] == ["setup", "phase"]


def test_what_an_edit_does_not_reach_is_the_same_record() -> None:
    before = resolved(RULES).stages[0].body
    lines = keyed(before)
    assert list(lines) == ["if", "nothing", "each-p", "p-chooses", "move-shared"]
    after = keyed(rewritten(before, lines["move-shared"], (m.EndRound(),)))
    assert list(after) == ["if", "nothing", "each-p", "p-chooses", "end-round"]
    assert after["nothing"] is lines["nothing"]
    assert rewritten(before, m.Nothing(), ())[0] is before[0]
