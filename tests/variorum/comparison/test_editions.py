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


@pytest.mark.parametrize(("name", "many"), [("osprey-2018", 7), ("money-isnt-everything", 9)])
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
    assert "players act clockwise" in told
    # The hands of one of them may be read as open ones.
    assert ("each player’s hand is seen only by its owner" in told) == (name == "osprey-2018")
    # Nothing but what plays the same part: no card of one is a card of the other.
    assert not {pair.category for pair in one.pairs} & {"card", "kind", "mark", "stage", "effect"}
    assert all(each.verdict == "incomparable" for each in one.differences
               if each.category != "facts")
    found = {each.id: each.title for each in one.differences}
    rows_of = {each.id: each.told for each in one.differences}
    assert "bid higher or drop out; the last one left is the " in found["play-game-play"]
    assert "the last one must be taken" in found["play-game-play"]
    assert "9 with 3 or 5 players and 10 with 4 players" in found["play-game-setup"]
    assert "of any colour" not in found["play-game-setup"]  # only with 3 players
    assert "left of the lead player becomes the lead player" in found["play-game-next"]
    assert "with 3 players" in found["play-game-counts"]
    assert "Do cards carry VP of their own?" in next(
        each.note for each in one.differences if each.id == "scoring-game-scoring")
    gossip = " ".join(row.text for row in rows_of["play-game-play"][1])
    assert "puts one gossip card of their choice" in gossip
    assert "becomes the lead player" in gossip
    assert "Turn up the offers" in gossip  # a choice without a line below it
    assert "face up in front of them if it was turned up, otherwise among" in gossip
    # Majorities, to the end.
    majorities = " ".join(row.text for row in rows_of["scoring-game-reckoning"][1])
    assert "of the players whose rank sum is at least 5" in majorities.lower()
    assert "The runner-up takes the 3-VP chip of that colour" in majorities
    for each in one.differences:
        assert each.title.endswith("."), each.id
        assert ":;" not in each.title
        assert (each.left and each.left.cites) or (each.right and each.right.cites), each.id
        for rows in each.told:
            # Whatever opens a list has one below it.
            for row, after in zip_longest(rows, rows[1:]):
                assert not row.text.endswith(":") or (after and after.depth > row.depth), row
    assert "the game ends after the turn in which the deck runs out" in found["end-game-end"]
    assert "the most icons shown" in majorities
    assert "gossip cards" in found["components-game-hands"]
