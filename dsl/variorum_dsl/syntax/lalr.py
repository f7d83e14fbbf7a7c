"""The automaton that runs the parser tables."""

from __future__ import annotations

from typing import Any

from variorum_dsl.syntax.grammar import Rule, tables
from variorum_dsl.syntax.parts import Token, build

_ways: dict[tuple[int, int, str], int] = {}


class Unexpected(Exception):
    """The token cannot stand here."""


class Splice(list[Any]):
    """The parts of a rule that takes no place of its own."""


class Automaton:
    """Takes tokens one by one and builds the model as it goes."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.states, self.rules, start, self.end, self.keywords, _ = tables()
        self.stack = [start]
        self.values: list[Any] = []

    def saved(self) -> tuple[list[int], list[Any]]:
        return list(self.stack), list(self.values)

    def restore(self, saved: tuple[list[int], list[Any]]) -> None:
        self.stack[:], self.values[:] = saved

    def accepted(self) -> set[str]:
        """The symbols that can really stand here."""
        saved = self.saved()
        found = set()
        for symbol in self.states[self.stack[-1]]:
            if symbol.isupper() or symbol[0] in "_$":
                if symbol[0] == "_" and symbol not in ("_NL", "_INDENT", "_DEDENT"):
                    continue
                if self._fits(symbol):
                    found.add(symbol)
            self.restore(saved)
        return found

    def _fits(self, symbol: str) -> bool:
        """Whether the symbol can be shifted; only states matter, nothing is built."""
        stack = list(self.stack)
        while True:
            action = self.states[stack[-1]].get(symbol)
            if action is None:
                return False
            if action >= 0:
                return True
            rule = self.rules[~action]
            del stack[len(stack) - rule.size :]
            stack.append(self.states[stack[-1]][rule.origin])

    def feed(self, token: Token) -> None:
        stack, values, states, rules = self.stack, self.values, self.states, self.rules
        symbol = token[0]
        while True:
            action = states[stack[-1]].get(symbol)
            if action is None:
                raise Unexpected
            if action >= 0:
                stack.append(action)
                values.append(token)
                return
            rule = rules[~action]
            if _hands_on(rule):
                # Whole chains of such rules are common; where one leads to is remembered.
                way = (stack[-2], stack[-1], symbol)
                stack[-1] = _ways[way] if way in _ways else self._way(*way)
                if symbol == "$END" and stack[-1] == self.end:
                    return
                continue
            size = rule.size
            parts = values[-size:]
            del stack[-size:], values[-size:]
            values.append(self._reduced(parts, rule))
            stack.append(states[stack[-1]][rule.origin])
            if symbol == "$END" and stack[-1] == self.end:
                return

    def _way(self, below: int, top: int, symbol: str) -> int:
        """The state after every rule that only hands its one part on."""
        way = below, top, symbol
        while True:
            action = self.states[top].get(symbol)
            if action is None or action >= 0 or not _hands_on(self.rules[~action]):
                break
            top = self.states[below][self.rules[~action].origin]
        _ways[way] = top
        return top

    def _reduced(self, parts: list[Any], rule: Rule) -> Any:
        """Arrange the parts of a rule as its plan says, and build what it stands for."""
        plan = rule.plan
        arranged: list[Any] = []
        for part, how in zip(parts, plan, strict=False):
            if how > 1:
                arranged.extend([None] * (how >> 1))
            if how & 1 and type(part) is Splice:
                arranged.extend(part)
            else:
                arranged.append(part)
        if plan[-1]:
            arranged.extend([None] * plan[-1])
        if rule.spliced:
            return Splice(arranged)
        return build(rule.callback, arranged, self.path)


def _hands_on(rule: Rule) -> bool:
    """Whether a rule takes no place of its own and only hands its one part on."""
    return rule.spliced and rule.size == 1 and len(rule.takes) == 1
