"""What a word means here: its sort, its printed words, where its rule stands, what it comes to."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from variorum_dsl import model as m
from variorum_dsl.core.intervals import Interval, interval, scores
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.diagnostics.explanations import page
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.english import numbered, with_players
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

if TYPE_CHECKING:
    from variorum_dsl.core.certainty import Facts
    from variorum_dsl.lowering.symbols import Symbols

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
    if comes_to := _value(file, symbol, node):
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


def _value(file: File, symbol: Symbol, node: Node | None) -> str:
    """What a name comes to: how many cards, which numbers, what sort of thing."""
    symbols = file.symbols
    if symbol in file.index.types:
        held = f"stands for {shown(file.index.types[symbol])}"
        fixed = _written(node.value) if isinstance(node, m.Let) else ""
        return f"{held}, {fixed}" if fixed else held
    if symbols is None:
        return ""
    match symbol.sort:
        case "kind" | "card" | "mark":
            return _alike({players: numbered(each.masks.get(symbol.name, 0).bit_count(), "card")
                           for players, each in file.counted.items()})
        case "member" if symbol.name in symbols.members:
            number, member = symbols.members[symbol.name]
            return _alike({players: numbered(sum(
                card.values[number] == member and _has(each, card.kind, number)
                for card in each.program.cards), "card")
                for players, each in file.counted.items()})
        case "attribute" if symbol.name in symbols.attributes:
            number = symbols.attributes[symbol.name]
            table = symbols.program.attributes[number]
            if table.members:
                return "one of " + ", ".join(table.members)
            values = sorted({card.values[number] for card in symbols.program.cards
                             if _has(symbols, card.kind, number)})
            return f"{values[0]} to {values[-1]}" if values else ""
        case "zone" if symbol.name in symbols.zones:
            return _alike({players: _lying(each, symbol.name)
                           for players, each in file.counted.items()})
        case "figure" | "scoring" | "track":
            return _alike({players: _between(facts, symbol)
                           for players, facts in file.facts.items()})
        case _:
            return ""


def _has(symbols: Symbols, kind: str, attribute: int) -> bool:
    name = symbols.program.attributes[attribute].name
    return any(each.name == name for each in symbols.attributes_of(kind))


def _alike(said: Mapping[int, str]) -> str:
    """What is true with every number of players, or what is true with each."""
    if len(set(said.values())) == 1:
        return next(iter(said.values()))
    return ", ".join(f"{text} with {with_players(players, players)}"
                     for players, text in said.items() if text)


def _lying(symbols: Symbols, name: str) -> str:
    """What lies in a zone before the setup."""
    number = symbols.zones[name]
    cards = sum(card.zone == number for card in symbols.program.cards)
    owners = symbols.program.zones[number].domain.size
    there = numbered(cards, "card") if owners == 1 else (
        f"{numbered(cards // owners, 'card')} each" if cards % owners == 0
        else f"{numbered(cards, 'card')} in all")
    return f"{there} before the setup" if cards else "empty before the setup"


def _between(facts: Facts, symbol: Symbol) -> str:
    """The value of a number where it is fixed, or between which two it lies."""
    program = facts.program
    match symbol.sort:
        case "figure":
            value = next(each.value for each in program.figures if each.name == symbol.name)
            return _bounds(interval(value, facts)) if value.type == "number" else ""
        case "scoring":
            steps = next(each for each in program.scorings if each.name == symbol.name)
            return _bounds(scores(steps, facts)[-1])
        case _:
            number, track = next((n, each) for n, each in enumerate(program.tracks)
                                 if each.name == symbol.name)
            if track.start is None or track.start.type != "number":
                return ""
            start = _bounds(interval(track.start, facts))
            return start if number not in facts.changed else start.replace(
                "always", "at first", 1)


def _bounds(found: Interval) -> str:
    if found is None:
        return ""
    low, high = found
    return f"always {low}" if low == high else f"between {low} and {high}"


def _written(value: m.Expression) -> str:
    """A number that stands in the rules, for some numbers of players perhaps."""
    match value:
        case m.Number():
            return f"always {value.value}"
        case m.ByPlayers() if all(isinstance(row.value, m.Number) for row in value.rows):
            return ", ".join(
                f"{row.value.value} with {with_players(row.low, row.high)}"
                for row in value.rows if isinstance(row.value, m.Number))
    return ""
