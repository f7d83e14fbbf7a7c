"""Pages as Markdown for a forge. Every text is escaped: it cannot become markup."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import assert_never

from variorum_dsl.diagnostics.sanitizer import clean

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
    Section,
    Span,
    Strong,
    Table,
    Words,
    doubts,
    spans,
)

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")
_AUTOLINK = re.compile(r"(?i)\b(mailto|javascript|data|www)(:|\.)")
_START = re.compile(r"^([-+]|\d+[.)])(\s)")
_NARROW = "&#8203;"  # nothing to see, but no link either


def escaped(text: str) -> str:
    """Plain text that a reader of Markdown shows as it stands, in one line and without links."""
    text = clean(" ".join(text.split())).replace("&", "&amp;")
    text = _SPECIAL.sub(r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;")
    # What is put in between has a number sign and digits itself, so these come first.
    text = re.sub(r"#(?=\d)", f"#{_NARROW}", text).replace("@", f"@{_NARROW}")
    text = _AUTOLINK.sub(rf"\1{_NARROW}\2", text).replace("://", f":{_NARROW}//")
    return _START.sub(lambda found: f"{found[1][:-1]}\\{found[1][-1]}{found[2]}", text)


def render(page: Page, *, width: int = 0) -> str:
    """A whole page; its lines are as long as they are."""
    del width
    parts = [f"# {escaped(page.title)}"]
    if page.lead:
        parts.append("\n".join(f"{_sentence(item)}  " for item in page.lead).rstrip())
    parts += _blocks(page.blocks, 1)
    for section in page.sections:
        if section:
            parts += _section(section, 2)
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(section: Section, level: int) -> list[str]:
    parts = [f"{'#' * level} {escaped(section.title)}"]
    if section.cites:
        parts.append(_cited(section.cites).strip())
    parts += _blocks(section.blocks, level)
    for inner in section.sections:
        parts += _section(inner, min(level + 1, 6))
    return parts


def _blocks(blocks: Sequence[Block], level: int) -> list[str]:
    return [part for block in blocks for part in _block(block, level) if part]


def _block(block: Block, level: int) -> list[str]:
    """The paragraphs of a block below a heading of a level."""
    match block:
        case Paragraph(items):
            return ["\n".join(_sentence(item) for item in items)]
        case Listing(items, ordered):
            return ["\n".join(_items(items, "", ordered=ordered))]
        case Table():
            return [_table(block)]
        case Figure():
            return ["\n".join(_items(block.steps, "", ordered=True))]
        case Preformatted(lines, language):
            return [_fenced(lines, language)]
        case Entries(entries):
            return [part for entry in entries for part in _entry(entry, min(level + 1, 6))]
        case Columns(parts):
            return [text for part in parts for text in _blocks(part, level)]
        case Details(summary, blocks):
            # Not folded: that would take markup, and some readers drop all of it.
            return [f"**{escaped(summary)}**", *_blocks(blocks, level)]
        case _:
            assert_never(block)


def _entry(entry: Entry, level: int) -> list[str]:
    name = f"{_code(entry.name)} {escaped(entry.about)}".rstrip() if entry.name else ""
    return [f"{'#' * level} {_words(entry.title)}", name, *_blocks(entry.blocks, level)]


def _words(words: Words) -> str:
    return "".join(map(_span, spans(words)))


def _span(span: Span) -> str:
    match span:
        case str():
            return _between(span)
        case Strong(text):
            return f"**{escaped(text)}**"
        case Emphasis(text):
            return f"*{escaped(text)}*"
        case Code(text):
            return _code(text)
        case Excerpt(text):
            return escaped(text)
        case Link(text, page, _, name):
            if page:
                return f"[{escaped(text)}]({page}.md)"
            # The names of headings are the forge's own, so a part is named and not linked.
            return f"{escaped(text)} ({_code(name)})" if name else escaped(text)
        case _:
            assert_never(span)


def _between(text: str) -> str:
    """Words beside others keep the spaces at their ends."""
    before, after = text[:1].isspace(), text[-1:].isspace()
    return f"{' ' * before}{escaped(text)}{' ' * (after and bool(text.strip()))}"


def _code(text: str) -> str:
    text = clean(text).replace("|", "\\|")
    marks = _marks([text], 1)
    return f"{marks} {text} {marks}" if "`" in text else f"{marks}{text}{marks}"


def _fenced(lines: Sequence[str], language: str) -> str:
    lines = [clean(line) for line in lines]
    marks = _marks(lines, 3)
    return "\n".join([f"{marks}{language or 'text'}", *lines, marks])


def _marks(lines: Sequence[str], fewest: int) -> str:
    """So many backquotes that nothing inside ends what they begin."""
    runs = [len(run) for line in lines for run in re.findall("`+", line)]
    return "`" * max(fewest, 1 + max(runs, default=0))


def _cited(cites: Cites) -> str:
    return f" <sub>[{_headings(cites)}]</sub>" if cites else ""


def _headings(cites: Cites) -> str:
    return "; ".join(escaped(heading.rstrip(":")) for heading in cites)


def _sentence(item: Item) -> str:
    term = f"**{escaped(item.term)}.** " if item.term else ""
    return f"{term}{_words(item.text)}".rstrip() + _assumed(item.assumed) + _cited(item.cites)


def _assumed(questions: Sequence[Question]) -> str:
    return "".join(f" *{escaped(words)} {_words(_apart(asked))}*"
                   for words, asked in doubts(questions))


def _apart(questions: Sequence[Question]) -> Words:
    return tuple(span for link in questions for span in (link, " "))[:-1]


def _items(items: Sequence[Item], indent: str, *, ordered: bool) -> list[str]:
    lines = []
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if ordered else "- "
        lines.append(f"{indent}{mark}{_sentence(item)}")
        lines += _items(item.children, indent + " " * len(mark), ordered=item.ordered)
    return lines


def _table(table: Table) -> str:
    used = table.used()
    cites = any(row.cites for row in table.rows)
    head = [escaped(table.head[i]) if table.head else "" for i in used]
    lines = [_row([*head, *(["Rulebook"] if cites else [])]),
             "|" + "|".join(["--:" if i in table.numbers else "---" for i in used]
                            + ["---"] * cites) + "|"]
    for row in table.rows:
        cells = [_words(row.cells[i]) if i < len(row.cells) else "" for i in used]
        if row.assumed:  # this does not stand under a citation
            at = used.index(row.doubtful())
            cells[at] = (cells[at] + _assumed(row.assumed)).strip()
        lines.append(_row([*cells, *([_headings(row.cites)] if cites else [])]))
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
