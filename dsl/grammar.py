"""The parser tables, made by lark from `grammar.lark` and kept beside it.

Analysing the grammar takes longer than everything else that a check does, so what lark finds out
is stored as package data (`grammar.tables`): for each state what to do on each symbol, and for
each rule how its parts are handed to the builder. A test fails when the tables are older than
the grammar; `python -m dsl.grammar` makes them again.
"""

from __future__ import annotations

import marshal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lark import Lark

_FOLDER = Path(__file__).parent
GRAMMAR = _FOLDER / "grammar.lark"
TABLES = _FOLDER / "grammar.tables"


class Rule(NamedTuple):
    """A rule as the parser needs it.

    `plan` has one number for each symbol: how many absent optional parts stand before it,
    doubled, plus one when the symbol's own parts take its place. A last number counts the
    absent parts at the end.
    """

    origin: str
    callback: str
    size: int
    plan: tuple[int, ...]
    inline_single: bool
    spliced: bool


class Tables(NamedTuple):
    """States map a symbol to a next state, or to `~rule` for a reduction."""

    states: dict[int, dict[str, int]]
    rules: list[Rule]
    start: int
    end: int
    keywords: dict[str, str]


def analysed(*, strict: bool = False) -> Lark:
    """The grammar as lark understands it."""
    from lark import Lark

    return Lark(
        GRAMMAR.read_text("utf-8"), parser="lalr", lexer="contextual", strict=strict,
        keep_all_tokens=True, maybe_placeholders=True,
    )


@cache
def tables() -> Tables:
    """The stored tables, or fresh ones where they are missing."""
    try:
        stored = marshal.loads(TABLES.read_bytes())
        states, rules, start, end, keywords, _ = stored
    except (OSError, ValueError, EOFError, TypeError):
        return made()
    return Tables(states, [Rule(*rule) for rule in rules], start, end, keywords)


def made() -> Tables:
    """The tables, from the grammar itself."""
    lark: Any = analysed()
    table = lark.parser.parser._parse_table
    numbers: dict[Any, int] = {}
    rules: list[Rule] = []
    states: dict[int, dict[str, int]] = {}
    for state, row in sorted(table.states.items()):
        states[state] = {}
        for symbol, (_action, argument) in sorted(row.items(), key=lambda item: str(item[0])):
            if isinstance(argument, int):
                states[state][str(symbol)] = argument
                continue
            if argument not in numbers:
                numbers[argument] = len(rules)
                rules.append(_rule(argument))
            states[state][str(symbol)] = ~numbers[argument]
    keywords = {
        terminal.pattern.value: terminal.name
        for terminal in lark.terminals
        if type(terminal.pattern).__name__ == "PatternStr"
    }
    for terminal in lark.terminals:
        if terminal.name in ("ARTICLE", "EXTREME", "ROUNDING", "SIGHT"):
            for word in terminal.pattern.value.strip("(?:)").split("|"):
                keywords[word + "." + terminal.name] = terminal.name
    return Tables(
        states, rules, table.start_states["start"], table.end_states["start"], keywords
    )


def _rule(rule: Any) -> Rule:
    absent = rule.options.empty_indices or (False,) * len(rule.expansion)
    plan: list[int] = []
    waiting = 0
    symbols = iter(rule.expansion)
    for empty in absent:
        if empty:
            waiting += 1
            continue
        symbol = next(symbols)
        splice = not symbol.is_term and symbol.name.startswith("_")
        plan.append(waiting * 2 + splice)
        waiting = 0
    plan.append(waiting)
    origin = str(rule.origin.name)
    callback = rule.alias or rule.options.template_source or origin
    return Rule(
        origin, str(callback), len(rule.expansion), tuple(plan),
        bool(rule.options.expand1 and not rule.alias), origin.startswith("_"),
    )


def store() -> None:
    """Make the tables again."""
    states, rules, start, end, keywords = made()
    TABLES.write_bytes(
        marshal.dumps((states, [tuple(rule) for rule in rules], start, end, keywords, stamp()), 4)
    )


def stamp() -> str:
    """What the tables depend on: the text of the grammar."""
    import hashlib

    return hashlib.sha256(GRAMMAR.read_bytes()).hexdigest()


def stored_stamp() -> str:
    return str(marshal.loads(TABLES.read_bytes())[-1])


if __name__ == "__main__":
    store()
