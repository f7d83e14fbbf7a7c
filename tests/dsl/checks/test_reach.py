"""What a name can hold where it is used, when it gets another value on the way there."""

from __future__ import annotations

import pytest
from variorum_dsl.checks import checked
from variorum_dsl.diagnostics.fixes import edited
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
  chest of each player holds coin or gem, open

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
    ("if chest of q is a coin\n  move chest of q to till\notherwise\n  nothing happens", []),
    (("depending on chest of q\n  case coin\n    move chest of q to till\n  case gem\n"
     "    move chest of q to show of q"), []),
    ("move chest of q to till", [("wrong-zone", 0)]),
    # It is known of nobody else, nor after cards came to somebody's, nor of another by that name.
    ("if chest of q is a coin\n  move chest of left of q to till", [("wrong-zone", 1)]),
    ("if chest of q is a coin\n  move mine to chest of left of q\n  move chest of q to till",
     [("wrong-zone", 2)]),
    ("if chest of q is a coin\n  move each chest to the left\n  move chest of q to till",
     [("wrong-zone", 2)]),
    ("if chest of q is a coin\n  q becomes left of q\n  move chest of q to till",
     [("wrong-zone", 2)]),
    (("if chest of q is a coin\n  for each player p\n    move chest of q to till\n"
     "    move mine to chest of p"), [("wrong-zone", 2)]),
])
def test_a_condition_says_what_the_zone_of_somebody_holds(
    lines: str, right: list[object]
) -> None:
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
    ) == []


# ------------------------------------------------------------------------------- conditions
MIXED = """\
edition mixed "Mixed"
players 2

kinds
  card "card"
    number "number" has value
    last-round "last round"

components
  in deck
    6 number with value 1 to 6
    1 last-round

zones
  deck holds card, hidden, in order
  row holds number, open
  aside holds last-round, open
  table holds card, open

rounds until deck is empty, using up deck
{lines}
{more}
figures
  worth is total value of number in row

winner
  highest worth
  then shared
"""


def mixed(lines: str, more: str = "") -> list[tuple[str, str]]:
    """The errors with the words of their lines."""
    text = MIXED.replace("{lines}", "\n".join(f"  {line}" for line in lines.splitlines())).replace(
        "{more}", more)
    loaded = load_text(text, "mixed.variant", None)
    assert not loaded.problems, loaded.problems
    return [(each.code, text.split("\n")[each.primary.place.line - 1].strip())
            for each in checked(loaded)
            if each.code in ("wrong-zone", "never-there", "unhandled-case", "wrong-type")]


DRAWN = "let drawn be top of deck\n"


@pytest.mark.parametrize("lines", [
    "if drawn is a last-round\n  move drawn to aside\notherwise\n  move drawn to row",
    "if drawn is not a last-round\n  move drawn to row\notherwise\n  move drawn to aside",
    "if drawn is a number and row is empty\n  move drawn to row\notherwise\n  move drawn to table",
    ("depending on drawn\n  case last-round\n    move drawn to aside\n"
     "  case number\n    move drawn to row"),
    "move drawn to table\nif table is a number\n  move table to row",
    ("move drawn to table\ndepending on table\n  case number\n    move table to row\n"
     "  case last-round\n    move table to aside"),
    "for each card x in drawn\n  if x is a last-round\n    move x to aside",
])
def test_conditions_narrow_what_a_name_or_a_zone_holds(lines: str) -> None:
    assert mixed(DRAWN + lines) == []


@pytest.mark.parametrize(("lines", "wrong"), [
    ("if drawn is a last-round\n  move drawn to row", "move drawn to row"),
    ("if drawn is a last-round or row is empty\n  move drawn to aside", "move drawn to aside"),
    ("if drawn is a number and row is empty\n  move drawn to row\notherwise\n  move drawn to aside",
     "move drawn to aside"),
    ("if drawn is a number\n  nothing happens\nmove drawn to row", "move drawn to row"),
    ("if drawn is a number\n  drawn becomes top of deck\n  move drawn to row", "move drawn to row"),
    (("let some be top 2 of deck\nif some is a number\n  move some to row\n"
      "otherwise\n  move some to aside"), "move some to aside"),
    ("move drawn to table\nif table is a number\n  move top of deck to table\n  move table to row",
     "move table to row"),
    (("move drawn to table\nif table is a number\n  repeat until deck is empty, using up deck\n"
      "    move table to row\n    move top of deck to table"), "move table to row"),
])
def test_a_condition_narrows_no_more_than_it_says(lines: str, wrong: str) -> None:
    assert mixed(DRAWN + lines) == [("wrong-zone", wrong)]


PROCEDURE = """
procedure lay
  takes what : cards
  depending on what
    case number
      move what to row
    case last-round
      move what to aside
"""


def test_a_case_that_one_caller_brings_about_is_not_never_there() -> None:
    called = """\
if deck is not empty
  do lay
    what {first}
do lay
  what {second}"""
    numbers, last = "number in table", "last-round in table"
    assert mixed(called.format(first=numbers, second=last), PROCEDURE) == []
    assert mixed(called.format(first=numbers, second=numbers), PROCEDURE) == [
        ("never-there", "case last-round")]


# ---------------------------------------------------------------------- a kind in place of a card
def test_a_card_is_one_of_a_kind() -> None:
    """`drawn is last-round`: the way out is `is a last-round`, and it holds."""
    lines = ("if drawn is last-round\n  move drawn to aside\n"
             "if drawn is not number\n  nothing happens")
    text = MIXED.replace("{lines}", "\n".join(
        f"  {line}" for line in (DRAWN + lines).splitlines())).replace("{more}", "")
    found = [each for each in checked(load_text(text, "mixed.variant", None))
             if each.code == "wrong-type"]
    assert [(each.title, each.hint) for each in found] == [
        ('"last-round" is a kind of card, not a card', "is a last-round"),
        ('"number" is a kind of card, not a card', "is not a number"),
    ]
    mended = edited(text, [edit for each in found if each.fix for edit in each.fix.edits])
    assert mended is not None
    assert not [each for each in checked(load_text(mended, "mixed.variant", None))
                if each.code in ("wrong-type", "wrong-zone", "unreadable-line")]
