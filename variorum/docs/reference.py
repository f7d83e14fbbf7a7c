"""The language reference, from the guide and the grammar, and every check from its own page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from variorum_dsl.diagnostics import explanations as pages

_HERE = Path(__file__).parent
_GRAMMAR = Path(pages.__file__).parent.parent / "grammar.lark"
_RULE = re.compile(r"^// -{10,} (.+)$")


class Reference(NamedTuple):
    """A page that is written as Markdown."""

    name: str
    title: str
    text: str


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
