"""Runs that are stopped, killed and taken up again: nothing is lost and nothing counted twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.paths import ROOT
from tests.variorum.simulation.conftest import GOOFSPIEL, Simulate
from variorum.simulation import checkpoints, workers
from variorum.simulation import run as running
from variorum.simulation.checkpoints import Total
from variorum.simulation.job import Played

QUICK = (GOOFSPIEL, "--players", "3", "--games", "60", "--bots", "random", "--workers", "1",
         "--form", "plain", "--format", "json")


def stopping_after(chunks: int, how: type[BaseException]) -> Any:
    """A source of chunks that stops in the middle."""
    def source(player: Any, tasks: Any) -> Iterator[Played]:
        for number, (first, games) in enumerate(tasks):
            if number == chunks:
                raise how
            yield player.play(first, games)

    return source


def test_an_interruption_reports_what_is_done(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "here", stopping_after(2, KeyboardInterrupt))
    result = simulate(*QUICK)
    assert result.status == 130
    data = json.loads(result.out)
    assert data["run"]["complete"] is False
    assert data["run"]["games"] == 30
    assert "stopped after 30 of 60 games" in result.err


def test_an_interruption_before_anything_is_done(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "here", stopping_after(0, KeyboardInterrupt))
    result = simulate(*QUICK)
    assert (result.status, result.out) == (130, "")
    assert "stopped before any game was done" in result.err


class Killed(BaseException):
    """Stands for a kill: nobody gets to tidy up."""


def test_a_killed_run_goes_on(simulate: Simulate, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = simulate(*QUICK, "--rows", "whole.csv")
    with monkeypatch.context() as patched:
        patched.setattr(running, "here", stopping_after(3, Killed))
        with pytest.raises(Killed):
            simulate(*QUICK, "--checkpoint", "state", "--rows", "rows.csv")
    with open("rows.csv", "ab") as file:
        file.write(b"half a row, ")  # written, but not yet in the checkpoint
    resumed = simulate(*QUICK, "--checkpoint", "state", "--resume", "--rows", "rows.csv")
    assert resumed.status == 0
    assert resumed.out == whole.out
    assert Path("rows.csv").read_bytes() == Path("whole.csv").read_bytes()
    again = simulate(*QUICK, "--checkpoint", "state", "--resume")
    assert again.out == whole.out


def test_rows_cannot_begin_in_the_middle(simulate: Simulate) -> None:
    simulate(*QUICK, "--games", "30", "--checkpoint", "state")
    result = simulate(*QUICK, "--checkpoint", "state", "--resume", "--rows", "rows.csv")
    assert result.status == 2
    assert "were played without --rows" in result.err


def test_more_games_can_be_asked_for_later(simulate: Simulate) -> None:
    assert simulate(*QUICK, "--games", "35", "--checkpoint", "state").status == 0
    more = simulate(*QUICK, "--checkpoint", "state", "--resume")
    assert more.out == simulate(*QUICK).out


def test_a_checkpoint_is_not_overwritten(simulate: Simulate) -> None:
    simulate(*QUICK, "--checkpoint", "state")
    result = simulate(*QUICK, "--checkpoint", "state")
    assert result.status == 2
    assert "say --resume to go on with it" in result.err


def test_a_foreign_checkpoint_is_refused(simulate: Simulate) -> None:
    simulate(*QUICK, "--checkpoint", "state")
    result = simulate(*QUICK, "--checkpoint", "state", "--resume", "--seed", "2")
    assert result.status == 2
    assert "belongs to another run (seed: 1 there, 2 here)" in result.err


@pytest.mark.parametrize("damage", ["", "{}", "x\ny\n", None])
def test_a_damaged_checkpoint_is_refused(simulate: Simulate, damage: str | None) -> None:
    simulate(*QUICK, "--checkpoint", "state")
    text = Path("state").read_text("utf-8")
    changed = text.replace('"done":[[0,60]]', '"done":[[0,59]]')
    assert changed != text
    Path("state").write_text(changed if damage is None else damage, "utf-8")
    result = simulate(*QUICK, "--checkpoint", "state", "--resume")
    assert result.status == 2
    assert "is damaged" in result.err
    assert "Traceback" not in result.err


def test_games_are_never_counted_twice() -> None:
    total = Total(1)
    total.add(10, 5, [1])
    total.add(0, 4, [1])
    with pytest.raises(ValueError, match="already"):
        total.add(14, 3, [1])
    assert total.missing(20, 3) == [(4, 3), (7, 3), (15, 3), (18, 2)]
    assert (total.games, total.sums) == (9, [2])
    total.add(4, 6, [1])
    assert total.done == [(0, 15)]
    assert total.missing(12, 5) == []


def test_a_checkpoint_is_always_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, total = str(tmp_path / "state"), Total(1)
    checkpoints.write(path, {"seed": 1}, total)
    total.add(0, 5, [7])

    def torn(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(os, "replace", torn)
    with pytest.raises(Killed):
        checkpoints.write(path, {"seed": 1}, total)
    found, _ = checkpoints.read(path, {"seed": 1}, 1)
    assert found.games == 0


def test_a_worker_that_dies_costs_nothing(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate(*QUICK)
    crew: list[workers.Worker] = []
    start = workers.Worker.__init__

    def noted(self: workers.Worker, job: Any) -> None:
        start(self, job)
        crew.append(self)
        if len(crew) == 2:
            self.process.kill()  # the first one lives, the second one dies before its first chunk

    monkeypatch.setattr(workers.Worker, "__init__", noted)
    result = simulate(*QUICK, "--workers", "2")
    assert result.status == 0, result.err
    assert len(crew) == 3
    assert result.out == whole.out


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A run with two workers in processes of their own, as soon as its first chunk is done."""
    command = [sys.executable, "-m", "variorum", "simulate", *QUICK, *arguments, "--workers", "2",
               "--checkpoint", "state"]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True)
    state = folder / "state"
    until = time.monotonic() + 100
    while time.monotonic() < until and process.poll() is None and not (
        state.exists() and '"done":[]' not in state.read_text("utf-8")
    ):
        time.sleep(0.02)
    return process


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals are for Unix")
def test_kill_minus_nine(simulate: Simulate) -> None:
    whole = simulate(*QUICK, "--games", "600")
    process = started(Path.cwd(), "--games", "600")
    process.kill()
    # The workers notice that nobody listens any more, and let go of the output.
    process.communicate(timeout=60)
    resumed = simulate(*QUICK, "--games", "600", "--checkpoint", "state", "--resume")
    assert resumed.status == 0
    assert resumed.out == whole.out


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals are for Unix")
def test_ctrl_c_leaves_no_traceback_and_no_process(tmp_path: Path) -> None:
    process = started(tmp_path, "--games", "1000000")
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    data = json.loads(out)
    assert 0 < data["run"]["games"] < 1_000_000
    body = json.loads((tmp_path / "state").read_text("utf-8").splitlines()[1])
    assert sum(last - first for first, last in body["done"]) == data["run"]["games"]
