"""Optional rules, questions inside them, and rules that only some numbers of players know."""

from __future__ import annotations

from tests.variorum.comparison.sides import changed, compared, side
from variorum.comparison.compare import compare
from variorum.comparison.model import Comparison, Difference
from variorum.comparison.verdict.proofs import apart, told_apart

OPEN = f"# {'-' * 60} what the rulebook leaves open\n"
BONUS = '''option bonus "Bonus"
  change scoring status
    last add bonus "bonus" add {}
'''
DEAR = '''option dear "Passé is dear"
  change scoring status
    replace passe "Passé" subtract 9 for each passe in display
'''
ASKED = '''  silent bonus-for "Who gets the bonus?"
    assume everybody "everybody"
    or owners "only who has a luxury card"
      change scoring status
        replace bonus "bonus" add 3 if any luxury in display
'''


def with_option(text: str) -> Comparison:
    return compare(side("osprey-2018"), changed("osprey-2018", (OPEN, text + "\n" + OPEN)))


def options(one: Comparison) -> list[Difference]:
    return [each for each in one.differences if each.category == "option"]


def test_an_option_that_can_change_the_winner_has_a_witness() -> None:
    (found,) = options(with_option(DEAR))
    assert found.verdict == "chosen"
    assert found.witness is not None
    assert found.witness.left.winners != found.witness.right.winners
    assert "Passé is dear" in found.witness.right_label
    assert "can change who wins" in found.how


def test_an_option_that_never_matters_says_how_that_is_known() -> None:
    (found,) = options(with_option(BONUS.format(3)))
    assert found.verdict == "never"
    assert "all 16,384 holdings" in found.how
    unseen = next(each for each in options(compare(side("osprey-2018"), side("quick-start"))))
    assert unseen.verdict == "never"
    assert "the same moves come to the same end" in unseen.how
    assert "leaves open" in unseen.note


def test_the_same_option_on_both_sides_is_no_difference() -> None:
    left = changed("osprey-2018", (OPEN, BONUS.format(3) + "\n" + OPEN))
    right = changed("osprey-2018", (OPEN, BONUS.format(3) + "\n" + OPEN))
    assert not compare(left, right).differences


def test_options_that_differ_are_compared_with_both_chosen() -> None:
    rule = BONUS.replace("add {}", "add 3 for each prestige in display")
    other = BONUS.replace("add {}", "add 4 for each prestige in display")
    left = changed("osprey-2018", (OPEN, rule + "\n" + OPEN))
    right = changed("osprey-2018", (OPEN, other + "\n" + OPEN))
    (found,) = compare(left, right).differences
    assert found.category == "option"
    assert found.witness is not None
    assert "this differs" in found.note


def test_a_question_inside_an_option_is_compared_too() -> None:
    asked = changed("osprey-2018", (OPEN, BONUS.format(3) + ASKED + "\n" + OPEN))
    told = changed("osprey-2018", (OPEN, BONUS.format("3 if any luxury in display") + "\n" + OPEN))
    found = compare(asked, told).differences
    assert {each.category for each in found} == {"option", "stated against silent"}
    (question,) = [each for each in found if each.category == "stated against silent"]
    assert "Who gets the bonus?" in question.title
    assert question.silent == "left"


def test_a_rule_for_more_players_is_proved_with_more_players() -> None:
    out = "  out players with lowest money-left\n  if everyone is out, nobody wins\n\n"
    more = ("  out (players with lowest money-left for 3 players,\n"
            "        players with highest money-left for 4 to 5 players)\n"
            "  if everyone is out, nobody wins\n\n")
    other = changed("osprey-2018", (out, more))
    found = [each for each in compare(side("osprey-2018"), other, quick=True).differences
             if each.category == "elimination"]
    assert [each.players for each in found] == [(4, 5)]
    assert found[0].witness is not None
    assert found[0].witness.players == 4


def test_any_two_readings_are_told_apart() -> None:
    found = told_apart(side("osprey-2018"), "odd-halves", "rounded-up", "rounded-down")
    assert found.verdict == "changes"
    assert found.witness is not None
    assert "rounded down" in found.witness.left_label
    assert "rounded up" in found.witness.right_label
    same = apart(side("osprey-2018"), side("osprey-2018").read_as("odd-halves", ""))
    assert same.witness is None
    assert same.verdict == "never"


def test_a_step_and_the_question_that_it_answers_are_one_difference() -> None:
    rows = [each.id for each in compared("quick-start", "edition-2025").differences]
    assert rows.count("scoring-at-least") == rows.count("scoring-halve-rounding") == 1
    assert not [name for name in rows if name.endswith("-2")]
