"""How words, numbers, quoted texts and signs of a line are told apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lark.lexer import Lexer, LexerState, Token

if TYPE_CHECKING:
    from lark.common import LexerConf
    from lark.parsers.lalr_parser_state import ParserState

TOKEN = re.compile(
    r"[ ]*(?:([a-z][a-z0-9]*(?:-[a-z0-9]+)*)|([0-9]+)|(\"[^\"\n]*\")|([-+*/,:()]))"
)
WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class LineByLine(Lexer):
    """The place of lark's own lexer: the reader feeds the parser itself, line by line."""

    __future_interface__ = 2

    def __init__(self, _: LexerConf) -> None: ...

    def lex(self, lexer_state: LexerState, parser_state: ParserState[int]) -> Iterator[Token]:
        raise NotImplementedError
