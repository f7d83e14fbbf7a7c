"""How fast the tree search thinks: simulations a second on each form, in one run.

    python -m bench.thinking [--players 3] [--simulations 200] [EDITION ...]

The same decisions of one game are put to each form in turn, and the same answers must come out.
Machine code needs the extra `fast`; it is made before anything is measured.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from variorum_engine.bots import Sitting
from variorum_engine.bots.search import SearchBot, thinker
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.table import Rules, Table

from bench.editions import EDITIONS, rules_of

MORE = {"plain": 1, "fast": 20}  # the faster one thinks longer, or it is noise


def decisions(rules: Rules, seed: int, every: int) -> list[Sitting]:
    """Some decisions of a random game in which there is something to think about."""
    found: list[Sitting] = []
    table, stream = Table(rules, seed), Stream(seed)
    number = 0
    while not table.over:
        for seat in table.to_decide:
            number += 1
            if number % every == 0 and table.count(seat) > 1:
                found.append(Sitting(table.copy(), seat))
            table.apply(seat, table.drawn(seat, stream))
    return found


def measured(rules: Rules, forms: list[str], simulations: int, every: int) -> dict[str, float]:
    """Simulations a second of each form, decision by decision in turns."""
    spent, done = dict.fromkeys(forms, 0.0), dict.fromkeys(forms, 0)
    for number, sitting in enumerate(decisions(rules, 1, every)):
        moves = set()
        for form in forms:
            bot = SearchBot(rules, number, simulations, form=form)
            moves.add(bot.choose(sitting))
            longer = SearchBot(rules, number, simulations * MORE[form], form=form)
            start = time.process_time()
            longer.choose(sitting)
            spent[form] += time.process_time() - start
            done[form] += longer.simulations
        if len(moves) > 1:
            raise SystemExit(f"the forms decide differently: {moves}")
    return {form: done[form] / spent[form] for form in forms}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("editions", nargs="*", default=list(EDITIONS))
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--every", type=int, default=4)
    asked = parser.parse_args()
    forms = ["plain", *(["fast"] if is_available() else [])]
    for edition in asked.editions:
        rules = rules_of(edition, asked.players)
        for form in forms:
            thinker(rules, form)
        rates = measured(rules, forms, asked.simulations, asked.every)
        beside = rates["plain"]
        print(f"{edition:24s} " + ", ".join(
            f"{form} {rate:,.0f}/s ({rate / beside:.1f} times)" for form, rate in rates.items()
        ), flush=True)


if __name__ == "__main__":
    main()
