"""Everything that is measured in one short run: `python -m bench`. See bench/README.md."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import by_hand
from bench.editions import EDITIONS, ROOT, rules_of
from bench.policies import POLICIES, Arrivals, play, result
from bench.sidebyside import Play, side_by_side
from engine.chance import Chance, Stream
from engine.table import Table

PLAYERS = 4


def engine_play(name: str, players: int, policy: str) -> Play:
    rules = rules_of(name, players)
    arrivals, stream = Arrivals(rules), Stream(1)

    def game() -> None:
        result(*play(rules, POLICIES[policy], stream, arrivals))

    return game


def by_hand_play(players: int, policy: str) -> Play:
    chance = random.Random(1)
    bidder = {"cheap": by_hand.cheap, "uniform": by_hand.uniform}[policy]
    return lambda: by_hand.Game(players, bidder, chance).play()


def editions() -> None:
    print(f"Random games a second, {PLAYERS} players, beside High Society by hand in Python")
    for policy in ("uniform", "cheap"):
        for name in EDITIONS:
            engine, hand, ratio = side_by_side(
                engine_play(name, PLAYERS, policy), by_hand_play(PLAYERS, policy)
            )
            print(f"  {policy:8s} {name:24s} {engine:8,.0f}   by hand {hand:8,.0f}   "
                  f"ratio {ratio:.2f}", flush=True)


def goofspiel_play() -> Play:
    rules = rules_of("goofspiel", 2)
    stream = Stream(1)

    def game() -> None:
        table = Table.quiet(rules, Chance(stream.below(1 << 30)))
        while seats := table.to_decide:
            for seat in seats:
                table.apply_unchecked(seat, table.drawn(seat, stream))
        rules.reckoner.winners(table.state)

    return game


def goofspiel() -> None:
    print("Goofspiel, 13 cards, 2 players, written in the language, beside OpenSpiel's")
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        print("  OpenSpiel is not installed: pip install open_spiel")
        return
    spiel = pyspiel.load_game(
        "goofspiel", {"num_cards": 13, "players": 2, "points_order": "random"}
    )
    chance = random.Random(1)

    def game() -> None:
        state = spiel.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
            else:
                state.apply_actions([chance.choice(state.legal_actions(seat))
                                     for seat in (0, 1)])
        state.returns()

    engine, other, ratio = side_by_side(goofspiel_play(), game)
    print(f"  engine {engine:,.0f}   OpenSpiel {other:,.0f}   ratio {ratio:.3f}", flush=True)


def cold_start() -> None:
    """`variorum check` of one edition beside loading two libraries and nothing else."""
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def seconds(*command: str) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return time.perf_counter() - start

    def check() -> float:
        return seconds("-c", "from variorum.cli import main; main()", "check",
                       str(ROOT / "variants" / "osprey-2018.variant"))

    def libraries() -> float:
        return seconds("-c", "import lark, pydantic")

    check()
    libraries()
    pairs = [(check(), libraries()) for _ in range(7)]
    ratio = statistics.median(one / other for one, other in pairs)
    own = statistics.median(one for one, _ in pairs)
    print("Cold start")
    print(f"  variorum check osprey-2018 {own * 1000:.0f} ms: {ratio:.2f} times "
          "`import lark, pydantic`", flush=True)


if __name__ == "__main__":
    editions()
    goofspiel()
    cold_start()
