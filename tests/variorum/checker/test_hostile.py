"""Files that ask for far more work than their length suggests: every one gets an answer."""

from __future__ import annotations

import pytest
from variorum_dsl.budget import STEPS_OF_A_CHECK, Budget
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.files.loader import load_text

from bench.hostile import FAMILIES
from variorum.checker.check import check

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


def test_thirty_different_values_of_money_are_no_trouble() -> None:
    found, steps = checked("different-money", 30)
    assert found == []
    assert steps < STEPS_OF_A_CHECK / 100


def test_a_check_is_cut_off_at_the_same_place_wherever_it_runs() -> None:
    first, second = (checked("nested-selections", 4, 20_000) for _ in range(2))
    assert first == second
