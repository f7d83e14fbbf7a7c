"""A real cluster: a scheduler and worker processes, one of which is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
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


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a scheduler in a process of its own with a worker, and how it is killed."""
    told = tmp_path / "scheduler.json"
    started: list[subprocess.Popen[bytes]] = []

    def start(*words: str) -> None:
        started.append(subprocess.Popen(
            [sys.executable, "-m", "dask", *words, "--scheduler-file", str(told),
             "--no-dashboard"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    try:
        start("scheduler", "--host", "127.0.0.1", "--port", "0")
        start("worker", "--nthreads", "1", "--no-nanny", "--death-timeout", "60")
        for _ in range(600):
            if told.exists() and told.stat().st_size:
                break
            time.sleep(0.1)
        yield json.loads(told.read_text())["address"], started[0].kill
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_a_scheduler_is_killed_and_the_checkpoint_stays(
    simulate: Simulate, scheduler: tuple[str, Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, kill = scheduler
    came: list[int] = []

    def killing(job: Any, tasks: Any, address: str) -> Iterator[Played]:
        for played in on_cluster(job, tasks, address):
            came.append(played.first)
            if len(came) == 2:
                kill()
            yield played

    monkeypatch.setattr(running, "on_cluster", killing)
    monkeypatch.setattr(running, "CHUNKS", {"plain": 2})
    lost = simulate(*QUICK, "--cluster", address, "--checkpoint", "state")
    assert lost.status == 2
    assert f"the cluster at {address} is gone" in lost.err
    assert "--resume goes on" in lost.err
    assert "Traceback" not in lost.err
    assert 2 <= len(came) < 30
    again = simulate(*QUICK, "--workers", "1", "--checkpoint", "state", "--resume")
    assert again.status == 0, again.err
    assert again.out == simulate(*QUICK, "--workers", "1").out


def test_no_cluster_there(simulate: Simulate) -> None:
    result = simulate(*QUICK, "--cluster", "tcp://127.0.0.1:9")
    assert result.status == 2
    assert "there is no cluster at tcp://127.0.0.1:9" in result.err
    assert "Traceback" not in result.err
