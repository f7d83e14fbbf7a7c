"""What the tests of the pages share: the editions as pages, and files of their own."""

from __future__ import annotations

from functools import cache

from variorum_dsl.files.loader import Loaded

from variorum.checker.check import read
from variorum.docs.pages import edition_of as _edition_of
from variorum.docs.pages import summary_page
from variorum.files.editions import edition_path
from variorum.prose.sections.rulings import Rulings
from variorum.reports import markdown
from variorum.reports.blocks import Page

EDITIONS = (
    "osprey-2018", "quick-start", "edition-2025", "money-isnt-everything", "gossip-and-the-city",
)


@cache
def loaded(name: str) -> Loaded:
    path = edition_path(name)
    assert path is not None
    return read(str(path))


@cache
def summary(name: str) -> str:
    return markdown.render(summary_page(_edition_of(loaded(name))))


def rules_in_words(sheet: object) -> str:
    """Everything that the rules say, without what the engine adds."""
    rulings = Rulings(sheet)  # type: ignore[arg-type]
    rules = rulings.rules()
    return markdown.render(Page(
        "x", "x", rules.lead, [*rules.sections(), rulings.options(), rulings.silences()]))
