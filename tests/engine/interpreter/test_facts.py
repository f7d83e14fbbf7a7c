"""Guarded loops, what is impossible, choices of real life, customs, parts without rules."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text
from variorum_dsl.lowering.program import lowered
from variorum_engine.checks.winning import winning
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.preparation import Ready

from tests.variorum.pages import rules_in_words

GAME = """edition racing "Racing"
language 1
players 2
ages 8
lasts 5 to 10 minutes

kinds
  chip "chip" has value

components
  in bag
    3 chip with value {values}
  besides 2 player-aid "player aid"

zones
  bag holds chip, open
  won of each player holds chip, open

tracks
  starter is a player
  steps is a number

setup
  chance picks 1 of players as first "the youngest player"
  starter becomes first

phase run
  repeat until steps is {goal}, using up nothing, because "it gets there", guarded at 5 turns
    add 1 to steps
  for each player p
    p picks 1 of bag as taken
    move taken to won of p

scoring points
  chips add total value of won

winner
  highest points
  then {tied}

example it
  players ann, bo
  when playing run
  then
    steps is {steps}
"""


def text(*, goal: int = 3, steps: int = 3, values: str = "1, 2, 4") -> str:
    return GAME.format(goal=goal, steps=steps, tied="impossible", values=values)


@pytest.mark.parametrize(("goal", "steps"), [(3, 3), (5, 5), (9, 5)])
def test_a_guarded_loop_ends_by_its_rule_or_by_its_guard(goal: int, steps: int) -> None:
    sheet = load_text(text(goal=goal, steps=steps)).sheet
    assert sheet is not None
    [example] = sheet.examples()
    assert [each.title for each in Ready(sheet).run(example)] == []


def test_no_summary_prints_the_guard_and_all_facts_are_there() -> None:
    sheet = load_text(text()).sheet
    assert sheet is not None
    words = rules_in_words(sheet)
    assert "gets there" not in words
    assert "5 turns" not in words
    for fact in ("The box also holds two player aids", "The youngest player is the starter.",
                 "Ages 8 and up.", "Playing time: about 5 to 10 minutes.",
                 "After that no players can still be tied."):
        assert fact in words, words


def test_what_is_impossible_is_refuted_where_it_is_not() -> None:
    for values, titles in (("1, 2, 4", []), ("1, 1, 4", [
        "the rules say that a tie is impossible here, and it can happen"])):
        sheet = load_text(text(values=values)).sheet
        assert sheet is not None
        assert [each.title for each in winning(Ready(sheet))] == titles


def test_the_words_of_a_lot_are_no_rule_of_play() -> None:
    one, other = (load_text(each).sheet for each in (
        text(), text().replace(' "the youngest player"', "")))
    assert one is not None
    assert other is not None
    assert fingerprint(one.resolved()[0]) == fingerprint(other.resolved()[0])


def test_a_custom_is_told_and_changes_no_play() -> None:
    plain = text()
    with_one = plain.replace("phase run\n", 'phase run\n  custom cheering "everybody cheers"\n')
    one, other = (load_text(each).sheet for each in (plain, with_one))
    assert one is not None
    assert other is not None
    assert "Everybody cheers." in rules_in_words(other)
    assert fingerprint(one.resolved()[0]) == fingerprint(other.resolved()[0])
    [example] = other.examples()
    assert not Ready(other).run(example)


@pytest.mark.parametrize(("old", "new", "title"), [
    ("5 turns", "0 turns", "a loop is guarded at 1 to 10000 turns"),
    ("as taken", 'as taken "by taste"', "what is told here is for chance alone"),
])
def test_what_is_wrong_is_said(old: str, new: str, title: str) -> None:
    sheet = load_text(text().replace(old, new)).sheet
    assert sheet is not None
    assert title in [each.title for each in lowered(sheet.resolved()[0], 2)[1]]


def test_a_language_that_is_not_known() -> None:
    found = load_text(text().replace("language 1", "language 2"))
    assert "there is no language 2 here" in [each.title for each in found.problems]


OPTIONAL = """edition lights "Lights"
players 2

kinds
  lamp "lamp" has glow

components
  in shop
    1 lamp with glow 1

zones
  shop holds lamp, open

scoring light
  all add total glow of shop

winner
  highest light
  then shared

option second-lamp "A second lamp"
  add components
    in shop
      1 lamp bright "bright lamp" with glow 5

  silent its-glow "How bright is it?"
    assume five "five"
    or six "six"
      change components
        replace bright by
          1 lamp bright "bright lamp" with glow 6

silent when-lit "When is the second lamp there?"
  assume chosen "when it is chosen"
  or always-there "always" with second-lamp

example it "two lamps"
  players ann, bo
  reading when-lit is always-there
  reading its-glow is six
  then
    total glow of shop is 7

example one
  players ann, bo
  then
    total glow of shop is 1
"""


def test_a_reading_puts_an_option_in_force_with_its_questions() -> None:
    sheet = load_text(OPTIONAL).sheet
    assert sheet is not None
    for example in sheet.examples():
        assert Ready(sheet).run(example) == []
    game, problems = sheet.resolved((), {"when-lit": "always-there"})
    assert problems == []
    assert game.chosen_options == ("second-lamp",)
    both, problems = sheet.resolved(("second-lamp",), {"when-lit": "always-there"})
    assert problems == []
    assert both.piles == game.piles
    assert sheet.resolved()[0].chosen_options == ()


def test_an_option_that_is_not_there_is_named_where_it_stands() -> None:
    sheet = load_text(OPTIONAL.replace("with second-lamp", "with second-lam")).sheet
    assert sheet is not None
    _, [problem] = sheet.resolved((), {"when-lit": "always-there"})
    assert problem.title == 'there is no option called "second-lam"'
    above = OPTIONAL[:OPTIONAL.index(" with second-lamp")]
    assert problem.primary.place.line == above.count("\n") + 1
    assert problem.hint == "did you mean second-lamp?"
