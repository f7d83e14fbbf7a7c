"""Small deals can be played in exactly as many ways as `tests/counts/` says."""

from pathlib import Path

import pytest

from tests.engine.interpreter.node_counts import FILES, by_counting, dealt, one_by_one, told
from tests.paths import ROOT

PLAIN_DEPTH = 6


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_ways_to_play_a_small_deal(path: Path) -> None:
    expected = told(path)
    table, depth = dealt(path)
    assert len(expected) == depth
    assert by_counting(table, depth, [0] * depth) == expected
    shallow = min(depth, PLAIN_DEPTH)
    assert one_by_one(table, shallow, [0] * shallow) == expected[:shallow]


def test_every_edition_has_a_deal() -> None:
    editions = {path.stem for path in (ROOT / "variants").glob("*.variant")}
    assert {path.stem for path in FILES} == editions
