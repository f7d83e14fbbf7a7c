"""The editions of one game against an answer key, made from the books: every difference, and
nothing else, each with the same name in every pair.

A key line is a name, who is silent about it (`<` the left one, `>` the right one, `=` both), and
how grave it is: w can change who wins, m changes what players may do, k what they know, t words
only.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from variorum_dsl import model as m

from tests.variorum.comparison.sides import HIGH_SOCIETY, side
from variorum.comparison.compare import compare
from variorum.comparison.model import mirrored

OSPREY, QUICK, MONEY, LATEST = HIGH_SOCIETY
TIES, LAST_TIE = "tie-break", "tie-break-last"
FLOOR, ROUNDING = "scoring-at-least", "scoring-halve-rounding"
ALL_POOR, PLAYERS = "elimination-everyone", "players"
AMOUNTS, LUXURIES, DARK = "components-own", "components-shared", "components-mark"
HANDS, SPENT = "seen-hand", "seen-spent"
SHOWN = "information-reckoning-each-player-show-hand"
WHO_CHOOSES, WHEN_LOST = "play-effect-chance-choose", "play-effect-choose-move-removed"
FREE_LUXURY, PENNILESS = "play-effect-when", "play-rounds-if-each-player-become"
STARTS, SETS = "facts-lot-setup", "facts-own-cards"
PILES = "owned-spent"  # whether each player has a pile of their own for spent money
FACE_DOWN = "option-face-down"
ADVANCED = {f"option-{name}": " w" for name in ("gambling", "excursions", "yacht-club")}
BOX = {f"facts-{name}": " t" for name in (
    "cards", "part-player-aid", "ages", "minutes", "custom-first-game",
    "custom-experienced-players")}
NOTES = {f"facts-custom-{name}": " t" for name in (
    "luxury-cards", "several-prestige-cards", "totals-announced")}
ANNOUNCING, TURNING_UP, MOST_ROUNDS = ({f"facts-custom-{name}": " t"} for name in (
    "announcing", "turning-up", "most-rounds"))
WORDS = {"<": "left", ">": "right", "=": "both", " ": ""}
GRADES = {"w": "winner", "m": "moves", "k": "knowledge", "t": "words"}

KEY: dict[tuple[str, str], dict[str, str]] = {
    (OSPREY, QUICK): {
        TIES: " w", FLOOR: "<w", ALL_POOR: "<w", LUXURIES: ">w", WHO_CHOOSES: ">w",
        WHEN_LOST: ">w", FREE_LUXURY: ">w", SPENT: ">k", SHOWN: " k", FACE_DOWN: " k",
        STARTS: " t", PENNILESS: ">w", SETS: " t", **ANNOUNCING, **NOTES,
    },
    (OSPREY, MONEY): {
        TIES: " w", LAST_TIE: "<w", ALL_POOR: "<w", AMOUNTS: "<w", PLAYERS: "<t",
        WHO_CHOOSES: ">w", WHEN_LOST: ">w", HANDS: ">k", SPENT: ">k", SHOWN: " k",
        STARTS: " t", PENNILESS: ">w", PILES: "<t", **MOST_ROUNDS, **NOTES,
    },
    (OSPREY, LATEST): {
        ROUNDING: "<w", DARK: ">w", PLAYERS: "<t", SPENT: "=k", STARTS: " t",
        PILES: "<t", **ADVANCED, **BOX, **ANNOUNCING, **TURNING_UP, **NOTES,
    },
    (QUICK, MONEY): {
        TIES: " w", FLOOR: ">w", LAST_TIE: "<w", AMOUNTS: "<w", LUXURIES: "<w", FREE_LUXURY: "<w",
        PLAYERS: "<t", HANDS: ">k", FACE_DOWN: " k", SETS: " t", **ANNOUNCING,
        PILES: "<t", **MOST_ROUNDS,
    },
    (QUICK, LATEST): {
        TIES: " w", FLOOR: ">w", ROUNDING: "<w", ALL_POOR: ">w", LUXURIES: "<w", DARK: ">w",
        WHO_CHOOSES: "<w", WHEN_LOST: "<w", FREE_LUXURY: "<w", PENNILESS: "<w", STARTS: " t",
        PLAYERS: "<t", SPENT: "<k", SHOWN: " k", FACE_DOWN: " k", SETS: " t",
        PILES: "<t", **ADVANCED, **BOX, **ANNOUNCING, **TURNING_UP,
    },
    (MONEY, LATEST): {
        TIES: " w", LAST_TIE: ">w", ROUNDING: "<w", ALL_POOR: ">w", AMOUNTS: ">w", DARK: ">w",
        WHO_CHOOSES: "<w", WHEN_LOST: "<w", PENNILESS: "<w", STARTS: " t", HANDS: "<k",
        SPENT: "<k", SHOWN: " k", PILES: " t", **ADVANCED, **BOX, **ANNOUNCING, **TURNING_UP,
        **MOST_ROUNDS,
    },
}


# What a book can be read to say in two ways, and other books say plainly: when a pass is final,
# who is poorest, when Passé is subtracted, whether a card that nobody bids for is free, whether the
# first pass ends a misfortune and what of the bid then comes back.
PASS, POOREST = "play-rounds-ascending-auction-become", "elimination"
ORDER = "scoring-subtract-order"
FREE = "play-rounds-if-choose-move-own-display"
FIRST_PASS = "play-rounds-become-first-to-pass"
RETURNED = "play-rounds-first-to-pass-choose-move"
LESS_PLAIN = {
    (OSPREY, QUICK): [PASS, POOREST, ORDER], (OSPREY, LATEST): [FREE, ORDER],
    (OSPREY, MONEY): [FIRST_PASS, RETURNED], (QUICK, LATEST): [PASS, POOREST, FREE],
    (QUICK, MONEY): [PASS, POOREST, ORDER, FIRST_PASS, RETURNED],
    (MONEY, LATEST): [FIRST_PASS, RETURNED, ORDER, FREE],
}


@pytest.mark.parametrize(("left", "right"), list(LESS_PLAIN))
def test_what_a_book_only_implies_is_no_difference_but_told(left: str, right: str) -> None:
    one = compare(side(left), side(right), quick=True)
    assert sorted(rule.id for rule in one.implied) == sorted(LESS_PLAIN[left, right])
    for rule in one.implied:
        assert "can be read as" in rule.title
        assert "does not say" not in rule.title
        assert rule.left is not None
        assert rule.right is not None


@pytest.mark.parametrize(("left", "right"), list(combinations(HIGH_SOCIETY, 2)))
def test_every_difference_and_nothing_else(left: str, right: str) -> None:
    one = compare(side(left), side(right))
    key = KEY[left, right]
    found = {each.id: each for each in one.differences}
    assert sorted(found) == sorted(key)
    for name, (silent, grade) in ((name, tuple(said)) for name, said in key.items()):
        assert (name, found[name].silent) == (name, WORDS[silent])
        assert (name, found[name].severity) == (name, GRADES[grade])
    # From the other side it is the same.
    assert {each.id for each in mirrored(one).differences} == set(key)


@pytest.mark.parametrize(("left", "right"), list(combinations(HIGH_SOCIETY, 2)))
def test_each_side_is_cited_by_its_own_book(left: str, right: str) -> None:
    """What a sentence says of an edition stands in that edition, below a heading of its book."""
    one = compare(side(left), side(right), quick=True)
    for each in one.differences:
        for name, spot in ((left, each.left), (right, each.right)):
            if spot is None:
                continue
            assert spot.cites, (each.id, name)
            headings = {cite.heading for node in _nodes(name) for cite in node}
            assert set(spot.cites) <= headings
        if each.silent in ("left", "right"):
            dumb, other = (one.left_title, one.right_title)[:: 1 if each.silent == "left" else -1]
            assert f"{dumb} does not say" in each.title
            assert f"{other} does not say" not in each.title


def _nodes(name: str) -> list[tuple[m.Cite, ...]]:
    return [node.cites for node in m.walk(side(name).sheet.document)
            if isinstance(node, m.Clause | m.Line)]
