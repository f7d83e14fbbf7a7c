"""What the guide answers at its end is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.paths import ROOT
from variorum.checker.check import check_file

GUIDE = (ROOT / "docs" / "language.md").read_text("utf-8").partition("## Questions that come up")[2]
ORDERS = {
    "players clockwise after bo": "cy ann bo",
    "players, highest gems first": "bo ann cy",
    "players clockwise from p, highest gems first": "bo cy ann",
}
GAME = '''edition small "Small"
players 3

kinds
  gem "gem"

components
  in deck
    3 gem

zones
  deck holds gem, hidden, in order
  won of each player holds gem, open

tracks
  order of each player is a number
  bids of each player is a number
  tired of each player is a flag
  step is a number

figures
  gems is count of won

rounds until deck is empty, using up deck
  chance picks 1 of players as p
  move top of deck to won of p
  if not tired of p
    tired of p becomes true
{choice}
  for each player q in {order}
    add 1 to step
    order of q becomes step

winner
  highest gems
  then highest order
  then highest bids
  then shared

example one-round "One round"
  players ann, bo, cy
  given
    deck holds gem
  when playing rounds
    chance: bo
    bo: bid 3
  then
    bids of bo is 3
    tired of bo
{then}
'''


def codes(path: Path, text: str) -> list[str]:
    path.write_text(text, "utf-8")
    return [each.code for each in check_file(str(path)).diagnostics]


def choice() -> str:
    """The very lines of the guide."""
    found = re.search(r"(?s)```variant\n(.*?)```", GUIDE)
    assert found
    return found[1].rstrip("\n")


def game(order: str, *names: str) -> str:
    then = "\n".join(f"    order of {name} is {place}" for place, name in enumerate(names, 1))
    return GAME.format(choice=choice(), order=order, then=then)


@pytest.mark.parametrize("order", ORDERS)
def test_numbers_flags_and_orders(tmp_path: Path, order: str) -> None:
    rules = order.replace("after bo", "after p")
    assert codes(tmp_path / "small.variant", game(rules, *ORDERS[order].split())) == []
    other = ORDERS[order].split()[::-1]
    assert "example-fails" in codes(tmp_path / "small.variant", game(rules, *other))


def test_what_may_be_left_out(tmp_path: Path) -> None:
    said = re.findall(r"`(\w+)`", GUIDE.partition("Everything else")[0])
    assert said == ["players", "kinds", "components", "zones", "phase", "rounds", "winner"]
    whole = '''edition small "Small"
players 3

kinds
  gem "gem"

components
  in deck
    3 gem

zones
  deck holds gem, hidden, in order
  out holds gem, open

rounds until deck is empty, using up deck
  move top of deck to out

winner
  then shared
'''
    path = tmp_path / "small.variant"
    assert codes(path, whole) == []
    parts = whole.split("\n\n")
    heading = parts[0].partition("\n")[0]
    assert codes(path, "\n\n".join([heading, *parts[1:]]))
    for part in parts[1:]:
        assert codes(path, "\n\n".join(each for each in parts if each != part)), part
