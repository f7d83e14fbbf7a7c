"""From nothing to a report: the default of `variorum simulate` beside each form by itself.

`python -m bench.first_game [EDITION] [--games 100,1000,...] [--turns N]` measures processor time of
whole commands in turns, with machine code that is kept and with an empty store. The default should
never take more than 1.3 times as long as the best of the forms. Where the plain form would take
minutes it is worked out from fewer games: `~`.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

from bench.editions import ROOT, path_of

FORMS = ("default", "plain", "fast")
BAR = 1.3
MOST_PLAIN = 2_000  # games that the plain form plays here; more are worked out from these
FEWER = 500


def seconds(asked: argparse.Namespace, form: str, games: int, cache: str) -> float:
    """The processor time of a command and of all processes that it starts."""
    command = [sys.executable, "-m", "variorum", "simulate", str(path_of(asked.edition)),
               "--players", str(asked.players), "--games", str(games), "--out", os.devnull,
               *(() if form == "default" else ("--form", form))]
    environment = {**os.environ, "VARIORUM_CACHE": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def taken(asked: argparse.Namespace, form: str, games: int, cache: str, *, kept: bool) -> float:
    if not kept:
        shutil.rmtree(cache, ignore_errors=True)
    if form == "plain" and games > MOST_PLAIN:
        few, more = (seconds(asked, form, many, cache) for many in (FEWER, MOST_PLAIN))
        return few + (more - few) / (MOST_PLAIN - FEWER) * (games - FEWER)
    return seconds(asked, form, games, cache)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("edition", nargs="?", default="osprey-2018")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", default="100,1000,10000,100000")
    parser.add_argument("--turns", type=int, default=3)
    asked = parser.parse_args()
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        cache = f"{folder}/cache"
        for kept in (False, True):
            seconds(asked, "fast", 1, cache)  # bytecode is written; the code is kept
            for games in map(int, asked.games.split(",")):
                turns = [{form: taken(asked, form, games, cache, kept=kept) for form in FORMS}
                         for _ in range(asked.turns)]
                found = {form: statistics.median(turn[form] for turn in turns) for form in FORMS}
                ratio = statistics.median(
                    turn["default"] / min(turn["plain"], turn["fast"]) for turn in turns)
                worst = max(worst, ratio)
                said = ", ".join(
                    f"{form} {'~' if form == 'plain' and games > MOST_PLAIN else ''}{time:.2f} s"
                    for form, time in found.items())
                print(f"{asked.edition}, {games:,} games, code {'kept' if kept else 'not kept'}: "
                      f"{said}; default {ratio:.2f} times the best", flush=True)
    print(f"at worst {worst:.2f} times (bar {BAR})")


if __name__ == "__main__":
    main()
