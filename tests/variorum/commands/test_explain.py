"""`variorum explain`: the longer page on a code."""

from collections.abc import Callable
from typing import Any

import pytest
from variorum_dsl.diagnostics.explanations import codes, page

Run = Callable[..., Any]


def test_without_a_code_all_are_listed(run: Run) -> None:
    assert run("explain") == (0, "".join(f"{code}\n" for code in codes()), "")


@pytest.mark.parametrize("code", codes())
def test_every_page_is_printed(run: Run, code: str) -> None:
    result = run("explain", code)
    assert result.status == 0
    assert result.out.splitlines() == (page(code) or "").splitlines()


@pytest.mark.parametrize("code", ["no-such-code", "../pages", "\x1b[31m", ""])
def test_an_unknown_code_is_said(run: Run, code: str) -> None:
    result = run("explain", code)
    assert result.status == 2
    assert "there is no kind of mistake called" in result.err
    assert "\x1b" not in result.err


def test_a_misspelt_code_gets_a_suggestion(run: Run) -> None:
    code = codes()[0]
    assert f"did you mean {code}?" in run("explain", code[:-1]).err
