"""Which form a game gets, and why: numbers that may be too large, files that are too long."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from variorum_dsl import core as c
from variorum_engine.compiler.analysis.bounds import Bounds
from variorum_engine.compiler.analysis.origins import Origins, parts
from variorum_engine.compiler.backends import form
from variorum_engine.compiler.backends.form import best_form, check_fast
from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.compiler.backends.native import TooLarge, is_available
from variorum_engine.compiler.emit import module
from variorum_engine.compiler.emit.module import written
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.state import Fault
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import MachineKernel

from tests.engine.compiler.beside import Beside, all_rules, same_game
from tests.engine.compiler.compiled_game import Compiled
from tests.engine.compiler.construct_game import STEPS, game
from tests.engine.compiler.constructs import BODIES, games
from tests.paths import ROOT

FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])
PLAIN = "starter picks up to 1 of hand of starter as paid\nmove paid to bid of starter"


def rules_of(text: str | Path, players: int = 3) -> Rules:
    return next(rules for (many, options, _), rules in all_rules(text)
                if many == players and not options)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_game_we_have_can_be_machine_code(path: Path) -> None:
    for _, rules in all_rules(path):
        check_fast(written(rules.program))


def test_the_wanted_form_is_given_where_it_can_be() -> None:
    rules = rules_of(games()["turns"])
    assert best_form(rules, "interpreter") == ("interpreter", "")
    assert best_form(rules, "plain") == ("plain", "")
    found, message = best_form(rules)
    assert found == ("fast" if is_available() else "plain")
    assert bool(message) != is_available()


LARGE = {
    "a track that multiplies": game("tally becomes tally * 3 + 1\n" + PLAIN),
    "two tracks that feed each other": game(
        "points of starter becomes points of starter + tally\n"
        "tally becomes tally + points of starter\n" + PLAIN),
    "a doubling for each of many cards": game(
        PLAIN, steps=STEPS + "  twice double for each gem in won\n", many=True),
    "a product of totals": game(
        "tally becomes total value of won of players * 400000000 * 400000000 * 9\n" + PLAIN),
}


@pytest.mark.parametrize("name", LARGE)
def test_numbers_that_may_be_too_large_are_known(name: str) -> None:
    rules = rules_of(LARGE[name])
    source = written(rules.program)
    assert source.large
    check_fast(source)
    # In Python they are as exact as ever.
    assert all(same_game(rules, Compiled(rules.program), seed) for seed in range(2))


@pytest.mark.parametrize("name", ["fractions-kept", "fractions-by-changing", "score-fractions"])
def test_fractions_of_any_size_stay_in_python(name: str) -> None:
    found, message = best_form(rules_of(games()[name]))
    assert found == "plain"
    assert "fractions" in message


def test_known_fractions_are_machine_code() -> None:
    check_fast(written(rules_of(games()["score-steps"]).program))
    halves = game("let half be total value of hand of starter / 2\n"
                  "if half + 1 / 3 is more than tally\n  add 1 to tally\n" + PLAIN)
    check_fast(written(rules_of(halves).program))


def test_a_long_file_is_left_to_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of(games()["turns"])
    monkeypatch.setattr(form, "MOST_LINES", 100)
    found, message = best_form(rules)
    assert (found, "lines of code" in message) == ("plain", True)
    monkeypatch.setattr(module, "MOST_LINES", 100)
    found, message = best_form(rules, "plain")
    assert found == "interpreter"
    assert "The interpreter plays it instead" in message


def test_rules_nested_too_deeply_are_left_to_the_interpreter() -> None:
    lines = [f"{'  ' * i}for each player p{i} in players" for i in range(22)]
    deep = "\n".join(["if tally is 1", *(f"  {line}" for line in lines),
                      "  " * 23 + "add 1 to tally", PLAIN])
    found, message = best_form(rules_of(game(deep)))
    assert found == "interpreter"
    assert "nested" in message


def test_tables_that_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(form, "MOST_ENTRIES", 10)
    assert "tables" in best_form(rules_of(games()["turns"]))[1]


# --------------------------------------------------------------------------------------- bounds
def positions(rules: Rules, seed: int) -> Iterator[Any]:
    """The positions of a game of the interpreter."""
    beside = Beside(rules, Compiled(rules.program), seed)
    table, stream = beside.table, Stream(seed)
    while True:
        yield table.state
        if table.over or not table.count(table.to_decide[0]):
            return
        table.apply_unchecked(table.to_decide[0], table.drawn(table.to_decide[0], stream))


@pytest.mark.parametrize("name", BODIES)
def test_no_number_leaves_its_bounds(name: str) -> None:
    for _, rules in all_rules(games()[name]):
        program = rules.program
        bounds = Bounds(program, Origins(program))
        figures = [(figure, rules.evaluator(figure.value)) for figure in program.figures]
        try:
            for state in positions(rules, 3):
                for number, track in enumerate(program.tracks):
                    known = bounds.known.get((c.Track, number))
                    last = program.tracks[number + 1].first if (
                        number + 1 < len(program.tracks)) else program.track_count
                    if known is not None:
                        assert all(known[0] <= state.tracks[place] <= known[1]
                                   for place in range(track.first, last))
                for figure, value in figures:
                    known = bounds.of(figure.value)
                    state.locals[figure.local] = 0
                    if known is not None and figure.name != "keen":
                        assert known[0] <= value(state) <= known[1]
                if state.pc == -2:
                    for number, table in enumerate(program.scorings):
                        known = bounds.scores(number)[-1]
                        score = rules.reckoner.scorers[number](state, 0)
                        assert known is None or known[0] <= score <= known[1], table.name
        except Fault:
            continue


def test_loops_take_no_more_turns_than_they_have_things_to_use_up() -> None:
    program = rules_of(games()["turns"]).program
    bounds = Bounds(program, Origins(program))
    turns = [bounds.turns(part.measure) for part in parts(program)
             if isinstance(part, c.Turns | c.Repeat)]
    assert sorted(turns) == [14, 18]


# ---------------------------------------------------------------------------------- machine code
def series(machine: Machine, many: int) -> tuple[int, list[int], list[int]]:
    players = machine.rules.program.players
    memory, found = machine.row(machine.opening), machine.zeros(many)
    code = machine.functions["outcomes"](
        memory, machine.opening, machine.zeros(4096), machine.zeros(players),
        machine.zeros(players), machine.zeros(1), machine.zeros(1), machine.zeros(1), found,
        7, 0, many,
    )
    # The random stream is the one number without a sign.
    return code, list(found), [number & (1 << 64) - 1 for number in memory]


@pytest.mark.slow
@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
@pytest.mark.parametrize("name", ["turns", "orders", "chance-any-number", "together-nested"])
def test_machine_code_with_several_pages(name: str) -> None:
    rules = rules_of(games(many=True)[name])
    fast, plain = Machine(rules, "fast"), Machine(rules)
    assert fast.constants["PAGES"] > 2
    for many in (1, 2, 40):
        assert series(fast, many) == series(plain, many)


@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
@pytest.mark.parametrize("name", LARGE)
def test_machine_code_notices_a_number_that_is_too_large(name: str) -> None:
    """Where it does not come up the games are the same; where it does, plain Python goes on."""
    rules = rules_of(LARGE[name])
    fast, plain = (MachineKernel(rules, Bots(("random",) * 3), form=form)
                   for form in ("fast", "plain"))
    assert fast.chunk(3, 0, 40, rows=True) == plain.chunk(3, 0, 40, rows=True)


@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
def test_a_number_that_is_too_large_is_never_cut_to_size() -> None:
    text = "tally becomes 3\n" + "tally becomes tally * tally\n" * 6 + PLAIN
    rules = rules_of(game(text))
    fast = MachineKernel(rules, Bots(("random",) * 3), form="fast")
    with pytest.raises(TooLarge):
        fast.series._play(1, 1, 0, 1, 0)
    assert fast.chunk(1, 0, 2).games == 2
    assert fast.series.machine.form == "plain"
