"""A tiny game, and what can be broken in it."""

from collections.abc import Callable
from pathlib import Path

import pytest

TINY = """\
edition tiny "Tiny"
about "A small game with one thing wrong in it, or nothing."
players 2 to 3

kinds
  coin "coin" has value

components
  in hand of each player
    3 coin with value 1 to 3
  in deck
    4 coin with value 4 to 7

zones
  deck holds coin, hidden, in order
  middle holds coin, open
  under holds coin, hidden
  box holds coin, open
  hand of each player holds coin, secret
  won of each player holds coin, open

setup
  shuffle deck
  move top of deck to under

rounds until deck is empty, using up deck
  move top of deck to middle
  for each player p in players
    p chooses
      pay "pay", picking 1 of hand of p as paid{such}
        move paid to won of p
      pass "pass"{passing}
  move middle to box
{more}
scoring points "point"
  coins add total value of won

winner
  highest points
  then shared
"""

Maker = Callable[..., Path]


@pytest.fixture
def tiny(tmp_path: Path) -> Maker:
    """Writes the game, with something wrong in it."""

    def make(such: str = "", passing: str = "", more: str = "", after: str = "") -> Path:
        path = tmp_path / "tiny.variant"
        path.write_text(TINY.format(such=such, passing=passing, more=more) + after)
        return path

    return make
