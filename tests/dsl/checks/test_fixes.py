"""Every fix that is offered mends what was found, and breaks nothing else."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit
from variorum_dsl.diagnostics.explanations import codes
from variorum_dsl.files.loader import Loaded

from tests.dsl.checks.test_pages import NOT_SHOWN, blocks
from variorum.checker.check import check, read

SAMPLES = sorted((Path(__file__).parent / "bad").glob("*.variant"))
WITH_A_FIX = {
    "edit-does-not-apply", "idle-tie-break", "never-scored", "not-a-question", "step-undone",
    "unknown-code", "unknown-name", "unused-allow", "unused-name", "wrong-count", "wrong-total",
}


def offset(text: str, line: int, column: int) -> int:
    """How many characters stand before a place, which may be the end of the text."""
    lines = text.split("\n")
    before = sum(len(each) + 1 for each in lines[: line - 1])
    return min(len(text), before + column - 1)


def applied(text: str, edits: tuple[Edit, ...]) -> str:
    """A text with its edits, which do not touch each other."""
    ends = [(offset(text, edit.place.line, edit.place.column),
             offset(text, edit.place.end_line, edit.place.end_column), edit.text)
            for edit in edits]
    ends.sort(reverse=True)
    assert all(later[0] >= earlier[1] for later, earlier in pairwise(ends))
    for start, end, new in ends:
        assert start <= end
        text = text[:start] + new + text[end:]
    return text


def told(found: list[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter((each.code, each.title) for each in found)


def hold_every_fix(loaded: Loaded, found: list[Diagnostic]) -> set[str]:
    """Apply each fix by itself and check again. Gives the codes that had one."""
    path = Path(loaded.path)
    text = path.read_text("utf-8")
    fixed = set()
    for finding in found:
        if finding.fix is None:
            continue
        assert all(edit.place.path == loaded.path for edit in finding.fix.edits)
        path.write_text(applied(text, finding.fix.edits), "utf-8")
        after = told(check(read(str(path))))
        key = finding.code, finding.title
        assert after[key] < told(found)[key], path.read_text("utf-8")
        assert not after - told(found), path.read_text("utf-8")
        fixed.add(finding.code)
    path.write_text(text, "utf-8")
    return fixed


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_fixes_of_the_samples(sample: Path, checking: Any) -> None:
    hold_every_fix(*checking(sample.read_text("utf-8")))


def test_fixes_of_the_pages(checking: Any) -> None:
    fixed = set()
    for code in codes():
        if code not in NOT_SHOWN:
            ((escaped, text),) = blocks(code, "bad")
            if not escaped:
                fixed |= hold_every_fix(*checking(text))
    assert fixed == WITH_A_FIX


def test_a_pile_of_each_player(checking: Any, small_game: str) -> None:
    loaded, found = checking(small_game.replace("in purse of each player", "in purse"))
    assert "wrong-owner" in hold_every_fix(loaded, found)


def test_a_case_that_never_happens(checking: Any, small_game: str) -> None:
    line = "      move price to bank\n"
    loaded, found = checking(small_game.replace(line, line + """\
      depending on shop
        case gem
          nothing happens
        case coin
          move price to bank
"""))
    assert hold_every_fix(loaded, found) == {"never-there"}


def test_a_misspelt_name_is_written_as_it_was_meant(checking: Any, small_game: str) -> None:
    for name, wrong in (
        ("holds gem, open", "holds gme, open"),
        ("move price to bank", "move prce to bank"),
        ("then highest money-left", "then highest mony-left"),
        ("with worth 1 to 3", "with wort 1 to 3"),
        ("in purse of each", "in purs of each"),
        ("6 gem with", "6 gems with"),
        ("starter becomes first", "startr becomes first"),
        ("move shop to treasure of starter", "move shop to treasur of starter"),
    ):
        assert name in small_game
        loaded, found = checking(small_game.replace(name, wrong, 1))
        fixes = [each.fix for each in found if each.code == "unknown-name"]
        assert len(fixes) == 1, wrong
        assert fixes[0] is not None, wrong
        text = Path(loaded.path).read_text("utf-8")
        assert applied(text, fixes[0].edits) == small_game


def test_what_stands_in_another_file_is_not_fixed_here(checking: Any, small_game: str) -> None:
    loaded, found = checking(
        'variant mine "Mine" extends small\nreplace zone bank holds gem, open\n'
        "# file small.variant\n" + small_game)
    assert found
    assert all(edit.place.path == loaded.path for each in found if each.fix
               for edit in each.fix.edits)
