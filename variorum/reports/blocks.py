"""What a page consists of, before it is Markdown or HTML. All texts are plain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

Cites = tuple[str, ...]
# What a sentence tells: the sort of each clause, and the file, line and column where it begins.
Mark = tuple[str, str, int, int]
Marks = tuple[Mark, ...]


def marks(*nodes: Any) -> Marks:
    """The clauses that a sentence tells."""
    return tuple((type(node).__name__, node.at.path, node.at.line, node.at.column)
                 for node in nodes if node is not None and node.at.line)


@dataclass
class Item:
    """A sentence or two with its citation, perhaps with a word in front and further items."""

    text: str
    cites: Cites = ()
    children: list[Item] = field(default_factory=list)
    term: str = ""
    short: str = ""
    ordered: bool = True
    branch: bool = False
    of: Marks = ()

    def said(self) -> str:
        return f"{self.term}: {self.text}" if self.term else self.text


@dataclass
class Text:
    """Sentences that follow one another."""

    items: list[Item]


@dataclass
class Listing:
    """Items one below the other, numbered where their order matters."""

    items: list[Item]
    ordered: bool = False


@dataclass
class Row:
    """A line of a table; `said` is the same as a sentence."""

    cells: list[str]
    cites: Cites = ()
    said: str = ""
    of: Marks = ()


@dataclass
class Table:
    """A table; the first column names the rows."""

    caption: str
    head: list[str]
    rows: list[Row]
    numbers: tuple[int, ...] = ()
    ordered: bool = False


@dataclass
class Drawing:
    """An SVG that was made here from escaped texts, and the same in words.

    The steps are shown where no drawing can be, unless the text around says them anyway.
    """

    svg: str
    words: str
    steps: list[Item] = field(default_factory=list)


Block = Text | Listing | Table | Drawing


@dataclass
class Section:
    """A part of a page with a heading."""

    title: str
    blocks: list[Block] = field(default_factory=list)
    cites: Cites = ()
    anchor: str = ""
    sections: list[Section] = field(default_factory=list)
    of: Marks = ()

    def __bool__(self) -> bool:
        return bool(self.blocks or self.sections)


@dataclass
class Page:
    """A whole page."""

    name: str
    title: str
    lead: list[Item] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    kind: str = "summary"


@dataclass(frozen=True)
class Said:
    """A sentence or row: below which heading, how deep in a list, and its words."""

    title: str
    depth: int
    term: str
    text: str
    ordered: bool = False
    of: Marks = field(default=(), compare=False)
    under: str = field(default="", compare=False)  # the heading above that heading


def places(page: Page) -> Iterator[tuple[Mark, str]]:
    """Every clause that a page tells, with the heading, sentence or row that tells it."""
    for item in page.lead:
        yield from _of(item)
    for section in all_sections(page):
        yield from ((mark, section.title) for mark in section.of)
        for block in section.blocks:
            if isinstance(block, Text | Listing):
                for item in block.items:
                    yield from _of(item)
            elif isinstance(block, Table):
                for row in block.rows:
                    yield from ((mark, row.said or "; ".join(filter(None, row.cells)))
                                for mark in row.of)


def all_sections(page: Page) -> Iterator[Section]:
    """The sections of a page and those inside them, in order."""
    stack = list(reversed(page.sections))
    while stack:
        section = stack.pop()
        yield section
        stack.extend(reversed(section.sections))


def _of(item: Item) -> Iterator[tuple[Mark, str]]:
    yield from ((mark, item.said()) for mark in item.of)
    for child in item.children:
        yield from _of(child)


def sentences(sections: list[Section], under: str = "") -> Iterator[Said]:
    """Every sentence and row of some sections, in order."""
    for section in sections:
        for block in section.blocks:
            if isinstance(block, Text | Listing):
                for item in block.items:
                    yield from _of_item(
                        section.title, item, 0, under,
                        ordered=isinstance(block, Listing) and block.ordered)
            elif isinstance(block, Table):
                for row in block.rows:
                    yield Said(section.title, 0, "", row.said or "; ".join(filter(None, row.cells)),
                               block.ordered, row.of, under)
        yield from sentences(section.sections, section.title)


def _of_item(
    title: str, item: Item, depth: int, under: str, *, ordered: bool
) -> Iterator[Said]:
    yield Said(title, depth, item.term, item.text, ordered, item.of, under)
    for child in item.children:
        yield from _of_item(title, child, depth + 1, under, ordered=item.ordered)
