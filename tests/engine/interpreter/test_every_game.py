"""What holds for every file, number of players, subset of options and reading.

The number of games for each is small here; `make soak` plays many more.
"""

from __future__ import annotations

import os
import random

import pytest
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Table

from tests.engine.tables import (
    Way,
    every_way,
    plain_ways,
    played,
    positions,
    snapshot,
    some_move,
)

GAMES = int(os.environ.get("VARIORUM_GAMES", "1"))
PLAIN = pytest.mark.parametrize("way", plain_ways(), ids=str)


def assert_every_card_is_in_one_zone(table: Table) -> None:
    seen = 0
    for zone, cards in enumerate(table.state.zones):
        assert not seen & cards
        seen |= cards
        row = table.state.order[zone]
        assert row is None or (sorted(row) == bits(cards))
    assert seen == (1 << len(table.rules.program.cards)) - 1


@pytest.mark.parametrize("way", every_way(), ids=str)
def test_a_random_game_comes_to_its_end_with_every_card_in_its_place(way: Way) -> None:
    for seed in range(GAMES):
        table = played(way.rules, seed)
        assert_every_card_is_in_one_zone(table)
        outcome = table.outcome
        assert outcome is not None
        assert not set(outcome.winners) & set(outcome.eliminated)
        assert len(outcome.winners) <= way.players
        for sheets in outcome.sheets.values():
            assert set(sheets) == set(range(way.players))


@PLAIN
def test_every_card_is_in_one_zone_all_the_time(way: Way) -> None:
    for table in positions(way.rules, 1, random.Random(1), 0.3):
        assert_every_card_is_in_one_zone(table)


@PLAIN
def test_a_move_is_offered_exactly_when_it_is_accepted(way: Way) -> None:
    chance = random.Random(2)
    for table in positions(way.rules, 2, chance, 0.25):
        for seat in range(way.players):
            moves = set()
            if seat in table.to_decide:
                assert table.count(seat) >= 1
                if table.count(seat) <= 3000:
                    moves = set(table.moves(seat))
                    assert len(moves) == table.count(seat)
                    assert all(table.why_not(seat, move) is None for move in moves)
                    stream = Stream(chance.randrange(1 << 30))
                    assert all(table.drawn(seat, stream) in moves for _ in range(5))
            for _ in range(12):
                move = some_move(table, chance)
                refusal = table.why_not(seat, move)
                if seat not in table.to_decide:
                    assert refusal is not None
                    assert refusal.reason == "not-your-turn"
                elif moves and refusal is None:
                    assert table.canonical(seat, move) in moves
                elif moves:
                    assert move not in moves


@PLAIN
def test_a_refused_move_has_a_reason_and_changes_nothing(way: Way) -> None:
    chance = random.Random(3)
    refused = set()
    for table in positions(way.rules, 3, chance, 0.25):
        before = snapshot(table)
        for seat in range(way.players):
            for _ in range(8):
                move = some_move(table, chance)
                refusal = table.why_not(seat, move)
                if refusal is not None:
                    refused.add(refusal.reason)
                    assert refusal.text
                    with pytest.raises(ValueError, match=r"."):
                        table.apply(seat, move)
        assert snapshot(table) == before
    assert "no-such-choice" in refused


@PLAIN
def test_drawing_reaches_every_move_and_only_legal_ones(way: Way) -> None:
    chance = random.Random(4)
    for table in positions(way.rules, 4, chance, 0.1):
        seat = table.to_decide[0]
        count = table.count(seat)
        if count > 12:
            continue
        stream = Stream(5)
        drawn = {table.drawn(seat, stream) for _ in range(count * 25)}
        assert drawn == set(table.moves(seat))


@PLAIN
def test_a_copy_goes_its_own_way(way: Way) -> None:
    for table in positions(way.rules, 5, random.Random(5), 0.08):
        before = snapshot(table)
        twin = table.copy()
        assert snapshot(twin) == before
        stream = Stream(9)
        while not twin.over:
            for seat in twin.to_decide:
                twin.apply(seat, twin.drawn(seat, stream))
        assert snapshot(table) == before
        again = table.copy()
        stream = Stream(9)
        while not again.over:
            for seat in again.to_decide:
                again.apply(seat, again.drawn(seat, stream))
        assert snapshot(again) == snapshot(twin)


@PLAIN
def test_the_same_seed_and_moves_give_the_same_game(way: Way) -> None:
    one, two = played(way.rules, 6), played(way.rules, 6)
    assert snapshot(one) == snapshot(two)
    assert repr(one.state.events) == repr(two.state.events)
    assert repr(one.outcome) == repr(two.outcome)
    assert one.state.chance.made == two.state.chance.made


@PLAIN
def test_who_answers_first_does_not_matter_in_a_simultaneous_decision(way: Way) -> None:
    chance = random.Random(7)
    for table in positions(way.rules, 7, chance, 1.0):
        seats = table.to_decide
        if len(seats) < 2:
            continue
        stream = Stream(chance.randrange(1 << 30))
        answers = {seat: table.drawn(seat, stream) for seat in seats}
        ends = []
        for order in (seats, seats[::-1], tuple(chance.sample(seats, len(seats)))):
            twin = table.copy()
            for asked, seat in enumerate(order):
                assert set(twin.to_decide) == set(seats) - set(order[:asked])
                assert twin.count(seat) == table.count(seat)
                assert tuple(twin.state.zones) == tuple(table.state.zones)
                twin.apply(seat, answers[seat])
            ends.append((snapshot(twin), repr(twin.state.events)))
        assert ends[0] == ends[1] == ends[2]


@PLAIN
def test_a_score_sheet_adds_up(way: Way) -> None:
    for seed in range(3):
        table = played(way.rules, 20 + seed)
        outcome = table.outcome
        assert outcome is not None
        reckoner = table.rules.reckoner
        for number, sheets in enumerate(outcome.sheets.values()):
            for seat, lines in sheets.items():
                score: object = 0
                for line in lines:
                    if line.operation == "add" and line.applied:
                        score += line.amount * line.times  # type: ignore[operator]
                    elif line.operation == "subtract" and line.applied:
                        score -= line.amount * line.times  # type: ignore[operator]
                    elif line.operation == "double" and line.applied:
                        score *= 2 ** line.times  # type: ignore[operator]
                    else:
                        score = line.result
                    assert line.result == score
                assert reckoner.scorers[number](table.state, seat) == score


def test_bad_moves_are_refused_each_with_its_own_reason() -> None:
    from variorum_engine.table.table import Move

    rules = Way("osprey-2018", 3).rules
    table = Table(rules, 1)
    seat = table.to_decide[0]
    other = (seat + 1) % 3
    hand = table.state.zones[rules.program.zone_number(3, seat)]
    theirs = table.state.zones[rules.program.zone_number(3, other)]
    low = hand & -hand

    def reason(who: int, move: Move) -> str:
        refusal = table.why_not(who, move)
        return "" if refusal is None else refusal.reason

    assert reason(seat, Move(0, low)) == ""
    assert reason(other, Move(0, theirs & -theirs)) == "not-your-turn"
    assert reason(seat, Move(0, theirs & -theirs)) == "not-there"
    assert reason(seat, Move(0, 0)) == "too-few"
    assert reason(seat, Move(1, low)) == "too-many"
    assert reason(seat, Move(2)) == "no-such-choice"
    assert reason(seat, Move(-1)) == "no-such-choice"
    table.apply(seat, Move(0, low))
    assert reason(other, Move(0, theirs & -theirs)) == "condition"
    table.apply(other, Move(1))
    assert reason(other, Move(1)) == "not-your-turn"
    stream = Stream(1)
    while not table.over:
        table.apply(table.to_decide[0], table.drawn(table.to_decide[0], stream))
    assert reason(seat, Move(1)) == "game-over"
