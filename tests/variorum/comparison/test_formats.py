"""Text, Markdown, JSON and HTML say the same, and nothing in a file can get out of them."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from itertools import combinations

import jsonschema
import pytest

from tests.paths import ROOT
from tests.variorum.comparison.sides import HIGH_SOCIETY, changed, compared, side
from variorum.comparison.compare import compare
from variorum.comparison.model import Comparison
from variorum.comparison.report import REPORT
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


@pytest.mark.parametrize("form", NAMES)
def test_every_difference_is_in_every_format(form: str) -> None:
    one = compared("quick-start", "edition-2025")
    text = REPORT.written([one], form)
    for each in (*one.differences, *one.friends):
        if form in ("text", "json") or each in one.differences:
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
    for name in HIGH_SOCIETY[:3]:
        assert name in text
    if form == "html":
        page = _Page()
        page.feed(text)
        assert {"#c0", "#c1", "#c2"} <= set(page.links)
        # What can change who wins is listed first, with links to where it is told.
        assert all(f'id="{link[1:]}"' in text for link in page.links)


def test_many_editions_are_an_overview_on_a_terminal() -> None:
    found = [compared(a, b) for a, b in combinations((*HIGH_SOCIETY[:3], "gossip-and-the-city"), 2)]
    text = REPORT.written(found, "text")
    assert max(map(len, text.split("\n"))) <= 100
    told = " ".join(text.split())
    every = [each for one in found for each in one.differences]
    telling = {each.title for each in every if each.verdict == "changes"}
    assert len(telling) > 3
    assert all(title in told for title in telling)
    assert not [each.title for each in every if each.title not in telling and each.title in told]
    for one in found:
        if not one.same_game:
            assert f"{one.left} and {one.right}: two different games" in text
    assert text.endswith("  variorum diff osprey-2018 quick-start\n")


def test_files_that_are_each_compared_with_another_are_told_in_full() -> None:
    one = compared("osprey-2018", "osprey-2018")
    two = compared("osprey-2018", "quick-start")._replace(right="osprey-2018")
    assert all(each.id in REPORT.written([one, two, two], "text") for each in two.differences)


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_that_two_games_have_nothing_in_common_is_said_once(form: str) -> None:
    text = REPORT.written([compared("osprey-2018", "gossip-and-the-city")], form)
    assert " ".join(text.split()).count("no position of one") == 1
    assert "nothing to compare" not in text


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_names_of_editions_are_as_they_are_written(form: str) -> None:
    text = REPORT.written([compared("osprey-2018", "quick-start")], form)
    assert "quick-start does not say" in text
    assert "Quick-start" not in text
    assert ",;" not in text
