"""The five editions: which rules differ, and positions that prove it."""

from __future__ import annotations

from itertools import combinations

import pytest
from variorum_engine.examples.runner import played_example

from tests.variorum.comparison.sides import HIGH_SOCIETY, compared, side
from variorum.comparison.compare import compare
from variorum.comparison.model import Difference, Told
from variorum.comparison.verdict.proofs import told_apart
from variorum.terminal.positions import read_position


def of(left: str, right: str, category: str) -> list[Difference]:
    return [each for each in compared(left, right).differences if each.category == category]


def test_osprey_and_quick_start() -> None:
    (floor,) = of("osprey-2018", "quick-start", "scoring")
    assert "not below zero" in floor.title
    assert "below zero" in floor.note
    (ties,) = of("osprey-2018", "quick-start", "tie-break")
    assert ties.verdict == "changes"
    (option,) = of("osprey-2018", "quick-start", "option")
    assert option.title.startswith("only quick-start offers: Acquired cards lie face down")
    assert not of("osprey-2018", "quick-start", "components")
    assert not of("osprey-2018", "quick-start", "play")


def test_osprey_and_money_isnt_everything() -> None:
    assert not of("osprey-2018", "money-isnt-everything", "scoring")
    (pile,) = of("osprey-2018", "money-isnt-everything", "play")
    assert pile.verdict == "never"
    (ties,) = of("osprey-2018", "money-isnt-everything", "tie-break")
    assert ties.witness is not None
    assert ties.witness.size == 2


def test_osprey_and_2025() -> None:
    (halving,) = of("osprey-2018", "edition-2025", "scoring")
    assert "rounded down" in halving.title
    assert not of("osprey-2018", "edition-2025", "tie-break")
    (sight,) = of("osprey-2018", "edition-2025", "information")
    assert "both rulebooks leave it open" in sight.note
    assert {each.title.removeprefix("only edition-2025 offers: ")
            for each in of("osprey-2018", "edition-2025", "option")} == {
                "Gambling", "Excursions", "Yacht Club"}


def test_a_rule_against_a_silence_names_the_reading() -> None:
    rows = of("osprey-2018", "edition-2025", "stated against silent")
    (halves,) = [each for each in rows if "half point" in each.title]
    assert "edition-2025 rules: the status is rounded down" in halves.title
    assert halves.verdict == "changes"
    (dark,) = [each for each in rows if "dark background" in each.title]
    assert dark.verdict == "assumed"


@pytest.mark.parametrize(("left", "right"), list(combinations(HIGH_SOCIETY, 2)))
def test_every_witness_is_told_by_both_editions(left: str, right: str) -> None:
    """The position can be typed in, and each edition names the winners that are claimed."""
    one = compared(left, right)
    for each in one.differences:
        if each.category in ("scoring", "tie-break", "elimination"):
            assert each.verdict in ("changes", "never")
        if each.witness is None or each.witness.form != "position":
            continue
        assert each.witness.left.winners != each.witness.right.winners
        _as_told(left, each.witness.left)
        _as_told(right, each.witness.right)


def _as_told(name: str, told: Told) -> None:
    text = "\n".join(line for line in told.lines if not line.startswith("when"))
    position, problems = read_position(text, "position")
    assert position is not None, problems
    rules, _, symbols = side(name).final(len(position.example.players))
    assert rules is not None
    table, found = played_example(position.example, rules, symbols)
    assert not found
    assert table.over
    outcome = table.outcome
    assert outcome is not None
    assert tuple(table.names[seat] for seat in outcome.winners) == told.winners


def test_a_reading_is_told_apart_by_a_position() -> None:
    witness = told_apart(side("quick-start"), "least-money", "fewest-cards").witness
    assert witness is not None
    assert witness.left.winners != witness.right.winners
    assert "fewest-cards" in witness.right_label


def test_two_different_games() -> None:
    one = compare(side("osprey-2018"), side("gossip-and-the-city"), quick=True)
    assert not one.same_game
    told = [rule.title for rule in one.shared]
    assert any("least is out" in title and "money left / shields" in title for title in told)
    assert "if everyone is out, nobody wins" in told
    assert "who is still tied in the end shares the victory" in told
    # Nothing but what plays the same part: no card of one is a card of the other.
    assert {(pair.left, pair.right) for pair in one.pairs} == {
        ("money-left", "protection"), ("status", "story-points")}
    assert all(each.verdict == "incomparable" for each in one.differences)
