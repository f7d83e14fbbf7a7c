"""How figures are worded."""

from __future__ import annotations

from collections.abc import Sequence

from variorum.reports.blocks import Table, Words
from variorum.simulation.report.figures import Counted, Length, Spread
from variorum.simulation.report.page import _length


def _spread(middle: int, low: int, high: int, last: int) -> Spread:
    bins: list[Counted] = [{"value": value, "count": 1, "or_more": value == last}
            for value in sorted({low, middle, high})]
    return {"of": 3, "mean": 600.0, "low": 500.0, "high": 700.0, "deviation": 1.0,
            "middle": middle, "from": low, "to": high, "bins": bins}


def _told(data: Length) -> list[Sequence[Words]]:
    table = next(block for block in _length(data).blocks if isinstance(block, Table))
    return [row.cells for row in table.rows]


def test_what_is_longer_than_was_counted_is_said_to_be_more() -> None:
    found = _told({"rounds": _spread(511, 77, 511, 511), "decisions": _spread(40, 30, 50, 1023),
                   "guarded": None})
    rounds, decisions = found
    assert rounds[-2:] == ("511 or more", "77 to 511 or more")
    assert decisions[-2:] == ("40", "30 to 50")


def test_when_nearly_all_are_longer() -> None:
    found = _told({"rounds": _spread(511, 511, 511, 511), "decisions": _spread(40, 30, 50, 0),
                   "guarded": None})
    assert found[0][-2:] == ("511 or more", "511 or more")
