"""What an example can state, shown where it holds and where it does not."""

from __future__ import annotations

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.files.loader import load_text
from variorum_engine.table.preparation import Ready

GAME = """edition glance "Glance"
players 2 to 3

kinds
  card has value

components
  in pile
    6 card with value 1 to 6

zones
  pile holds card, hidden, in order
  hand of each player holds card, secret
  heap holds card, hidden

tracks
  turn is a player

rounds until pile is empty, using up pile
  move top of pile to hand of turn
  turn chooses
    show "show", picking 1 of hand of turn as shown
      show shown to left of turn
    shuffle "shuffle"
      shuffle pile
    drop "drop", picking 1 of hand of turn as dropped
      show dropped to left of turn
      move dropped to heap
    look "look"
      show pile to turn
  turn becomes left of turn

end two-dropped at once when count of heap is 2

scoring points
  cards add total value of hand

winner
  highest points
  then shared

"""
BEGUN = """example it
  players ann, bo, cy
  given
    pile holds card 1, card 2, card 3, card 4, card 5, card 6
  when playing rounds
"""


def said(lines: str, position: str = BEGUN) -> list[Diagnostic]:
    loaded = load_text(GAME + position + lines)
    assert loaded.sheet is not None
    assert not loaded.problems
    return [problem for example in loaded.sheet.examples()
            for problem in Ready(loaded.sheet).run(example)]


@pytest.mark.parametrize("lines", [
    # A secret card that was shown is seen, by those to whom it was shown.
    "    ann: show card 1\n  then\n    bo sees hand of ann\n    cy does not see hand of ann\n",
    # It is forgotten among others, and a zone of which one card is known is not seen.
    """    ann: show card 1
    bo: show card 2
    cy: show card 3
  then
    bo does not see hand of ann
    cy sees hand of bo
    ann sees hand of cy
""",
    # A card that has moved since is no longer where it was shown.
    "    ann: drop card 1\n  then\n    nobody sees heap\n",
    # What was seen of a pile is lost when it is shuffled.
    "    ann: look\n  then\n    ann sees pile\n    bo does not see pile\n",
    "    ann: look\n    bo: shuffle\n  then\n    nobody sees pile\n",
    # `may` only asks.
    """    ann may: show card 1
    ann may: shuffle
    ann may not: show card 2
  then
    to decide ann
    the round goes on
    the game goes on
    eliminated nobody
""",
    "    ann: shuffle\n  then\n    the round has ended\n",
])
def test_what_holds(lines: str) -> None:
    assert said(lines) == []


@pytest.mark.parametrize(("lines", "title"), [
    ("    ann: show card 1\n  then\n    cy sees hand of ann\n", "this zone is seen by ann, bo"),
    ("    ann: look\n    bo: shuffle\n  then\n    ann sees pile\n", "this zone is seen by nobody"),
    ("    ann: show card 1\n  then\n    everyone sees hand of ann\n",
     "this zone is seen by ann, bo"),
    ("    ann: show card 1\n  then\n    nobody sees hand of ann\n",
     "this zone is seen by ann, bo"),
    ("    ann may: show card 2\n", "ann may not do this: show card 2"),
    ("    ann: shuffle\n  then\n    the round goes on\n", "this does not hold"),
    ("    ann may: shuffle\n  then\n    the round has ended\n", "this does not hold"),
    # A game that ends in the middle of a round leaves none that goes on.
    ("    ann: drop card 1\n  when going on\n    bo: drop card 2\n  then\n    the round goes on\n",
     "this does not hold"),
    ("    ann may: shuffle\n  then\n    eliminated ann\n", "the game has not ended yet"),
])
def test_what_does_not_hold(lines: str, title: str) -> None:
    assert [problem.title for problem in said(lines)] == [title]


@pytest.mark.parametrize(("players", "more", "titles"), [
    ("ann, bo, cy, di", "", []),
    ("ann", "", []),
    ("ann, bo, cy", "", ["3 players can play this game"]),
    ("ann, bo, cy, di", "    count of pile is 6\n", ["4 players cannot play this game"]),
])
def test_how_many_can_play(players: str, more: str, titles: list[str]) -> None:
    found = said(f"  then\n    the game cannot be played\n{more}",
                 f"example it\n  players {players}\n")
    assert [problem.title for problem in found] == titles


def test_a_vague_phrase_takes_what_the_exact_ones_leave() -> None:
    assert said("""  then
    count of hand of ann is 2
    hand of bo holds card 1
""", """example it
  players ann, bo
  given
    hand of ann holds card 6, card
    hand of bo holds card 1
""") == []
