"""The tree search: the same decisions in both forms, legal ones, from what a seat may know."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from variorum_dsl.files.loader import load
from variorum_engine.bots import bot_named, search, sensible
from variorum_engine.bots.knowledge import Knowledge
from variorum_engine.bots.playouts import play_out
from variorum_engine.bots.search import SearchBot, Thinker, thinker
from variorum_engine.bots.seat import Sitting
from variorum_engine.bots.sensible import SensibleBot
from variorum_engine.compiler.backends.memory import laid_out
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import bits
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Rules, Table

from tests.engine.compiler.beside import all_rules
from tests.engine.compiler.construct_game import game
from tests.engine.compiler.constructs import BODIES, games
from tests.paths import ROOT

FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])
EVERY_GAME = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
DECISIONS = Path(__file__).with_name("search_decisions.json")
WRITTEN = json.loads(DECISIONS.read_text("utf-8"))


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


def plain_thinker(rules: Rules) -> Thinker:
    found = thinker(rules, "plain")
    assert isinstance(found, Thinker)
    return found


@pytest.mark.parametrize("others", ["", " random-others"])
@pytest.mark.parametrize("path", [path for path in FILES if path.stem in WRITTEN],
                         ids=lambda path: path.stem)
def test_decisions_are_those_that_were_written_down(
    path: Path, others: str, request: pytest.FixtureRequest
) -> None:
    """So a change of what the search decides is seen; `pytest --accept` writes them down again.
    All of them are allowed."""
    rules = rules_of(path)
    found = []
    for number, (table, seat) in enumerate(decisions(rules, 3)):
        if number % 4 == 0:
            bot = SearchBot(rules, number, 40, form="plain", random_others=bool(others))
            move = bot.choose(Sitting(table, seat))
            assert table.why_not(seat, move) is None
            found.append(f"{move.choice}:{move.picked:x}")
    if request.config.getoption("--accept"):
        WRITTEN[path.stem + others] = found
        rows = ",\n".join(f" {json.dumps(each)}: {json.dumps(WRITTEN[each])}" for each in WRITTEN)
        DECISIONS.write_text(f"{{\n{rows}\n}}\n", "utf-8")
    assert found == WRITTEN[path.stem + others]


@pytest.mark.parametrize("name", ["variants/osprey-2018", "variants/gossip-and-the-city"])
def test_each_answer_meets_the_same_luck(name: str) -> None:
    """What is imagined for the n-th try of one answer is imagined for the n-th of every other."""
    rules = rules_of(ROOT / f"{name}.variant")
    table, seat = next(each for each in decisions(rules, 3) if each[0].count(each[1]) > 3)
    thinking = Thinker(rules)
    run, end = thinking.machine.functions, thinking.machine.constants["C"]  # zones and orders
    begin, imagine = run["other_luck"], run["imagine"]
    dealt: dict[int, list[Any]] = {}
    lucks: list[int] = []

    def lucky(memory: list[int], luck: int) -> None:
        lucks.append(luck)
        begin(memory, luck)

    def noted(memory: list[int], tree: list[int]) -> int:
        found: int = imagine(memory, tree)
        dealt.setdefault(lucks[-1], []).append(memory[:end])
        return found

    run["other_luck"], run["imagine"] = lucky, noted
    thinking.choose(Sitting(table, seat), Stream(5), 60)
    by_try = list(dealt.values())
    assert len(by_try) > 3
    assert len(by_try[0]) > 3
    assert all(each == same[0] for same in by_try for each in same)
    assert by_try[0][0] != by_try[1][0]


def test_who_supposes_random_others_decides_otherwise() -> None:
    rules = rules_of(ROOT / "variants/osprey-2018.variant", 3)
    answers: dict[bool, list[Move]] = {False: [], True: []}
    for number, (table, seat) in enumerate(decisions(rules, 3)):
        for random_others, given in answers.items():
            bot = SearchBot(rules, number, 30, random_others=random_others)
            given.append(bot.choose(Sitting(table, seat)))
    assert answers[False] != answers[True]


@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
@pytest.mark.parametrize("name", ["variants/osprey-2018", "tests/games/goofspiel"])
def test_machine_code_decides_as_plain_python(name: str) -> None:
    rules = rules_of(ROOT / f"{name}.variant")
    for random_others in (False, True):
        for number, (table, seat) in enumerate(decisions(rules, 3)):
            if number % 5 == 0:
                one, two = (SearchBot(rules, number, 100, form=form, random_others=random_others)
                            for form in ("plain", "fast"))
                assert one.choose(Sitting(table, seat)) == two.choose(Sitting(table, seat))
                assert one.stream.state == two.stream.state


@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
def test_where_plain_python_is_slow_machine_code_thinks_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VARIORUM_CACHE", str(tmp_path))
    rules = rules_of(ROOT / "tests/games/goofspiel.variant")
    table = Table(rules, 1)
    seat = table.to_decide[0]
    patient = SearchBot(rules, 3, 60)
    expected = patient.choose(Sitting(table, seat))
    assert not patient.slow
    monkeypatch.setattr(search, "SLOW", 0.0)
    bot = SearchBot(rules, 3, 60)
    assert bot.choose(Sitting(table, seat)) == expected
    assert (bot.slow, bot.stream.state) == (True, patient.stream.state)
    assert [thinking.machine.form for thinking, _ in bot._thinkers()] == ["fast", "plain"]
    search.kept_thinker.cache_clear()  # as in the next run, which begins with what is kept
    thinking, slow = next(SearchBot(rules, 3, 60)._thinkers())
    assert (thinking.machine.form, slow) == ("fast", "bear")


def test_where_there_is_no_machine_code_a_slow_search_thinks_less(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "is_available", lambda: False)
    monkeypatch.setattr(search, "PATIENCE", 0.0)
    search.kept_thinker.cache_clear()
    rules = rules_of(ROOT / "tests/games/goofspiel.variant")
    table = Table(rules, 1)
    seat = table.to_decide[0]
    done: list[int] = []
    run = Thinker._run

    def counted(self: Thinker, memory: Any, go: int, simulations: int, part: int) -> int:
        if part == search.MORE:
            done.append(simulations)
        return run(self, memory, go, simulations, part)

    monkeypatch.setattr(Thinker, "_run", counted)
    assert table.why_not(seat, SearchBot(rules, 3, 60).choose(Sitting(table, seat))) is None
    assert done == [search.SLICE]
    done.clear()
    SearchBot(rules, 3, 60, form="plain").choose(Sitting(table, seat))
    assert done == [60]


def test_a_sensible_player_tires_of_long_games(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of(ROOT / "variants/osprey-2018.variant")
    table = Table(rules, 1)
    seat = table.to_decide[0]
    played: list[int] = []

    def noted(table: Table, stream: Stream) -> int:
        played.append(play_out(table, stream))
        return played[-1]

    monkeypatch.setattr(sensible, "play_out", noted)
    found = []
    for tired in (sensible.TIRED, 0):
        monkeypatch.setattr(sensible, "TIRED", tired)
        played.clear()
        move = SensibleBot(rules, 3).choose(Sitting(table, seat))
        assert table.why_not(seat, move) is None
        found.append(len(played))
    assert found[0] == sensible.GAMES * found[1] > 0


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
    thinking = plain_thinker(rules)
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
            knowledge = Knowledge(table, seat)
            thinking.translator.known(expected, seat, knowledge.possible, knowledge.sure)
            for place in machine.constants["PLACE"]:
                assert known[seat * places + place] == expected[seat * places + place]
        seat = memory[machine.constants["SEAT"]]
        move = table.drawn(seat, stream)
        put_answer(thinking, memory, table, move)
        table.apply_unchecked(seat, move)
        go = run["play"](memory, go)


@EVERY_GAME
def test_what_can_be_imagined_is_the_same_in_both_forms(path: Path) -> None:
    """Where each card can be, what tracks are taken to be, and that what is dealt keeps to it."""
    rules = rules_of(path)
    thinking = plain_thinker(rules)
    machine, run = thinking.machine, thinking.machine.functions
    given, tree = machine.constants, machine.zeros(200_000)
    for number, (table, seat) in enumerate(decisions(rules, 8)):
        if number % 6:
            continue
        memory, _ = thinking.translator.memory(table, seat)
        known = list(thinking.known)
        unfollowed = table.copy()
        unfollowed.state.events = None
        for followed in (unfollowed, table):
            knowledge = Knowledge(followed, seat)
            thinking.translator.known(known, seat, knowledge.possible, knowledge.sure)
            run["consider"](memory, tree, known, seat)
            for card, zones in knowledge.choices.items():
                can = run["possible"](tree, known, seat, given["PLACE"][card])
                assert can == sum(1 << given["ZONE_INDEX"][zone] for zone in zones)
        memory[given["R"]] = number
        assert run["imagine"](memory, tree)
        dealt = knowledge.dealt(Stream(number))
        tracks = laid_out(rules, thinking.translator.source, dealt.state)["ZOCT".index("T")]
        assert list(memory[given["T"]:given["T"] + len(tracks)]) == list(tracks)
        for zone, cards in enumerate(table.state.zones):
            pages = range(given["ZONE_PAGES"][zone])
            held = {given["CARD"][(given["ZONE_PAGE"][zone] + page) * 64 + bit] for page in pages
                    for bit in bits(memory[given["Z"] + given["ZONE_SLOT"][zone] + page])}
            assert len(held) == cards.bit_count()
            if knowledge.seen[zone]:
                assert held == set(bits(cards))
            else:
                assert all(zone in knowledge.choices[card] for card in held)


@EVERY_GAME
def test_a_game_taken_over_in_the_middle_goes_on_in_the_same_way(path: Path) -> None:
    rules = rules_of(path)
    thinking = plain_thinker(rules)
    constants, play = thinking.machine.constants, thinking.machine.functions["play"]
    for number, (table, seat) in enumerate(decisions(rules, 6)):
        if number % 5 or seat != table.to_decide[0] or table.state.answers:
            continue
        here = table.copy()
        memory, go = thinking.translator.memory(here, seat)
        memory[constants["R"]] = here.state.chance.seed
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


def twins(rules: Rules, every: int) -> Iterator[tuple[Sitting, Sitting]]:
    """A seat at two tables that it cannot tell apart: hidden cards have changed places."""
    for number, (table, seat) in enumerate(decisions(rules, 8)):
        if number % every or seat != table.to_decide[0]:
            continue
        other = table.copy()
        sitting, elsewhere = Sitting(table, seat), Sitting(other, seat)
        knowledge = elsewhere.knowledge  # before the cards change places
        dealt = knowledge.dealt(Stream(number))
        other.state.zones, other.state.order = dealt.state.zones, dealt.state.order
        other.state.locals, other.state.tracks = dealt.state.locals, dealt.state.tracks
        knowledge.place = {card: zone for zone, cards in enumerate(other.state.zones)
                           for card in range(len(rules.program.cards)) if cards >> card & 1}
        yield sitting, elsewhere


ENOUGH = 3  # decisions of a game; where there are many answers each takes its time


@pytest.mark.parametrize(("name", "every"), [("search:25", 9), ("thumb", 5), ("sensible", 21)])
@EVERY_GAME
def test_what_is_hidden_does_not_change_a_decision(path: Path, name: str, every: int) -> None:
    rules = rules_of(path)
    for sitting, elsewhere in islice(twins(rules, every), ENOUGH):
        one, two = (bot_named(name, rules, 1) for _ in range(2))
        assert one.choose(sitting) == two.choose(elsewhere)


PAID = "starter picks up to 1 of hand of starter as paid\nmove paid to bid of starter\n"


@pytest.mark.parametrize(("text", "why"), [
    (game(BODIES["fractions-kept"] + PAID),
     "because its numbers are fractions of any size (a track that keeps a fraction): "),
    (games()["together-nested"],
     "because something is decided while other answers are sealed: "),
], ids=["fractions", "sealed"])
def test_where_there_is_no_tree_search_the_bot_plays_sensibly_and_says_so(
    text: str, why: str
) -> None:
    rules = next(rules for _, rules in all_rules(text))
    table = Table(rules, 1)
    seat = table.to_decide[0]
    bot = bot_named("search:20", rules, 2)
    assert why in bot.note
    assert bot.note.endswith(": search plays as sensible does.")
    move = bot.choose(Sitting(table, seat))
    assert move == SensibleBot(rules, Stream(2).word()).choose(Sitting(table, seat))
    assert table.why_not(seat, move) is None


def test_there_is_nothing_to_say_where_there_is_a_tree_search() -> None:
    assert bot_named("search", rules_of(ROOT / "variants/osprey-2018.variant"), 1).note == ""


def test_thinking_by_the_clock_ends_in_time() -> None:
    rules = rules_of(ROOT / "variants/osprey-2018.variant")
    table = Table(rules, 1)
    seat = table.to_decide[0]
    start = time.monotonic()
    move = SearchBot(rules, 2, 200, 0.2, form="plain").choose(Sitting(table, seat))
    assert table.why_not(seat, move) is None
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("bot", ["search:10", "sensible", "thumb", "random", "light"])
def test_a_decision_without_an_answer_is_told_as_a_mistake_of_the_rules(bot: str) -> None:
    rules = next(rules for _, rules in all_rules(game(
        "starter picks a number from 1 to count of won of starter as guess\nadd guess to tally")))
    table = Table(rules, 1)
    with pytest.raises(Fault, match="no answer"):
        bot_named(bot, rules, 1).choose(Sitting(table, table.to_decide[0]))


def test_an_imagined_game_that_breaks_down_is_no_mistake_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rules_of(ROOT / "tests/games/goofspiel.variant")

    def breaks(*_: object) -> None:
        raise Fault("the deck is empty", rules.program.chain[0])

    monkeypatch.setattr("variorum_engine.bots.sensible.play_out", breaks)
    table = Table(rules, 1)
    seat = table.to_decide[0]
    assert table.why_not(seat, SensibleBot(rules, 1).choose(Sitting(table, seat))) is None
