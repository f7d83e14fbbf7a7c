"""The grammar is the reference: free of conflicts, and the stored tables belong to it."""

from dsl import grammar
from dsl.builder import BUILDERS, LISTS


def test_the_grammar_has_no_conflicts() -> None:
    assert grammar.analysed(strict=True).terminals


def test_the_stored_tables_are_those_of_the_grammar() -> None:
    assert grammar.stored_stamp() == grammar.stamp(), "run: python -m dsl.grammar"
    assert len(grammar.tables().states) == len(grammar.made().states)


def test_every_rule_is_built() -> None:
    for rule in grammar.tables().rules:
        if not rule.spliced and not rule.inline_single:
            assert rule.callback in BUILDERS or rule.callback in LISTS, rule.callback
