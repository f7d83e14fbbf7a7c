"""`variorum readings`: every question, a witness for each pair, and how much it matters."""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path

import jsonschema
import pytest

import variorum
from variorum import cli
from variorum.bundled import edition_path
from variorum.checking import read
from variorum.readings.asking import asked
from variorum.readings.formats import FORMATS
from variorum.readings.measuring import changed_winners, share_of
from variorum.readings.model import Report

SCHEMA = Path(__file__).parents[2] / "variorum" / "schemas" / "readings.schema.json"
GAME = Path(__file__).parent.parent / "games" / "goofspiel.variant"


@cache
def report(name: str, games: int = 12) -> Report:
    path = edition_path(name)
    assert path is not None
    return asked(read(str(path)), games=games)


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
            assert pair.how
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


def test_both_readings_meet_the_same_luck() -> None:
    edition = variorum.load("osprey-2018")
    same = changed_winners(edition, {}, {"below-zero": "allowed"}, players=3, games=10, seed=4)
    assert same.changed == 0
    unseen = changed_winners(edition, {}, {"own-spending": "own-only"}, players=3, games=10,
                             seed=4)
    assert unseen.changed == 0
    again = [changed_winners(edition, {}, {"who-shuffles": "first-seat"}, players=3, games=10,
                             seed=4) for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.parametrize(("changed", "games", "low", "high"), [
    (0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1.0), (10, 1000, 0.0054, 0.0183),
])
def test_an_interval(changed: int, games: int, low: float, high: float) -> None:
    found = share_of(changed, games)
    assert found.low == pytest.approx(low, abs=0.001)
    assert found.high == pytest.approx(high, abs=0.001)
    assert found.low <= found.share <= found.high


def test_json_fits_its_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for found in (report("osprey-2018"), report("edition-2025", 0)):
        text = FORMATS["json"](found)
        assert text.isascii()
        jsonschema.validate(json.loads(text), schema)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_every_question(form: str) -> None:
    text = FORMATS[form](report("osprey-2018"))
    for question in report("osprey-2018").questions:
        assert question.name in text
    assert "script" not in text


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["readings", str(GAME), "--games", "3", "--players", "2"]) == 0
    assert "leaves" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [
    ["no-such-edition"], [str(GAME), "--players", "9"], [str(GAME), "--games", "-1"],
])
def test_what_cannot_be_asked(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["readings", *arguments]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert "Traceback" not in shown.err
