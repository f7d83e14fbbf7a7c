"""A worker for a runner that measures many programs side by side.

    python -m bench.worker osprey-2018 4 --form interpreter --policy cheap --seed 1
    python -m bench.worker osprey-2018 4 --form simulate --bots thumb --seed 1
    python -m bench.worker osprey-2018 4 --checksum 2000 --seed 42

It warms itself up, then answers each line on standard input (a number of seconds) with one line
`{"games": N, "decisions": N, "seconds": S, "cpu": S}` about a slice of that length, and ends at the
end of its input. `--checksum N` plays N games instead and prints one number for all their results:
game g draws from SplitMix64 with the state seed + g * 0xD1B54A32D192ED03.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.table import Rules

from bench.editions import path_of, rules_of
from bench.policies import POLICIES, STEP, QuickStream, folded, play, result
from bench.yardstick import Shuffles, as_by_hand

FORMS = ("interpreter", "generated", "compiled", "simulate")
WARM = 0.5
BATCH = 0.02


def serve(play_some: Callable[[int], int]) -> None:
    """`play_some(k)` plays k games and gives the number of decisions."""
    many = 1
    while _seconds(play_some, many) < BATCH:
        many *= 2
    stop = time.perf_counter() + WARM
    while time.perf_counter() < stop:
        play_some(many)
    for line in sys.stdin:
        wanted = float(line)
        play_some(many)
        games = decisions = 0
        start, busy = time.perf_counter(), time.process_time()
        while (took := time.perf_counter() - start) < wanted:
            decisions += play_some(many)
            games += many
        print(json.dumps({
            "games": games, "decisions": decisions, "seconds": took,
            "cpu": time.process_time() - busy,
        }), flush=True)


def _seconds(play_some: Callable[[int], int], many: int) -> float:
    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        play_some(many)
        best = min(best, time.perf_counter() - start)
    return best


def _generated(rules: Rules, asked: argparse.Namespace) -> None:
    """What `variorum simulate` runs for the bot `light`, with counting switched off: plain Python,
    or machine code."""
    from bench.light_games import LightGames

    form = "plain" if asked.form == "generated" else "fast"
    if asked.checksum is not None:
        games = LightGames(rules, form, "bench.one_stream", Shuffles())
        checksum = 14695981039346656037
        for *counts, winners, best in games.games(asked.seed, 0, asked.checksum):
            twice = int(Fraction(2 * best, games.machine.source.unit)) if winners else 0
            checksum = folded(checksum, (*counts, winners, twice))
        print(json.dumps({"checksum": checksum}))
        return
    # The version by hand in Python draws from Python's own numbers, so this one may, too.
    games = LightGames(rules, form, "bench.quick_stream" if asked.quick else ".streams")
    played = 0

    def play_some(many: int) -> int:
        nonlocal played
        played += many
        return games.decisions(asked.seed, played, many)

    serve(play_some)


def _simulated(asked: argparse.Namespace) -> None:
    """What `variorum simulate` does for each chunk of a run, in machine code: the rule file as it
    is, and every figure of the report counted."""
    from variorum_dsl.files.loader import load

    from variorum.commands.options.bots import party_of, weights_of
    from variorum.simulation.job import job_of, side

    played = side(load(str(path_of(asked.edition))), asked.players)
    bots = party_of(asked.bots, asked.players)
    player = job_of([played], bots, asked.seed, form="fast",
                    weights=weights_of(bots, [played.plain])).player()
    start, length = player.plans[0].sections["decisions"]
    assert length == 2  # the sum, and that of the squares
    done = 0

    def play_some(many: int) -> int:
        nonlocal done
        done += many
        return player.play(done, many).sums[start]

    serve(play_some)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("edition", help="an edition, a test game, or the path of a rule file")
    parser.add_argument("players", type=int)
    parser.add_argument("--form", choices=FORMS, default="interpreter")
    parser.add_argument("--policy", choices=sorted(POLICIES), default="cheap")
    parser.add_argument("--bots", default="thumb", help="simulate: who plays")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true",
                        help="generated: draw from Python's own random numbers")
    parser.add_argument("--checksum", type=int, metavar="GAMES")
    asked = parser.parse_args()
    if asked.form == "simulate":
        _simulated(asked)
        return
    rules = as_by_hand(rules_of(asked.edition, asked.players))
    if asked.form != "interpreter":
        _generated(rules, asked)
        return
    policy = POLICIES[asked.policy](rules)
    if asked.checksum is not None:
        checksum = 14695981039346656037
        for game in range(asked.checksum):
            stream = Stream(asked.seed + game * STEP)
            checksum = folded(checksum, result(*play(rules, policy, stream)))
        print(json.dumps({"checksum": checksum}))
        return
    stream = QuickStream(asked.seed)

    def play_some(many: int) -> int:
        total = 0
        for _ in range(many):
            table, decisions = play(rules, policy, stream)
            result(table, decisions)
            total += decisions
        return total

    serve(play_some)


if __name__ == "__main__":
    main()
