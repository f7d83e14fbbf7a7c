"""How often two readings name different winners: the same deals and the same luck for both.

Every game has its own seed, made from the seed of the whole measurement and the number of the
game. Chance and each player draw from streams of their own, so that both readings meet the same
luck as long as they agree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from engine.chance import Chance, Stream
from engine.state import Fault
from engine.table import Rules, Table
from variorum.edition import Edition
from variorum.readings.model import Share

FAST = "variorum.simulation.compare"
MOST_DECISIONS = 20_000
Z = 1.959963984540054  # two-sided 95 %
Winners = int | None  # a set of seats; nothing where a game has no end


def measured(
    edition: Edition, a: Mapping[str, str], b: Mapping[str, str], *, players: int, games: int,
    seed: int, options: Sequence[str] = (),
) -> Share:
    """The share of games that two sets of readings decide differently; with compiled games where
    they can be had."""
    found: Any = None
    if find_spec(FAST.rpartition(".")[0]) is not None and find_spec(FAST) is not None:
        found = getattr(import_module(FAST), "changed_winners", None)
    measure: Callable[..., Any] = found or changed_winners
    share = measure(edition, dict(a), dict(b), players=players, games=games, seed=seed,
                    options=tuple(options))
    return Share(share.changed, share.games, share.share, share.low, share.high)


def changed_winners(
    edition: Edition, a: Mapping[str, str], b: Mapping[str, str], *, players: int, games: int,
    seed: int, options: Sequence[str] = (),
) -> Share:
    """The same, game by game in the interpreter."""
    first = _winners(edition, a, players, games, seed, tuple(options))
    second = _winners(edition, b, players, games, seed, tuple(options))
    # A game without an end on either side says nothing about the winner.
    pairs = [(x, y) for x, y in zip(first, second, strict=True) if x is not None and y is not None]
    return share_of(sum(x != y for x, y in pairs), len(pairs))


def _winners(
    edition: Edition, readings: Mapping[str, str], players: int, games: int, seed: int,
    options: tuple[str, ...],
) -> list[Winners]:
    """Who wins each game; kept with the rules, since one reading is compared with several."""
    rules = edition.variant(players, options, readings).rules
    known: dict[Any, list[Winners]] = rules.__dict__.setdefault("_winners_of_random_games", {})
    if (games, seed) not in known:
        known[games, seed] = [_one(rules, Stream(seed * 1_000_003 + game).word())
                              for game in range(games)]
    return known[games, seed]


def _one(rules: Rules, seed: int) -> Winners:
    table = Table.quiet(rules, Chance(seed))
    streams = [Stream(seed ^ (0x9E3779B97F4A7C15 * (seat + 1)))
               for seat in range(rules.program.players)]
    try:
        for _ in range(MOST_DECISIONS):
            if table.over:
                return int(rules.reckoner.winners(table.state)[0])
            seat = table.to_decide[0]
            table.apply_unchecked(seat, table.drawn(seat, streams[seat]))
    except Fault:
        pass
    return None


def share_of(changed: int, games: int) -> Share:
    """A share with its Wilson interval, which is right for small shares and few games too."""
    if not games:
        return Share(0, 0, 0.0, 0.0, 1.0)
    part = changed / games
    square = Z * Z / games
    middle = (part + square / 2) / (1 + square)
    half = Z * math.sqrt(part * (1 - part) / games + square / (4 * games)) / (1 + square)
    low = 0.0 if changed == 0 else max(0.0, middle - half)
    high = 1.0 if changed == games else min(1.0, middle + half)
    return Share(changed, games, part, low, high)
