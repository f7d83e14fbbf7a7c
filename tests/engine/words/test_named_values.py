"""Numbers with names: `rank (11 jack, 12 queen)` in rules, examples, at the table and in print."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_dsl.printer.document import print_document
from variorum_engine.interpreter.values import bits
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Table
from variorum_engine.words.phrases import Naming
from variorum_engine.words.printed import Teller
from variorum_engine.words.typed_moves import Typing

from tests.variorum.pages import rules_in_words
from variorum.checker.check import taken

GAME = """\
edition court "Court"
players 2

kinds
  card "card" has suit (hearts, spades), rank (11 jack, 12 queen, 14 ace)

components
  in deck
    8 card for each suit with rank 9, jack, queen, ace

zones
  deck holds card, hidden, in order
  hand of each player holds card, secret
  table holds card, open

figures
  courtly is count of hand whose rank is at least jack
  hearty is count of hand whose suit is hearts

setup
  shuffle deck
  for each player p
    move top 4 of deck to hand of p

phase play
  for each player p
    p chooses
      lay "lay down", picking 1 of hand of p as laid, such that rank of laid is not ace
        move laid to table
      keep "keep"

winner
  highest courtly
  then highest hearty
  then shared

example a-jack-is-laid
  players ann, bo
  given
    hand of ann holds card hearts jack, card spades ace, card spades 9
    hand of bo holds card hearts 12
  when playing play
    ann may not: lay card spades ace because condition
    ann: lay card hearts jack
    bo: keep
  then
    table holds card hearts 11
    courtly of bo is 1
    courtly of ann is 1
"""


def test_rules_components_and_examples_speak_of_them() -> None:
    found = taken(load_text(GAME, "court.variant"))
    assert [each.title for each in found.found] == []


def test_the_formatter_keeps_them() -> None:
    document = load_text(GAME, "court.variant").document
    assert document is not None
    assert print_document(document) == GAME


def test_the_table_prints_and_understands_them() -> None:
    sheet = load_text(GAME, "court.variant").sheet
    assert sheet is not None
    rules, _, symbols = Ready(sheet).rules(2)
    assert rules is not None
    table = Table(rules, 1, names=("Ann", "Bo"))
    teller, typing = Teller(rules.program, symbols, ("Ann", "Bo")), Typing(
        Naming(rules.program, symbols))
    cards = rules.program.cards
    told = [teller.card(number) for number in range(len(cards))]
    assert told[:4] == ["card hearts 9", "card hearts jack", "card hearts queen", "card hearts ace"]
    hand = table.state.zones[rules.program.zone_number(symbols.zones["hand"], 0)]
    card = next(number for number in bits(hand) if cards[number].values[1] in (11, 12))
    assert typing.understood(table, 0, f"lay {told[card].removeprefix('card ')}") == Move(
        0, 1 << card)


def test_pages_print_them() -> None:
    said = rules_in_words(load_text(GAME, "court.variant").sheet)
    assert "9, jack, queen and ace" in said
    assert "rank is at least jack" in said or "of rank jack" in said, said


@pytest.mark.parametrize(("old", "new", "code", "title"), [
    ("12 queen", "11 queen", "duplicate-name", '"queen" is said of two numbers'),
    ("12 queen", "12 jack", "duplicate-name", '"jack" is said of two numbers'),
    ("with rank 9, jack, queen", "with rank 9, jac, queen", "wrong-type", '"jac" is not a number'),
    ("at least jack", "at least jac", "unknown-name", 'no thing here is called "jac"'),
])
def test_bad_input_gets_a_report(old: str, new: str, code: str, title: str) -> None:
    assert GAME.count(old) == 1
    found = [each for each in taken(load_text(GAME.replace(old, new), "court.variant")).found
             if each.code == code]
    assert found, new
    assert found[0].title.startswith(title)
