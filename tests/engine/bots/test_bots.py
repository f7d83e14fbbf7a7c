"""Bots see what a person sees, and what they imagine fits it."""

from __future__ import annotations

import random

import pytest
from variorum_engine.bots import KINDS, Sitting, UnknownBot, bot_named
from variorum_engine.bots.knowledge import Knowledge
from variorum_engine.interpreter.chance import Chance, Stream
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Rules, Table
from variorum_engine.table.views import view
from variorum_engine.table.visibility import sees

from tests.engine.tables import Way, plain_ways, positions

SMALLEST = [way for way in plain_ways() if way.players <= 3]
PLAIN = pytest.mark.parametrize("way", SMALLEST, ids=str)


@PLAIN
def test_an_imagined_table_looks_the_same_from_the_seat(way: Way) -> None:
    stream = Stream(1)
    program = way.rules.program
    for table in positions(way.rules, 11, random.Random(1), 0.15):
        for seat in range(way.players):
            imagined = Sitting(table, seat).imagined(stream)
            before, after = view(table, seat), view(imagined, seat)
            assert after._replace(answered=None) == before._replace(answered=None)
            everything = 0
            for zone, cards in enumerate(imagined.state.zones):
                assert not everything & cards
                everything |= cards
                row = imagined.state.order[zone]
                assert row is None or sorted(row) == bits(cards)
                if sees(program, seat, zone):
                    assert cards == table.state.zones[zone]
            assert everything == (1 << len(program.cards)) - 1
            if seat in table.to_decide:
                assert imagined.count(seat) == table.count(seat)


@PLAIN
def test_an_imagined_table_can_be_played_to_the_end_and_leaves_the_real_one_alone(way: Way) -> None:
    stream = Stream(2)
    for table in positions(way.rules, 12, random.Random(2), 0.1):
        zones = list(table.state.zones)
        imagined = Sitting(table, table.to_decide[0]).imagined(stream)
        while not imagined.over:
            for seat in imagined.to_decide:
                imagined.apply(seat, imagined.drawn(seat, stream))
        assert table.state.zones == zones


@PLAIN
def test_what_is_hidden_does_not_change_what_is_imagined(way: Way) -> None:
    """Two tables that a seat cannot tell apart lead it to imagine the same tables."""
    stream = Stream(3)
    for table in positions(way.rules, 13, random.Random(3), 0.08):
        seat = table.to_decide[0]
        other = table.copy()
        dealt = Knowledge(table, seat).dealt(stream)
        other.state.zones, other.state.order = dealt.state.zones, dealt.state.order
        one, two = Knowledge(table, seat), Knowledge(table, seat)
        two.table = other
        two.place = {card: zone for zone, cards in enumerate(other.state.zones)
                     for card in bits(cards)}
        assert _zones(one, 5) == _zones(two, 5)


def _zones(knowledge: Knowledge, seed: int) -> list[list[int]]:
    stream = Stream(seed)
    return [knowledge.dealt(stream).state.zones for _ in range(4)]


def test_a_seat_remembers_what_it_saw_go_face_down() -> None:
    """All money was seen on its way, so nothing about it has to be guessed."""
    rules = Way("osprey-2018", 3).rules
    spent = range(rules.program.zone_number(5, 0), rules.program.zone_number(5, 2) + 1)
    stream = Stream(4)
    for table in positions(rules, 14, random.Random(4), 0.3):
        imagined = Sitting(table, 0).imagined(stream)
        for zone in spent:
            assert imagined.state.zones[zone] == table.state.zones[zone]


def test_what_cannot_be_known_is_dealt_evenly() -> None:
    rules = Way("follow-suit", 3).rules
    table = Table(rules, 1)
    stream = Stream(5)
    hand = rules.program.zone_number(1, 1)
    unseen = sum(table.state.zones[rules.program.zone_number(1, seat)] for seat in (1, 2))
    counts = dict.fromkeys(bits(unseen), 0)
    for _ in range(600):
        for card in bits(Sitting(table, 0).imagined(stream).state.zones[hand]):
            counts[card] += 1
    assert min(counts.values()) > 240
    assert max(counts.values()) < 360


def _moves(rules: Rules, name: str, seed: int) -> list[object]:
    table = Table(rules, seed)
    bots = [bot_named(name, rules, seat) for seat in range(rules.program.players)]
    made: list[object] = []
    while not table.over and len(made) < 12:
        for seat in table.to_decide:
            move = bots[seat].choose(Sitting(table, seat))
            table.apply(seat, move)
            made.append(move)
    return made


@pytest.mark.parametrize("name", ["random", "light", "thumb", "sensible", "search:8",
                                  "search:8:random-others"])
@pytest.mark.parametrize("file", ["osprey-2018", "gossip-and-the-city", "follow-suit"])
def test_a_bot_plays_legal_moves_and_the_same_ones_for_the_same_seed(file: str, name: str) -> None:
    rules = Way(file, 3).rules
    assert _moves(rules, name, 3) == _moves(rules, name, 3)


@pytest.mark.parametrize("name", ["", "Random", "random:3", "search:", "search:0", "search:-1",
                                  "search:x", "search:1.5s", "clever", "search:8:",
                                  "search:8:others", "thumb:", "search:1000001",
                                  "search::random-others", "random:random-others"])
def test_an_unknown_bot_is_named_with_those_that_exist(name: str) -> None:
    with pytest.raises(UnknownBot, match="sensible"):
        bot_named(name, Way("osprey-2018", 3).rules, 1)


def test_every_bot_has_a_name() -> None:
    rules = Way("osprey-2018", 3).rules
    assert [bot_named(name, rules, 1).name for name in KINDS] == list(KINDS)


def test_a_table_without_a_log_is_still_imagined() -> None:
    rules = Way("osprey-2018", 3).rules
    table = Table.quiet(rules, Chance(1))
    imagined = Sitting(table, 0).imagined(Stream(1))
    assert imagined.count(table.to_decide[0]) == table.count(table.to_decide[0])


def test_a_sensible_bot_does_not_pay_twenty_for_a_two() -> None:
    """A few imagined games cannot tell a bid of 1 from one of 25, so the least is bid."""
    rules = next(way.rules for way in SMALLEST if way.rules.program.name == "osprey-2018")
    program = rules.program
    block = next(zone.first for zone in program.zones if zone.name == "block")
    two = next(1 << number for number, card in enumerate(program.cards)
               if card.kind == "luxury" and card.values[0] == 2)
    opened = [table for table in (Table(rules, seed) for seed in range(200))
              if table.state.zones[block] == two][:8]
    assert len(opened) == 8
    for number, table in enumerate(opened):
        move = bot_named("sensible", rules, number).choose(Sitting(table, table.to_decide[0]))
        assert sum(program.cards[card].values[0] for card in bits(move.picked)) <= 4
