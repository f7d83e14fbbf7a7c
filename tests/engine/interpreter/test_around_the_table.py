"""Who is next, what is passed on, what lies on top, what is named, and sets that begin empty."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_dsl.lowering.program import lowered
from variorum_engine.mutation.mutants import Original
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.preparation import Ready

from tests.variorum.pages import rules_in_words

GAME = """edition guessing "Guessing"
players 3

kinds
  letter "letter" has rank, colour (red, blue)
    guard "Guard"
    priest "Priest"
    prince "Prince"

components
  in deck
    3 guard with rank 1 and colour red, red, blue
    2 priest with rank 2 and colour red, blue
    1 prince with rank 3 and colour blue

zones
  deck holds letter, open, in order
  hand of each player holds letter, open
  pile of each player holds letter, open, in order

tracks
  starter is a player
  other is a player or nobody
  count-of-turns is a number

phase play
{lines}

scoring points
  all add total rank of hand

winner
  highest points
  then shared

example it
  players ann, bo, cy
  given
    deck holds guard red, priest red, guard blue
    hand of ann holds priest blue
    hand of bo holds nothing
    hand of cy holds guard red, prince
    starter is ann
  when playing play
{moves}
  then
    {fact}
"""


def text(lines: str, fact: str = "true", moves: str = "") -> str:
    body = "\n".join(f"  {line}" for line in lines.splitlines())
    said = "\n".join(f"    {line}" for line in moves.splitlines())
    return GAME.format(lines=body, fact=fact, moves=said).replace("\n\n  then", "\n  then")


@pytest.mark.parametrize(("lines", "fact", "moves"), [
    ("other becomes the next player clockwise after starter whose hand is not empty",
     "other is cy", ""),
    ("other becomes the next player clockwise after right of starter whose hand is not empty",
     "other is ann", ""),
    # It comes round to the one after whom one looks, who is the last.
    (("other becomes the next player in players except left of starter whose hand is not empty "
     "clockwise after right of starter"), "other is ann", ""),
    ("other becomes the next player in (players whose points is 2) clockwise after starter",
     "other is ann", ""),
    ("other becomes the next player clockwise after starter whose pile is not empty",
     "other is nobody", ""),
    ("move each hand to the left", "hand of bo holds priest blue", ""),
    ("move each hand to the left", "hand of ann holds guard red, prince", ""),
    ("move each hand to the left", "hand of cy holds nothing", ""),
    ("move each hand to the right", "hand of cy holds priest blue", ""),
    ("move each hand to the right", "hand of bo holds guard red, prince", ""),
    ("move top of (deck whose colour is red) to hand of left of starter",
     "hand of bo holds guard red", ""),
    ("move top of (deck whose rank is 2) to hand of left of starter",
     "hand of bo holds priest red", ""),
    ("move top 2 of guard in deck to pile of starter",
     "pile of ann holds guard red, guard blue", ""),
    ("move top up to 5 of (deck except priest in deck) to pile of starter",
     "deck holds priest red", ""),
    ("move top up to 2 of deck to pile of starter", "deck holds guard blue", ""),
    ("move top up to 2 of (deck whose rank is 9) to pile of starter", "count of deck is 3", ""),
    ("let some be no players\nadd starter to some\nother becomes the one in some",
     "other is ann", ""),
    ("let some be no cards\nadd top of deck to some\nmove some to hand of left of starter",
     "hand of bo holds guard red", ""),
    (("starter picks a kind of letter as named\nif any named in hand of right of starter\n"
     "  other becomes starter"), "other is ann", "ann: prince"),
    (("starter picks a kind of letter as named\nif any named in hand of right of starter\n"
     "  other becomes starter"), "other is nobody", "ann: priest"),
    (("starter picks a kind of letter as named\nif hand of starter is a named\n"
     "  other becomes starter"), "other is ann", "ann: priest"),
    (("starter picks a kind of letter as named\nif hand of starter is not a named\n"
     "  other becomes starter"), "other is ann", "ann: guard"),
    (("starter picks a kind of letter as named\nif hand of left of starter is a named\n"
     "  other becomes starter"), "other is nobody", "ann: guard"),
    (("starter picks a kind of letter as named\nif named is a priest\n"
     "  other becomes starter"), "other is ann", "ann: priest"),
    (("starter picks a kind of letter as named\nif named is not a priest\n"
     "  other becomes starter"), "other is nobody", "ann: priest"),
    (("starter picks a kind of letter as named\nif named is a letter\n"
     "  other becomes starter"), "other is ann", "ann: guard"),
    (("let waiting be players\ntake turns clockwise after starter, each player p in waiting, until "
     "no waiting,\n    using up waiting\n  other becomes p\n  remove p from waiting"),
     "other is ann", ""),
])
def test_what_happens(lines: str, fact: str, moves: str) -> None:
    loaded = load_text(text(lines, fact, moves))
    assert [each.title for each in loaded.problems] == []
    assert loaded.sheet is not None
    [example] = loaded.sheet.examples()
    assert [each.title for each in Ready(loaded.sheet).run(example)] == []


@pytest.mark.parametrize(("lines", "said"), [
    ("other becomes the next player clockwise after starter whose hand is not empty",
     "The next player clockwise after the starter whose hand is not empty becomes"),
    ("move each hand to the left",
     "All players pass their hand to the next player to the left, at the same time."),
    ("move top up to 1 of (deck whose colour is red) to hand of starter", ", if there is one,"),
    ("starter picks a kind of letter as named\nif hand of starter is a named\n  end the game",
     "chooses a kind of letter"),
    ("starter picks a kind of letter as named\nif any named in hand of starter\n  end the game",
     "of the chosen kind of letter"),
    (("take turns clockwise after starter, each player p, until deck is empty, using up deck\n"
     "  move top of deck to hand of p"), "Clockwise, beginning to the left of the starter, all"),
])
def test_the_rules_say_so_in_words(lines: str, said: str) -> None:
    sheet = load_text(text(lines)).sheet
    assert sheet is not None
    words = rules_in_words(sheet)
    assert said in words, words


@pytest.mark.parametrize(("one", "other"), [
    ("move each hand to the left", "move each hand to the right"),
    ("move top of guard in deck to pile of starter",
     "move top of priest in deck to pile of starter"),
    ("take turns clockwise after starter, each player p, until deck is empty, using up deck",
     "take turns clockwise from starter, each player p, until deck is empty, using up deck"),
    ("other becomes the next player clockwise after starter whose hand is not empty",
     "other becomes the next player clockwise after starter"),
])
def test_one_of_them_changed_is_another_rule(one: str, other: str) -> None:
    more = "\n  move top of deck to hand of p" if "turns" in one else ""
    first, second = (load_text(text(each + more), "one.variant") for each in (one, other))
    assert first.sheet is not None
    assert second.sheet is not None
    assert fingerprint(first.sheet.resolved()[0]) != fingerprint(second.sheet.resolved()[0])
    assert other in [mutant.after for mutant in Original(first).mutants() if mutant.before == one]


@pytest.mark.parametrize(("lines", "title"), [
    ("move each deck to the left", '"deck" belongs to the table, not to each player'),
    ("move each hnad to the left", 'no zone of each player here is called "hnad"'),
    ("other becomes the next player clockwise after deck",
     "the one before must be a player, and this is cards"),
    ("other becomes the next player in deck clockwise after starter",
     "who may be next must be players or a player, and this is cards"),
    ("move top of (deck + hand of starter) to hand of starter",
     "only a zone has a top, or a part of one"),
    ("move top of guard in hand of starter to deck",
     "this zone keeps no order, so it has no top"),
    ("starter picks a kind of leter as named", 'no kind of card here is called "leter"'),
    ("starter picks a colour of letter as named", '"colour" has no members of "letter"'),
    ("let some be no cards\nother becomes some", "a player can never be cards"),
])
def test_what_is_wrong_is_said(lines: str, title: str) -> None:
    sheet = load_text(text(lines)).sheet
    assert sheet is not None
    found = [each.title for each in lowered(sheet.resolved()[0], 3)[1]]
    assert any(title in each for each in found), found


def test_where_something_is_called_cards_it_is_asked_for() -> None:
    game = text("if no cards of starter\n  end the game").replace("pile", "cards")
    assert load_text(game).problems == ()
