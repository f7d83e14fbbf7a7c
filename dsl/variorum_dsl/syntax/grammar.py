"""The parser tables, made by lark from `grammar.lark` and kept beside it.

Analysing the grammar takes longer than everything else that a check does, so what lark finds out
is stored as package data (`grammar.tables`): for each state what to do on each symbol, and for
each rule how its parts are handed to the builder. A test fails when the tables are older than
the grammar; `python -m variorum_dsl.syntax.grammar` makes them again.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from lark import Lark

_FOLDER = os.path.dirname(os.path.dirname(__file__))
GRAMMAR = os.path.join(_FOLDER, "grammar.lark")
TABLES = os.path.join(_FOLDER, "grammar.tables")
MEANINGFUL = frozenset({"NAME", "INT", "STRING", "EXTREME", "ROUNDING", "SIGHT", "SAID"})
LISTS = frozenset({"many", "list", "either", "chain", "ranking"})
_SETS = ("ARTICLE", "EXTREME", "ROUNDING", "SIGHT")


class Rule(NamedTuple):
    """A rule as the parser needs it.

    `plan` has one number for each symbol: how many absent optional parts stand before it,
    doubled, plus one when the symbol's own parts take its place. A last number counts the
    absent parts at the end.
    `takes` says the same of what the builder gets: for each argument how far from the end of
    the rule its symbol stands, or 0 for an absent part. Some of them are lists, or several
    arguments at once, if the rule `gathers`.
    """

    origin: str
    callback: str
    size: int
    plan: tuple[int, ...]
    spliced: bool
    takes: tuple[int, ...]
    gathers: bool


class Unpacking(dict[int, Any]):
    """Rows by number, each unpacked when it is first asked for: a file needs a part of them."""

    def __missing__(self, number: int) -> Any:
        row = self[number] = self.unpacked(number)
        return row

    def unpacked(self, number: int) -> Any:
        raise NotImplementedError


class Rules(Unpacking):
    """The rules by number."""

    def __init__(self, packed: Sequence[bytes]) -> None:
        self.packed = packed

    def unpacked(self, number: int) -> Rule:
        return Rule(*marshal.loads(self.packed[number]))


class States(Unpacking):
    """What to do in each state: a symbol leads to a next state, or to `~rule` for a reduction.

    Many states have only one way out: a rule that ends there. Those are packed as the number of
    the rule and the number of the set of symbols that can follow.
    """

    def __init__(
        self, packed: Sequence[bytes | tuple[int, int]], followers: Sequence[tuple[str, ...]]
    ) -> None:
        self.packed = packed
        self.followers = followers

    def unpacked(self, number: int) -> dict[str, int]:
        packed = self.packed[number]
        if isinstance(packed, bytes):
            row: dict[str, int] = marshal.loads(packed)
            return row
        rule, followers = packed
        return dict.fromkeys(self.followers[followers], ~rule)


class Tables(NamedTuple):
    """`words` has for each word of the language the kinds of symbol that it can be, the likeliest
    first."""

    states: States
    rules: Rules
    start: int
    end: int
    keywords: dict[str, str]
    words: dict[str, tuple[str, ...]]


def analysed(*, strict: bool = False) -> Lark:
    """The grammar as lark understands it."""
    from lark import Lark

    with open(GRAMMAR, encoding="utf-8") as file:
        return Lark(
            file.read(), parser="lalr", lexer="contextual", strict=strict,
            keep_all_tokens=True, maybe_placeholders=True,
        )


@cache
def tables() -> Tables:
    """The stored tables, or fresh ones where they are missing."""
    try:
        found = stored()
    except (OSError, ValueError, EOFError, TypeError):
        found = made()
    states, followers, rules, start, end, keywords, words, _ = found
    return Tables(States(states, followers), Rules(rules), start, end, keywords, words)


def made() -> tuple[Any, ...]:
    """The tables as they are stored, from the grammar itself."""
    lark: Any = analysed()
    table = lark.parser.parser._parse_table
    numbers: dict[Any, int] = {}
    states: list[bytes | tuple[int, int]] = []
    followers: dict[tuple[str, ...], int] = {}
    for i in range(len(table.states)):
        actions: dict[str, int] = {}
        row = sorted(table.states[i].items(), key=lambda item: str(item[0]))
        for symbol, (_action, argument) in row:
            if isinstance(argument, int):
                actions[str(symbol)] = argument
            else:
                actions[str(symbol)] = ~numbers.setdefault(argument, len(numbers))
        ways = set(actions.values())
        if len(ways) == 1 and min(ways) < 0:
            states.append((~min(ways), followers.setdefault(tuple(actions), len(followers))))
        else:
            states.append(marshal.dumps(actions, 4))
    keywords = {
        terminal.pattern.value: terminal.name
        for terminal in lark.terminals
        if type(terminal.pattern).__name__ == "PatternStr"
    }
    words = {word: (name,) for word, name in keywords.items()}
    for kind in _SETS:
        pattern = next(each.pattern for each in lark.terminals if each.name == kind)
        for word in pattern.value.strip("(?:)").split("|"):
            keywords[f"{word}.{kind}"] = kind
            words[word] = (*words.get(word, ()), kind)
    rules = [marshal.dumps(tuple(rule), 4) for rule in _rules(list(numbers))]
    return (states, list(followers), rules, table.start_states["start"], table.end_states["start"],
            keywords, words, stamp())


def _rules(found: list[Any]) -> list[Rule]:
    lists: set[str] = set()
    several: set[str] = set()
    for rule in found:
        name = str(rule.origin.name)
        if _callback(rule) in LISTS:
            lists.add(name)
        elif name.startswith("_") and sum(map(_means, rule.expansion)) > 1:
            several.add(name)
    for rule in found:
        # What only hands a list on is a list too.
        if rule.origin.name.startswith("_"):
            means = [str(symbol.name) for symbol in rule.expansion if _means(symbol)]
            if len(means) == 1 and means[0] in lists:
                lists.add(str(rule.origin.name))
    return [_rule(rule, lists | several) for rule in found]


def _rule(rule: Any, gathered: set[str]) -> Rule:
    absent = rule.options.empty_indices or (False,) * len(rule.expansion)
    plan: list[int] = []
    takes: list[int] = []
    waiting = 0
    symbols = iter(rule.expansion)
    callback = _callback(rule)
    for empty in absent:
        if empty:
            waiting += 1
            takes.append(0)
            continue
        symbol = next(symbols)
        if _means(symbol) or callback == "clause_word":
            takes.append(len(plan) - len(rule.expansion))
        splice = not symbol.is_term and symbol.name.startswith("_")
        plan.append(waiting * 2 + splice)
        waiting = 0
    plan.append(waiting)
    origin = str(rule.origin.name)
    return Rule(
        origin, callback, len(rule.expansion), tuple(plan), origin.startswith("_"), tuple(takes),
        any(str(symbol.name) in gathered for symbol in rule.expansion),
    )


def _callback(rule: Any) -> str:
    return str(rule.alias or rule.options.template_source or rule.origin.name)


def _means(symbol: Any) -> bool:
    """Whether the builder gets to see the symbol."""
    return not symbol.is_term or symbol.name in MEANINGFUL


def store() -> None:
    """Make the tables again."""
    with open(TABLES, "wb") as file:
        file.write(marshal.dumps(made(), 4))


def stamp() -> str:
    """What the tables depend on: the text of the grammar."""
    import hashlib

    with open(GRAMMAR, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def stored_stamp() -> str:
    return str(stored()[-1])


def stored() -> Any:
    """The tables as they lie in their file, see `made`."""
    with open(TABLES, "rb") as file:
        return marshal.loads(file.read())


if __name__ == "__main__":
    store()
