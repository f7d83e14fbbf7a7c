"""A number that only its owner sees is in no view and no log of anybody else, and bots that imagine
the table do not know it."""

from variorum_engine.bots.knowledge import Knowledge
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.logs import observed
from variorum_engine.table.table import Table
from variorum_engine.table.views import view
from variorum_engine.table.visibility import REFEREE, SPECTATOR

from tests.engine.compiler.beside import all_rules

GAME = """\
edition purses "Purses"
players 2

kinds
  card "card" has value

components
  in deck
    3 card with value 1 to 3

zones
  deck holds card, hidden, in order
  won of each player holds card, open

tracks
  purse of each player is a number, starting at 5, secret
  vault is a number, starting at 3, hidden
  price of each player is a number

setup
  shuffle deck

rounds until deck is empty, using up deck
  for each player p, until deck is empty
    p picks a number from 1 to 2 as paid
    subtract paid from purse of p
    add 1 to vault
    move top of deck to won of p

scoring score
  cards add total value of won + purse + price

winner
  highest score
  then shared
"""


def _played() -> Table:
    (_, rules), = all_rules(GAME)
    table, stream = Table(rules, seed=1), Stream(1)
    table.state.events = [] if table.state.events is None else table.state.events
    for _ in range(2):
        seat = table.to_decide[0]
        table.apply_unchecked(seat, table.drawn(seat, stream))
    return table


def test_only_its_owner_sees_a_secret_number() -> None:
    table = _played()
    first, second, vault = table.state.tracks[:3]
    assert view(table, 0).tracks == (first, None, None, 0, 0)
    assert view(table, 1).tracks == (None, second, None, 0, 0)
    assert view(table, SPECTATOR).tracks == (None, None, None, 0, 0)
    assert view(table, REFEREE).tracks == (first, second, vault, 0, 0)


def test_the_log_does_not_tell_it() -> None:
    table = _played()
    events = table.state.events or []
    told = {seat: {e.place for e in observed(table.rules.program, events, seat)
                   if type(e).__name__ == "TrackSet"} for seat in (0, 1, REFEREE)}
    assert told == {0: {0}, 1: {1}, REFEREE: {0, 1, 2}}


def test_whoever_imagines_the_table_does_not_know_it() -> None:
    table = _played()
    table.state.tracks[1] = 1000
    table.state.tracks[2] = 2000
    imagined = Knowledge(table, 0).dealt(Stream(3)).state.tracks
    assert imagined[:3] == [table.state.tracks[0], table.state.tracks[0], 3]
