"""Checks in processes of their own: several at once, each with so much processor time and memory.

The limits are the last resort. What bounds a check is its budget of steps, which is the same on
every machine. Should a step ever take longer than anybody thought, a file from somewhere else must
still not hold up an editor or a build server. Where the system cannot make such a process (Windows,
WebAssembly) checks come one after the other, and the budget alone counts.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place

T = TypeVar("T")
_WHOLE = b"whole"
_OUT_OF_MEMORY = 77
_CHUNK = 1 << 16


class Limit(NamedTuple):
    """Processor time for a check, and memory beyond what is in use already."""

    seconds: float
    megabytes: int


USUAL = Limit(9, 400)
_PATIENCE = 4  # how much longer than its processor time a check may take on a busy machine


class _Running(NamedTuple, Generic[T]):
    """A check in a process of its own, and the pipe through which it says what it found."""

    check: Callable[[], T]
    limit: Limit | None
    process: int
    pipe: int

    def ended(self) -> T | str:
        """What it finds, or in words what it took too much of."""
        limit = self.limit
        data, in_time = _received(self.pipe, _PATIENCE * limit.seconds if limit else None)
        os.close(self.pipe)
        if not in_time:
            os.kill(self.process, 9)
        _, status = os.waitpid(self.process, 0)
        if data.endswith(_WHOLE):
            import pickle

            found: T = pickle.loads(data)  # noqa: S301 (our own process wrote it)
            return found
        if limit and (not in_time or os.WIFSIGNALED(status)):
            return f"longer than {limit.seconds:g} seconds"
        if limit and os.WEXITSTATUS(status) == _OUT_OF_MEMORY:
            return f"more than {limit.megabytes:,} MB of memory"
        return self.check()  # a mistake of ours: it is met here too, and said as such


def side_by_side(checks: Iterable[tuple[Callable[[], T], Limit | None]]) -> Iterator[T | str]:
    """What each of some checks finds, in order, or in words what it took too much of; there are
    enough of them at work to keep every processor busy."""
    if not hasattr(os, "fork"):
        for check, _ in checks:
            yield check()
        return
    running: deque[_Running[T]] = deque()
    for check, limit in checks:
        if len(running) == 2 * (os.cpu_count() or 1):
            yield running.popleft().ended()
        running.append(_begun(check, limit))
    while running:
        yield running.popleft().ended()


def limited(check: Callable[[], T], limit: Limit) -> T | str:
    """What one check finds, or in words what it took too much of."""
    [found] = side_by_side([(check, limit)])
    return found


def _begun(check: Callable[[], T], limit: Limit | None) -> _Running[T]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        os._exit(_child(check, writing, limit))
    os.close(writing)
    return _Running(check, limit, child, reading)


def _child(check: Callable[[], object], writing: int, limit: Limit | None) -> int:
    """Check, write the result, and give the exit status."""
    import pickle

    if limit is not None:
        _confine(limit)
    try:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(pickle.dumps(check()) + _WHOLE)
    except MemoryError:
        return _OUT_OF_MEMORY
    except BaseException:  # noqa: BLE001 (whatever it is, it is said by the process that waits)
        return 1
    return 0


def _confine(limit: Limit) -> None:
    """Let this process take no more than that."""
    import resource

    seconds = int(limit.seconds) + 1
    for what, most in ((resource.RLIMIT_AS, _in_use() + (limit.megabytes << 20)),
                       (resource.RLIMIT_CPU, seconds), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(what, (most, most))
        except (OSError, ValueError):
            continue  # a system that does not know this limit still has the others


def _in_use() -> int:
    """The address space so far, if the system tells: a forked process has that of its parent."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _received(reading: int, seconds: float | None) -> tuple[bytes, bool]:
    """What comes through the pipe, and whether all of it came in time."""
    import select

    begun = time.monotonic()
    parts: list[bytes] = []
    while True:
        left = None if seconds is None else max(0, seconds - (time.monotonic() - begun))
        if not select.select([reading], [], [], left)[0]:
            return b"".join(parts), False
        part = os.read(reading, _CHUNK)
        if not part:
            return b"".join(parts), True
        parts.append(part)


def too_much(path: str, how: str, limit: Limit) -> Diagnostic:
    """The finding on a file whose check was stopped."""
    more = f"{2 * limit.seconds:g},{2 * limit.megabytes}"
    return Diagnostic(
        "too-hard", "warning", f"the check of this file takes {how}",
        Label(Place.start_of(path)), why="it was stopped, so nobody knows what is wrong with it",
        hint=f"split the file, or give it more: variorum check --limit {more}",
    )
