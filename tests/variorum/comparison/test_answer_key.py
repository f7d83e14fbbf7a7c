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
HANDS, SPENT, SHOWN = "seen-hand", "seen-spent", "information-reckoning-2be0"
WHO_CHOOSES, WHEN_LOST = "play-effect-chance-decide-a046", "play-effect-95ac"
FREE_LUXURY, NO_BID = "play-effect-when", "play-rounds-if-e5f3"
STARTS, SETS = "facts-lot-setup", "facts-own-cards"
# Whether each player has a pile of their own for spent money.
PENNILESS, PILES = "play-rounds-if-3d05", "play-rounds-move-24f3"
FACE_DOWN = "option-face-down"
ADVANCED = {f"option-{name}": " w" for name in ("gambling", "excursions", "yacht-club")}
BOX = {f"facts-{name}": " t" for name in (
    "cards", "part-player-aid", "ages", "minutes", "custom-player-aids", "custom-first-game",
    "custom-experienced-players")}
ANNOUNCING, TURNING_UP, MOST_ROUNDS = ({f"facts-custom-{name}": " t"} for name in (
    "announcing", "turning-up", "most-rounds"))
WORDS = {"<": "left", ">": "right", "=": "both", " ": ""}
GRADES = {"w": "winner", "m": "moves", "k": "knowledge", "t": "words"}

KEY: dict[tuple[str, str], dict[str, str]] = {
    (OSPREY, QUICK): {
        TIES: " w", FLOOR: "<w", ALL_POOR: "<w", LUXURIES: ">w", WHO_CHOOSES: ">w",
        WHEN_LOST: ">w", FREE_LUXURY: ">w", SPENT: ">k", SHOWN: " k", FACE_DOWN: " k",
        STARTS: " m", PENNILESS: ">w", SETS: " t", **ANNOUNCING, **TURNING_UP,
    },
    (OSPREY, MONEY): {
        TIES: " w", LAST_TIE: "<w", ALL_POOR: "<w", AMOUNTS: "<w", PLAYERS: "<m",
        WHO_CHOOSES: ">w", WHEN_LOST: ">w", HANDS: ">k", SPENT: ">k", SHOWN: " k",
        STARTS: " m", PENNILESS: ">w", PILES: "<m", **MOST_ROUNDS, **TURNING_UP,
    },
    (OSPREY, LATEST): {
        ROUNDING: "<w", DARK: ">w", NO_BID: ">w", PLAYERS: "<m", SPENT: "=k", STARTS: " m",
        PILES: "<m", **ADVANCED, **BOX, **ANNOUNCING, **TURNING_UP,
    },
    (QUICK, MONEY): {
        TIES: " w", FLOOR: ">w", LAST_TIE: "<w", AMOUNTS: "<w", LUXURIES: "<w", FREE_LUXURY: "<w",
        PLAYERS: "<m", HANDS: ">k", FACE_DOWN: " k", SETS: " t", **ANNOUNCING,
        PILES: "<m", **MOST_ROUNDS,
    },
    (QUICK, LATEST): {
        TIES: " w", FLOOR: ">w", ROUNDING: "<w", ALL_POOR: ">w", LUXURIES: "<w", DARK: ">w",
        NO_BID: ">w", WHO_CHOOSES: "<w", WHEN_LOST: "<w", FREE_LUXURY: "<w", STARTS: " m",
        PLAYERS: "<m", SPENT: "<k", SHOWN: " k", FACE_DOWN: " k", SETS: " t",
        PILES: "<m", **ADVANCED, **BOX, **ANNOUNCING, **TURNING_UP,
    },
    (MONEY, LATEST): {
        TIES: " w", LAST_TIE: ">w", ROUNDING: "<w", ALL_POOR: ">w", AMOUNTS: ">w", DARK: ">w",
        NO_BID: ">w", WHO_CHOOSES: "<w", WHEN_LOST: "<w", STARTS: " m", HANDS: "<k", SPENT: "<k",
        SHOWN: " k", "owned-spent": " t", **ADVANCED, **BOX, **ANNOUNCING, **TURNING_UP,
        **MOST_ROUNDS,
    },
}


# What a book can be read to say in two ways, and other books say plainly: about how many such
# questions there is something to tell.
LESS_PLAIN = {(OSPREY, QUICK): 2, (OSPREY, LATEST): 0}


@pytest.mark.parametrize(("left", "right"), list(LESS_PLAIN))
def test_what_a_book_only_implies_is_no_difference_but_told(left: str, right: str) -> None:
    one = compare(side(left), side(right), quick=True)
    assert len(one.implied) == LESS_PLAIN[left, right]
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
