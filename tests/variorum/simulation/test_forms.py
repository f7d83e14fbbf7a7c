"""Interpreter, generated Python and machine code come to the same figures for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest
from variorum_dsl.files.loader import load
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import MachineKernel
from variorum_engine.tally.tables import TableKernel

from tests.paths import ROOT

FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])
GAMES, SEED = 6, 11


def rules_of(path: Path) -> Rules:
    ready = Ready(load(path).sheet)
    rules, _, _ = ready.rules(min(ready.game()[0].player_counts()))
    assert rules is not None
    return rules


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_figure_is_the_same_in_every_form(path: Path) -> None:
    """With bots that decide alike in all of them: wins, length, tension, scores, cards, rules."""
    rules = rules_of(path)
    bots = Bots(("light",) * rules.program.players)
    told = TableKernel(rules, bots).chunk(SEED, 0, GAMES, rows=True)
    forms = ["plain", *(["fast"] if is_available() else [])]
    for form in forms:
        made = MachineKernel(rules, bots, form=form)
        assert made.chunk(SEED, 0, GAMES, rows=True) == told, form
