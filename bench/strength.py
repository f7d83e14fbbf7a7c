"""How strong the bots are.

    python -m bench.strength [--bot search:1000] [--against random] [--games 100] [--form fast]
                             [EDITION ...]

One bot plays alone against others at a table of three, its seat rotating; a shared victory counts
for its share. With `--form plain` or `--form fast` the whole series runs on the compiled game (only
bots with a compiled form can play there); otherwise every bot thinks in the form that is best.

Beside the share of games won stands what it comes to seat for seat: half would mean that the bot is
no better than those it plays against.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from variorum_engine.bots import Sitting, bot_named
from variorum_engine.table.table import Rules, Table
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import Series
from variorum_engine.tuning.matches import interval

from bench.editions import EDITIONS, rules_of


def played(rules: Rules, names: list[str], seed: int) -> Table:
    """One game between bots."""
    bots = [bot_named(name, rules, seed * 1009 + seat) for seat, name in enumerate(names)]
    table = Table(rules, seed)
    while not table.over:
        for seat in table.to_decide:
            table.apply(seat, bots[seat].choose(Sitting(table, seat)))
    return table


def at_tables(rules: Rules, bot: str, against: str, first: int, games: int) -> float:
    """How many games the bot wins, played one by one."""
    players, won = rules.program.players, 0.0
    for game in range(games):
        seat = game % players
        names = [against] * players
        names[seat] = bot
        outcome = played(rules, names, first + game).outcome
        assert outcome is not None
        if seat in outcome.winners:
            won += 1 / len(outcome.winners)
    return won


def in_series(
    rules: Rules, form: str, bot: str, against: str, first: int, games: int
) -> float:
    """How many games the bot wins, played on the compiled game from beginning to end."""
    players = rules.program.players
    series = Series(rules, Bots([bot, *[against] * (players - 1)]), "outcomes", form=form)
    found = series.play(games, first, 0, games)
    # The party moves on by one seat from game to game.
    return sum(1 / winners.bit_count() for game, winners in enumerate(found)
               if winners >> game % players & 1)


def seat_for_seat(share: float, players: int) -> float:
    """What a share of the games means against one of the others."""
    other = (1 - share) / (players - 1)
    return share / (share + other)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("editions", nargs="*", default=list(EDITIONS))
    parser.add_argument("--bot", default="search:100")
    parser.add_argument("--against", default="random")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--form", choices=["plain", "fast"])
    asked = parser.parse_args()
    for edition in asked.editions:
        rules = rules_of(edition, asked.players)
        start = time.process_time()
        how = asked.bot, asked.against, asked.first_seed, asked.games
        won = in_series(rules, asked.form, *how) if asked.form else at_tables(rules, *how)
        took = time.process_time() - start
        share = interval(won, asked.games)
        pair = [seat_for_seat(each, asked.players) for each in (share.won, share.low, share.high)]
        print(f"{edition:24s} {asked.bot} against {asked.against}: won {won:g} of {asked.games} "
              f"({share.low:.1%} to {share.high:.1%}); seat for seat {pair[0]:.1%} "
              f"({pair[1]:.1%} to {pair[2]:.1%}); {took / asked.games:.3f} s a game", flush=True)


if __name__ == "__main__":
    main()
