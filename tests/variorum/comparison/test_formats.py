"""Text, Markdown, JSON and HTML say the same, and nothing in a file can get out of them."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser
from itertools import combinations

import jsonschema
import pytest

from tests.paths import ROOT
from tests.variorum.comparison.sides import HIGH_SOCIETY, changed, compared, side
from variorum.comparison.compare import compare
from variorum.comparison.model import SEVERITIES, Comparison, cards_named
from variorum.comparison.report import REPORT, written
from variorum.comparison.report.books import Books
from variorum.comparison.report.words import grouped
from variorum.reports.formats import NAMES

SCHEMA = ROOT / "variorum" / "schemas" / "diff.schema.json"
EVIL = "<script>alert(1)</script> | `x` [a](javascript:b) https://example.org ::error::"


@pytest.fixture(scope="module")
def evil() -> Comparison:
    other = changed(
        "osprey-2018", ('passe "Passé"  ', f'passe "{EVIL}"  '),
        ('prestige "prestige cards" double', 'prestige "<b>bold</b>" multiply by 3'),
        ('see "Cast Out!"', 'see "<i>Cast Out!</i>"'),
        ('"How many can play?"', '"<img src=x onerror=y>?"'),
    )
    return compare(side("osprey-2018"), other, quick=True)


def test_json_fits_its_schema(evil: Comparison) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for one in (compared("osprey-2018", "quick-start"), evil,
                compared("osprey-2018", "gossip-and-the-city")):
        text = REPORT.written([one], "json")
        assert text.isascii()
        jsonschema.validate(json.loads(text), schema)


@pytest.mark.parametrize("form", [*NAMES, "csv"])
def test_every_difference_is_in_every_format(form: str) -> None:
    one = compared("quick-start", "edition-2025")
    text = written([one], form, Books({}), full=True)
    for each in (*one.differences, *one.friends):
        assert each.id in text


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        assert not any(name.startswith("on") for name, _ in attrs)


def test_nothing_gets_out_of_a_page(evil: Comparison) -> None:
    text = REPORT.written([evil], "html")
    page = _Page()
    page.feed(text)
    assert not page.tags & {"script", "img", "b", "i", "iframe", "link"}
    assert not any("http" in link for link in page.links)


def test_nothing_gets_out_of_markdown(evil: Comparison) -> None:
    outside = re.sub(r"^(`{3,})text\n.*?\n\1$", "", REPORT.written([evil], "markdown"),
                     flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"(?<!\\)<", outside)
    assert not re.search(r"(?<!\\)\]", outside)
    assert "://" not in REPORT.written([evil], "markdown")


def test_nothing_gets_out_of_a_terminal(evil: Comparison) -> None:
    text = REPORT.written([evil], "text")
    assert not any(line.lstrip().startswith("::") for line in text.split("\n"))


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_many_editions_make_a_matrix(form: str) -> None:
    text = REPORT.written([compared(a, b) for a, b in combinations(HIGH_SOCIETY[:3], 2)], form)
    for title in ("High Society (Osprey Games, 2018)", "High Society: Quick Start",
                  "High Society: Money Isn’t Everything"):
        assert title in " ".join(text.split())
    if form == "html":
        page = _Page()
        page.feed(text)
        assert {"#c0", "#c1", "#c2"} <= set(page.links)
        # What can change who wins is listed first, with links to where it is told.
        assert all(f'id="{link[1:]}"' in text for link in page.links)


def test_many_editions_are_an_overview_on_a_terminal() -> None:
    found = [compared(a, b) for a, b in combinations((*HIGH_SOCIETY[:3], "gossip-and-the-city"), 2)]
    text = written(found, "text", Books({}))
    assert max(map(len, text.split("\n"))) <= 80
    lines = {name: line for line in text.split("\n") for one in found for each in one.differences
             if (name := each.id) and f"[{name}]" in line}
    assert "tie-break" in lines
    # What a difference decides stands first, so that it is never cut off.
    assert "who wins" in next(line for line in text.split("\n") if "[tie-break]" in line)
    assert "Mansion Fire" in text
    for one in found:
        if not one.same_game:
            assert f"{one.left_title} and {one.right_title}: two different games" in " ".join(
                text.split())
    # Every line says in words what it is about, and no word is broken.
    assert "How a tie is broken [tie-break]" in text
    assert "Optional rule: Acquired cards lie face down" in text
    assert "Recognition" in text
    # The other game stands in the glossary with what plays the same part.
    assert any(line.split()[-1] == "shields" for line in text.split("\n") if "money left" in line)
    assert text.endswith("variorum diff osprey-2018 quick-start --full\n")


def test_files_that_are_each_compared_with_another_are_told_in_full() -> None:
    one = compared("osprey-2018", "osprey-2018")
    two = compared("osprey-2018", "quick-start")._replace(right="osprey-2018")
    assert all(each.id in REPORT.written([one, two, two], "text") for each in two.differences)


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_that_two_games_have_nothing_in_common_is_said_once(form: str) -> None:
    text = REPORT.written([compared("osprey-2018", "gossip-and-the-city")], form)
    assert " ".join(text.split()).count("no position of one") == 1
    assert "nothing to compare" not in text


@pytest.mark.parametrize(("left", "right"), list(combinations(HIGH_SOCIETY, 2)))
def test_the_first_screen_is_one_screen(left: str, right: str) -> None:
    one = compared(left, right)
    text = written([one], "text", Books({}))
    lines = text.rstrip("\n").split("\n")
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    assert "What can change who wins" in text
    for each in one.differences:
        if each.severity == "winner":
            assert each.id in text
    assert f"variorum diff {left} {right} --full" in text
    # Of a word for two things both are told, and of a question what the one book says about it.
    said = " ".join(text.split())
    for friend in one.friends:
        assert f"“{friend.left_word}” in A is {friend.left_meaning}; " in said
        assert f"“{friend.right_word}” in B is {friend.right_meaning}." in said
    assert not re.search(r"Only [AB] says\.", said)
    # What is in the box is no matter of words.
    assert all(each.category != "facts" for title, rows in grouped(one) if title == "Words only"
               for each in rows)


def test_the_first_screen_uses_the_words_of_each_book() -> None:
    said = " ".join(written([compared("quick-start", "money-isnt-everything")], "text",
                            Books({})).split())
    assert "Can the Gambling Debt (A: Scandal) take a status below zero? Only A says: no" in said
    # The answer is in the words of the book that gives it, and answers what is asked.
    titles = {each.id: each.title for each in compared("quick-start", "money-isnt-everything")
              .differences}
    assert titles["play-effect-when"].endswith("Everything, yes, any Possession card that is "
                                               "acquired.")


def test_a_card_that_is_called_like_another_is_translated_once() -> None:
    pairs = compared("quick-start", "money-isnt-everything").pairs
    assert cards_named("the Mansion Fire and a Scandal", pairs, lambda _, behind, other:
                       other + behind, left=True) == "the Scandal and a Gambling Debt"


def test_a_book_that_only_rules_something_out_is_told_from_a_silent_one() -> None:
    found = [compared(a, b) for a, b in combinations(HIGH_SOCIETY, 2)]
    page = written(found, "markdown", Books({}))
    line = next(line for line in page.split("\n") if "seen-spent" in line and "| knowledge" in line)
    assert [cell.strip() for cell in line.split("|")[3:-1]] == ["(?)", "?", "?", "(?)"]


@pytest.mark.parametrize(("left", "right"), list(combinations(HIGH_SOCIETY, 2)))
def test_sentences_name_editions_by_their_titles_and_nothing_by_its_name(
    left: str, right: str
) -> None:
    one = compared(left, right)
    names = {name for each in (left, right) for form in [side(each).form(3)]
             for _, name in form.clauses if "-" in name and " " not in name}
    names |= {silent.name for each in (left, right) for silent in side(each).game.silences}
    # What cards are called on paper is no name of a file, though one may be like it.
    names -= {word for each in (left, right) for said in side(each).form(3).program.kind_words.
              values() for word in " ".join(said).split()}
    for each in one.differences:
        said = [each.title, *(filter(None, [each.how, each.note]))]
        assert any(title in each.title for title in (one.left_title, one.right_title))
        assert each.title.endswith(".")
        for text in said:
            assert left not in text
            assert right not in text
            words = set(text.replace(",", " ").replace("”", " ").replace("“", " ").split())
            assert not words & {name for name in names if "-" in name}, text


def test_a_table_to_work_through() -> None:
    one = compared("osprey-2018", "quick-start")
    rows = list(csv.DictReader(io.StringIO(written([one], "csv", Books({})))))
    assert [row["id"] for row in rows] == [each.id for each in (*one.differences, *one.friends)]
    for row in rows:
        assert row["decision"] == row["remark"] == ""
        assert row["severity"] in SEVERITIES.values()
        assert not any(cell[:1] in "=+-@" for cell in row.values() if cell)


def test_the_books_themselves() -> None:
    """The sentence behind a citation is shown, and no other part of the text."""
    text = ("Preface\n\nNothing of this is wanted.\n\nScoring\n\nBring a pencil. If two players "
            "are equal, the one with more money left wins the tie. Then tidy up.\n")
    one = compared("osprey-2018", "quick-start")
    told = " ".join(written([one], "text", Books({"osprey-2018": text})).split())
    sentence = "If two players are equal, the one with more money left wins the tie."
    assert f"The book: “{sentence}”" in told
    assert "Nothing of this" not in told
    assert "Bring a pencil" not in told
    assert "The book" not in written([one], "text", Books({}), full=True)
