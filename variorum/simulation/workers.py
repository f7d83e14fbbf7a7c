"""Processes that play chunks side by side, and a cluster that does.

Each gives chunks as they come, in any order. A worker that dies costs the chunks that it had in
hand: they are played again by another one, and come out the same.
"""

from __future__ import annotations

import contextlib
import logging
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.tally.kernel import Broken

from variorum.simulation.job import Job, Played, Plays, Work, play_chunk, same

Task = tuple[int, int]
"""The first game of a chunk, and how many."""

Chunks = Generator[Played, None, None]

AHEAD = 2  # chunks that a worker has in hand, so that it never waits for the next one
MOST_DEATHS = 3  # of workers in a row, without any chunk coming back
PATIENCE = 0.5
PART = 0.05  # seconds that are played before somebody asks again whether something is ready


class Stopped(Exception):
    """The games cannot be played; the message says why."""


def here(player: Plays, tasks: Iterable[Task]) -> Chunks:
    """One chunk after the other in this process."""
    for first, games in tasks:
        yield player.play(first, games)


def meanwhile(player: Plays, tasks: deque[Task], ready: Callable[[], bool]) -> Chunks:
    """Small parts of the chunks in this process, until something is ready; the tasks that are left
    are the rest."""
    part = 1
    while tasks and not ready():
        first, games = tasks.popleft()
        many = min(part, games)
        if many < games:
            tasks.appendleft((first + many, games - many))
        start = time.perf_counter()
        yield player.play(first, many)
        if time.perf_counter() - start < PART:
            part *= 2


def in_processes(job: Work, tasks: Iterable[Task], workers: int) -> Chunks:
    """Several processes at the same time."""
    waiting, crew, deaths = deque(tasks), [], 0
    try:
        crew = [Worker(job) for _ in range(min(workers, len(waiting)))]
        while waiting or any(worker.tasks for worker in crew):
            for worker in crew:
                while waiting and len(worker.tasks) < AHEAD:
                    worker.give(waiting.popleft())
            for pipe in wait([worker.pipe for worker in crew if worker.tasks], PATIENCE):
                worker = next(each for each in crew if each.pipe is pipe)
                try:
                    answer = worker.pipe.recv()
                except (EOFError, OSError):
                    # It was killed, or ran out of memory: what it had in hand is done again.
                    deaths += 1
                    if deaths > MOST_DEATHS * len(crew):
                        raise Stopped("the worker processes keep dying; try fewer --workers"
                                      ) from None
                    waiting.extendleft(reversed(worker.tasks))
                    worker.stop()
                    crew[crew.index(worker)] = Worker(job)
                    continue
                worker.tasks.popleft()
                if isinstance(answer, Exception):
                    raise answer
                deaths = 0
                yield answer
    finally:
        for worker in crew:
            worker.stop()


class Worker:
    """A process, the pipe to it, and the chunks that it has in hand."""

    def __init__(self, job: Work) -> None:
        context = get_context("spawn")
        self.pipe, other = context.Pipe()
        self.tasks: deque[Task] = deque()
        self.process = context.Process(target=work, args=(other, job), daemon=True)
        # A Ctrl-C is for this process alone; the worker would only print a traceback.
        with uninterrupted():
            self.process.start()
        other.close()

    def give(self, task: Task) -> None:
        self.tasks.append(task)
        with contextlib.suppress(OSError):  # a dead worker is noticed when it is listened to
            self.pipe.send(task)

    def stop(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """An interruption comes afterwards; what is started meanwhile never sees one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def work(pipe: Connection[Played | Exception, Task], job: Work) -> None:
    """What a worker does until nobody listens any more."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            first, games = pipe.recv()
            try:
                answer: Played | Exception = play_chunk(job, first, games)
            except (Broken, NotCompilable) as problem:
                answer = problem
            except (LookupError, MemoryError, RuntimeError, TypeError, ValueError) as problem:
                answer = RuntimeError(f"{type(problem).__name__} in a worker: {problem}")
            pipe.send(answer)


def on_cluster(job: Job, tasks: Iterable[Task], address: str) -> Chunks:
    """A Dask cluster that is already there."""
    try:
        from distributed import Client, KilledWorker, as_completed
        from distributed.comm.addressing import get_address_host_port
        from distributed.comm.core import CommClosedError
    except ImportError:
        raise Stopped("a cluster needs Dask: pip install 'variorum[cluster]'") from None
    try:
        get_address_host_port(address)  # a client that fails over it takes long to give up
    except ValueError:
        raise Stopped(f"{address} is no address of a cluster: write it as tcp://HOST:PORT, as "
                      "`dask scheduler` prints it") from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as problem:
        raise Stopped(f"there is no cluster at {address}: {problem}") from None
    # What becomes of the cluster is said by us, and once.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    waiting = deque(tasks)
    try:
        # A task and not data: if its worker dies, the cluster makes it again elsewhere.
        shared = client.submit(same, job, pure=False, retries=10)

        def submitted() -> object:
            first, games = waiting.popleft()
            return client.submit(play_chunk, shared, first, games, pure=False, retries=10)

        # pyright takes the client for one that answers later.
        cores = max(1, sum(client.ncores().values()))  # pyright: ignore[reportAttributeAccessIssue]
        running = as_completed([submitted() for _ in range(min(len(waiting), AHEAD * cores))],
                               loop=client.loop)
        for future in running:
            yield future.result()
            if waiting:
                running.add(submitted())
    except KilledWorker as problem:
        raise Stopped(f"the cluster gave up: {problem}") from None
    except (CancelledError, CommClosedError, OSError):
        # Whoever had the chunks in hand is not known any more.
        raise Stopped(f"the cluster at {address} is gone: its scheduler does not answer any more"
                      ) from None
    finally:
        client.close()
