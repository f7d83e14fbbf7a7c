"""Machine code plays the very games of plain Python, which plays those of the interpreter
(`test_same_game.py`): every construct, every edition and test game, and games drawn by lot."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends import store
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import Broken, Chunk, MachineKernel

from tests.engine.compiler.beside import all_rules
from tests.engine.compiler.constructs import games
from tests.paths import ROOT
from tests.strategies import SOAK, accepted, read, rule_files

pytestmark = pytest.mark.skipif(not is_available(), reason="needs the extra fast")
FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])
CONSTRUCTS = games()
# They keep fractions of any size, which only the interpreter counts.
IN_FRACTIONS = {"fractions-kept", "fractions-by-changing", "score-fractions"}
GAMES = 8


@pytest.fixture(autouse=True)
def _store_of_its_own(tmp_path_factory: pytest.TempPathFactory,
                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path_factory.mktemp("code"))


def played(kernel: MachineKernel) -> list[Chunk | int]:
    """Games one by one, or how one broke down."""
    found: list[Chunk | int] = []
    for game in range(GAMES):
        try:
            found.append(kernel.chunk(3, game, 1, rows=True))
        except Broken as broken:
            found.append(broken.game)
    return found


def same(rules: Rules, bot: str) -> None:
    bots = Bots((bot,) * rules.program.players)
    fast = MachineKernel(rules, bots, form="fast")
    assert played(fast) == played(MachineKernel(rules, bots))
    assert fast.series.machine.form == "fast"


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_every_construct(name: str) -> None:
    _, rules = next(iter(all_rules(CONSTRUCTS[name])))
    if name in IN_FRACTIONS:
        with pytest.raises(NotCompilable, match="fraction"):
            MachineKernel(rules, Bots(("random",) * rules.program.players))
    else:
        same(rules, "random")


@pytest.mark.parametrize("bot", ["random", "light", "thumb"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_editions_and_test_games(path: Path, bot: str) -> None:
    _, rules = next(iter(all_rules(path)))
    same(rules, bot)


@settings(max_examples=5 * SOAK, deadline=None, suppress_health_check=[
    HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(rule_files())
def test_games_drawn_by_lot(text: str) -> None:
    assume(accepted(read(text)))
    _, rules = next(iter(all_rules(text)))
    same(rules, "random")
