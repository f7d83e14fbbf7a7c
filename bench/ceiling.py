"""How much could anybody win? Bounds on what a player can reach against random bots.

    python -m bench.ceiling [--games 100] [--simulations 1000] [--lines 1000] [EDITION ...]

Five players sit among two uniformly random bots in turn, over the same deals:

- `fair`: the tree search, which knows what its seat knows;
- `supposing`: the same, supposing that the others answer at random, which is true here;
- `seeing`: the first again, told where every card lies (only the order of decks is hidden);
- `all-seeing`: somebody who sees every card and the order of the decks, knows that the others play
  at random, and tries each answer in so many games (other deals, `bench/allseeing.py`);
- `foreseeing`: somebody who knows the deal, the decks and every draw that the others will make, and
  tries whole lines of play until one wins. Nobody can win a game in which no line wins, so what is
  left over is lost to the luck of the deal. Only some of the lines are tried, so it could win at
  least as many games as are printed.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from variorum_engine.bots import Sitting
from variorum_engine.bots.search import Thinker, thinker
from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.interpreter.chance import Stream, decision_seed
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.tuning.matches import interval

from bench.allseeing import WHOLE_WIN
from bench.editions import EDITIONS, rules_of


class Others:
    """Random bots whose draws depend on nothing but the seed, the seat and how often it decided."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.asked: dict[int, int] = {}

    def choose(self, table: Table, seat: int) -> Move:
        number = self.asked[seat] = self.asked.get(seat, 0) + 1
        return table.drawn(seat, Stream(decision_seed(self.seed, seat, number)))


def thinks(rules: Rules, thinking: Thinker, seed: int, seat: int, many: int, *,
           seeing: bool, supposing: bool) -> float:
    """What a game brings to a search that plays a seat of it."""
    table, others, stream = Table(rules, seed), Others(seed), Stream(seed)
    while not table.over:
        for who in table.to_decide:
            if who != seat:
                table.apply(who, others.choose(table, who))
                continue
            sitting = Sitting(table, who)
            if seeing:
                known = sitting.knowledge
                known.possible = [1 << known.place[card] for card in range(len(known.possible))]
            table.apply(who, thinking.choose(sitting, stream, many, random_others=supposing))
    return won(table, seat)


def all_seeing(rules: Rules, form: str, seed: int, games: int, tries: int) -> float:
    machine = Machine(rules, form, (".totals", ".draws", "bench.allseeing"), ("all_seeing",))
    won = machine.functions["all_seeing"](
        machine.row(machine.opening), machine.row(machine.opening), machine.opening,
        machine.zeros(4096), machine.zeros(4096), seed, 0, games, tries,
    )
    if won < 0:
        raise SystemExit("a game did not come to its end")
    return won / WHOLE_WIN


def foresees(rules: Rules, seed: int, seat: int, lines: int) -> float:
    """The best that a game can bring, as far as so many lines show."""
    best = 0.0
    for line in range(lines):
        table, others, stream = Table(rules, seed), Others(seed), Stream(line)
        table.state.events = None
        while not table.over:
            for who in table.to_decide:
                move = table.drawn(who, stream) if who == seat else others.choose(table, who)
                table.apply_unchecked(who, move)
        best = max(best, won(table, seat))
        if best == 1:
            break
    return best


def won(table: Table, seat: int) -> float:
    winners = table.rules.reckoner.winners(table.state)[0]
    return (winners >> seat & 1) / max(1, winners.bit_count())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("editions", nargs="*", default=list(EDITIONS))
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=1000)
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--first-seed", type=int, default=1)
    asked = parser.parse_args()
    for edition in asked.editions:
        rules = rules_of(edition, asked.players)
        form = "fast" if is_available() else "plain"
        thinking = thinker(rules, form)
        if not isinstance(thinking, Thinker):
            raise SystemExit(f"{edition} cannot be compiled: {thinking}")
        for player in ("fair", "supposing", "seeing", "all-seeing", "foreseeing"):
            start, total = time.process_time(), 0.0
            if player == "all-seeing":
                total = all_seeing(rules, form, asked.first_seed, asked.games, asked.simulations)
            for game in range(asked.games if player != "all-seeing" else 0):
                seed, seat = asked.first_seed + game, game % asked.players
                total += foresees(rules, seed, seat, asked.lines) if player == "foreseeing" else (
                    thinks(rules, thinking, seed, seat, asked.simulations,
                           seeing=player == "seeing", supposing=player == "supposing"))
            share = interval(total, asked.games)
            effort = asked.lines if player == "foreseeing" else asked.simulations
            print(f"{edition:24s} {player} ({effort}): {total:g} of {asked.games} "
                  f"({share.low:.1%} to {share.high:.1%}), {time.process_time() - start:.0f} s",
                  flush=True)


if __name__ == "__main__":
    main()
