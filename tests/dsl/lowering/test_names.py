"""A name that nothing has: what was meant, written as it must stand there."""

import pytest
from variorum_dsl.files.loader import load_text
from variorum_dsl.lowering.program import lowered

GAME = """\
edition small "Small"
players 2 to 3
kinds
  lamp has light
components
  in deck
    6 lamp with light 1 to 6
zones
  deck holds lamp, hidden, in order
  garden of each player holds lamp, open
tracks
  host is a player
figures
  lamps is count of garden
rounds until deck is empty, using up deck
  {line}
scoring points
  light add {step}
winner
  highest points
  then shared
"""


@pytest.mark.parametrize(("line", "step", "hint"), [
    ("nothing happens", "total lihgt of garden", "write light"),
    ("move top of deck to gardn", "1", "write garden of host"),
    ("move top of deck to gardn of host", "1", "write garden"),
    ("for each player q in players\n    move top of deck to gardn", "1", "write garden of q"),
    ("move top of deck to garden", "1", "garden of host"),
    ("nothing happens", "total light of gardn", "write garden"),
])
def test_one_slip_has_one_way_out(line: str, step: str, hint: str) -> None:
    loaded = load_text(GAME.format(line=line, step=step), "small.variant")
    assert loaded.sheet
    assert not loaded.problems
    _, problems, _ = lowered(loaded.sheet.resolved()[0], 2)
    assert [each.hint for each in problems] == [hint]
