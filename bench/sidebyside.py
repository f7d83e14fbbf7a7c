"""Rates that are measured side by side, so that a busy machine slows all of them alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

Play = Callable[[], object]


def rate(play: Play, seconds: float) -> float:
    """Games a second of processor time."""
    games = 0
    start = time.process_time()
    while (took := time.process_time() - start) < seconds:
        play()
        games += 1
    return games / took


def side_by_side(one: Play, other: Play, *, slices: int = 7, seconds: float = 0.15) -> tuple[
    float, float, float
]:
    """The median rate of each, and the median of the ratios of neighbouring slices."""
    rate(one, seconds)
    rate(other, seconds)
    pairs = [(rate(one, seconds), rate(other, seconds)) for _ in range(slices)]
    return (
        statistics.median(pair[0] for pair in pairs),
        statistics.median(pair[1] for pair in pairs),
        statistics.median(first / second for first, second in pairs),
    )
