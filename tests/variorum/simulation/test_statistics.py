"""Intervals, against figures from the literature and against counting."""

from __future__ import annotations

import math
import random

import pytest

from variorum.simulation.statistics import deviation, mean, quantile, rounded, share


def test_wilson__the_textbook_example() -> None:
    # Wallis, Statistics in Corpus Linguistics Research (2021): p = 0.2, n = 10.
    found = share(2, 10)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0567, 0.5098)


@pytest.mark.parametrize(("count", "games"), [(0, 10), (10, 10), (0, 1), (1, 1), (5, 10)])
def test_wilson__stays_within_what_is_possible(count: int, games: int) -> None:
    found = share(count, games)
    assert 0 <= found.low <= found.share <= found.high <= 1


def test_wilson__nothing_was_seen() -> None:
    assert share(0, 0) == (0, 0, 0.0, 0.0, 1.0)


def test_wilson__contains_the_truth_about_95_times_in_100() -> None:
    stream = random.Random(5)
    hits = 0
    for _ in range(2000):
        found = share(sum(stream.random() < 0.3 for _ in range(60)), 60)
        hits += found.low <= 0.3 <= found.high
    assert 0.93 < hits / 2000 < 0.97


def test_mean__as_by_hand() -> None:
    numbers = [3, 5, 7, 9]
    found = mean(sum(numbers), sum(n * n for n in numbers), 4)
    spread = 3.182446 * math.sqrt(20 / 3) / 2  # Student, three degrees of freedom
    assert found.mean == 6
    assert found.low == pytest.approx(6 - spread)
    assert found.high == pytest.approx(6 + spread)


def test_mean__contains_the_truth_about_95_times_in_100_even_for_few_numbers() -> None:
    stream = random.Random(6)
    hits = 0
    for _ in range(2000):
        numbers = [round(stream.gauss(0, 1e6)) for _ in range(6)]
        found = mean(sum(numbers), sum(n * n for n in numbers), 6)
        hits += found.low <= 0 <= found.high
    assert 0.935 < hits / 2000 < 0.965


def test_mean__in_parts_of_a_unit() -> None:
    halves = [1, 2, 3]  # a half, one, one and a half
    found = mean(sum(halves), sum(n * n for n in halves), 3, 2)
    assert found.mean == 1
    assert deviation(6, 14, 3, 2) == pytest.approx(0.5)


def test_mean__large_numbers_lose_nothing() -> None:
    far = 10**12
    numbers = [far, far + 1, far + 2]
    found = mean(sum(numbers), sum(n * n for n in numbers), 3)
    assert found.high - found.mean == pytest.approx(4.302653 / math.sqrt(3), rel=1e-4)


def test_quantile() -> None:
    assert quantile([0, 1, 2, 1], 0.5) == 2
    assert quantile([4], 0.95) == 0
    assert quantile([], 0.5) == 0


@pytest.mark.parametrize(("number", "written"), [
    (0.1234567, 0.123457), (1234567.0, 1234570.0), (0.0, 0.0), (-0.00012345678, -0.000123457),
])
def test_rounded__six_figures(number: float, written: float) -> None:
    assert rounded(number) == written
