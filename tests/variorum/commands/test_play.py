"""`variorum play`: people and bots at a table, saved after every move."""

import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.engine.compiler.constructs import games
from tests.paths import ROOT
from tests.variorum.commands.conftest import SMALL, Run
from variorum import cli

GOLDEN = ROOT / "tests" / "golden"
EDITIONS = ("osprey-2018", "quick-start", "edition-2025", "money-isnt-everything",
            "gossip-and-the-city")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VARIORUM_DEBUG", "1")


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Play with lines typed beforehand; gives the status, what was said, and what was wrong."""

    def run(typed: str, *arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        status = cli.main(["play", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.mark.parametrize("name", EDITIONS)
def test_golden_transcript(play, name: str, request: pytest.FixtureRequest) -> None:  # type: ignore[no-untyped-def]
    """A game of bots, told in full. `pytest --accept` writes the file again."""
    status, out, _ = play("", name, "--players", "3", "--bots", "random", "--seed", "1")
    assert status == 0
    path = GOLDEN / f"{name}.txt"
    if request.config.getoption("--accept"):
        path.write_text(out, "utf-8")
    assert out == path.read_text("utf-8")


def test_a_person_bids_is_refused_asks_why_and_leaves(play) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = play(
        "bid 3 3\nwhy\nwhy pass\nhelp\nrules\nfoo\nbid 1 2\nquit\n",
        "osprey-2018", "--players", "3", "--human", "1", "--seed", "1",
    )
    assert status == 0
    assert 'No: not everything that you named is there to be picked.  see "Bidding"' in out
    assert 'The rule stands under "Bidding" and "Passing".' in out
    assert "picking 1 or more of purse of p as raise" in out
    assert "That is allowed." in out
    assert "No: there is no such choice here: bid, pass." in out
    assert "ann: bid money cards 1, 2" in out
    assert "The game is saved: variorum play --resume osprey-2018-" in out
    assert len(list(Path().glob("osprey-2018-*-1.game"))) == 1


def test_the_rules_are_told_in_sentences(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("rules\nquit\n", "osprey-2018", "--players", "3", "--human", "1",
                     "--seed", "1", "--bots", "random")
    assert "\n  The game is played in rounds. In each round:\n  1. Turn up the top card" in out
    assert ("\n  4. Scandale: Halve the result so far for each Scandale in the player’s display.\n"
            in out)
    assert "\n  1. Of the players who are not out, the one with the highest status wins.\n" in out


def test_other_hands_are_never_shown(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("table\nlog\nquit\n", "gossip-and-the-city", "--players", "4", "--human", "2",
                     "--seed", "3")
    assert "bo (you)\n  hand: gossip cards" in out
    assert re.search(r"\nann\n  hand: \d+ cards\n", out)
    assert "10 cards: deck -> hand of ann" in out


def test_the_end_of_the_input_saves_and_resuming_goes_on(play) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = play("pass\npass\n", "osprey-2018", "--players", "3", "--human", "1",
                          "--seed", "4", "--save", "my.game", "--bots", "random")
    assert status == 0
    assert "--resume my.game goes on" in out
    before = Path("my.game").read_bytes()
    status, out, _ = play("pass\n" * 60, "--resume", "my.game", "--human", "1", "--bots", "random")
    assert status == 0
    assert "Going on with my.game" in out
    assert Path("my.game").read_bytes().startswith(before)
    assert cli.main(["replay", "my.game", "--quiet"]) == 0


def test_whoever_played_before_plays_on(play) -> None:  # type: ignore[no-untyped-def]
    play("pass\n", "osprey-2018", "--players", "3", "--human", "2", "--seed", "4",
         "--save", "my.game", "--bots", "random")
    before = Path("my.game").read_bytes()
    status, out, _ = play("", "--resume", "my.game")
    assert status == 0
    assert "bo (you)" in out
    assert Path("my.game").read_bytes().startswith(before)
    assert b'"decision":"bo"' not in Path("my.game").read_bytes()[len(before):]
    _, out, _ = play("", "--resume", "my.game", "--human", "none")
    assert "(you)" not in out
    assert cli.main(["replay", "my.game", "--quiet"]) == 0


def test_a_resumed_game_goes_on_as_it_would_have_gone_on(play) -> None:  # type: ignore[no-untyped-def]
    play("", "edition-2025", "--players", "4", "--seed", "9", "--save", "whole.game")
    data = Path("whole.game").read_bytes()
    for cut in (100, len(data) // 2, len(data) - 5):
        Path("cut.game").write_bytes(data[:cut])
        status, _, err = play("", "--resume", "cut.game")
        if cut == 100:
            assert status == 1
            assert "cut.game:1: the line is not complete" in err
        else:
            assert status == 0
            assert Path("cut.game").read_bytes() == data


COUNTERS = str(ROOT / "tests" / "games" / "counters-and-cards.variant")


def test_undo_takes_a_move_back_that_told_nobody_anything(play) -> None:  # type: ignore[no-untyped-def]
    # Everybody pays a counter, and the card comes round again: nothing became known.
    status, out, _ = play(
        "\npass\n" * 3 + "\nundo\n\nundo\n\nquit\n", COUNTERS, "--players", "3", "--human", "all",
        "--seed", "1", "--save", "u.game",
    )
    assert status == 0
    assert out.count("Taken back.") == 1
    assert out.count("You have not made a move yet.") == 1
    assert '"undo":3' in Path("u.game").read_text("utf-8")
    assert cli.main(["replay", "u.game", "--quiet"]) == 0


def test_undo_does_not_turn_a_card_down_again(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("\npass\n\npass\n\nundo\n", "osprey-2018", "--players", "3", "--human",
                     "all", "--seed", "1")
    assert "That cannot be taken back" in out or "You have not made a move yet." in out


def test_hands_are_hidden_between_people(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("\npass\n\nquit\n", "osprey-2018", "--players", "3", "--human", "1,2,3",
                     "--seed", "1")
    first, second = out.split("bo, it is your turn: press Enter")
    assert "ann (you)\n  hand: money cards" in first
    assert "bo (you)\n  hand: money cards" in second
    assert "ann\n  hand: 11 cards" in second


def test_who_asks_for_a_search_is_told_where_there_is_none(play) -> None:  # type: ignore[no-untyped-def]
    Path("sealed.variant").write_text(games()["together-nested"], "utf-8")
    status, out, _ = play("", "sealed.variant", "--players", "2", "--bots", "search:4", "--seed",
                          "1")
    assert status == 0
    assert ("Note: There is no tree search for this game, because something is decided while other "
            "answers are sealed: search plays as sensible does.") in " ".join(out.split())


@pytest.mark.parametrize(("arguments", "text"), [
    (["osprey"], 'there is no edition or file called "osprey"; did you mean osprey-2018?'),
    (["osprey-2018", "--players", "9"], "is for 3 to 5 players, and not for 9"),
    (["osprey-2018", "--human", "7"], "--human: the seats are 1 to 3"),
    (["osprey-2018", "--human", "x"], "write seats as 1, or 1,3, or all"),
    (["osprey-2018", "--bots", "clever"], 'no bot is called "clever"'),
    (["osprey-2018", "--with", "x"], 'there is no option called "x"'),
    (["osprey-2018", "--reading", "x"], "write it as --reading SILENCE=READING"),
    (["osprey-2018", "--reading", "x=y"], 'there is no silence called "x"'),
    (["osprey-2018", "--names", "a,b"], "give 3 different names"),
    (["--resume", "nothing.game"], "nothing.game: cannot be read"),
    (["osprey-2018", "--resume", "x"], "the record says all about the game"),
    ([], "Name an edition or a rule file."),
])
def test_wrong_usage_is_explained(play, arguments: list[str], text: str) -> None:  # type: ignore[no-untyped-def]
    status, _, err = play("", *arguments)
    assert status == 2
    assert text in err


def test_a_record_is_never_overwritten(play) -> None:  # type: ignore[no-untyped-def]
    Path("kept.game").write_text("precious")
    status, _, err = play("", "osprey-2018", "--save", "kept.game")
    assert status == 2
    assert "kept.game exists already" in err
    assert Path("kept.game").read_text() == "precious"


def test_killed_at_any_instant_nothing_is_lost(tmp_path: Path) -> None:
    root = ROOT
    environment = {**os.environ, "PYTHONPATH": str(root)}
    program = "import sys; from variorum.cli import main; sys.exit(main())"
    path = tmp_path / "killed.game"
    with subprocess.Popen(
        [sys.executable, "-c", program, "play", "osprey-2018", "--players", "5", "--human", "1",
         "--save", str(path), "--seed", "2"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=tmp_path,
    ) as running:
        assert running.stdin is not None
        running.stdin.write(b"pass\n" * 3)
        running.stdin.flush()
        for _ in range(200):
            if path.exists() and path.read_bytes().count(b'"decision":"ann"') == 3:
                break
            time.sleep(0.05)
        running.send_signal(signal.SIGKILL)
    written = path.read_bytes()
    result = subprocess.run(
        [sys.executable, "-c", program, "play", "--resume", str(path), "--human", "1"],
        input=b"quit\n", capture_output=True, env=environment, cwd=tmp_path, check=False,
    )
    assert result.returncode == 0, result.stderr
    assert path.read_bytes().startswith(written)
    assert written.count(b'"decision":"ann"') == 3


def test_rules_that_break_down_before_anybody_decides_are_told_with_their_place(
    run: Run, small: Path
) -> None:
    small.write_text(SMALL.replace("move top 3 of deck", "move top 30 of deck"), "utf-8")
    result = run("play", "small.variant", "--seed", "1")
    assert result.status == 1
    assert result.err.startswith("Error: small.variant:19: the rules break down: ")
