"""First weights from games in which chance decides now and then.

What a choice gains against the others is worked out from how those games went, by least squares.
Each round begins with the weights of the round before, the first one with players at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from variorum_engine.tuning.matches import Match

WHOLE, FINE = 420, 60
ODDS = (1000, 400, 250)  # of a thousand decisions, so many are left to chance, round by round
NOTES = 300 * 160 + 1
SCALE = 10_000  # thousandths of a weight for an answer that wins one game more of 420
ROUNDS = len(ODDS)
PARTS = 8  # of the games of a round, that can be played side by side


class Lesson(NamedTuple):
    """Games to learn from: of a thousand decisions, `odds` are left to chance; `usual` is what is
    mostly won."""

    weights: Sequence[int]
    seed: int
    first: int
    games: int
    odds: int
    usual: int


Learnt = tuple[list[int], int]
"""The sums of some games, and the shares of wins."""


class Lessons:
    """Sums over games, block by block."""

    def __init__(self, match: Match, keys: Sequence[int]) -> None:
        self.match = match
        self.keys = set(keys)
        space = match.machine.constants
        self.players = match.players
        score = int(space["FEATURE_COUNT"] + space["STAKE_FACES"])
        pick = int(space["ATTRIBUTES"]) + 3
        self.sizes = {int(block): score for block in space["SCORE_BLOCK"] if block >= 0}
        self.sizes |= {int(block): pick for block in space["PICK_BLOCK"] if block >= 0}
        self.places: dict[int, int] = {}
        self.length = 0
        for block, size in self.sizes.items():
            self.places[block] = self.length
            self.length += size * (size + 1)

    def sums(
        self, weights: Sequence[int], seed: int, first: int, games: int, odds: int, usual: int
    ) -> Learnt:
        match, machine = self.match, self.match.machine
        places = [0] * (len(weights) + 1)
        for block, place in self.places.items():
            places[block] = place
        sums, wins = machine.zeros(self.length), machine.zeros(2)
        thumb = machine.row([0] * self.players + list(weights))
        status = machine.functions["lesson"](
            match.memory, machine.opening, match.scratch, thumb, sums, machine.row(places),
            machine.zeros(NOTES), wins, seed, first, games, odds, usual,
        )
        if status != 0:
            raise RuntimeError(f"game {-1 - int(status)} of the series {seed} did not end")
        return [int(number) for number in sums], int(wins[0])

    def learnt(self, weights: Sequence[int], sums: Sequence[int]) -> list[int]:
        """The weights that the sums ask for; where they say too little, those there were."""
        found = list(weights)
        for block, size in self.sizes.items():
            place = self.places[block]
            used = [i for i in range(size) if block + i in self.keys
                    and sums[place + size * (i + 1) + i] > 0]
            if not used:
                continue
            matrix = [[float(sums[place + size * (max(i, j) + 1) + min(i, j)]) for j in used]
                      for i in used]
            right = [float(sums[place + i]) for i in used]
            for k in range(len(used)):
                matrix[k][k] *= 1.002
                matrix[k][k] += 1e-6
            solved = solve(matrix, right)
            if sum(a * b for a, b in zip(solved, right, strict=True)) <= 0:
                continue
            fine = 1.0 if size > self.match.machine.constants["ATTRIBUTES"] + 3 else FINE * FINE
            for i, number in zip(used, solved, strict=True):
                found[block + i] = round(max(-1e8, min(1e8, SCALE * number / FINE * fine)))
        return found


def learn(
    lessons: Lessons, start: Sequence[int], seed: int, games: int,
    taught: Callable[[list[Lesson]], list[Learnt]],
) -> list[list[int]]:
    """Weights after each round; so many games are played in all."""
    rows: list[list[int]] = []
    weights, usual = list(start), WHOLE // lessons.players
    each = max(1, games // (ROUNDS * PARTS))
    for turn, odds in enumerate(ODDS):
        found = taught([Lesson(weights, seed + turn, part * each, each, odds, usual)
                        for part in range(PARTS)])
        total = [sum(column) for column in zip(*(sums for sums, _ in found), strict=True)]
        weights = lessons.learnt(weights, total)
        usual = sum(won for _, won in found) // (each * PARTS)
        rows.append(weights)
    return rows


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """A system of linear equations, by elimination with the largest pivot."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for k in range(size):
        pivot = max(range(k, size), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if abs(rows[k][k]) < 1e-12:
            continue
        for i in range(k + 1, size):
            factor = rows[i][k] / rows[k][k]
            if factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    found = [0.0] * size
    for k in range(size - 1, -1, -1):
        if abs(rows[k][k]) >= 1e-12:
            known = sum(rows[k][j] * found[j] for j in range(k + 1, size))
            found[k] = (rows[k][size] - known) / rows[k][k]
    return found
