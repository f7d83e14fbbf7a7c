"""The words for a line of the rules: the sentence of the summary that tells it."""

from __future__ import annotations

from variorum_engine.tally.lines import Key

from variorum.prose.sections.rulings import Rulings
from variorum.reports.blocks import Page, places
from variorum.simulation.job import Side


def rule_words(side: Side) -> dict[Key, str]:
    """By file and line, what the pages say; of several clauses in a line, the first one."""
    assert side.loaded.sheet is not None
    rules = Rulings(side.loaded.sheet).rules(side.options, dict(side.readings))
    found: dict[Key, str] = {}
    for (_, path, line, _), words in places(Page("", "", rules.lead, rules.sections())):
        found.setdefault((path, line), words)
    return found
