"""Every edition and every test game, ready to play."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from variorum_dsl.files.loader import load
from variorum_dsl.lowering.symbols import Symbols
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.preparation import Ready
from variorum_engine.table.records import Game
from variorum_engine.table.table import Rules

from tests.paths import ROOT

FILES = sorted([*ROOT.glob("variants/*.variant"), *ROOT.glob("tests/games/*.variant")])


@cache
def _ready(path: Path) -> Ready:
    loaded = load(path)
    assert loaded.sheet is not None
    return Ready(loaded.sheet)


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def ready(request: pytest.FixtureRequest) -> Ready:
    return _ready(request.param)


@pytest.fixture
def game_of() -> Callable[..., Game]:
    """A game by the name of its file, its number of players, its options and its readings."""

    def found(name: str, players: int, options: tuple[str, ...] = (), **readings: str) -> Game:
        path = next(path for path in FILES if path.stem == name)
        chosen = {key.replace("_", "-"): value for key, value in readings.items()}
        game, _ = _ready(path).game(options, chosen)
        rules, errors, symbols = _ready(path).rules(players, options, chosen)
        assert rules is not None, errors
        return Game(rules, symbols, fingerprint(game))

    return found


@pytest.fixture
def fewest(ready: Ready) -> tuple[Rules, Symbols]:
    """The rules for the fewest players."""
    game, _ = ready.game()
    rules, errors, symbols = ready.rules(game.player_counts()[0])
    assert rules is not None, errors
    return rules, symbols
