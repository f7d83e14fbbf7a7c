"""The language reference, from the guide and the grammar, and every check from its own page.

These are the project's own documents. They are Markdown already, and are read here for the few
marks that they use; links that lead anywhere else stay plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from variorum_dsl.diagnostics import explanations as pages

from variorum.reports.blocks import (
    Block,
    Code,
    Emphasis,
    Item,
    Listing,
    Look,
    Page,
    Preformatted,
    Row,
    Section,
    Span,
    Strong,
    Table,
    Words,
    paragraph,
)

_HERE = Path(__file__).parent
_GRAMMAR = Path(pages.__file__).parent.parent / "grammar.lark"
_RULE = re.compile(r"^// -{10,} (.+)$")
_CODE = re.compile(r"`([^`]+)`")
_STRESSED = re.compile(r"\*\*([^*]+)\*\*|(?<![\w*])[*_]([^*_\s][^*_]*)[*_](?![\w*])")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]*)\)")
_HEADING = re.compile(r"^(#{1,6}) +(.*)$")
_ITEM = re.compile(r"^(?:[-*]|\d+\.) +(.*)$")
_LABELS: dict[str, tuple[str, Look]] = {
    "bad": ("With the mistake", "bad"), "good": ("Mended", "good")}


class Reference(NamedTuple):
    """A page that is written as Markdown."""

    name: str
    title: str
    text: str

    def page(self) -> Page:
        lines = self.text.split("\n")
        start = next(_headings(lines), len(lines))
        return Page(self.name, self.title, blocks=list(_blocks(lines[:start], self.title)),
                    sections=_sections(lines[start:]), kind="reference")


def references() -> list[Reference]:
    return [language(), checks()]


def guide() -> str:
    """`docs/language.md`: beside this file in an installed package, else in the repository."""
    for path in (_HERE / "guide.md", _HERE.parent.parent / "docs" / "language.md"):
        if path.is_file():
            return path.read_text("utf-8")
    return "# The language\n"


def language() -> Reference:
    first, _, rest = guide().strip().partition("\n")
    title = first.lstrip("# ").strip()
    text = f"{rest.strip()}\n\n{grammar(_GRAMMAR.read_text('utf-8'))}"
    return Reference("language", title, text)


def grammar(source: str) -> str:
    """The grammar with its comments as text and its rules as code, in its own order."""
    notation = ("Every construct in the order of the grammar itself. Words in "
             "quotation marks stand in a file as they are; `[ ]` may be left out; `|` is a choice; "
             "`many{x}` is one `x` below the other and `list{x}` several with commas between; "
             "`_NL` is the end of a line, `_INDENT` and `_DEDENT` the beginning and the end of "
             "what is further in.")
    parts = ["## The grammar", notation]
    comment: list[str] = []
    rules: list[str] = []

    def close() -> None:
        while rules and not rules[-1].strip():
            rules.pop()
        if comment:
            parts.append("\n".join(comment))
        if rules:
            parts.append("```\n" + "\n".join(rules) + "\n```")
        comment.clear()
        rules.clear()

    for line in source.split("\n"):
        if found := _RULE.match(line):
            close()
            title = found[1].strip()
            parts.append(f"### {title[:1].upper()}{title[1:]}")
        elif line.startswith("//"):
            if rules:
                close()
            comment.append(line[2:].strip())
        elif line.strip() or rules:
            rules.append(line.rstrip())
    close()
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


def checks() -> Reference:
    """All pages of the checker's codes, one below the other."""
    lead = ("What `variorum check` finds, by the code that it prints in brackets; "
            "`variorum explain CODE` shows one of these on the command line.")
    parts = [lead]
    for code in pages.codes():
        text = pages.page(code) or ""
        parts.append(re.sub(r"(?m)^(#{1,5}) ", r"#\1 ", _fences_kept(text)).strip())
    return Reference("checks", "Every check of the checker", "\n\n".join(parts) + "\n")


def _fences_kept(text: str) -> str:
    """Headings are only looked for outside code; comments in examples begin with a space."""
    inside = False
    lines = []
    for line in text.split("\n"):
        if line.startswith("```"):
            inside = not inside
        lines.append(f" {line}" if inside and line.startswith("#") else line)
    return "\n".join(lines)


# ----------------------------------------------------------------------------- Markdown, read
def _headings(lines: Sequence[str]) -> Iterator[int]:
    """The lines that are headings; none is inside code."""
    inside = False
    for number, line in enumerate(lines):
        if line.startswith("```"):
            inside = not inside
        elif not inside and _HEADING.match(line):
            yield number


def _sections(lines: Sequence[str]) -> list[Section]:
    """Lines that begin with a heading, as sections inside each other."""
    places = list(_headings(lines))
    levels = [len(lines[place].split(" ")[0]) for place in places]
    found = []
    for number, place in enumerate(places):
        if levels[number] > min(levels[: number + 1]):
            continue  # inside one that is found already
        title = lines[place].lstrip("#").strip()
        end = next((places[n] for n in range(number + 1, len(places))
                    if levels[n] <= levels[number]), len(lines))
        below = next((each for each in places[number + 1 :] if each < end), end)
        found.append(Section(title, list(_blocks(lines[place + 1 : below], title)),
                             sections=_sections(lines[below:end])))
    return found


def _blocks(lines: Sequence[str], title: str) -> Iterator[Block]:
    index = 0
    while index < len(lines):
        line = lines[index]
        start = index
        if line.startswith("```"):
            index = next(n for n in count(index + 1)
                          if n >= len(lines) or lines[n].startswith("```"))
            language = line[3:].strip()
            if language in _LABELS:
                yield paragraph(*_LABELS[language])
                language = "variant"
            yield Preformatted(lines[start + 1 : index], language)
            index += 1
        elif line.startswith("|"):
            while index < len(lines) and lines[index].startswith("|"):
                index += 1
            head, _, *rows = (_cells(each) for each in lines[start:index])
            yield Table(title, head, [Row([inline(cell) for cell in row]) for row in rows],
                        bare=True)
        elif _ITEM.match(line):
            items: list[str] = []
            while index < len(lines) and lines[index].strip():
                item = _ITEM.match(lines[index])
                if item:
                    items.append(item[1])
                else:
                    items[-1] += " " + lines[index].strip()
                index += 1
            yield Listing([Item(inline(each)) for each in items], ordered=line[0].isdigit())
        elif not line.strip():
            index += 1
        else:
            while index < len(lines) and lines[index].strip() and not (
                    lines[index].startswith(("```", "|"))):
                index += 1
            yield paragraph(inline(" ".join(lines[start:index])))


def inline(text: str) -> Words:
    """A line with code, strong and stressed words."""
    found: list[Span] = []
    position = 0
    for code in _CODE.finditer(text):
        found += [*_stressed(text[position : code.start()]), Code(code[1])]
        position = code.end()
    return (*found, *_stressed(text[position:]))


def _stressed(text: str) -> Iterator[Span]:
    text = _LINK.sub(r"\1", text)
    position = 0
    for mark in _STRESSED.finditer(text):
        yield text[position : mark.start()]
        yield Strong(mark[1]) if mark[1] else Emphasis(mark[2])
        position = mark.end()
    yield text[position:]


def _cells(line: str) -> list[str]:
    """The cells of a row; a bar inside code does not end one."""
    cells, code, current = [], False, ""
    for char in line.strip().removeprefix("|").removesuffix("|"):
        if char == "`":
            code = not code
        if char == "|" and not code:
            cells.append(current.strip())
            current = ""
        else:
            current += char
    return [*cells, current.strip()]
