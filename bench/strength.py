"""How strong the bots are.

    python -m bench.strength [--bot search:100] [--against random] [--games 100] [EDITION ...]

One bot plays alone against others at a table of three, its seat rotating; a shared victory counts
for its share.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.editions import EDITIONS, rules_of
from engine.bots import Sitting, bot_named
from engine.table import Rules, Table


def played(rules: Rules, names: list[str], seed: int) -> Table:
    """One game between bots."""
    bots = [bot_named(name, rules, seed * 1009 + seat) for seat, name in enumerate(names)]
    table = Table(rules, seed)
    while not table.over:
        for seat in table.to_decide:
            table.apply(seat, bots[seat].choose(Sitting(table, seat)))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("editions", nargs="*", default=list(EDITIONS))
    parser.add_argument("--bot", default="search:100")
    parser.add_argument("--against", default="random")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=1)
    asked = parser.parse_args()
    for edition in asked.editions:
        rules = rules_of(edition, asked.players)
        won, alone, nobody = 0.0, 0, 0
        start = time.perf_counter()
        for game in range(asked.games):
            seat = game % asked.players
            names = [asked.against] * asked.players
            names[seat] = asked.bot
            outcome = played(rules, names, asked.first_seed + game).outcome
            assert outcome is not None
            if seat in outcome.winners:
                won += 1 / len(outcome.winners)
                alone += outcome.winners == (seat,)
            nobody += not outcome.winners
        took = time.perf_counter() - start
        print(f"{edition:24s} {asked.bot} against {asked.against}: won {won:g} of {asked.games} "
              f"({alone} alone, {nobody} won by nobody), {took / asked.games:.2f} s a game",
              flush=True)


if __name__ == "__main__":
    main()
