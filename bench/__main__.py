"""Everything that is measured in one short run: `python -m bench`. See bench/README.md."""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from variorum_engine.interpreter.chance import Chance, Stream
from variorum_engine.table.table import Table

from bench import by_hand
from bench.editions import EDITIONS, ROOT, rules_of
from bench.light_games import LightGames
from bench.policies import POLICIES, play, result
from bench.sidebyside import Play, side_by_side
from bench.yardstick import as_by_hand

PLAYERS = 4
BATCH = {"generated": 10, "compiled": 1000}


def engine_play(name: str, players: int, policy: str) -> Play:
    rules = rules_of(name, players)
    decide, stream = POLICIES[policy](rules), Stream(1)

    def game() -> None:
        result(*play(rules, decide, stream))

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


def compiled_play(name: str, players: int, form: str) -> Play | None:
    """Many games in one call, or nothing where this form is not to be had."""
    rules = as_by_hand(rules_of(name, players))
    if form == "generated":
        games = LightGames(rules, streams="bench.quick_stream")
    elif find_spec("llvmlite") is None:
        return None
    else:
        games = LightGames(rules, "fast")
    played = 0

    def some() -> None:
        nonlocal played
        played += BATCH[form]
        games.decisions(1, played, BATCH[form])

    return some


def forms() -> None:
    print("osprey-2018 as generated code, beside High Society by hand in Python (cheap)")
    for players in (3, 4, 5):
        for form, batch in BATCH.items():
            own = compiled_play("osprey-2018", players, form)
            if own is None:
                print("  there is no machine code: pip install 'variorum[fast]'")
                return
            many, hand, ratio = side_by_side(own, by_hand_play(players, "cheap"))
            print(f"  {players} players {form:10s} {many * batch:12,.0f}   "
                  f"by hand {hand:8,.0f}   ratio {ratio * batch:.2f}", flush=True)


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
    print(f"  interpreter {engine:12,.0f}   OpenSpiel {other:,.0f}   ratio {ratio:.3f}", flush=True)
    for form, batch in BATCH.items():
        own = compiled_play("goofspiel", 2, form)
        if own is not None:
            many, other, ratio = side_by_side(own, game)
            print(f"  {form:11s} {many * batch:12,.0f}   OpenSpiel {other:,.0f}   "
                  f"ratio {ratio * batch:.3g}", flush=True)


def cold_start() -> None:
    """`variorum check` beside loading two libraries and nothing else; nothing is remembered."""
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    variants = [str(ROOT / "variants" / f"{name}.variant") for name in EDITIONS]
    check = ("-c", "from variorum.entry import run; run()", "check", "--fresh")
    commands = {
        "import lark, pydantic": ("-c", "import lark, pydantic"),
        "variorum check osprey-2018": (*check, str(ROOT / "variants" / "osprey-2018.variant")),
        "variorum check, five editions": (*check, *variants),
    }

    def seconds(command: tuple[str, ...]) -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return time.perf_counter() - start

    for command in commands.values():
        seconds(command)
    runs = [[seconds(command) for command in commands.values()] for _ in range(15)]
    print("Cold start")
    for i, name in enumerate(commands):
        own = statistics.median(run[i] for run in runs)
        ratio = statistics.median(run[i] / run[0] for run in runs)
        print(f"  {name:30s} {own * 1000:5.0f} ms   ratio {ratio:.2f}", flush=True)


if __name__ == "__main__":
    editions()
    forms()
    goofspiel()
    cold_start()
