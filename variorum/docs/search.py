"""The page on which one searches: all words of all pages are in it, so that it works from disk."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import assert_never

from variorum_dsl.diagnostics.sanitizer import clean

from variorum.reports.blocks import (
    Block,
    Columns,
    Details,
    Entries,
    Figure,
    Item,
    Listing,
    Page,
    Paragraph,
    Preformatted,
    Section,
    Table,
    paragraph,
    plain,
)
from variorum.reports.html import anchored

NAME, TITLE = "search", "Search"
_SCRIPT = Path(__file__).parent / "search.js"


def search_page() -> Page:
    return Page(NAME, TITLE, kind="index", blocks=[paragraph(
        "Write some words into the field at the top. (The search needs a browser that runs "
        "scripts; the menu leads to every page.)")])


def script(pages: Iterable[tuple[str, Page]]) -> str:
    """What runs on that page: the words of all pages, each with its title, and the search."""
    names, parts = [], []
    for number, (title, page) in enumerate(pages):
        names.append((page.name, title))
        parts += [(number, anchor, heading, text) for anchor, heading, text in _parts(page)]
    return (f"const PAGES = {_literal(names)};\nconst PARTS = {_literal(parts)};\n"
            + _SCRIPT.read_text("utf-8"))


def _literal(value: object) -> str:
    """JSON that cannot end a script."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _parts(page: Page) -> Iterator[tuple[str, str, str]]:
    """Each part of a page to which a link can lead: its name there, its heading and its words."""
    yield "", page.title, _text(page.lead, page.blocks)
    stack = list(reversed(anchored(page.sections)))
    while stack:
        section: Section = stack.pop()
        yield section.anchor, section.title, _text((), section.blocks)
        stack.extend(reversed(section.sections))


def _text(items: Sequence[Item], blocks: Sequence[Block]) -> str:
    told = [*(words for item in items for words in _said(item)),
            *(words for block in blocks for words in _words(block))]
    return clean(" ".join(" ".join(told).split()))


def _said(item: Item) -> Iterator[str]:
    yield item.said()
    for child in item.children:
        yield from _said(child)


def _words(block: Block) -> Iterator[str]:
    match block:
        case Paragraph(items) | Listing(items):
            for item in items:
                yield from _said(item)
        case Table():
            yield from (row.sentence() for row in block.rows)
        case Preformatted(lines):
            yield from lines
        case Entries(entries):
            for entry in entries:
                yield plain(entry.title)
                yield from (words for each in entry.blocks for words in _words(each))
        case Columns(parts):
            yield from (words for part in parts for each in part for words in _words(each))
        case Figure() | Details():
            return  # they show what the words around them say
        case _:
            assert_never(block)
