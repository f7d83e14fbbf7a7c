"""The process of a worker: `python -m variorum.work.process`.

A line of JSON is a job, a line of JSON its result. Another thread listens while a job runs: when
the pipe closes, whoever asked is gone, and the process ends in the middle of whatever it does.
"""

from __future__ import annotations

import json
import os
import sys
from queue import SimpleQueue
from threading import Thread

MOST_MEMORY = 1 << 30


def main() -> None:
    # Nothing but results may get into the pipe.
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)
    _limit_memory()
    waiting: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(waiting,), daemon=True).start()
    from variorum.work.jobs import JOBS

    while True:
        job = json.loads(waiting.get())
        answer: dict[str, object] = {"number": job["number"]}
        try:
            answer["result"] = JOBS[job["name"]](*job["arguments"])
        except Exception as problem:  # noqa: BLE001 - told to whoever asked
            answer["problem"] = f"{type(problem).__name__}: {problem}"[:1000]
        out.write(json.dumps(answer) + "\n")
        out.flush()


def _listen(waiting: SimpleQueue[str]) -> None:
    for line in sys.stdin:
        waiting.put(line)
    os._exit(0)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:
        return  # not on this system
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or most > MOST_MEMORY:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, most))


if __name__ == "__main__":
    main()
