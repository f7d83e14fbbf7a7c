"""Moves as people type them, and refusals that change nothing."""

from collections.abc import Callable

import pytest
from variorum_engine.table.records import Game
from variorum_engine.table.table import Move, Refusal, Table
from variorum_engine.table.views import view
from variorum_engine.table.visibility import REFEREE
from variorum_engine.words.phrases import Naming
from variorum_engine.words.typed_moves import Typing

GameOf = Callable[..., Game]


def said(game: Game, table: Table, seat: int, text: str) -> str:
    """The cards that a text picks, or the reason of the refusal."""
    found = Typing(Naming(game.rules.program, game.symbols)).understood(table, seat, text)
    if isinstance(found, Move):
        refusal = table.why_not(seat, found)
        if refusal is None:
            assert table.asking is not None
            choice = table.asking.offers[found.choice].choice.name
            cards = Naming(game.rules.program, game.symbols).cards(found.picked)
            return f"{choice} {cards}".removesuffix(" nothing").strip()
        return refusal.reason
    assert isinstance(found, Refusal)
    return found.reason


@pytest.mark.parametrize("text", [
    "bid 3 4", "bid 4 3", "BID 3, 4", "b 3 4", "bid money 3, money 4", "bid money 3 4",
    "bid money cards 3 and 4", "3 4", "3, 4", "bid the money card 3 and the money card 4",
    "bid mon 3, mo 4", "  bid   3   4 ", "bid: 3 + 4",
])
def test_bidding__many_spellings_of_one_bid(game_of: GameOf, text: str) -> None:
    game = game_of("osprey-2018", 3)
    table = Table(game.rules, 1)
    assert said(game, table, table.to_decide[0], text) == "bid money 3, money 4"


@pytest.mark.parametrize(("text", "reason"), [
    ("", "no-such-choice"), ("raise 3", "no-such-choice"), ("bid", "too-few"),
    ("bid 3 3", "not-there"), ("bid 5", "not-there"), ("bid 77", "not-understood"),
    ("bid luxury 7", "not-there"),
    ("bid gold", "not-understood"), ("pass 3", "too-many"), ("bid money", "ambiguous"),
    ("\x1b[2J", "no-such-choice"), ("bid " + "9" * 400, "not-understood"), ("(", "no-such-choice"),
])
def test_nonsense_is_refused_with_a_reason_and_changes_nothing(
    game_of: GameOf, text: str, reason: str
) -> None:
    game = game_of("osprey-2018", 3)
    table = Table(game.rules, 1)
    before = view(table, REFEREE)
    assert said(game, table, table.to_decide[0], text) == reason
    assert view(table, REFEREE) == before


def test_not_your_turn(game_of: GameOf) -> None:
    game = game_of("osprey-2018", 3)
    table = Table(game.rules, 1)
    other = next(seat for seat in range(3) if seat not in table.to_decide)
    assert said(game, table, other, "pass") == "not-your-turn"


def test_bidding__an_equal_bid_is_refused_with_the_numbers(game_of: GameOf) -> None:
    game = game_of("osprey-2018", 3)
    table = Table(game.rules, 1)
    typing = Typing(Naming(game.rules.program, game.symbols))
    move = typing.understood(table, table.to_decide[0], "bid 8")
    assert isinstance(move, Move)
    table.apply(table.to_decide[0], move)
    again = typing.understood(table, table.to_decide[0], "bid 8")
    assert isinstance(again, Move)
    refusal = table.why_not(table.to_decide[0], again)
    assert refusal is not None
    assert refusal.text == "the value that you pick must be more than 8 in total, and this is 8"
    assert refusal.cites == ("Bidding", "Passing")


@pytest.mark.parametrize(("text", "meant"), [
    ("bid 3", "bid 3 coin"), ("bid 3 coins", "bid 3 coin"), ("3", "bid 3 coin"),
    ("bid coin", "bid coin"), ("d", "drop"), ("drop out", "drop"), ("bid 19", "not-there"),
])
def test_things_without_a_value_are_counted(game_of: GameOf, text: str, meant: str) -> None:
    game = game_of("houses-and-cheques", 3)
    table = Table(game.rules, 1)
    assert said(game, table, table.to_decide[0], text) == meant


def test_several_attributes_are_named_in_their_order(game_of: GameOf) -> None:
    game = game_of("follow-suit", 3)
    table = Table(game.rules, 1)
    seat = table.to_decide[0]
    offers = table.offers(seat)
    card = next(iter(offers[0][2] or ())).bit_length() - 1
    name = Naming(game.rules.program, game.symbols).card(card)
    _, suit, rank = name.split()
    assert said(game, table, seat, name) == name
    assert said(game, table, seat, f"{suit} {rank}") == name
    assert said(game, table, seat, f"{suit[:3]} {rank}") == name
