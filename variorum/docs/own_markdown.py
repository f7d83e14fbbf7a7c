"""The few marks of Markdown that this project's own documents use, as HTML.

Everything is escaped first; only what is recognised here becomes markup, and links that lead
anywhere else stay plain text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup, escape

_CODE = re.compile(r"`([^`]+)`")
_STRONG = re.compile(r"\*\*([^*]+)\*\*")
_EMPHASIS = re.compile(r"(?<![\w*])[*_]([^*_\s][^*_]*)[*_](?![\w*])")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]*)\)")
_HEADING = re.compile(r"^(#{1,6}) +(.*)$")
_ITEM = re.compile(r"^(?:[-*]|\d+\.) +(.*)$")


def inline(text: str) -> Markup:
    """A line with code, strong and stressed words."""
    parts: list[Markup] = []
    position = 0
    for found in _CODE.finditer(text):
        parts += [_words(text[position : found.start()]),
                  Markup("<code>{}</code>").format(found[1])]
        position = found.end()
    parts.append(_words(text[position:]))
    return Markup("").join(parts)


def _words(text: str) -> Markup:
    text = _LINK.sub(r"\1", text)
    said = str(escape(text))
    said = _STRONG.sub(r"<strong>\1</strong>", said)
    return Markup(_EMPHASIS.sub(r"<em>\1</em>", said))


def as_html(text: str) -> Markup:
    """A document."""
    return Markup("\n").join(_blocks(text.split("\n")))


def _blocks(lines: list[str]) -> Iterator[Markup]:
    index = 0
    names: dict[str, int] = {}
    while index < len(lines):
        line = lines[index]
        start = index
        if line.startswith("```"):
            index += 1
            while index < len(lines) and not lines[index].startswith("```"):
                index += 1
            yield _code(line[3:].strip(), lines[start + 1 : index])
            index += 1
        elif found := _HEADING.match(line):
            name = slug(found[2])
            names[name] = names.get(name, 0) + 1
            yield Markup('<h{0} id="{1}">{2}</h{0}>').format(
                len(found[1]), name if names[name] == 1 else f"{name}-{names[name]}",
                inline(found[2]))
            index += 1
        elif line.startswith("|"):
            while index < len(lines) and lines[index].startswith("|"):
                index += 1
            yield _table(lines[start:index])
        elif _ITEM.match(line):
            items = []
            while index < len(lines) and lines[index].strip():
                item = _ITEM.match(lines[index])
                if item:
                    items.append(item[1])
                else:
                    items[-1] += " " + lines[index].strip()
                index += 1
            rows = Markup("").join(Markup("<li>{}</li>").format(inline(each)) for each in items)
            word = "ol" if line[0].isdigit() else "ul"
            yield Markup("<{0}>{1}</{0}>").format(Markup(word), rows)
        elif not line.strip():
            index += 1
        else:
            while index < len(lines) and lines[index].strip() and not (
                    lines[index].startswith(("```", "#", "|"))):
                index += 1
            index = max(index, start + 1)
            yield Markup("<p>{}</p>").format(inline(" ".join(lines[start:index])))


def _code(word: str, lines: list[str]) -> Markup:
    label = {"bad": "With the mistake", "good": "Mended"}.get(word, "")
    head = Markup('<p class="{}">{}</p>').format(word, label) if label else Markup("")
    return head + Markup('<pre tabindex="0"><code>{}</code></pre>').format("\n".join(lines))


def _table(lines: list[str]) -> Markup:
    rows = [_cells(line) for line in lines]
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(inline(c)) for c in rows[0])
    body = Markup("").join(
        Markup("<tr>{}</tr>").format(Markup("").join(
            Markup('<th scope="row">{}</th>' if i == 0 else "<td>{}</td>").format(inline(cell))
            for i, cell in enumerate(row)))
        for row in rows[2:])
    return Markup('<div class="scroll" role="group" tabindex="0" aria-label="Table"><table>'
                  "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>").format(head, body)


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


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "part"
