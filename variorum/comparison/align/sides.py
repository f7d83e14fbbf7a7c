"""One side of a comparison: a file with what is chosen in it, and its games as clauses."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from typing import TypeVar, cast

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.files.loader import Loaded
from variorum_engine.table.preparation import Prepared, Ready

from variorum.comparison.align.clauses import Form, words_of
from variorum.comparison.model import Spot, Switch

MOST_LINES = 12
T = TypeVar("T")


class Side:
    """A file that is compared, perhaps with readings and options chosen. Its games are made once
    for each choice and number of players."""

    def __init__(
        self, loaded: Loaded, readings: Mapping[str, str] | None = None,
        options: tuple[str, ...] = (), ready: Ready | None = None, label: str = "",
        called: str = "", known: dict[Hashable, object] | None = None,
    ) -> None:
        assert loaded.sheet is not None
        self.loaded = loaded
        self.sheet = loaded.sheet
        self.name = loaded.sheet.document.name
        self.title = loaded.sheet.document.title
        self.label = label or self.name  # what a report calls it; versions of one file need more
        self.called = called or self.title  # what a sentence calls it: a title of its own
        self.readings = dict(readings or {})
        self.options = options
        self.ready = ready or Ready(loaded.sheet)
        self.game, _ = self.ready.game(options, self.readings)
        # What is known of the file, whatever it is called and whatever is chosen in it.
        self._known: dict[Hashable, object] = {} if known is None else known

    @property
    def counts(self) -> list[int]:
        return list(self.game.player_counts())

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What is found out about this file alone is worked out once, whatever it is compared
        with. So it may not say what the file is called, which depends on the other one."""
        return self._remembered((self.options, tuple(sorted(self.readings.items())), key), make)

    def _remembered(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self._known:
            self._known[key] = make()
        return cast("T", self._known[key])  # one key is always made in one way

    def as_called(self, label: str, called: str) -> Side:
        """The same file under another name."""
        return Side(self.loaded, self.readings, self.options, self.ready, label, called,
                    self._known)

    def form(
        self, players: int, options: tuple[str, ...] = (),
        readings: Mapping[str, str] | None = None,
    ) -> Form:
        readings = {**self.readings, **(readings or {})}
        options = (*self.options, *(name for name in options if name not in self.options))
        return self._remembered((options, tuple(sorted(readings.items())), ("form", players)),
                                lambda: Form(self.ready.game(options, readings)[0], players))

    def final(self, players: int) -> Prepared:
        """The rules from the end of the game on."""
        return self.ready.final(players, self.options, self.readings)

    def rules(self, players: int) -> Prepared:
        return self.ready.rules(players, self.options, self.readings)

    def read_as(self, silence: str, reading: str) -> Side:
        """The same file with another answer to one of its questions; nothing chosen is what is
        assumed."""
        if not reading:
            return self
        return self._child({**self.readings, silence: reading}, self.options,
                           f"read as “{self._reading(silence, reading)}”")

    def _reading(self, silence: str, reading: str) -> str:
        for silent in self.game.silences:
            for each in silent.readings:
                if (silent.name, each.name) == (silence, reading):
                    return words_of(each)
        return reading

    def _child(
        self, readings: Mapping[str, str], options: tuple[str, ...], how: str
    ) -> Side:
        called = f"{self.called}, {how}"
        return Side(self.loaded, readings, options, self.ready, called, called, self._known)

    def choosing(self, option: str) -> Side:
        """The same file with one of its optional rules."""
        return self._child(self.readings, (*self.options, option),
                           f"with “{words_of(self.sheet.options[option])}”")

    def ways(self, switch: Switch) -> tuple[Side, Side]:
        """The edition without and with what is switched."""
        side = self
        for option in switch.options:
            side = side.choosing(option)
        if switch.option:
            return side, side.choosing(switch.option)
        return side, side.read_as(switch.silence, switch.reading)

    def text(self, at: Place) -> str:
        """The lines of the file at a place, without what they are indented by."""
        lines = []
        for number in range(at.line, min(at.end_line, at.line + MOST_LINES) + 1):
            line = self.loaded.sources.line(at.path, number)
            if line is not None and line.strip() and not line.lstrip().startswith("#"):
                lines.append(line.rstrip())
        if at.end_column <= 1 and len(lines) > 1 and at.end_line > at.line:
            last = self.loaded.sources.line(at.path, at.end_line)
            if last is not None and last.rstrip() == lines[-1]:
                lines.pop()
        if not lines:
            return ""
        indent = min(len(line) - len(line.lstrip()) for line in lines)
        return "\n".join(_without_cites(line[indent:]) for line in lines)

    def spot(self, at: Place, cites: tuple[str, ...]) -> Spot:
        return Spot(at, self.text(at), cites)


def _without_cites(line: str) -> str:
    return re.sub(r'(\s+see "[^"]*")+\s*$', "", line)
