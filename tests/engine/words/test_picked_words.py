"""Picks that are said in words: a member of an attribute, a dummy."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_engine.table.logs import observed
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Refusal, Table
from variorum_engine.table.views import prompt
from variorum_engine.words.narrative import Story
from variorum_engine.words.phrases import Naming, understood
from variorum_engine.words.printed import Teller
from variorum_engine.words.typed_moves import Typing

GAME = """\
edition rows "Rows"
players 2

kinds
  leaf has colour (red, blue, black)

components
  in deck
    6 leaf for each colour

zones
  deck holds leaf, hidden, in order
  row of each player holds leaf, open

dummy row-one "first row"
dummy row-two "second row"

tracks
  wish is a colour

setup
  shuffle deck

rounds until deck is empty, using up deck
  for each player p
    p picks a colour as named, such that named is not black
    wish becomes named
    p picks 1 of row-one + row-two as place
    move top of deck to row of place

figures
  reds is count of row whose colour is wish

winner
  highest reds
  then shared

example two-of-each
  players ann, bo
  given
    deck holds leaf red, leaf blue, leaf red, leaf black
  when playing rounds
    ann may not: black
    ann: blue
    bo may not: row-two
    ann may not: bo
    ann: row-two
    bo: red
    bo: row-one
  then
    row of row-two holds leaf red
    row of row-one holds leaf blue
    wish is red
"""


def at_the_table() -> tuple[Table, Naming, Teller, Typing]:
    sheet = load_text(GAME, "rows.variant").sheet
    assert sheet is not None
    rules, _, symbols = Ready(sheet).rules(2)
    assert rules is not None
    naming = Naming(rules.program, symbols)
    return (Table(rules, 1, names=("ann", "bo")), naming,
            Teller(rules.program, symbols, ("ann", "bo")), Typing(naming))


def test_an_example_says_the_word() -> None:
    sheet = load_text(GAME, "rows.variant").sheet
    assert sheet is not None
    assert Ready(sheet).run(sheet.draft.examples["two-of-each"]) == []


def test_what_may_be_said_is_listed() -> None:
    table, _, teller, _ = at_the_table()
    asked = prompt(table, 0)
    assert asked is not None
    assert teller.prompt(asked) == ["  pick: red, blue or black"]
    table.apply(0, Move(0, 1 << 1))
    asked = prompt(table, 0)
    assert asked is not None
    assert teller.prompt(asked) == ["  pick: 1 of first row or second row"]


@pytest.mark.parametrize(("said", "picked"), [("blue", 2), ("bla", 4), ("re", 1)])
def test_a_word_may_be_cut_short(said: str, picked: int) -> None:
    table, _, _, typing = at_the_table()
    assert typing.understood(table, 0, said) == Move(0, picked)


def test_a_word_that_could_be_two_is_asked_back() -> None:
    table, _, _, typing = at_the_table()
    found = typing.understood(table, 0, "bl")
    assert isinstance(found, Refusal)
    assert found.text == "say one of these: blue, black"


@pytest.mark.parametrize("said", ["row-two", "second row", "second"])
def test_a_dummy_is_called_by_its_name_or_its_words(said: str) -> None:
    table, naming, _, typing = at_the_table()
    table.apply(0, Move(0, 1))
    assert typing.understood(table, 0, said) == Move(0, 1 << 3)
    assert understood(table, naming, 0, [("row-two",)]) == Move(0, 1 << 3)


def test_the_story_says_the_words() -> None:
    table, _, teller, _ = at_the_table()
    table.apply(0, Move(0, 1 << 1))
    table.apply(0, Move(0, 1 << 3))
    seen = observed(table.rules.program, table.state.events or [], 1)
    told = "\n".join(Story(teller).told(seen))
    assert "ann picks blue" in told
    assert "ann picks second row" in told
