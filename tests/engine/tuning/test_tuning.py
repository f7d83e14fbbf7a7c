"""Tuning finds better weights, the same ones again, and keeps them in files."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from variorum_engine.bots import UnknownBot, bot_named
from variorum_engine.tuning import search as searching
from variorum_engine.tuning import weights
from variorum_engine.tuning.budget import TooFewGames, planned
from variorum_engine.tuning.evolution import Cloud
from variorum_engine.tuning.matches import Match, interval, start_weights
from variorum_engine.tuning.regression import Lessons
from variorum_engine.tuning.search import Search
from variorum_engine.tuning.sensitivity import GAMES as PROBED

import variorum
from tests.engine.bots.seats import ROOT, rules_of
from variorum import cli

SCHEMA = json.loads(
    (Path(variorum.__file__).parent / "schemas" / "weights.schema.json").read_text("utf-8"))
COUNTERS = ROOT / "tests" / "games" / "goofspiel.variant"
SMALL = """\
edition small "Small"
players 2 to 3

kinds
  paper "card" has value

components
  in deck
    12 paper with value 1 to 12

zones
  deck holds paper, hidden, in order
  hand of each player holds paper, secret
  won of each player holds paper, open

setup
  shuffle deck
  for each player p
    move top 4 of deck to hand of p

rounds until count of won of players is at least 2, using up hand of players
  for each player p
    p picks 1 of hand of p as played
    move played to won of p

scoring points
  cards add total value of won

winner
  highest points
  then shared
"""


def test_the_cloud_finds_the_best_point() -> None:
    cloud = Cloud(6, 1)
    for _ in range(120):
        points = cloud.ask()
        cloud.tell([-sum((x - k) ** 2 for k, x in enumerate(point)) for point in points])
    assert all(abs(x - k) < 0.05 for k, x in enumerate(cloud.middle))


def test_a_share_lies_in_its_interval() -> None:
    share = interval(95, 100)
    assert share.won == 0.95
    assert 0.88 < share.low < 0.95 < share.high < 0.98
    assert interval(0, 10).low == 0


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "small.variant").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("VARIORUM_DEBUG", "1")
    monkeypatch.setattr("variorum_engine.tuning.matches.form_here", lambda: "plain")
    return tmp_path


def test_tuning_finds_something_better(small: Path) -> None:
    rules = rules_of(small / "small.variant", 2)
    match = Match(rules)
    before = match.share(start_weights(match.machine), 77, 400)
    tuned = Search(rules, "plain", seed=1, games=10_000).run()
    row = weights.row_of(match.machine.thumb, weights.thousandths(tuned))
    assert match.share(row, 77, 400).won > before.won + 0.1
    share = tuned.against_random
    assert share.low <= share.won <= share.high


def test_the_same_seed_gives_the_same_weights_whoever_does_the_work(small: Path) -> None:
    rules = rules_of(small / "small.variant", 2)
    found = [Search(rules, "plain", seed=seed, games=6000, workers=workers).run()
             for seed, workers in ((1, 1), (1, 1), (1, 2), (2, 1))]
    assert found[0] == found[1] == found[2]
    assert found[0].weights != found[3].weights


def test_an_interruption_keeps_the_best(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    search = Search(rules_of(small / "small.variant", 2), "plain", seed=1, games=10_000)

    def interrupt(now: searching.Report) -> None:
        if now.turn == 2:
            raise KeyboardInterrupt

    tuned = search.run(interrupt)
    assert search.stopped
    assert tuned.weights
    assert tuned.against_random.won > 0.6


@pytest.mark.parametrize("asked", [6000, 7000, 13_001])
def test_no_more_games_are_played_than_were_asked_for(
    small: Path, monkeypatch: pytest.MonkeyPatch, asked: int
) -> None:
    played = 0
    wins, sums = Match.wins, Lessons.sums

    def counted_wins(self: Match, *given: Any, **named: Any) -> Any:
        nonlocal played
        played += given[4]
        return wins(self, *given, **named)

    def counted_sums(self: Lessons, *given: Any) -> Any:
        nonlocal played
        played += given[3]
        return sums(self, *given)

    monkeypatch.setattr(Match, "wins", counted_wins)
    monkeypatch.setattr(Lessons, "sums", counted_sums)
    search = Search(rules_of(small / "small.variant", 2), "plain", seed=1, games=asked)
    tuned = search.run()
    assert played == tuned.tuned.games + tuned.against_random.games
    assert played + PROBED == search.plan.all <= asked


@given(points=st.integers(0, 60), more=st.integers(0, 10**7))
def test_a_plan_uses_what_was_asked_for_and_never_more(points: int, more: int) -> None:
    with pytest.raises(TooFewGames) as refused:
        planned(points, 1)
    least = refused.value.least
    with pytest.raises(TooFewGames):
        planned(points, least - 1)
    assert planned(points, least).all == least
    plan = planned(points, least + more)
    assert plan.all <= least + more
    assert not points or plan.all > 0.5 * (least + more)


# ---------------------------------------------------------------------------- the command
def test_too_few_games_are_refused_with_the_least_that_will_do(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["tune", "small.variant", "--players", "2", "--workers", "1", "--games"]
    assert cli.main([*arguments, "10"]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    least = error.removesuffix(" or more").split()[-1]
    assert error == ("Error: 10 games are too few to find weights for 2 players: say --games "
                     f"{least} or more")
    assert not (small / "small.weights.json").exists()
    assert cli.main([*arguments, least]) == 0

def test_the_command_writes_weights_that_a_bot_can_use(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["tune", "small.variant", "--games", "6000", "--workers", "1"]
    assert cli.main([*arguments, "--players", "2"]) == 0
    assert "alone against random players it wins" in capsys.readouterr().out
    assert cli.main([*arguments, "--players", "3"]) == 0
    data = json.loads((small / "small.weights.json").read_text("utf-8"))
    jsonschema.validate(data, SCHEMA)
    assert [each["players"] for each in data["sets"]] == [2, 3]
    rules = rules_of(small / "small.variant", 2)
    bot = bot_named("thumb:small.weights.json", rules, 1)
    assert bot.name == "thumb"
    again = small / "again.weights.json"
    assert cli.main([*arguments, "--players", "2", "--out", str(again)]) == 0
    assert json.loads(again.read_text("utf-8"))["sets"][0] == data["sets"][0]


def test_weights_for_other_rules_are_not_overwritten(
    small: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["tune", "small.variant", "--games", "6000", "--players", "2"]) == 0
    (small / "small.variant").write_text(SMALL.replace("top 4", "top 3"))
    assert cli.main(["tune", "small.variant", "--games", "6000", "--players", "2"]) == 2
    assert "has weights for other rules" in capsys.readouterr().err


@pytest.mark.parametrize(("arguments", "said"), [
    (["no-such-game"], "there is no edition or file called"),
    (["small.variant", "--players", "9"], "is for 2 to 3 players, and not for 9"),
    (["small.variant", "--reading", "nonsense"], "write it as --reading SILENCE=READING"),
    (["small.variant", "--with", "nonsense"], "nonsense"),
    (["small.variant", "--out", "small.variant"], "is there already, and it is no JSON"),
    (["small.variant", "--games", "6000", "--players", "2", "--out", "no/such/folder/x"],
     "cannot be written"),
])
def test_what_is_wrong_is_said(
    small: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert cli.main(["tune", *arguments]) != 0
    error = capsys.readouterr().err
    assert said in error
    assert "Traceback" not in error


@pytest.mark.parametrize(("text", "said"), [
    ("", "no JSON"), ("[]", "no file of weights"),
    ('{"format": "variorum-weights", "format_version": 9}', "another version"),
    ('{"format": "variorum-weights", "format_version": 1}', "missing"),
    (('{"format": "variorum-weights", "format_version": 1, "fingerprint": "", "edition": "", '
      '"sets": [{"players": 3, "weights": {"a": "b"}}]}'), "wrong sort"),
])
def test_a_file_without_weights_is_refused(small: Path, text: str, said: str) -> None:
    (small / "bad.json").write_text(text)
    with pytest.raises(UnknownBot, match=said):
        bot_named("thumb:bad.json", rules_of(COUNTERS, 3), 1)


def test_weights_of_another_game_are_refused(small: Path) -> None:
    path = next(weights.BUNDLED.glob("*.json"))
    with pytest.raises(UnknownBot, match="another game"):
        bot_named(f"thumb:{path}", rules_of(COUNTERS, 3), 1)


# ------------------------------------------------------------------------- what is bundled
@pytest.mark.parametrize("path", sorted((ROOT / "variants").glob("*.variant")),
                         ids=lambda path: path.stem)
def test_every_edition_comes_with_weights(path: Path) -> None:
    """If this fails because rules have changed: `variorum tune NAME --out ...`."""
    file = weights.BUNDLED / (path.stem + weights.SUFFIX)
    data = weights.read(file)
    jsonschema.validate(json.loads(file.read_text("utf-8")), SCHEMA)
    assert weights.written(data) == file.read_text("utf-8")
    assert weights.bundled_for(rules_of(path, 3).program).nearness == "same"
    for tuned in data.sets:
        thumb = Match(rules_of(path, tuned.players)).machine.thumb
        assert set(tuned.weights) <= {weight.name for weight in thumb.weights}
    for players in (4, 5):
        assert weights.bundled_for(rules_of(path, players).program).nearness != "none"


def test_a_relative_borrows_the_weights_of_its_edition() -> None:
    path = ROOT / "variants" / "edition-2025.variant"
    program = rules_of(path, 3, ("gambling",)).program
    found = weights.bundled_for(program)
    assert found.nearness == "relative"
    assert found.weights
