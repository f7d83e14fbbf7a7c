"""Findings while somebody types: at once after reading, later after the whole check.

A change waits a moment for the next one. One check runs at a time, and for each file at most one
waits. What comes out for a text that has changed since is dropped; a check that has become useless
and still runs after a while is stopped. Fixes are tried after the check: until then none is taken
for safe but those of lines that could not be read, which the reader has tried.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from variorum_dsl.diagnostics.diagnostic import Diagnostic

from variorum.assist.desk import Desk
from variorum.assist.findings import after_reading, doubted, shown, still_standing
from variorum.assist.shapes import Finding
from variorum.checker.memory import diagnostic
from variorum.settings import applied, settings_for
from variorum.work.worker import Failed, Worker

Publish = Callable[[str, int, list[Finding]], None]
SETTLED, QUIET = 0.05, 0.3  # seconds without a change before reading, and before the whole check
LONGEST, PATIENCE = 30.0, 1.0


@dataclass(slots=True)
class _State:
    """What is known about one open file."""

    version: int = 0
    read: int = -1  # the version whose findings after reading were published
    found: list[Diagnostic] = field(default_factory=list)  # what is shown
    whole: list[Diagnostic] = field(default_factory=list)  # of the last whole check
    text: str = ""  # that was checked then
    timer: asyncio.TimerHandle | None = None


class Publisher:
    """The findings of all open files."""

    def __init__(self, desk: Desk, publish: Publish) -> None:
        self.desk = desk
        self.publish = publish
        self.worker = Worker()
        self.states: dict[str, _State] = {}
        self._waiting: dict[str, None] = {}
        self._runner: asyncio.Task[None] | None = None
        self._idle = asyncio.Event()
        self._idle.set()

    # ---------------------------------------------------------------------------------- changes
    def changed(self, path: str, version: int) -> None:
        state = self.states.setdefault(path, _State())
        state.version = version
        self._waiting.pop(path, None)
        self._idle.clear()
        if state.timer is not None:
            state.timer.cancel()
        state.timer = asyncio.get_running_loop().call_later(SETTLED, self._after_reading, path)
        for other, its in self.states.items():
            # What stands on this file has perhaps changed with it.
            known = self.desk.known(other)
            if other != path and known is not None and path in known.loaded.sources.files() and (
                its.timer is None
            ):
                self._soon(other, its)

    def closed(self, path: str) -> None:
        state = self.states.pop(path, None)
        self._waiting.pop(path, None)
        if state is not None and state.timer is not None:
            state.timer.cancel()
        self._settle()

    def findings(self, path: str) -> list[Diagnostic]:
        """What is known about a file as it is now."""
        state = self.states.get(path)
        if state is None:
            return []
        if state.read != state.version:
            self._read(path, state)
        return state.found

    async def settled(self) -> None:
        """Wait until everything that is open has been checked."""
        await self._idle.wait()

    # ------------------------------------------------------------------------------ the two steps
    def _after_reading(self, path: str) -> None:
        state = self.states.get(path)
        if state is None:
            return
        state.timer = None
        if state.read != state.version:
            self._read(path, state)
        self._soon(path, state)

    def _soon(self, path: str, state: _State) -> None:
        self._idle.clear()
        state.timer = asyncio.get_running_loop().call_later(QUIET, self._whole, path)

    def _read(self, path: str, state: _State) -> None:
        file = self.desk.file(path)
        if file is None:
            return
        state.read = state.version
        settings = settings_for(path)
        quick = applied(settings.settings, after_reading(file))
        kept = still_standing(state.whole, state.text, file.text, quick)
        state.found = doubted(file, [*quick, *kept, *settings.problems])
        self.publish(path, state.version, shown(self.desk, file, state.found))

    def _whole(self, path: str) -> None:
        state = self.states.get(path)
        if state is None:
            return
        state.timer = None
        self._waiting[path] = None
        if self._runner is None or self._runner.done():
            self._runner = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._waiting:
            path = next(iter(self._waiting))
            del self._waiting[path]
            if path in self.states:
                await self._check(path, self.states[path])
        self._settle()

    async def _check(self, path: str, state: _State) -> None:
        version, text, problem = state.version, self.desk.texts[path], ""
        try:
            found = await self._asked("check", path, state)
        except Failed as failed:
            problem, found = str(failed), list(state.found)
        file = self.desk.file(path)
        if found is None or file is None or state.version != version:
            return
        state.whole, state.text, state.read = found, text, version
        if not problem:
            found = [*found, *settings_for(path).problems]
        state.found = doubted(file, found)
        published = shown(self.desk, file, found)
        if problem:
            published.append(_given_up(problem))
        self.publish(path, version, published)
        if not problem and any(each.fix for each in found):
            with suppress(Failed):
                state.found = await self._asked("offer", path, state) or state.found

    async def _asked(self, job: str, path: str, state: _State) -> list[Diagnostic] | None:
        """What a job finds out about a file; nothing once it has changed."""
        version, asked = state.version, monotonic()
        task = asyncio.ensure_future(
            self.worker.ask(job, path, dict(self.desk.texts), limit=LONGEST))

        def useless() -> bool:
            return self.states.get(path) is not state or state.version != version

        while not (await asyncio.wait({task}, timeout=PATIENCE / 4))[0]:
            if useless() and monotonic() - asked > PATIENCE:
                task.cancel()
        try:
            rows = task.result()
        except asyncio.CancelledError:
            return None
        return [diagnostic(row) for row in rows] if isinstance(rows, list) and not useless(
            ) else None

    def _settle(self) -> None:
        if not self._waiting and all(each.timer is None for each in self.states.values()):
            self._idle.set()

    def stop(self) -> None:
        for state in self.states.values():
            if state.timer is not None:
                state.timer.cancel()
        if self._runner is not None:
            self._runner.cancel()
        self.worker.stop()


def _given_up(problem: str) -> Finding:
    start = {"line": 0, "character": 0}
    return {
        "range": {"start": start, "end": start}, "severity": 3, "code": "not-checked",  # type: ignore[typeddict-item]
        "source": "variorum", "message": "The whole check was given up: "
        f"{problem}.\ntry: variorum check on the command line, which takes its time",
    }
