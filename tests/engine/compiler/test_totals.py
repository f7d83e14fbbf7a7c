"""Totals of sets of cards are looked up, eight cards at a time."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from variorum_dsl.files.loader import load
from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.table.preparation import Ready

from tests.paths import ROOT

FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_total_is_that_of_the_cards(path: Path) -> None:
    sheet = load(path).sheet
    assert sheet is not None
    ready = Ready(sheet)
    rules, _, _ = ready.rules(min(ready.game()[0].player_counts()))
    assert rules is not None
    machine, chance = Machine(rules), random.Random(1)
    program, functions = rules.program, machine.functions
    for attribute in range(len(program.attributes)):
        for page in machine.source.layout.pages:
            values = [program.cards[card].values[attribute] for card in page.cards]
            for mask in (0, (1 << len(values)) - 1, chance.getrandbits(len(values))):
                chosen = [value for bit, value in enumerate(values) if mask >> bit & 1]
                assert functions["total_of"](attribute, page.number, mask) == sum(chosen)
                assert functions["gains_of"](attribute, page.number, mask) == sum(
                    value for value in chosen if value > 0)
