"""The grammar is the reference: free of conflicts, and the saved parser belongs to it."""

from pathlib import Path

from lark import Lark
from variorum_dsl.syntax import grammar
from variorum_dsl.syntax.builders.clauses import NOTING
from variorum_dsl.syntax.builders.reductions import BUILDERS, LISTS, callback_name


def test_the_grammar_has_no_conflicts() -> None:
    text = Path(grammar.GRAMMAR).read_text("utf-8")
    assert Lark(text, parser="lalr", lexer="contextual", strict=True).terminals


def test_the_saved_parser_is_that_of_the_grammar() -> None:
    assert grammar.saved_stamp() == grammar.stamp(), "run: python -m variorum_dsl.syntax.grammar"
    saved = grammar.saved()
    assert saved is not None
    assert len(saved.rules) == len(grammar.analysed().rules)


def test_every_rule_is_built() -> None:
    """A new construct has to be taught to the builders; what is left over there can go."""
    names = {callback_name(rule) for rule in grammar.grammar().lark.rules
             if not rule.origin.name.startswith("_")}
    assert names - LISTS == {*BUILDERS, *NOTING}
