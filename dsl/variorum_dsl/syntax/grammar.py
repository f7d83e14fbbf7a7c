"""The grammar as lark understands it.

Analysing the grammar takes longer than everything else that a check does, so lark's parser is saved
as package data (`grammar.saved`). A test fails when it is older than the grammar;
`python -m variorum_dsl.syntax.grammar` makes it again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import lark
from lark import Lark
from lark.grammar import Rule

from variorum_dsl.syntax.tokens import LineByLine

_FOLDER = os.path.dirname(os.path.dirname(__file__))
GRAMMAR = os.path.join(_FOLDER, "grammar.lark")
SAVED = os.path.join(_FOLDER, "grammar.saved")
SETS = ("ARTICLE", "EXTREME", "LEVEL", "PLACE", "ROUNDING", "SIDE", "SIGHT", "SIZE")
"""The terminals that stand for one of a few words."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The parser, and the words of the language.

    `symbols` has for each word or sign the symbols that it can be, the likeliest first; `words`
    has for each symbol its word, or its words.
    """

    lark: Lark
    symbols: dict[str, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]

    @property
    def states(self) -> Mapping[int, Mapping[str, tuple[object, int | Rule]]]:
        """The table of the parser: for each state and symbol what to do, and the next state, or
        the rule that ends there."""
        states: Mapping[int, Mapping[str, tuple[object, int | Rule]]]
        states = self.lark.parse_interactive().parser_state.parse_conf.states
        return states

    def shifts(self, state: int) -> dict[str, int]:
        """The states that follow a state, by symbol."""
        return {symbol: what for symbol, (_, what) in self.states[state].items()
                if isinstance(what, int)}

    def ends(self, state: int) -> set[Rule]:
        """The rules that can end in a state."""
        return {what for _, what in self.states[state].values() if isinstance(what, Rule)}


@cache
def grammar() -> Grammar:
    parser = saved() or analysed()
    words: dict[str, tuple[str, ...]] = {}
    for terminal in parser.terminals:
        if terminal.pattern.type == "str":
            words[terminal.name] = (terminal.pattern.value,)
        elif terminal.name in SETS:
            words[terminal.name] = tuple(terminal.pattern.value.strip("(?:)").split("|"))
    symbols: dict[str, tuple[str, ...]] = {}
    for name in sorted(words, key=lambda name: (name in SETS, name)):
        for word in words[name]:
            symbols[word] = (*symbols.get(word, ()), name)
    return Grammar(parser, symbols, words)


def analysed() -> Lark:
    """The parser, made from the grammar."""
    with open(GRAMMAR, encoding="utf-8") as file:
        return Lark(file.read(), parser="lalr", lexer=LineByLine, maybe_placeholders=True)


def saved() -> Lark | None:
    """The parser as it was saved, if this version of lark saved it."""
    try:
        with open(SAVED, "rb") as file:
            version, _ = file.readline().split()
            return Lark.load(file) if version.decode() == lark.__version__ else None
    except (OSError, ValueError):
        return None


def save() -> None:
    """Make the saved parser again."""
    with open(SAVED, "wb") as file:
        file.write(f"{lark.__version__} {stamp()}\n".encode())
        analysed().save(file)


def saved_stamp() -> str:
    """What the grammar was when the parser was saved."""
    with open(SAVED, "rb") as file:
        return file.readline().split()[1].decode()


def stamp() -> str:
    """What the saved parser depends on: the text of the grammar."""
    import hashlib

    with open(GRAMMAR, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


if __name__ == "__main__":
    save()
