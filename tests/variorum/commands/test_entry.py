"""The command line as such: help, wrong usage, our own mistakes, and what is imported."""

import subprocess
import sys
from collections.abc import Callable
from types import ModuleType

import click
import pytest

from variorum import __version__, cli

Run = Callable[..., int]


@pytest.fixture
def run_command(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a function as if it were the command `check`."""

    def run(function: Callable[[], object], *arguments: str) -> int:
        module = ModuleType("made_up_command")
        module.command = click.command(name="check")(function)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "made_up_command", module)
        monkeypatch.setitem(cli.COMMANDS, "check", cli.Lazy("made_up_command:command", "Check."))
        return cli.main(["check", *arguments])

    return run


def test_help_lists_every_command_and_imports_none(capsys: pytest.CaptureFixture[str]) -> None:
    loaded = {name for name in sys.modules if name.startswith("variorum.commands")}
    assert cli.main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in cli.COMMANDS)
    assert {name for name in sys.modules if name.startswith("variorum.commands")} == loaded


def test_without_a_command_the_help_is_shown_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    assert capsys.readouterr().err.count("Usage: variorum") == 1


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out == f"variorum, version {__version__}\n"


def test_a_misspelt_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["chek"]) == 2
    assert 'There is no command "chek". Did you mean check?' in capsys.readouterr().err


def test_control_characters_in_an_argument_are_not_echoed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["\x1b[31m"]) == 2
    assert "\x1b" not in capsys.readouterr().err


def test_wrong_usage_is_explained_with_status_2(
    run_command: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(lambda: None, "--colour") == 2
    shown = capsys.readouterr().err
    assert shown.startswith("Usage: variorum check")
    assert "--colour" in shown
    assert "`variorum check --help` says more." in shown


@pytest.mark.parametrize(("result", "status"), [(None, 0), (0, 0), (1, 1), (2, 2)])
def test_what_a_command_returns_is_the_status(
    run_command: Run, result: int | None, status: int
) -> None:
    assert run_command(lambda: result) == status


def test_our_own_mistake_is_an_apology_without_traceback(
    run_command: Run, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VARIORUM_DEBUG", raising=False)
    assert run_command(lambda: {}["\x1b gone"]) == 3
    shown = capsys.readouterr().err
    assert shown.startswith("Sorry: Variorum has made a mistake of its own")
    assert "KeyError" in shown
    assert "Traceback" not in shown
    assert "\x1b" not in shown


def test_developers_can_see_the_traceback(
    run_command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VARIORUM_DEBUG", "1")
    with pytest.raises(KeyError):
        run_command(lambda: {}["gone"])


def test_an_interrupted_command_says_so(
    run_command: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    assert run_command(interrupted) == 130
    assert capsys.readouterr().err.strip() == "stopped"


def test_importing_the_command_line_loads_nothing_slow() -> None:
    program = "import sys, variorum.cli; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    slow = {"pydantic", "lark", "jinja2", "difflib", "importlib.metadata"}
    assert slow.isdisjoint(result.stdout.split())
