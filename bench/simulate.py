"""What very many games cost: `python -m bench.simulate [EDITION] [--players K] [--games N]`.

Three measurements, one after the other:

- *efficiency*: how many games a second of processor time two workers play, measured against one
  worker in the same run and in turns (the bar is 0.9: a second core must not cost the first one);
- *memory*: how much more memory a run ten times as long needs;
- *a long run*: so many games in one go (ten million take a few minutes), with their rate.

Processor time is what the workers report for themselves, so other work matters little.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def run(asked: argparse.Namespace, games: int, workers: int, form: str) -> dict[str, Any]:
    """One run in a process of its own: games, processor time of it and its workers, memory."""
    given = [asked.edition, "--players", str(asked.players), "--games", str(games), "--bots",
             asked.bots, "--workers", str(workers), "--form", form, "--format", "json"]
    command = [sys.executable, "-m", "bench.simulate", "--inside", *given]
    before = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {**json.loads(done.stdout), "seconds": time.perf_counter() - before}


def inside(arguments: list[str]) -> None:
    """The measured process itself."""
    import contextlib
    import io

    from variorum import cli

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = cli.main(["simulate", *arguments])
    assert status == 0
    own, others = (resource.getrusage(who) for who in (
        resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(json.dumps({
        "games": json.loads(out.getvalue())["run"]["games"],
        "cpu": own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime,
        "memory": own.ru_maxrss, "workers_memory": others.ru_maxrss,
    }))


def efficiency(asked: argparse.Namespace, form: str) -> float:
    """Games for each second of processor time with two workers, against one."""
    short, long = asked.games // 10, asked.games
    ratios = []
    for turn in range(asked.turns):
        rates = {}
        for workers in (1, 2) if turn % 2 == 0 else (2, 1):
            # What starting costs is the same for any number of games, and drops out.
            few, many = run(asked, short, workers, form), run(asked, long, workers, form)
            rates[workers] = (many["games"] - few["games"]) / (many["cpu"] - few["cpu"])
        ratios.append(rates[2] / rates[1])
        print(f"  one worker {rates[1]:,.0f}, two workers {rates[2]:,.0f} games for each second "
              f"of processor time: {ratios[-1]:.3f}", flush=True)
    return statistics.median(ratios)


def memory(asked: argparse.Namespace, form: str) -> None:
    for games in (asked.games // 10, asked.games):
        found = run(asked, games, 2, form)
        print(f"  {games:,} games: {found['memory'] / 1024:.0f} MB, each worker at most "
              f"{found['workers_memory'] / 1024:.0f} MB", flush=True)


def main() -> None:
    if sys.argv[1:2] == ["--inside"]:
        inside(sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("edition", nargs="?", default="osprey-2018")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="random")
    parser.add_argument("--games", type=int, default=400_000)
    parser.add_argument("--long", type=int, default=0, help="games of the long run")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--form", default="fast")
    asked = parser.parse_args()
    os.environ["PYTHONPATH"] = str(ROOT)
    print(f"{asked.edition}, {asked.players} players, {asked.bots}, {asked.form}")
    run(asked, 100, 1, asked.form)  # the code is made and stored before anything is measured
    if asked.turns:
        print("efficiency per core:")
        print(f"  median {efficiency(asked, asked.form):.3f} (bar 0.9)")
        print("memory:")
        memory(asked, asked.form)
    if asked.long:
        found = run(asked, asked.long, 2, asked.form)
        print(f"{found['games']:,} games in {found['seconds']:,.0f} s "
              f"({found['games'] / found['seconds']:,.0f} a second; {found['cpu']:,.0f} s of "
              f"processor time), {found['memory'] / 1024:.0f} MB")


if __name__ == "__main__":
    main()
