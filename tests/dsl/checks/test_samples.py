"""Mistakes, and what is said about each of them.

`bad/NAME.variant` is a file with mistakes, or a fragment of one (see `conftest.py`);
`bad/NAME.expected` is the whole report. After a change that is meant:

    .venv/bin/python -m pytest tests/dsl/checks/test_samples.py --accept

and read the difference before you commit it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from variorum_dsl.diagnostics.terminal import render_all

from tests.paths import ROOT

SAMPLES = sorted((Path(__file__).parent / "bad").glob("*.variant"))


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_what_is_said(sample: Path, checking: Any, request: pytest.FixtureRequest) -> None:
    loaded, found = checking(sample.read_text("utf-8"))
    text = render_all(found, loaded.sources)
    for folder in {Path(loaded.path).parent, ROOT / "variants"}:
        text = text.replace(f"{folder}/", "")
    expected = sample.with_suffix(".expected")
    if request.config.getoption("--accept"):
        expected.write_text(text, "utf-8")
    assert text == expected.read_text("utf-8")


def test_three_mistakes_give_three_reports(checking: Any) -> None:
    sample = Path(__file__).parent / "bad" / "three-mistakes-three-reports.variant"
    assert len(checking(sample.read_text("utf-8"))[1]) == 3
