"""The comparison of all editions: a matrix, what differs at a glance, and a page for each two."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple

from markupsafe import Markup, escape
from variorum_dsl.english import capital

from variorum.comparison.align.alignment import bare
from variorum.comparison.align.sides import Side
from variorum.comparison.compare import Incomparable, compare, side_of
from variorum.comparison.formats import html_page, parts
from variorum.comparison.formats import markdown as as_markdown
from variorum.comparison.model import CLASSES, Comparison, Difference, Spot, mirrored
from variorum.docs.pages import Edition, file_names, full_title, summary_page
from variorum.reports.blocks import all_sections, places
from variorum.reports.markdown import escaped

ALL_PAIRS = 6  # of more editions, each is compared with one: the first of its title, or of all
RULES = ("components", "play", "information", "end", "elimination", "scoring", "tie-break")
PageOf = tuple[str, str, str, Markup, bool]


class Line(NamedTuple):
    """A rule that is not the same in all editions: what each of them says, and what proves it."""

    category: str
    cells: dict[str, str]
    proofs: list[tuple[str, str]]  # pages with a witness, and what they are called
    never: bool


def pages(editions: Sequence[Edition]) -> list[PageOf]:
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
    return [("comparison", TITLE, every.markdown(), every.html(), True),
            *(every.pair(one) for one in found)]


# Comparisons that this process has made; the same files are not compared twice.
_KNOWN: dict[tuple[str, str], Comparison] = {}
MOST_KNOWN = 40
TITLE = "Editions side by side"
INTRO = ("Which rules differ, which only use other words, and a game or a position that comes out "
         "differently. Each number is a number of rules that are not the same; in parentheses, how "
         "many of them can change who wins.")
LONG = 60  # a cell that needs some width on a narrow screen
GLANCE = "What differs, at a glance"


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
    if key[::-1] in _KNOWN:
        return mirrored(_KNOWN[key[::-1]])
    if key not in _KNOWN:
        while len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.pop(next(iter(_KNOWN)))
        _KNOWN[key] = _short_places(compare(left, right))
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

    def of(self, row: str, column: str) -> Comparison | None:
        return next((one for one in self.found if {one.left, one.right} == {row, column}), None)

    # ------------------------------------------------------------------- at a glance
    def _lines(self) -> Iterator[Line]:
        """Differences that are about one matter, whichever two editions show it."""
        groups: dict[tuple[str, int], tuple[str, int]] = {}

        def root(node: tuple[str, int]) -> tuple[str, int]:
            while groups.setdefault(node, node) != node:
                node = groups[node]
            return node

        rows: list[tuple[Comparison, Difference, tuple[str, int]]] = []
        for one in self.found:
            if not one.same_game:
                continue
            where = [_where(self.sides[name]) for name in (one.left, one.right)]
            for pair in one.pairs:
                a = where[0].get((pair.category, pair.left))
                b = where[1].get((pair.category, pair.right))
                if a and b:
                    groups[root((one.left, a))] = root((one.right, b))
            for each in one.differences:
                spots = [(name, spot.place.line) for name, spot in
                         ((one.left, each.left), (one.right, each.right)) if spot]
                if each.category not in RULES or not spots:
                    continue
                for node in spots[1:]:
                    groups[root(spots[0])] = root(node)
                rows.append((one, each, spots[0]))
        matters: dict[tuple[str, tuple[str, int]], list[tuple[Comparison, Difference]]] = {}
        for one, each, node in rows:
            matters.setdefault((each.category, root(node)), []).append((one, each))
        lines: dict[tuple[tuple[str, str], ...], Line] = {}
        for (category, _), about in sorted(
            matters.items(), key=lambda row: (CLASSES.index(row[0][0]), row[1][0][1].id)
        ):
            line = self._line(category, about)
            key = tuple(line.cells.items())
            if key in lines:  # one sentence of the rules that matters in two ways
                line = _both(lines[key], line)
            lines[key] = line
        # What can change who wins comes first.
        yield from sorted(lines.values(), key=lambda line: not line.proofs)

    def _line(self, category: str, about: list[tuple[Comparison, Difference]]) -> Line:
        cells: dict[str, list[str]] = {}
        concerned = {name for one, _ in about for name in (one.left, one.right)}
        for one, each in about:
            for name, spot in ((one.left, each.left), (one.right, each.right)):
                if spot is not None:
                    cells.setdefault(name, []).append(self._said(name, spot))
        proofs = [(self.file(one), f"{one.left} / {one.right}") for one, each in about
                  if each.witness is not None]
        return Line(
            category, {name: " ".join(dict.fromkeys(cells.get(name, ["–"])))
                       for name in self.names if name in concerned},
            list(dict.fromkeys(proofs)), all(each.verdict == "never" for _, each in about),
        )

    def _said(self, name: str, spot: Spot) -> str:
        """What the summary of an edition says about some lines of its file."""
        last = spot.place.end_line - (1 if spot.place.end_column <= 1 else 0)
        told = self.told[name]
        texts = [text for line in range(spot.place.line, max(last, spot.place.line) + 1)
                 for text in told.get(line, ())]
        return " ".join(dict.fromkeys(texts)) or parts.excerpt(spot)

    def glance_columns(self) -> list[str]:
        return [name for name in self.names if any(name in line.cells for line in self.lines)]

    # ----------------------------------------------------------------------- Markdown
    def markdown(self) -> str:
        lines = [f"# {TITLE}", "", INTRO, ""]
        lines += [f"- **{escaped(name)}**: [{escaped(self.titles[name])}]({self.files[name]}.md)"
                  for name in self.names]
        lines += ["", "| | " + " | ".join(map(escaped, self.names)) + " |",
                  "|---" * (len(self.names) + 1) + "|"]
        for row in self.names:
            cells = []
            for column in self.names:
                one = self.of(row, column)
                text = escaped(parts.cell(self.found, row, column))
                cells.append(f"[{text}]({self.file(one)}.md)" if one and row != column else text)
            lines.append(f"| **{escaped(row)}** | " + " | ".join(cells) + " |")
        columns = self.glance_columns()
        if columns:
            lines += ["", f"## {GLANCE}", "",
                      "| | " + " | ".join(map(escaped, columns)) + " | Who wins |",
                      "|---" * (len(columns) + 2) + "|"]
        for line in self.lines:
            said = [escaped(line.cells.get(name, "")) for name in columns]
            proofs = ", ".join(f"[{escaped(words)}]({file}.md)" for file, words in line.proofs)
            lines.append(f"| **{capital(line.category)}** | " + " | ".join(said)
                         + f" | {_outcome(line)}{proofs} |")
        return "\n".join(lines) + "\n"

    def html(self) -> Markup:
        listed = Markup("\n").join(
            Markup('<li><strong>{}</strong>: <a href="{}.html">{}</a></li>').format(
                name, self.files[name], self.titles[name]) for name in self.names)
        head = Markup("").join(Markup('<th scope="col">{}</th>').format(n) for n in self.names)
        rows = []
        for row in self.names:
            cells = []
            for column in self.names:
                one = self.of(row, column)
                text = parts.cell(self.found, row, column)
                if one and row != column:
                    text = Markup('<a href="{}.html">{}<span class="hidden"> {}</span></a>').format(
                        self.file(one), text, f"between {row} and {column}")
                cells.append(Markup("<td>{}</td>").format(text))
            rows.append(Markup('<tr><th scope="row">{}</th>{}</tr>').format(
                row, Markup("").join(cells)))
        matrix = _scrolled("How many rules differ", Markup("<td></td>") + head, rows)
        return Markup("<p>{}</p>\n<ul>\n{}\n</ul>\n{}\n{}").format(
            INTRO, listed, matrix, self._glance())

    def _glance(self) -> Markup:
        columns = self.glance_columns()
        if not columns:
            return Markup("")
        head = Markup("").join(
            Markup('<th scope="col">{}</th>').format(text) for text in
            ("Part", *columns, "Who wins"))
        rows = []
        for line in self.lines:
            cells = Markup("").join(
                Markup('<td data-head="{}"{}>{}</td>').format(
                    name, _width(line.cells.get(name, "")), line.cells.get(name, ""))
                for name in columns)
            proofs = Markup(", ").join(
                Markup('<a href="{}.html">{}</a>').format(file, words)
                for file, words in line.proofs)
            cells += Markup('<td data-head="Who wins">{}{}</td>').format(_outcome(line), proofs)
            rows.append(Markup('<tr><th scope="row">{}</th>{}</tr>').format(
                capital(line.category), cells))
        return Markup('<h2 id="glance">{}</h2>\n{}').format(
            GLANCE, _scrolled("Rules that are not the same in all editions", head, rows, "stack"))

    # -------------------------------------------------------------------------- pairs
    def pair(self, one: Comparison) -> PageOf:
        title = f"{self.titles[one.left]} and {self.titles[one.right]}"
        names = f"“{one.left}” and “{one.right}” are the names of the rule files."
        text = [f"# {escaped(title)}", "",
                f"[{escaped(TITLE)}](comparison.md). {escaped(names)}", "",
                *as_markdown.section(one, 2)]
        links = [Markup('<a href="{}.html">{}</a>').format(self.files[name], self.titles[name])
                 for name in (one.left, one.right)]
        body = Markup('<p><a href="comparison.html">{}</a>: {} and {}. {}</p>\n').format(
            TITLE, *links, names)
        # Everything in there is escaped by the format itself.
        inner = "\n".join(html_page.section(one, "", 2))
        return self.file(one), title, "\n".join(text) + "\n", body + Markup(inner), False


def _both(first: Line, second: Line) -> Line:
    return Line(f"{first.category}, {second.category}", first.cells,
                list(dict.fromkeys([*first.proofs, *second.proofs])), first.never and second.never)


def _outcome(line: Line) -> str:
    if line.proofs:
        return "can change: "
    return "can never change" if line.never else "not settled"


def _width(text: str) -> Markup:
    """A cell that is empty or long, for the style sheet."""
    if not text:
        return Markup(' class="none"')
    return Markup(' class="long"') if len(text) > LONG else Markup("")


def _scrolled(caption: str, head: Markup, rows: list[Markup], look: str = "plain") -> Markup:
    return Markup(
        '<div class="scroll" role="group" tabindex="0" aria-label="{}"><table class="{}">\n'
        '<caption>{}'
        "</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}\n</tbody>\n</table></div>"
    ).format(caption, look, escape(caption), head, Markup("\n").join(rows))


def _told(edition: Edition) -> dict[int, list[str]]:
    """What the summary says about the lines of a file; headings say nothing."""
    found: dict[int, list[str]] = {}
    page = summary_page(edition)
    headings = {(mark, section.title) for section in all_sections(page) for mark in section.of}
    for mark, text in places(page):
        if mark[1] == edition.loaded.path and (mark, text) not in headings:
            found.setdefault(mark[2], []).append(text)
    return found


def _where(side: Side) -> dict[tuple[str, str], int]:
    """The lines at which things are declared."""
    form = side.form(side.counts[0])
    return {(key[0], bare(key)): clause.at.line for key, clause in form.clauses.items()
            if clause.at.line and key[0] != "card"}
