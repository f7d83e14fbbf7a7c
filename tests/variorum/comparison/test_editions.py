"""The five editions: which rules differ, and positions that prove it."""

from __future__ import annotations

from itertools import combinations

import pytest
from variorum_engine.examples.runner import played_example

from tests.variorum.comparison.sides import HIGH_SOCIETY, compared, side
from variorum.comparison.compare import compare
from variorum.comparison.model import Told
from variorum.comparison.verdict.proofs import told_apart
from variorum.terminal.positions import read_position


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
    assert "the fewest money cards" in witness.right_label


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
