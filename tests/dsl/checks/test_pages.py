"""Every code has a page, and what the pages show is true."""

from __future__ import annotations

import ast
import re
from typing import Any

import pytest
from variorum_dsl.diagnostics.explanations import codes, page

from tests.paths import ROOT

# Codes that no rule file can bring about: a guard, and what other commands read.
NOT_SHOWN = {"changed-section", "not-laid-out", "other-layout", "syntax",
             "unknown-heading", "unknown-setting", "unreadable-file", "wrong-setting"}


def blocks(code: str, word: str) -> list[tuple[bool, str]]:
    """(whether it is escaped, the text) of the blocks of a page."""
    text = page(code)
    assert text is not None
    found = re.findall(rf"(?ms)^```{word}( escaped)?\n(.*?)^```$", text)
    return [(bool(escaped), body) for escaped, body in found]


def codes_in_source() -> set[str]:
    """The codes that stand in calls which make a report."""
    found: set[str] = set()
    for folder in ("dsl", "engine", "variorum"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                values = [*node.args[:1], *(k.value for k in node.keywords if k.arg == "code")]
                if name in ("Diagnostic", "report"):
                    found |= {value.value for value in values
                              if isinstance(value, ast.Constant) and isinstance(value.value, str)}
    # `unknown-{word}` is put together from what was asked for; one of two is said of a character.
    return found | {"unknown-option", "unknown-silence", "unknown-reading", "example-wrong",
                    "tab", "invisible-character"}


def test_the_small_game_checks_clean(checking: Any, small_game: str) -> None:
    assert checking(small_game)[1] == []


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert set(codes()) == codes_in_source()


@pytest.mark.parametrize("code", codes())
def test_a_page_has_a_title_and_both_examples(code: str) -> None:
    text = page(code)
    assert text is not None
    assert text.startswith(f"# {code}: ")
    if code not in NOT_SHOWN:
        assert len(blocks(code, "bad")) == 1
        assert len(blocks(code, "good")) == 1


@pytest.mark.parametrize("code", [code for code in codes() if code not in NOT_SHOWN])
def test_the_bad_example_gives_the_code_and_the_good_one_does_not(
    code: str, checking: Any
) -> None:
    for escaped, text in blocks(code, "bad"):
        found = {each.code for each in checking(text, escaped=escaped)[1]}
        assert code in found
    for escaped, text in blocks(code, "good"):
        assert checking(text, escaped=escaped)[1] == []


def test_a_code_that_does_not_exist_has_no_page() -> None:
    assert page("no-such-code") is None
    assert page("../pages/tab") is None
