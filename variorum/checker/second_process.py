"""Work that a second process does while this one goes on.

A check is short, so what is used here is the least there is: a fork, a pipe, and values that can
be written down plainly. Whatever goes wrong over there, the caller does the work itself.
"""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Callable
from typing import Any


class Elsewhere:
    """A call that runs in a process of its own. It must give plain values: tuples, lists,
    dictionaries, texts and numbers."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._pipe, there = os.pipe()
        try:
            self._process = os.fork()
        except OSError:
            os.close(there)
            self._process = 0
            return
        if self._process:
            os.close(there)
            return
        try:
            # Half an answer is none, and the caller works it out again.
            with open(there, "wb") as answer:
                answer.write(marshal.dumps(work()))
        finally:
            # Nothing of what this process has inherited may be written or tidied up twice.
            os._exit(0)

    def result(self) -> Any:
        """What came out over there, or nothing if it did not work."""
        with open(self._pipe, "rb") as answer:
            data = answer.read()
        self._pipe = -1
        self._reap()
        try:
            return marshal.loads(data)
        except (EOFError, ValueError, TypeError):
            return None

    def dismiss(self) -> None:
        """Stop it, if it is still at work."""
        if self._pipe >= 0:
            os.close(self._pipe)
            self._pipe = -1
        if self._process:
            _quietly(os.kill, self._process, 9)  # `signal`, loaded, would have a name for it
            self._reap()

    def _reap(self) -> None:
        process, self._process = self._process, 0
        if process:
            _quietly(os.waitpid, process, 0)  # somebody else may have waited for it


def _quietly(call: Callable[..., Any], *given: int) -> None:
    """For a process that may be gone already."""
    try:
        call(*given)
    except OSError:
        return


def processors() -> int:
    """How many processes can work at the same time; one where a second cannot be started."""
    threads = sys.modules.get("threading")
    if not hasattr(os, "fork") or (threads is not None and threads.active_count() > 1):
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def busy() -> bool:
    """Whether the other processors are at work for somebody else, so that a second process for a
    single file would cost more than it gains."""
    return _others_at_work() > ((os.cpu_count() or 1) - 1) / 2


def _others_at_work() -> float:
    """How many processes want a processor now; where that is not told, in the last minute."""
    try:
        with open("/proc/loadavg", "rb") as told:
            return int(told.read().split()[3].partition(b"/")[0]) - 1
    except (OSError, ValueError, IndexError):
        return os.getloadavg()[0]
