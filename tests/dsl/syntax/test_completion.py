"""What may follow at a place: words of the language, and names of which sort."""

import pytest
from variorum_dsl.syntax.builders.reductions import LISTS, callback_name
from variorum_dsl.syntax.completion import _LISTS_OF_NAMES, SORTS, Following, following
from variorum_dsl.syntax.grammar import grammar

HEAD = """edition small "Small"
players 2 to 3
kinds
  paper has value
zones
  deck holds paper, hidden
"""


def after(text: str) -> Following:
    lines = (HEAD + text).split("\n")
    return following(HEAD + text, len(lines), len(lines[-1]) + 1)


@pytest.mark.parametrize(("text", "words", "names"), [
    ("setup\n  move deck to ", ["bottom", "every", "one", "this", "top"],
     ["kind", "property", "value"]),
    ("zones\n  pile of each ", [], ["type"]),
    ("setup\n  move deck ",
     ["except", "in", "of", "otherwise", "outside", "to", "whose", "with"], []),
    ("setup\n  do ", [], ["procedure"]),
    ("setup\n  for each ", [], ["type"]),
    ("setup\n  for each player ", [], ["new"]),
    ("setup\n  for each player p,\n    ", ["highest", "lowest", "until"], []),
    ("setup\n  depending on deck\n    case paper, ", [], ["kind"]),
    ("zones\n  hand holds paper or ", [], ["kind"]),
    ("zones\n  hand holds paper, ", ["hidden", "open", "secret"], []),
    ("zones\n  hand holds paper, se", ["hidden", "open", "secret"], []),
    ("uses ", [], ["library"]),
    ("winner\n  ", ["highest", "lowest", "then"], []),
    ("winner\n  highest ", [], ["property"]),
    ("option more\n  change scoring ", [], ["scoring"]),
    ("example one\n  when playing ", [], ["stage"]),
    ("example one\n  reading odd is ", [], ["reading"]),
    ("example one\n  then\n    eliminated ann, ", [], ["somebody"]),
])
def test_the_words_and_the_sorts_of_names(text: str, words: list[str], names: list[str]) -> None:
    found = after(text)
    assert list(found.words) == words
    assert list(found.names) == names


def test_the_beginning_of_a_file_and_of_a_clause() -> None:
    assert following("", 1, 1).words == ("edition", "library", "variant")
    assert {"setup", "zones", "winner", "option"} <= set(after("").words)
    assert {"move", "if", "let"} <= set(after("setup\n  ").words)


def test_numbers_quotes_and_what_somebody_says() -> None:
    assert after("players ").number
    assert after("phase auction ").quoted
    assert after("example one\n  when playing setup\n    ann: ").phrase
    assert after("example one\n  when playing setup\n    ann: bid ").phrase


@pytest.mark.parametrize("text", [
    'published "in qu', "# a comm", "setup\n  nonsense here ", "setup\n      ", "setup = ",
])
def test_where_nothing_can_be_said(text: str) -> None:
    assert after(text) in (Following(), after("setup\n  "))


def test_what_stands_behind_the_place_and_mistakes_before_it_do_not_matter() -> None:
    text = HEAD + "setup\n  mvoe deck deck deck\n  shuffle  and so on\n"
    found = following(text, 9, 11)
    assert found.names == ("kind", "property", "value")


def test_every_name_of_the_grammar_has_its_sort() -> None:
    needed: dict[str, int] = {}
    for rule in grammar().lark.rules:
        name = callback_name(rule)
        if not rule.origin.name.startswith("_") and name not in LISTS:
            here = sum(symbol.name == "NAME" or symbol.name in _LISTS_OF_NAMES
                       for symbol in rule.expansion)
            needed[name] = max(here, needed.get(name, 0))
    assert {name: count for name, count in needed.items() if count} == {
        name: len(sorts) for name, sorts in SORTS.items()
    }
