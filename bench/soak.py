"""A long run: random games of every file, number of players, subset of options and reading.

    python -m bench.soak [--games 10000] [--workers 2] [--seed 1] [NAME ...]

Every game must come to its end with every card in exactly one zone and no winner among those who
are out. Progress goes to standard error; the first thing that is wrong is reported with the seed
of its game and ends the run with status 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from variorum_engine.interpreter.chance import Chance, Stream
from variorum_engine.interpreter.state import Fault
from variorum_engine.table.table import Rules, Table

from bench.editions import EDITIONS, GAMES, Configuration, configurations

PART = 500


def wrong_with(rules: Rules, seed: int) -> str:
    """What went wrong in a random game, or nothing."""
    stream = Stream(seed ^ 0x5DEECE66D)
    try:
        table = Table.quiet(rules, Chance(seed))
        while seats := table.to_decide:
            for seat in seats:
                table.apply_unchecked(seat, table.drawn(seat, stream))
        winners, out = rules.reckoner.winners(table.state)
    except Fault as fault:
        return fault.message
    zones = table.state.zones
    everything = (1 << len(rules.program.cards)) - 1
    if sum(zones) != everything or sum(zone.bit_count() for zone in zones) != len(
        rules.program.cards
    ):
        return "a card is lost, or in two zones"
    if winners & out:
        return "somebody who is out has won"
    return ""


def played(job: tuple[Configuration, int, int]) -> tuple[Configuration, int, str]:
    """Some games of one configuration."""
    configuration, first, many = job
    rules = configuration.rules()
    for seed in range(first, first + many):
        wrong = wrong_with(rules, seed)
        if wrong:
            return configuration, many, f"{wrong} (seed {seed})"
    return configuration, many, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", default=[*EDITIONS, *GAMES])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    jobs = [
        (configuration, asked.seed + first, min(PART, asked.games - first))
        for name in asked.names
        for configuration in configurations(name)
        for first in range(0, asked.games, PART)
    ]
    total = sum(job[2] for job in jobs)
    ways = len({job[0] for job in jobs})
    start = shown = time.perf_counter()
    done = 0
    with multiprocessing.Pool(asked.workers) as pool:
        for configuration, many, wrong in pool.imap_unordered(played, jobs):
            if wrong:
                print(f"{configuration}: {wrong}")
                return 1
            done += many
            now = time.perf_counter()
            if now - shown > 10:
                shown = now
                left = (now - start) / done * (total - done)
                print(f"{done:,} of {total:,} games, {done / (now - start):,.0f} a second, "
                      f"{left / 60:.0f} minutes left", file=sys.stderr, flush=True)
    took = time.perf_counter() - start
    print(f"{total:,} games of {ways} ways to play ended well in {took / 60:.1f} minutes "
          f"({total / took:,.0f} a second)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
