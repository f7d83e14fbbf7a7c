"""The careful way from text to the model: every mistake is reported, and what is around it read.

The automaton is fed token by token. Before each line its stacks are remembered; when a line
cannot be read, they are put back, the line is reported and replaced by a token that stands for
"a line that could not be read", and reading goes on below it.
"""

from __future__ import annotations

import re
from typing import Any

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.diagnostics.suggestions import NUMBERS
from variorum_dsl.model import Document
from variorum_dsl.syntax import messages as syntax_messages
from variorum_dsl.syntax.lalr import Automaton, Unexpected
from variorum_dsl.syntax.limits import JOINTS, MOST_DEPTH, MOST_DIGITS, MOST_JOINTS
from variorum_dsl.syntax.parts import Token
from variorum_dsl.syntax.repairs import kinds_of, smallest_change, words_from
from variorum_dsl.syntax.speech import said
from variorum_dsl.syntax.tokens import SETS, SIGNS, TOKEN, WORD

MOST_PROBLEMS = 2000
MOST_MENDED = 10
_new: Any = tuple.__new__  # much cheaper than going through the constructor of a named tuple


def read(source: Source) -> tuple[Document | None, list[Diagnostic], frozenset[str]]:
    """The document, what was wrong with it, and the words on lines that could not be read."""
    reading = _Reading(source)
    document = reading.run()
    return document, reading.problems, frozenset(reading.lost_words)


class _Stop(Exception):
    """The line cannot be read further."""


class _Reading:
    """One pass over one file. `row` and `column` say where it stands, counted from 0."""

    def __init__(self, source: Source) -> None:
        self.path = source.path
        self.lines = source.lines
        self.problems: list[Diagnostic] = []
        self.lost_words: set[str] = set()
        self.automaton = Automaton(source.path)
        self.indents = [0]
        self.row = self.column = 0
        self.last: Token | None = None
        self.header: Token | None = None
        self.lacks_block = False
        self.line_start = self.automaton.saved()
        self.fed: list[Token] = []

    def run(self) -> Document | None:
        while self._find_line():
            if len(self.problems) >= MOST_PROBLEMS:
                # Nobody reads further; the file is something else than a rule file.
                return None
            self._line()
        self._close_blocks(0)
        try:
            self.automaton.feed(Token("$END", "", self._here(0)))
        except Unexpected:
            if not self.problems:
                self._report(syntax_messages.no_heading(Place.start_of(self.path)))
            return None
        document = self.automaton.values[0]
        return document if isinstance(document, Document) else None

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
            self.line_start, self.fed = self.automaton.saved(), []
            reported = len(self.problems)
            try:
                self._tokens()
                return
            except _Stop:
                self.automaton.restore(self.line_start)
                self.last = None
            if self.lacks_block:
                # It most likely belongs to the block above, where it could have been read.
                del self.problems[reported:]
            if len(self.automaton.stack) == 1:
                self._without_heading(first_row, indent, reported)
                return
            self._skip(first_row, indent)
            self._feed_quietly("BROKEN", "_NL")
        else:
            self._skip(first_row, indent)

    def _without_heading(self, row: int, indent: int, reported: int) -> None:
        """Nothing below can be read without the first line: one report is enough."""
        if not self.fed:
            at = Place(self.path, row + 1, indent + 1, row + 1, indent + 2)
            self.problems[reported:] = [syntax_messages.no_heading(at)]
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
            self.lost_words.update(WORD.findall(line))
            self.row += 1
            if not re.sub(r"#.*", "", line).rstrip().endswith(","):
                return

    # ----------------------------------------------------------------- blocks
    def _begins(self, word: str) -> bool:
        """Whether a line can begin with this word of the language here."""
        return self.automaton.keywords.get(word, "") in self.automaton.accepted()

    def _settle_indent(self, indent: int) -> bool:
        if indent > self.indents[-1]:
            word = self.lines[self.row].split(maxsplit=1)[0]
            before = self.automaton.saved()
            opens = self._feed_quietly("_INDENT")
            if word in syntax_messages.GOES_ON and not (opens and self._begins(word)):
                self.automaton.restore(before)
                self._report(syntax_messages.going_on(self._here(len(word)), word))
                return False
            if not opens:
                self._report(syntax_messages.too_far_in(self._here(1)))
                return False
            self.indents.append(indent)
            if len(self.indents) > MOST_DEPTH:
                self._report(syntax_messages.too_deep(self._here(1), MOST_DEPTH))
                self.indents.pop()
                self._feed_quietly("BROKEN", "_NL", "_DEDENT")
                return False
            return True
        self._needs_block()
        if indent not in self.indents:
            # The line is taken to belong to the innermost block that it is still inside.
            self._report(syntax_messages.uneven_indent(self._here(1), self.indents))
            while len(self.indents) > 2 and indent < self.indents[-2]:
                self._close_one()
            self.indents[-1] = indent
        self._close_blocks(indent)
        return True

    def _needs_block(self) -> None:
        """A heading with nothing below it: say so, and put an unreadable line there."""
        possible = self.automaton.states[self.automaton.stack[-1]]
        if "_INDENT" in possible and self.automaton.accepted() == {"_INDENT"}:
            self.lacks_block = True
            if self.header is not None:
                self._report(syntax_messages.empty_block(self.header.at, self.header.text))
            self._feed_quietly("_INDENT", "BROKEN", "_NL", "_DEDENT")

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

    # ----------------------------------------------------------------- tokens
    def _tokens(self) -> None:
        """Feed the tokens of one logical line."""
        depth = joints = 0
        first = True
        while True:
            token = self._next_token()
            if token is None:
                goes_on = depth or (self.last is not None and self.last.type == "COMMA")
                self.row += 1
                if goes_on and self._find_line():
                    continue
                self.row -= 1
                end = Place(self.path, self.row + 1, self.column + 1, self.row + 1,
                            self.column + 2)
                self._feed(Token("_NL", "", end))
                self.row, self.column, self.last = self.row + 1, 0, None
                return
            if token.type == "INT" and len(token.text) > MOST_DIGITS:
                self._report(syntax_messages.too_many_digits(token.at, MOST_DIGITS))
                raise _Stop
            depth += (token.type == "LPAR") - (token.type == "RPAR" and depth > 0)
            joints += token.type in JOINTS
            if depth > MOST_DEPTH or joints > MOST_JOINTS:
                self._report(syntax_messages.too_long(token.at))
                raise _Stop
            self._feed(token)
            if first:
                self.header, first = token, False
            self.last = token

    def _next_token(self) -> Token | None:
        line = self.lines[self.row]
        if "SAID" in self.automaton.states[self.automaton.stack[-1]]:
            spoken = said(self.lines, self.row, self.column, self.path)
            if spoken is not None:
                phrases, at, self.row, self.column = spoken
                return Token("SAID", phrases, at)
        found = TOKEN.match(line, self.column)
        if found is None:
            rest = line[self.column :].lstrip(" ")
            if not rest or rest[0] == "#":
                self.column = len(line.rstrip(" ")) if not rest else len(line) - len(rest)
                return None
            self.column = len(line) - len(rest)
            self._report(syntax_messages.strange_character(self._here(1), rest[0], line))
            raise _Stop
        group = found.lastindex or 0
        start, end = found.span(group)
        self.column = end
        if group == 1 and line[end : end + 1].isalpha():
            # Half a word would be taken for another one: the letter that ends it is what is wrong.
            self._report(syntax_messages.strange_character(self._here(1), line[end]))
            raise _Stop
        row = self.row + 1
        at = _new(Place, (self.path, row, start + 1, row, end + 1))
        text = found[group]
        if group == 1:
            kind = self._kind_of_word(text)
        else:
            kind = ("INT", "STRING", SIGNS.get(text, ""))[group - 2]
        return _new(Token, (kind, text, at))  # type: ignore[no-any-return]

    def _kind_of_word(self, text: str) -> str:
        """A word of the language only where one can stand; otherwise a name."""
        automaton = self.automaton
        row = automaton.states[automaton.stack[-1]]
        keyword = automaton.keywords.get(text)
        if keyword is not None and keyword in row:
            return keyword
        for kind in SETS:
            if kind in row and f"{text}.{kind}" in automaton.keywords:
                return kind
        return "NAME"

    def _feed(self, token: Token) -> None:
        try:
            self.automaton.feed(token)
            self.fed.append(token)
            return
        except Unexpected:
            # Go back to before this token: the stacks of the start of the line, and its tokens.
            self.automaton.restore(self.line_start)
            for earlier in self.fed:
                self.automaton.feed(earlier)
        saved = self.automaton.saved()
        if token.type != "NAME" and WORD.fullmatch(token.text):
            # Merged states can make a word look possible where only a name is.
            try:
                name = token._replace(type="NAME")
                self.automaton.feed(name)
                self.fed.append(name)
                return
            except Unexpected:
                self.automaton.restore(saved)
        accepted = self.automaton.accepted()
        keyword = None
        if token.type == "NAME":
            keyword = syntax_messages.close_keyword(token.text, accepted)
        if keyword is None:
            first = next((each for each in (*self.fed, token) if each.text), token)
            self._report(syntax_messages.going_on(first.at, str(first.text))
                         if first.text in syntax_messages.GOES_ON
                         else self._unexpected(token, accepted))
            raise _Stop
        self._report(syntax_messages.unexpected(token, accepted, self.last, keyword))
        meant = Token(*keyword, token.at)
        self.automaton.feed(meant)
        self.fed.append(meant)

    def _unexpected(self, token: Token, accepted: set[str]) -> Diagnostic:
        """What is wrong, and what would mend it; nobody reads many of these."""
        change, left_out, last = None, "", self.last
        if len(self.problems) < MOST_MENDED and self.fed and "SAID" not in accepted:
            rest = words_from(token, self.lines, self.row, self.column)
            if token.text in NUMBERS and "INT" in accepted:
                return syntax_messages.number_in_words(token)
            change = smallest_change(self.automaton, rest)
            before, fed = self.fed[-1], self.fed[:-1]
            if fed and before.type != "SAID" and token.type != "_NL":
                # The word before may have been taken for a name that it was not meant to be.
                self.automaton.restore(self.line_start)
                for earlier in fed:
                    self.automaton.feed(earlier)
                longer = [kinds_of(str(before.text), before.type), *rest]
                other = smallest_change(self.automaton, longer)
                if other is not None and (change is None or other.cost < change.cost):
                    change, rest, token, last = other, longer, before, fed[-1]
            if change is not None and change.left_out:
                left_out = quote(" ".join(text for text, _ in rest[: change.left_out]))
        return syntax_messages.unexpected(token, accepted, last, None, change, left_out)

    def _feed_quietly(self, *kinds: str) -> bool:
        """Feed tokens that no text stands for; nothing changes if one does not fit."""
        saved = self.automaton.saved()
        try:
            for kind in kinds:
                self.automaton.feed(Token(kind, "", self._here(0)))
        except Unexpected:
            self.automaton.restore(saved)
            return False
        return True

    def _here(self, width: int) -> Place:
        row = min(self.row, max(0, len(self.lines) - 1)) + 1
        return Place(self.path, row, self.column + 1, row, self.column + 1 + width)

    def _report(self, problem: Diagnostic) -> None:
        self.problems.append(problem)
