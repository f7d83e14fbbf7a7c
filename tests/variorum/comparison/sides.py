"""Editions to compare, read once, and small changes of one of them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from variorum_dsl.files.loader import Loaded, load_text

from tests.paths import ROOT
from variorum.checker.check import read
from variorum.comparison.align.sides import Side
from variorum.comparison.compare import compare, side_of
from variorum.comparison.model import Comparison
from variorum.files.editions import edition_path

HIGH_SOCIETY = ("osprey-2018", "quick-start", "money-isnt-everything", "edition-2025")
GAMES = sorted((ROOT / "tests" / "games").glob("*.variant"))


@cache
def loaded(name: str) -> Loaded:
    path = edition_path(name)
    return read(str(path or name))


@cache
def side(name: str) -> Side:
    return side_of(loaded(name))


@cache
def compared(left: str, right: str) -> Comparison:
    return compare(side(left), side(right), quick=True)


def changed(name: str, *edits: tuple[str, str]) -> Side:
    """An edition in which some texts are replaced; each must be there."""
    path = edition_path(name)
    assert path is not None
    text = Path(path).read_text(encoding="utf-8")
    for before, after in edits:
        assert before in text, before
        text = text.replace(before, after, 1)
    found = load_text(text, f"changed {name}.variant", edition_path)
    assert not [problem for problem in found.problems if problem.severity == "error"]
    return side_of(found)
