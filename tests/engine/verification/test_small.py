"""Every edition made so small that it can be played in every possible way, and is."""


import pytest
from variorum_dsl.files.loader import load
from variorum_engine.table.preparation import Ready
from variorum_engine.verification.exhaustive import walked
from variorum_engine.verification.random_games import Case, Watched

from tests.paths import ROOT
from variorum.checker.verification import exhausted
from variorum.files.editions import edition_names, edition_path

SMALL = ROOT / "tests" / "small"
POSITIONS = {
    "edition-2025": {2: 1926, 3: 6986},
    "gossip-and-the-city": {3: 604},
    "money-isnt-everything": {2: 1926, 3: 6986},
    "osprey-2018": {2: 1926, 3: 6986},
    "quick-start": {2: 1926, 3: 6986},
}


def test_every_edition_has_a_small_one() -> None:
    assert {path.stem for path in SMALL.glob("*.variant")} == {
        f"small-{name}" for name in edition_names()
    }


@pytest.mark.parametrize("name", edition_names())
def test_a_small_game_is_walked_to_its_end(name: str) -> None:
    loaded = load(SMALL / f"small-{name}.variant", edition_path)
    assert not loaded.problems
    assert loaded.sheet is not None
    ready = Ready(loaded.sheet)
    counts = {}
    for players in ready.game()[0].player_counts():
        walk = walked(Watched(ready, Case(players)))
        assert walk.failure is None
        assert walk.whole
        counts[players] = walk.positions
    assert counts == POSITIONS[name]


def test_a_walk_that_is_cut_short_says_so() -> None:
    loaded = load(SMALL / "small-osprey-2018.variant", edition_path)
    result = exhausted(loaded, most=50, players=2)
    assert not result.whole
    assert result.found == []


def test_a_failure_in_a_walk_is_told_from_the_setup_on(tiny) -> None:
    path = tiny(after="\nalways coins-left: no players whose hand is empty\n")
    [found] = exhausted(load(path), players=2).found
    assert found.written.fails
    assert "when playing setup" in found.example
    with path.open("a") as file:
        file.write(f"\n{found.example}\n")
    loaded = load(path)
    assert loaded.sheet is not None
    ready = Ready(loaded.sheet)
    assert [problem.code for example in loaded.sheet.examples()
            for problem in ready.run(example)] == ["broken-promise"]
