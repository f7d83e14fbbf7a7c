"""Copy propagation, constant folding, and conditions that are known beforehand.

The emitter says the same thing at each place, whatever stands around it: it checks a seat that was
just found, names a place once more, asks twice what is known. A forward pass over a function knows
which names stand for others and which are never negative, and takes such lines out again.
"""

from __future__ import annotations

import ast
import copy

from variorum_engine.compiler.passes.syntax import Lines, draws, names_read, names_set

_KEEP = (ast.Add, ast.Mult, ast.BitOr, ast.RShift, ast.LShift, ast.FloorDiv, ast.Mod)
_FOUND = ("low", "pop", "nth", "one", "below", "following")
_LEAVES = (ast.Return, ast.Break, ast.Continue)


class Known:
    """What is known at a place: names that are not negative, and names that stand for others."""

    def __init__(self, sure: set[str], same: dict[str, ast.expr]) -> None:
        self.sure = sure
        self.same = same

    def copy(self) -> Known:
        return Known(set(self.sure), dict(self.same))

    def forget(self, names: set[str]) -> None:
        self.sure -= names
        self.same = {
            name: value for name, value in self.same.items()
            if name not in names and not names & set(names_read(value))
        }

    def only_with(self, other: Known) -> None:
        self.sure &= other.sure
        self.same = {name: value for name, value in self.same.items()
                     if name in other.same and ast.dump(value) == ast.dump(other.same[name])}


class Propagation(ast.NodeTransformer):
    """One function, line by line; `whole` are the tables that hold nothing negative."""

    def __init__(self, whole: set[str], zones: set[str] | None = None) -> None:
        self.whole = whole
        self.zones = zones or set()
        self.known = Known(set(), {})

    # ------------------------------------------------------------------- expressions
    def never_negative(self, value: ast.expr) -> bool:
        match value:
            case ast.Constant(value=int() as number):
                return number >= 0
            case ast.Name(id=name):
                return name in self.known.sure or name in self.zones
            case ast.Call(func=ast.Name(id=name)):
                return name in _FOUND
            case ast.Subscript(value=ast.Name(id=name)):
                return name in self.whole or name in self.zones
            case ast.BinOp(left=left, op=ast.BitAnd(), right=right):
                return self.never_negative(left) or self.never_negative(right)
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _KEEP):
                return self.never_negative(left) and self.never_negative(right)
            case ast.IfExp(body=one, orelse=other):
                return self.never_negative(one) and self.never_negative(other)
        return False

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.known.same:
            return copy.deepcopy(self.known.same[node.id])
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.BinOp(left=ast.Constant(value=0), op=ast.Add(), right=right):
                return right
            case ast.BinOp(left=ast.Constant(value=int() as a), op=ast.Add() | ast.Mult() as op,
                           right=ast.Constant(value=int() as b)):
                return ast.Constant(a + b if isinstance(op, ast.Add) else a * b)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        truth = self.truth(node.test)
        return node if truth is None else node.body if truth else node.orelse

    def truth(self, test: ast.expr) -> bool | None:
        """A condition that is known beforehand."""
        match test:
            case ast.Compare(left=left, ops=[ast.Lt()], comparators=[ast.Constant(value=0)]):
                if self.never_negative(left):
                    return False
            case ast.Compare(left=left, ops=[ast.GtE()], comparators=[ast.Constant(value=0)]):
                if self.never_negative(left):
                    return True
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                truth = self.truth(inner)
                return None if truth is None else not truth
        if isinstance(test, (ast.Compare, ast.Constant)) and all(
            isinstance(node, (ast.Constant, ast.Compare, ast.BinOp, ast.UnaryOp, ast.operator,
                              ast.unaryop, ast.cmpop)) for node in ast.walk(test)
        ):
            return bool(eval(ast.unparse(test), {"__builtins__": {}}))  # noqa: S307
        return None

    # ------------------------------------------------------------------------- lines
    def lines(self, lines: Lines) -> Lines:
        found: Lines = []
        for line in lines:
            found.extend(self.line(line))
            if found and isinstance(found[-1], _LEAVES):
                break
        return found

    def line(self, line: ast.stmt) -> Lines:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                line.value = value = self.visit(value)
                if isinstance(value, ast.Name) and value.id == name:
                    return []
                sure = self.never_negative(value)
                self.known.forget({name})
                if sure:
                    self.known.sure.add(name)
                if _is_plain(value) and name not in names_read(value):
                    self.known.same[name] = value
                return [line]
            case ast.AugAssign(target=ast.Name(id=name), value=value):
                line.value = self.visit(value)
                self.known.forget({name})
                return [line]
            case ast.If():
                return self.branch(line)
            case ast.While() | ast.For():
                return self.loop(line)
        return [self.visit(line)]

    def branch(self, line: ast.If) -> Lines:
        line.test = self.visit(line.test)
        truth = self.truth(line.test)
        if truth is not None:
            return self.lines(line.body if truth else line.orelse)
        before = self.known.copy()
        line.body = self.lines(line.body)
        after, left = self.known, _left(line.body)
        self.known = before
        match line.test:
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Lt()],
                             comparators=[ast.Constant(value=0)]):
                self.known.sure.add(name)
                if not left:
                    after.sure.discard(name)
        line.orelse = self.lines(line.orelse)
        if _left(line.orelse):
            self.known = after
        elif not left:
            self.known.only_with(after)
        if not line.body and not line.orelse and not draws(line.test):
            return []
        line.body = line.body or [ast.Pass()]
        return [line]

    def loop(self, line: ast.While | ast.For) -> Lines:
        self.known.forget(names_set(line))
        if isinstance(line, ast.For):
            line.iter = self.visit(line.iter)
        else:
            line.test = self.visit(line.test)
        before = self.known.copy()
        match line:
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[_])):
                self.known.sure.add(name)  # over range(n), so from 0 on
        line.body = self.lines(line.body) or [ast.Pass()]
        self.known = before
        if all(isinstance(each, ast.Pass) for each in line.body) and isinstance(line, ast.For):
            return []
        return [line]


def _is_plain(value: ast.expr) -> bool:
    """A name, a number, or the place of a seat in an array."""
    match value:
        case ast.Name() | ast.Constant():
            return True
        case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right):
            return isinstance(left, ast.Constant) and _is_plain(right)
    return False


def _left(lines: Lines) -> bool:
    return bool(lines) and isinstance(lines[-1], _LEAVES)
