"""`variorum score`: the standing of a final position, every step with its number."""

import io
import json
import sys
from types import SimpleNamespace

import pytest

from variorum import cli

RAHUL = """players rahul, ann, bo
display of rahul holds luxury 3, luxury 9, passe,
    2 prestige, scandale
given
  hand of ann holds money 1
"""


def score(
    monkeypatch: pytest.MonkeyPatch, text: str, *arguments: str, name: str = "osprey-2018"
) -> int:
    monkeypatch.setenv("VARIORUM_DEBUG", "1")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    return cli.main(["score", name, "-", *arguments])


def test_scoring_example__rahul(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert score(monkeypatch, RAHUL) == 0
    out = capsys.readouterr().out
    steps = [" ".join(line.split("see")[0].split()) for line in out.splitlines()]
    assert steps[2:7] == [
        "rahul: status 14", "luxury cards: add 12 = 12", "Passé: subtract 5 = 7",
        "prestige cards: double, twice = 28", "Scandale: halve = 14",
    ]
    assert "money left: rahul 106, ann 1, bo 106\nann: cast out" in out
    assert "highest status: rahul 14, bo 0 -> rahul" in out
    assert out.endswith("rahul wins by status.\n")


def test_the_standing_for_machines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RAHUL.replace("luxury 9, ", "luxury 10, ").replace("2 prestige, ", "")
    assert score(monkeypatch, text, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["scores"]["status"] == {"rahul": 4, "ann": 0, "bo": 0}
    assert data["winners"] == ["rahul"]
    assert data["eliminated"] == ["ann"]
    assert [row["result"] for row in data["sheets"]["status"]["rahul"]] == [13, 8, 8, 4]
    assert data["chain"][0]["numbers"] == {"rahul": 4, "bo": 0}


def test_readings_and_halves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = ("players ann, bo, cy\ndisplay of ann holds luxury 7, scandale\n"
            "hand of cy holds money 1\n")
    assert score(monkeypatch, text) == 0
    assert "ann: status 3 1/2" in capsys.readouterr().out
    assert score(monkeypatch, text + "reading odd-halves is rounded-down\n") == 0
    assert "ann: status 3\n" in capsys.readouterr().out


def test_a_decision_at_the_very_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = ("players ann, bo, cy\nestate of ann holds theft, possession 3, possession 4\n"
            "reading theft-when is at-the-end\n")
    assert score(monkeypatch, text, name="money-isnt-everything") == 1
    assert "ann must still decide" in capsys.readouterr().err
    assert score(monkeypatch, text + "ann: possession 3\n", name="money-isnt-everything") == 0
    assert "ann: status 4" in capsys.readouterr().out


@pytest.mark.parametrize(("text", "where"), [
    ("players ann, bo, cy\n  hand of ann holds mony 3\n", "standard input:2:21"),
    ("players ann, bo, cy\n\nhand of ann hold money 3\n", "standard input:3:13"),
    ("hand of ann holds money 3\n", "does not say who plays"),
    ("players ann, bo\n", "is for 3 to 5 players"),
    ("players ann, bo, cy\nwith x\n", 'there is no option called "x"'),
    ("players ann, bo, cy\nwhen the game ends\n", "standard input:2:1"),
    ("players ann, bo, cy\nhand of ann holds luxury 7\n", "standard input:2"),
])
def test_mistakes_are_shown_where_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str, where: str
) -> None:
    assert score(monkeypatch, text) in (1, 2)
    assert where in capsys.readouterr().err
