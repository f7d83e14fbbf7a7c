"""The manual: the documents in `docs/`, the language with its grammar, libraries, and every check.

They are the project's own and written in Markdown; `variorum.docs.documents` makes pages of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from variorum_dsl.diagnostics import explanations

from variorum.docs import libraries
from variorum.docs.documents import page_of
from variorum.reports.blocks import Item, Link, Listing, Page, coded, paragraph

_HERE = Path(__file__).parent
# Beside this file in an installed package, else in the repository.
_FOLDERS = (_HERE / "manual", _HERE.parent.parent / "docs")
_GRAMMAR = Path(explanations.__file__).parent.parent / "grammar.lark"
_RULE = re.compile(r"^// -{10,} (.+)$")
LEARN, REFERENCE, DAILY = "Learn", "Reference", "Day by day"
# Every document for those who write rules, below the heading of the menu that it stands under.
DOCUMENTS = {
    "tutorial": LEARN,
    "new-game": LEARN,
    "cookbook": LEARN,
    "language": REFERENCE,
    "simulate": DAILY,
    "scale": DAILY,
    "ci": DAILY,
    "editors": DAILY,
}
CHECKS = "checks"


class Chapter(NamedTuple):
    """A page of the manual; those with a `group` stand in the menu. `text` is its Markdown, for
    what is put together here."""

    page: Page
    group: str = ""
    text: str = ""


def page_names() -> frozenset[str]:
    """The names that the manual takes."""
    return frozenset({*DOCUMENTS, *libraries.page_names(), CHECKS,
                      *map(_check_name, explanations.codes())})


def manual() -> list[Chapter]:
    """Every page of the manual."""
    found = []
    for name, group in DOCUMENTS.items():
        text = document(name)
        if name == "language":
            text = f"{text.strip()}\n\n{grammar(_GRAMMAR.read_text('utf-8'))}"
        found.append(Chapter(page_of(name, text, page_names()), group,
                             text if name == "language" else ""))
    found += [Chapter(page, REFERENCE) for page in libraries.library_pages()]
    return [*found, *_checks()]


def document(name: str) -> str:
    """The Markdown of a document; without the file, only its title."""
    for folder in _FOLDERS:
        path = folder / f"{name}.md"
        if path.is_file():
            return path.read_text("utf-8")
    return f"# {name}\n"


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


# -------------------------------------------------------------------------------------- checks
def _checks() -> Iterable[Chapter]:
    """A page for each code of the checker, and one that leads to them."""
    lead = ("What `variorum check` finds, by the code that it prints in brackets; "
            "`variorum explain CODE` shows one of these on the command line.")
    title = "Every check of the checker"
    pages, parts = [], [lead]
    for code in explanations.codes():
        text = explanations.page(code) or ""
        pages.append(page_of(_check_name(code), text, page_names()))
        parts.append(re.sub(r"(?m)^(#{1,5}) ", r"#\1 ", _fences_kept(text)).strip())
    links = [Item((Link(code, page.name), page.title.removeprefix(code)))
             for code, page in zip(explanations.codes(), pages, strict=True)]
    whole = "\n\n".join(parts)
    yield Chapter(Page(CHECKS, title, blocks=[paragraph(coded(lead)), Listing(links)],
                       kind="reference"), REFERENCE, f"# {title}\n\n{whole}\n")
    yield from map(Chapter, pages)


def _check_name(code: str) -> str:
    return f"check-{code}"


def _fences_kept(text: str) -> str:
    """Headings are only looked for outside code; comments in examples begin with a space."""
    inside = False
    lines = []
    for line in text.split("\n"):
        if line.startswith("```"):
            inside = not inside
        lines.append(f" {line}" if inside and line.startswith("#") else line)
    return "\n".join(lines)
