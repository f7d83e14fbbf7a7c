"""`variorum readings`: every question, a witness for each pair, and how much it matters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import jsonschema
import pytest

import variorum
from tests.paths import ROOT
from variorum import cli
from variorum.checker.check import read
from variorum.files.editions import edition_path
from variorum.readings import questions as asking
from variorum.readings.model import Report
from variorum.readings.questions import Measure, asked
from variorum.readings.report import REPORT
from variorum.reports.formats import NAMES
from variorum.simulation import ways

SCHEMA = ROOT / "variorum" / "schemas" / "readings.schema.json"
GAME = ROOT / "tests" / "games" / "goofspiel.variant"


@cache
def report(name: str, games: int = 12) -> Report:
    path = edition_path(name)
    assert path is not None
    return asked(read(str(path)), Measure(games=games))


def test_every_question_and_every_pair() -> None:
    found = report("osprey-2018")
    edition = variorum.load("osprey-2018")
    assert {question.name for question in found.questions} == set(edition.silences)
    for question in found.questions:
        names = [answer.name for answer in question.answers]
        assert tuple(names) == edition.silences[question.name].readings
        assert [answer.assumed for answer in question.answers] == [
            True, *([False] * (len(names) - 1))]
        assert [(pair.first, pair.second) for pair in question.pairs] == list(
            combinations(names, 2))


def test_a_pair_has_a_witness_or_says_why_not() -> None:
    for question in report("osprey-2018").questions:
        for pair in question.pairs:
            assert pair.witness is not None or pair.how
            assert (pair.witness is not None) == (pair.verdict == "changes")
            if pair.witness is not None:
                assert pair.witness.left.winners != pair.witness.right.winners
    verdicts = {question.name: {pair.verdict for pair in question.pairs}
                for question in report("osprey-2018").questions}
    assert verdicts["own-spending"] == {"never"}
    assert verdicts["player-count"] == {"incomparable"}
    assert verdicts["odd-halves"] == {"changes"}


def test_what_matters_most_comes_first() -> None:
    found = report("osprey-2018")
    assert [q.matters for q in found.questions] == sorted(
        (q.matters for q in found.questions), reverse=True)
    last = found.questions[-1]
    assert last.matters == 0
    by_name = {question.name: question for question in found.questions}
    # What players see changes no random game; who cannot play is not measured.
    assert by_name["own-spending"].matters == 0
    assert all(pair.share is None or pair.share.games for pair in by_name["player-count"].pairs)


def test_questions_inside_options_are_asked_too() -> None:
    found = report("edition-2025", 0)
    options = {question.option for question in found.questions}
    assert options == {"", "gambling", "excursions", "yacht-club"}
    assert all(pair.share is None for question in found.questions for pair in question.pairs)


def test_what_is_proved_needs_no_games() -> None:
    for question in report("osprey-2018").questions:
        for pair in question.pairs:
            assert (pair.share is None) == (pair.verdict == "never")
            # What only says how many can play changes nothing where that many can play.
            if question.name == "player-count":
                assert pair.share is not None
                assert (pair.share.changed, pair.share.games) == (0, 12)


def test_who_plays_is_said() -> None:
    found = report("osprey-2018")
    assert found.party is not None
    assert found.party.bots == ("thumb",) * 3
    assert (found.done, found.complete) == (12, True)
    assert 0 < found.unrelated < 1
    for form in ("text", "markdown", "html"):
        said = " ".join(REPORT.written(found, form).split())
        assert "by rule of thumb with weights tuned for this game" in said


def stopping_after(chunks: int) -> Any:
    def source(player: Any, tasks: Any) -> Iterator[Any]:
        for number, played in enumerate(here(player, tasks)):
            if number == chunks:
                raise KeyboardInterrupt
            yield played

    here = ways.here
    return source


def test_a_stop_reports_what_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(ways.CHUNKS, "plain", 5)
    # Eleven ways are played; the second round of games is not done by all of them.
    monkeypatch.setattr(ways, "here", stopping_after(15))
    status = cli.main(["readings", "osprey-2018", "--games", "20", "--bots", "random",
                       "--workers", "1", "--format", "json"])
    shown = capsys.readouterr()
    assert status == 130
    assert "stopped after 5 of 20 games" in shown.err
    data = json.loads(shown.out)
    assert (data["done"], data["complete"], data["games"]) == (5, False, 20)
    assert {pair["share"]["games"] for question in data["questions"]
            for pair in question["pairs"] if pair["share"]} == {5}
    jsonschema.validate(data, json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_a_stop_before_the_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = sum(len(question.pairs) for question in report("osprey-2018").questions)
    made: list[str] = []
    proof = asking.told_apart

    def told_apart(side: Any, silence: str, *names: str) -> Any:
        if len(made) == 2:
            raise KeyboardInterrupt
        made.append(silence)
        return proof(side, silence, *names)

    monkeypatch.setattr(asking, "told_apart", told_apart)
    assert cli.main(["readings", "osprey-2018"]) == 130
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.count("stopped before it was looked for") == pairs - 2
    assert "in the order of the file" in shown


def test_json_fits_its_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for found in (report("osprey-2018"), report("edition-2025", 0)):
        text = REPORT.written(found, "json")
        assert text.isascii()
        jsonschema.validate(json.loads(text), schema)


@pytest.mark.parametrize("form", NAMES)
def test_every_format_has_every_question(form: str) -> None:
    text = REPORT.written(report("osprey-2018"), form)
    for question in report("osprey-2018").questions:
        assert question.name in text
    assert "script" not in text


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["readings", str(GAME), "--games", "3", "--players", "2"]) == 0
    assert "leaves" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [
    ["no-such-edition"], [str(GAME), "--players", "9"], [str(GAME), "--games", "-1"],
    [str(GAME), "--bots", "nobody"], [str(GAME), "--bots", "thumb:no-such-file"],
])
def test_what_cannot_be_asked(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["readings", *arguments]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert "Traceback" not in shown.err
