"""Pages as HTML that works from disk: nothing is loaded from elsewhere, and no script runs but the
one that is written into the page of a site on which one searches.

Everything goes through `Markup.format` or the template of a page, which escape what is not marked
up already. The only other text is the drawings, which were made from escaped texts, and our own
style sheet.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, assert_never

from markupsafe import Markup, escape
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.highlighting.spans import highlighted
from variorum.reports.blocks import (
    Block,
    Cites,
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
    Question,
    Row,
    Section,
    Span,
    Strong,
    Table,
    Words,
    doubts,
    plain,
    spans,
)

if TYPE_CHECKING:
    from jinja2 import Template

STYLE = Path(__file__).parent / "style.css"
TEMPLATES = Path(__file__).parent / "templates"
LONG = 60  # a cell that needs some width on a narrow screen
MANY = 3  # columns that fit beside each other on a narrow screen
NOTHING = Markup("")


class Place(NamedTuple):
    """A page of a site, as its menu names it."""

    name: str
    title: str


class Group(NamedTuple):
    """Pages that stand together in the menu."""

    title: str
    places: Sequence[Place]


def escaped(text: str) -> Markup:
    """Text that means nothing to HTML, with nothing in it that cannot be seen."""
    return escape(clean(text))


def style() -> str:
    """The one style sheet; it is part of the program and holds no text from a rule file."""
    return STYLE.read_text("utf-8")


# -------------------------------------------------------------------------------- whole pages
def render(page: Page, *, width: int = 0) -> str:
    """A page that stands alone, with its style inside; it fits any screen."""
    del width
    return _document(page, title=page.title, allowed="style-src 'unsafe-inline'", style=style(),
                     footer=_words(page.closing) if page.closing else NOTHING)


def site_page(
    page: Page, title: str, menu: Sequence[Group], here: str, *, script: str = ""
) -> str:
    """A page among others, which all have one style sheet and lead to each other. Only the script
    that is given can run on it."""
    footer = Markup("Made by <code>variorum docs</code> from the rule files. Do not "
                    "edit: change the rules and make the pages again.")
    allowed = "style-src 'self' 'unsafe-inline'; img-src 'self'"
    if script:
        digest = b64encode(sha256(script.encode()).digest()).decode()
        allowed += f"; script-src 'sha256-{digest}'"
    return _document(page, title=title, allowed=allowed, menu=menu, here=here, footer=footer,
                     script=Markup(script))


def _document(
    page: Page, *, title: str, allowed: str, footer: Markup, style: str = "",
    menu: Sequence[Group] = (), here: str = "", script: Markup = NOTHING,
) -> str:
    """The template puts the page together; everything that is not marked up is escaped there."""
    sections = anchored(page.sections)
    told = NOTHING.join(_section(section, 2) for section in sections)
    if page.kind == "aid":
        told = Markup('<div class="columns">\n{}</div>\n').format(told)
    return _template().render(
        kind=page.kind, heading=escaped(page.title), title=escaped(title), allowed=allowed,
        style=style, here=here, footer=footer, lead=_lead(page), script=script,
        menu=[(escaped(group.title), [(place.name, escaped(place.title)) for place in group.places])
              for group in menu],
        blocks=_blocks(page.blocks, 2), told=told,
        contents=[(section.anchor, escaped(section.title)) for section in sections]
        if page.kind in ("summary", "report", "reference") and len(sections) > 1 else [],
    )


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    pages = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True,
                        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True,
                        keep_trailing_newline=True)
    return pages.get_template("page.html.j2")


def _lead(page: Page) -> Markup:
    if page.kind == "aid":
        return NOTHING.join(
            Markup('<p class="lead">{}</p>\n').format(_sentence(item)) for item in page.lead)
    if not page.lead:
        return NOTHING
    return Markup('<ul class="lead">\n{}</ul>\n').format(NOTHING.join(
        Markup("<li>{}</li>\n").format(_sentence(item)) for item in page.lead))


def anchor(text: str) -> str:
    """A name for a part of a page, of letters and digits only."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:60] or "part"


def anchored(sections: Sequence[Section], taken: set[str] | None = None) -> list[Section]:
    """The sections, each with a name of its own."""
    taken = set() if taken is None else taken
    found = []
    for section in sections:
        wanted = section.anchor or anchor(section.title)
        name, number = wanted, 2
        while name in taken:
            name, number = f"{wanted}-{number}", number + 1
        taken.add(name)
        found.append(replace(section, anchor=name, sections=anchored(section.sections, taken)))
    return found


# ------------------------------------------------------------------------------------- blocks
def _section(section: Section, level: int) -> Markup:
    inner = NOTHING.join(_section(each, min(level + 1, 6)) for each in section.sections)
    # Only the large parts are landmarks: those inside may be called like others elsewhere.
    label = Markup(' aria-labelledby="{}"').format(section.anchor) if level == 2 else NOTHING
    return Markup('<section{}>\n<h{} id="{}">{}{}</h{}>\n{}{}</section>\n').format(
        label, level, section.anchor, escaped(section.title), _cited(section.cites), level,
        _blocks(section.blocks, level + 1), inner)


def _blocks(blocks: Sequence[Block], level: int) -> Markup:
    return NOTHING.join(_block(block, level) for block in blocks)


def _block(block: Block, level: int) -> Markup:
    """A block; the entries in it have headings of a level."""
    match block:
        case Paragraph(items, look):
            return Markup("<p{}>{}</p>\n").format(
                _class(look), Markup(" ").join(map(_sentence, items)))
        case Listing(items, ordered):
            return _listing(items, ordered=ordered) + "\n"
        case Table():
            return _table(block) + "\n"
        case Figure():
            return _figure(block)
        case Preformatted(lines, language):
            text = coloured(lines) if language == "variant" else Markup("\n").join(
                map(escaped, lines))
            return Markup('<pre tabindex="0"><code>{}</code></pre>\n').format(text)
        case Entries(entries):
            return NOTHING.join(_entry(entry, min(level, 6)) for entry in entries)
        case Columns(parts, look):
            return Markup('<div class="{}">\n{}</div>\n').format(look, NOTHING.join(
                Markup("<div>\n{}</div>\n").format(_blocks(part, level)) for part in parts))
        case Details(summary, blocks):
            return Markup("<details>\n<summary>{}</summary>\n{}</details>\n").format(
                escaped(summary), _blocks(blocks, level))
        case _:
            assert_never(block)


def coloured(lines: Sequence[str]) -> Markup:
    """Rule text; the style sheet has a colour for each sort of word."""
    return NOTHING.join(
        Markup('<span class="{}">{}</span>').format(sort, text) if sort else escape(text)
        for sort, text in highlighted("\n".join(map(clean, lines))))


def uncoloured(page: str) -> str:
    """A page as it is made where Pygments is not installed."""
    return re.sub(r"(?s)<pre.*?</pre>",
                  lambda found: re.sub(r"</?span[^>]*>", "", found[0]), page)


def _class(look: str) -> Markup:
    return Markup(' class="{}"').format(look) if look else NOTHING


def _entry(entry: Entry, level: int) -> Markup:
    name = Markup('<p class="id">{}</p>\n').format(
        escaped(f"{entry.name} {entry.about}".rstrip())) if entry.name else NOTHING
    own = entry.anchor or entry.name
    return Markup("<article{0}>\n<h{1}>{2}</h{1}>\n{3}{4}</article>\n").format(
        Markup(' id="{}"').format(own) if own else NOTHING, level, _words(entry.title), name,
        _blocks(entry.blocks, level + 1))


def _figure(figure: Figure) -> Markup:
    drawn = Markup(figure.svg)
    if not figure.caption:
        return drawn + "\n"
    legend = Markup(" <small>({})</small>").format(
        escaped(figure.legend)) if figure.legend else NOTHING
    return Markup("<figure>\n<figcaption>{}{}</figcaption>\n{}\n</figure>\n").format(
        escaped(figure.caption), legend, drawn)


def _listing(items: Sequence[Item], *, ordered: bool) -> Markup:
    rows = NOTHING.join(
        Markup("<li>{}{}</li>\n").format(
            _sentence(item),
            _listing(item.children, ordered=item.ordered) if item.children else NOTHING)
        for item in items)
    return Markup("<{0}>\n{1}</{0}>\n").format(Markup("ol" if ordered else "ul"), rows)


# ------------------------------------------------------------------------------------- tables
def _table(table: Table) -> Markup:
    used = table.used()
    cites = any(row.cites for row in table.rows)
    stacked = len(used) + cites > MANY and not table.whole
    head = NOTHING.join(_head(table, i) for i in used) + (
        Markup('<th scope="col">Rulebook</th>') if cites else NOTHING)
    rows = NOTHING.join(_row(table, row, used, cites=cites) for row in table.rows)
    caption = escaped(table.caption)
    return Markup(
        '<div class="scroll" role="group" tabindex="0" aria-label="{}">\n<table{}>\n'
        "<caption{}>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table>\n"
        "</div>\n"
    ).format(caption, _class("stack" if stacked else ""),
             _class("hidden" if table.bare else ""), caption, head, rows)


def _head(table: Table, column: int) -> Markup:
    text = table.head[column] if table.head else ""
    if not text:
        return Markup("<td></td>")
    return Markup('<th scope="col"{}>{}</th>').format(
        _class("number" if column in table.numbers else ""), escaped(text))


def _row(table: Table, row: Row, used: Sequence[int], *, cites: bool) -> Markup:
    cells = []
    # What is assumed does not stand under a citation.
    for i in used:
        words = row.cells[i] if i < len(row.cells) else ""
        more = _assumed(row.assumed) if i == row.doubtful() else NOTHING
        number = "number" if i in table.numbers else ""
        if i == used[0]:
            cells.append(Markup('<th scope="row"{}>{}</th>').format(
                _class(number), _words(words) + more))
            continue
        long = "long" if len(plain(words)) > LONG else ""
        look = number or long if words or more else "none"
        cells.append(Markup('<td data-head="{}"{}>{}</td>').format(
            escaped(table.head[i]) if table.head else "", _class(look), _words(words) + more))
    if cites:
        cells.append(Markup('<td data-head="Rulebook"{}>{}</td>').format(
            _class("cite" if row.cites else "none"), _headings(row.cites)))
    return Markup("<tr>{}</tr>\n").format(NOTHING.join(cells))


# ---------------------------------------------------------------------------------- in a line
def _sentence(item: Item) -> Markup:
    term = Markup("<strong>{}.</strong> ").format(escaped(item.term)) if item.term else NOTHING
    return (term + _words(item.text) + _assumed(item.assumed) + _cited(item.cites)
            + _made(item.made))


def _made(sentence: str) -> Markup:
    """The sentence that the author's words replace, for who asks."""
    if not sentence:
        return NOTHING
    return Markup(' <details class="made"><summary>As the rule says it</summary>{}</details>'
                  ).format(escaped(sentence))


def _assumed(questions: Sequence[Question]) -> Markup:
    return NOTHING.join(Markup(' <span class="assumed">{} {}</span>').format(
        escaped(words), Markup(" ").join(map(_span, asked)))
        for words, asked in doubts(questions))


def _cited(cites: Cites) -> Markup:
    if not cites:
        return NOTHING
    return Markup(' <span class="cite"><span class="hidden">rulebook: </span>{}</span>').format(
        _headings(cites))


def _headings(cites: Cites) -> Markup:
    return escaped("; ".join(heading.rstrip(":") for heading in cites))


def _words(words: Words) -> Markup:
    return NOTHING.join(map(_span, spans(words)))


def _span(span: Span) -> Markup:
    match span:
        case str():
            return escaped(span)
        case Strong(text):
            return Markup("<strong>{}</strong>").format(escaped(text))
        case Emphasis(text):
            return Markup("<em>{}</em>").format(escaped(text))
        case Code(text) | Excerpt(text):
            return Markup("<code>{}</code>").format(escaped(text))
        case Link():
            target = f"{span.page}.html" if span.page else ""
            part = f"#{span.part}" if span.part else ""
            aside = Markup('<span class="hidden"> {}</span>').format(
                escaped(span.aside)) if span.aside else NOTHING
            return Markup('<a href="{}">{}{}</a>').format(
                f"{target}{part}", escaped(span.text), aside)
        case _:
            assert_never(span)
