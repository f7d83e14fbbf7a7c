"""Runs of `variorum simulate` inside this process, in an empty folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.paths import ROOT
from variorum import cli

GAMES = ROOT / "tests" / "games"
GOOFSPIEL = str(GAMES / "goofspiel.variant")


class Result(NamedTuple):
    status: int
    out: str
    err: str


Simulate = Callable[..., Result]


@pytest.fixture
def simulate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Simulate:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str) -> Result:
        status = cli.main(["simulate", *arguments])
        caught = capsys.readouterr()
        return Result(status, caught.out, caught.err)

    return run
