"""What a report consists of, before it is text, Markdown or HTML. All words in it are plain.

Whoever has something to report makes a `Page` of these records; `variorum.reports.text`,
`markdown` and `html` each write a whole page and are the only ones that escape anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, assert_never

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.english import capital, lower, sentence

Cites = tuple[str, ...]
SIGN = "†"
ASSUMED = f"{SIGN} assumed; the book does not say:"
DISPUTED = f"{SIGN} assumed; the book can be read in more ways than one:"
# What a sentence tells: the sort of each clause, and the file, line and column where it begins.
Mark = tuple[str, str, int, int]
Marks = tuple[Mark, ...]


class Placed(Protocol):
    """A clause of a rule file, which knows where it stands."""

    @property
    def at(self) -> Place: ...


def marks(*nodes: Placed | None) -> Marks:
    """The clauses that a sentence tells."""
    return tuple((type(node).__name__, node.at.path, node.at.line, node.at.column)
                 for node in nodes if node is not None and node.at.line)


# ---------------------------------------------------------------------------------- in a line
@dataclass(frozen=True, slots=True)
class Strong:
    """Words that matter more."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words that are stressed."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Something to type."""

    text: str


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Words of a rule file; a page sets them apart."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to another page of the same folder, or to a part of this one.

    `name` is what that part is called where nothing can be followed; `aside` is what only those
    need who hear the link without the table around it."""

    text: str
    page: str = ""
    part: str = ""
    name: str = ""
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Question(Link):
    """A question that a file answers: open, or `disputed` where the book says more than one
    thing."""

    disputed: bool = False


Span = str | Strong | Emphasis | Code | Excerpt | Link
Words = str | tuple[Span, ...]


def spans(words: Words) -> tuple[Span, ...]:
    return (words,) if isinstance(words, str) else words


def doubts(questions: Sequence[Question]) -> Iterator[tuple[str, list[Question]]]:
    """What is assumed, in words, and the questions of which that is true."""
    for words, disputed in ((ASSUMED, False), (DISPUTED, True)):
        asked = [each for each in questions if each.disputed == disputed]
        if asked:
            yield words, asked


def plain(words: Words) -> str:
    """The words without what sets some of them apart."""
    return "".join(span if isinstance(span, str) else span.text for span in spans(words))


def coded(text: str) -> Words:
    """A text of our own in which something to type stands between backquotes."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return text
    return tuple(Code(part) if place % 2 else part for place, part in enumerate(parts) if part)


# ------------------------------------------------------------------------------------- blocks
@dataclass(frozen=True, slots=True)
class Item:
    """A sentence or two with its citation, perhaps with a word in front and further items.

    `short` is the same in a few words, for a drawing; a `branch` is one of several cases;
    `assumed` leads to the open questions that the sentence answers on its own authority."""

    text: Words
    cites: Cites = ()
    children: Sequence[Item] = ()
    term: str = ""
    short: str = ""
    ordered: bool = True
    branch: bool = False
    of: Marks = ()
    assumed: tuple[Question, ...] = ()
    made: str = ""  # what would stand here if the author had not said it in other words
    stands: tuple[tuple[str, str], ...] = ()  # who is meant by a word of an author's sentence
    hidden: Sequence[Item] = ()  # what an author's sentence says as well

    def said(self) -> str:
        return f"{self.term}: {plain(self.text)}" if self.term else plain(self.text)


Look = Literal["", "note", "meaning", "bad", "good", "aid-link"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that follow one another."""

    items: Sequence[Item]
    look: Look = ""


def paragraph(words: Words, look: Look = "") -> Paragraph:
    return Paragraph((Item(words),), look)


@dataclass(frozen=True, slots=True)
class Listing:
    """Items one below the other, numbered where their order matters."""

    items: Sequence[Item]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; `said` is the same as a sentence."""

    cells: Sequence[Words]
    cites: Cites = ()
    said: str = ""
    of: Marks = ()
    assumed: tuple[Question, ...] = ()
    doubt: int = -1  # the cell of which something is assumed; the last one, if it is not known

    def doubtful(self) -> int:
        """The cell beside which stands what is assumed."""
        last = max((place for place, cell in enumerate(self.cells) if cell), default=0)
        return last if self.doubt < 0 else self.doubt

    def sentence(self) -> str:
        return self.said or "; ".join(filter(None, map(plain, self.cells)))


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first column names the rows. `numbers` are columns written to the right.

    Without a head it is a list of things that correspond. The caption is for those who cannot see
    the heading above; `whole` tables keep their columns on a narrow screen."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Row]
    numbers: tuple[int, ...] = ()
    ordered: bool = False
    bare: bool = False  # the caption is only read aloud
    whole: bool = False

    def used(self) -> list[int]:
        """The columns in which something stands."""
        width = max((len(row.cells) for row in self.rows), default=len(self.head))
        return [i for i in range(width)
                if any(i < len(row.cells) and (row.cells[i] or (row.assumed
                       and i == row.doubtful())) for row in self.rows)]


@dataclass(frozen=True, slots=True)
class Figure:
    """An SVG that was made here from escaped texts, and the same in words.

    The steps are shown where no drawing can be, unless the text around says them anyway.
    """

    svg: str
    words: str
    steps: Sequence[Item] = ()
    caption: str = ""
    legend: str = ""


@dataclass(frozen=True, slots=True)
class Preformatted:
    """Lines that stay as they are."""

    lines: Sequence[str]
    language: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something with a name of its own, to which a link can lead, and what there is to say."""

    title: Words
    blocks: Sequence[Block] = ()
    name: str = ""
    about: str = ""  # stands behind the name
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries one below the other, numbered where their order matters."""

    entries: Sequence[Entry]
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class Columns:
    """Parts that stand beside each other where there is room."""

    parts: Sequence[Sequence[Block]]
    look: Literal["sides", "cards"] = "sides"


@dataclass(frozen=True, slots=True)
class Details:
    """What only a page has room for, and shows when it is asked to."""

    summary: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page with a heading."""

    title: str
    blocks: Sequence[Block] = ()
    cites: Cites = ()
    anchor: str = ""
    sections: Sequence[Section] = ()
    of: Marks = ()

    def __bool__(self) -> bool:
        return bool(self.blocks or self.sections)


Block = Paragraph | Listing | Table | Figure | Preformatted | Entries | Columns | Details


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page, or a whole report."""

    name: str
    title: str
    lead: Sequence[Item] = ()
    sections: Sequence[Section] = ()
    blocks: Sequence[Block] = ()
    kind: Literal["summary", "aid", "reference", "index", "report"] = "summary"
    closing: Words = ()  # how it was made


# ------------------------------------------------------------------------- what a page tells
@dataclass(frozen=True, slots=True)
class Said:
    """A sentence or row: below which heading, how deep in a list, and its words."""

    title: str
    depth: int
    term: str
    text: str
    ordered: bool = field(default=False, compare=False)  # a list of one is not numbered
    of: Marks = field(default=(), compare=False)
    under: str = field(default="", compare=False)  # the heading above that heading
    cells: tuple[str, ...] = field(default=(), compare=False)  # of a row of a table
    branch: bool = field(default=False, compare=False)
    stands: tuple[tuple[str, str], ...] = field(default=(), compare=False)


def places(page: Page) -> Iterator[tuple[Mark, str]]:
    """Every clause that a page tells, with the heading, sentence or row that tells it."""
    for item in page.lead:
        yield from _of(item)
    for section in all_sections(page):
        yield from ((mark, section.title) for mark in section.of)
        for items, rows in map(_told, section.blocks):
            for item in items:
                yield from _of(item)
            for row in rows:
                yield from ((mark, row.sentence()) for mark in row.of)


def _told(block: Block) -> tuple[Sequence[Item], Sequence[Row]]:
    """The sentences and the rows of a block that come out of rules."""
    match block:
        case Paragraph(items) | Listing(items):
            return items, ()
        case Table():
            return (), block.rows
        case Figure() | Preformatted() | Entries() | Columns() | Details():
            return (), ()  # they say again, or prove, what is told elsewhere
        case _:
            assert_never(block)


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


def sentences(sections: Sequence[Section], under: str = "") -> Iterator[Said]:
    """Every sentence and row of some sections, in order."""
    for section in sections:
        for block in section.blocks:
            ordered = isinstance(block, Listing | Table) and block.ordered
            items, rows = _told(block)
            for item in items:
                yield from _of_item(section.title, item, 0, under, ordered=ordered)
            for row in rows:
                yield Said(section.title, 0, "", row.sentence(), ordered, row.of, under,
                           tuple(map(plain, row.cells)))
        yield from sentences(section.sections, section.title)


def _of_item(
    title: str, item: Item, depth: int, under: str, *, ordered: bool
) -> Iterator[Said]:
    yield Said(title, depth, item.term, plain(item.text), ordered, item.of, under, (), item.branch,
               item.stands)
    for child in item.children:
        yield from _of_item(title, child, depth + 1, under, ordered=item.ordered)


@dataclass(frozen=True, slots=True)
class Assumed:
    """What a sentence takes for granted where the rulebook is silent: the questions that it
    answers, and whether its citation still vouches for something in it."""

    questions: tuple[Question, ...] = ()
    cited: bool = True
    cell: int = -1  # of a row


def with_assumptions(items: Sequence[Item], found: Iterator[Assumed]) -> list[Item]:
    """The same sentences with what they assume; `found` has one for each, in reading order."""
    done = []
    for item in items:
        assumed = next(found)
        done.append(replace(item, assumed=assumed.questions,
                            cites=item.cites if assumed.cited else (),
                            children=with_assumptions(item.children, found)))
    return done


def sections_with_assumptions(
    sections: Sequence[Section], found: Iterator[Assumed]
) -> list[Section]:
    """The same sections; `found` is in the order of `sentences`."""
    done = []
    for section in sections:
        blocks = [_with_assumptions(block, found) for block in section.blocks]
        done.append(replace(section, blocks=blocks,
                            sections=sections_with_assumptions(section.sections, found)))
    return done


def _with_assumptions(block: Block, found: Iterator[Assumed]) -> Block:
    match block:
        case Paragraph():
            return replace(block, items=with_assumptions(block.items, found))
        case Listing():
            return replace(block, items=with_assumptions(block.items, found))
        case Table():
            rows = []
            for row in block.rows:
                assumed = next(found)
                rows.append(replace(row, assumed=assumed.questions, doubt=assumed.cell,
                                    cites=row.cites if assumed.cited else ()))
            return replace(block, rows=rows)
        case Figure() | Preformatted() | Entries() | Columns() | Details():
            return block
        case _:
            assert_never(block)


def worded(section: Section, authors: Mapping[Mark, str]) -> Section:
    """The same with an author's sentence for each clause that has one. It stands for everything
    below the clause as well, unless it ends in a colon and so leads to that."""
    def item(each: Item) -> Item:
        said = next((authors[mark] for mark in each.of if mark in authors), "")
        if not said or said.endswith(":"):
            return replace(each, text=said or each.text,
                           children=[item(child) for child in each.children])
        below = list(_of_item("", each, 0, "", ordered=False))
        return replace(
            each, text=in_place(said, each.stands), children=(), hidden=each.children,
            made=" ".join(part.text for part in below),
            of=tuple(dict.fromkeys(mark for part in below for mark in part.of)),
            assumed=tuple(dict.fromkeys(doubts_of(each))))

    def row(each: Row) -> Row:
        said = next((authors[mark] for mark in each.of if mark in authors), "")
        last = max((place for place, cell in enumerate(each.cells) if cell), default=0)
        return replace(each, cells=[*each.cells[:last], said, *each.cells[last + 1 :]]
                       ) if said else each

    def block(each: Block) -> Block:
        match each:
            case Paragraph():
                return replace(each, items=[item(one) for one in each.items])
            case Listing():
                return replace(each, items=[item(one) for one in each.items])
            case Table():
                return replace(each, rows=[row(one) for one in each.rows])
            case Figure() | Preformatted() | Entries() | Columns() | Details():
                return each
            case _:
                assert_never(each)

    return replace(section, blocks=[block(each) for each in section.blocks],
                   sections=[worded(each, authors) for each in section.sections])


def doubts_of(item: Item) -> Iterator[Question]:
    """What a sentence and all below it assume."""
    yield from item.assumed
    for child in item.children:
        yield from doubts_of(child)


def in_place(text: str, stands: Sequence[tuple[str, str]]) -> str:
    """A sentence with who is meant in the place of each word for somebody, all at once."""
    names = dict(stands)
    if not names:
        return text
    pattern = "|".join(rf"\b{re.escape(name)}\b" for name in names)

    def meant(found: re.Match[str]) -> str:
        return names.get(found[0]) or capital(names[lower(found[0])])

    return re.sub(rf"(?i:{pattern})", meant, text)


Signs = dict[str, int]
"""The numbers under which questions are answered, by their part of a page; more are added as they
come."""


def uncited(section: Section, signs: Signs) -> Section:
    """The same without citations; what is assumed keeps a sign and a number."""
    return replace(section, cites=(), blocks=[_uncited(block, signs) for block in section.blocks],
                   sections=[uncited(each, signs) for each in section.sections])


def uncited_item(each: Item, signs: Signs) -> Item:
    asked = each.assumed if each.branch else [*doubts_of(each)]
    short = plain(signed(sentence(each.short), asked, signs)) if each.short and asked else ""
    return replace(each, text=signed(each.text, each.assumed, signs), cites=(), assumed=(),
                   short=short or each.short,
                   children=[uncited_item(child, signs) for child in each.children],
                   hidden=[uncited_item(child, signs) for child in each.hidden])


def _uncited(block: Block, signs: Signs) -> Block:
    def item(each: Item) -> Item:
        return uncited_item(each, signs)

    def row(each: Row) -> Row:
        cells = [signed(cell, each.assumed if place == each.doubtful() else (), signs)
                 for place, cell in enumerate(each.cells)]
        return replace(each, cells=cells, cites=(), assumed=())

    match block:
        case Paragraph():
            return replace(block, items=[item(each) for each in block.items])
        case Listing():
            return replace(block, items=[item(each) for each in block.items])
        case Table():
            return replace(block, rows=[row(each) for each in block.rows])
        case Figure() | Preformatted() | Entries() | Columns() | Details():
            return block
        case _:
            assert_never(block)


def signed(words: Words, assumed: Sequence[Question], signs: Signs) -> Words:
    """Words with a sign behind them, and the numbers of what they assume."""
    numbers = [signs.setdefault(each.part, len(signs) + 1) for each in assumed]
    if not numbers:
        return words
    return (*spans(words), f" {SIGN}" + ", ".join(map(str, dict.fromkeys(numbers))))
