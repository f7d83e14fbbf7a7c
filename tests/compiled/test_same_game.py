"""The compiled form plays the same game: the same decisions, as many answers, the same positions
and the same outcome, move by move, in every edition and test game."""

import itertools
import os
from pathlib import Path

import pytest

from dsl.loading import load
from engine.chance import Stream
from engine.compiled.game import Compiled, CompiledTable
from engine.ready import Ready
from engine.table import Rules, Table

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant")])
GAMES = int(os.environ.get("VARIORUM_GAMES", "1"))
MOST_ANSWERS = 300


def ways(path: Path) -> list[tuple[int, tuple[str, ...], dict[str, str]]]:
    """Every number of players and subset of options, and each reading by itself."""
    sheet = load(path).sheet
    assert sheet is not None
    names = list(sheet.options)
    subsets = [c for n in range(len(names) + 1) for c in itertools.combinations(names, n)]
    found = []
    for subset in subsets:
        game, _ = sheet.resolved(subset)
        found += [(players, subset, {}) for players in game.player_counts()]
        for silent in game.silences:
            belongs = silent.origin.removeprefix("option ")
            if subset not in ((), (belongs,)) or (belongs and subset == ()):
                continue
            found += [
                (min(sheet.resolved(subset, {silent.name: reading.name})[0].player_counts()),
                 subset, {silent.name: reading.name})
                for reading in silent.readings
            ]
    return found


def same(rules: Rules, compiled: Compiled, seed: int, *, counted: bool) -> None:
    stream = Stream(seed + 77)
    table, other = Table(rules, seed), CompiledTable(compiled, rules, seed)
    while True:
        assert not other.broken
        assert other.over == table.over
        assert compiled.zones(other.arrays) == table.state.zones
        tracks = [int(track) for track in table.state.tracks]
        assert other.arrays.tracks[: len(tracks)] == tracks
        assert other.rounds == table.state.rounds
        if table.over:
            assert other.winners == rules.reckoner.winners(table.state)
            return
        seat, asking = other.seat, table.asking
        assert asking is not None
        assert seat in table.to_decide
        if counted and table.count(seat) <= MOST_ANSWERS:
            assert other.count(asking) == table.count(seat)
        move = table.drawn(seat, stream)
        table.apply_unchecked(seat, move)
        other.answer(asking, move)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_same_game_move_by_move(path: Path) -> None:
    sheet = load(path).sheet
    assert sheet is not None
    ready = Ready(sheet)
    for players, options, readings in ways(path):
        rules, problems, _ = ready.rules(players, options, readings)
        assert rules is not None, problems
        compiled = Compiled(rules.program)
        for seed in range(GAMES):
            same(rules, compiled, seed, counted=not readings)


def test_a_wrong_rule_is_caught() -> None:
    sheet = load(ROOT / "variants" / "osprey-2018.variant").sheet
    assert sheet is not None
    rules, _, _ = Ready(sheet).rules(3)
    assert rules is not None
    compiled = Compiled(rules.program)
    text = compiled.source.text.replace("+ 1 if", "+ 2 if", 1)
    assert text != compiled.source.text
    space = dict(compiled.source.tables)
    from engine.compiled.module import PLAIN, PLAIN_STREAM

    exec(PLAIN + PLAIN_STREAM + text, space)  # noqa: S102
    compiled.functions = space
    with pytest.raises((AssertionError, IndexError)):
        all(same(rules, compiled, seed, counted=False) is None for seed in range(20))
