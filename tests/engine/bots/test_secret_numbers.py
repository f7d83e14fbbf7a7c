"""Numbers that only their owner sees: what follows from the rules is known, the rest is not."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_engine.bots import Sitting, bot_named
from variorum_engine.bots.playouts import light_move
from variorum_engine.bots.search import Thinker, thinker
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules, Table

SALE = """edition sale "A Sale"
players 3

kinds
  lot has worth

components
  in deck
    6 lot with worth 1 to 6

zones
  deck holds lot, hidden, in order
  block holds lot, open
  won of each player holds lot, open

tracks
  purse of each player is a number, starting at 12, secret
  best is a number
  bidder is a player
  saved of each player is a number, secret

setup
  shuffle deck
  chance picks 1 of players as first
  bidder becomes first

rounds until deck is empty, using up deck
  move top of deck to block
  best becomes 0
  for each player p clockwise from bidder
    p chooses
      bid "bid more", if purse of p is more than best
        best becomes best + 1
        bidder becomes p
      pass "pass"
        nothing happens
  KEEPING
  purse of bidder becomes purse of bidder - best
  move block to won of bidder

scoring wealth
  lots add total worth of lot in won
  money add purse
  kept add saved

winner
  highest wealth
  then shared
"""
KEPT = """bidder picks a number from 0 to purse of bidder - best as kept
  saved of bidder becomes saved of bidder + kept
  purse of bidder becomes purse of bidder - kept"""


def rules_of(keeping: str) -> Rules:
    loaded = load_text(SALE.replace("  KEEPING\n", f"  {keeping}\n" if keeping else ""), "sale")
    assert loaded.sheet is not None, [each.title for each in loaded.problems]
    rules, problems, _ = Ready(loaded.sheet).rules(3)
    assert rules is not None, [each.title for each in problems]
    return rules


def positions(rules: Rules) -> list[Table]:
    """Every position of a game in which somebody decides."""
    found, table, stream = [], Table(rules, 1), Stream(4)
    while not table.over:
        found.append(table.copy())
        seat = table.to_decide[0]
        move = light_move(table, seat, stream)
        assert move is not None
        table.apply(seat, move)
    return found


def purses(table: Table) -> list[object]:
    (track,) = (each for each in table.rules.program.tracks if each.name == "purse")
    return list(table.state.tracks[track.first : track.first + 3])


def test_who_remembers_what_was_paid_knows_every_purse() -> None:
    tables = positions(rules_of(""))
    assert any(len(set(purses(table))) > 1 for table in tables)
    for table in tables:
        imagined = Sitting(table, table.to_decide[0]).imagined(Stream(1))
        assert purses(imagined) == purses(table)


def test_nobody_owes_anything_in_a_game_that_is_imagined() -> None:
    for table in positions(rules_of("")):
        imagined = Sitting(table, table.to_decide[0]).imagined(Stream(1))
        while not imagined.over:
            seat = imagined.to_decide[0]
            imagined.apply(seat, imagined.drawn(seat, Stream(2)))
            assert all(isinstance(each, int) and each >= 0 for each in purses(imagined))


FORMS = ["plain", *(["fast"] if is_available() else [])]


@pytest.mark.parametrize("form", FORMS)
def test_a_number_that_was_picked_in_secret_steers_nobody_else(form: str) -> None:
    """At two tables that differ in what rivals have put aside, a bot decides alike."""
    rules = rules_of(KEPT)
    places = {each.name: each.first for each in rules.program.tracks}
    thinking = thinker(rules, form)
    assert isinstance(thinking, Thinker)
    differ = 0
    for table in positions(rules)[::2]:
        seat, other = table.to_decide[0], table.copy()
        for rival in range(3):
            if rival != seat and other.state.tracks[places["saved"] + rival]:
                other.state.tracks[places["saved"] + rival] += 7
                differ += 1
        one, two = Sitting(table, seat), Sitting(other, seat)
        assert thinking.choose(one, Stream(1), 40) == thinking.choose(two, Stream(1), 40)
        for name in ("sensible", "thumb"):
            first, second = (bot_named(name, rules, 1).choose(each) for each in (one, two))
            assert first == second
    assert differ
