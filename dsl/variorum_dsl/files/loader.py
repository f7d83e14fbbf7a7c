"""Reading files: the text, the document, its parents and its libraries, with every problem."""

from __future__ import annotations

import os
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby

from variorum_dsl import model as m
from variorum_dsl.budget import Budget, TooHard
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote, visible
from variorum_dsl.diagnostics.source import Source, Sources
from variorum_dsl.diagnostics.suggestions import close_names, respelt
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files import libraries as bundled
from variorum_dsl.files.text import decoded, endless_lines, read_text
from variorum_dsl.syntax.reader import Parsed, parse

MOST_APART = 200
"""How many lines with the same mistake in their letters are told one by one."""
MOST_PARENTS = 40
Finder = Callable[[str], str | os.PathLike[str] | None]
Names = Callable[[], list[str]]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A file that was read, as far as it could be."""

    path: str
    document: m.Document | None = None
    sheet: Sheet | None = None
    problems: tuple[Diagnostic, ...] = ()
    lost_words: frozenset[str] = frozenset()
    lost_lines: frozenset[int] = frozenset()
    sources: Sources = field(default_factory=Sources)
    unreadable: bool = False
    budget: Budget = field(default_factory=Budget)


def load(
    path: str | os.PathLike[str], finder: Finder | None = None, known: Names = list,
    budget: Budget | None = None,
) -> Loaded:
    """Read a file with its parents and libraries.

    A parent is looked for in the folder of the file, then by `finder` (the bundled editions);
    `known` names those, for who has misspelt one.
    """
    return _loaded(str(path), _Reading(finder, Sources(), known, budget or Budget()))


def load_text(
    text: str, path: str = "<text>", finder: Finder | None = None, known: Names = list,
    budget: Budget | None = None, *, texts: Mapping[str, str] | None = None,
    parser: Callable[[Source], Parsed] = parse,
) -> Loaded:
    """The same for a text that is not in a file, or not yet. `texts` are those of other files that
    are not saved yet, by their paths; `parser` may remember what it has read."""
    return _from_text(path, text, _Reading(finder, Sources(), known, budget or Budget(),
                                           texts or {}, parser))


def load_bytes(
    data: bytes, path: str, finder: Finder | None = None, known: Names = list,
    budget: Budget | None = None,
) -> Loaded:
    """The same for what a file would hold, as it comes from somewhere else."""
    text, problems = decoded(data, path)
    if text is None:
        return Loaded(path, problems=tuple(problems), unreadable=True)
    loaded = load_text(text, path, finder, known, budget)
    return replace(loaded, problems=(*problems, *loaded.problems))


@dataclass(frozen=True, slots=True)
class _Reading:
    """What one call of `load` shares among a file, its parents and its libraries."""

    finder: Finder | None
    sources: Sources
    known: Names
    budget: Budget
    texts: Mapping[str, str] = field(default_factory=dict)  # instead of what is in the files
    parse: Callable[[Source], Parsed] = parse
    open: tuple[str, ...] = ()  # the files that are being read, each the parent of the one before


def _loaded(path: str, reading: _Reading) -> Loaded:
    text, problems = (reading.texts[path], []) if path in reading.texts else read_text(path)
    if text is None:
        return Loaded(path, problems=tuple(problems), sources=reading.sources, unreadable=True)
    loaded = _from_text(path, text, reading)
    return replace(loaded, problems=(*problems, *loaded.problems))


def _from_text(path: str, text: str, reading: _Reading) -> Loaded:
    source = reading.sources.add(path, text)
    endless = endless_lines(source)
    if endless:
        return Loaded(path, problems=tuple(endless), sources=reading.sources)
    found = text_problems(source)
    # A tab is reported; for everything else it counts as two spaces.
    readable = Source(path, text.replace("\t", "  ")) if "\t" in text else source
    document, problems, lost_words, lost_lines = reading.parse(readable)
    found += _not_reported_yet(problems, found)
    loaded = Loaded(path, document, None, tuple(found), lost_words, lost_lines, reading.sources,
                    budget=reading.budget)
    if document is None:
        return loaded
    libraries, unknown = _libraries(document, reading.sources)
    parent, orphaned = _parent(document, path, replace(
        reading, open=(*reading.open, os.path.realpath(path))
    ))
    problems = [*found, *unknown, *orphaned]
    if document.form == "variant" and parent is None:
        return replace(loaded, problems=tuple(problems))
    try:
        sheet = Sheet(document, parent, libraries, reading.budget)
    except TooHard as end:
        return replace(loaded, problems=(*problems, end.finding()))
    return replace(loaded, sheet=sheet, problems=(*problems, *sheet.problems))


def _not_reported_yet(
    problems: list[Diagnostic], found: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """What the reader found, without what was seen in the text before.

    A character that was reported as such is not reported again; where a tab stands nothing else
    is, since nobody knows how far in the line was meant to be, unless there are too many to be told
    one by one: mended together, they must not bring anything that was not known.
    """
    tabs, unseen = ({edit.place.line for problem in found if problem.code == code and problem.fix
                     for edit in problem.fix.edits} for code in ("tab", "invisible-character"))
    apart = tabs if len(tabs) <= MOST_APART else set[int]()
    empty = {line - 1 for line in apart}  # what lacks a block may have it there
    in_order = sorted(tabs)
    for problem in problems:
        line = problem.primary.place.line
        if problem.fix and any(
            bisect_left(in_order, edit.place.line) < bisect_right(in_order, edit.place.end_line)
            for edit in problem.fix.edits
        ):
            problem = problem._replace(fix=None)  # its columns are not those of the file
        if (
            line not in apart and (problem.code != "empty-block" or line not in empty)
            and (problem.code != "strange-character" or line not in unseen)
        ):
            yield problem


def _libraries(
    document: m.Document, sources: Sources
) -> tuple[list[m.Document], list[Diagnostic]]:
    """The libraries that a document uses, and what is wrong with them."""
    found: list[m.Document] = []
    problems: list[Diagnostic] = []
    seen: set[str] = set()
    for item in document.items:
        if not isinstance(item, m.Uses):
            continue
        for name in item.libraries:
            if name in seen:
                continue
            seen.add(name)
            path = bundled.library_file(name)
            if path is None:
                names = bundled.library_names()
                near = close_names(name, names)
                problems.append(Diagnostic(
                    "unknown-library", "error", f"there is no library called {quote(name)}",
                    Label(item.at, f"did you mean {near[0]}?" if near else "used here"),
                    why="libraries ship with the language; no other files are read",
                    hint=f"there are: {', '.join(names)}",
                    fix=_respelt(sources.get(item.at.path), item.at, name, near),
                ))
                continue
            source, library, mistakes = _library(path)
            sources.add(path, source.text)
            problems.extend(mistakes)
            if library is not None:
                found.append(library)
    return found, problems


@cache
def _library(path: str) -> tuple[Source, m.Document | None, list[Diagnostic]]:
    """A library as it was read; what ships with the language does not change while it runs."""
    with open(path, encoding="utf-8") as file:
        source = Source(path, file.read())
    document, problems, *_ = parse(source)
    return source, document, problems


def _parent(
    document: m.Document, path: str, reading: _Reading
) -> tuple[Sheet | None, list[Diagnostic]]:
    """What a variant extends, and why it cannot."""
    if document.form != "variant":
        return None, []
    at = Label(document.at, "extended here")
    found = _parent_file(document.parent, path, reading)
    if found is None:
        beside = set(bundled.names_in(os.path.dirname(path) or ".")) - {document.name}
        near = close_names(document.parent, [*sorted(beside), *reading.known()])
        return None, [Diagnostic(
            "unknown-parent", "error", f"there is no edition called {quote(document.parent)}",
            at._replace(text=f"did you mean {near[0]}?") if near else at,
            why="a parent is a file of that name beside this one, or a bundled edition",
            hint="variorum check --list names the bundled editions",
            fix=_respelt(reading.sources.get(path), document.at, document.parent, near),
        )]
    if len(reading.open) > MOST_PARENTS:
        return None, [Diagnostic(
            "too-large", "error", f"more than {MOST_PARENTS} editions stand on each other", at,
            why="nobody could say any more which of them a rule comes from",
            hint="variorum show prints an edition as it is played: begin a new one with that",
        )]
    if os.path.realpath(found) in reading.open:
        return None, [Diagnostic(
            "parent-cycle", "error", f"{quote(document.name)} extends itself in the end", at,
            why="following the parents leads back to this file, so nothing ever begins",
            hint="extend a published edition",
        )]
    parent = _loaded(found, reading)
    circle = next((each for each in parent.problems
                   if each.code == "parent-cycle" or (
                       each.code == "too-large" and parent.sheet is None)), None)
    if circle is not None:
        return parent.sheet, [circle._replace(primary=at)]
    if parent.sheet is None or any(each.severity == "error" for each in parent.problems):
        return parent.sheet, [Diagnostic(
            "broken-parent", "error", f"{quote(document.parent)} has mistakes of its own", at,
            why="a variant stands on its parent", hint=f"variorum check {found}",
        )]
    return parent.sheet, []


def _respelt(source: Source | None, at: Place, name: str, near: Sequence[str]) -> Fix | None:
    """Another name where one stands last in a line."""
    line = source.lines[at.line - 1] if source is not None else ""
    start = [each.start() for each in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", line)]
    if not near or not start:
        return None
    column = start[-1] + 1
    return respelt(Place(at.path, at.line, column, at.line, column + len(name)), near[0])


def _parent_file(name: str, beside: str, reading: _Reading) -> str | None:
    folder = os.path.dirname(beside)
    unsaved = os.path.join(folder, f"{name}{bundled.SUFFIX}")
    if unsaved in reading.texts:
        return unsaved
    path = bundled.file_named(name, folder)
    if path is not None:
        # A link must not lead out of the folder that the user named.
        if os.path.dirname(os.path.realpath(path)) != os.path.realpath(folder):
            return None
        return path
    found = reading.finder(name) if reading.finder else None
    return None if found is None else os.fspath(found)


def text_problems(source: Source) -> list[Diagnostic]:
    """What no rule file contains, wherever it stands: tabs and control characters."""
    problems: list[Diagnostic] = []
    path = source.path
    if "\r" in source.text:
        number = source.text[: source.text.index("\r")].count("\n") + 1
        column = len(source.lines[number - 1]) + 1
        at = Place(path, number, column, number, column + 1)
        problems.append(Diagnostic(
            "carriage-return", "warning", "lines end with a carriage return",
            Label(at, "the first one"),
            why="files then differ from machine to machine without any visible reason",
            hint="variorum fmt writes plain line ends",
            fix=Fix("write plain line ends", tuple(
                Edit(Place(path, i + 1, len(line), i + 1, len(line) + 1), "")
                for i, line in enumerate(source.text.split("\n")) if line.endswith("\r")),
                safe=True),
        ))
    alike: dict[tuple[str, bool], list[Fix]] = {}
    for number, line in enumerate(source.lines, 1):
        fix = None if line.isprintable() else _plain(path, number, line)
        if fix is not None and fix.edits:
            code = _code(line[fix.edits[0].place.column - 1])
            alike.setdefault((code, fix.safe), []).append(fix)
    for (_, safe), fixes in alike.items():
        told = [_told(source, fix) for fix in fixes[:MOST_APART]]
        if len(fixes) > MOST_APART:  # together, so that one fix mends them all
            edits = tuple(edit for fix in fixes for edit in fix.edits)
            at, label = told[0].primary
            told = [told[0]._replace(
                primary=Label(at, f"{label}, and in {len(fixes) - 1:,} lines more"),
                fix=Fix(fixes[0].title, edits, safe))]
        problems += told
    return sorted(problems, key=lambda each: each.primary.place)


def _code(char: str) -> str:
    return "tab" if char == "\t" else "invisible-character"


def _told(source: Source, fix: Fix) -> Diagnostic:
    """What is wrong with a line that has something to be mended, at the first such character."""
    start = fix.edits[0].place
    char = source.lines[start.line - 1][start.column - 1]
    at = start._replace(end_column=start.column + 1)
    if char == "\t":
        return Diagnostic(
            _code(char), "error", "this line contains a tab", Label(at, "here"),
            why="a tab is as wide as each editor likes, so the indentation is not certain",
            hint="indent by two spaces", fix=fix,
        )
    return Diagnostic(
        _code(char), "error", "this line contains a character that cannot be seen",
        Label(at, visible(char)), why="text that is not seen can make a rule look like another one",
        hint="remove it", fix=fix,
    )


def _unseen(char: str) -> bool:
    return not char.isprintable() and visible(char) != char and char != "\u00a0"


def _plain(path: str, number: int, line: str) -> Fix:
    """A line without tabs and what cannot be seen. There is no doubt about it if tabs alone indent
    it, and if what vanishes neither stands in printed words nor turned their order round."""
    from unicodedata import bidirectional

    inside = len(line) - len(line.lstrip())
    edits, sure, quoted = [], " " not in line[:inside] or "\t" not in line[:inside], False
    column = 1
    for strange, run in groupby(line, lambda char: char == "\t" or _unseen(char)):
        text = "".join(run)
        end = column + len(text)
        quoted ^= text.count('"') % 2 == 1
        if strange:
            new = "".join(("  " if i <= inside else " ") if char == "\t" else
                          " " if char.isspace() else "" for i, char in enumerate(text, column))
            edits.append(Edit(Place(path, number, column, number, end), new))
            sure = sure and not quoted and all(
                bidirectional(char) in ("", "BN", "S", "WS", "B") for char in text)
        column = end
    return Fix("write plain spaces" if line.count("\t") else "remove it", tuple(edits), sure)
