"""A sign of life for whoever waits at a terminal, and clocks that are looked at."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from variorum_engine.table.preparation import Ready
from variorum_engine.verification.observation import Broken
from variorum_engine.verification.random_games import Case, TimeUp, Watched

from tests.variorum.commands.conftest import Run
from variorum import cli
from variorum.checker.check import read
from variorum.checker.verification import verified
from variorum.simulation.run import Progress as GamesPlayed
from variorum.simulation.run import Request
from variorum.terminal.progress import Progress


class Screen(io.StringIO):
    """A terminal that somebody looks at."""

    def isatty(self) -> bool:
        return True


def looked_at(patch: pytest.MonkeyPatch) -> Screen:
    """A narrow terminal in the place of standard error."""
    screen = Screen()
    patch.setenv("COLUMNS", "30")
    patch.setattr("sys.stderr", screen)
    return screen


def test_a_line_is_overwritten_fits_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = looked_at(monkeypatch)
    with Progress() as progress:
        progress.say("a line that is longer than\x1b[2J the terminal is wide", now=True)
        progress.say("short", now=True)
    first, second, gone, last = screen.getvalue().split("\r")[1:]
    assert first == "a line that is longer than\\u0"
    assert second == "short".ljust(29)
    assert gone == " " * 5
    assert last == ""


def test_nothing_is_said_where_nobody_looks() -> None:
    silent = io.StringIO()
    with Progress(silent) as progress:
        progress.say("hello", now=True)
    assert silent.getvalue() == ""


@pytest.mark.parametrize(("command", "says"), [
    (["verify", "--games", "1", "small.variant"], "small: game 1 of "),
    (["verify", "--exhaustive", "--players", "2", "--seconds", "0.1", "small.variant"],
     "2 players: "),
    (["mutate", "--limit", "2", "small.variant"], "getting ready"),
    (["coverage", "--games", "3", "small.variant"], "running the examples and 3 ra"),
    (["diff", "--quick", "small.variant", "osprey-2018"], "small and osprey-2018: what c"),
    (["readings", "--games", "0", "osprey-2018"], "1 of 13: what tells the readi"),
])
def test_what_takes_long_says_so(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    command: list[str], says: str,
) -> None:
    del small
    screen = looked_at(monkeypatch)
    assert cli.main(command) in (0, 1)
    assert f"\r{says}" in screen.getvalue()
    assert re.search(r"\r +\r$", screen.getvalue())
    assert "\r" not in capsys.readouterr().out


def test_very_many_games_begin_with_a_line_too() -> None:
    screen = Screen()
    asked = Request([], (), 1000, 1, "plain", progress=True, stream=screen)
    GamesPlayed(asked, 0).end()
    assert screen.getvalue().startswith("\r0 of 1,000 games: getting ready ...")


def test_verify_looks_at_the_clock_within_a_game(small: Path) -> None:
    loaded = read(str(small))
    assert loaded.sheet is not None
    watched = Watched(Ready(loaded.sheet), Case(2))
    with pytest.raises(TimeUp):
        watched.game(1, until=0.0)
    assert watched.positions == 1
    result = verified(loaded, seconds=1e-9)
    assert (result.games, result.positions, result.whole) == (0, 1, False)


def test_verify_says_what_is_done_when_it_is_stopped(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = Watched.game

    def stopped(self: Watched, seed: int, **asked: float | None) -> object:
        if seed == 3:
            raise KeyboardInterrupt
        return played(self, seed, until=asked["until"])

    monkeypatch.setattr(Watched, "game", stopped)
    assert cli.main(["verify", str(small), "--games", "9"]) == 130
    shown = capsys.readouterr()
    assert "2 ways to play, 4 games" in shown.out
    assert "(not everything: it was stopped): no promise is broken so far" in shown.out
    assert shown.err == "stopped\n"


def test_a_walk_that_does_not_get_to_the_end_does_not_say_that_all_is_well(
    small: Path, run: Run
) -> None:
    del small
    result = run("verify", "--exhaustive", "--seconds", "0.05", "small.variant")
    assert result.status == 0
    assert "(not to the end): no promise is broken so far" in result.out
    assert re.search(r"\n  2 players: [\d,]+ positions? and \d+ ends? in \d+ of about [\d,^]+ "
                     r"deals\n(?:.*\n)*Nothing is shown of the rest\.", result.out)
    assert "holds" not in result.out


def test_a_walk_that_is_stopped_says_how_far_it_came(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looks = iter(range(5))

    def broken(_: object) -> Iterator[Broken]:
        if next(looks, None) is None:
            raise KeyboardInterrupt
        yield from ()

    monkeypatch.setattr("variorum_engine.verification.exhaustive.broken", broken)
    assert cli.main(["verify", "--exhaustive", str(small)]) == 130
    shown = capsys.readouterr()
    assert "2 players: 6 positions and 0 ends in 1 of about " in shown.out
    assert "Nothing is shown of the rest." in shown.out
    assert shown.err == "stopped before everything was seen\n"


def test_a_walk_has_a_bound_and_says_how_far_it_is(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without --seconds too; whoever waits at a screen sees it move."""
    monkeypatch.setattr("variorum.commands.verify.WALKING", 0.2)
    screen = looked_at(monkeypatch)
    assert cli.main(["verify", "--exhaustive", str(small)]) == 0
    assert re.search(r"\r2 players: [\d,]+ positions? and", screen.getvalue())


def test_an_error_of_tune_stands_on_a_line_of_its_own(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = looked_at(monkeypatch)
    assert cli.main(["tune", str(small), "--games", "1", "--players", "2"]) == 2
    assert re.search(r"\r +\rError: 1 games are too few", screen.getvalue()), screen.getvalue()


def test_verify_exhaustive_has_one_clock_for_all_walks(
    small: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    def walked(watched: Watched, *, most: int, seconds: float | None, tell: object) -> object:
        from variorum_engine.verification.exhaustive import Walk

        del watched, most, tell
        given.append(seconds)
        return Walk(1, 1, True, None)

    monkeypatch.setattr("variorum.checker.verification.walked", walked)
    run("verify", "--exhaustive", "--seconds", "100", str(small))
    first, second = given
    assert first is not None
    assert second is not None
    assert first > second
