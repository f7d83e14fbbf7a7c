"""The form that a run is played in: the one that is done first, and the same figures in each."""

from __future__ import annotations

from pathlib import Path

import pytest
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.compiler.emit.module import written
from variorum_engine.table.table import Rules
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import MachineKernel

from tests.engine.compiler.beside import all_rules
from tests.engine.compiler.constructs import games
from tests.paths import ROOT
from variorum.simulation.job import Job, job_of, side
from variorum.simulation.report import REPORT
from variorum.simulation.report.data import figures_of
from variorum.simulation.run import PAYS, pace_for
from variorum.terminal.games import loaded

GOOFSPIEL = str(ROOT / "tests" / "games" / "goofspiel.variant")
FILES = sorted([*(ROOT / "variants").glob("*.variant"), *(ROOT / "tests/games").glob("*.variant"),
                *(ROOT / "tests/small").glob("*.variant")])
needs_fast = pytest.mark.skipif(not is_available(), reason="needs the extra fast")


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setenv("VARIORUM_CACHE", str(tmp_path))
    return job_of([side(loaded(GOOFSPIEL), 2)], ("random",) * 2, 1, form="plain")


@needs_fast
def test_code_is_made_where_that_pays_and_used_wherever_it_is_kept(job: Job) -> None:
    assert pace_for(None, job, 20).form == "plain"
    assert pace_for(None, job, 10**6).form == "fast"
    assert pace_for(None, job, 20).form == "plain"  # nothing was made by asking
    job.kernels("fast")
    few = pace_for(None, job, 20)
    assert few.form == "fast"
    assert few.seconds < PAYS < pace_for(None, job, 10**8).seconds


def test_a_form_that_was_asked_for_is_given(job: Job) -> None:
    assert pace_for("plain", job, 10**6).form == "plain"
    assert pace_for("interpreter", job, 10**6)[::2] == ("interpreter", "")


def first_rules(path: Path | str) -> Rules:
    return next(rules for _, rules in all_rules(path))


def same_in_both(rules: Rules, bot: str, many: int) -> None:
    bots = Bots((bot,) * rules.program.players)
    plain, fast = (MachineKernel(rules, bots, form=form) for form in ("plain", "fast"))
    assert fast.series.machine.form == "fast"
    assert fast.chunk(5, 0, many, rows=True) == plain.chunk(5, 0, many, rows=True)


@needs_fast
@pytest.mark.slow
@pytest.mark.parametrize("bot", ["random", "light", "thumb"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_plain_python_and_machine_code_count_the_same_in_every_game(path: Path, bot: str) -> None:
    same_in_both(first_rules(path), bot, 12)


@needs_fast
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(games()))
def test_every_construct_of_the_language_counts_the_same_in_machine_code(name: str) -> None:
    rules = first_rules(games()[name])
    if written(rules.program).exact:
        with pytest.raises(NotCompilable, match="fractions"):
            MachineKernel(rules, Bots(("random",) * rules.program.players), form="fast")
        return
    same_in_both(rules, "random", 12)


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
