"""Assembly for LLVM: what it is told about loops, and that the code does the same as Python's."""

from __future__ import annotations

from array import array
from itertools import product
from pathlib import Path

import pytest
from variorum_engine.compiler.backends.native import Native, is_available
from variorum_engine.compiler.backends.object_code import assembly
from variorum_engine.compiler.backends.python import plain_functions
from variorum_engine.compiler.backends.store import Store

needs_fast = pytest.mark.skipif(not is_available(), reason="needs the extra fast")

TEXT = """
def looked_up(M, seat):
    total = 0
    for feature in range(FEATURES):
        at = feature * 2
        if KINDS[at] == 0:
            continue
        if KINDS[at] == 3:
            break
        for rival in range(PLAYERS):
            if rival != seat:
                total = total * 3 + KINDS[at + 1] * (rival + 1)
    return total


def added_up(M, many):
    total = 0
    for place in range(FEATURES):
        total += M[place] * many
    return total


def weighed(M, many):
    total = 0
    for place in range(FEATURES):
        total += M[place] * KINDS[place]
    return total
"""
ENTRIES = {"looked_up": (True, False), "added_up": (True, False), "weighed": (True, False)}
TABLES = [[1, 5, 0, 9, 2, -7, 3, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 2, 2, 3]]


@needs_fast
def test_a_loop_in_which_a_table_says_what_is_done_is_unrolled() -> None:
    constants = {"FEATURES": 5, "PLAYERS": 4, "KINDS": TABLES[0]}
    text = assembly(TEXT, constants, ENTRIES, checked=False)
    parts = {name: text.partition(f"@{name}(")[2].partition("\n}")[0] for name in ENTRIES}
    assert parts["looked_up"].count("!llvm.loop !") == 1  # and the rivals are left to LLVM
    assert "!llvm.loop !" not in parts["added_up"] + parts["weighed"]
    assert "!llvm.loop" not in assembly(TEXT, {**constants, "FEATURES": 5000}, ENTRIES,
                                        checked=False)


@needs_fast
@pytest.mark.parametrize("table", TABLES)
def test_unrolled_loops_do_the_same(table: list[int], tmp_path: Path) -> None:
    constants: dict[str, int | list[int]] = {"FEATURES": 5, "PLAYERS": 4, "KINDS": table}
    plain = plain_functions(TEXT, constants)
    native = Native(TEXT, constants, ENTRIES, Store(tmp_path / "code"))  # it owns the code
    numbers = [3, -1, 4, 1, -5]
    for name, number in product(ENTRIES, range(5)):
        assert native.functions[name](array("q", numbers), number) == plain[name](numbers, number)
