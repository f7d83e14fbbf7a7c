"""What lies on the stack of the careful parser, and how a rule is built from it.

Tokens and parts keep their places, and lists share their beginnings, so that the parser can go
back to an earlier point and say what was wrong there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.model.node import Node
from variorum_dsl.syntax.builders import BUILDERS
from variorum_dsl.syntax.grammar import LISTS, MEANINGFUL

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
_new: Any = tuple.__new__  # much cheaper than going through the constructor of a named tuple


class Token(NamedTuple):
    """A word, number, sign or quoted text, with its place."""

    type: str
    text: Any  # a string; for what somebody says, its phrases
    at: Place


class Part(NamedTuple):
    """Something that is not a node of its own, with its place."""

    at: Place
    value: Any


class Chain(NamedTuple):
    """A list under construction: what came before, and the newest member.

    Sharing the beginning keeps lists linear and lets the parser go back to an earlier point.
    """

    at: Place
    before: Chain | None
    newest: Any

    def unrolled(self) -> tuple[Any, ...]:
        items = []
        link: Chain | None = self
        while link is not None:
            if link.newest is not None:
                items.append(link.newest)
            link = link.before
        items.reverse()
        return tuple(items)


def build(callback: str, parts: list[Any], path: str) -> Any:
    """What a rule of the grammar stands for."""
    at = _span(parts, path)
    if callback in LISTS:
        before = parts[0] if type(parts[0]) is Chain else None
        return _new(Chain, (at, before, _plain(parts[-1])))
    every = callback == "clause_word"
    arguments = [
        _plain(part)
        for part in parts
        if type(part) is not Token or every or part.type in MEANINGFUL
    ]
    built = BUILDERS[callback](at, *arguments)
    return built if isinstance(built, Node) else _new(Part, (at, built))


def _span(parts: list[Any], path: str) -> Place:
    """From the first part that stands in the text to the last one."""
    first = last = None
    for first in parts:
        if first is not None and (type(first) is not Token or first[0] not in LAYOUT):
            break
    for last in reversed(parts):
        if last is not None and (type(last) is not Token or last[0] not in LAYOUT):
            break
    if first is None or last is None:
        return Place(path, 1, 1, 1, 1)
    start = first.at
    stop = start if last is first else last.at
    return _new(Place, (path, start[1], start[2], stop[3], stop[4]))  # type: ignore[no-any-return]


def _plain(part: Any) -> Any:
    kind = type(part)
    if kind is Token:
        if part.type == "INT":
            return int(part.text)
        return part.text[1:-1] if part.type == "STRING" else part.text
    if kind is Part:
        return part.value
    if kind is Chain:
        return part.unrolled()
    return part
