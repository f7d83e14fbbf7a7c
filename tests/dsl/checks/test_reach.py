"""What a name can hold where it is used, when it gets another value on the way there."""

from __future__ import annotations

import pytest
from variorum_dsl.checks import checked
from variorum_dsl.files.loader import load_text

GAME = """\
edition small "Small"
players 2

kinds
  coin "coin"
  gem "gem" has value

components
  in purse of each player
    3 coin
  in mine
    6 gem with value 1 to 6

zones
  purse of each player holds coin, open
  mine holds gem, open
  till holds coin, open
  show of each player holds gem, open

rounds until mine is empty, using up mine
  let q be the one in players with highest order
{lines}

figures
  order is count of purse

scoring points
  gems add total value of show

winner
  highest points
  then shared
"""
FIRST = GAME.split("{lines}", maxsplit=1)[0].count("\n") + 1


def findings(lines: str) -> list[tuple[str, int]]:
    """The errors by the number of the line."""
    text = GAME.replace("{lines}", "\n".join(f"  {line}" for line in lines.splitlines()))
    loaded = load_text(text, "small.variant", None)
    assert not loaded.problems, loaded.problems
    return [(each.code, each.primary.place.line - FIRST) for each in checked(loaded)
            if each.code in ("wrong-zone", "never-there", "unhandled-case")]


@pytest.mark.parametrize(("lines", "right"), [
    ("let x be purse of q\nmove x to till\nx becomes mine\nmove x to show of q", []),
    ("let x be purse of q\nx becomes mine\nmove x to till", [("wrong-zone", 2)]),
    ("let x be purse of q\nx becomes mine\nx becomes till\nmove x to till", []),
    ("let x be purse of q\nadd the one in mine to x\nmove x to till", [("wrong-zone", 2)]),
    ("let x be purse of q\nremove the one in till from x\nmove x to till", []),
])
def test_line_after_line__the_last_value_counts(lines: str, right: list[object]) -> None:
    assert findings(lines) == right


@pytest.mark.parametrize(("lines", "right"), [
    ("let x be till\nif any mine\n  x becomes mine\nmove x to till", [("wrong-zone", 3)]),
    (("let x be mine\nif any mine\n  x becomes till\notherwise\n  x becomes purse of q\n"
     "move x to till"), []),
    ("let x be mine\nq chooses\n  a\n    x becomes till\n  b\n    nothing happens\nmove x to till",
     [("wrong-zone", 6)]),
    ("let x be till\ndepending on mine\n  case gem\n    x becomes mine\nmove x to till",
     [("wrong-zone", 4)]),
])
def test_where_ways_meet__each_of_their_values_counts(lines: str, right: list[object]) -> None:
    assert findings(lines) == right


@pytest.mark.parametrize(("lines", "right"), [
    ("let x be till\nfor each player p\n  move x to till\n  x becomes mine", [("wrong-zone", 2)]),
    (("let x be till\nlet y be till\nfor each player p\n  move x to till\n  x becomes y\n"
     "  y becomes mine"), [("wrong-zone", 3)]),
    (("let x be till\nrepeat until mine is empty, using up mine\n  move x to till\n"
     "  move mine to show of q\n  x becomes mine"), [("wrong-zone", 2)]),
    (("for each player p\n  let x be till\n  move x to till\n  x becomes mine\n"
     "  move x to show of p"), []),
])
def test_in_a_loop__what_a_turn_leaves_is_there_in_the_next(
    lines: str, right: list[object]
) -> None:
    assert findings(lines) == right


def test_depending__cases_for_a_later_value_are_not_superfluous() -> None:
    assert findings(
        "let x be till\nif any mine\n  x becomes mine\ndepending on x\n  case coin\n"
        "    nothing happens\n  case gem\n    move x to show of q"
    ) == [("wrong-zone", 7)]
