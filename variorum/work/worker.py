"""One process that works for a server: a job at a time, and it can be stopped in the middle."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

_LONGEST_LINE = 1 << 26


class Failed(Exception):
    """A job that gave no result: it took too long, was stopped, or broke."""


class Worker:
    """Starts its process when it is first asked, and again after it was stopped."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._ending: list[Process] = []
        self._number = 0
        self._busy = asyncio.Lock()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def ask(self, name: str, *arguments: object, limit: float) -> object:
        """The result of a job, which may take so many seconds."""
        async with self._busy:
            process = await self._started()
            self._number += 1
            job = {"number": self._number, "name": name, "arguments": arguments}
            try:
                async with asyncio.timeout(limit):
                    answer = await _answer(process, job)
            except TimeoutError:
                self.stop()
                raise Failed(f"it took longer than {limit:g} seconds") from None
            except asyncio.CancelledError:
                self.stop()
                raise
            except (OSError, ValueError):
                self.stop()
                raise Failed("its process has ended") from None
            if "problem" in answer:
                raise Failed(str(answer["problem"]))
            return answer["result"]

    def stop(self) -> None:
        """End the process, whatever it does; the next job starts another one."""
        process, self._process = self._process, None
        if process is not None:
            self._ending = [each for each in self._ending if each.returncode is None] + [process]
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()

    async def end(self) -> None:
        """The same, and wait until nothing is left of it."""
        self.stop()
        for process in self._ending:
            with suppress(OSError):
                await process.communicate()

    async def _started(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "variorum.work.process", stdin=PIPE, stdout=PIPE,
                stderr=DEVNULL, limit=_LONGEST_LINE)
        return self._process


async def _answer(process: Process, job: dict[str, object]) -> dict[str, object]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(job).encode("ascii") + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    answer = json.loads(line) if line.endswith(b"\n") else None
    if not isinstance(answer, dict) or answer.get("number") != job["number"]:
        raise ValueError("no answer")
    return answer
