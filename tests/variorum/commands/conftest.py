"""Commands run inside this process, in an empty folder."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.paths import ROOT
from variorum import cli

GAMES = ROOT / "tests" / "games"

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
    move top 3 of deck to hand of p

rounds until hand of players is empty, using up hand of players
  for each player p
    p picks 1 of hand of p as played
    move played to won of p

scoring points
  cards add total value of won

winner
  highest points
  then shared
"""


class Result(NamedTuple):
    status: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VARIORUM_DEBUG", raising=False)
    return tmp_path


@pytest.fixture
def run(here: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; no answer is ever a traceback or an apology."""

    def run(*arguments: str) -> Result:
        status = cli.main(arguments)
        shown = capsys.readouterr()
        assert status in (0, 1, 2), shown.err
        assert "Traceback" not in shown.out + shown.err
        return Result(status, shown.out, shown.err)

    return run


@pytest.fixture
def small(here: Path) -> Path:
    """A small game without any mistake."""
    path = here / "small.variant"
    path.write_text(SMALL, "utf-8")
    return path
