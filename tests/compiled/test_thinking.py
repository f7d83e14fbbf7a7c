"""The tree search on the compiled form: the interpreter's decisions, from the same knowledge."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from variorum_dsl.files.loader import load
from variorum_engine.bots.compiled_search import SearchBot, Thinker, thinker
from variorum_engine.bots.knowledge import Knowledge
from variorum_engine.bots.search import Search
from variorum_engine.bots.seat import Sitting
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Rules, Table

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])
EVERY_GAME = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def rules_of(path: Path, players: int = 0) -> Rules:
    ready = Ready(load(path).sheet)
    rules, _, _ = ready.rules(players or min(ready.game()[0].player_counts()))
    assert rules is not None
    return rules


def decisions(rules: Rules, seed: int) -> Iterator[tuple[Table, int]]:
    """A random game, decision by decision."""
    table, stream = Table(rules, seed), Stream(seed + 5)
    while not table.over:
        for seat in table.to_decide:
            yield table, seat
            table.apply(seat, table.drawn(seat, stream))


def same_decisions(
    rules: Rules, form: str, simulations: int, every: int, *, random_others: bool = False,
) -> None:
    for number, (table, seat) in enumerate(decisions(rules, 3)):
        if number % every == 0:
            sitting = Sitting(table, seat)
            one, two = (SearchBot(rules, number, simulations=simulations, form=each,
                                  random_others=random_others)
                        for each in ("interpreter", form))
            assert one.choose(sitting) == two.choose(sitting)
            assert one.stream.state == two.stream.state


@EVERY_GAME
def test_plain_code_decides_as_the_interpreter(path: Path) -> None:
    same_decisions(rules_of(path), "plain", 40, 7)


@pytest.mark.parametrize("name", ["variants/osprey-2018", "variants/gossip-and-the-city",
                                  "tests/games/goofspiel"])
def test_both_suppose_alike_that_others_answer_at_random(name: str) -> None:
    same_decisions(rules_of(ROOT / f"{name}.variant"), "plain", 40, 5, random_others=True)


@pytest.mark.parametrize("name", ["variants/osprey-2018", "variants/gossip-and-the-city"])
def test_each_answer_meets_the_same_luck(name: str) -> None:
    """What is imagined for the n-th try of one answer is imagined for the n-th of every other."""
    rules = rules_of(ROOT / f"{name}.variant")
    table, seat = next(each for each in decisions(rules, 3) if each[0].count(each[1]) > 3)
    sitting = Sitting(table, seat)
    search = Search(rules, sitting, Stream(5))
    imagined = sitting.knowledge.dealt
    dealt: list[Any] = []

    def noted(stream: Stream) -> Table:
        found = imagined(stream)
        dealt.append((list(found.state.zones), [list(row or ()) for row in found.state.order]))
        return found

    sitting.knowledge.dealt = noted  # type: ignore[method-assign]
    by_try: dict[int, list[Any]] = {}
    for _ in range(60):
        before = {move: answer.tried for move, answer in search.root.answers.items()}
        search.simulate()
        (tried,) = [before.get(move, 0) for move, answer in search.root.answers.items()
                    if answer.tried > before.get(move, 0)]
        by_try.setdefault(tried, []).append(dealt[-1])
    assert len(by_try) > 3
    assert len(by_try[0]) > 3
    assert all(each == same[0] for same in by_try.values() for each in same)
    assert by_try[0][0] != by_try[1][0]


def test_who_supposes_random_others_decides_otherwise() -> None:
    rules = rules_of(ROOT / "variants/osprey-2018.variant", 3)
    answers: dict[bool, list[Move]] = {False: [], True: []}
    for number, (table, seat) in enumerate(decisions(rules, 3)):
        for random_others, given in answers.items():
            bot = SearchBot(rules, number, simulations=30, random_others=random_others)
            given.append(bot.choose(Sitting(table, seat)))
    assert answers[False] != answers[True]


@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
@pytest.mark.parametrize("name", ["variants/osprey-2018", "tests/games/goofspiel"])
def test_machine_code_decides_as_the_interpreter(name: str) -> None:
    for random_others in (False, True):
        same_decisions(rules_of(ROOT / f"{name}.variant"), "fast", 100, 5,
                       random_others=random_others)


def put_answer(thinking: Thinker, memory: Any, table: Table, move: Move) -> None:
    """The answer of a seat, as the machine wants it."""
    constants, layout = thinking.machine.constants, thinking.translator.layout
    assert table.asking is not None
    pick = table.asking.offers[move.choice].pick
    memory[constants["CHOICE"]] = move.choice
    for page in range(len(layout.pages) + 2):
        memory[constants["PICKED"] + page] = 0
    if pick is not None and pick.by_number:
        number = move.picked.bit_length() - 1 if pick.of_numbers else move.picked
        memory[constants["PICKED"]] = number
    else:
        for page, mask in layout.masks(move.picked).items():
            memory[constants["PICKED"] + page] = mask


@EVERY_GAME
def test_what_seats_remember_in_a_series_is_what_follows_from_the_events(path: Path) -> None:
    rules = rules_of(path)
    thinking = thinker(rules, "plain")
    assert thinking is not None
    machine, run = thinking.machine, thinking.machine.functions
    places = machine.constants["PLACES"]
    memory, known = machine.row(machine.opening), list(thinking.known)
    memory[machine.constants["R"]] = 4
    run["know_opening"](memory, known)
    go = run["play"](memory, 0)
    table, stream = Table(rules, 4), Stream(9)
    while not table.over:
        run["learn"](memory, known)
        for seat in range(rules.program.players):
            expected = list(thinking.known)
            thinking.translator.known(expected, seat, Knowledge(table, seat).possible)
            for place in machine.constants["PLACE"]:
                assert known[seat * places + place] == expected[seat * places + place]
        seat = memory[machine.constants["SEAT"]]
        move = table.drawn(seat, stream)
        put_answer(thinking, memory, table, move)
        table.apply_unchecked(seat, move)
        go = run["play"](memory, go)


@EVERY_GAME
def test_a_game_taken_over_in_the_middle_goes_on_in_the_same_way(path: Path) -> None:
    rules = rules_of(path)
    thinking = thinker(rules, "plain")
    assert thinking is not None
    constants, play = thinking.machine.constants, thinking.machine.functions["play"]
    for number, (table, seat) in enumerate(decisions(rules, 6)):
        if number % 5 or seat != table.to_decide[0] or table.state.answers:
            continue
        here = table.copy()
        memory, go = thinking.translator.memory(here, seat)
        memory[constants["R"]] = here.state.chance.stream.state
        stream = Stream(number)
        while not here.over:
            assert memory[constants["SEAT"]] in here.to_decide
            who = memory[constants["SEAT"]]
            move = here.drawn(who, stream)
            put_answer(thinking, memory, here, move)
            here.apply_unchecked(who, move)
            go = play(memory, go)
        assert go == -1
        winners = memory[constants["WINNERS"]], memory[constants["OUT"]]
        assert winners == rules.reckoner.winners(here.state)


@EVERY_GAME
def test_what_is_hidden_does_not_change_a_decision(path: Path) -> None:
    """Two tables that a seat cannot tell apart lead it to the same answer."""
    rules = rules_of(path)
    for form in ("plain", "interpreter"):
        for number, (table, seat) in enumerate(decisions(rules, 8)):
            if number % 9 or seat != table.to_decide[0]:
                continue
            other = table.copy()
            sitting, elsewhere = Sitting(table, seat), Sitting(other, seat)
            knowledge = elsewhere.knowledge  # before the cards change places
            dealt = knowledge.dealt(Stream(number))
            other.state.zones, other.state.order = dealt.state.zones, dealt.state.order
            other.state.locals = dealt.state.locals
            knowledge.place = {card: zone for zone, cards in enumerate(other.state.zones)
                               for card in range(len(rules.program.cards)) if cards >> card & 1}
            one, two = (SearchBot(rules, 1, simulations=25, form=form) for _ in range(2))
            assert one.choose(sitting) == two.choose(elsewhere)


def test_a_game_that_is_not_covered_is_thought_about_by_the_interpreter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rules_of(ROOT / "tests/games/goofspiel.variant")
    expected = [SearchBot(rules, 2, simulations=20, form="interpreter").choose(
        Sitting(Table(rules, 1), 0))]

    def refuse(*_: object) -> None:
        raise NotCompilable("this game")

    monkeypatch.setattr("variorum_engine.bots.compiled_search.Thinker", refuse)
    assert [SearchBot(rules, 2, simulations=20).choose(Sitting(Table(rules, 1), 0))] == expected


def test_thinking_by_the_clock_ends_in_time() -> None:
    rules = rules_of(ROOT / "variants/osprey-2018.variant")
    table = Table(rules, 1)
    seat = table.to_decide[0]
    for form in ("plain", "interpreter"):
        start = time.monotonic()
        move = SearchBot(rules, 2, seconds=0.2, form=form).choose(Sitting(table, seat))
        assert table.why_not(seat, move) is None
        assert time.monotonic() - start < 10
