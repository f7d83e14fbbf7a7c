"""Two games with the same deals, game by game: what changed, as sums that can be added up."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from variorum_engine.tally.kernel import Chunk
from variorum_engine.tally.plan import Plan

WINNERS, OUT, DECIDED, ROUNDS, DECISIONS, CHANGES, DOUBT, ARISEN, SEEN, SCORES = range(10)
SUMS = 7  # of each figure


class Figure(NamedTuple):
    """Something that each game has, as a whole number in parts of a unit."""

    name: str
    title: str
    unit: int
    sort: str  # "share" of the games, "part" of each game, or "mean"


def figures(left: Plan, right: Plan) -> list[Figure]:
    """What is compared game by game."""
    players = left.players
    parts = left.whole
    score = math.lcm(left.unit, right.unit) * players
    found = [Figure(f"seat-{i + 1}", f"wins of seat {i + 1}", parts, "share")
             for i in range(players)]
    found += [Figure(f"party-{i + 1}", f"wins of bot {i + 1}", parts, "share")
              for i in range(players)]
    found += [
        Figure("nobody", "games that nobody wins", 1, "share"),
        Figure("shared", "games with a shared win", 1, "share"),
        Figure("out", "players eliminated in a game", 1, "mean"),
        Figure("first", "games decided by the first figure", 1, "share"),
        Figure("rounds", "rounds", 1, "mean"),
        Figure("decisions", "decisions", 1, "mean"),
        Figure("changes", "changes of the lead", 1, "mean"),
        Figure("doubt", "rounds with the winner in doubt", 1000, "part"),
        Figure("score", "score of a player", score, "mean"),
    ]
    return found


def size(left: Plan, right: Plan) -> int:
    """One number for the games whose winners changed, then some for each figure: in how many games
    it is known for both, its sums on both sides, the sum and the squares of the differences, and
    the squares on both sides."""
    return 1 + SUMS * len(figures(left, right))


def paired(left: Plan, right: Plan, mine: Chunk, theirs: Chunk) -> list[int]:
    """What changed in a chunk of games."""
    names = figures(left, right)
    sums = [0] * size(left, right)
    units = math.lcm(left.unit, right.unit)
    for number in range(mine.games):
        a = mine.rows[number * left.row_width : (number + 1) * left.row_width]
        b = theirs.rows[number * right.row_width : (number + 1) * right.row_width]
        sums[0] += a[WINNERS] != b[WINNERS]
        game = mine.first + number
        for place, one, two in zip(
            range(1, len(names) * SUMS + 1, SUMS), _values(left, a, game, units),
            _values(right, b, game, units), strict=True,
        ):
            if one is None or two is None:
                continue
            sums[place] += 1
            sums[place + 1] += one
            sums[place + 2] += two
            sums[place + 3] += two - one
            sums[place + 4] += (two - one) ** 2
            sums[place + 5] += one * one
            sums[place + 6] += two * two
    return sums


def _values(plan: Plan, row: Sequence[int], game: int, units: int) -> Iterator[int | None]:
    """The figures of one game, in the order of `figures`."""
    players, winners = plan.players, row[WINNERS]
    credit = plan.whole // winners.bit_count() if winners else 0
    won = [credit if winners >> seat & 1 else 0 for seat in range(players)]
    yield from won
    yield from (won[(member + game) % players] for member in range(players))
    yield int(not winners)
    yield int(winners.bit_count() > 1)
    yield row[OUT].bit_count()
    yield int(row[DECIDED] == 1)
    yield row[ROUNDS]
    yield row[DECISIONS]
    yield None if row[CHANGES] < 0 else row[CHANGES]
    yield None if row[DOUBT] < 0 else row[DOUBT]
    # The average of the players; the number of players is part of the unit.
    yield sum(row[SCORES:]) * (units // plan.unit) if plan.program.chain else None
