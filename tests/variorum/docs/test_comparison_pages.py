"""Pages of comparisons: whatever was compared before, the same two editions make the same page."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.variorum.comparison.sides import loaded
from variorum.docs import comparison
from variorum.docs.pages import Edition, edition_of
from variorum.reports import markdown

NAMES = ("edition-2025", "gossip-and-the-city", "osprey-2018")


@pytest.fixture
def editions(monkeypatch: pytest.MonkeyPatch) -> list[Edition]:
    monkeypatch.setattr(comparison, "_KNOWN", {})
    return [edition_of(loaded(name)) for name in NAMES]


def _made(editions: list[Edition]) -> dict[str, str]:
    return {page.name: markdown.render(page) for page in comparison.pages(editions)}


def test_what_was_compared_before_changes_no_page(editions: list[Edition]) -> None:
    before = _made(editions)
    assert len(before) == 1 + 3
    comparison._KNOWN.clear()
    # The last two first: what is known of an edition was then found out beside another one.
    for two in reversed(list(combinations(editions, 2))[1:]):
        _made(list(two))
    assert _made(editions) == before
