"""Files that ask for far more work than their length suggests: every one gets an answer."""

from __future__ import annotations

import sys
from itertools import count

import pytest
from variorum_dsl.budget import STEPS_OF_A_CHECK, Budget
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.files.loader import load_text
from variorum_dsl.printer.formatter import format_text
from variorum_dsl.syntax.reader import parse

from bench.hostile import FAMILIES, game
from variorum.checker.check import check
from variorum.checker.fixes import mended

# As large as a test has time for: a tenth of the sizes of which the length is the point.
SIZES = {name: most if most < 100 else max(100, most // 20) for name, (_, most) in FAMILIES.items()}
HARD = ["unmet-condition", "nested-selections", "huge-totals", "all-at-once"]
LONG = ["doubling-money", "different-money", "chained-edits", "chained-lines", "repeated-uses",
        "scoring-steps", "readings", "kinds-below-kinds", "renames", "looping-examples", "choices",
        "many-always", "unused-figures", "same-figures", "long-chain-of-ties", "given-again",
        "examples-inside", "own-words", "secret-numbers"]


def checked(name: str, size: int, steps: int = STEPS_OF_A_CHECK) -> tuple[list[Diagnostic], float]:
    budget = Budget(steps)
    found = check(load_text(FAMILIES[name][0](size), "hostile.variant", budget=budget))
    return found, steps - budget.left


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_every_family_gets_an_answer(name: str) -> None:
    found, _ = checked(name, SIZES[name], 300_000)
    assert all(finding.code != "our-mistake" for finding in found)


@pytest.mark.parametrize("name", HARD)
def test_what_is_too_hard_is_said_with_its_place(name: str) -> None:
    found, _ = checked(name, SIZES[name], 100_000)
    hard = [finding for finding in found if finding.code == "too-hard"]
    assert len(hard) == 1
    place = hard[0].primary.place
    line = FAMILIES[name][0](SIZES[name]).splitlines()[place.line - 1]
    assert "picks" in line
    assert place.column > 1


@pytest.mark.parametrize("name", LONG)
def test_a_file_twice_as_long_takes_about_twice_the_work(name: str) -> None:
    _, once = checked(name, 60)
    _, twice = checked(name, 120)
    assert twice < 2.4 * once


@pytest.mark.parametrize("before", ["", "figures\n" + "\tf is 1\n" * 300])
def test_a_line_that_is_too_long_to_check_is_too_long_to_lay_out(before: str) -> None:
    text = before + FAMILIES["wide-components"][0](7_500)
    laid_out, problems = format_text(text, "hostile.variant")
    assert laid_out is None
    assert [problem.code for problem in problems] == ["too-long"]
    assert list(load_text(text, "hostile.variant").problems) == problems


def calls(text: str) -> int:
    """How many functions are called to read a text."""
    source, counted = Source("hostile.variant", text), count()
    parse(source)  # what is made once
    sys.setprofile(lambda *_: next(counted) and None)
    try:
        parse(source)
    finally:
        sys.setprofile(None)
    return next(counted)


def test_lines_that_cannot_be_read_far_below_their_heading() -> None:
    once, twice = (calls(FAMILIES["unread-lines"][0](size)) for size in (1_500, 3_000))
    assert twice < 2.4 * once


@pytest.mark.parametrize("lines", [150, 300, 3_000])
def test_lines_with_tabs_are_told_and_mended_however_many(lines: int) -> None:
    text = game(more="figures\n" + "\t# one\n" * lines + " \t# two\n" * lines + "\tf is 1\n")
    found = [each for each in load_text(text, "hostile.variant").problems if each.code == "tab"]
    assert len(found) == (2 * lines + 1 if lines <= 200 else 2)
    assert {edit.place.line for each in found if each.fix for edit in each.fix.edits} == {
        number for number, line in enumerate(text.split("\n"), 1) if "\t" in line}
    better = mended("hostile.variant", text.encode())
    assert better is not None
    assert better.after.count("\t") == lines  # where nobody knows how far in it was meant to be
    assert better.refused == []
    better = mended("hostile.variant", text.encode(), unsafe=True)
    assert better is not None
    assert "\t" not in better.after


def test_one_mistake_does_not_keep_hundreds_of_tabs() -> None:
    text = game(more="figures\n" + "\t# one\n" * 300 + "\tf is 1\n\tx\n")
    better = mended("hostile.variant", text.encode())
    assert better is not None
    assert "\t" not in better.after
    assert "unreadable-line" in {each.code for each in better.checked.diagnostics}


def test_thirty_different_values_of_money_are_no_trouble() -> None:
    found, steps = checked("different-money", 30)
    assert found == []
    assert steps < STEPS_OF_A_CHECK / 100


def test_a_check_is_cut_off_at_the_same_place_wherever_it_runs() -> None:
    first, second = (checked("nested-selections", 4, 20_000) for _ in range(2))
    assert first == second
