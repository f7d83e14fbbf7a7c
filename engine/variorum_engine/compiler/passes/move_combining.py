"""Move combining: cards that go from one zone to another, in fewer steps.

The emitter of moves makes sure of everything at each place: that no card is there already, that a
picked card is still where it was. A card lies in one zone at a time, so what was read from one zone
is not in another, and a card that has just been picked from a zone is in it.
"""

from __future__ import annotations

import ast

from variorum_engine.compiler.passes.syntax import Lines, names_set


class MoveCombining:
    """One function; `rows` are the names of the zones in it."""

    def __init__(self, rows: set[str]) -> None:
        self.rows = rows
        self.within: dict[str, set[str]] = {}  # by name: the places that all its cards lie in

    def row(self, place: ast.expr) -> str | None:
        match place:
            case ast.Name(id=name) | ast.Subscript(
                value=ast.Name(id=name), slice=ast.Name() | ast.Constant()
            ) if name in self.rows:
                return name
        return None

    def places(self, value: ast.expr) -> set[str]:
        """The places that a set of cards certainly lies in."""
        if self.row(value) is not None:
            return {ast.unparse(value)}
        match value:
            case ast.Name(id=name):
                return self.within.get(name, set())
            case ast.BinOp(left=left, op=ast.BitAnd(), right=right):
                return self.places(left) | self.places(right)
            case ast.Call(func=ast.Name(id="nth"), args=[mask, _]):
                return self.places(mask)
            case ast.Call(func=ast.Name(id="one"), args=[_, mask, _]):
                return self.places(mask)
        return set()

    def lines(self, lines: Lines) -> Lines:
        found: Lines = []
        left = list(lines)
        while left:
            line = left.pop(0)
            self._shift(line, left)
            self._line(line)
            found.append(line)
        return found

    def _line(self, line: ast.stmt) -> None:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name not in self.rows:
                places = self.places(value)
                self._forget({name})
                self.within[name] = places
            case ast.If():
                before = {name: set(places) for name, places in self.within.items()}
                line.body = self.lines(line.body)
                after, self.within = self.within, before
                line.orelse = self.lines(line.orelse)
                self.within = {name: places & after.get(name, set())
                               for name, places in self.within.items()}
            case ast.While() | ast.For():
                self._forget(names_set(line), _taken_from(line, self.rows))
                line.body = self.lines(line.body)
                self._forget(names_set(line), _taken_from(line, self.rows))
            case _:
                self._forget(names_set(line), _taken_from(line, self.rows))

    def _forget(self, names: set[str], rows: set[str] | None = None) -> None:
        """Names have other values now, or zones fewer cards."""
        gone = rows or set()
        for name in names:
            self.within.pop(name, None)

        def stays(place: str) -> bool:
            row, _, seat = place.rstrip("]").partition("[")
            return row not in gone and seat not in names

        for name, places in self.within.items():
            self.within[name] = {place for place in places if stays(place)}

    def _shift(self, line: ast.stmt, following: Lines) -> None:
        """`m = cards & ~target; source &= ~m; target |= m`, where the cards lie in the source."""
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(
                left=cards, op=ast.BitAnd(), right=ast.UnaryOp(op=ast.Invert(), operand=target)
            )) if self.row(target) is not None:
                pass
            case _:
                return
        at, checked = 0, cards
        match following[:1]:
            case [ast.If(test=ast.BinOp(left=ast.Name(id=same), op=ast.BitAnd(), right=ast.UnaryOp(
                op=ast.Invert(), operand=checked)), body=[ast.Return()], orelse=[])] if (
                same == name and self.row(checked) is not None
            ):
                at = 1
        match following[at : at + 1]:
            case [ast.AugAssign(target=source, op=ast.BitAnd(), value=ast.UnaryOp(
                op=ast.Invert(), operand=ast.Name(id=same)))] if same == name:
                pass
            case _:
                return
        if at and ast.unparse(checked) != ast.unparse(source):
            return
        if self.row(source) in (None, self.row(target)) or (
            ast.unparse(source) not in self.places(cards)
        ):
            return
        line.value = cards
        if ast.unparse(cards) == ast.unparse(source):
            following[at] = ast.Assign([source], ast.Constant(0))
        else:
            following[at] = ast.AugAssign(source, ast.BitXor(), ast.Name(name, ast.Load()))
        del following[:at]


def _taken_from(line: ast.stmt, rows: set[str]) -> set[str]:
    """The zones that something may be taken out of in a line, or in the lines inside it."""
    found: set[str] = set()
    for node in ast.walk(line):
        match node:
            case ast.AugAssign(op=ast.BitOr()):
                continue
            case ast.AugAssign(target=place) | ast.Assign(targets=[place]):
                match place:
                    case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
                        if name in rows:
                            found.add(name)
    return found

