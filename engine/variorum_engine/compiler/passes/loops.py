"""Loops in forms that run quicker: loop canonicalization and strength reduction.

An endless loop that counts its turns becomes one over a range; the search for the next seat becomes
a look into a table; the highest total of several rows is kept and grows (finite differencing)
instead of being worked out again.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection

from variorum_engine.compiler.passes.syntax import Lines, bodies, names_read

MOST_SEATS = 8


def counted_loops(lines: Lines) -> Lines:
    """An endless loop that counts its turns becomes one over so many turns."""
    found: Lines = []
    for line in lines:
        for body in bodies(line):
            body[:] = counted_loops(body)
        found.append(line)
        if not (isinstance(line, ast.While) and _is_true(line.test)):
            continue
        for i, each in enumerate(line.body[:-1]):
            match each, line.body[i + 1]:
                case (
                    ast.AugAssign(target=ast.Name(id=name), op=ast.Add(),
                                  value=ast.Constant(value=1)),
                    ast.If(test=ast.Compare(left=ast.Name(id=same), ops=[ast.Gt()], comparators=[
                        ast.Constant(value=most)]), body=[ast.Return() as fault]),
                ) if name == same and isinstance(most, int):
                    rest = line.body[:i] + line.body[i + 2 :]
                    if name in names_read(*rest):
                        continue
                    found[-1] = ast.For(
                        ast.Name(name, ast.Store()),
                        ast.Call(ast.Name("range", ast.Load()), [ast.Constant(most + 1)], []),
                        rest, [fault],
                    )
                    break
        else:
            _with_condition(line)
    return found


def _with_condition(line: ast.While) -> None:
    """An endless loop that is left at its beginning says so in its condition."""
    match line.body:
        case [ast.If(test=ast.Compare(left=left, ops=[ast.Eq()], comparators=[
            ast.Constant(value=0)]), body=[ast.Break()], orelse=[]), *rest] if rest:
            line.test = ast.Compare(left, [ast.NotEq()], [ast.Constant(0)])
            line.body = rest


def _is_true(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and test.value is True


def next_seat_lookups(lines: Lines, everyone: int) -> Lines:
    """The search for the next seat of a set becomes one look into a table."""
    found: Lines = []
    for line in lines:
        for body in bodies(line):
            body[:] = next_seat_lookups(body, everyone)
        match line:
            case ast.While(
                test=ast.UnaryOp(op=ast.Not(), operand=ast.BinOp(
                    left=ast.BinOp(left=ast.Name(id=mask), op=ast.RShift(),
                                   right=ast.Name(id=seat)),
                    op=ast.BitAnd(), right=ast.Constant(value=1))),
                body=[ast.Assign(targets=[ast.Name(id=same)], value=ast.IfExp(
                    test=ast.Compare(left=ast.Name(), ops=[ast.Lt()],
                                     comparators=[ast.Constant(value=int() as last)])))],
            ) if same == seat and last < MOST_SEATS:
                line = ast.parse(f"{seat} = following({mask}, {seat}, {last + 1})").body[0]
            case ast.While(test=ast.UnaryOp(op=ast.Not(), operand=ast.BinOp(
                left=ast.BinOp(left=ast.Constant(value=mask), op=ast.RShift(), right=ast.Name()),
                op=ast.BitAnd(), right=ast.Constant(value=1)))) if mask == everyone:
                continue
        found.append(line)
    return found


def next_seats(count: int) -> list[list[int]]:
    """For every set of seats and every seat: itself if it is in the set, or the next one."""
    return [
        [next((s % count for s in range(seat, seat + count) if mask >> s % count & 1), 0)
         for seat in range(count)]
        for mask in range(1 << count)
    ]


class KeptMaximum(ast.NodeTransformer):
    """The highest total of a zone over all players is kept, and grows with what is added."""

    def __init__(self, grows: Collection[str], rows: dict[str, int]) -> None:
        self.grows = grows
        self.rows = rows  # the rows that belong to one zone each, and how long they are
        self.kept: dict[str, tuple[str, str, ast.expr]] = {}  # by row: name, table, how it is found

    def lines(self, lines: Lines) -> Lines:
        for line in lines:
            for node in ast.walk(line):
                if isinstance(node, (ast.While, ast.For)):
                    self._look(node)
        if not self.kept:
            return lines
        start = [_line(f"{name} = -1") for name, _, _ in self.kept.values()]
        return [*start, *self._kept(lines)]

    def _look(self, loop: ast.While | ast.For) -> None:
        for node in ast.walk(loop):
            match node:
                case ast.Call(func=ast.Name(id="max"), args=places):
                    rows = {_row(place) for place in places}
                    if len(rows) != 1 or None in rows:
                        continue
                    table, row = rows.pop()  # type: ignore[misc]
                    every = {f"{table}[{row}[{i}]]" for i in range(self.rows.get(row, 0))}
                    if every == {ast.unparse(place) for place in places} and (
                        table in self.grows and row not in self.kept
                    ):
                        self.kept[row] = (f"high_{row}", table, node)

    def _kept(self, lines: Lines) -> Lines:
        found: Lines = []
        for line in lines:
            if not isinstance(line, ast.While):
                for name, _, how in self.kept.values():
                    if self._replaced(line, name, how):
                        found.append(ast.If(_expression(f"{name} < 0"),
                                            [ast.Assign([ast.Name(name, ast.Store())],
                                                        copy.deepcopy(how))], []))
            for body in bodies(line):
                body[:] = self._kept(body)
            before, after = self._around(line)
            found += [*before, line, *after]
        return found

    def _replaced(self, line: ast.stmt, name: str, how: ast.expr) -> bool:
        """Use the kept number in what a line works out itself."""
        wanted, changed = ast.dump(how), False

        class Replace(ast.NodeTransformer):
            def visit_Call(self, node: ast.Call) -> ast.expr:
                nonlocal changed
                self.generic_visit(node)
                if ast.dump(node) != wanted:
                    return node
                changed = True
                return ast.Name(name, ast.Load())

        for place in ("value", "test"):
            part = getattr(line, place, None)
            if part is not None:
                setattr(line, place, Replace().visit(part))
        return changed

    def _around(self, line: ast.stmt) -> tuple[Lines, Lines]:
        """What is done before and after a row changes."""
        match line:
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=row)) as place, op=op) if (
                row in self.kept
            ):
                name, table, _ = self.kept[row]
                total = f"{table}[{ast.unparse(place)}]"
                less = [] if isinstance(op, ast.BitOr) else self._less(name, total)
                if isinstance(op, ast.BitAnd):
                    return less, []
                more = f"grown = {total}\nif grown > {name} >= 0: {name} = grown"
                return less, ast.parse(more).body
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=row)) as place],
                            value=value) if row in self.kept:
                name, table, _ = self.kept[row]
                if isinstance(value, ast.Constant) and value.value == 0:
                    return self._less(name, f"{table}[{ast.unparse(place)}]"), []
                return [], [_line(f"{name} = -1")]
        return [], []

    @staticmethod
    def _less(name: str, total: str) -> Lines:
        """Only where the highest itself grows less is it not known any more."""
        return ast.parse(f"if {total} >= {name} > 0: {name} = -1").body


def _row(place: ast.expr) -> tuple[str, str] | None:
    match place:
        case ast.Subscript(value=ast.Name(id=table), slice=ast.Subscript(
            value=ast.Name(id=row), slice=ast.Constant()
        )):
            return table, row
    return None


def _line(text: str) -> ast.stmt:
    return ast.parse(text).body[0]


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body

