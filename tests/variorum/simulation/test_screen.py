"""The report begins with one screen, in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.variorum.simulation.conftest import GAMES, Simulate
from variorum.simulation.report.screen import _cards, _seats
from variorum.simulation.statistics import mean, share

QUICK = ("--games", "30", "--workers", "1", "--form", "plain", "--bots", "random")
QUESTIONS = ("Seats", "Length", "Tension", "What decides", "Rules", "Played by")


@pytest.mark.parametrize("name", [
    "osprey-2018", "gossip-and-the-city", str(GAMES / "houses-and-cheques.variant")])
def test_one_screen_answers_every_question(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = simulate(name, *QUICK).out.splitlines()
    assert len(lines) <= 40
    assert all(len(line) <= 80 for line in lines)
    text = "\n".join(lines)
    for about in QUESTIONS:
        assert f"\n- {about}: " in text
    assert "random (any allowed move)" in text
    assert len(simulate(name, *QUICK, "--full").out.splitlines()) > 100


def test_rules_are_named_by_their_words(simulate: Simulate) -> None:
    text = " ".join(simulate("osprey-2018", *QUICK, "--full").out.split())
    assert "move block to display of winner" not in text
    assert "The contested card" in text or "the contested card" in text


def test_a_seat_is_called_better_only_if_its_range_says_so() -> None:
    def of(*wins: int) -> Any:
        games = sum(wins)
        return {"wins": {
            "fair": 1 / len(wins), "nobody": share(0, games).data(),
            "seats": [{"seat": i + 1, **share(won, games).data()} for i, won in enumerate(wins)]}}

    assert _seats(of(26, 24)).startswith("Fair as far as these games tell")
    told = _seats(of(700, 300))
    assert told.startswith("Not fair: more than its share wins seat 1 70.0 % (67.1 to 72.8 %)")
    assert "less than its share wins seat 2" in told


def card(name: str, price: float, advantage: int) -> Any:
    """A card that was owned in 1000 games; its owners won so many more of these."""
    paid = mean(int(1000 * price), int(1000 * price**2), 1000).data()
    return {"card": name, "fetched": [{"zone": "hand", "measure": "value", **paid}],
            "difference": mean(advantage, 1000, 1000).data()}


def test_cards_are_over_or_underpaid_against_what_the_price_buys() -> None:
    cards = [card(f"card {price}", price, 10 * price) for price in range(1, 9)]
    (plain,) = _cards(cards)
    assert plain.text.count("none that these games tell") == 2
    bargain = [*cards, card("bargain", 4, 300), card("dud", 4, -220)]
    (told,) = _cards(bargain)
    under, over = told.text.split("too seldom")
    assert "bargain +" in under
    assert "dud -" in over
    assert "card 4" not in told.text


VARIANT = """variant {name} "{name}" extends osprey-2018
"""


def test_what_my_change_did(simulate: Simulate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    Path("same.variant").write_text(VARIANT.format(name="same"), "utf-8")
    lines = simulate("same.variant", *QUICK, "--parent").out.splitlines()
    assert lines[0] == "What same changes against osprey-2018"
    assert len(lines) <= 40
    text = " ".join(" ".join(lines).split())
    assert "Another player wins in 0.0 % (0.0 to 11.4 %) of the games; in unrelated games" in text
    assert "All cards are the same in both" in text
    assert "Length: No change that these games tell" in text


def test_an_edition_has_no_parent(simulate: Simulate) -> None:
    result = simulate("osprey-2018", *QUICK, "--parent")
    assert result.status == 2
    assert "extends no other edition" in result.err
    assert simulate("osprey-2018", *QUICK, "--parent", "--compare", "quick-start").status == 2
