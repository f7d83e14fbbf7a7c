"""Shares and means with their intervals: where the true figure lies, 95 times out of 100."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple, TypedDict

CERTAIN = 1.959963984540054  # of a normal distribution, 95 in 100 lie within so many deviations

# The same for two to eleven numbers; from there on a series is exact to one part in ten thousand.
FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157,
       2.228139)


class ShareData(TypedDict):
    """A share, rounded, as it stands in a report."""

    count: float
    of: int
    share: float
    low: float
    high: float


class MeanData(TypedDict):
    """An average, rounded, as it stands in a report."""

    of: int
    mean: float
    low: float
    high: float


class Share(NamedTuple):
    """A share of the games, with the interval of Wilson."""

    changed: float
    games: int
    share: float
    low: float
    high: float

    def data(self) -> ShareData:
        return {"count": plain(self.changed), "of": self.games, "share": rounded(self.share),
                "low": rounded(self.low), "high": rounded(self.high)}


class Shown(NamedTuple):
    """A game by its number (from 1), the seed of its chance, and who wins it either way. The files
    of its records are named, if there are any."""

    game: int
    seed: int
    first: tuple[str, ...]
    second: tuple[str, ...]
    records: tuple[str, ...] = ()


class Mean(NamedTuple):
    """An average, with an interval from the spread of what was seen."""

    of: int
    mean: float
    low: float
    high: float

    def data(self) -> MeanData:
        return {"of": self.of, "mean": rounded(self.mean), "low": rounded(self.low),
                "high": rounded(self.high)}


def among(many: int) -> float:
    """The same as `CERTAIN` for several figures at once: 95 times out of 100, all of them lie
    within (Bonferroni). Who looks at twenty cards finds one beyond 95 in 100 by luck alone."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, many))


def share(count: float, games: int, certain: float = CERTAIN) -> Share:
    """A share and its interval. A win that several share counts as a part of one; the interval
    is then a little wider than it need be, never narrower."""
    if games <= 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    p, z2 = count / games, certain * certain
    middle = (p + z2 / (2 * games)) / (1 + z2 / games)
    spread = certain / (1 + z2 / games) * math.sqrt(p * (1 - p) / games + z2 / (4 * games * games))
    low = 0.0 if count <= 0 else max(0.0, middle - spread)
    high = 1.0 if count >= games else min(1.0, middle + spread)
    return Share(count, games, p, low, high)


def mean(total: int, squares: int, count: int, unit: int = 1) -> Mean:
    """The average of numbers in parts of a unit, by their sum and the sum of their squares."""
    if count <= 0:
        return Mean(0, 0.0, 0.0, 0.0)
    middle = total / count / unit
    if count == 1:
        return Mean(1, middle, middle, middle)
    # In whole numbers as long as possible: the difference of two large ones loses nothing.
    variance = (count * squares - total * total) / (count * (count - 1)) / (unit * unit)
    spread = student(count - 1) * math.sqrt(max(0.0, variance) / count)
    return Mean(count, middle, middle - spread, middle + spread)


def student(freedom: int) -> float:
    """The same as `CERTAIN` where the spread itself is known from few numbers only (Student)."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    z = CERTAIN
    return (z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3))


def difference(total: int, squares: int, count: int, unit: int) -> Mean:
    """The average difference of two shares, game by game, given in parts of a unit.

    Where all games so far went the same way that is no proof that all will: the range is that of
    the games seen and four more, two that went one way and two the other (as Agresti and Coull
    do for shares). With many games that makes no odds."""
    found = mean(total, squares + 4 * unit * unit, count + 4, unit)
    if count <= 0:
        return Mean(0, 0.0, 0.0, 0.0)
    middle = total / count / unit
    return Mean(count, middle, max(-1.0, min(found.low, middle)),
                min(1.0, max(found.high, middle)))


def separate(
    totals: tuple[int, int], squares: tuple[int, int], count: int, unit: int
) -> float:
    """How far to either side the range of a difference reaches if the two series have nothing in
    common."""
    if count < 2:
        return 0.0
    return CERTAIN * math.hypot(*(
        deviation(total, square, count, unit) for total, square in zip(totals, squares, strict=True)
    )) / math.sqrt(count)


def deviation(total: int, squares: int, count: int, unit: int = 1) -> float:
    """How far a single number usually is from the average."""
    if count < 2:
        return 0.0
    return math.sqrt(max(0, count * squares - total * total) / (count * (count - 1))) / unit


def quantile(bins: list[int], part: float) -> int:
    """The bin below or in which so large a part of everything lies."""
    wanted, seen = part * sum(bins), 0
    for place, count in enumerate(bins):
        seen += count
        if seen >= wanted and seen:
            return place
    return 0


def rounded(number: float) -> float:
    """Six significant digits: more would only be noise, and differ between machines."""
    if number == 0 or not math.isfinite(number):
        return 0.0
    found = round(number, 5 - math.floor(math.log10(abs(number))))
    return found + 0.0


def plain(number: float) -> float:
    return int(number) if number == int(number) else rounded(number)
