"""Every block in every format: what it looks like, and that nothing gets out of it."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import get_args

import pytest

from variorum.reports import markdown
from variorum.reports.blocks import (
    Block,
    Code,
    Columns,
    Details,
    Emphasis,
    Entries,
    Entry,
    Excerpt,
    Figure,
    Item,
    Link,
    Listing,
    Page,
    Paragraph,
    Preformatted,
    Row,
    Section,
    Span,
    Strong,
    Table,
    coded,
    paragraph,
    plain,
)
from variorum.reports.formats import FORMATS, NAMES, Report
from variorum.reports.html import uncoloured

HOSTILE = (
    "<script>alert(1)</script>", "[click](http://evil.example)", "`code` ``more``", "| cell |",
    "# heading", "- item", "1. item", "**bold**", "www.evil.example", "me@evil.example",
    "::error::x", "\u202e", "\x1b[31m", "a\nb", "&lt;b&gt;", "$x$", "javascript:alert(1)", "#12",
)


def everything(text: str) -> Page:
    """A page in which a text stands wherever one can stand."""
    spans: tuple[Span, ...] = (
        text, " ", Strong(text), " ", Emphasis(text), " ", Code(text), " ", Excerpt(text), " ",
        Link(text, "other"), " ", Link(text, part="part", name="part", aside=text))
    table = Table(text, ["", text, "many"], [
        Row([text, spans, "1"], (text,)), Row([text, "", "2"])], (2,))
    blocks: list[Block] = [
        Paragraph([Item(spans, (text,), term=text), Item(text)], "note"),
        Listing([Item(text, children=[Item(text), Item(spans, ordered=False)])], ordered=True),
        table, replace(table, head=(), bare=True, whole=True),
        Figure("<svg></svg>", text, [Item(text)], text, text),
        Preformatted([text, f"  {text}"]), Preformatted([text, f"  {text}"], "variant"),
        Entries([Entry(spans, [paragraph(text)], "part", text)]),
        Columns([[paragraph(text)], [Preformatted([text])]]),
        Details(text, [table]),
    ]
    return Page("x", text, [Item(text)], [Section(text, blocks, (text,), "a", [
        Section(text, [paragraph(text)], anchor="b")])], blocks, "report", spans)


def test_every_sort_of_block_is_there() -> None:
    page = everything("x")
    assert {type(block) for block in page.blocks} == set(get_args(Block))
    first = page.blocks[0]
    assert isinstance(first, Paragraph)
    assert {type(span) for span in first.items[0].text} == set(get_args(Span))


class Seen(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.names: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.names |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name == "href"]


@pytest.mark.parametrize("text", HOSTILE)
def test_words_cannot_become_markup(text: str) -> None:
    seen, usual = (Seen(uncoloured(FORMATS["html"](everything(each), width=80)))
                   for each in (text, "plain"))
    assert seen.tags == usual.tags
    assert seen.names == usual.names
    assert seen.links == usual.links
    written = FORMATS["markdown"](everything(text), width=80)
    outside = re.sub(r"(?ms)^(`{3,})(?:text|variant)$.*?^\1$", "", written)
    outside = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", outside.replace("\\`", ""))
    outside = re.sub(r"</?sub>", "", outside)
    assert "<" not in outside
    assert not re.search(r"(?i)https?://|www\.|javascript:|\w@\w", outside)
    assert set(re.findall(r"(?<!\\)\]\(([^)]*)\)", outside)) == {"other.md"}
    lines = FORMATS["text"](everything(text), width=80).split("\n")
    assert all(line.isprintable() for line in lines)
    assert not any(line.lstrip().startswith("::") for line in lines)


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_page_says_the_same(form: str) -> None:
    words = "one two three"
    written = FORMATS[form](everything(words), width=80)
    assert written.count("one") > 20
    assert FORMATS[form](everything(words), width=80) == written
    assert written.endswith("\n")
    assert not written.endswith("\n\n")


def test_a_terminal_is_as_wide_as_it_is() -> None:
    page = Page("x", "A title", blocks=[paragraph("word " * 60), Table("t", ["who", "what"], [
        Row(["somebody", "word " * 30]), Row(["x", "1"])])])
    for width in (40, 60, 100):
        assert max(map(len, FORMATS["text"](page, width=width).split("\n"))) <= width


def test_where_columns_do_not_fit_each_row_is_a_list() -> None:
    head = [f"column {number}" for number in range(9)]
    row = Row(["first", *("y" * 12 for _ in range(8))])
    page = Page("x", "x", blocks=[Table("t", head, [row])])
    written = FORMATS["text"](page, width=50)
    assert "first\n  column 1: yyyyyyyyyyyy\n" in written


def test_text_of_a_section_stands_below_a_line_and_a_list_is_moved_in() -> None:
    page = Page("x", "Title", sections=[
        Section("Told", [paragraph("So it is.")]), Section("Listed", [Listing([Item("a")])])])
    assert FORMATS["text"](page, width=80) == (
        "Title\n=====\n\nTold\n----\nSo it is.\n\nListed\n  - a\n")


def test_an_empty_column_is_left_out() -> None:
    table = Table("t", ["who", "why", "what"], [Row(["a", "", "b"])])
    assert table.used() == [0, 2]
    for form in FORMATS:
        assert "why" not in FORMATS[form](Page("x", "x", blocks=[table]), width=80)


def test_backquotes_are_something_to_type() -> None:
    assert coded("say `variorum check` now") == ("say ", Code("variorum check"), " now")
    assert coded("one ` alone") == "one ` alone"
    assert plain(coded("say `x`")) == "say x"


def test_a_report_is_a_page_and_data() -> None:
    report = Report(lambda name: Page("x", name), lambda name: {"name": name},
                    lambda name: Page("x", f"{name}, in short"))
    assert [report.written("é", form).split("\n")[0] for form in ("text", "markdown")] == [
        "é, in short", "# é"]
    assert report.written("é", "json") == '{\n  "name": "\\u00e9"\n}\n'
    assert replace(report, ascii_only=False).written("é", "json") == '{\n  "name": "é"\n}\n'
    assert (*FORMATS, "json") == NAMES


def test_an_address_stays_readable_without_being_a_link() -> None:
    narrow = "&#8203;"
    assert markdown.escaped("http://a.example") == f"http:{narrow}//a.example"
    assert markdown.escaped("mailto:me") == f"mailto{narrow}:me"
    assert markdown.escaped("#12 @me") == f"\\#{narrow}12 @{narrow}me"


def test_what_a_page_folds_stands_in_markdown_too() -> None:
    page = Page("x", "X", [], [Section("S", [Details("The position", [paragraph("Ann has 3.")])])])
    assert "**The position**\n\nAnn has 3." in FORMATS["markdown"](page, width=80)
