"""How strong and how quick the rule of thumb is.

    python -m bench.thumb [--players 3 4 5] [--games 20000] [--with OPTION] [EDITION ...]

It plays alone against players who give any answer, each as likely as every other. Its seat
rotates; a win that is shared by k players counts 1/k, a game that nobody wins counts 0. The games
begin with a seed that no tuning uses. The weights are those that come with Variorum. The speed is
that of these games (one thinks, the others do not), and of games in which all play by the rule.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from variorum_dsl.files.loader import load
from variorum_engine.table.preparation import Ready
from variorum_engine.tuning.matches import RANDOM, SAME, SHARES, Match, form_here, interval
from variorum_engine.tuning.weights import bundled_for, row_of

from bench.editions import EDITIONS

SEED = 3 * 10**15
VARIANTS = Path(__file__).resolve().parent.parent / "variants"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("editions", nargs="*", default=list(EDITIONS))
    parser.add_argument("--players", type=int, nargs="+", default=[3])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--with", dest="options", action="append", default=[])
    parser.add_argument("--form", choices=("plain", "fast"), default=form_here())
    asked = parser.parse_args()
    for edition in asked.editions:
        sheet = load(str(VARIANTS / f"{edition}.variant")).sheet
        assert sheet is not None
        for players in asked.players:
            rules, problems, _ = Ready(sheet).rules(players, tuple(asked.options))
            assert rules is not None, problems
            match = Match(rules, asked.form)
            found = bundled_for(rules.program)
            weights = row_of(match.machine.thumb, found.weights)
            match.wins(weights, None, 1, 0, 1)
            start = time.process_time()
            won, stayed = match.wins(weights, None, SEED, 0, asked.games, RANDOM)
            alone = asked.games / (time.process_time() - start)
            start = time.process_time()
            match.wins(weights, None, SEED, 0, asked.games, SAME)
            together = asked.games / (time.process_time() - start)
            share = interval(won / SHARES, asked.games)
            print(f"{edition:24s} {players} players{''.join(' +' + o for o in asked.options)}, "
                  f"weights: {found.nearness}: wins {100 * share.won:.1f} of 100 "
                  f"({100 * share.low:.1f} to {100 * share.high:.1f}), not out in "
                  f"{100 * stayed / asked.games:.1f}; {alone:,.0f} games/s alone, "
                  f"{together:,.0f} with all by thumb ({asked.form})", flush=True)


if __name__ == "__main__":
    main()
