"""First weights: a game that nobody has tuned is played better than by its first choices, and what
is new in a tuned one is left alone unless it helps."""

from __future__ import annotations

from variorum_dsl.files.loader import load_text
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules
from variorum_engine.tuning.first import FAR, with_first
from variorum_engine.tuning.matches import SAME, Match
from variorum_engine.tuning.weights import bundled_for, row_of

import variorum

LIGHTS = """edition lights "Lights"
players 2

kinds
  lantern "lantern" has light, colour (red, green, blue, gold)

components
  in deck
    24 lantern for each colour with light 1 to 6

zones
  deck "deck" holds lantern, hidden, in order
  row "row" holds lantern, open
  burnt "burnt" holds lantern, open
  garden of each player "garden" holds lantern, open

tracks
  host "host" is a player

setup
  shuffle deck
  chance picks 1 of players as dealer
  host becomes dealer

rounds until deck is empty, using up deck
  host becomes left of host
  repeat until count of row is 4 or deck is empty, using up deck
    let drawn be top of deck
    if any row whose colour is colour of drawn
      move drawn + row to burnt
      end the round
    move drawn to row
    host chooses
      stop "stop"
        move row to garden of host
        end the round
      go-on "go on"
        nothing happens
  move row to garden of host

scoring points
  light add total light of garden

winner
  highest points
  then shared
"""


def rules_of(text: str) -> Rules:
    loaded = load_text(text, "lights.variant")
    assert loaded.sheet is not None
    rules, problems, _ = Ready(loaded.sheet).rules(2)
    assert rules is not None, problems
    return rules


def test_a_game_that_nobody_tuned_is_not_played_by_its_first_choice() -> None:
    rules = rules_of(LIGHTS)
    found = with_first(rules.program, {})
    assert found
    assert found == with_first(rules.program, {})
    match = Match(rules)
    thumb = match.machine.thumb
    won = match.share(row_of(thumb, found), 5, 200, SAME, row_of(thumb, {}))
    assert won.low > 0.5


def test_what_was_made_for_a_game_is_left_alone() -> None:
    program = variorum.load("osprey-2018").variant(3).rules.program
    known = bundled_for(program).weights
    assert with_first(program, known) == known


def test_a_choice_that_is_new_is_not_taken_unless_it_helps() -> None:
    """Who is asked whether to pay for a card that is theirs anyway does not pay; and the choices
    that were there keep their weights, although the new one comes between them."""
    edition = variorum.load("osprey-2018")
    asked = edition.variant(3, (), {"last-player": "asked"}).rules.program
    known = bundled_for(asked).weights
    assert known == bundled_for(edition.variant(3).rules.program).weights
    found = with_first(asked, known)
    assert {name: found[name] for name in found if name not in known} == {"bid (3): always": -FAR}
