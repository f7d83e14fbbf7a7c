"""lark's parser, one symbol at a time, and what it could take next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from lark import Token, UnexpectedToken
from lark.grammar import Rule
from lark.parsers.lalr_parser_state import ParseConf, ParserState

from variorum_dsl.model import Document
from variorum_dsl.syntax.builders.reductions import Reduction, Value
from variorum_dsl.syntax.grammar import grammar
from variorum_dsl.syntax.stack import Word


class Saved(NamedTuple):
    """A point to which the parser can go back."""

    states: list[int]
    values: list[Value]


class Parser:
    """Takes words one by one and builds the model as it goes.

    Going back takes over the two stacks of lark's parser by hand: copying the whole parser would
    cost more than reading the line.
    """

    def __init__(self, reductions: dict[Rule, Reduction]) -> None:
        self._interactive = grammar().lark.parse_interactive()
        self._state: ParserState[int] = self._interactive.parser_state
        conf = self._state.parse_conf
        # Only the states count where nothing is to be built.
        self._dry: ParseConf[int] = ParseConf(conf.parse_table, {}, conf.start)
        # lark's own annotation names the terminals only; rules are keys as well.
        conf.callbacks = reductions  # type: ignore[assignment]

    @property
    def states(self) -> tuple[int, ...]:
        """The stack of states."""
        return tuple(self._state.state_stack)

    @property
    def begun(self) -> bool:
        """Whether anything was taken yet."""
        return len(self._state.state_stack) > 1

    @property
    def expected(self) -> Mapping[str, object]:
        """The symbols that the state has an entry for: those that fit, and perhaps others, since
        states are merged."""
        return self._dry.states[self._state.state_stack[-1]]

    def expected_in(self, state: int) -> Mapping[str, object]:
        return self._dry.states[state]

    def feed(self, word: Word) -> object:
        """Take a word; raises `UnexpectedToken` where it does not fit, which may leave the
        stacks changed."""
        return self._interactive.feed_token(word)

    def document(self, end: Word) -> Document | None:
        """The whole document, at the end of the text."""
        value = self.feed(end)
        return value if isinstance(value, Document) else None

    def saved(self) -> Saved:
        return Saved(list(self._state.state_stack), list(self._state.value_stack))

    def go_back(self, saved: Saved) -> None:
        self._state.state_stack[:], self._state.value_stack[:] = saved

    def accepts(self) -> set[str]:
        """The symbols that really fit. Tries them all: for messages and completion only."""
        accepted: set[str] = self._interactive.accepts()  # type: ignore[no-untyped-call]  # in lark
        return accepted

    def accepts_only(self, symbol: str) -> bool:
        """Whether the symbol fits, and no other one does."""
        expected = self.expected
        return symbol in expected and self.fits(symbol) and not any(
            self.fits(other) for other in expected if other.isupper() and other != symbol
        )

    def fits(self, symbol: str) -> bool:
        return self.after(self._state.state_stack, symbol) is not None

    def after(self, states: tuple[int, ...] | list[int], symbol: str) -> tuple[int, ...] | None:
        """The stack of states after a symbol, or nothing where it does not fit."""
        trial: ParserState[int] = ParserState(self._dry, self._state.lexer, list(states), [])
        try:
            trial.feed_token(Token(symbol, ""), symbol == "$END")
        except UnexpectedToken:
            return None
        return tuple(trial.state_stack)
