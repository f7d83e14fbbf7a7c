"""A real cluster: a scheduler and worker processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from tests.variorum.simulation.conftest import GOOFSPIEL, Simulate
from variorum.simulation import run as running
from variorum.simulation.job import Played
from variorum.simulation.workers import on_cluster

distributed = pytest.importorskip("distributed")
pytestmark = [
    pytest.mark.cluster,
    # Dask warns about workers that die, ports and versions; none of that is ours.
    pytest.mark.filterwarnings("ignore"),
]
QUICK = (GOOFSPIEL, "--players", "3", "--games", "60", "--bots", "random", "--form", "plain",
         "--format", "json")


@pytest.fixture
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0,
    ) as found:
        yield found


def test_a_worker_is_killed_and_nothing_is_lost(
    simulate: Simulate, cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = simulate(*QUICK, "--workers", "1")
    victims = [worker.pid for worker in cluster.workers.values()]
    came: list[int] = []

    def killing(job: Any, tasks: Any, address: str) -> Iterator[Played]:
        for played in on_cluster(job, tasks, address):
            came.append(played.first)
            if len(came) == 2:
                os.kill(victims[0], signal.SIGKILL)
            yield played

    monkeypatch.setattr(running, "on_cluster", killing)
    # So many chunks that some are still under way when the worker dies.
    monkeypatch.setattr(running, "CHUNKS", {"plain": 2})
    together = simulate(*QUICK, "--cluster", cluster.scheduler_address)
    assert together.status == 0, together.err
    assert len(came) == 30
    assert together.out == alone.out


def test_no_cluster_there(simulate: Simulate) -> None:
    result = simulate(*QUICK, "--cluster", "tcp://127.0.0.1:9")
    assert result.status == 2
    assert "there is no cluster at tcp://127.0.0.1:9" in result.err
    assert "Traceback" not in result.err
