"""The form that a run is played in: the one that is done first, and the same figures in each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.tally.kernel import MachineKernel

from tests.paths import ROOT
from variorum.simulation import run
from variorum.simulation.job import Job, Plays, job_of, side
from variorum.simulation.report import REPORT
from variorum.simulation.report.data import figures_of
from variorum.simulation.rows import rows_for
from variorum.simulation.run import PAYS, Ran, Request, pace_for
from variorum.simulation.workers import Chunks, Task, meanwhile
from variorum.terminal.games import loaded

GOOFSPIEL = str(ROOT / "tests" / "games" / "goofspiel.variant")
needs_fast = pytest.mark.skipif(not is_available(), reason="needs the extra fast")


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setenv("VARIORUM_CACHE", str(tmp_path))
    return job_of([side(loaded(GOOFSPIEL), 2)], ("random",) * 2, 1, form="plain")


@needs_fast
def test_code_is_made_where_that_pays_and_used_wherever_it_is_kept(job: Job) -> None:
    assert pace_for(None, job, 20).form == "plain"
    assert pace_for(None, job, 10**6).form == "fast"
    few = pace_for(None, job, 20)
    assert few.form == "fast"
    assert few.seconds < PAYS < pace_for(None, job, 10**8).seconds


def test_a_form_that_was_asked_for_is_given(job: Job) -> None:
    assert pace_for("plain", job, 10**6).form == "plain"
    pace = pace_for("interpreter", job, 10**6)
    assert (pace.form, pace.note) == ("interpreter", "")


@needs_fast
@pytest.mark.parametrize("workers", [1, 2])
def test_machine_code_takes_over_when_it_is_made(
    job: Job, workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plain Python plays meanwhile, and what comes out is the same."""
    monkeypatch.setattr(run, "WAIT", 0.0)
    sides, bots, games = [side(loaded(GOOFSPIEL), 2)], ("random",) * 2, 3000

    def played(form: str, ready: Sequence[MachineKernel]) -> tuple[Ran, str]:
        asked = Request(sides, bots, games, 1, form, workers=workers, ready=ready)
        path = tmp_path / f"{form}.csv"
        asked.rows = rows_for(str(path), sides[0], run.plans_of(sides, bots, "plain")[0], bots)
        ran = run.run(asked)
        asked.rows.close()
        return ran, path.read_text("utf-8")

    pace = pace_for(None, job, 10**6)
    assert pace.form == "fast"
    assert [each.series.machine.form for each in pace.ready] == ["plain"]
    parts: list[int] = []
    monkeypatch.setattr(run, "meanwhile", noting(parts))
    (ran, rows), (whole, all_rows) = played("fast", pace.ready), played("plain", ())
    assert ran.sums == whole.sums
    assert ran.complete
    assert rows == all_rows
    assert 0 < sum(parts) < games  # both of them played


def noting(parts: list[int]) -> Callable[..., Chunks]:
    """The games that are played meanwhile, some at least and not all of them."""
    def chunks(player: Plays, tasks: deque[Task], ready: Callable[[], bool]) -> Chunks:
        for played in meanwhile(player, tasks, lambda: len(parts) > 3 and ready()):
            parts.append(played.games)
            yield played
            if sum(parts) > 1000:
                return

    return chunks


@needs_fast
def test_nobody_waits_for_code_that_is_soon_made(job: Job) -> None:
    assert [each.series.machine.form for each in pace_for(None, job, 10**6).ready] == ["fast"]


def test_who_leads_is_left_out_where_the_end_asks_for_a_decision() -> None:
    own = side(loaded("quick-start"), 3, readings={"thief-moment": "at-the-end"})
    for form in ("plain", "interpreter"):
        job = job_of([own], ("random",) * 3, 1, form=form)
        player = job.player()
        found = figures_of([own], player.plans, player.play(0, 4).sums, bots=job.bots, games=4,
                           asked=4, seed=1, form=form, tuned=())
        assert found["tension"] is None
        assert "asks somebody to decide" in found["no_tension"]
        assert "asks somebody to decide" in REPORT.written(found, "text", 400)
