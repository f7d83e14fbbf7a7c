"""Cards that are put at the bottom of an order."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_engine.mutation.mutants import Original
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.logs import observed
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Table
from variorum_engine.words.narrative import Story
from variorum_engine.words.printed import Teller

from tests.variorum.pages import rules_in_words
from variorum.comparison.compare import compare, side_of

GAME = """edition burial "Burial"
players 2

kinds
  card has value

components
  in pile
    6 card with value 1 to 6
  in heap
    1 card with value 9

zones
  pile holds card, hidden, in order
  row of each player holds card, open, in order
  heap holds card, open

tracks
  turn is a player

phase digging
  {line}

phase dealing
  move top of pile to row of turn

scoring points
  cards add total value of row

winner
  highest points
  then shared

example it
  players ann, bo
  given
    pile holds card 1, card 2, card 3, card 4
    row of ann holds card 6, card 5
  when playing digging
  then
    pile holds {holds}
"""


def text(line: str, holds: str = "nothing") -> str:
    return GAME.format(line=line, holds=holds)


# The first card of the pile is dealt after each of them.
@pytest.mark.parametrize(("line", "holds"), [
    ("move top of pile to bottom of pile", "card 3, card 4, card 1"),
    ("move top 2 of pile to bottom of pile", "card 4, card 1, card 2"),
    ("move pile to bottom of pile", "card 2, card 3, card 4"),
    # Those that come from one row keep their order.
    ("move row of turn to bottom of pile", "card 2, card 3, card 4, card 6, card 5"),
    ("move row of turn to pile", "card 5, card 1, card 2, card 3, card 4"),
    # Those that lie there already go down first.
    ("move heap + top of pile to bottom of pile", "card 3, card 4, card 1, card 9"),
    ("move pile whose value is at most 2 to bottom of pile", "card 4, card 1, card 2"),
    ("move heap to pile below 2 cards", "card 2, card 9, card 3, card 4"),
    ("move heap to pile above 1 cards", "card 2, card 3, card 9, card 4"),
    ("move heap to pile below (count of pile - 1) cards", "card 2, card 3, card 9, card 4"),
    # There are no more to lie above or below.
    ("move heap to pile below 9 cards", "card 2, card 3, card 4, card 9"),
    ("move heap to pile above 9 cards", "card 1, card 2, card 3, card 4"),
    # So many of the others.
    ("move top of pile to pile below 1 cards", "card 1, card 3, card 4"),
    ("move pile whose value is at most 2 to pile above 1 cards", "card 1, card 2, card 4"),
    ("move heap + top of pile to pile below 1 cards", "card 1, card 9, card 3, card 4"),
    ("move row of turn to pile above 1 cards", "card 2, card 3, card 6, card 5, card 4"),
])
def test_where_the_cards_lie(line: str, holds: str) -> None:
    loaded = load_text(text(line, holds))
    assert loaded.sheet is not None
    assert not loaded.problems
    [example] = loaded.sheet.examples()
    assert [each.title for each in Ready(loaded.sheet).run(example)] == []


def test_the_log_says_so() -> None:
    loaded = load_text(text("move heap + top of pile to bottom of pile"))
    assert loaded.sheet is not None
    rules, _, symbols = Ready(loaded.sheet).rules(2)
    assert rules is not None
    assert symbols is not None
    table = Table(rules, 1, names=("ann", "bo"))
    log = observed(rules.program, table.state.events or [], 0)
    told = Story(Teller(rules.program, symbols, ("ann", "bo"))).told(log)
    assert "  1 card: pile -> bottom of pile" in told
    assert "  card 9: heap -> bottom of pile" in told


def test_the_rules_say_so_in_words() -> None:
    sheet = load_text(text("move heap to bottom of pile")).sheet
    assert sheet is not None
    assert "goes to the bottom of the pile" in rules_in_words(sheet)
    sheet = load_text(text("turn picks 1 of heap as spare\n  move spare to bottom of pile")).sheet
    assert sheet is not None
    assert "at the bottom of the pile" in rules_in_words(sheet)
    sheet = load_text(text("move heap to pile below 2 cards")).sheet
    assert sheet is not None
    assert "goes into the pile, below its top two cards" in rules_in_words(sheet)


@pytest.mark.parametrize(("one", "other"), [
    ("bottom of pile", "pile"), ("pile below 2 cards", "pile"),
    ("pile below 2 cards", "pile above 2 cards"), ("pile below 2 cards", "pile below 3 cards"),
])
def test_each_depth_is_a_rule_of_its_own(one: str, other: str) -> None:
    first, second = (load_text(text(f"move heap to {place}"), f"{place}.variant")
                     for place in (one, other))
    assert first.sheet is not None
    assert second.sheet is not None
    assert fingerprint(first.sheet.resolved()[0]) != fingerprint(second.sheet.resolved()[0])
    found = compare(side_of(first), side_of(second), quick=True).differences
    assert [each.category for each in found] == ["play"]
    assert f"move heap to {other}" in [
        mutant.after for mutant in Original(first).mutants()
        if mutant.before == f"move heap to {one}"
    ]
