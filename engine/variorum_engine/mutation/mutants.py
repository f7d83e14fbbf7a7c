"""The mutants of a file: the same rules with one clause changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files import libraries as bundled
from variorum_dsl.files.loader import Loaded
from variorum_dsl.syntax.reader import parse

from variorum_engine.mutation import exceptions, operators, sequences
from variorum_engine.mutation.sites import Path, Site, difference, replaced, sites
from variorum_engine.mutation.vocabulary import Vocabulary


class Mutant(NamedTuple):
    """One clause changed. `root` is -1 for the file itself, else the number of a library."""

    id: str
    operator: str
    place: Place
    before: str
    after: str
    within: tuple[str, ...]
    root: int
    path: Path
    node: m.Node

    @property
    def text(self) -> str:
        """`highest points -> lowest points`."""
        if not self.after:
            return f"without: {self.before}"
        return f"{self.before or '(nothing)'} -> {self.after}"


class Original:
    """A file that was read, and the means to read a changed one without its text."""

    def __init__(self, loaded: Loaded) -> None:
        assert loaded.document is not None
        assert loaded.sheet is not None
        self.loaded = loaded
        self.document = loaded.document
        self.sheet = loaded.sheet
        self.libraries = libraries_of(loaded.document, loaded)
        self.vocabulary = Vocabulary(loaded.sheet)
        self._own = {id(problem) for problem in loaded.sheet.problems}

    def mutants(self) -> list[Mutant]:
        """All of them, in the order of the file; the procedures of libraries come last."""
        made: list[Mutant] = list(self._of(self.document, -1))
        wanted = called(self.document, self.libraries)
        for number, library in enumerate(self.libraries):
            made += [
                mutant for mutant in self._of(library, number)
                if mutant.within and mutant.within[0].removeprefix("procedure ") in wanted
            ]
        return _told_apart(made, self.document.name)

    def _of(self, root: m.Document, number: int) -> Iterator[Mutant]:
        excepted: set[Path] = set()
        for site in sites(root):
            for operator, new in operators.changes(site.node, self.vocabulary):
                yield changed_part(site, operator, new, number, root)
            for operator, new in sequences.changes(site.node):
                yield changed_part(site, operator, new, number, root)
            for operator, new in exceptions.changes(site, self.vocabulary, excepted):
                yield changed_part(site, operator, new, number, root)

    def changed(self, mutant: Mutant) -> Loaded:
        """The file as it would be loaded with that one change."""
        document, libraries = self.document, list(self.libraries)
        if mutant.root < 0:
            document = _changed(document, mutant)
        else:
            libraries[mutant.root] = _changed(libraries[mutant.root], mutant)
        sheet = Sheet(document, self.sheet.parent, libraries)
        kept = [problem for problem in self.loaded.problems if id(problem) not in self._own]
        return replace(self.loaded, document=document, sheet=sheet,
                       problems=(*kept, *sheet.problems))


def _changed(document: m.Document, mutant: Mutant) -> m.Document:
    changed = replaced(document, mutant.path, mutant.node)
    assert isinstance(changed, m.Document)
    return changed


def libraries_of(document: m.Document, loaded: Loaded) -> list[m.Document]:
    """The libraries as they were read with the file."""
    read = []
    for item in document.items:
        for name in item.libraries if isinstance(item, m.Uses) else ():
            path = bundled.library_path(name)
            if path is None:
                continue
            text = path.read_text("utf-8")
            library, *_ = parse(loaded.sources.get(str(path)) or Source(str(path), text))
            if library is not None:
                read.append(library)
    return read


def called(document: m.Document, libraries: list[m.Document]) -> set[str]:
    """The procedures that the file calls, or that those call in their turn."""
    bodies = {
        item.name: item for library in libraries for item in library.items
        if isinstance(item, m.Procedure)
    }
    reached: set[str] = set()
    waiting: list[m.Node] = [document]
    while waiting:
        for node in m.walk(waiting.pop()):
            if isinstance(node, m.Call) and node.procedure not in reached:
                reached.add(node.procedure)
                if node.procedure in bodies:
                    waiting.append(bodies[node.procedure])
    return reached


def changed_part(site: Site, operator: str, new: m.Node, root: int, document: m.Document) -> Mutant:
    inner = site.path[len(site.line_path) :]
    told = difference(site.line, replaced(site.line, inner, new))
    place = site.node.at
    if told.line and told.line != place.line:
        place = Place(place.path or document.at.path, told.line, 1, told.line, 2)
    return Mutant("", operator, place, told.before, told.after, site.within, root, site.path, new)


def _told_apart(made: list[Mutant], name: str) -> list[Mutant]:
    """Each with an id that stays the same while the file is edited elsewhere; no two alike."""
    seen: dict[str, int] = {}
    kept = []
    for mutant in made:
        if mutant.before == mutant.after:
            continue
        text = "\n".join((name, *mutant.within, mutant.operator, mutant.before, mutant.after))
        number = seen[text] = seen.get(text, 0) + 1
        digest = hashlib.sha256(f"{text}\n{number}".encode()).hexdigest()[:8]
        kept.append(mutant._replace(id=f"{mutant.operator.replace(' ', '-')}-{digest}"))
    return kept
