"""What is on offer at a decision: whether there is an answer, and what the least one takes."""

from __future__ import annotations

from variorum_engine.runtime.draws import clear, fits, members
from variorum_engine.runtime.interface import (
    CHOICES,
    KIND,
    PAGES,
    PICKED,
    WIDTH,
    A,
    Row,
    pop,
)
from variorum_engine.runtime.totals import gains_of


def can_answer(M: Row, Y: Row, go: int, choice: int) -> int:
    """Whether a choice has an answer; one that only trying out would tell is believed to."""
    kind = KIND[go * CHOICES + choice]
    base = choice * WIDTH
    if kind < 0 or M[A + base] == 0:
        return 0
    if kind == 0:
        return 1
    if kind == 3:
        return 1 if M[A + base + 9] >= M[A + base + 8] else 0
    many = 0
    total = 0
    limit = M[A + base + 3]
    for page in range(PAGES if kind == 1 else 1):
        mask = M[A + base + 8 + page]
        many += pop(mask)
        if limit == 1 or limit == 2:
            total += gains_of(M[A + base + 5], page, mask)
    if many < M[A + base + 1] or M[A + base + 2] < M[A + base + 1]:
        return 0
    if limit == 1 or limit == 2:
        return 1 if total >= needed(M, choice) else 0
    if limit == 99:
        return climb(M, Y, go, choice)
    return 1


def needed(M: Row, choice: int) -> int:
    """The least total that a limit asks for."""
    base = A + choice * WIDTH
    whole = M[base + 6] == 1  # nearly always, and a division takes long
    if M[base + 3] == 1:
        return (M[base + 4] if whole else M[base + 4] // M[base + 6]) + 1
    if M[base + 3] == 2:
        return M[base + 4] if whole else -(-M[base + 4] // M[base + 6])
    return max(0, M[base + 1])


def climb(M: Row, Y: Row, go: int, choice: int) -> int:
    """Pick one more of the members until a condition is fulfilled; gives how many, or 0. Where
    one must be picked, each is tried by itself."""
    base = choice * WIDTH
    many = members(M, go, choice, Y)
    most = min(many, M[A + base + 2])
    if most == 1 or M[A + base + 1] == M[A + base + 2] == 1:
        for i in range(many):
            clear(M)
            M[PICKED + (Y[i] >> 6)] |= 1 << (Y[i] & 63)
            if fits(M, go, choice):
                return 1
        return 0
    clear(M)
    for i in range(most):
        M[PICKED + (Y[i] >> 6)] |= 1 << (Y[i] & 63)
        if fits(M, go, choice):
            return i + 1
    return 0
