"""What a line that cannot be read lacks, or has too much: the smallest change that mends it.

Only states of the parser are tried out, nothing is built, and the search is short: it looks at
a few hundred lines that differ from the one that was written, the likeliest ones first.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from variorum_dsl.syntax.grammar import grammar
from variorum_dsl.syntax.parser import Parser
from variorum_dsl.syntax.stack import Word
from variorum_dsl.syntax.tokens import TOKEN, WORD

MOST_TRIED = 400
MOST_WORDS = 80
# Words that join anything to anything: they would make a line readable, and seldom what was meant.
JOINING = frozenset(
    "PLUS MINUS STAR SLASH AND OR NOT OF IN EXCEPT WHOSE WITH OUTSIDE OTHERWISE LPAR RPAR SEE IS "
    "PLURAL TRUE FALSE NOBODY PLAYERS CHANCE ONE TOP".split()
)
_NEVER = frozenset({"_NL", "_INDENT", "_DEDENT", "BROKEN", "$END", "SAID"})
IDLE = frozenset({"the", "a", "an", "all"})  # what people say and the language does without
_BETWEEN = frozenset({"is", "and", "or", "otherwise", "except", "+", "-", "*", "/", ","})
_COSTS = {"NAME": 3, "INT": 4, "STRING": 4}


class Change(NamedTuple):
    """What to put where the line stops making sense, and how many words to leave out there. The
    smaller `cost` is, the likelier it was meant."""

    put: tuple[str, ...]
    left_out: int
    cost: int


NO_CHANGE = Change((), 0, 0)
Candidate = tuple[str, Sequence[str]]  # a word, and the symbols that it can stand for


def symbols_of(text: str, symbol: str) -> Candidate:
    """A word with the symbols that it can stand for, the likelier first."""
    if not WORD.fullmatch(text):
        return text, [symbol]
    return text, [*grammar().symbols.get(text, ()), "NAME"]


def _word_at(line: str, column: int) -> tuple[Candidate | None, int]:
    """The next word of a line, and the column behind it."""
    match = TOKEN.match(line, column)
    if match is None:
        return None, column
    group = match.lastindex or 0
    text = match[group]
    symbol = ("NAME", "INT", "STRING", *grammar().symbols.get(text, ()))[group - 1]
    return symbols_of(text, symbol), match.end(group)


def stands(parser: Parser, stack: tuple[int, ...], line: str) -> bool:
    """Whether a line can be read from a state of the parser on."""
    rest: list[Sequence[str]] = []
    column = 0
    while True:
        candidate, column = _word_at(line, column)
        if candidate is None:
            return not line[column:].strip() and readable(parser, stack, [*rest, ["_NL"]])
        rest.append(candidate[1])


def words_from(
    word: Word, lines: Sequence[str], row: int, column: int
) -> list[Candidate]:
    """A word, and the words behind it (from a row and column on) to the end of its line."""
    if word.type == "_NL":
        return [("", ["_NL"])]
    found = [symbols_of(word.value, word.type)]
    while True:
        candidate, column = _word_at(lines[row], column)
        if candidate is not None:
            found.append(candidate)
        elif found[-1][0] == "," and row + 1 < len(lines):
            row, column = row + 1, 0
        else:
            return [*found, ("", ["_NL"])]


def smallest_change(parser: Parser, words: Sequence[Candidate]) -> Change | None:
    """The change at this place after which the rest of the line can be read; nothing is changed
    (`NO_CHANGE`) where two are as likely as each other."""
    if len(words) > MOST_WORDS:
        return None
    texts, rest = [text for text, _ in words], [kinds for _, kinds in words]
    tried = 0
    waiting: list[tuple[int, int, tuple[str, ...], int, tuple[int, ...]]] = []
    heappush(waiting, (0, 0, (), 0, parser.states))
    seen: set[tuple[int, tuple[int, ...]]] = set()
    best: Change | None = None
    while waiting and tried < MOST_TRIED:
        cost, _, put, left_out, stack = heappop(waiting)
        if best is not None and cost > best.cost:
            break
        if (left_out, stack) in seen:
            continue
        seen.add((left_out, stack))
        tried += 1
        if (put or left_out) and readable(parser, stack, rest[left_out:]):
            if best is not None:
                return NO_CHANGE._replace(cost=cost)  # two are as small: neither is plainly meant
            best = Change(put, left_out, cost)
            continue
        if best is not None:
            continue
        for symbol in sorted(parser.expected_in(stack[-1])):
            if symbol in _NEVER or not symbol.isupper() or len(put) >= 4:
                continue
            after = parser.after(stack, symbol)
            if after is not None:
                dear = 6 if symbol in JOINING else _COSTS.get(symbol, 2)
                heappush(waiting, (cost + dear, tried, (*put, symbol), left_out, after))
        if left_out < 2 and left_out < len(rest) - 1 and not put:
            dear = 1 if texts[left_out] in IDLE else 5
            heappush(waiting, (cost + dear, tried, put, left_out + 1, stack))
    return best


def parenthesised(parser: Parser, words: Sequence[Candidate]) -> int:
    """How many words from here on would have to stand in parentheses for the line to be readable:
    as many as one thing can have; 0 if that does not help."""
    stack = parser.after(parser.states, "LPAR")
    rest = [kinds for _, kinds in words[:MOST_WORDS]]
    best = 0
    for i, symbols in enumerate(rest):
        if words[i][0] in _BETWEEN:
            break
        before = stack
        stack = None if before is None else next(
            (after for symbol in symbols
             if (after := parser.after(before, symbol)) is not None), None)
        closed = None if stack is None else parser.after(stack, "RPAR")
        if stack is None:
            break
        if closed is not None and i and readable(parser, closed, rest[i + 1:]):
            best = i + 1
    return best


def readable(parser: Parser, stack: tuple[int, ...], rest: Sequence[Sequence[str]]) -> bool:
    """Whether the rest of a line, as symbols that each word can stand for, can be read."""
    for symbols in rest:
        if parser.after(stack, "SAID") is not None:
            return True  # words of the table go on to the end of the line
        after = next((found for symbol in symbols
                      if (found := parser.after(stack, symbol)) is not None), None)
        if after is None:
            return False
        stack = after
    return True
