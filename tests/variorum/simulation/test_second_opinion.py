"""The same intervals from another library (SciPy), which knows nothing of ours."""

from __future__ import annotations

import random

import pytest

from variorum.simulation.statistics import among, difference, mean, separate, share, student

stats = pytest.importorskip("scipy.stats")


@pytest.mark.parametrize(("count", "games"), [
    (0, 1), (1, 1), (0, 30), (3, 30), (15, 30), (30, 30), (1, 1000), (251, 1000), (4_990, 10_000)])
def test_shares_have_the_interval_of_wilson(count: int, games: int) -> None:
    ours = share(count, games)
    theirs = stats.binomtest(count, games).proportion_ci(method="wilson")
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 6, 8, 12, 30, 100, 10_000])
def test_deviations_are_those_of_student(freedom: int) -> None:
    assert student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-4)


@pytest.mark.parametrize("many", [2, 5, 12, 200])
def test_averages_have_the_interval_of_student(many: int) -> None:
    lot = random.Random(many)
    numbers = [lot.randrange(-40, 90) for _ in range(many)]
    ours = mean(sum(numbers), sum(each * each for each in numbers), many, 2)
    halves = [each / 2 for each in numbers]
    low, high = stats.t.interval(0.95, many - 1, loc=sum(halves) / many, scale=stats.sem(halves))
    assert (ours.low, ours.high) == pytest.approx((low, high), rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("games", [400, 3000])
def test_differences_are_those_of_pairs(games: int) -> None:
    """Game by game, as a paired t test has them; the four games that are added on top make the
    interval wider by less than one game in a hundred."""
    lot = random.Random(games)
    one = [int(lot.random() < 0.3) for _ in range(games)]
    two = [each if lot.random() < 0.8 else int(lot.random() < 0.4) for each in one]
    apart = [b - a for a, b in zip(one, two, strict=True)]
    ours = difference(sum(apart), sum(each * each for each in apart), games, 1)
    theirs = stats.ttest_rel(two, one).confidence_interval(0.95)
    assert ours.mean == pytest.approx(sum(apart) / games)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.01)
    assert ours.high - ours.low >= theirs.high - theirs.low


def test_ranges_of_unrelated_games_are_those_of_two_samples() -> None:
    lot = random.Random(7)
    one, two = ([lot.randrange(40) for _ in range(2000)] for _ in range(2))
    ours = separate((sum(one), sum(two)), (sum(n * n for n in one), sum(n * n for n in two)),
                    2000, 1)
    theirs = stats.ttest_ind(two, one, equal_var=False).confidence_interval(0.95)
    assert 2 * ours == pytest.approx(theirs.high - theirs.low, rel=1e-3)


@pytest.mark.parametrize("many", [1, 4, 20])
def test_looking_at_many_figures_is_allowed_for_as_bonferroni_does(many: int) -> None:
    assert among(many) == pytest.approx(stats.norm.ppf(1 - 0.05 / 2 / many))


def test_a_range_of_95_in_100_holds_the_truth_so_often() -> None:
    """By trial: of 2,000 series of 60 games, about 95 in 100 have the true share in their range."""
    lot, truth = random.Random(4), 0.25
    inside = 0
    for _ in range(2000):
        found = share(sum(lot.random() < truth for _ in range(60)), 60)
        inside += found.low <= truth <= found.high
    assert stats.binomtest(inside, 2000, 0.95).pvalue > 0.001
