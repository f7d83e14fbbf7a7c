"""The automaton that runs the parser tables."""

from __future__ import annotations

from typing import Any

from dsl.builder import Token, build
from dsl.grammar import tables


class Unexpected(Exception):
    """The token cannot stand here."""


class Splice(list[Any]):
    """The parts of a rule that takes no place of its own."""


class Automaton:
    """Takes tokens one by one and builds the model as it goes."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.states, self.rules, start, self.end, self.keywords = tables()
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
            origin, callback, size, plan, inline_single, spliced = rules[~action]
            if size == 1:
                stack.pop()
                # A rule that takes no place of its own hands its only part on as it is.
                if not (spliced and plan[1] == 0 and plan[0] < 2):
                    values[-1] = self._reduced(values[-1:], plan, callback, inline_single, spliced)
            else:
                parts = values[-size:]
                del stack[-size:], values[-size:]
                values.append(self._reduced(parts, plan, callback, inline_single, spliced))
            stack.append(states[stack[-1]][origin])
            if symbol == "$END" and stack[-1] == self.end:
                return

    def _reduced(
        self, parts: list[Any], plan: tuple[int, ...], callback: str, inline_single: bool,
        spliced: bool,
    ) -> Any:
        """Arrange the parts of a rule as its plan says, and build what it stands for."""
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
        if spliced:
            return Splice(arranged)
        if inline_single and len(arranged) == 1:
            return arranged[0]
        return build(callback, arranged, self.path)
