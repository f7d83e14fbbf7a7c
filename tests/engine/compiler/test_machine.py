"""The machine: one memory, and the same games in every form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from variorum_dsl.files.loader import load
from variorum_engine.compiler.backends.machine import (
    SHARED,
    TALLIES,
    THINKING,
    Machine,
    runtime,
)
from variorum_engine.compiler.backends.memory import in_one_memory
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.compiler.backends.python import plain_functions
from variorum_engine.compiler.backends.store import Store
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules

from tests.engine.compiler.compiled_game import Compiled
from tests.paths import ROOT

FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])


def rules_of(path: Path) -> Rules:
    ready = Ready(load(path).sheet)
    rules, _, _ = ready.rules(min(ready.game()[0].player_counts()))
    assert rules is not None
    return rules


def wins(machine: Machine, games: int) -> list[int]:
    """Who wins each game, as sets of seats."""
    players = machine.rules.program.players
    memory, found = machine.row(machine.opening), machine.zeros(games)
    code = machine.functions["outcomes"](
        memory, machine.opening, machine.zeros(4096), machine.zeros(players),
        machine.zeros(players), machine.zeros(1), machine.zeros(1), machine.zeros(1), found,
        7, 0, games,
    )
    assert code == 0
    return list(found)


def test_arrays_become_parts_of_one_memory() -> None:
    starts = dict(zip("ZOCTLXRAPW", range(0, 1000, 100), strict=True))
    assert in_one_memory("Z[3] = T[Z[4] + r1]", starts) == "M[3] = M[300 + (M[4] + r1)]"
    assert in_one_memory("X[8 + r2] = K0[low(A[9])]", starts) == "M[508 + r2] = K0[low(M[709])]"
    assert in_one_memory("below(R, 4)", starts) == "below(M, 4)"


def test_generated_code_draws_the_numbers_of_the_interpreter() -> None:
    space = plain_functions("", {"R": 0})
    for seed in (0, 1, 1 << 63, (1 << 64) - 1):
        state, stream = [seed], Stream(seed)
        for bound in (1, 2, 3, 1000, 1 << 30, (1 << 31) - 1):
            assert space["below"](state, bound) == stream.below(bound)
            assert state == [stream.state]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_random_players_finish_every_game(path: Path) -> None:
    assert len(wins(Machine(rules_of(path)), 20)) == 20


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_memory_plays_as_many_arrays_do(path: Path) -> None:
    rules = rules_of(path)
    machine, compiled = Machine(rules), Compiled(rules.program)
    memory, arrays = machine.row(machine.opening), compiled.opening(rules, 99)
    memory[machine.constants["R"]] = 99
    go: Any = machine.functions["play"](memory, 0)
    assert go == compiled.functions["play"](*arrays, 0)
    expected = [number for part in arrays for number in part]
    assert memory[: len(expected)] == expected  # what a series remembers lies behind


@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
def test_machine_code_plays_the_same_games(tmp_path: Path) -> None:
    rules = rules_of(ROOT / "variants/osprey-2018.variant")
    store = Store(tmp_path / "code")
    expected = wins(Machine(rules), 200)
    first = Machine(rules, "fast", store=store)
    assert first.native.made_now
    assert wins(first, 200) == expected
    again = Machine(rules, "fast", store=store)
    assert not again.native.made_now
    assert wins(again, 200) == expected
    for path in store.folder.glob("*.code"):
        path.write_bytes(path.read_bytes()[:-1000])
    mended = Machine(rules, "fast", store=store)
    assert mended.native.made_now
    assert wins(mended, 200) == expected


@pytest.mark.parametrize("modules", [
    (*SHARED, *TALLIES), (*THINKING, *TALLIES),
    (*runtime(by_thumb=True, thinking=True), *TALLIES),
])
def test_modules_that_run_together_have_names_of_their_own(modules: tuple[str, ...]) -> None:
    """They run in one space, so one would take the place of the other without a word."""
    import ast

    import variorum_engine.runtime as home

    seen: dict[str, str] = {}
    for module in (".interface", *modules):
        path = Path(home.__file__).parent.joinpath(*module.split(".")).with_suffix(".py")
        for part in ast.parse(path.read_text("utf-8")).body:
            names = [part.name] if isinstance(part, ast.FunctionDef) else [
                node.id for target in part.targets for node in ast.walk(target)
                if isinstance(node, ast.Name)
            ] if isinstance(part, ast.Assign) else []
            for name in names:
                if not name.startswith("__"):
                    assert seen.setdefault(name, module) == module, name
