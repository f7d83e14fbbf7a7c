"""Final positions in small files: the lines of an example, with or without the word `given`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.syntax.reader import parse

if TYPE_CHECKING:
    from collections.abc import Iterable

_HEADS = ("players", "with", "reading")
_MOVE = re.compile(r"\s*[a-z][a-z0-9-]*\s*:")
_NOT_HERE = ("when", "then", "example", "edition", "variant")


def read_position(text: str, path: str) -> tuple[Position | None, list[Diagnostic]]:
    """The position that a file describes, and what is wrong with it.

    The lines are put in order below an example: first who plays, then what is given, then moves
    for decisions that are open at the end. Places are then counted in the file again.
    """
    parts = _sorted(text)
    if parts["strange"]:
        number, line = parts["strange"][0]
        return None, [Diagnostic(
            "syntax", "error", f"a position has no line that begins with {quote(line.split()[0])}",
            Label(_whole(path, number, line)), why="it says who plays and where everything lies",
            hint="players ann, bo, cy   hand of ann holds money 4   display of bo holds nothing",
        )]
    if not parts["players"]:
        return None, [Diagnostic(
            "syntax", "error", "the position does not say who plays",
            Label(Place.start_of(path)), why="a standing is one of players with names",
            hint="begin with: players ann, bo, cy",
        )]
    built: list[str] = ['edition position "Position"', "example position"]
    origin: list[tuple[int, int]] = [(1, 0), (1, 0)]
    _put(built, origin, [*parts["players"], *parts["with"], *parts["reading"]], 2)
    if parts["given"]:
        built.append("  given")
        origin.append((1, 0))
        _put(built, origin, parts["given"], 4)
    built.append("  when the game ends")
    origin.append((1, 0))
    if parts["moves"]:
        built.append("  when going on")
        origin.append((1, 0))
        _put(built, origin, parts["moves"], 4)
    document, problems, *_ = parse(Source(path, "\n".join(built) + "\n"))
    placed = [_moved(problem, origin, path) for problem in problems]
    examples = [item for item in (document.items if document else ())
                if isinstance(item, m.Example)]
    if not examples or placed:
        return None, placed
    return Position(examples[0], origin, path), []


class Position:
    """A position that was read; `placed` puts problems where they are in the file."""

    def __init__(self, example: m.Example, origin: list[tuple[int, int]], path: str) -> None:
        self.example = example
        self.origin = origin
        self.path = path

    def placed(self, problems: Iterable[Diagnostic]) -> list[Diagnostic]:
        return [_moved(problem, self.origin, self.path) for problem in problems]


Row = tuple[int, str]


def _sorted(text: str) -> dict[str, list[Row]]:
    """The lines by what they are about, with their numbers; a line that goes on stays together."""
    found: dict[str, list[Row]] = {
        key: [] for key in ("players", "with", "reading", "given", "moves", "strange")
    }
    key, goes_on = "given", False
    for number, line in enumerate(text.split("\n"), 1):
        content = line.split("#")[0].strip()
        if not content:
            continue
        if not goes_on:
            word = content.split()[0]
            if content == "given":
                continue
            if word == "given":
                line = line.replace("given", "     ", 1)
                content = line.strip()
                word = content.split()[0]
            key = word if word in _HEADS else "strange" if word in _NOT_HERE else (
                "moves" if _MOVE.match(content) else "given")
        found[key].append((number, line.removesuffix("\r")))
        goes_on = content.endswith(",") or content.count("(") > content.count(")")
    return found


def _put(built: list[str], origin: list[tuple[int, int]], rows: list[Row], indent: int) -> None:
    for number, line in rows:
        content = line.lstrip(" ")
        built.append(" " * indent + content)
        origin.append((number, indent - (len(line) - len(content))))


def _moved(problem: Diagnostic, origin: list[tuple[int, int]], path: str) -> Diagnostic:
    def place(at: Place) -> Place:
        def one(line: int, column: int) -> tuple[int, int]:
            number, shift = origin[min(line, len(origin)) - 1] if line else (line, 0)
            return number, max(1, column - shift)

        return Place(at.path, *one(at.line, at.column), *one(at.end_line, at.end_column))

    def label(each: Label) -> Label:
        return each._replace(place=place(each.place)) if each.place.path == path else each

    return problem._replace(primary=label(problem.primary),
                            secondary=tuple(label(each) for each in problem.secondary))


def _whole(path: str, number: int, line: str) -> Place:
    start = len(line) - len(line.lstrip(" ")) + 1
    return Place(path, number, start, number, len(line) + 1)
