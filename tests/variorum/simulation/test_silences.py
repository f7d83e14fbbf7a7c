"""When an open question arises, and how often another answer to it changes who wins."""

from __future__ import annotations

import pytest

import variorum
from variorum.simulation.compare import changed_winners
from variorum.simulation.job import Side, side
from variorum.simulation.report.data import _said
from variorum.simulation.run import plans_of
from variorum.simulation.ways import Winners
from variorum.terminal.games import loaded


def lines_of(found: Side) -> dict[str, list[str]]:
    """The lines of each question that are counted, as they are written."""
    plan = plans_of([found], ("random",) * found.players, "plain")[0]
    return {silent.name: [_said(found, plan, line) for line in silent.lines]
            for silent in found.silences}


def test_the_lines_that_a_question_is_about() -> None:
    assert lines_of(side(loaded("osprey-2018"), 3)) == {
        "player-count": [], "denominations": [],
        # The reading asks under a condition: the question arises when it holds.
        "last-player": ["if bid of winner is empty"],
        "own-spending": ["pay: move bid of winner to spent of winner",
                         "move bid of p to spent of p"],
        "spent-piles": ["pay: move bid of winner to spent of winner",
                        "move bid of p to spent of p"],
        "box-seen": ["move lost to box", "atone: move faux-pas in display of p to box"],
        "all-cast-out": ["if everyone is out, nobody wins"],
        "odd-halves": ['scandale "Scandale" halve for each scandale in display'],
        "scoring-order": ['passe "Passé" subtract 5 for each passe in display',
                          'scandale "Scandale" halve for each scandale in display'],
        "below-zero": ['passe "Passé" subtract 5 for each passe in display'],
        "last-tie": ["then shared"],
    }


def test_what_is_settled_before_the_game_is_said_to_be() -> None:
    found = {silent.name: silent.settled for silent in side(loaded("osprey-2018"), 3).silences}
    assert [name for name, settled in found.items() if settled] == [
        "player-count", "denominations"]


def test_with_the_other_reading_the_question_is_about_its_lines() -> None:
    found = lines_of(side(loaded("osprey-2018"), 3, (), {"last-player": "asked"}))
    assert "winner chooses" in found["last-player"]
    assert "if bid of winner is empty" not in found["last-player"]


def test_counting_conditions_does_not_change_the_game() -> None:
    from variorum_engine.table.table import Rules
    from variorum_engine.tally.bots import Bots

    edition = variorum.load("osprey-2018")
    shadowed = side(loaded("osprey-2018"), 3)
    assert shadowed.shadows
    plain = edition.variant(3).rules
    bots = Bots(("random",) * 3)
    both = (Winners(rules, bots) for rules in (plain, Rules(shadowed.program)))
    assert len({tuple(each.play(3, 0, 40)) for each in both}) == 1


@pytest.mark.parametrize(("silence", "reading", "changes"), [
    ("all-cast-out", "no-one", True), ("own-spending", "own-only", False),
])
def test_changed_winners(silence: str, reading: str, changes: bool) -> None:
    edition = variorum.load("osprey-2018")
    found = changed_winners(edition, {}, {silence: reading}, players=3, games=30, seed=1,
                            bots="random")
    assert found.games == 30
    assert (found.changed > 0) == changes
    assert found.low <= found.share <= found.high
    again = changed_winners(edition, {silence: reading}, {}, players=3, games=30, seed=1,
                            bots="random")
    assert again == found


def test_changed_winners__a_reading_that_is_not_there() -> None:
    with pytest.raises(variorum.NotPlayable, match="no silence called"):
        changed_winners(variorum.load("osprey-2018"), {}, {"nothing": "x"}, players=3, games=1,
                        seed=1)
