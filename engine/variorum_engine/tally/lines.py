"""The lines of a game that can be counted: each one a place in the text and what it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, assert_never

from variorum_dsl import core as c
from variorum_dsl.core.lines import Traced
from variorum_dsl.core.program import Program
from variorum_dsl.core.walk import children, walk
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place

EVERYONE_OUT = ("everyone is out", 0)
STILL_TIED = ("still tied", 0)
GUARDED = ("a guard ends a loop", 0)
Key = tuple[str, int]
"""A file and a line of it; or one of the three above, which have no place of their own."""

COUNTED_AT_THE_END = ("step", "tie-break", "elimination", "everyone out", "tied")


class Line(NamedTuple):
    """A line that says what happens. `section` is the part of the rules in which it stands."""

    key: Key
    sort: str
    section: str
    cites: tuple[str, ...]


def key_of(at: Place) -> Key:
    return at.path, at.line


class Lines:
    """The lines of one program, numbered in the order of play."""

    def __init__(self, program: Program) -> None:
        self.lines: list[Line] = []
        self.number: dict[Key, int] = {}
        for stage in program.stages:
            for op in stage.body:
                self._add_all(op, stage.words or stage.name)
        for end in program.ends:
            self._add(key_of(end.at), "end", end.words or end.name, end.cites)
        for _, cites, at in program.out:
            self._add(key_of(at), "elimination", "elimination", cites or program.elimination_cites)
        if program.out and program.everyone:
            self._add(EVERYONE_OUT, "everyone out", "elimination", program.elimination_cites)
        for scoring in program.scorings:
            for step in scoring.steps:
                self._add(key_of(step.at), "step", scoring.words or scoring.name, step.cites)
        for tie in program.chain:
            self._add(key_of(tie.at), "tie-break", "winner", tie.cites)
        if program.chain:
            self._add(STILL_TIED, "tied", "winner", program.chain[-1].cites)
        if any(isinstance(node, c.Guard) for stage in program.stages
               for node in (stage.measure, *walk(stage.body))):
            self._add(GUARDED, "guard", "", ())

    def __len__(self) -> int:
        return len(self.lines)

    def at(self, place: Place) -> int:
        return self.number[key_of(place)]

    def _add(self, key: Key, sort: str, section: str, cites: tuple[str, ...]) -> None:
        if key not in self.number:
            self.number[key] = len(self.lines)
            self.lines.append(Line(key, sort, section, cites))

    def _add_all(self, line: c.Line, section: str) -> None:
        for part in _parts(line):
            if part.at != NOWHERE:
                sort = "choice" if isinstance(part, c.Choice) else sort_of(part)
                self._add(key_of(part.at), sort, section, tuple(part.cites))


def reckoning(program: Program) -> Literal[-1, 0, 1]:
    """Whether what happens after the end changes who wins: 1, and it can be tried out beforehand;
    -1, it asks somebody, so that nobody can say before the end who would win; 0, no."""
    after = [node for stage in program.stages if stage.stage == "reckoning"
             for node in walk(stage.body)]
    if any(isinstance(node, c.Decide | c.Together) for node in after):
        return -1
    changes = any(isinstance(node, c.Move | c.Shuffle | c.SetTrack | c.Chance) for node in after)
    return 1 if changes else 0


def _parts(line: c.Line) -> Iterator[c.Line | c.Choice]:
    """A line of play and all lines and choices inside it, in the order of the text."""
    yield line
    inside = children(line)
    if isinstance(line, c.Decide | c.Together):
        for choice in line.choices:
            yield choice
            for each in choice.body:
                yield from _parts(each)
        inside = iter(line.body if isinstance(line, c.Together) else ())
    for part in inside:
        if isinstance(part, Traced):  # the others are expressions
            yield from _parts(part)


def sort_of(line: c.Line) -> str:
    """What a line is called in a report."""
    match line:
        case c.Move():
            return "move"
        case c.Shuffle():
            return "shuffle"
        case c.SetLocal():
            return "value"
        case c.SetTrack():
            return "track"
        case c.If():
            return "if"
        case c.ForEachPlayer() | c.ForEachCard() | c.ForEachMember() | c.Repeat():
            return "loop"
        case c.Turns():
            return "turns"
        case c.Decide() | c.Together():
            return "decision"
        case c.Chance():
            return "chance"
        case c.Show():
            return "show"
        case c.Cases():
            return "cases"
        case c.EndRound() | c.EndGame():
            return "end"
        case c.Nothing() | c.Call():
            return "line"
        case _:
            assert_never(line)
