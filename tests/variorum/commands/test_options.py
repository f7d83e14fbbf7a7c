"""Options, formats and exit statuses mean the same in every command."""

import json
from collections import defaultdict
from pathlib import Path

import click
import pytest

from tests.paths import ROOT
from tests.variorum.commands.conftest import Run
from variorum.cli import COMMANDS, cli, main

LOADED = {name: cli.get_command(click.Context(cli), name) for name in COMMANDS}
# What writes files, or prints something that has only one form.
WITHOUT_FORMATS = {"lsp", "new", "explain", "fmt", "play", "docs", "tune", "schema"}


def _options(name: str) -> dict[str, click.Parameter]:
    command = LOADED[name]
    assert command is not None
    return {spelled: each for each in command.params if isinstance(each, click.Option)
            for spelled in each.opts}


def test_an_option_has_the_same_stand_in_everywhere() -> None:
    seen: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for name in COMMANDS:
        for spelled, option in _options(name).items():
            if option.metavar and spelled not in ("--out", "--limit"):
                seen[spelled][option.metavar.removesuffix(",...")].add(name)
    assert {spelled: dict(ways) for spelled, ways in seen.items() if len(ways) > 1} == {}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_what_the_exit_status_means(name: str) -> None:
    command = LOADED[name]
    assert command is not None
    assert "The exit status is 0" in " ".join((command.help or "").split())


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - WITHOUT_FORMATS))
def test_what_prints_data_prints_it_as_json_too(name: str) -> None:
    options = _options(name)
    form = options["--format"].type
    assert isinstance(form, click.Choice)
    assert [*form.choices][:1] == ["text"]
    assert "json" in form.choices
    assert "--json" in options


@pytest.mark.parametrize("command", [
    ["check"], ["show"], ["coverage", "--games", "0"], ["mutate", "--list", "--limit", "2"],
    ["verify", "--games", "1"], ["readings", "--games", "0"],
    ["simulate", "--games", "2", "--form", "plain", "--workers", "1"],
])
def test_json_is_short_for_format_json(run: Run, small: Path, command: list[str]) -> None:
    short = run(*command, str(small), "--json").out
    json.loads(short)
    assert short == run(*command, str(small), "--format", "json").out


def test_two_formats_at_once_are_refused(run: Run, small: Path) -> None:
    refused = run("simulate", str(small), "--format", "html", "--json")
    assert refused.status == 2
    assert "--json is short for --format json, and --format html is another one" in refused.err


def test_a_record_as_json(run: Run, small: Path) -> None:
    run("play", str(small), "--players", "2", "--bots", "random", "--seed", "1", "--save", "g.game")
    data = json.loads(run("replay", "g.game", "--json").out)
    assert (data["valid"], data["complete"], data["decisions"], data["problem"]) == (
        True, True, 6, None)
    assert data["game"]["players"] == ["ann", "bo"]
    assert set(data["standing"]["sheets"]["points"]) == {"ann", "bo"}
    assert "Setup" in data["transcript"]
    Path("g.game").write_bytes(Path("g.game").read_bytes()[:-40])
    cut = run("replay", "g.game", "--json", "--quiet")
    data = json.loads(cut.out)
    assert (cut.status, data["valid"], data["transcript"]) == (1, False, [])
    assert data["problem"]["line"] == data["lines"] + 1


def test_citations_as_json(run: Run, small: Path) -> None:
    small.write_text(small.read_text("utf-8").replace(
        "winner\n", 'winner see "Ending"\n').replace("scoring points\n",
                                                     'scoring points see "Points"\n'), "utf-8")
    Path("book.txt").write_text("# Ending\n\nMost points win.\n\n# Cards\n\nTwelve.\n", "utf-8")
    found = run("sources", str(small), "book.txt", "--json")
    data = json.loads(found.out)
    assert found.status == 1
    assert (data["cited"], data["found"], data["uncited"], data["new"]) == (
        2, 1, ["Cards"], ["Ending"])
    assert [each["code"] for each in data["findings"]] == ["unknown-heading"]


@pytest.mark.parametrize(("arguments", "said"), [
    (("play", "osprey-2018", "--players", "three"), "'three' is not a whole number from 1 on."),
    (("play", "osprey-2018", "--players", "0"), "0 is not a whole number from 1 on."),
    (("play", "osprey-2018", "--seed", "x"), "'x' is not a whole number."),
    (("mutate", "osprey-2018", "--at-least", "200"), "200.0 is not a number from 0 to 100."),
    (("verify", "osprey-2018", "--seconds", "0"), "0.0 is not a number above 0."),
])
def test_a_number_that_is_none_is_told_which_ones_there_are(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(list(arguments)) == 2
    assert said in capsys.readouterr().err


def test_a_suite_of_cases_is_called_after_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "small.variant"
    path.write_text((ROOT / "tests" / "games" / "goofspiel.variant").read_text("utf-8"), "utf-8")
    for command in (["check"], ["fmt", "--check"], ["verify", "--games", "1", "--players", "2"]):
        main([*command, "--format", "junit", str(path)])
        written = capsys.readouterr().out
        assert f'<testsuite name="variorum {command[0]}"' in written
        assert f'classname="variorum.{command[0]}"' in written
