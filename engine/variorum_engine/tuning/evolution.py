"""An evolution strategy: a cloud of points that moves and shrinks towards better ones.

It is the separable form of CMA-ES (Ros and Hansen, 2008): each coordinate has a spread of its own.
Only the order of the points counts, so no scale of what is made better has to be known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random


class Cloud:
    """Points to try, and where the better ones were."""

    def __init__(self, size: int, seed: int, spread: float = 1.0, points: int = 0) -> None:
        self.size = size
        self.random = Random(seed)
        self.points = points or 8 + int(4 * math.log(size + 1))
        self.points += self.points % 2
        self.middle = [0.0] * size
        self.step = spread
        self.spread = [1.0] * size
        half = self.points // 2
        raw = [math.log(half + 0.5) - math.log(i + 1) for i in range(half)]
        self.weights = [each / sum(raw) for each in raw]
        self.mass = mass = 1 / sum(each * each for each in self.weights)
        self.fading = (mass + 2) / (size + mass + 3)
        self.damping = 1 + 2 * max(0.0, math.sqrt((mass - 1) / (size + 1)) - 1) + self.fading
        path = 4 / (size + 4)
        slow = (size + 2) / 3  # one spread for each coordinate is learnt faster than a whole matrix
        self.rank_one = min(1.0, slow * 2 / ((size + 1.3) ** 2 + mass))
        self.rank_more = min(1 - self.rank_one,
                             slow * 2 * (mass - 2 + 1 / mass) / ((size + 2) ** 2 + mass))
        self.path_fading = path
        self.usual = math.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size))
        self.along = [0.0] * size
        self.drift = [0.0] * size
        self.turn = 0
        self.asked: list[list[float]] = []

    def ask(self) -> list[list[float]]:
        """Points to try, in pairs on both sides of the middle."""
        self.asked = []
        for _ in range(self.points // 2):
            row = [self.random.gauss(0.0, 1.0) for _ in range(self.size)]
            self.asked += [row, [-each for each in row]]
        return [[m + self.step * math.sqrt(s) * z
                 for m, s, z in zip(self.middle, self.spread, row, strict=True)]
                for row in self.asked]

    def tell(self, worth: Sequence[float]) -> None:
        """How good the points were, in their order."""
        order = sorted(range(len(worth)), key=lambda i: -worth[i])[: len(self.weights)]
        best = [self.asked[i] for i in order]
        size, fading, mass = self.size, self.fading, self.mass
        self.turn += 1
        middle = [sum(w * row[k] for w, row in zip(self.weights, best, strict=True))
                  for k in range(size)]
        for k in range(size):
            self.along[k] = (1 - fading) * self.along[k] + math.sqrt(
                fading * (2 - fading) * mass) * middle[k]
        length = math.sqrt(sum(each * each for each in self.along))
        expected = math.sqrt(1 - (1 - fading) ** (2 * self.turn)) * self.usual
        going = length / expected < 1.4 + 2 / (size + 1)
        path = self.path_fading
        for k in range(size):
            root = math.sqrt(self.spread[k])
            self.middle[k] += self.step * root * middle[k]
            self.drift[k] = (1 - path) * self.drift[k] + (
                math.sqrt(path * (2 - path) * mass) * root * middle[k] if going else 0.0)
            more = sum(w * row[k] * row[k] for w, row in zip(self.weights, best, strict=True))
            self.spread[k] *= 1 - self.rank_one - self.rank_more + self.rank_more * more
            self.spread[k] += self.rank_one * self.drift[k] ** 2
        self.step *= math.exp(min(0.6, fading / self.damping * (length / self.usual - 1)))
