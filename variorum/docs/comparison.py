"""The comparison of all editions: a matrix, what differs at a glance, and a page for each two."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple

from variorum_dsl.english import lower

from variorum.comparison.align.sides import Side
from variorum.comparison.compare import Incomparable, compare, side_of
from variorum.comparison.model import CLASSES, Comparison, Difference, Spot, mirrored
from variorum.comparison.report.overview import glossary, rulings
from variorum.comparison.report.page import TITLE, matrix, opening, sections
from variorum.comparison.report.words import excerpt, matter
from variorum.comparison.verdict.reached import from_the_deal
from variorum.docs.pages import Edition, file_names, full_title, summary_page
from variorum.reports.blocks import (
    Item,
    Link,
    Listing,
    Page,
    Row,
    Section,
    Strong,
    Table,
    Words,
    all_sections,
    paragraph,
    places,
)

ALL_PAIRS = 6  # of more editions, each is compared with one: the first of its title, or of all
RULES = ("components", "play", "information", "end", "elimination", "scoring", "tie-break")


class Line(NamedTuple):
    """A rule that is not the same in all editions: what each of them says, and what proves it."""

    matter: str
    cells: dict[str, str]
    proofs: list[tuple[str, str]]  # pages with a witness, and what they are called
    never: bool


def pages(editions: Sequence[Edition]) -> list[Page]:
    """The overview and a page for every two; nothing for one edition alone."""
    sides: dict[str, Side] = {}
    for edition in editions:
        try:
            sides[edition.name] = side_of(edition.loaded, edition.ready)
        except Incomparable:
            continue  # not a whole game, so there is nothing to compare
    if len(sides) < 2:
        return []
    known = [edition for edition in editions if edition.name in sides]
    found = _compared(known, sides)
    every = _Pages(known, sides, found)
    return [every.overview(), *(every.pair(one) for one in found)]


# Comparisons that this process has made; the same files are not compared twice.
_KNOWN: dict[tuple[str, str], Comparison] = {}
MOST_KNOWN = 40
INTRO = ("Which rules differ, which only use other words, and a game or a position that comes out "
         "differently. Each number is a number of rules that are not the same; in parentheses, how "
         "many of them can change who wins.")


def _compared(editions: Sequence[Edition], sides: dict[str, Side]) -> list[Comparison]:
    names = [edition.name for edition in editions]
    pairs = list(combinations(names, 2))
    if len(names) > ALL_PAIRS:
        first: dict[str, str] = {}
        for edition in editions:
            first.setdefault(edition.title, edition.name)
        pairs = []
        for edition in editions:
            before = first[edition.title]
            if before == edition.name:
                before = names[0]
            if before != edition.name:
                pairs.append((before, edition.name))
    contents = {edition.name: _content(edition) for edition in editions}
    return [_two(sides[a], sides[b], (contents[a], contents[b])) for a, b in pairs]


def _two(left: Side, right: Side, key: tuple[str, str]) -> Comparison:
    other_way = key[1], key[0]
    if other_way in _KNOWN:
        return mirrored(_KNOWN[other_way])
    if key not in _KNOWN:
        while len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.pop(next(iter(_KNOWN)))
        _KNOWN[key] = _short_places(from_the_deal(compare(left, right), (left, right)))
    return _KNOWN[key]


def _content(edition: Edition) -> str:
    """What a page depends on: the texts of a file and of everything that it uses."""
    digest = sha256()
    for path, source in sorted(edition.loaded.sources.files().items()):
        digest.update(f"{os.path.basename(path)}\0{source.text}\0".encode("utf-8",
                                                                        "surrogatepass"))
    return digest.hexdigest()


def _short_places(one: Comparison) -> Comparison:
    """Files by their names alone: pages must be the same wherever they are made."""
    def short(spot: Spot | None) -> Spot | None:
        if spot is None:
            return None
        return spot._replace(place=spot.place._replace(path=os.path.basename(spot.place.path)))

    return one._replace(
        differences=tuple(each._replace(left=short(each.left), right=short(each.right))
                          for each in one.differences),
        friends=tuple(each._replace(left=short(each.left) or each.left,
                                    right=short(each.right) or each.right)
                      for each in one.friends),
    )


class _Pages:
    """Everything that the pages say, before it is Markdown or HTML."""

    def __init__(
        self, editions: Sequence[Edition], sides: dict[str, Side], found: list[Comparison]
    ) -> None:
        self.editions = editions
        self.sides = sides
        self.found = found
        self.names = [edition.name for edition in editions]
        self.files = file_names(editions)
        self.titles = {each.name: full_title(each, editions) for each in editions}
        self.told = {each.name: _told(each) for each in editions}
        self.lines = list(self._lines())

    def file(self, one: Comparison) -> str:
        return f"comparison-{one.left}-{one.right}"

    # ------------------------------------------------------------------- at a glance
    def _lines(self) -> Iterator[Line]:
        """Differences that are about one matter, whichever two editions show it."""
        matters: dict[tuple[str, str], list[tuple[Comparison, Difference]]] = {}
        for one in self.found:
            for each in one.differences if one.same_game else ():
                if each.category in RULES:
                    matters.setdefault((each.category, each.id), []).append((one, each))
        lines: dict[tuple[tuple[str, str], ...], Line] = {}
        for _, about in sorted(
            matters.items(), key=lambda row: (CLASSES.index(row[0][0]), row[1][0][1].id)
        ):
            line = self._line(about)
            key = tuple(line.cells.items())
            if key in lines:  # one sentence of the rules that matters in two ways
                line = _both(lines[key], line)
            lines[key] = line
        # What can change who wins comes first.
        yield from sorted(lines.values(), key=lambda line: not line.proofs)

    def _line(self, about: list[tuple[Comparison, Difference]]) -> Line:
        cells: dict[str, list[str]] = {}
        concerned = {name for one, _ in about for name in (one.left, one.right)}
        for one, each in about:
            for name, spot in ((one.left, each.left), (one.right, each.right)):
                if spot is not None:
                    cells.setdefault(name, []).append(self._said(name, spot))
        proofs = [(self.file(one), f"{one.left} / {one.right}") for one, each in about
                  if each.witness is not None]
        return Line(
            matter(*about[0]), {name: " ".join(dict.fromkeys(cells.get(name, ["–"])))
                       for name in self.names if name in concerned},
            list(dict.fromkeys(proofs)), all(each.verdict == "never" for _, each in about),
        )

    def _said(self, name: str, spot: Spot) -> str:
        """What the summary of an edition says about some lines of its file."""
        last = spot.place.end_line - (1 if spot.place.end_column <= 1 else 0)
        told = self.told[name]
        texts = [text for line in range(spot.place.line, max(last, spot.place.line) + 1)
                 for text in told.get(line, ())]
        return " ".join(dict.fromkeys(texts)) or excerpt(spot)

    # -------------------------------------------------------------------------- pages
    def overview(self) -> Page:
        def link(one: Comparison, text: str, row: str, column: str) -> Words:
            return (Link(text, self.file(one), aside=f"between {row} and {column}"),)

        editions = Listing([Item((Strong(name), ": ", Link(self.titles[name], self.files[name])))
                            for name in self.names])
        return Page("comparison", TITLE, sections=list(self._glance()), kind="reference",
                    blocks=[paragraph(INTRO), editions, *matrix(self.found, link)])

    def _glance(self) -> Iterator[Section]:
        columns = [name for name in self.names if any(name in line.cells for line in self.lines)]
        if columns:
            # What it decides stands beside the name of the part, where no screen cuts it off.
            rows = [Row([(Strong(line.matter),), _outcome(line),
                         *(line.cells.get(name, "") for name in columns)])
                    for line in self.lines]
            yield Section("What differs, at a glance", [
                Table("Rules that are not the same in all editions",
                      ["About", "Who wins", *(self.titles[name] for name in columns)], rows)],
                anchor="glance")
        yield from rulings(self.found)
        yield from glossary(self.found)

    def pair(self, one: Comparison) -> Page:
        left, right = (Link(self.titles[name], self.files[name]) for name in (one.left, one.right))
        lead = paragraph((
            Link(TITLE, "comparison"), ": ", left, " and ", right,
            f". “{one.left}” and “{one.right}” are the names of the rule files."))
        return Page(self.file(one), f"{left.text} and {right.text}", blocks=[lead, *opening(one)],
                    sections=sections(one), kind="reference")


def _both(first: Line, second: Line) -> Line:
    return Line(f"{first.matter}; {lower(second.matter)}", first.cells,
                list(dict.fromkeys([*first.proofs, *second.proofs])), first.never and second.never)


def _outcome(line: Line) -> Words:
    if not line.proofs:
        return "can never change" if line.never else "not settled"
    links = [Link(words, file) for file, words in line.proofs]
    return "can change: ", links[0], *(part for link in links[1:] for part in (", ", link))


def _told(edition: Edition) -> dict[int, list[str]]:
    """What the summary says about the lines of a file; headings say nothing."""
    found: dict[int, list[str]] = {}
    page = summary_page(edition)
    headings = {(mark, section.title) for section in all_sections(page) for mark in section.of}
    for mark, text in places(page):
        if mark[1] == edition.loaded.path and (mark, text) not in headings:
            found.setdefault(mark[2], []).append(text)
    return found
