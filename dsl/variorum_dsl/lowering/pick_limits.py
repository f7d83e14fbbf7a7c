"""Conditions on picked cards that only bound a total.

`offer of p + total worth of raise is more than best` says no more than that the total worth of
what is picked exceeds a bound which is known before anything is picked. Such picks are counted and
sampled exactly without listing their answers.
"""

from __future__ import annotations

from variorum_dsl import core as c
from variorum_dsl.core.walk import mentions

_FLIPPED: dict[c.Comparison, c.Comparison] = {
    "is at least": "is at most", "is at most": "is at least",
    "is more than": "is less than", "is less than": "is more than", "is": "is",
}


def limit_of(condition: c.Expression, local: int) -> c.Limit | None:
    """The limit that a condition comes to, if it only bounds a total of the local."""
    if not isinstance(condition, c.Compare) or condition.comparison not in _FLIPPED:
        return None
    comparison, left, right = condition.comparison, condition.left, condition.right
    if mentions(right, local):
        left, right, comparison = right, left, _FLIPPED[comparison]
    if mentions(right, local) or left.type != "number":
        return None
    bound = right
    while True:
        match left:
            case c.TotalOfCards(attribute, c.Local(number)) if number == local:
                return c.Limit(attribute, comparison, bound)
            case c.Sum(known, rest) if not mentions(known, local):
                bound = c.Difference(bound, known, type="number", at=left.at)
                left = rest
            case c.Sum(rest, known) if not mentions(known, local):
                bound = c.Difference(bound, known, type="number", at=left.at)
                left = rest
            case c.Difference(rest, known) if not mentions(known, local):
                bound = c.Sum(bound, known, type="number", at=left.at)
                left = rest
            case _:
                return None
