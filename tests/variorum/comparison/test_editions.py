"""The five editions: which rules differ, and positions that prove it."""

from __future__ import annotations

from itertools import combinations, zip_longest

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


@pytest.mark.parametrize(("name", "many"), [("osprey-2018", 3), ("money-isnt-everything", 6)])
def test_two_different_games(name: str, many: int) -> None:
    one = compare(side(name), side("gossip-and-the-city"), quick=True)
    assert not one.same_game
    told = [rule.title for rule in one.shared]
    assert len(told) == many
    assert any("least is out" in title and " / shields" in title for title in told)
    # What one of the books leaves open is not shared, however it is read here.
    stated = name == "money-isnt-everything"
    assert ("if everyone is out, nobody wins" in told) == stated
    assert ("who is still tied in the end shares the victory" in told) == stated
    assert ("3 to 5 players" in told) == stated
    # Nothing but what plays the same part: no card of one is a card of the other.
    assert not {pair.category for pair in one.pairs} & {"card", "kind", "mark", "stage", "effect"}
    assert all(each.verdict == "incomparable" for each in one.differences
               if each.category != "facts")
    found = {each.id: each.title for each in one.differences}
    told = {each.id: each.told for each in one.differences}
    assert "bid higher or drop out; the last one left wins" in found["play-game-play"]
    assert "offers are turned up one by one; one of them must be taken" in found["play-game-play"]
    gossip = " ".join(row.text for row in told["play-game-play"][1])
    assert "puts one gossip card of their choice" in gossip
    assert "becomes the lead player" in gossip
    # Majorities, to the end.
    majorities = " ".join(row.text for row in told["scoring-game-reckoning"][1])
    assert "among the players whose rank sum is at least 5" in majorities
    assert "Each runner-up gains 3 VP." in majorities
    for each in one.differences:
        assert each.title.endswith("."), each.id
        assert ":;" not in each.title
        assert (each.left and each.left.cites) or (each.right and each.right.cites), each.id
        for rows in each.told:
            # Whatever opens a list has one below it.
            for row, after in zip_longest(rows, rows[1:]):
                assert not row.text.endswith(":") or (after and after.depth > row.depth), row
    assert "the game ends after the round in which the deck runs out" in found["end-game-end"]
    assert "the most icons shown" in majorities
    assert "gossip cards" in found["components-game-hands"]
