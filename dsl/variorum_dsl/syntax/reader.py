"""From text to the model, with every mistake.

lark's parser is fed word by word. Before each line its stacks are remembered; when a line cannot be
read, they are put back, the line is reported and replaced by a symbol that stands for "a line that
could not be read", and reading goes on below it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from lark import UnexpectedToken

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Fix, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.diagnostics.suggestions import NUMBERS
from variorum_dsl.model import Document
from variorum_dsl.syntax import messages, remedies
from variorum_dsl.syntax.builders.clauses import Twice
from variorum_dsl.syntax.builders.reductions import reductions
from variorum_dsl.syntax.everyday import FORMS, Saying, form_of, heads, otherwise_said
from variorum_dsl.syntax.grammar import grammar
from variorum_dsl.syntax.limits import MOST_DEPTH, MOST_DIGITS, Extent
from variorum_dsl.syntax.parser import Parser
from variorum_dsl.syntax.repairs import (
    IDLE,
    NO_CHANGE,
    Candidate,
    Change,
    parenthesised,
    readable,
    smallest_change,
    stands,
    symbols_of,
    words_from,
)
from variorum_dsl.syntax.speech import said
from variorum_dsl.syntax.stack import Word
from variorum_dsl.syntax.tokens import TOKEN, WORD

MOST_PROBLEMS = 2000
MOST_MENDED = 10


class Parsed(NamedTuple):
    """The document, what was wrong with it, and the words on lines that could not be read, with
    the numbers of those lines."""

    document: Document | None
    problems: list[Diagnostic]
    lost_words: frozenset[str]
    lost_lines: frozenset[int] = frozenset()


class Checkpoint(NamedTuple):
    """The row at which a section begins, the states of the parser before it, and how many problems
    there were above."""

    row: int
    states: tuple[int, ...]
    problems: int


def parse(source: Source) -> Parsed:
    reader = Reader(source)
    return parsed(reader, reader.read())


def parsed(reader: Reader, document: Document | None) -> Parsed:
    mended = remedies.tried(reader.lines, reader.problems, reader.choices,
                            lambda text: _tried(reader.path, text))
    problems = [*mended] + [
        messages.twice(at, what, remedies.once(at, reader.lines)) for at, what in reader.twice]
    lost = {word for row in reader.lost_rows for word in WORD.findall(reader.lines[row][:2000])}
    lines = frozenset(row + 1 for row in reader.lost_rows)
    return Parsed(document, problems, frozenset(lost), lines)


@lru_cache(maxsize=64)
def _tried(path: str, text: str) -> tuple[Diagnostic, ...]:
    """What is wrong with a text that somebody only thinks of. The same sections are thought of
    again with every letter that is typed elsewhere."""
    reader = Reader(Source(path, text), remedied=False)
    reader.read()
    return tuple(reader.problems)


class _Stop(Exception):
    """The line cannot be read further."""


class _EndOfText(Exception):
    """A text that may end in the middle of a line has ended."""


class _Stopped(Exception):
    """The section at which reading should stop begins here."""


class Reader:
    """One pass over one text. `row` and `column` say where it stands, counted from 0."""

    def __init__(self, source: Source, *, remedied: bool = True) -> None:
        self.remedied = remedied
        self.choices: dict[Place, list[Fix]] = {}
        self.path = source.path
        self.lines = source.lines
        self.problems: list[Diagnostic] = []
        self.lost_rows: list[int] = []
        self.checkpoints: list[Checkpoint] = []
        self.stops: Mapping[int, tuple[int, ...]] = {}
        self.twice: Twice = {}
        self.parser = Parser(reductions(self.twice))
        self.symbols = grammar().symbols
        self.open_end = False
        self.indents = [0]
        self.row = self.column = 0
        self.last: Word | None = None
        self.header: Word | None = None
        self.lacks_block = False
        self.line_start = self.parser.saved()
        self.fed: list[Word] = []

    @cached_property
    def heads(self) -> list[str]:
        return heads(self.lines)

    def read(self) -> Document | None:
        while self._find_line():
            if len(self.problems) >= MOST_PROBLEMS:
                # Nobody reads further; the file is something else than a rule file.
                return None
            self._line()
        self._close_blocks(0)
        document = self.document()
        if document is None and not self.problems:
            self._report(messages.no_heading(Place.start_of(self.path)))
        return document

    def read_heading(self, row: int) -> bool:
        """Read the first line, and go on with the section that begins in a row."""
        if not self._find_line() or self.column:
            return False
        self._line()
        self.row, self.column = row, 0
        return not self.problems and self.indents == [0]

    def read_to_stop(self) -> bool:
        """Read up to a section in one of the rows of `stops`, where the states of the parser are
        those that stand there; gives whether there was one. At the end of the text, or there,
        `document` is what was read."""
        try:
            while self._find_line():
                self._line()
        except _Stopped:
            return True
        self._close_blocks(0)
        return False

    def document(self) -> Document | None:
        try:
            return self.parser.document(Word("$END", "", self._here(0)))
        except UnexpectedToken:
            return None

    def read_up_to_end(self) -> bool:
        """Read a text that ends in the middle of a line, or where one begins; gives whether its
        last line could be read so far."""
        self.open_end = True
        try:
            while self._find_line():
                self._line()
        except _EndOfText:
            return True
        if self.lines[-1].strip(" "):
            return False
        self.row, self.column = len(self.lines) - 1, len(self.lines[-1])
        return self._settle_indent(self.column)

    # ------------------------------------------------------------------ lines
    def _find_line(self) -> bool:
        """Go to the next line that says something."""
        while self.row < len(self.lines):
            content = self.lines[self.row].lstrip(" ")
            if content and content[0] != "#":
                self.column = len(self.lines[self.row]) - len(content)
                return True
            self.row += 1
        return False

    def _line(self) -> None:
        first_row, indent = self.row, self.column
        self.lacks_block = False
        if self._settle_indent(indent):
            if indent == 0 and not self.lacks_block:
                self._section_begins()
            self.line_start, self.fed = self.parser.saved(), []
            reported = len(self.problems)
            try:
                self._words()
                return
            except _Stop:
                self.parser.go_back(self.line_start)
                self.last = None
            if self.lacks_block:
                # It most likely belongs to the block above, where it could have been read.
                del self.problems[reported:]
            if not self.parser.begun:
                self._without_heading(first_row, indent, reported)
                return
            self._skip(first_row, indent)
            self._feed_quietly("BROKEN", "_NL", at=Place(
                self.path, first_row + 1, indent + 1, first_row + 1, indent + 1))
        else:
            self._skip(first_row, indent)

    def _section_begins(self) -> None:
        states = self.parser.states
        if self.stops.get(self.row) == states:
            self.stops = {}
            raise _Stopped
        self.checkpoints.append(Checkpoint(self.row, states, len(self.problems)))

    def _without_heading(self, row: int, indent: int, reported: int) -> None:
        """Nothing below can be read without the first line: one report is enough."""
        if not self.fed:
            at = Place(self.path, row + 1, indent + 1, row + 1, indent + 2)
            self.problems[reported:] = [messages.no_heading(at, remedies.headed(at))]
        self.row, self.column = len(self.lines), 0

    def _skip(self, first_row: int, indent: int) -> None:
        """Past a line that could not be read, and past the block that belongs to it."""
        self.row = first_row
        self._past_logical_line()
        while self._find_line() and self.column > indent:
            self._past_logical_line()
        self.column = 0

    def _past_logical_line(self) -> None:
        while self.row < len(self.lines):
            line = self.lines[self.row][:2000]
            self.lost_rows.append(self.row)
            self.row += 1
            if not re.sub(r"#.*", "", line).rstrip().endswith(","):
                return

    # ----------------------------------------------------------------- blocks
    def _begins(self, text: str) -> bool:
        """Whether a line can begin with this word of the language here."""
        return self.parser.fits(self.symbols.get(text, ("",))[0])

    def _settle_indent(self, indent: int) -> bool:
        if indent > self.indents[-1]:
            text = (self.lines[self.row].split(maxsplit=1) or [""])[0]
            before = self.parser.saved()
            opens = self._feed_quietly("_INDENT")
            if text in messages.GOES_ON and not (opens and self._begins(text)):
                self.parser.go_back(before)
                self._report(messages.going_on(self._here(len(text)), text, self._joined()))
                return False
            if not opens:
                end = remedies.block_end(self.lines, self.row, indent + 1)
                self._report(messages.too_far_in(self._here(1), remedies.moved(
                    self.path, self.lines, self.row, end, self.indents[-1] - indent)))
                return False
            self.indents.append(indent)
            if len(self.indents) > MOST_DEPTH:
                self._report(messages.too_deep(self._here(1), MOST_DEPTH))
                self.indents.pop()
                self._feed_quietly("BROKEN", "_NL", "_DEDENT")
                return False
            return True
        self._needs_block()
        if indent not in self.indents:
            # The line is taken to belong to the innermost block that it is still inside.
            self._report(messages.uneven_indent(self._here(1), self.indents))
            self.choices[self._here(1)] = self._evened(indent)
            while len(self.indents) > 2 and indent < self.indents[-2]:
                self._close_one()
            self.indents[-1] = indent
        self._close_blocks(indent)
        return True

    def _needs_block(self) -> None:
        """A heading with nothing below it: say so, and put an unreadable line there."""
        if self.parser.accepts_only("_INDENT"):
            self.lacks_block = True
            if self.header is not None:
                self._report(messages.empty_block(self.header.at, self.header.value,
                                                  self._indented()))
            self._feed_quietly("_INDENT", "BROKEN", "_NL", "_DEDENT")

    def _joined(self) -> Fix | None:
        return remedies.joined(self.path, self.lines, self.row, self.column)

    def _evened(self, indent: int) -> list[Fix]:
        """The line, and those that begin like it, under the nearest lines above."""
        end = remedies.block_end(self.lines, self.row, indent)
        further_in = [level for level in self.indents if level > indent][:1]
        further_out = [level for level in self.indents if level < indent][-1:]
        return [remedies.moved(self.path, self.lines, self.row, end, level - indent)
                for level in (*further_in, *further_out)]

    def _indented(self) -> Fix | None:
        """The lines behind a heading as its block, as far as they begin no section of their own."""
        end = self.row
        while end < len(self.lines) and (words := self.lines[end].split()) and not (
            words[0] in self.symbols or words[0].startswith("#")
        ):
            end += 1
        if end > self.row:
            return remedies.moved(self.path, self.lines, self.row, end, 2)
        return remedies.emptied(self.header.at, self.header.value) if self.header else None

    def _close_blocks(self, indent: int) -> None:
        if indent == 0 and len(self.indents) == 1:
            self._needs_block()
        while indent < self.indents[-1]:
            self._close_one()

    def _close_one(self) -> None:
        self._needs_block()
        self.indents.pop()
        if not self._feed_quietly("_DEDENT"):
            # Only unreadable lines could have left a block without its content.
            self._feed_quietly("BROKEN", "_NL", "_DEDENT")

    # ------------------------------------------------------------------ words
    def _words(self) -> None:
        """Feed the words of one logical line."""
        extent = Extent()
        first = True
        while True:
            found = self._next_word()
            if found is None:
                goes_on = extent.open or (self.last is not None and self.last.type == "COMMA")
                self.row += 1
                if goes_on and self._find_line():
                    continue
                if self.open_end and (goes_on or self.row == len(self.lines)):
                    raise _EndOfText
                self.row -= 1
                self._feed(Word("_NL", "", self._here(1)))
                self.row, self.column, self.last = self.row + 1, 0, None
                return
            if found.type == "INT" and len(found) > MOST_DIGITS:
                self._report(messages.too_many_digits(found.at, MOST_DIGITS))
                raise _Stop
            if not extent.add(found.type):
                self._report(messages.too_long(found.at))
                raise _Stop
            self._feed(found)
            if first:
                self.header, first = found, False
            self.last = found

    def _next_word(self) -> Word | None:
        line = self.lines[self.row]
        if "SAID" in self.parser.expected:
            # Where the text may end, another word may follow.
            lines = [*self.lines[:-1], f"{self.lines[-1]} x"] if self.open_end else self.lines
            spoken = said(lines, self.row, self.column, self.path)
            if spoken is not None:
                if self.open_end and spoken.row == len(self.lines) - 1:
                    raise _EndOfText
                self.row, self.column = spoken.row, spoken.column
                whole = Word("SAID", "", spoken.at)
                whole.phrases = spoken.phrases
                return whole
        found = TOKEN.match(line, self.column)
        if found is None:
            rest = line[self.column :].lstrip(" ")
            if not rest or rest[0] == "#":
                self.column = len(line.rstrip(" ")) if not rest else len(line) - len(rest)
                return None
            self.column = len(line) - len(rest)
            expected = self.parser.expected
            if rest[0].isupper() and "STRING" in expected and "NAME" not in expected:
                self._report(messages.without_quotes(self._here(1), line))
            else:
                self._report(messages.strange_character(self._here(1), rest[0], line))
            raise _Stop
        group = found.lastindex or 0
        start, end = found.span(group)
        self.column = end
        if group == 1 and line[end : end + 1].isalpha():
            # Half a word would be taken for another one: the letter that ends it is what is wrong.
            self._report(messages.strange_character(self._here(1), line[end], line))
            raise _Stop
        row = self.row + 1
        text = found[group]
        if group == 1:
            symbol = self._symbol_of_word(text)
        elif group == 4:
            symbol = self.symbols[text][0]
        else:
            symbol = "INT" if group == 2 else "STRING"
        return Word(symbol, text, Place(self.path, row, start + 1, row, end + 1))

    def _symbol_of_word(self, text: str) -> str:
        """A word of the language only where one can stand; otherwise a name."""
        expected = self.parser.expected
        for symbol in self.symbols.get(text, ()):
            if symbol in expected:
                return symbol
        return "NAME"

    def _feed(self, found: Word) -> None:
        try:
            self.parser.feed(found)
            self.fed.append(found)
            return
        except UnexpectedToken:
            self._back_to(self.fed)
        if found.type != "NAME" and WORD.fullmatch(found.value):
            # Merged states can make a word look possible where only a name is.
            name = Word("NAME", found.value, found.at)
            try:
                self.parser.feed(name)
                self.fed.append(name)
                return
            except UnexpectedToken:
                self._back_to(self.fed)
        accepted = self.parser.accepts()
        keyword = None
        if found.type == "NAME":
            keyword = messages.close_keyword(found.value, accepted)
        if keyword is None:
            first = next((each for each in (*self.fed, found) if each), found)
            self._report(messages.going_on(first.at, first.value, remedies.joined(
                self.path, self.lines, first.at.line - 1, first.at.column - 1))
                         if first.value in messages.GOES_ON
                         else self._unexpected(found, accepted))
            raise _Stop
        self._report(messages.unexpected(found, accepted, self.last, keyword))
        meant = Word(*keyword, found.at)
        self.parser.feed(meant)
        self.fed.append(meant)

    def _back_to(self, words: list[Word]) -> None:
        """Back to where these words of the line were read, and nothing behind them."""
        self.parser.go_back(self.line_start)
        for each in words:
            self.parser.feed(each)

    def _unexpected(self, found: Word, accepted: set[str]) -> Diagnostic:
        """What is wrong, and what would mend it; nobody reads many of these."""
        change, left_out, last, fix = None, "", self.last, None
        if self.remedied and len(self.problems) < MOST_MENDED:
            row = next((each for each in self.fed if each), found).at.line - 1
            for saying in otherwise_said(self.lines[row]):
                if self._could_stand(saying):
                    return messages.said_otherwise(self.path, self.lines[row], row, saying)
        if (self.remedied and len(self.problems) < MOST_MENDED and self.fed
                and "SAID" not in accepted):
            rest = words_from(found, self.lines, self.row, self.column)
            if found.value == "one" and self.fed[-1].value == "the":
                grouped = self._in_parentheses(found, rest)
                if grouped is not None:
                    return grouped
            if found.value in NUMBERS and "INT" in accepted:
                return messages.number_in_words(found)
            misspelt = self._misspelt_before(rest)
            if misspelt is not None:
                return misspelt
            whose = self._whose_before(found)
            if whose is not None:
                return whose
            change = smallest_change(self.parser, rest)
            before, fed = self.fed[-1], self.fed[:-1]
            if fed and before.type != "SAID" and found.type != "_NL":
                # The word before may have been taken for a name that it was not meant to be.
                self._back_to(fed)
                longer = [symbols_of(before.value, before.type), *rest]
                other = smallest_change(self.parser, longer)
                if other is not None and (change is None or other.cost < change.cost):
                    change, rest, found, last = other, longer, before, fed[-1]
            if change is not None and change[:2] == NO_CHANGE[:2]:
                change = None
            if change is None or self._says_something(change, rest):
                grouped = self._in_parentheses(found, rest)
                if grouped is not None:
                    return grouped
                if change is not None and not change.put:
                    change = None  # what was written would be lost
            if change is not None and change.left_out:
                left_out = quote(" ".join(text for text, _ in rest[: change.left_out]))
            if change is not None and last is not None:
                fix = remedies.of_change(change, found, last, self.lines[last.at.end_line - 1])
        form = "" if change is not None else FORMS["play"] if (
            "BECOMES" in accepted and sum(map(bool, self.fed)) == 1
        ) else form_of(self.lines[found.at.line - 1], self.heads[found.at.line - 1])
        return messages.unexpected(found, accepted, last, None, change, left_out, fix, form)

    def _could_stand(self, saying: Saying) -> bool:
        """Whether the ways out of a saying can be read where the line stands."""
        self._back_to([])
        good = all(stands(self.parser, self.parser.states, line) for line in saying.lines)
        self._back_to(self.fed)
        return good

    def _says_something(self, change: Change, rest: list[Candidate]) -> bool:
        """Whether a change leaves out words that were meant to say something."""
        return any(text not in IDLE for text, _ in rest[: change.left_out])

    def _whose_before(self, found: Word) -> Diagnostic | None:
        """What `whose` cannot take: more than a name, no value, and a set behind `is`; nor do the
        ranks of a winner take more than a name."""
        fed = self.fed
        if fed[-1].value == "in" and fed[-1].type == "NAME":  # it was taken for a name
            fed, found = fed[:-1], fed[-1]
        types, values = [each.type for each in fed], [each.value for each in fed]
        if types[-2:] == ["WHOSE", "NAME"] and found.value in ("of", "in"):
            return messages.after_whose(found, values[-1])
        if types[-2:] == ["WHOSE", "NAME"] and found.value != "is":
            return messages.whose_what(fed[-1])
        if types[-2:] == ["EXTREME", "NAME"] and found.value in ("of", "in"):
            return messages.after_extreme(found, values[-2], values[-1])
        if found.value == "in" and "WHOSE" in types:
            start = len(types) - 1 - types[::-1].index("WHOSE")
            if values[start + 2 :] in (["is"], ["is", "not"]):
                return messages.after_whose(found, values[start + 1])
        return None

    def _in_parentheses(self, found: Word, rest: list[Candidate]) -> Diagnostic | None:
        """Words from here on, or from the word before, that would be readable in parentheses."""
        ways = [(found, self.fed, rest)]
        if len(self.fed) > 1:
            before = self.fed[-1]
            if before is not found and found not in self.fed:
                ways.insert(0, (before, self.fed[:-1],
                                [symbols_of(before.value, before.type), *rest]))
        for first, fed, words in ways:
            self._back_to(fed)
            many = parenthesised(self.parser, words)
            end = first.at.column - 1
            line = self.lines[first.at.line - 1]
            for _ in range(many):
                token = TOKEN.match(line, end)
                if token is None:
                    many = 0
                    break
                end = token.end(token.lastindex or 0)
            if many:
                at = first.at._replace(end_column=end + 1)
                return messages.in_parentheses(
                    at, line[at.column - 1 : end], remedies.grouped(at))
        self._back_to(self.fed)
        return None

    def _misspelt_before(self, rest: list[Candidate]) -> Diagnostic | None:
        """A word of the language that was taken for a name, because it is misspelt."""
        fed = self.fed
        for i, each in enumerate(fed[:MOST_MENDED]):
            if each.type == "NAME":
                self._back_to(fed[:i])
                accepted = self.parser.accepts()
                keyword = messages.close_keyword(each.value, accepted)
                behind = [symbols_of(later.value, later.type) for later in fed[i + 1 :]]
                if keyword is not None and readable(self.parser, self.parser.states, [
                    [keyword[0]], *(symbols for _, symbols in (*behind, *rest))
                ]):
                    return messages.unexpected(each, accepted, None, keyword)
        self._back_to(fed)
        return None

    def _feed_quietly(self, *symbols: str, at: Place | None = None) -> bool:
        """Feed symbols that no text stands for; nothing changes if one does not fit."""
        saved = self.parser.saved()
        try:
            for symbol in symbols:
                self.parser.feed(Word(symbol, "", at or self._here(0)))
        except UnexpectedToken:
            self.parser.go_back(saved)
            return False
        return True

    def _here(self, width: int) -> Place:
        row = min(self.row, max(0, len(self.lines) - 1)) + 1
        return Place(self.path, row, self.column + 1, row, self.column + 1 + width)

    def _report(self, problem: Diagnostic) -> None:
        self.problems.append(problem)
