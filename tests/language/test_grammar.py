"""The grammar is the reference: free of conflicts, and the stored tables belong to it."""

from variorum_dsl.syntax import grammar
from variorum_dsl.syntax.builders import BUILDERS


def test_the_grammar_has_no_conflicts() -> None:
    assert grammar.analysed(strict=True).terminals


def test_the_stored_tables_are_those_of_the_grammar() -> None:
    assert grammar.stored_stamp() == grammar.stamp(), "run: python -m variorum_dsl.syntax.grammar"
    assert len(grammar.stored()[0]) == len(grammar.made()[0])


def test_every_rule_is_built() -> None:
    rules = grammar.tables().rules
    for number in range(len(rules.packed)):
        callback = rules[number].callback
        if not rules[number].spliced:
            assert callback in BUILDERS or callback in grammar.LISTS, callback
