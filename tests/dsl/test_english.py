"""Articles, plurals, lists and numbers read like a person's prose."""

from __future__ import annotations

from fractions import Fraction

import pytest
from variorum_dsl.english import (
    Clause,
    counted,
    exact,
    is_agent,
    joined,
    listed,
    mixed,
    numbered,
    owner_of,
    plural,
    ranked,
    score_of,
    sentence,
    singular,
    spoken,
    verb,
    with_article,
)
from variorum_dsl.model import Words


@pytest.mark.parametrize(("noun", "said"), [
    ("luxury card", "a luxury card"), ("initial card", "an initial card"),
    ("honour", "an honour"), ("unit", "a unit"), ("unlucky player", "an unlucky player"),
    ("8", "an 8"), ("one-eyed jack", "a one-eyed jack"), ("½ scandal", "a ½ scandal"),
    ("honest offer", "an honest offer"), ("utility", "a utility"),
])
def test_articles(noun: str, said: str) -> None:
    assert with_article(noun) == said


@pytest.mark.parametrize(("one", "many"), [
    ("hand", "hands"), ("card left out", "cards left out"), ("cards in front", "cards in front"),
    ("spent money", "spent money"), ("VP", "VP"), ("luxury", "luxuries"), ("box", "boxes"),
    ("chip on the turn's card", "chips on the turn's card"),
    ("shelf", "shelves"), ("Thief", "Thieves"), ("roof", "roofs"), ("house wife", "house wives"),
])
def test_plurals_are_made_where_the_thing_is_named(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(("many", "one"), [
    ("tokens", "token"), ("dares won", "dare won"), ("boxes", "box"), ("houses", "house"),
    ("luxuries", "luxury"), ("VP", "VP"), ("status", "status"),
])
def test_one_of_many(many: str, one: str) -> None:
    assert singular(many) == one


def test_lists_numbers_and_owners() -> None:
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed(["a, b", "c", "d"]) == "a, b; c; and d"
    assert counted(1, "card", "cards") == "one card"
    assert counted(3, "card", "cards") == "three cards"
    assert counted(33, "card", "cards") == "33 cards"
    assert exact(Fraction(7, 2)) == "3½"
    assert exact(Fraction(-5, 2)) == "−2½"
    assert exact(Fraction(1, 3)) == "1/3"
    assert [exact(Fraction(n, 4)) for n in (-1, 1, 2, 3, 4, 45)] == [
        "−¼", "¼", "½", "¾", "1", "11¼"]
    assert exact(-7) == "−7"
    assert [mixed(Fraction(n, 12)) for n in (-1, 11, 13, 23, 24)] == [
        "-1/12", "11/12", "1 1/12", "1 11/12", "2"]
    assert numbered(1, "card") == "1 card"
    assert numbered(1200, "card left out") == "1,200 cards left out"
    assert owner_of("the players") == "the players’"
    assert owner_of("Ann") == "Ann’s"


def test_verbs_agree() -> None:
    assert [verb(word, many=False) for word in ("go", "is", "pass", "carry", "take")] == [
        "goes", "is", "passes", "carries", "takes"]
    assert verb("is", many=True) == "are"


def test_names_are_spoken_without_their_hyphens() -> None:
    assert spoken("money-left") == "money left"
    assert spoken("raise~3") == "raise"
    assert is_agent("last-bidder")
    assert not is_agent("unlucky")


def test_what_one_does_is_said_in_one_breath() -> None:
    assert joined([Clause("they", "pass"), Clause("they", "are out")]) == "they pass and are out"
    assert joined([Clause("they", "pass"), Clause("the card", "goes")]) == (
        "they pass; then the card goes")
    assert sentence("the card goes,") == "The card goes."


def test_scores_that_count_things_are_called_by_their_plural() -> None:
    assert score_of(None, "point") == "points"
    assert score_of(Words(one="card", many="cards of one sort"), "worst") == "cards of one sort"
    assert score_of(Words(one="status"), "worth") == "status"
    assert [ranked("lowest", words) for words in ("cards kept", "card")] == [
        "fewest cards kept", "lowest card"]
