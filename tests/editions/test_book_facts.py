"""Every edition against a table of facts that was written down from its rulebook."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest
from variorum_dsl import model as m
from variorum_dsl.english import one_of
from variorum_dsl.model.game import Game

from tests.variorum.pages import EDITIONS, loaded, summary

NOTES = (1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25)


@dataclass(frozen=True)
class Book:
    """What a rulebook says of its box, and of the beginning."""

    cards: dict[str, int]  # by the book's own word
    starter: str
    players: tuple[int, int] = (3, 5)
    ages: int = 0
    minutes: int = 0
    besides: dict[str, int] = field(default_factory=dict)
    money: tuple[int, ...] = NOTES
    values: tuple[int, ...] = tuple(range(1, 11))
    ends_it: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    unsaid: frozenset[str] = frozenset()  # questions that the book leaves open or answers twice
    printed: int = 0  # worked examples


BOOKS = {
    "osprey-2018": Book(
        {"luxury card": 10, "prestige card": 3, "Faux Pas": 1, "Passé": 1, "Scandale": 1,
         "money card": 55},
        "the player who shuffled the deck",
        ends_it=frozenset({"prestige card", "Scandale"}),
        unsaid=frozenset({"player-count", "denominations"}), printed=1,
    ),
    "quick-start": Book(
        {"Luxury card": 10, "Recognition card": 3, "Thief": 1, "Scandal": 1, "Mansion Fire": 1,
         "money card": 55},
        "whoever is chosen",
        ends_it=frozenset({"Recognition card", "Mansion Fire"}),
        optional=frozenset({"face-down"}),
        unsaid=frozenset({"seats", "amounts", "face-values", "no-option"}),
    ),
    "edition-2025": Book(
        {"luxury card": 10, "prestige card": 3, "discard scandal": 1, "-5 scandal": 1,
         "½ scandal": 1, "money card": 55},
        "the most dapper player, or one drawn by lot", ages=10, minutes=30,
        besides={"player aid": 5},
        ends_it=frozenset({"prestige card", "½ scandal"}),
        optional=frozenset({"gambling", "excursions", "yacht-club"}),
        unsaid=frozenset({"advanced-cards"}), printed=3,
    ),
    "money-isnt-everything": Book(
        {"Possession card": 10, "Title card": 3, "Scandal": 1, "Gambling Debt": 1, "Theft": 1,
         "money card": 55},
        "whoever is chosen",
        ends_it=frozenset({"Title card", "Scandal"}),
        unsaid=frozenset({"no-option"}), printed=1,
    ),
    "gossip-and-the-city": Book(
        {"initial card": 5, "gossip card": 55, "trading chip": 15},
        "the player who was in a gossip magazine most recently", ages=10, minutes=20,
        besides={"5-VP chip": 5, "3-VP chip": 5, "rule sheet": 1}, money=(), values=(),
        unsaid=frozenset({"vp-chip-count", "vp-of-cards", "card-mix", "chip-mix"}), printed=2,
    ),
}


def game(name: str, options: tuple[str, ...] = ()) -> Game:
    sheet = loaded(name).sheet
    assert sheet is not None
    found, problems = sheet.resolved(options)
    assert not problems
    return found


def words(each: Game, line: m.Component) -> str:
    kinds = {kind.name: one_of(kind.words, kind.name) for kind in each.kinds}
    return one_of(line.words, line.name) if line.name else kinds[line.kind]


def cards(each: Game) -> Counter[str]:
    """All cards in the box, by what they are called."""
    assert each.seats is not None
    return Counter({words(each, line): line.count * (each.seats.high if pile.each else 1)
                    for pile in each.piles for line in pile.lines})


def test_there_is_a_table_for_every_edition() -> None:
    assert set(BOOKS) == set(EDITIONS)


@pytest.mark.parametrize("name", EDITIONS)
def test_the_box(name: str) -> None:
    book, one = BOOKS[name], game(name)
    assert cards(one) == book.cards
    assert {one_of(each.words, each.name): each.count for each in one.besides} == book.besides
    marked = {words(one, line) for pile in one.piles for line in pile.lines if line.marks}
    assert marked == book.ends_it
    assert one.seats is not None
    assert (one.seats.low, one.seats.high) == book.players


@pytest.mark.parametrize("name", EDITIONS)
def test_what_the_cards_show(name: str) -> None:
    book, one = BOOKS[name], game(name)
    shown = {bool(pile.each): sorted(number for value in setting.values
                                     for number in range(value.low, value.high + 1))
             for pile in one.piles for line in pile.lines for setting in line.settings
             if not line.for_each}
    if book.money:
        assert shown == {True: list(book.money), False: list(book.values)}


@pytest.mark.parametrize("name", EDITIONS)
def test_age_and_time(name: str) -> None:
    book, one = BOOKS[name], game(name)
    assert {each.about: (each.low, each.high) for each in one.advice} == {
        about: (number, 0)
        for about, number in (("ages", book.ages), ("minutes", book.minutes)) if number}
    text = summary(name)
    assert ("and up." in text) is bool(book.ages)
    assert ("Playing time" in text) is bool(book.minutes)


@pytest.mark.parametrize("name", EDITIONS)
def test_who_starts(name: str) -> None:
    told = [node.told for stage in game(name).stages if stage.stage == "setup"
            for node in m.walk(stage) if isinstance(node, m.Picks)
            and isinstance(node.pick.of, m.Name) and node.pick.of.name == "players"]
    assert told == [BOOKS[name].starter]
    start = BOOKS[name].starter
    assert f"{start[0].upper()}{start[1:]}" in summary(name)
    assert "at random" not in summary(name).partition("\n## Setup")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", EDITIONS)
def test_options_and_open_questions(name: str) -> None:
    sheet = loaded(name).sheet
    assert sheet is not None
    assert set(sheet.options) == BOOKS[name].optional
    assert BOOKS[name].unsaid <= set(sheet.silences)
    # Each reading of them is held by an example.
    held = {(each.silence, each.reading) for example in sheet.examples()
            for each in example.readings}
    for question in BOOKS[name].unsaid:
        for reading in sheet.silences[question].readings:
            assert (question, reading.name) in held


@pytest.mark.parametrize("name", EDITIONS)
def test_the_examples_of_the_book(name: str) -> None:
    sheet = loaded(name).sheet
    assert sheet is not None
    assert sum(example.printed for example in sheet.examples()) == BOOKS[name].printed


def test_advanced_cards_make_nineteen() -> None:
    advanced = {"Gambling": 1, "Excursions": 1, "Yacht Club": 1}
    everything = game("edition-2025", ("gambling", "excursions", "yacht-club"))
    assert cards(everything) == Counter(BOOKS["edition-2025"].cards) + Counter(advanced)
    sheet = loaded("edition-2025").sheet
    assert sheet is not None
    after_a_first_game, problems = sheet.resolved((), {"advanced-cards": "always-but-first"})
    assert not problems
    assert cards(after_a_first_game) == cards(everything)
    assert "which makes 19 status cards" in summary("edition-2025")
