"""Names: where they are declared and used, and another name for them everywhere at once."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import NamedTuple

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.lowering.uses import Symbol, Use
from variorum_dsl.syntax.tokens import WORD

from variorum.assist.desk import Desk, File
from variorum.assist.shapes import (
    Highlight,
    Location,
    Named,
    Position,
    Renaming,
    TextEdit,
    WorkspaceEdit,
)
from variorum.assist.sorts import SYMBOL_KINDS
from variorum.assist.text import Lines

_READ, _WRITTEN = 2, 3


class Refused(Exception):
    """Why something cannot have another name."""


class Word(NamedTuple):
    """A word that is a name, and what it names."""

    place: Place
    symbol: Symbol


def word_at(file: File, position: Position) -> Word | None:
    line, column = file.lines.point(position)
    for place, symbol in file.index.on_line(file.path, line):
        if place.column <= column <= place.end_column:
            return Word(place, symbol)
    return None


def definition(desk: Desk, file: File, position: Position) -> list[Location]:
    """Where the word here is declared, in this file, a parent or a library."""
    word = word_at(file, position)
    if word is None:
        return []
    declared = [use.at for use in file.index.uses[word.symbol] if use.role == "declares"]
    if not declared and word.symbol.sort == "library":
        from variorum_dsl.files.libraries import library_file

        path = library_file(word.symbol.name)
        declared = [Place.start_of(path)] if path else []
    return [desk.location(at, file) for at in declared]


def references(
    desk: Desk, file: File, position: Position, *, declarations: bool = True
) -> list[Location]:
    """Every word that means the same, in the parents and in the variants of the folder too."""
    word = word_at(file, position)
    if word is None:
        return []
    found = _everywhere(desk, file, word)
    return [desk.location(use.at, reader) for use, reader in found
            if declarations or use.role != "declares"]


def highlights(file: File, position: Position) -> list[Highlight]:
    word = word_at(file, position)
    return [] if word is None else [
        {"range": file.lines.range(use.at),
         "kind": _WRITTEN if use.role in ("declares", "sets") else _READ}
        for use in file.index.uses[word.symbol] if use.at.path == file.path
    ]


def declared(desk: Desk, files: Iterable[File], wanted: str) -> list[Named]:
    """What is declared in files and has these letters in its name."""
    return [
        {"name": symbol.name, "kind": SYMBOL_KINDS[symbol.sort],
         "location": desk.location(use.at, file), "containerName": os.path.basename(file.path)}
        for file in files for symbol, uses in file.index.uses.items()
        if wanted in symbol.name for use in uses
        if use.role == "declares" and use.at.path == file.path
    ]


def _everywhere(desk: Desk, file: File, word: Word) -> list[tuple[Use, File]]:
    """All words that mean the same, each with a file that was read from the text it stands in."""
    found: dict[Place, tuple[Use, File]] = {}
    homes = {word.symbol.at.path} if word.symbol.at != NOWHERE else {file.path}
    seen: set[str] = set()
    own = os.path.dirname(file.path)
    while homes - seen:
        home = (homes - seen).pop()
        seen.add(home)
        for member in [file, *desk.family(home)]:
            symbols = {symbol for use in (*(each for each, _ in found.values()),
                                          Use(word.place, "reads"), Use(word.symbol.at, "reads"))
                       for at, symbol in member.index.on_line(use.at.path, use.at.line)
                       if at == use.at}
            for symbol in symbols:
                for use in member.index.uses[symbol]:
                    found.setdefault(use.at, (use, member))
                    # A parent knows the clause that a variant puts another one in the place of.
                    if use.role == "declares" or os.path.dirname(use.at.path) == own:
                        homes.add(use.at.path)
    return [found[place] for place in sorted(found)]


# ---------------------------------------------------------------------------------- another name
def renamable(desk: Desk, file: File, position: Position) -> Renaming:
    """The word that would get another name; or why it cannot."""
    word = _renamable(desk, file, position)
    return {"range": file.lines.range(word.place), "placeholder": word.symbol.name}


def _renamable(desk: Desk, file: File, position: Position) -> Word:
    word = word_at(file, position)
    if word is None:
        raise Refused("There is no name here that could be changed.")
    symbol = word.symbol
    if symbol.sort == "game":
        raise Refused("The name of an edition is the name of its file: rename the file as well.")
    own = os.path.dirname(file.path)
    for use, _ in _everywhere(desk, file, word):
        if use.role == "declares" and os.path.dirname(use.at.path) != own:
            home = os.path.basename(use.at.path).removesuffix(".variant")
            raise Refused(f"{quote(symbol.name)} is declared in {home}, which is not in this "
                          "folder.")
    if not any(use.role == "declares" for use in file.index.uses[symbol]):
        raise Refused(f"{quote(symbol.name)} is not declared in this folder.")
    return word


def rename(desk: Desk, file: File, position: Position, new: str) -> WorkspaceEdit:
    """Another name for a thing, in its file, in its parents and in the variants of the folder; or
    why it cannot be: the new one is no name, or some word would then mean something else."""
    word = _renamable(desk, file, position)
    if not WORD.fullmatch(new):
        raise Refused(f"{quote(new)} is no name: names are made of small letters, digits and "
                      "hyphens, and begin with a letter.")
    places: dict[str, list[Place]] = {}
    readers: dict[str, File] = {}
    for use, reader in _everywhere(desk, file, word):
        places.setdefault(use.at.path, []).append(use.at)
        readers[use.at.path] = reader
    changes: dict[str, list[TextEdit]] = {}
    texts = dict(desk.texts)
    for path, found in places.items():
        source = readers[path].loaded.sources.get(path)
        lines = Lines(source.text if source else "", desk.encoding)
        changes[desk.uri(path)] = [{"range": lines.range(at), "newText": new} for at in found]
        texts[path] = _renamed(lines, found, new)
    family = {file.path, *places} | {
        member.path for home in list(places) for member in desk.family(home)}
    after = Desk(desk.encoding, texts)
    for path in sorted(family):
        if _groups(desk.beside(path), places, len(new)) != _groups(after.beside(path), {}, 0):
            raise Refused(f"{quote(new)} means something else already, or is a word of the "
                          "language where the name stands.")
    return {"changes": changes}


def _renamed(lines: Lines, places: Iterable[Place], new: str) -> str:
    text = lines.text
    for at in sorted(places, reverse=True):
        start, end = (lines.offset(at.line, at.column), lines.offset(at.end_line, at.end_column))
        text = text[:start] + new + text[end:]
    return text


def _groups(file: File, places: dict[str, list[Place]], width: int) -> set[frozenset[Place]]:
    """The words that mean the same, which no new name may change; columns are those after the
    names have got another width."""
    moved: dict[tuple[str, int], list[Place]] = {}
    for path, found in places.items():
        for at in found:
            moved.setdefault((path, at.line), []).append(at)

    def after(at: Place) -> Place:
        earlier = moved.get((at.path, at.line), ())
        shift = sum(width - (each.end_column - each.column)
                    for each in earlier if each.column < at.column)
        own = width if at in earlier else at.end_column - at.column
        return Place(at.path, at.line, at.column + shift, at.line, at.column + shift + own)

    return {frozenset(after(use.at) for use in uses) for uses in file.index.uses.values()}
