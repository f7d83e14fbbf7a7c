"""Pages as text for a terminal, as wide as it is told."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import assert_never

from variorum_dsl.diagnostics.sanitizer import clean

from variorum.reports.blocks import (
    Block,
    Code,
    Columns,
    Details,
    Emphasis,
    Entries,
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

WIDTH = 80
GAP = 2  # between columns
STEP = 2  # by which something is moved in
FEWEST, FEWER = 18, 10  # letters that the first column, and any other one with words, must have


def render(page: Page, *, width: int = WIDTH) -> str:
    """A whole page."""
    lines = [*_wrapped(page.title, width)]
    lines.append("=" * max(map(len, lines), default=0))
    for item in page.lead:
        lines += _wrapped(_sentence(item), width)
    if page.lead and page.blocks:
        lines.append("")
    lines += _blocks(page.blocks, width)
    for section in page.sections:
        if section:
            lines += ["", *_section(section, width)]
    return "".join(f"{clean(line.rstrip())}\n" for line in lines)


def _section(section: Section, width: int) -> list[str]:
    """A heading that text follows is underlined; what is only a list is moved in below it."""
    ruled = isinstance(next(iter(section.blocks), None), Paragraph)
    step = 0 if ruled else STEP
    lines = _wrapped(f"{section.title}{_cited(section.cites)}", width)
    if ruled:
        lines.append("-" * max(map(len, lines)))
    lines += _moved(_blocks(section.blocks, width - step), step)
    for inner in section.sections:
        lines += ["", *_moved(_section(inner, width - step), step)]
    return lines


def _folded(line: str, width: int) -> list[str]:
    """A line of a rule file, which goes on on the next one behind a comma."""
    found = []
    inner = " " * (len(line) - len(line.lstrip()) + 3 * STEP)
    while len(line) > width and (end := line.rfind(", ", len(inner), width)) >= 0:
        found.append(line[: end + 1])
        line = inner + line[end + 2:]
    return [*found, line]


def _moved(lines: Sequence[str], by: int) -> list[str]:
    return [f"{' ' * by}{line}" if line else "" for line in lines]


def _blocks(blocks: Sequence[Block], width: int) -> list[str]:
    """Blocks one below the other; around those that are no plain lines there is some room."""
    lines: list[str] = []
    apart = False
    for block in blocks:
        told = _block(block, width)
        loose = isinstance(block, Table | Columns | Entries)
        if lines and told and (loose or apart):
            lines.append("")
        if told:
            apart = loose
        lines += told
    return lines


def _block(block: Block, width: int) -> list[str]:
    match block:
        case Paragraph(items, look):
            said = " ".join(_sentence(item) for item in items)
            return _wrapped(f"Note: {said}" if look == "note" else said, width)
        case Listing(items, ordered):
            return _items(items, width, ordered=ordered)
        case Table():
            return _table(block, width)
        case Figure():
            return _items(block.steps, width, ordered=True)
        case Preformatted(lines):
            return _moved([part for line in lines for part in _folded(line, width - STEP)], STEP)
        case Entries():
            return _entries(block, width)
        case Columns(parts):
            found: list[str] = []
            for part in parts:
                found += [*([""] if found else []), *_moved(_blocks(part, width - STEP), STEP)]
            return found
        case Details():
            return []
        case _:
            assert_never(block)


def _entries(block: Entries, width: int) -> list[str]:
    lines: list[str] = []
    apart = False
    for number, entry in enumerate(block.entries, 1):
        mark = f"{number}. " if block.ordered else "* "
        step = len(mark)
        loose = any(isinstance(each, Table | Columns | Entries) for each in entry.blocks)
        if lines and (apart or (loose and block.ordered)):
            lines.append("")
        lines += _wrapped(_words(entry.title), width, mark, " " * step)
        if entry.name:
            lines += _wrapped(f"[{entry.name}] {entry.about}".rstrip(), width, " " * step,
                              " " * (step + STEP))
        lines += _moved(_blocks(entry.blocks, width - step), step)
        apart = loose
    return lines


def _items(items: Sequence[Item], width: int, *, ordered: bool) -> list[str]:
    lines = []
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if ordered else "- "
        lines += _wrapped(_sentence(item), width, mark, " " * len(mark))
        lines += _moved(_items(item.children, width - len(mark), ordered=item.ordered), len(mark))
    return lines


# ------------------------------------------------------------------------------------- tables
def _table(table: Table, width: int) -> list[str]:
    """Columns side by side; those with words are broken into lines if there is too little room."""
    used = table.used()
    rows = [[_words(row.cells[i]) if i < len(row.cells) else "" for i in used]
            for row in table.rows]
    head = [table.head[i] for i in used] if table.head else []
    right = {place for place, column in enumerate(used) if column in table.numbers}
    shown = [head, *rows] if head else rows
    sizes = [max(map(len, column)) for column in zip(*shown, strict=True)]
    # No word is broken: a column is at least as wide as its longest one.
    words = [max((len(word) for cell in column for word in cell.split()), default=0)
             for column in zip(*shown, strict=True)]
    room = width - GAP * (len(sizes) - 1)
    least = [size if place in right else min(size, max(words[place], FEWER if place else FEWEST))
             for place, size in enumerate(sizes)]
    while sum(sizes) > room and sizes != least:  # the widest gives way
        widest = max((place for place, size in enumerate(sizes) if size > least[place]),
                     key=sizes.__getitem__)
        sizes[widest] -= 1
    if sum(sizes) > room:
        return _listed(head, rows, width)
    lines: list[str] = []
    for row in shown:
        cells = [textwrap.wrap(cell, size, break_on_hyphens=False) if cell else []
                 for cell, size in zip(row, sizes, strict=True)]
        for number in range(max(1, *map(len, cells))):
            texts = [cell[number] if number < len(cell) else "" for cell in cells]
            lines.append((" " * GAP).join(
                text.rjust(size) if place in right else text.ljust(size)
                for place, (text, size) in enumerate(zip(texts, sizes, strict=True))))
    return lines


def _listed(head: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Where the columns do not fit, each row is a list of its own."""
    lines: list[str] = []
    for row in rows:
        lines += _wrapped(row[0], width)
        for place, cell in enumerate(row[1:], 1):
            if cell:
                lines += _moved(_wrapped(f"{head[place]}: {cell}" if head else cell,
                                         width - STEP), STEP)
    return lines


# ---------------------------------------------------------------------------------- in a line
def _sentence(item: Item) -> str:
    term = f"{item.term}: " if item.term else ""
    return f"{term}{_words(item.text)}{_assumed(item.assumed)}{_cited(item.cites)}"


def _assumed(questions: Sequence[Question]) -> str:
    return "".join(f" ({words} {' '.join(each.text for each in asked)})"
                   for words, asked in doubts(questions))


def _cited(cites: Sequence[str]) -> str:
    return "".join(f'  see "{heading}"' for heading in cites)


def _words(words: Words) -> str:
    return "".join(map(_span, spans(words)))


def _span(span: Span) -> str:
    match span:
        case str():
            return span
        case Strong(text) | Emphasis(text) | Excerpt(text):
            return text
        case Code(text):
            return f"`{text}`"
        case Link(text, name=name):
            return f"{text} [{name}]" if name else text
        case _:
            assert_never(span)


def _wrapped(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(text, width, initial_indent=first, subsequent_indent=rest,
                         break_on_hyphens=False, break_long_words=False) or [first.rstrip()]
