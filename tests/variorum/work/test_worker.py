"""A process of its own: it is limited, can be killed at any time, and never outlives its server."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.variorum.assist.conftest import CHILD, GAME
from variorum.work import jobs
from variorum.work.worker import Failed, Worker


def test_a_check_of_what_is_not_saved(tmp_path: Path) -> None:
    path = str(tmp_path / "less.variant")
    texts = {path: CHILD, str(tmp_path / "little.variant"): GAME}
    assert jobs.check(path, texts) == []
    texts[str(tmp_path / "little.variant")] = GAME.replace("scoring wealth", "scoring riches")
    assert {each.code for each in jobs.check(path, texts)} >= {"edit-does-not-apply"}


def test_what_an_example_shows() -> None:
    assert jobs.run_example("x", {"x": GAME}, "one-gem") == (
        "one-gem: everything is as the example says.")
    assert "fails" in jobs.run_example("x", {"x": GAME.replace("winner ann", "winner bo")},
                                       "one-gem")
    assert jobs.run_example("x", {"x": GAME}, "none").startswith("There is no example")


def test_play_and_compare(tmp_path: Path) -> None:
    (tmp_path / "little.variant").write_text(GAME, "utf-8")
    (tmp_path / "less.variant").write_text(CHILD, "utf-8")
    assert "wealth" in jobs.play(str(tmp_path / "little.variant"))
    assert "gem" in jobs.compare(str(tmp_path / "less.variant"))


def test_killed_in_the_middle_it_starts_again() -> None:
    async def story() -> tuple[object, object]:
        worker = Worker()
        first = await worker.ask("check", "x", {"x": GAME}, limit=60)
        pid = worker.pid
        assert pid is not None
        asking = asyncio.create_task(worker.ask("check", "x", {"x": GAME * 3}, limit=60))
        await asyncio.sleep(0.01)
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(Failed, match="has ended"):
            await asking
        again = await worker.ask("check", "x", {"x": GAME}, limit=60)
        assert worker.pid != pid
        await worker.end()
        return first, again

    first, again = asyncio.run(story())
    assert first == again


def test_too_long_is_too_long() -> None:
    async def story() -> None:
        worker = Worker()
        with pytest.raises(Failed, match="longer than"):
            await worker.ask("check", "x", {"x": GAME}, limit=0.001)
        assert worker.pid is None
        with pytest.raises(Failed, match="KeyError"):
            await worker.ask("no such job", limit=60)
        await worker.end()

    asyncio.run(story())


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks into /proc")
def test_it_ends_when_its_server_is_gone() -> None:
    server = subprocess.Popen([sys.executable, "-c", (
        "import asyncio, time\n"
        "from variorum.work.worker import Worker\n"
        "async def main():\n"
        "    worker = Worker()\n"
        "    await worker.ask('check', 'x', {'x': ''}, limit=60)\n"
        "    print(worker.pid, flush=True)\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n")], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    server.kill()
    server.wait()
    server.stdout.close()
    for _ in range(100):
        status = Path(f"/proc/{pid}/stat")
        if not status.exists() or "Z" in status.read_text().split():
            return
        time.sleep(0.1)
    pytest.fail("the process has outlived its server")
