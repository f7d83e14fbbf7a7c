"""One change of one rule is one difference, of the right class."""

from __future__ import annotations

import pytest
from variorum_dsl.files.loader import load_text

from tests.variorum.comparison.sides import changed, side
from variorum.comparison.compare import compare, side_of
from variorum.comparison.model import Comparison, Difference

Edit = tuple[str, str]
PASSE = ('  passe "Passé" subtract 5 for each passe in display             see "Disgrace!" '
         'see "Scoring Example"\n')
AWARD = ("      award: move block to display of winner                  "
         "says \"The contested card goes to the winner’s display; a winner who has not bid gets "
         'the card for free." fits "0a3dad87" see "Passing"\n')
PAY = '      pay: move bid of winner to spent of winner              see "Passing"\n'
STARTS = "      winner-starts: starter becomes winner\n"
SCANDALE = ('  scandale "Scandale" halve for each scandale in display         see "Disgrace!" '
            'see "Scoring Example"\n')
HEIRLOOM = """effect heirloom-claimed "look at a hand"
  when a heirloom enters display of p
    show hand of players to p
    p picks any number of hand of p as given
    move given to bid of p

"""


def changes(*edits: Edit) -> Comparison:
    return compare(side("osprey-2018"), changed("osprey-2018", *edits), quick=True)


def one_of(category: str, *edits: Edit) -> Difference:
    found = [each for each in changes(*edits).differences
             if each.category != "stated against silent"]
    assert [each.category for each in found] == [category]
    return found[0]


@pytest.mark.parametrize("edits", [
    [("double for each prestige in display  ", "multiply by 2 for each prestige in display  ")],
    [("subtract 5 for each passe in display  ", "subtract 5 if any passe in display  ")],
    [("subtract 5 for each passe in display  ", "add 5 * 2 - 15 if any passe in display  ")],
    [("count of dark outside deck is 4  ", "4 is count of dark outside deck  ")],
    [("until deck is empty, using up deck", "until count of deck is less than 1, using up deck")],
    [(PAY + STARTS, STARTS + PAY)],
    # Nothing that follows the award looks at the bid.
    [(AWARD + PAY, PAY + AWARD)],
    [("any faux-pas in display of p and any luxury in display of p\n",
      "any luxury in display of p and any faux-pas in display of p\n")],
])
def test_another_shape_of_the_same_rule_is_no_difference(edits: list[Edit]) -> None:
    one = changes(*edits)
    assert not one.differences
    assert not one.renamings


@pytest.mark.parametrize("edits", [
    [("double for each prestige in display  ", "multiply by 3 for each prestige in display  ")],
    [(PASSE, ""), (SCANDALE, SCANDALE + '  passe "Passé" subtract 5 for each passe in display\n')],
    [("subtract 5 for each passe in display  ", "subtract 4 for each passe in display  ")],
])
def test_another_score_is_proved_by_a_position(edits: list[Edit]) -> None:
    found = one_of("scoring", *edits)
    assert found.verdict == "changes"
    assert found.witness is not None
    assert found.witness.left.winners != found.witness.right.winners
    assert found.witness.size <= 3


def test_a_score_that_keeps_the_order_never_changes_the_winner() -> None:
    found = one_of("scoring", (SCANDALE, SCANDALE + "  bonus add 10\n"))
    assert found.verdict == "never"
    assert "all 16,384 holdings" in found.how


def test_a_tie_break_that_decides_nothing_new_never_changes_the_winner() -> None:
    found = one_of("tie-break", ("  then highest best-luxury\n",
                                 "  then highest best-luxury\n  then highest money-left\n"))
    assert found.verdict == "never"


def test_who_is_out() -> None:
    (found,) = changes(("  if everyone is out, nobody wins\n\n",
                        "  if everyone is out, nobody is out\n\n")).differences
    assert found.id == "elimination-everyone"
    assert found.verdict == "changes"
    assert found.witness is not None
    assert not found.witness.left.winners or not found.witness.right.winners


def test_tie_breaks() -> None:
    found = one_of("tie-break", ("then highest money-left", "then lowest money-left"))
    assert found.verdict == "changes"


def test_an_earlier_end_is_proved_by_a_game() -> None:
    found = one_of("end", ("count of dark outside deck is 4  ",
                           "count of dark outside deck is 3  "))
    assert found.verdict == "changes"
    assert found.witness is not None
    assert found.witness.form == "game"


def test_what_players_see() -> None:
    found = one_of("information", ('"display" holds status-card, open',
                                   '"display" holds status-card, secret'))
    assert found.verdict == "never"


def test_a_line_of_play() -> None:
    found = one_of("play", ("winner-starts: starter becomes winner",
                            "winner-starts: starter becomes left of winner"))
    assert "the winner becomes the starting player; " in found.title
    assert "the next player to the left of the winner becomes the starting player" in found.title
    assert found.verdict == "changes"


def test_an_auction_is_compared_as_an_auction() -> None:
    found = one_of("play", ("shunning: do first-to-pass giving caught",
                            "shunning: do ascending-auction giving caught"))
    assert "the first one to pass is the caught player" in found.title
    assert "the last one left is the winner" in found.title


def test_components() -> None:
    found = one_of("components", ("10 luxury with value 1 to 10", "9 luxury with value 1 to 9"))
    assert "10 luxury cards, value 1 to 10" in found.title
    assert "9 luxury cards, value 1 to 9" in found.title


def test_other_cards_with_a_mark() -> None:
    found = one_of("components", ('passe "Passé"  ', 'passe "Passé" marked dark '),
                   ('scandale "Scandale" marked dark', 'scandale "Scandale"'))
    assert "Scandale" in found.title
    assert "Passé" in found.title


def test_a_change_that_settles_a_silence() -> None:
    one = changes((PASSE, PASSE + '  floor "not below zero" at least 0\n'))
    (found,) = one.differences
    assert (found.category, found.id, found.verdict) == (
        "both silent", "scoring-at-least", "changes")


def test_one_game_does_not_prove_two_changes() -> None:
    found = changes(
        ("winner-starts: starter becomes winner", "winner-starts: starter becomes left of winner"),
        ("passer-starts: starter becomes caught", "passer-starts: starter becomes left of caught"),
    ).differences
    assert [each.category for each in found] == ["play", "play"]
    assert all(each.verdict == "open" for each in found)
    assert sum(each.witness is not None for each in found) == 1


def test_a_new_card_with_an_effect_is_two_differences() -> None:
    """What watches a place makes lines depend on each other, which is no difference of the lines;
    nor are the cases into which a new card falls."""
    found = changes(
        ("    10 luxury with value 1 to 10    ",
         '    1 luxury heirloom "Heirloom" with value 4\n    10 luxury with value 1 to 10    '),
        ("  total 16 status-card", "  total 17 status-card"),
        ("end fourth-dark", f"{HEIRLOOM}end fourth-dark"),
    ).differences
    assert sorted(each.category for each in found) == ["components", "play"]


@pytest.mark.parametrize("condition", ["if any passe in display", "if no passe in display"])
def test_a_step_that_rounds_only_under_a_condition(condition: str) -> None:
    """Where the condition does not hold, nothing is rounded."""
    found = one_of("scoring", (SCANDALE, f"{SCANDALE}  evened round down {condition}\n"))
    assert found.verdict == "changes"
    assert found.witness is not None
    assert any("/2" in line for line in found.witness.left.sheet)


def test_a_step_whose_condition_never_holds_rounds_nothing() -> None:
    never = f"{SCANDALE}  evened round down if count of passe in display is more than 1\n"
    assert not [each for each in changes((SCANDALE, never)).differences
                if each.category == "scoring"]


DRAFT = """edition drafting "Drafting"
players 3

kinds
  gem "gem" has worth

components
  in deck
    30 gem with worth 1 to 30

zones
  deck "deck" holds gem, hidden, in order
  hand of each player "hand" holds gem, secret
  kept of each player "kept gems" holds gem, open

setup
  shuffle deck
  for each player p
    move top 5 of deck to hand of p

phase drafting "Drafting"
  at the same time, each player p
    p picks 1 of hand of p as early
    move early to kept of p
  move each hand to the left
  at the same time, each player p
    p picks 1 of hand of p as late
    move late to kept of p

scoring points "points"
  gems "gems" add total worth of kept

winner
  highest points
  then shared
"""
PASSING = "  move each hand to the left\n"


@pytest.mark.parametrize(("before", "where"), [
    ("  at the same time, each player p\n    p picks 1 of hand of p as early\n",
     "before anything is decided"),
    ("\nscoring points", "after everything is decided"),
])
def test_where_hands_are_passed_on_among_the_decisions(before: str, where: str) -> None:
    text = DRAFT.replace(PASSING, "")
    assert before in text
    text = text.replace(before, PASSING + before, 1)
    one = compare(*(side_of(load_text(each, name, lambda _: None))
                    for name, each in (("a.variant", DRAFT), ("b.variant", text))), quick=True)
    (found,) = one.differences
    assert found.title.count("pass their hand to the next player to the left") == 2
    assert "between decision 1 and decision 2" in found.title
    assert where in found.title
