"""Who can play in a simulation, by name."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest
from variorum_engine.bots import KINDS, UnknownBot
from variorum_engine.interpreter.chance import Stream, decision_seed
from variorum_engine.table.table import Table
from variorum_engine.tally.bots import Bots, code_of, imagined

from tests.engine.compiler.constructs import games
from tests.variorum.simulation.conftest import GOOFSPIEL, Simulate
from variorum.commands.play import command as play
from variorum.commands.simulate import command as simulated
from variorum.terminal.bots import Seats
from variorum.terminal.games import opened


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


@pytest.mark.parametrize("command", [play, simulated], ids=["play", "simulate"])
def test_both_commands_name_every_bot_that_there_is(command: click.Command) -> None:
    (option,) = [each for each in command.params if each.name == "bots"]
    assert isinstance(option, click.Option)
    said = set(re.findall(r"[\w:.-]*\w", option.help or ""))
    clock = {"search:2s"} if command is simulated else set()
    forms = {form for kind in KINDS.values() for form in kind.forms}
    assert {*KINDS, *forms} - clock <= said


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_name_is_the_same_player_in_play_and_in_simulate(kind: str) -> None:
    """Both take the bot of that name from one list: with the same luck it decides the same."""
    rules = opened("osprey-2018", 3).rules
    table = Table(rules, 7)
    (seat,) = table.to_decide
    name = f"{kind}:20" if kind == "search" else kind
    luck = decision_seed(3, seat, 0)
    at_the_table = Seats(name, rules, 3).choose(table, seat, 0)

    class Luck(Stream):
        def word(self) -> int:
            return luck

    if kind in ("random", "light"):
        assert Bots((name,)).chosen(name, table, seat, Stream(luck)) == at_the_table
    else:
        assert Bots((name,)).chosen(name, table, seat, Luck(0)) == at_the_table


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
