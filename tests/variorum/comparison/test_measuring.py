"""`variorum diff --games`: how much depends on what one edition alone can be played with."""

from __future__ import annotations

import json

import jsonschema
import pytest

from tests.paths import ROOT
from tests.variorum.comparison.sides import changed, side
from tests.variorum.comparison.test_options import DEAR, OPEN
from variorum import cli
from variorum.comparison.align.sides import Side
from variorum.comparison.compare import compare
from variorum.comparison.model import Comparison, mirrored
from variorum.comparison.report import REPORT, written
from variorum.comparison.report.books import Books
from variorum.comparison.verdict.stakes import Stakes, Wanted
from variorum.reports.formats import NAMES
from variorum.simulation import ways

SCHEMA = ROOT / "variorum" / "schemas" / "diff.schema.json"


@pytest.fixture(scope="module")
def sides() -> tuple[Side, Side]:
    plain, other = side("osprey-2018"), side("quick-start")
    return plain, other


@pytest.fixture(scope="module")
def measured(sides: tuple[Side, Side]) -> Comparison:
    return Stakes(Wanted(20)).measured([compare(*sides, quick=True)], [sides])[0]


def test_a_reading_that_makes_the_difference_is_measured(measured: Comparison) -> None:
    found = {each.switch.silence: each for each in measured.differences if each.switch
             and each.measured}
    assert found
    for each in found.values():
        assert each.measured is not None
        assert each.measured.share.games == 20
        assert each.measured.bots == ("thumb",) * 3
        assert each.category != "information"


def test_what_is_never_decided_is_not_played(measured: Comparison) -> None:
    for each in measured.differences:
        if each.switch is None or each.verdict == "never":
            assert each.measured is None


def test_it_is_the_same_from_either_side(
    sides: tuple[Side, Side], measured: Comparison
) -> None:
    turned = compare(*reversed(sides), quick=True)
    assert Stakes(Wanted(20)).measured([turned], [sides[::-1]])[0] == mirrored(measured)


def test_every_format_says_it(measured: Comparison) -> None:
    for form in NAMES:
        text = " ".join(written([measured], form, Books({})).split())
        assert ('"changed":' if form == "json" else "Another winner in") in text
    data = json.loads(REPORT.written([measured], "json"))
    jsonschema.validate(data, json.loads(SCHEMA.read_text(encoding="utf-8")))


def test_an_optional_rule_is_measured() -> None:
    both = side("osprey-2018"), changed("osprey-2018", (OPEN, DEAR + "\n" + OPEN))
    one = Stakes(Wanted(30)).measured([compare(*both)], [both])[0]
    (found,) = [each for each in one.differences if each.category == "option"]
    assert found.measured is not None
    assert found.measured.share.changed > 0
    assert found.measured.alike


def test_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["diff", "osprey-2018", "quick-start", "--quick", "--games", "5", "--workers", "1"]
    assert cli.main(given) == 0
    assert "Another winner in" in capsys.readouterr().out

    def stopped(*given: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(ways, "here", stopped)
    assert cli.main(given) == 130
    shown = capsys.readouterr()
    assert "stopped before all games were played" in shown.err
    assert "Another winner in" not in shown.out
    assert "Osprey Games, 2018" in shown.out
