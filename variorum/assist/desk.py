"""The texts that are open in an editor, and what is known about each of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from variorum_dsl.diagnostics.diagnostic import Place

from variorum.assist.shapes import Encoding, Location, Range
from variorum.assist.text import Lines, changed

if TYPE_CHECKING:
    from variorum_dsl.core.certainty import Facts
    from variorum_dsl.files.loader import Loaded
    from variorum_dsl.lowering.index import Index
    from variorum_dsl.lowering.symbols import Symbols
    from variorum_dsl.model.game import Game
    from variorum_dsl.syntax.incremental_reader import IncrementalReader

MOST_FILES = 200
_STANDARD_COUNT = 3


def path_of(uri: str) -> str:
    """The path that a file of an editor goes by. What is not on the disk lies where no file can be,
    so that nothing is ever found beside it."""
    from urllib.parse import unquote, urlsplit
    from urllib.request import url2pathname

    try:
        parts = urlsplit(uri)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme != "file" or "\0" in unquote(parts.path):
        return os.path.join(os.devnull, uri)
    return os.path.normpath(url2pathname(parts.path))


def uri_of(path: str) -> str:
    from pathlib import Path

    return Path(os.path.abspath(path)).as_uri()


class File:
    """A rule file as it was read, with what can be asked of it."""

    def __init__(self, path: str, text: str, encoding: Encoding, loaded: Loaded) -> None:
        self.path = path
        self.text = text
        self.loaded = loaded
        self.lines = Lines(text, encoding)

    @cached_property
    def index(self) -> Index:
        from variorum_dsl.budget import TooHard
        from variorum_dsl.lowering.index import Index, index

        try:
            return index(self.loaded)
        except TooHard:
            return Index({})

    @cached_property
    def game(self) -> Game | None:
        return self.loaded.sheet.resolved()[0] if self.loaded.sheet else None

    @property
    def symbols(self) -> Symbols | None:
        """What its names stand for, with the fewest players that can play."""
        return next(iter(self.counted.values()), None)

    @cached_property
    def counted(self) -> dict[int, Symbols]:
        """The same for every number of players."""
        from variorum_dsl.lowering.declarations import declared

        if self.game is None:
            return {}
        return {players: declared(self.game, players)
                for players in self.game.player_counts() or (_STANDARD_COUNT,)}

    @cached_property
    def facts(self) -> dict[int, Facts]:
        """What is certain about its numbers, for every number of players; nothing as long as it
        has mistakes."""
        from variorum_dsl.budget import TooHard
        from variorum_dsl.checks import mistakes
        from variorum_dsl.core.card_flow import Flow
        from variorum_dsl.core.certainty import Facts
        from variorum_dsl.lowering.program import lowered

        try:
            if self.game is None or mistakes(self.loaded):
                return {}
            return {players: Facts(Flow(lowered(self.game, players)[0]))
                    for players in self.game.player_counts()}
        except TooHard:
            return {}


@dataclass(slots=True)
class Desk:
    """Everything that is open. Only that is answered for; other files are read where an open one
    extends or uses them, or is extended by them."""

    encoding: Encoding = "utf-16"
    texts: dict[str, str] = field(default_factory=dict)
    uris: dict[str, str] = field(default_factory=dict)
    _files: dict[str, tuple[tuple[object, ...], File]] = field(default_factory=dict)
    _reader: IncrementalReader | None = None

    def open(self, uri: str, text: str) -> str:
        path = path_of(uri)
        self.uris[path] = uri
        self.texts[path] = text
        return path

    def change(self, path: str, where: Range | None, new: str) -> None:
        self.texts[path] = changed(self.texts[path], where, new, self.encoding)

    def close(self, path: str) -> None:
        self.texts.pop(path, None)
        self.uris.pop(path, None)
        self._files.pop(path, None)

    def uri(self, path: str) -> str:
        return self.uris.get(path) or uri_of(path)

    # ------------------------------------------------------------------------------------ files
    def file(self, path: str) -> File | None:
        """An open file, read anew if it or what it depends on has changed."""
        return self._read(path) if path in self.texts else None

    def _read(self, path: str) -> File:
        from variorum_dsl.files.text import read_text
        from variorum_dsl.syntax.incremental_reader import IncrementalReader

        from variorum.checker.check import read_unsaved

        known = self._files.get(path)
        if known is not None and known[0] == self._stamp(known[1]):
            return known[1]
        if self._reader is None:
            self._reader = IncrementalReader()
        text = self.texts[path] if path in self.texts else read_text(path)[0] or ""
        loaded = read_unsaved(path, {**self.texts, path: text}, self._reader.parse)
        file = File(path, text, self.encoding, loaded)
        self._files[path] = self._stamp(file), file
        while len(self._files) > MOST_FILES:
            del self._files[next(iter(self._files))]
        return file

    def _stamp(self, file: File) -> tuple[object, ...]:
        """Changes with the text of anything that the file was read from. A parent that is not
        there may come, so its folder counts as well."""
        stamps: list[object] = [self.texts.get(file.path, "")]
        others = [path for path in file.loaded.sources.files() if path != file.path]
        document = file.loaded.document
        if document is not None and document.parent:
            beside = os.path.join(os.path.dirname(file.path), f"{document.parent}.variant")
            others.append(beside)
        if file.path not in self.texts:
            others.append(file.path)
        stamps += [self.texts[path] if path in self.texts else _changed_at(path)
                   for path in others]
        return tuple(stamps)

    def known(self, path: str) -> File | None:
        """A file as it was last read, however long ago."""
        return self._files[path][1] if path in self._files else None

    def beside(self, path: str) -> File:
        """A file that is open, or that stands beside one that is."""
        return self._read(path)

    def family(self, path: str) -> Iterator[File]:
        """The files of a folder, whichever are open, that a name of this one may stand in."""
        from variorum_dsl.files.libraries import SUFFIX

        folder = os.path.dirname(path)
        found = {each for each in self.texts if os.path.dirname(each) == folder}
        if os.path.isdir(folder):
            with os.scandir(folder) as entries:
                found |= {entry.path for entry in entries
                          if entry.name.endswith(SUFFIX) and entry.is_file(follow_symlinks=False)}
        for each in sorted(found)[:MOST_FILES]:
            file = self._read(each)
            if path == each or path in file.loaded.sources.files():
                yield file

    # ----------------------------------------------------------------------------------- places
    def location(self, place: Place, file: File) -> Location:
        """A place in any file that one was read from, or in its settings."""
        from variorum_dsl.files.text import read_text

        if place.path == file.path:
            return {"uri": self.uri(place.path), "range": file.lines.range(place)}
        source = file.loaded.sources.get(place.path)
        text = source.text if source else read_text(place.path)[0]
        lines = Lines(text or "", self.encoding)
        return {"uri": self.uri(place.path), "range": lines.range(place)}


def _changed_at(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size
