"""Semantic colours: what each word is, from the index of names and from the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from variorum_dsl.lowering.symbols import PREDECLARED
from variorum_dsl.lowering.uses import Symbol
from variorum_dsl.syntax.grammar import grammar

from variorum.assist.desk import File
from variorum.assist.shapes import Range, Tokens
from variorum.assist.sorts import COLOURS

TYPES = ("namespace", "class", "enum", "interface", "enumMember", "event", "function", "method",
         "macro", "variable", "parameter", "property", "keyword", "comment", "string", "number",
         "operator")
MODIFIERS = ("declaration", "modification", "defaultLibrary")
_PART = re.compile(
    r'(?P<comment>#.*)|(?P<string>"[^"]*")|(?P<word>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)'
    r"|(?P<number>[0-9]+)|(?P<operator>[-+*/])"
)


class Token(NamedTuple):
    """A word with its colour. Line and column count from 1."""

    line: int
    column: int
    text: str
    type: str
    modifiers: tuple[str, ...] = ()


def tokens(file: File, where: Range | None = None) -> Tokens:
    """All colours, or those of a part, as the differences from one word to the next."""
    data: list[int] = []
    last_line = last_start = 0
    for token in coloured(file, *_rows(file, where)):
        start = file.lines.position(token.line, token.column)
        same = start["line"] == last_line
        data += (
            start["line"] - last_line,
            start["character"] - last_start if same else start["character"],
            file.lines.units(token.text), TYPES.index(token.type),
            sum(1 << MODIFIERS.index(each) for each in token.modifiers),
        )
        last_line, last_start = start["line"], start["character"]
    return {"data": data}


def _rows(file: File, where: Range | None) -> tuple[int, int]:
    if where is None:
        return 1, file.text.count("\n") + 1
    return file.lines.point(where["start"])[0], file.lines.point(where["end"])[0]


def _by_its_word(symbol: Symbol, start: int, line: str) -> bool:
    """Whether a stage has no name of its own here, and goes by the word that begins it."""
    return symbol.sort == "stage" and not line[:start].split()[-1:] and symbol.name in (
        "setup", "rounds")


def coloured(file: File, first: int, last: int) -> Iterator[Token]:
    """The words of some lines with what they are; a word that is no name and that the language does
    not know has no colour."""
    words = grammar().symbols
    roles = {(use.at.line, use.at.column): use.role
             for uses in file.index.uses.values() for use in uses if use.at.path == file.path}
    for number, line in enumerate(file.text.split("\n")[first - 1 : last], first):
        names: dict[int, Symbol] = {
            place.column: symbol for place, symbol in file.index.on_line(file.path, number)}
        for found in _PART.finditer(line.removesuffix("\r")):
            column, text, sort = found.start() + 1, found[0], str(found.lastgroup)
            if sort != "word":
                yield Token(number, column, text, sort)
            elif column in names and not _by_its_word(names[column], found.start(), line):
                role = roles.get((number, column))
                modifiers = (("declaration",) if role == "declares"
                             else ("modification",) if role == "sets" else ())
                yield Token(number, column, text, COLOURS[names[column].sort], modifiers)
            elif text in words:
                yield Token(number, column, text, "keyword")
            elif text in PREDECLARED:
                yield Token(number, column, text, "variable", ("defaultLibrary",))
