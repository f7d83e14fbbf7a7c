"""Whatever file is drawn: what the checker accepts keeps every promise; edits obey their laws."""

import pytest
from hypothesis import Phase, assume, find, given, settings
from variorum_dsl import model as m
from variorum_dsl.printer.document import print_document
from variorum_dsl.printer.formatter import format_text
from variorum_engine.table.fingerprint import fingerprint
from variorum_engine.table.preparation import Ready
from variorum_engine.verification.random_games import Watched, cases

from tests.strategies import SOAK, accepted, documents, option, read, rule_files


def meaning(text: str, *options: str) -> str:
    game, problems = read(text).sheet.resolved(options)
    assert not problems, [problem.title for problem in problems]
    return fingerprint(game)


@settings(max_examples=25 * SOAK)
@given(rule_files())
def test_what_the_checker_accepts_keeps_every_promise(text: str) -> None:
    loaded = read(text)
    assume(accepted(loaded))
    ready = Ready(loaded.sheet)
    for case in cases(ready):
        watched = Watched(ready, case)
        assert watched.usable, [problem.title for problem in watched.problems]
        for seed in range(SOAK):
            failure = watched.game(seed)
            assert failure is None, (case, failure.broken.invariant, failure.broken.text)


@pytest.mark.parametrize("words", ["savings", "leaver", "to deck below 1 cards", "star in deck to"])
def test_whatever_is_drawn_is_accepted_too(words: str) -> None:
    find(rule_files(), lambda drawn: words in drawn and accepted(read(drawn)),
         settings=settings(max_examples=400, database=None, phases=(Phase.generate,)))


def test_every_construct_is_drawn() -> None:
    """Every line of play and every operation of the language: what is missing is in no property."""
    seen: set[type[m.Node]] = set()

    @settings(max_examples=200, database=None, derandomize=True, phases=(Phase.generate,))
    @given(documents())
    def look(document: m.Document) -> None:
        seen.update(type(node) for node in m.walk(document))

    look()
    assert {*m.members(m.Statement), *m.members(m.Expression), m.Depth} <= seen


@settings(max_examples=30 * SOAK)
@given(documents())
def test_printing_and_reading_give_the_document_back(document: m.Document) -> None:
    text = print_document(document)
    again = read(text).document
    assert again is not None
    assert m.same(document, again)
    assert print_document(again) == text


@settings(max_examples=15 * SOAK)
@given(rule_files())
def test_formatting_changes_nothing(text: str) -> None:
    formatted, problems = format_text(text, "drawn.variant")
    assert not problems
    assert formatted is not None
    assert meaning(formatted) == meaning(text)
    assert format_text(formatted, "drawn.variant")[0] == formatted


@settings(max_examples=15 * SOAK)
@given(rule_files())
def test_adding_and_removing_gives_the_game_back(text: str) -> None:
    edits = "add figures\n  wealth is total value of hand + 1", "remove figure wealth"
    assert meaning(option(text, *edits), "there-and-back") == meaning(text)
    edits = ("change scoring score\n  last add more add 4", "change scoring score\n  remove more")
    assert meaning(option(text, *edits), "there-and-back") == meaning(text)


@settings(max_examples=8 * SOAK)
@given(rule_files())
def test_renaming_there_and_back_gives_the_game_back(text: str) -> None:
    for old, new in (("gem", "jewel"), ("hand", "wallet"), ("money-left", "riches"),
                     ("points", "credit"), ("star", "comet")):
        edited = option(text, f"rename {old} to {new}", f"rename {new} to {old}")
        assert meaning(edited, "there-and-back") == meaning(text)
        renamed = option(text, f"rename {old} to {new}")
        assert meaning(renamed, "there-and-back") == meaning(text)


@settings(max_examples=5 * SOAK)
@given(documents())
def test_replacing_and_replacing_back_gives_the_game_back(document: m.Document) -> None:
    text = print_document(document)
    zones = next(item for item in document.items if isinstance(item, m.Zones))
    for zone in zones.lines:
        other = zone.but(sight="open" if zone.sight != "open" else "hidden")
        edits = [print_document(m.Document(form="edition", name="x", items=(m.Replace(clause=z),)))
                 .split("\n", 1)[1].strip() for z in (other, zone)]
        changed = meaning(option(text, edits[0]), "there-and-back")
        assert changed != meaning(text)
        assert meaning(option(text, *edits), "there-and-back") == meaning(text)


@settings(max_examples=15 * SOAK)
@given(documents())
def test_the_order_of_independent_options_does_not_matter(document: m.Document) -> None:
    options = [item for item in document.items if isinstance(item, m.Option)]
    assume(len(options) > 1)
    others = tuple(item for item in document.items if not isinstance(item, m.Option))
    names = [each.name for each in options]
    texts = [print_document(document.but(items=(*others, *order)))
             for order in (options, options[::-1])]
    assert meaning(texts[0], *names) == meaning(texts[1], *names[::-1])
