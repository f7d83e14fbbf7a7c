"""Pages as Markdown for a forge. Every text of a file is escaped: it cannot become markup."""

from __future__ import annotations

import re

from variorum.reports.blocks import Block, Cites, Drawing, Item, Listing, Page, Section, Table, Text

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")
_AUTOLINK = re.compile(r"(?i)\b(https?|ftp|mailto|javascript|data|www)(:|\.)")
_AT = re.compile(r"@")
_NUMBER_SIGN = re.compile(r"#(?=\d)")
_START = re.compile(r"^(\s*)([-+]|\d+[.)])(\s)")


def escaped(text: str) -> str:
    """Plain text that a reader of Markdown shows as it stands, in one line and without links."""
    text = " ".join(text.replace("&", "&amp;").split())
    text = _SPECIAL.sub(r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;")
    text = _AUTOLINK.sub(lambda found: f"{found[1]}&#8203;{found[2]}", text)
    text = _AT.sub("@&#8203;", text)
    text = _NUMBER_SIGN.sub("#&#8203;", text)
    return _START.sub(lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}{found[3]}"
                      if len(found[2]) > 1 else f"{found[1]}\\{found[2]}{found[3]}", text)


def cited(cites: Cites) -> str:
    if not cites:
        return ""
    return " <sub>[" + "; ".join(escaped(cite) for cite in cites) + "]</sub>"


def page(each: Page) -> str:
    """A whole page."""
    parts = [f"# {escaped(each.title)}"]
    if each.lead:
        parts.append("\n".join(f"{escaped(item.text)}{cited(item.cites)}  " for item in each.lead)
                     .rstrip())
    for section in filter(None, each.sections):
        parts += _section(section, 2)
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(section: Section, level: int) -> list[str]:
    parts = [f"{'#' * level} {escaped(section.title)}"]
    if section.cites:
        parts.append(cited(section.cites).strip())
    parts += [_block(block) for block in section.blocks]
    for inner in section.sections:
        parts += _section(inner, min(level + 1, 6))
    return parts


def _block(block: Block) -> str:
    match block:
        case Text(items=items):
            return "\n".join(_sentence(item) for item in items)
        case Listing(items=items, ordered=ordered):
            return "\n".join(_items(items, "", ordered=ordered))
        case Table():
            return _table(block)
        case Drawing(steps=steps):
            return "\n".join(_items(steps, "", ordered=True))


def _sentence(item: Item) -> str:
    term = f"**{escaped(item.term)}.** " if item.term else ""
    return f"{term}{escaped(item.text)}".rstrip() + cited(item.cites)


def _items(items: list[Item], indent: str, *, ordered: bool) -> list[str]:
    lines = []
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if ordered else "- "
        lines.append(f"{indent}{mark}{_sentence(item)}")
        lines += _items(item.children, indent + " " * len(mark), ordered=item.ordered)
    return lines


def _table(table: Table) -> str:
    cites = any(row.cites for row in table.rows)
    head = [*table.head, *(["Rulebook"] if cites else [])]
    used = [i for i in range(len(head))
            if i >= len(table.head) or any(i < len(r.cells) and r.cells[i] for r in table.rows)]
    lines = ["| " + " | ".join(escaped(head[i]) for i in used) + " |",
             "|" + "|".join("--:" if i in table.numbers else "---" for i in used) + "|"]
    for row in table.rows:
        cells = [*row.cells, *([""] * (len(table.head) - len(row.cells)))]
        if cites:
            cells.append("; ".join(row.cites))
        lines.append("| " + " | ".join(escaped(cells[i]) for i in used) + " |")
    return "\n".join(lines)
