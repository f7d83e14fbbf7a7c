"""Who can play in a simulation, by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from variorum_engine.bots import UnknownBot
from variorum_engine.tally.bots import Bots, code_of, imagined

from tests.engine.compiler.constructs import games
from tests.variorum.simulation.conftest import GOOFSPIEL, Simulate


def test_there_is_room_for_the_bot_that_imagines_most() -> None:
    names = ("search:100:random-others", "search:1000", "thumb")
    assert Bots(names).effort == 1000
    assert [imagined(name) for name in names] == [100, 1000, 0]
    assert code_of("search:100:random-others") != code_of("search:100")


@pytest.mark.parametrize("name", ["search:0", "search:100:", "search:100:others",
                                  "search::random-others", "random:random-others"])
def test_an_unknown_bot_is_refused_with_what_can_be_said(name: str) -> None:
    with pytest.raises(UnknownBot, match="search:500:random-others"):
        code_of(name)


def test_a_bot_without_a_compiled_form_plays_on_the_interpreter(simulate: Simulate) -> None:
    result = simulate(GOOFSPIEL, "--players", "2", "--games", "1", "--bots", "sensible,random",
                      "--format", "json")
    assert result.status == 0, result.err
    assert "Note: sensible plays on tables of the interpreter only" in result.err
    assert json.loads(result.out)["run"]["bots"] == ["sensible", "random"]


def test_a_bot_that_thinks_by_the_clock_is_refused(simulate: Simulate) -> None:
    result = simulate(GOOFSPIEL, "--players", "2", "--games", "1", "--bots", "search:2s")
    assert result.status == 2
    assert '--bots: "search:2s" thinks by the clock' in result.err


def test_who_asks_for_a_search_is_told_where_there_is_none(
    simulate: Simulate, tmp_path: Path
) -> None:
    (tmp_path / "sealed.variant").write_text(games()["together-nested"], "utf-8")
    result = simulate("sealed.variant", "--players", "2", "--games", "1", "--bots",
                      "search:4,random", "--format", "json")
    assert result.status == 0, result.err
    assert "because something is decided while other answers are sealed" in result.err
    assert "search plays as sensible does" in result.err
