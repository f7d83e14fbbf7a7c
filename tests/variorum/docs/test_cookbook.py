"""Every pattern of the cookbook is a whole file: checked, laid out, and played to its end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.paths import ROOT
from variorum import cli
from variorum.checker.check import check_file

TEXT = (ROOT / "docs" / "cookbook.md").read_text("utf-8")
PATTERNS = {re.match(r"edition ([\w-]+)", body)[1]: body  # type: ignore[index]
            for body in re.findall(r"(?ms)^```variant\n(.*?)^```$", TEXT)}


def test_each_heading_has_a_pattern() -> None:
    assert len(PATTERNS) >= 20
    assert TEXT.count("\n## ") == len(PATTERNS)
    assert TEXT.count("\n```") == 2 * len(PATTERNS)


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_works(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"{name}.variant"
    path.write_text(PATTERNS[name], "utf-8")
    assert check_file(str(path)).diagnostics == []
    assert cli.main(["fmt", "--check", str(path)]) == 0
    assert cli.main(["play", str(path), "--seed", "2", "--brief"]) == 0
    assert re.search(r" wins|share the victory", capsys.readouterr().out.splitlines()[-1])
