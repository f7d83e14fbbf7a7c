"""The rule of thumb plays every game, tells nobody's secrets, and is the same wherever it runs."""

import random
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from variorum_engine.bots import Sitting, bot_named
from variorum_engine.bots.thumb import ThumbBot
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.tuning.matches import MIXED, Match, start_weights
from variorum_engine.tuning.weights import bundled_for, row_of

from tests.engine.bots.seats import (
    EDITIONS,
    FILES,
    answer,
    dealt_anew,
    decisions,
    random_weights,
    ready,
    rules_of,
)
from tests.strategies import SOAK, accepted, read, rule_files


def subsets(path: Path) -> list[tuple[str, ...]]:
    options = tuple(ready(path).sheet.options)
    return [some for size in range(len(options) + 1) for some in combinations(options, size)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_game_is_played_to_its_end(path: Path) -> None:
    for options in subsets(path):
        for players in ready(path).game(options)[0].player_counts():
            match = Match(rules_of(path, players, options))
            weights = row_of(match.machine.thumb, bundled_for(match.machine.rules.program).weights)
            for seed, row in enumerate([weights, random_weights(match.machine, players)]):
                match.wins(row, start_weights(match.machine), seed, 0, 2, MIXED)


@settings(max_examples=12 * SOAK, deadline=None, suppress_health_check=list(HealthCheck))
@given(rule_files())
def test_generated_variants_are_played_to_their_end(text: str) -> None:
    loaded = read(text)
    assume(accepted(loaded))
    assert loaded.sheet is not None
    made = Ready(loaded.sheet)
    for players in made.game()[0].player_counts()[:2]:
        rules, _, _ = made.rules(players)
        assert rules is not None
        try:
            match = Match(rules)
        except NotCompilable:
            continue
        match.wins(random_weights(match.machine, players), None, 5, 0, 2, MIXED)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hidden_cards_change_nothing(path: Path) -> None:
    machine = Machine(rules_of(path, 3))
    space, chance = machine.functions, random.Random(3)
    looked = changed = 0
    for seed in range(3):
        for memory, go, thumb in decisions(machine, random_weights(machine, seed), seed):
            other = dealt_anew(machine, memory, chance)
            # What is offered is what the rules say; only its unseen members may differ.
            assert answer(machine, memory, thumb, go) == answer(machine, other, thumb, go)
            looked += 1
            changed += memory != other
    assert space["WEIGHTS"] == len(machine.thumb.weights)
    assert looked > 10
    # Goofspiel hides nothing, and Deeper Down no card but those of the deck, which all are alike.
    assert changed or path.stem in ("goofspiel", "deeper-down")


def test_a_seat_that_peeks_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same property fails where the features read a rival's hand."""
    machine = Machine(rules_of(EDITIONS[0], 3))
    space, chance = machine.functions, random.Random(3)
    honest = space["cards_in"]

    def peek(row: list[int], slot: int, pages: int) -> int:
        in_zones = space["Z"] <= slot < space["Z"] + space["SLOTS"]
        return sum(row[slot : slot + pages]) % 97 if in_zones else honest(row, slot, pages)

    monkeypatch.setitem(space, "cards_in", peek)
    differ = 0
    for memory, go, thumb in decisions(machine, random_weights(machine, 1), 1):
        other = dealt_anew(machine, memory, chance)
        differ += answer(machine, memory, thumb, go) != answer(machine, other, thumb, go)
    assert differ


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.stem)
def test_the_same_answers_again(path: Path) -> None:
    machine = Machine(rules_of(path, 3))
    weights = random_weights(machine, 1)
    games = [[answer(machine, memory, thumb, go)
              for memory, go, thumb in decisions(machine, weights, 9)] for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_bot_at_the_table_answers_as_the_machine_does(path: Path) -> None:
    rules = rules_of(path, 3)
    machine = Machine(rules)
    weights = row_of(machine.thumb, bundled_for(rules.program).weights)
    for seed in range(2):
        table = Table(rules, seed)
        bot = ThumbBot(rules, seed)
        for memory, go, thumb in decisions(machine, weights, seed):
            space = machine.functions
            seat = memory[space["SEAT"]]
            expected = answer(machine, memory, thumb, go)
            move = bot.choose(Sitting(table, seat))
            assert move.choice == expected[0]
            rule = table.asked_of(seat).offers[move.choice].pick
            if rule is None or not rule.by_number:
                assert move.picked.bit_count() == sum(mask.bit_count() for mask in expected[1:])
            else:
                # Chance decides between equals, and who is picked may decide next.
                assert move.picked.bit_count() == 1
                move = Move(move.choice, 1 << expected[1] if rule.of_numbers else expected[1])
            table.apply(seat, move)
        assert table.over


def test_machine_code_plays_the_same_games() -> None:
    pytest.importorskip("llvmlite")
    rules = rules_of(EDITIONS[0].with_name("osprey-2018.variant"), 3)
    plain, fast = Match(rules), Match(rules, "fast")
    for seed in range(3):
        weights = random_weights(plain.machine, seed)
        for rivals in (0, 1, 2):
            games = [each.wins(weights, start_weights(plain.machine), seed, 0, 60, rivals)
                     for each in (plain, fast)]
            assert games[0] == games[1]


def test_the_random_players_are_beaten() -> None:
    """A small part of what `python -m bench.thumb` measures."""
    for path in EDITIONS:
        match = Match(rules_of(path, 3))
        weights = row_of(match.machine.thumb, bundled_for(match.machine.rules.program).weights)
        share = match.share(weights, 2**40 + 7, 300)
        assert share.won > (0.4 if path.stem == "gossip-and-the-city" else 0.93), path.stem


def test_a_game_that_cannot_be_compiled_is_played_at_random_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: object) -> None:
        raise NotCompilable("its rules are nested too deeply")

    monkeypatch.setattr("variorum_engine.bots.thumb.Machine", refused)
    rules = Rules(rules_of(EDITIONS[0], 3).program)  # nothing is remembered about it
    table = Table(rules, 1)
    seat = table.to_decide[0]
    bot = bot_named("thumb", rules, 5)
    assert bot.note == ("There is no rule of thumb for this game, because its rules are nested too "
                        "deeply: thumb plays at random.")
    assert bot.choose(Sitting(table, seat)) == table.drawn(seat, Stream(5))
