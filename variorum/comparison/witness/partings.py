"""Where two ways to play part: the lines of one at which the other would go on otherwise.

A game that comes to none of them is the same game in both, to its last card. So of many games only
those few are played again that a rule can have changed.
"""

from __future__ import annotations

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.core.walk import own_fields, walk_through
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_engine.mutation.program_equality import Matching


def partings(left: Program, right: Program) -> frozenset[Place] | None:
    """Lines of the left one; nothing if the two already differ in what lies on the table, in what
    it remembers, or in when stages and games end. Who sees what decides nothing by itself."""
    return _Partings(left, right).found()


class _Partings:
    def __init__(self, left: Program, right: Program) -> None:
        self.left, self.right = left, right
        self.matching = Matching(left, right, promises=True)
        self.places: set[Place] = set()

    def found(self) -> frozenset[Place] | None:
        left, right = self.left, self.right
        stages = left.stages, right.stages
        if len(stages[0]) != len(stages[1]) or not (
            self.matching.tables(seen=False) and self.matching.ends()
        ):
            return None
        if not self.matching.scorings() and any(isinstance(node, c.Score) for node in walk_through(
            left, tuple(left.stages), tuple(left.ends)
        )):
            return None
        for a, b in zip(*stages, strict=True):
            if (a.stage, a.name) != (b.stage, b.name) or not self._same(
                (a.until, a.measure), (b.until, b.measure)
            ):
                return None
            self._block(a.body, b.body, a.at)
        return frozenset(self.places)

    def _same(self, a: object, b: object) -> bool:
        return self.matching.alike(a, b)

    def _block(self, a: tuple[c.Line, ...], b: tuple[c.Line, ...], around: Place) -> None:
        """Lines that stand at the same place of a file are the same line, perhaps changed inside.
        What only one of the two has between them is a parting: of its own lines, of the line
        before, of the line behind, or of what is `around` it."""
        # A line that does nothing is never come to.
        a, b = (tuple(line for line in block if not isinstance(line, c.Nothing))
                for block in (a, b))
        before = 0
        while before < min(len(a), len(b)) and _one_line(a[before], b[before]):
            before += 1
        behind = 0
        while behind < min(len(a), len(b)) - before and _one_line(a[-1 - behind], b[-1 - behind]):
            behind += 1
        for one, other in (*zip(a[:before], b, strict=False),
                           *zip(a[len(a) - behind :], b[len(b) - behind :], strict=True)):
            self._line(one, other)
        if len(a) == len(b) == before + behind:
            return
        middle = a[before : len(a) - behind]
        if middle:
            self.places.update(line.at for line in middle)
        elif before:
            self.places.add(a[before - 1].at)
        elif a:
            self.places.add(a[0].at)
        else:
            self.places.add(around)

    def _line(self, a: c.Line, b: c.Line) -> None:
        if self._same(a, b):
            return
        for name in own_fields(type(a)):
            self._part(getattr(a, name), getattr(b, name), a.at, is_local=name == "local")

    def _part(self, a: object, b: object, at: Place, *, is_local: bool = False) -> None:
        """A part of a line, which stands `at` a place."""
        match a, b:
            case (c.Choice(), c.Choice()) | (c.Effect(), c.Effect()) | (c.Case(), c.Case()):
                assert isinstance(a, c.Choice | c.Effect | c.Case)
                assert isinstance(b, c.Choice | c.Effect | c.Case)
                if not self._same(a._replace(body=()), b._replace(body=())):
                    self.places.add(at)
                self._block(a.body, b.body, a.at if isinstance(a, c.Choice) else at)
            case tuple(), tuple() if _lines(a) and _lines(b):
                self._block(a, b, at)
            case tuple(), tuple() if len(a) == len(b) and not hasattr(a, "_fields"):
                for one, other in zip(a, b, strict=True):
                    self._part(one, other, at)
            case _ if is_local:
                assert isinstance(a, int)
                assert isinstance(b, int)
                if not self.matching.one_local(a, b):
                    self.places.add(at)
            case _ if not self._same(a, b):
                self.places.add(at)


def _one_line(a: c.Line, b: c.Line) -> bool:
    return type(a) is type(b) and a.at == b.at


def _lines(part: tuple[object, ...]) -> bool:
    return all(isinstance(each, c.Traced) for each in part)
