"""The quick way from text to the model, for a text without mistakes.

Nearly every file that is read is right, so it is read at first as if it were: nothing is
remembered that only a report or a second try would need, and no place is made that no part of
the model keeps. Whatever is unusual ends the attempt, and `careful` reads the text again;
what both make of a text without mistakes is the same (a test compares them).

One list is the stack of the automaton. Each symbol has four places on it: what it stands for,
where it begins, where it ends, and the state that follows it. A position is one number, the line
times `LINE` plus the column. The very first place is None: what is absent from a rule is taken
from there.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.model import Document
from variorum_dsl.model.node import Node
from variorum_dsl.syntax.builders import BUILDERS
from variorum_dsl.syntax.grammar import LISTS, Unpacking, tables
from variorum_dsl.syntax.limits import JOINTS, MOST_DEPTH, MOST_DIGITS, MOST_JOINTS
from variorum_dsl.syntax.line_builders import same
from variorum_dsl.syntax.speech import said

LINE = 1 << 16  # no line is that long
_WIDTH = 4
_TOKENS = re.compile(r'[a-z][a-z0-9]*(?:-[a-z0-9]+)*|[0-9]+|"[^"]*"|#.*|[^ ]').finditer
_SIGNS = {
    "-": "MINUS", "+": "PLUS", "*": "STAR", "/": "SLASH", ",": "COMMA", ":": "COLON",
    "(": "LPAR", ")": "RPAR",
}
_new: Any = tuple.__new__

# What happens to the parts of a rule.
_BUILD, _GO_ON_WITH_LIST, _BEGIN_LIST, _GATHER, _WHOLE_LIST, _PASS, _KEEP, _SPREAD, _HAND_ON = (
    range(9)
)
# What to do, the name of the rule, its width, the builder, what that gets, and where on the stack
# the one part lies that is meant by a rule with only one.
Recipe = tuple[int, str, int, Callable[..., Any], Any, int]


class Unusual(Exception):
    """The text needs to be read with care."""


def read(source: Source) -> Document | None:
    """The document, or nothing if the text cannot be read without a second look."""
    if "\r" in source.text:
        return None
    try:
        document = _Reading(source).document()
    except (Unusual, KeyError):  # a state has no entry for the symbol
        return None
    return document if isinstance(document, Document) else None


class _Several(tuple[Any, ...]):
    """The arguments that a rule without a place of its own brings."""

    __slots__ = ()


class _Recipes(Unpacking):
    """How the rules are reduced, by `~rule` as the states name them."""

    def unpacked(self, number: int) -> Recipe:
        rule = tables().rules[~number]
        width = rule.size * _WIDTH
        places = [at * _WIDTH for at in rule.takes]
        takes: Any = itemgetter(*places) if places else itemgetter(slice(0, 0))
        first = places[0] if places else 0
        build = BUILDERS.get(rule.callback, same)
        if rule.callback in LISTS:
            how = _BEGIN_LIST if rule.size == 1 else _GO_ON_WITH_LIST
            first = -_WIDTH
        elif rule.spliced:
            how = _HAND_ON if rule.size == 1 else _KEEP if len(places) == 1 else _SPREAD
        elif rule.gathers:
            how, takes = (_WHOLE_LIST if build is same else _GATHER), places
        elif build is same:
            how = _PASS
        else:
            how = _BUILD
            if len(places) == 1:
                takes = itemgetter(slice(first, first + 1))
        return how, rule.origin, width, build, takes, first


class _States(Unpacking):
    """What to do in each state, see `grammar`. A state with one way out is its recipe: it is
    gone through at once, whatever follows. (If it cannot follow, that is seen a little later.)"""

    def __init__(self) -> None:
        self.packed = tables().states.packed
        self.recipes = _Recipes()

    def unpacked(self, number: int) -> dict[Any, Any] | Recipe:
        packed = self.packed[number]
        if isinstance(packed, bytes):
            row: dict[Any, Any] = marshal.loads(packed)
            return row
        recipe: Recipe = self.recipes[~packed[0]]
        return recipe

    def way(self, below: dict[Any, Any], origin: str, symbol: str) -> Any:
        """The state after a rule, and after all that only hand their one part on. Whole chains of
        these are common; where one leads to is remembered in the row of the state below."""
        way = origin, symbol
        state = self[below[origin]]
        while True:
            recipe = state
            if type(state) is dict:
                action = state.get(symbol, 0)
                if action >= 0:
                    break
                recipe = self.recipes[action]
            if recipe[0] != _HAND_ON:
                break
            state = self[below[recipe[1]]]
        below[way] = state
        return state


_states = cache(_States)


class _Reading:
    def __init__(self, source: Source) -> None:
        self.path = source.path
        self.lines = source.lines
        self.states = _states()
        _, _, start, self.end, _, self.words = tables()
        self.stack: list[Any] = [None, 0, 0, self.states[start]]

    # -------------------------------------------------------------------------- the automaton
    def feed(self, symbol: str, value: Any, begin: int, end: int) -> None:
        """Take one symbol; `begin` is 0 for the layout, which has no place of its own."""
        stack, states = self.stack, self.states
        state = stack[-1]
        while True:
            if type(state) is dict:
                if not symbol:
                    return
                action = state[symbol]
                if action >= 0:
                    state = states[action]
                    stack += (value, begin, end, state)
                    if type(state) is dict:
                        return
                    symbol = ""  # taken; what ends with it is built at once
                else:
                    state = states.recipes[action]
            how, origin, width, build, takes, first = state
            start = stack[1 - width] or self._start(width)
            stop = stack[-2]
            made: Any
            if how == _BUILD:
                made = build(_new(Place, (
                    self.path, start // LINE, start % LINE, stop // LINE, stop % LINE
                )), *takes(stack))
            elif how == _GO_ON_WITH_LIST:
                made = stack[-width]
                if stack[first] is not None:
                    made.append(stack[first])
            elif how == _BEGIN_LIST:
                made = [] if stack[first] is None else [stack[first]]
            elif how == _GATHER:
                made = build(_new(Place, (
                    self.path, start // LINE, start % LINE, stop // LINE, stop % LINE
                )), *self._gathered(takes))
            elif how == _WHOLE_LIST:
                made = tuple(stack[first])
            elif how == _SPREAD:
                made = _Several(takes(stack))
            else:
                made = stack[first]
                if how == _PASS and isinstance(made, Node):
                    start, stop = stack[first + 1], stack[first + 2]
            del stack[-width:]
            below = stack[-1]
            try:
                state = below[origin, symbol]
            except KeyError:  # the first time
                state = states.way(below, origin, symbol)
            stack += (made, start, stop, state)

    def _start(self, width: int) -> int:
        """Where a rule begins that begins with layout."""
        starts = self.stack[1 - width :: _WIDTH]
        return next((start for start in starts if start), LINE + 1)

    def _gathered(self, places: list[int]) -> list[Any]:
        """The arguments of a rule with lists, or with several of them in one place."""
        found: list[Any] = []
        for place in places:
            value = self.stack[place]
            if type(value) is list:
                found.append(tuple(value))
            elif type(value) is _Several:
                found.extend(value)
            else:
                found.append(value)
        return found

    # ------------------------------------------------------------------------------ the lines
    def document(self) -> Any:
        indents = [0]
        row, count = 0, len(self.lines)
        while row < count:
            content = self.lines[row].lstrip(" ")
            if not content or content[0] == "#":
                row += 1
                continue
            indent = len(self.lines[row]) - len(content)
            if indent > indents[-1]:
                indents.append(indent)
                if len(indents) > MOST_DEPTH:
                    raise Unusual
                self._layout("_INDENT")
            while indent < indents[-1]:
                indents.pop()
                self._layout("_DEDENT")
            if indent != indents[-1]:
                raise Unusual
            row = self._line(row, indent)
            self._layout("_NL")
        for _ in indents[1:]:
            self._layout("_DEDENT")
        try:
            self._layout("$END")
        except KeyError:
            if self.stack[-1] is not self.states[self.end]:
                raise
        return self.stack[_WIDTH]

    def _layout(self, symbol: str) -> None:
        """What has no place in the text ends where everything before it ends."""
        self.feed(symbol, "", 0, self.stack[-2])

    def _line(self, row: int, column: int) -> int:
        """One logical line; gives the row after it."""
        stack, words, feed, states = self.stack, self.words, self.feed, self.states
        depth = joints = 0
        symbol = ""
        while True:
            line = self.lines[row]
            base = (row + 1) * LINE + 1
            for token in _TOKENS(line, column):
                expected = stack[-1]
                if "SAID" in expected:
                    spoken = said(self.lines, row, column, self.path)
                    if spoken is not None:
                        phrases, place, row, _ = spoken
                        feed("SAID", phrases, place.line * LINE + place.column,
                             place.end_line * LINE + place.end_column)
                        return row + 1
                text = token[0]
                begin, column = token.span()
                value: Any = text
                if "a" <= text < "{":
                    symbol = "NAME"
                    if text in words:
                        for kind in words[text]:
                            if kind in expected:
                                symbol = kind
                                joints += kind in JOINTS
                                break
                elif text in _SIGNS:
                    symbol = _SIGNS[text]
                    depth += symbol == "LPAR"
                    depth -= symbol == "RPAR" and depth > 0
                    joints += symbol in JOINTS
                elif text[0] == '"' != text:
                    symbol, value = "STRING", text[1:-1]
                elif text[0] == "#":
                    break
                elif text.isdecimal() and len(text) <= MOST_DIGITS:
                    symbol, value = "INT", int(text)
                else:
                    raise Unusual
                if depth > MOST_DEPTH or joints > MOST_JOINTS:
                    raise Unusual
                action = expected[symbol]
                if action >= 0:
                    state = states[action]
                    if type(state) is dict:
                        # Nothing ends here: that is what `feed` would do.
                        stack += (value, base + begin, base + column, state)
                        continue
                feed(symbol, value, base + begin, base + column)
            row += 1
            if not depth and symbol != "COMMA":
                return row
            column = 0
            while row < len(self.lines):
                content = self.lines[row].lstrip(" ")
                if content and content[0] != "#":
                    break
                row += 1
            else:
                return row
