"""Examples that begin at a line of a round, a loop or a procedure, and what is in force there."""

from __future__ import annotations

from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.files.loader import load_text
from variorum_dsl.printer.document import print_document
from variorum_engine.table.preparation import Ready

GAME = """\
edition market "Market"
uses auctions
players 2 to 4

kinds
  coin "coin" has value
  good "good" has price

components
  in hand of each player
    4 coin with value 1, 2, 3, 4
  in deck
    6 good with price 1 to 6

zones
  deck holds good, hidden, in order
  block holds good, open
  hand of each player holds coin, secret
  bid of each player holds coin, open
  spent of each player holds coin, open
  won of each player holds good, open

tracks
  starter is a player
  limit is a number
  stock of each player is a number, starting at 1
  lucky is a player

setup
  shuffle deck
  limit becomes (5 for 2 players, 7 for 3 to 4 players)
  for each player p
    add 2 to stock of p
  chance picks 1 of players as first
  lucky becomes first

rounds until deck is empty, using up deck
  move top of deck to block
  sale: do ascending-auction giving buyer
    bidders players, first starter, purse hand, stake bid, worth value
  move block to won of buyer
  for each player q clockwise from starter
    settle: move bid of q to spent of q
    if q is buyer
      extra: q picks up to 1 of hand of q as gift
      move gift to spent of q
  starter becomes buyer

scoring riches
  goods add total price of won
  limited at most limit
  stocked add stock

winner
  highest riches
  then shared
"""


def problems(body: str, game: str = GAME) -> list[Diagnostic]:
    lines = "".join(f"  {line}\n" for line in body.splitlines())
    loaded = load_text(f"{game}\nexample tried\n{lines}", "market.variant")
    assert not loaded.problems, loaded.problems
    assert loaded.sheet
    return Ready(loaded.sheet).run(loaded.sheet.draft.examples["tried"])


def only(body: str) -> Diagnostic:
    (found,) = problems(body)
    return found


# ---------------------------------------------------------------------------------- the setup
def test_what_the_setup_fixes_is_in_force() -> None:
    assert not problems("""\
players ann, bo, cy
given
  won of ann holds good 6, good 5
then
  limit is 7
  stock of bo is 3
  riches of ann after limited is 7
  riches of ann is 10""")
    assert not problems(
        "players ann, bo\nwhen playing rounds\nthen\n  limit is 5\n  stock of bo is 3")


def test_what_is_given_counts_more_than_the_setup() -> None:
    assert not problems("""\
players ann, bo, cy
given
  limit is 2
  won of ann holds good 6
then
  riches of ann after limited is 2""")


def test_what_chance_decides_in_the_setup_is_not_fixed() -> None:
    assert not problems("players ann, bo, cy\nthen\n  lucky is ann")


def test_the_setup_itself_begins_before_everything() -> None:
    assert not problems(
        "players ann, bo\nwhen playing setup\nthen\n  stock of bo is 3\n  limit is 5")


# ------------------------------------------------------------------------------ inside a round
def test_an_auction_begins_in_its_middle() -> None:
    """`p-chooses` is a line of the library; whoever is out, and who speaks, is given."""
    assert not problems("""\
players ann, bo, cy
given
  block holds good 4
  bid of cy holds coin 3
  the-auction is players except ann
  p is bo
when playing rounds from p-chooses
  bo may not: bid coin 1
  bo: bid coin 4
  cy: pass
then
  won of bo holds good 4
  spent of bo includes coin 4""")


def test_a_line_after_an_auction__its_result_is_given() -> None:
    assert not problems("""\
players ann, bo, cy
given
  block holds good 2
  bid of bo holds coin 2
  buyer is bo
when playing rounds from move-block
  bo: coin 1
then
  won of bo holds good 2
  spent of bo holds coin 1, coin 2
  starter is bo""")


def test_an_inner_loop_goes_on_after_the_one_whose_turn_it_is() -> None:
    assert not problems("""\
players ann, bo, cy
given
  bid of ann holds coin 1
  bid of bo holds coin 2
  bid of cy holds coin 3
  q is bo
  buyer is ann
when playing rounds from settle
then
  bid of ann holds coin 1
  spent of bo holds coin 2
  spent of cy holds coin 3""")


def test_cards_that_a_name_stands_for_are_given() -> None:
    assert not problems("""\
players ann, bo
given
  q is bo
  buyer is bo
  gift holds coin 3
when playing rounds from move-gift
then
  spent of bo holds coin 3""")


def test_a_call_begins_with_what_the_procedure_takes() -> None:
    assert not problems("""\
players ann, bo
given
  block holds good 2
  starter is bo
when playing rounds from sale
then
  to decide bo""")


# ------------------------------------------------------------------------------- said badly
def test_an_unknown_line__the_names_are_listed() -> None:
    found = only("players ann, bo\nwhen playing rounds from setle")
    assert found.title == 'no line in rounds is called "setle"'
    assert "settle" in found.why
    assert found.hint == "from settle"
    assert found.fix is not None
    assert found.fix.edits[0].text == "settle"


def test_a_name_that_is_needed_must_be_given() -> None:
    found = only("players ann, bo\ngiven\n  q is bo\nwhen playing rounds from settle")
    assert found.title == 'it must be given what "buyer" is'
    assert found.hint == "given: buyer is ann"


def test_the_turn_of_a_loop_must_be_given() -> None:
    found = only("players ann, bo\ngiven\n  buyer is bo\nwhen playing rounds from settle")
    assert found.title == 'it must be given what "q" is'


def test_a_name_that_nothing_above_makes() -> None:
    found = only("players ann, bo\ngiven\n  gift holds coin 3\n  q is bo\n  buyer is bo\n"
                 "when playing rounds from settle")
    assert found.title == 'nothing is called "gift" at "settle"'


def test_a_name_of_another_sort() -> None:
    found = only("players ann, bo\ngiven\n  q is 3\n  buyer is bo\nwhen playing rounds from settle")
    assert found.title == '"q" cannot be that'


def test_cards_that_lie_nowhere() -> None:
    found = only("players ann, bo\ngiven\n  q is bo\n  buyer is bo\n  hand of ann holds nothing\n"
                 "  hand of bo holds nothing\n  gift holds coin 3\n"
                 "when playing rounds from move-gift")
    assert found.title == '"gift" cannot be that'


TWICE = GAME.replace("  starter becomes buyer\n", """\
  again: do ascending-auction giving keeper
    bidders players, first starter, purse hand, stake bid, worth value
  starter becomes keeper
""")


def test_a_procedure_that_is_called_twice__the_call_is_named() -> None:
    begun = "players ann, bo\ngiven\n  p is bo\nwhen playing rounds from p-chooses"
    (found,) = problems(begun, TWICE)
    assert found.title == '2 lines are called "p-chooses"'
    assert found.hint == "from p-chooses in sale"
    assert not problems("""\
players ann, bo
given
  p is bo
when playing rounds from p-chooses in again
  bo: pass
then
  starter is ann""", TWICE)


TOGETHER = GAME.replace("  starter becomes buyer\n", """\
  all-at-once: at the same time, each player r
    r picks up to 1 of hand of r as thrown
    throw: move thrown to spent of r
  starter becomes buyer
""")


def test_what_follows_a_decision_of_all_cannot_begin() -> None:
    begun = "players ann, bo\ngiven\n  buyer is bo\nwhen playing rounds from "
    (found,) = problems(f"{begun}throw", TOGETHER)
    assert found.title == "nobody has decided yet when play begins here"
    assert not problems(f"{begun}all-at-once\nthen\n  to decide ann, bo", TOGETHER)


def test_a_line_that_only_makes_a_figure() -> None:
    found = only("players ann, bo\nwhen playing rounds from offer")
    assert found.title == 'nothing happens at "offer"'


def test_the_formatter_keeps_where_it_begins_and_why_not() -> None:
    text = TWICE + """
example tried
  players ann, bo
  given
    p is bo
  when playing rounds from p-chooses in again
    bo may not: bid coin 9, coin 1 because not-there
    bo may not: pass because "Bidding"
"""
    loaded = load_text(text, "market.variant")
    assert loaded.document
    again = print_document(loaded.document)
    assert "  when playing rounds from p-chooses in again\n" in again
    assert "    bo may not: bid coin 9, coin 1 because not-there\n" in again
    assert '    bo may not: pass because "Bidding"\n' in again
