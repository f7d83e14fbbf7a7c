"""A checkpoint that somebody else has written is gone on with only if it could be one of ours."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from variorum.simulation import checkpoints
from variorum.simulation.checkpoints import MOST_GAMES, Total, Unusable

RUN = {"rules": "x", "seed": 1}
BODY = {"format": checkpoints.FORMAT, "format_version": checkpoints.VERSION, "run": RUN,
        "done": [[0, 50], [100, 150]], "rows": 7, "sums": [1, 2, 3]}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.integers(-10**31, 10**31),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def forged(path: Path, body: object) -> str:
    """A file whose digest fits."""
    text = json.dumps(body)
    path.write_text(f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}\n")
    return str(path)


def test_one_of_ours_comes_back(tmp_path: Path) -> None:
    total = Total(3)
    total.add(0, 50, [1, 2, 3])
    path = str(tmp_path / "state")
    checkpoints.write(path, RUN, total, 7)
    again, rows = checkpoints.read(path, RUN, 3)
    assert (again.done, again.sums, rows) == (total.done, total.sums, 7)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None,
          max_examples=150)
@given(field=st.sampled_from(sorted(BODY)), value=ANYTHING)
def test_whatever_stands_in_a_field_it_is_a_checkpoint_or_refused(
    tmp_path: Path, field: str, value: Any
) -> None:
    path = forged(tmp_path / "state", {**BODY, field: value})
    try:
        total, rows = checkpoints.read(path, RUN, 3)
    except Unusable:
        return
    assert rows >= 0
    assert 0 <= total.games <= MOST_GAMES
    assert len(total.sums) == 3


@pytest.mark.parametrize("done", [
    [[0, 10**30]], [[5, 5]], [[9, 3]], [[0, 50], [20, 70]], [[50, 60], [0, 10]], [[-5, 5]], [[0]],
    [[0, 1, 2]], [[0.0, 1]], [["0", "1"]], [[True, 2]],
])
def test_games_that_nobody_can_have_played_are_refused(tmp_path: Path, done: object) -> None:
    with pytest.raises(Unusable):
        checkpoints.read(forged(tmp_path / "state", {**BODY, "done": done}), RUN, 3)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None,
          max_examples=60)
@given(body=ANYTHING | st.binary())
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, body: object) -> None:
    path = tmp_path / "state"
    if isinstance(body, bytes):
        path.write_bytes(body)
    else:
        forged(path, body)
    with pytest.raises(Unusable):
        checkpoints.read(str(path), RUN, 3)
