"""What corresponds to what in editions that share no names, and words that mislead."""

from __future__ import annotations

import re

import pytest

from tests.variorum.comparison.sides import changed, compared, side
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.compare import Incomparable, compare
from variorum.comparison.model import Difference, plainly
from variorum.comparison.verdict import proofs

EXPECTED = {
    "quick-start": {
        "money": "cash", "luxury": "luxury-possession", "prestige": "recognition",
        "faux-pas": "thief", "passe": "scandal", "scandale": "mansion-fire",
        "deck": "draw-deck", "block": "turned-up", "box": "removed-prizes", "hand": "purse",
        "bid": "offered", "spent": "removed-cash", "display": "collection", "starter": "opener",
        "money-left": "cash-total", "best-luxury": "top-possession", "status": "points",
        "dark": "red-edged", "disgrace": "misfortune", "status-card": "prize",
    },
    "money-isnt-everything": {
        "money": "note", "luxury": "possession", "prestige": "title", "faux-pas": "theft",
        "passe": "gambling-debt", "scandale": "the-scandal", "deck": "status-deck",
        "block": "upcard", "box": "out-of-game", "hand": "holdings", "bid": "layout",
        "spent": "discard-pile", "display": "estate", "starter": "round-starter",
        "money-left": "cash-in-hand", "status": "total-status", "dark": "red-edge",
    },
    "edition-2025": {
        "money": "banknote", "luxury": "luxury-item", "prestige": "honour",
        "faux-pas": "lost-luxury", "passe": "minus-five", "scandale": "half-scandal",
        "deck": "auction-deck", "block": "revealed", "box": "discards", "hand": "wallet",
        "bid": "table-bid", "spent": "money-discard", "display": "claimed",
        "starter": "first-player", "money-left": "remaining-money", "best-luxury": "single-best",
        "status": "status-score", "dark": "game-end", "disgrace": "scandal-card",
    },
}


@pytest.mark.parametrize("other", EXPECTED)
def test_things_are_found_by_how_they_are_used(other: str) -> None:
    pairs = {pair.left: pair.right for pair in compared("osprey-2018", other).pairs}
    for name, partner in EXPECTED[other].items():
        assert pairs[name] == partner


def test_one_name_for_two_attributes_is_two_attributes() -> None:
    pairs = {(pair.left, pair.right) for pair in compared("osprey-2018", "quick-start").pairs
             if pair.category == "attribute"}
    assert pairs == {("value", "amount"), ("value", "face-value")}


@pytest.mark.parametrize(("left", "right", "name", "first", "second"), [
    ("osprey-2018", "quick-start", "scandal", "halve", "takes 5"),
    ("osprey-2018", "edition-2025", "scandal", "halve", "3 cards"),
    ("osprey-2018", "money-isnt-everything", "prestige", "double", "another word for status"),
    ("quick-start", "edition-2025", "scandal", "takes 5", "3 cards"),
    ("quick-start", "money-isnt-everything", "scandal", "takes 5", "halve"),
    ("edition-2025", "money-isnt-everything", "scandal", "3 cards", "halve"),
    ("edition-2025", "money-isnt-everything", "prestige", "double", "another word for status"),
    ("edition-2025", "money-isnt-everything", "gambling", "changes money left", "takes 5"),
])
def test_false_friends(left: str, right: str, name: str, first: str, second: str) -> None:
    friends = {friend.id: friend for friend in compared(left, right).friends}
    assert len(friends) == (3 if (left, right) == ("edition-2025", "money-isnt-everything") else 1)
    friend = friends[f"word-{name}"]
    assert first in friend.left_meaning
    assert second in friend.right_meaning


@pytest.mark.parametrize("name", ["osprey-2018", "edition-2025"])
def test_the_same_word_for_the_same_thing_is_no_false_friend(name: str) -> None:
    assert not compared(name, name).friends


def test_a_pair_says_how_sure_it_is() -> None:
    pairs = {pair.left: pair for pair in compared("osprey-2018", "money-isnt-everything").pairs}
    assert pairs["deck"].sure == "certain"
    assert pairs["spent"].sure == "guess"
    assert {pair.sure for pair in pairs.values() if "alike in" in pair.reason
            and not re.search(r"in (\d+) of \1 ", pair.reason)} <= {"likely", "guess"}
    assert "respects" in pairs["spent"].reason


def test_a_pinned_pair_is_kept() -> None:
    one = compare(side("osprey-2018"), side("quick-start"), [("passe", "mansion-fire")],
                  quick=True)
    pairs = {pair.left: pair for pair in one.pairs}
    assert pairs["passe"].right == "mansion-fire"
    assert pairs["passe"].sure == "pinned"
    assert any(each.category == "scoring" for each in one.differences)


@pytest.mark.parametrize("pin", [("passe", "no-such-card"), ("passe", "draw-deck")])
def test_a_pin_that_makes_no_pair_is_refused(pin: tuple[str, str]) -> None:
    with pytest.raises(Incomparable, match="cannot be a pair"):
        compare(side("osprey-2018"), side("quick-start"), [pin], quick=True)


def test_names_do_not_outweigh_what_cards_do() -> None:
    """Passé and Scandale change names: what counts is what they do."""
    other = changed(
        "osprey-2018",
        ('1 disgrace passe "Passé"  ', '1 disgrace other "Passé"  '),
        ('1 disgrace scandale "Scandale" marked dark', '1 disgrace passe "Scandale" marked dark'),
        ("subtract 5 for each passe in display", "subtract 5 for each other in display"),
        ("halve for each scandale in display  ", "halve for each passe in display  "),
        ('replace scandale "Scandale" halve for each scandale in display, rounded down',
         'replace scandale "Scandale" halve for each passe in display, rounded down'),
        ('replace scandale "Scandale" halve for each scandale in display, rounded up',
         'replace scandale "Scandale" halve for each passe in display, rounded up'),
    )
    one = compare(side("osprey-2018"), other, quick=True)
    pairs = {pair.left: pair.right for pair in one.pairs if pair.category == "card"}
    assert pairs["passe"] == "other"
    assert pairs["scandale"] == "passe"
    assert not one.differences


def test_a_difference_at_a_table_that_only_one_of_them_knows_is_searched_in_no_game() -> None:
    pairing = Pairing(side("osprey-2018"), side("quick-start"))
    waiting = Difference("play-x", "play", plainly("x"), None, None, players=(99,))
    found = proofs.played(pairing, [waiting])
    assert [(each.witness, each.how) for each in found] == [
        (None, "none of 0 small games came out differently")]
