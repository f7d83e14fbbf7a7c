"""Instruction selection: the last step to what a target does quickest.

Plain Python is quick at looking things up in lists, dictionaries and tuples; machine code at
arithmetic on rows that nobody else can see.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from typing import Protocol

from variorum_engine.compiler.passes.loops import MOST_SEATS, next_seats
from variorum_engine.compiler.passes.syntax import Lines, names_read

Tables = dict[str, object]
MOST_BITS = 13  # sets of so many cards have a list of their members


class Target(Protocol):
    """What code is made for. `row` makes a row of places that no other function sees."""

    tables: Tables

    def row(self, values: list[str]) -> list[str]: ...

    def lowered(self, lines: Lines) -> Lines: ...

    def finish(self, function: ast.FunctionDef) -> None: ...


# ---------------------------------------------------------------------------------- plain Python
class PythonTarget(ast.NodeTransformer):
    """Plain Python; `tables` grows with what the code looks up."""

    def __init__(self, tables: Mapping[str, list[int]]) -> None:
        self.given = tables
        self.tables: Tables = dict(tables)
        self.single: set[str] = set()

    def row(self, values: list[str]) -> list[str]:
        return [f"[{', '.join(values)}]"]

    def lowered(self, lines: Lines) -> Lines:
        self.single = _single(lines)
        return [self.visit(line) for line in lines]

    def finish(self, function: ast.FunctionDef) -> None:
        # What is a default is a local name, and quicker to find than a global one.
        for name in sorted(set(names_read(*function.body)) & set(self.tables)):
            function.args.args.append(ast.arg(name))
            function.args.defaults.append(ast.Name(name, ast.Load()))

    def _table(self, name: str, values: object) -> ast.Name:
        self.tables.setdefault(name, values)
        return ast.Name(name, ast.Load())

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        match node:
            case ast.IfExp(
                test=ast.Compare(left=ast.Name(id=a), ops=[ast.Lt()],
                                 comparators=[ast.Constant(value=int() as last)]),
                body=ast.BinOp(left=ast.Name(id=b), op=ast.Add(), right=ast.Constant(value=1)),
                orelse=ast.Constant(value=0),
            ) if a == b and last < MOST_SEATS:
                table = self._table(f"after_{last + 1}", (*range(1, last + 1), 0))
                return ast.Subscript(table, ast.Name(a, ast.Load()), ast.Load())
        self.generic_visit(node)
        return node

    def visit_If(self, node: ast.If) -> ast.stmt:
        self.generic_visit(node)
        node.test = _truth(node.test)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.generic_visit(node)
        node.test = _truth(node.test)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        match node:
            case ast.Subscript(value=ast.Name(id=table), slice=ast.Call(
                func=ast.Name(id="low"), args=[ast.Name(id=card)]
            )) if card in self.single and table in self.given:
                by_card = {1 << bit: value for bit, value in enumerate(self.given[table])}
                return ast.Subscript(self._table(f"{table}_by_card", by_card),
                                     ast.Name(card, ast.Load()), ast.Load())
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="low"), args=[ast.Name(id=name) as mask]) if (
                name in self.single
            ):
                length = ast.Call(ast.Attribute(mask, "bit_length", ast.Load()), [], [])
                return ast.BinOp(length, ast.Sub(), ast.Constant(1))
            case ast.Call(func=ast.Name(id="following"),
                          args=[mask, seat, ast.Constant(value=int() as count)]):
                table = self._table(f"next_of_{count}", next_seats(count))
                return ast.Subscript(ast.Subscript(table, mask, ast.Load()), seat, ast.Load())
            case ast.Call(func=ast.Name(id="one"),
                          args=[_, mask, ast.Constant(value=int() as bits)]) if bits <= MOST_BITS:
                table = self._table(f"members_{bits}", members(bits))
                chosen = ast.unparse(mask)
                return _parsed(f"(of := {table.id}[{chosen}])[below(R, len(of))]")
        return node


def _single(lines: Lines) -> set[str]:
    """Names that only ever hold one card."""
    ones: dict[str, bool] = {}
    for line in lines:
        for node in ast.walk(line):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(
                    left=ast.Name(id=a), op=ast.BitAnd(),
                    right=ast.UnaryOp(op=ast.USub(), operand=ast.Name(id=b)),
                )):
                    ones[name] = ones.get(name, True) and a == b
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(
                    target=ast.Name(id=name)
                ):
                    ones[name] = False
    return {name for name, one in ones.items() if one}


def _truth(test: ast.expr) -> ast.expr:
    """`x == 0` as `not x`, where only its truth counts."""
    match test:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[ast.Constant(value=0)]):
            return ast.UnaryOp(ast.Not(), left)
        case ast.Compare(left=left, ops=[ast.NotEq()], comparators=[ast.Constant(value=0)]):
            return left
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            inner = _truth(inner)
            if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
                return inner.operand
            return ast.UnaryOp(ast.Not(), inner)
        case ast.BoolOp():
            test.values = [_truth(value) for value in test.values]
    return test


@cache
def members(bits: int) -> list[tuple[int, ...]]:
    """The cards of every set of so many bits, counting upwards."""
    found: list[tuple[int, ...]] = [()]
    for bit in range(bits):
        found += [(*before, 1 << bit) for before in found]
    return found


# ---------------------------------------------------------------------------------- machine code
class MachineTarget(ast.NodeTransformer):
    """Machine code: rows on the stack, whose places can be kept in registers."""

    def __init__(self, tables: Mapping[str, list[int]]) -> None:
        self.tables: Tables = dict(tables)

    def row(self, values: list[str]) -> list[str]:
        return [f"stack({len(values)})", *values]

    def lowered(self, lines: Lines) -> Lines:
        return [self.visit(line) for line in lines]

    def finish(self, function: ast.FunctionDef) -> None:
        """Nothing is left to be done."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="following"),
                          args=[mask, seat, ast.Constant(value=int() as count)]):
                flat = [seat for row in next_seats(count) for seat in row]
                self.tables.setdefault(f"next_of_{count}", flat)
                return _parsed(f"next_of_{count}[({ast.unparse(mask)}) * {count} + "
                               f"{ast.unparse(seat)}]")
        return node


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
