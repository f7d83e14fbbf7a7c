"""Conditions on picked cards that only bound a total.

`offer of p + total worth of raise is more than best` says no more than that the total worth of
what is picked exceeds a bound which is known before anything is picked. Such picks are counted and
sampled exactly without listing their answers.
"""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op

_FLIPPED = {
    "is at least": "is at most", "is at most": "is at least",
    "is more than": "is less than", "is less than": "is more than", "is": "is",
}


def mentions(part: Any, local: int) -> bool:
    """Whether an expression depends on a local."""
    if isinstance(part, Op):
        if part.op == "local" and part.args[0] == local:
            return True
        return any(mentions(argument, local) for argument in part.args)
    if isinstance(part, tuple):
        return any(mentions(item, local) for item in part)
    return False


def limit_of(condition: Op, local: int) -> tuple[int, str, Op] | None:
    """(attribute, comparison, bound) if the condition only bounds a total of the local."""
    if condition.op != "compare":
        return None
    comparison, left, right = condition.args
    if comparison not in _FLIPPED:
        return None
    if mentions(right, local):
        left, right, comparison = right, left, _FLIPPED[comparison]
    if mentions(right, local) or left.type != "number":
        return None
    attribute = None
    bound = right
    while True:
        if left.op == "total_cards" and _is(left.args[1], local):
            attribute = left.args[0]
            break
        if left.op == "+" and not mentions(left.args[0], local):
            bound = Op("-", (bound, left.args[0]), "number", left.at)
            left = left.args[1]
        elif left.op == "+" and not mentions(left.args[1], local):
            bound = Op("-", (bound, left.args[1]), "number", left.at)
            left = left.args[0]
        elif left.op == "-" and not mentions(left.args[1], local):
            bound = Op("+", (bound, left.args[1]), "number", left.at)
            left = left.args[0]
        else:
            return None
    return attribute, comparison, bound


def _is(part: Op, local: int) -> bool:
    return part.op == "local" and part.args[0] == local
