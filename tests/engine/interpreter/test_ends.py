"""When a game ends, and what can still happen then."""

from variorum_dsl.diagnostics.terminal import render
from variorum_dsl.files.loader import load_text
from variorum_engine.table.preparation import Ready

GAME = """edition x "X"
players 2
kinds
  gem has value
components
  in deck
    4 gem with value 1 to 4
zones
  deck holds gem, hidden, in order
  bin holds gem, open
  won of each player holds gem, open
rounds until deck is empty, using up deck
  for each player p in players, until deck is empty
    move top of deck to won of p
end two-out at once when count of gem outside deck is at least 3
reckoning fee "everyone gives a gem back"
  for each player p in players
    p picks 1 of won of p as given-back
    move given-back to bin
scoring points
  gems add total value of gem in won
winner
  highest points
  then shared

example the-end-comes-once
  players ann, bo
  given
    deck holds gem 1, gem 2, gem 3, gem 4
  when playing rounds
  then
    to decide ann
  when going on
    ann: gem 1
    bo: gem 2
  then
    the game has ended
    won of ann holds gem 3
    won of bo holds nothing
    winner ann
"""


def test_a_game_that_has_ended_does_not_end_again() -> None:
    loaded = load_text(GAME)
    assert loaded.sheet is not None
    assert not loaded.problems
    for example in loaded.sheet.examples():
        problems = Ready(loaded.sheet).run(example)
        assert not problems, "\n".join(render(p, loaded.sources) for p in problems)
