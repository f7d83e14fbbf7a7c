"""Lines as people say them: the report shows how the language does."""

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.fixes import edited
from variorum_dsl.files.loader import load_text

HEAD = """edition small "Small"
players 2 to 3

kinds
  paper "card" has value, colour (red, blue)

tracks
  pot is a number
"""
PLAY = f"""{HEAD}
zones
  deck holds paper, hidden, in order
  hand of each player holds paper, secret
  heap holds paper, open

setup
"""


def problems(text: str) -> list[Diagnostic]:
    return list(load_text(text, "small.variant").problems)


@pytest.mark.parametrize(("line", "way"), [
    ("deal 5 cards to each player",
     "for each player p, and below it: move top 5 of deck to hand of p"),
    ("each player draws two cards",
     "for each player p, and below it: move top 2 of deck to hand of p"),
    ("deal 3 cards to p", "move top 3 of deck to hand of p"),
    ("pot draws a card", "move top of deck to hand of pot"),
    ("pot takes 3 cards from heap", "move top 3 of heap to hand of pot"),
    ("each player passes on a card", "for each player p, and below it, further in: p chooses"),
    ("p discards a card", "p picks 1 of hand of p as c, and below it: move c to ZONE"),
    ("move 3 cards from deck to heap", "move top 3 of deck to heap"),
    ("if deck is empty then shuffle deck",
     "if deck is empty, and below it, further in: shuffle deck"),
    ("while deck is not empty", "repeat until CONDITION, using up CARDS"),
    ("repeat 3 times", "for each number n from 1 to 3"),
    ("set pot to 3", "pot becomes 3"),
    ("increase pot by 2", "add 2 to pot"),
    ("reduce pot by count of heap", "subtract count of heap from pot"),
    ("for each p in players", "for each player p in players"),
    ("for each c in heap", "for each card c in heap"),
    ("p picks a card from hand of p as c", "p picks 1 of hand of p as c"),
    ("move hand of all players to heap", "move hand of players to heap"),
    ("move hand of each player to heap", "move hand of players to heap"),
    ("if count of deck equals 3", "if count of deck is 3"),
    ("if count of deck is greater than 3", "if count of deck is more than 3"),
])
def test_a_line_of_play(line: str, way: str) -> None:
    found = problems(f"{PLAY}  {line}\n    nothing happens\n")
    assert [(each.code, each.primary.place.column, each.hint) for each in found[:1]] == [
        ("unreadable-line", 3, way)]


@pytest.mark.parametrize(("above", "line", "way"), [
    (f"{PLAY}  if deck is empty\n    shuffle deck", "  else", "otherwise"),
    (f"{HEAD}\ncomponents\n  in deck", "    2 paper of each colour", "2 paper for each colour"),
    (f"{HEAD}\ncomponents\n  in deck", "    paper with value 3", "1 paper with value 3"),
    (f"{HEAD}\ncomponents", "  in hand of players", "in hand of each player"),
    (f"{HEAD}\nzones", "  heap holds paper, face up", "heap holds paper, open"),
    (f"{HEAD}\nzones", "  heap holds paper, face-down, in order",
     "heap holds paper, hidden, in order"),
    (f"{HEAD}\nzones", "  hand of each player holds paper, private",
     "hand of each player holds paper, secret"),
    (HEAD.rstrip(), "  debt of each player is 3",
     "debt of each player is a number, starting at 3"),
    ("edition small \"Small\"", "players: 2 to 3", "players 2 to 3"),
    (f"{HEAD}\nscoring points", "  pairs 3 points for each paper in hand",
     "pairs add 3 for each paper in hand"),
    (f"{HEAD}\nscoring points", "  bonus + pot", "bonus add pot"),
    (f"{HEAD}\nwinner", "  most points", "highest points"),
    (f"{HEAD}\nwinner\n  highest points", "  then fewest debts", "then lowest debts"),
    (f"{HEAD}\nwinner\n  highest points", "  shared", "then shared"),
    (HEAD, "end when deck is empty",
     "end NAME at once when deck is empty, or: end NAME after the round when deck is empty"),
    (HEAD, "end out when deck is empty",
     "end out at once when deck is empty, or: end out after the round when deck is empty"),
    (f"{HEAD}\nexample one\n  players ann, bo\n  given", "    hand of ann: paper red 1",
     "hand of ann holds paper red 1"),
    (f"{HEAD}\nexample one\n  players ann, bo\n  when playing rounds", "    ann picks paper red 1",
     "ann: paper red 1"),
])
def test_a_line_of_another_section(above: str, line: str, way: str) -> None:
    found = problems(f"{above}\n{line}\n")
    assert (found[0].code, found[0].hint) == ("unreadable-line", way)


@pytest.mark.parametrize("line", [
    "set pot to 3", "increase pot by 2", "move hand of all players to heap",
    "move 3 cards from deck to heap",
])
def test_what_can_be_written_as_it_stands_is_a_fix(line: str) -> None:
    text = f"{PLAY}  {line}\n"
    fix = problems(text)[0].fix
    assert fix is not None
    mended = edited(text, fix.edits)
    assert mended is not None
    assert not problems(mended)


def test_a_way_that_cannot_be_read_there_is_not_shown() -> None:
    hint = problems(f"{PLAY}  set the whole pot to be three\n")[0].hint
    assert hint.startswith("such a line reads: move top of deck to hand of p")


@pytest.mark.parametrize(("above", "line", "form"), [
    (f"{HEAD}\nkinds", "  paper with value", 'luxury "luxury card" has value'),
    (f"{HEAD}\noption long", "  players 5", "add, replace, remove, rename or change, and what"),
    (HEAD, "rounds", "rounds until deck is empty, using up deck"),
])
def test_where_nothing_is_plain_a_line_of_that_block_is_shown(
    above: str, line: str, form: str
) -> None:
    assert problems(f"{above}\n{line}\n")[0].hint == f"such a line reads: {form}"
