"""What a word means here: its sort, its printed words, where its rule stands, what it comes to."""

from __future__ import annotations

import os
import re

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.diagnostics.explanations import page
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.english import numbered
from variorum_dsl.lowering.expressions import shown
from variorum_dsl.lowering.symbols import PREDECLARED
from variorum_dsl.lowering.uses import Symbol
from variorum_dsl.model.node import Node, walk
from variorum_dsl.syntax.grammar import grammar
from variorum_dsl.syntax.tokens import WORD

from variorum.assist.desk import File
from variorum.assist.meaning import meaning
from variorum.assist.names import word_at
from variorum.assist.shapes import Hover, Position
from variorum.assist.sorts import CALLED

_TEXT = re.compile(r'"[^"]*"|#.*')


def hover(file: File, position: Position) -> Hover | None:
    word = word_at(file, position)
    if word is not None:
        return {"contents": {"kind": "markdown", "value": _about(file, word.symbol)},
                "range": file.lines.range(word.place)}
    line, column = file.lines.point(position)
    text = (file.text.split("\n")[line - 1 : line] or [""])[0]
    found = next((each for each in WORD.finditer(text)
                  if each.start() <= column - 1 <= each.end()), None)
    if found is None or any(each.start() < column - 1 < each.end()
                            for each in _TEXT.finditer(text)):
        return None
    said = _of_the_language(found[0], text)
    place = Place(file.path, line, found.start() + 1, line, found.end() + 1)
    return {"contents": {"kind": "markdown", "value": said},
            "range": file.lines.range(place)} if said else None


def _of_the_language(word: str, line: str) -> str:
    if line.lstrip().startswith("allow ") and (text := page(word)):
        return text
    if word in grammar().symbols or word in PREDECLARED:
        return meaning(word, line)
    return ""


# ------------------------------------------------------------------------------------------ names
def _about(file: File, symbol: Symbol) -> str:
    node, cites = _declaration(file, symbol)
    parts = [f"**{_code(symbol.name)}** · {CALLED[symbol.sort]}"]
    words = getattr(node, "words", None) or (node if isinstance(node, m.Words) else None)
    if isinstance(words, m.Words):
        plural = f", plural “{clean(words.many)}”" if words.many else ""
        parts.append(f"printed “{clean(words.one)}”{plural}")
    elif isinstance(node, m.Silent):
        parts.append(clean(node.question))
    if comes_to := _value(file, symbol):
        parts.append(comes_to)
    if text := file.loaded.sources.line(symbol.at.path, symbol.at.line):
        parts.append(f"```variant\n{clean(text.strip())}\n```")
    if cites:
        parts.append("see " + ", ".join(f"*{clean(each.heading)}*" for each in cites))
    if symbol.at != NOWHERE and symbol.at.path != file.path:
        home = os.path.basename(symbol.at.path).removesuffix(".variant")
        parts.append(f"declared in {clean(home)}")
    times = sum(use.role != "declares" for use in file.index.uses[symbol])
    parts.append(f"used {numbered(times, 'time')}" if times else "not used")
    return "\n\n".join(parts)


def _code(name: str) -> str:
    return f"`{clean(name)}`"


def _declaration(file: File, symbol: Symbol) -> tuple[Node | None, tuple[m.Cite, ...]]:
    """The record that declares something, and the citation that counts for it: its own, or the one
    of what it stands in."""
    for document in _documents(file):
        if document.at.path != symbol.at.path:
            continue
        for item in document.items:
            if not item.at.line <= symbol.at.line <= item.at.end_line:
                continue
            cites: tuple[m.Cite, ...] = ()
            found: Node | None = None
            for node in walk(item):
                if node.at.line <= symbol.at.line <= node.at.end_line:
                    cites = getattr(node, "cites", ()) or cites
                if symbol.at in (getattr(node, "name_at", None), getattr(node, "label_at", None)):
                    found = node
                    break
            return found, cites
    return None, ()


def _documents(file: File) -> list[m.Document]:
    found = []
    sheet = file.loaded.sheet
    while sheet is not None:
        found.append(sheet.document)
        sheet = sheet.parent
    return found


def _value(file: File, symbol: Symbol) -> str:
    """What a name comes to: how many cards, which numbers, what sort of thing."""
    symbols = file.symbols
    if symbol in file.index.types:
        return f"stands for {shown(file.index.types[symbol])}"
    if symbols is None:
        return ""
    match symbol.sort:
        case "kind" | "card" | "mark":
            cards = symbols.masks.get(symbol.name, 0).bit_count()
            return f"{numbered(cards, 'card')} with {symbols.players} players"
        case "attribute" if symbol.name in symbols.attributes:
            number = symbols.attributes[symbol.name]
            table = symbols.program.attributes[number]
            if table.members:
                return "one of " + ", ".join(table.members)
            values = sorted({card.values[number] for card in symbols.program.cards
                             if symbol.name in {each.name for each in
                                                symbols.attributes_of(card.kind)}})
            return f"{values[0]} to {values[-1]}" if values else ""
        case _:
            return ""
