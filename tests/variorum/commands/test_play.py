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
from variorum_dsl.files.loader import load_text
from variorum_engine.table.limits import limits
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Table
from variorum_engine.words.narrative import joined

from tests.engine.compiler.constructs import games
from tests.paths import ROOT
from tests.variorum.commands.conftest import SMALL, Run
from variorum import cli
from variorum.files.editions import edition_path
from variorum.terminal.advice import nearness
from variorum.terminal.games import opened

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
    assert "The game is saved. To go on:\n  variorum play --resume osprey-2018-" in out
    assert len(list(Path().glob("osprey-2018-*-1.game"))) == 1


def test_the_rules_are_told_in_sentences(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("rules\nquit\n", "osprey-2018", "--players", "3", "--human", "1",
                     "--seed", "1", "--bots", "random")
    assert "\n  The game is played in rounds.\n  Whoever bids announces the total" in out
    assert "\n  In each round:\n  1. Turn up the top card" in out
    assert ("\n  4. Scandale: Halve the result so far if the Scandale is in the player’s\n"
            "      display.\n" in out)
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
    assert "The game is saved. To go on:\n  variorum play --resume my.game\n" in out
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


def test_what_became_known_is_taken_back_only_if_all_agree(play) -> None:  # type: ignore[no-untyped-def]
    typed = "\nbid 1\n\nbid 2\n\nbid 3\n\nundo\n"
    arguments = ("osprey-2018", "--players", "3", "--human", "all", "--seed", "1", "--save")
    _, out, _ = play(f"{typed}quit\n", *arguments, "a.game")
    assert "That cannot be taken back: cards or choices became known since." in out
    assert "Taken back." not in out
    _, out, _ = play(f"{typed}undo anyway\n\nquit\n", *arguments, "b.game")
    assert "Taken back." in out
    assert '"undo":3,"seat":0,"agreed":true' in Path("b.game").read_text("utf-8")
    assert cli.main(["replay", "b.game", "--quiet"]) == 0


def test_against_bots_a_move_is_taken_back_and_the_record_stays_right(play) -> None:  # type: ignore[no-untyped-def]
    status, out, _ = play("bid 3\nundo\nbid 20\nquit\n", "osprey-2018", "--players", "3",
                          "--human", "1", "--seed", "1", "--bots", "light", "--save", "a.game")
    assert status == 0
    assert out.count("Taken back.") == 1
    assert '"agreed":true' in Path("a.game").read_text("utf-8")
    assert cli.main(["replay", "a.game", "--quiet"]) == 0
    status, out, _ = play("quit\n", "--resume", "a.game")
    assert status == 0
    assert "bid: money card 20" in out


def test_rounds_that_were_taken_back_are_counted_again(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("bid 25 20\nundo\nbid 25 20\nquit\n", "osprey-2018", "--players", "3",
                     "--human", "1", "--seed", "3")
    assert re.findall(r"Round \d+", out.partition("Taken back.")[2]) == ["Round 2"]


def test_a_bid_is_asked_for_with_totals_and_the_least_that_beats_them(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("\nbid 1 3\n\nbid 2 4\n\nquit\n", "osprey-2018", "--players", "3",
                     "--human", "all", "--seed", "1")
    first, second, third = out.split("Your decision:")[1:]
    assert "more than 0 in value: the least is money card 1 pass" in " ".join(first.split())
    assert "  bid: money cards 1, 3 (in all 4)\n" in first
    for beaten, text in ((4, second), (6, third)):
        (one, two, total) = re.findall(
            rf"more than {beaten} in value: the least is money cards (\d), (\d) \((\d)\)",
            " ".join(text.split()))[0]
        assert int(one) + int(two) == int(total) == beaten + 1


@pytest.mark.parametrize("compared", ["is more than", "is at least", "is at most", "is less than",
                                      "is"])
def test_the_least_and_the_most_are_right_for_every_limit(compared: str) -> None:
    """Held against all answers, one by one."""
    text = SMALL.replace("p picks 1 of hand of p as played",
                         "p picks any number of hand of p as played,\n"
                         f"        such that total value of played {compared} 9")
    loaded = load_text(text, "small.variant", edition_path)
    assert loaded.sheet is not None
    rules = Ready(loaded.sheet).rules(2)[0]
    assert rules is not None
    tried = 0
    for seed in range(40):
        table = Table(rules, seed)
        seat = table.to_decide[0]
        answers = table.asked(seat)[0]
        assert answers is not None
        totals = [answers.total(mask) for mask in answers]
        found = limits(table, seat)
        assert bool(found) == bool(totals)
        if found:
            tried += 1
            assert found[0].total == (min if found[0].upward else max)(totals)
            assert sum(rules.program.cards[card].values[0] for card in found[0].nearest) == (
                found[0].total)
    assert tried


def test_what_a_card_does_and_how_near_the_end_is(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("what passe\nwhat nonsense\nquit\n", "osprey-2018", "--players", "3",
                     "--human", "1", "--seed", "3", "--bots", "light")
    said = " ".join(out.split())
    assert "ann> what passe Passé: Bid higher or pass; the first one to pass is caught. The" in said
    assert "goes to the caught player’s display" in said
    assert "Passé: Subtract 5 if the Passé is in the player’s display." in said
    assert "No card is called nonsense." in out
    assert "The fourth dark green card ends the game: 1 of 4 so far" in out
    assert out.count("Prestige cards: Double the result so far for each prestige card") == 1


def test_a_card_that_is_not_there__what_is_there_is_named(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("bid 5\nbid 30\nquit\n", "osprey-2018", "--players", "3", "--human", "1",
                     "--seed", "3", "--bots", "light")
    there = "  You can pick from: money cards 1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25\n"
    assert out.count(there) == 2


def test_help_is_told_below_the_first_table_and_its_example_is_allowed(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("help\nbid 3\nquit\n", "osprey-2018", "--players", "3", "--human", "1",
                     "--seed", "3")
    help_line = "`help` says how to play, `hint` what a bot would do.\n"
    assert out.count(help_line) == 1
    screen = out[:out.index("ann> ")].splitlines(keepends=True)[-23:]  # of 24 lines
    assert screen[-1] == help_line
    assert any("contested card: " in line for line in screen)
    assert any("the least is money card 3" in line for line in screen)
    assert "`bid money 3`, or `pass`" in out


def test_how_near_the_end_is_tells_nobody_what_lies_face_down() -> None:
    rules = opened("quick-start", 3, ["face-down"]).rules
    (seen,) = nearness(Table(opened("quick-start", 3).rules, 1))
    assert seen.startswith("The fourth red-edged card ends the game: ")
    (unseen,) = nearness(Table(rules, 1))
    assert unseen == "Rounds are played until the draw deck is empty: 15 cards left"


def test_a_hint_can_be_played(play) -> None:  # type: ignore[no-untyped-def]
    arguments = ("osprey-2018", "--players", "3", "--human", "1", "--seed", "7", "--bots", "light")
    _, out, _ = play("?\nquit\n", *arguments)
    (said,) = re.findall(r"In your place I would say: (.*)", out)
    _, out, _ = play(f"{said}\nquit\n", *arguments)
    assert "No: " not in out


def test_the_only_choice_is_made_and_said(play) -> None:  # type: ignore[no-untyped-def]
    Path("forced.variant").write_text(SMALL, "utf-8")
    status, out, _ = play("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n" * 3, "forced.variant",
                          "--players", "2", "--human", "1", "--seed", "1", "--save", "f.game",
                          "--bots", "light")
    assert status == 0
    (said,) = re.findall(r"You have only one choice, and it is made for you: (.*)", out)
    assert re.search(rf"ann picks card {said.split()[-1]}\b", out)
    assert cli.main(["replay", "f.game", "--quiet"]) == 0


def test_around_one_screen_the_only_choice_is_made_without_telling_it(play) -> None:  # type: ignore[no-untyped-def]
    Path("forced.variant").write_text(SMALL, "utf-8")
    numbers = "".join(f"{number}\n" for number in range(1, 13))
    _, out, _ = play(numbers * 20, "forced.variant", "--players", "2", "--human", "all", "--seed",
                     "1", "--save", "f.game")
    assert "ann has only one choice, and it is made.\n" in out
    assert "bo has only one choice, and it is made.\n" in out
    assert cli.main(["replay", "f.game", "--quiet"]) == 0


def test_the_rounds_that_are_left_are_counted(play) -> None:  # type: ignore[no-untyped-def]
    Path("small.variant").write_text(SMALL, "utf-8")
    _, out, _ = play("quit\n", "small.variant", "--players", "2", "--human", "1", "--seed", "1",
                     "--bots", "light")
    assert "Rounds are played until all hands are empty: 6 cards left\n" in out
    _, out, _ = play("quit\n", "gossip-and-the-city", "--human", "1", "--seed", "3", "--bots",
                     "light")
    assert re.search(r"Rounds are played until the deck is empty: \d+ cards left\n", out)


def test_a_word_that_a_choice_and_its_answer_share_is_said_once() -> None:
    assert joined("take a row", "row 3") == "take row 3"
    assert joined("take the row", "row 3") == "take row 3"
    assert joined("bid", "money card 3") == "bid money card 3"


def test_a_dummy_does_not_show_what_it_never_has(play) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("quit\n", "gossip-and-the-city", "--players", "3", "--human", "1", "--seed",
                     "3", "--bots", "random")
    dummy = out.split("\nVunshun\n")[1].split("---")[0]
    assert "VP" not in dummy
    assert "\ncy\n" in out
    assert "  VP: 0\n" in out


@pytest.mark.parametrize("name", EDITIONS)
def test_everything_fits_80_columns(play, name: str) -> None:  # type: ignore[no-untyped-def]
    _, out, _ = play("help\nrules\nwhat\ntable\nlog\n", name, "--human", "1", "--seed", "3",
                     "--bots", "light")
    assert max(map(len, out.splitlines())) <= 80
    for brief in ([], ["--brief"]):
        _, out, _ = play("", name, "--seed", "3", "--bots", "light", *brief)
        assert max(map(len, out.splitlines())) <= 80


def test_a_game_in_brief_tells_what_each_round_came_to(play) -> None:  # type: ignore[no-untyped-def]
    arguments = ("osprey-2018", "--players", "3", "--seed", "3", "--bots", "light")
    _, full, _ = play("", *arguments)
    _, out, _ = play("", *arguments, "--brief")
    rounds = [line for line in out.splitlines() if line.startswith("Round ")]
    assert len(rounds) == full.count("\nRound ")
    assert out.splitlines()[-1] == full.splitlines()[-1]
    assert len(out.splitlines()) < len(full.splitlines()) / 3
    assert play("", *arguments, "--brief", "--human", "1")[0] == 2


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
         "--save", str(path), "--seed", "2", "--bots", "light"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=tmp_path,
    ) as running:
        assert running.stdin is not None
        running.stdin.write(b"pass\n" * 3)
        running.stdin.flush()
        for _ in range(800):
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
