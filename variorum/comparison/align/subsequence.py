"""What two sequences have in common, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import eq
from typing import TypeVar

Each = TypeVar("Each")


def longest(
    first: Sequence[Each], second: Sequence[Each], same: Callable[[Each, Each], bool] = eq,
    weights: Sequence[int] = (),
) -> list[tuple[int, int]]:
    """The places of the longest run of members that are the same, not all beside each other; or of
    the heaviest one, if the members of the first have weights."""
    heavy = weights or [1] * len(first)
    table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
    for i in range(len(first) - 1, -1, -1):
        for j in range(len(second) - 1, -1, -1):
            table[i][j] = max(table[i + 1][j], table[i][j + 1])
            if same(first[i], second[j]):
                table[i][j] = max(table[i][j], table[i + 1][j + 1] + heavy[i])
    found = []
    i = j = 0
    while i < len(first) and j < len(second):
        if same(first[i], second[j]) and table[i][j] == table[i + 1][j + 1] + heavy[i]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif table[i + 1][j] >= table[i][j + 1]:
            i += 1
        else:
            j += 1
    return found
