"""What a check looks at: one game, resolved and lowered for every number of players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.core.card_flow import Flow
from variorum_dsl.core.program import Program
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files.loader import Loaded
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.lowering.uses import Uses
from variorum_dsl.model.game import Game
from variorum_dsl.model.node import content_fields


class Lowered(NamedTuple):
    """A game with its number of players settled."""

    program: Program
    symbols: Symbols


class Subject:
    """One game of a file: the game as written, or with an option or a reading."""

    def __init__(
        self, loaded: Loaded, sheet: Sheet, game: Game, programs: dict[int, Lowered]
    ) -> None:
        self.loaded = loaded
        self.sheet = sheet
        self.game = game
        self.programs = programs
        self.others: list[Subject] = []  # the same file with options and readings
        self.lost_words = loaded.lost_words
        self._flows: dict[int, Flow] = {}
        self._uses: Uses | None = None
        self._edited: frozenset[str] | None = None

    def flow(self, players: int) -> Flow:
        """Which cards can ever be where, with so many players."""
        if players not in self._flows:
            self._flows[players] = Flow(self.programs[players].program)
        return self._flows[players]

    def each(self) -> Iterator[tuple[int, Program, Symbols, Flow]]:
        for players, (program, symbols) in self.programs.items():
            yield players, program, symbols, self.flow(players)

    @property
    def uses(self) -> Uses:
        """What the rules name, with some number of players."""
        if self._uses is None:
            self._uses = Uses()
            self._uses.add(symbols.uses for _, symbols in self.programs.values())
        return self._uses

    @property
    def edited(self) -> frozenset[str]:
        """Every word in the options and readings that are not chosen: it counts as used."""
        if self._edited is None:
            found: set[str] = set()
            clauses: tuple[m.Option | m.Silent, ...] = (*self.game.options, *self.game.silences)
            for clause in clauses:
                if clause.name not in self.game.chosen_options:
                    found |= words_in(clause)
            self._edited = frozenset(found)
        return self._edited

    @cached_property
    def words(self) -> Counter[str]:
        """How often each word stands in the text of the file, printed words and comments apart."""
        source = self.loaded.sources.get(self.loaded.path)
        text = "" if source is None else source.text
        return Counter(re.findall(r"[\w-]+", re.sub(r'"[^"]*"|#.*', "", text)))

    @cached_property
    def clauses(self) -> dict[int, m.Clause]:
        """The smallest clause of the file that begins in a line."""
        return {node.at.line: node for item in self.sheet.document.items for node in m.walk(item)
                if isinstance(node, m.Clause)}

    def is_own(self, at: Place) -> bool:
        """Whether something stands in the file itself, not in a parent or a library."""
        return at.path == self.loaded.path

    # ---------------------------------------------------------------- places
    def line(self, at: Place) -> Place:
        """The first line of a clause, without its citations."""
        text = self.loaded.sources.line(at.path, at.line)
        if text is None:
            return at if at.line == at.end_line else Place(
                at.path, at.line, at.column, at.line, at.column + 1)
        end = at.end_column if at.line == at.end_line else len(text) + 1
        shown = re.sub(r'(\s+see "[^"]*")+\s*$', "", text[: end - 1]).rstrip()
        return Place(at.path, at.line, at.column, at.line, max(at.column + 1, len(shown) + 1))

    @property
    def end(self) -> Place:
        """The place behind the last line of the file."""
        source = self.loaded.sources.get(self.loaded.path)
        line = (source.text if source else "").rstrip("\n").count("\n") + 2
        return Place(self.loaded.path, line, 1, line, 1)

    def text(self, at: Place) -> str:
        """What stands at a place, which is in one line."""
        text = self.loaded.sources.line(at.path, at.line) or ""
        return text[at.column - 1 : at.end_column - 1]

    def word(self, at: Place, name: str) -> Place:
        """Where a name stands inside a clause."""
        for number in range(at.line, at.end_line + 1):
            text = self.loaded.sources.line(at.path, number)
            if text is None:
                break
            start = _word_at(text, name, at.column - 1 if number == at.line else 0)
            if start >= 0:
                return Place(at.path, number, start + 1, number, start + len(name) + 1)
        return self.line(at)


def _word_at(text: str, name: str, start: int) -> int:
    """Where a name stands as a word of its own, or -1."""
    while (found := text.find(name, start)) >= 0:
        around = text[found - 1 : found] + text[found + len(name) : found + len(name) + 1]
        if not any(char.isalnum() or char in "-_" for char in around):
            return found
        start = found + 1
    return -1


def words_in(node: m.Node) -> set[str]:
    """Every name inside a part of a file; the words of its examples do not count."""
    found: set[str] = set()
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, m.Words | m.Cite | m.Example):
            continue
        for field in content_fields(current):
            value = getattr(current, field)
            if type(value) is str:
                found.add(value)
            elif type(value) is tuple and field != "at":
                for item in value:
                    if isinstance(item, m.Node):
                        stack.append(item)
                    elif type(item) is str:
                        found.add(item)
            elif isinstance(value, m.Node):
                stack.append(value)
    return found


def with_players(counts: list[int], every: list[int]) -> str:
    """`with 3 players`, or nothing where it holds for every number."""
    if len(counts) == len(every):
        return ""
    if len(counts) == 1:
        return f" with {counts[0]} players"
    return f" with {', '.join(map(str, counts[:-1]))} or {counts[-1]} players"
