"""Whole games in one go, in two forms: plain Python, and text for numba.

Both begin with the same generated functions, made shorter (`shorter`, `slots`, `habits`). The last
step is different: plain Python is quick at looking things up in lists, dictionaries and tuples,
machine code at arithmetic on rows that nobody else can see.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

from variorum_engine.compiler.emit.module import Source
from variorum_engine.compiler.passes.idioms import (
    MOST_SEATS,
    Highest,
    counted,
    following,
    next_seats,
)
from variorum_engine.compiler.passes.jump_threading import joined
from variorum_engine.compiler.passes.move_combining import Shifts
from variorum_engine.compiler.passes.peephole import (
    Lines,
    Shorter,
    names_read,
    names_set,
    without_unread,
)
from variorum_engine.compiler.passes.scalar_replacement import Apart, brought, put_back

MOST_BITS = 13  # sets of so many cards have a list of their members
ROW = "stack({count})"
FUNCTIONS = ("stages", "reckonings", "result")


class Tight:
    """The functions of one game for one form; `tables` grows with what they look up."""

    def __init__(self, source: Source, *, fast: bool, quick: bool = False) -> None:
        self.source = source
        self.fast = fast
        self.quick = quick
        self.tables: dict[str, Any] = dict(source.tables)
        tree = ast.parse(source.text).body
        parts = {part.name: part for part in tree if isinstance(part, ast.FunctionDef)}
        # The last one first: what it reads must be there when the others are done.
        self.needed: set[str] = set()
        for name in reversed(FUNCTIONS):
            self._shorten(parts[name])
        kept: list[ast.stmt] = [parts[name] for name in (*FUNCTIONS, "play")]
        # Before the first of them stands what numbers with fractions need.
        kept[:0] = tree[: tree.index(parts[FUNCTIONS[0]])]
        self.text = "\n\n\n".join(
            ast.unparse(ast.fix_missing_locations(part)) for part in kept
        ) + "\n"

    def _shorten(self, function: ast.FunctionDef) -> None:
        layout = self.source.layout
        whole = {name for name, table in self.source.tables.items() if min(table, default=0) >= 0}
        lines = following(function.body, (1 << layout.owners) - 1)
        lines = Shorter(whole | {"Z", "C"}).lines(lines)
        apart = Apart(layout)
        apart.look(lines)
        lines = [apart.visit(line) for line in lines]
        used = list(apart.used)
        zones = {field.name for field in used if field.array == "Z"}
        whole |= zones | {field.name for field in used if field.array == "C"}
        kept = (self.needed & {field.name for field in used}) | {"x_2", "x_3"}
        rows = {field.name for field in used if field.many}
        for _ in range(3):
            lines = without_unread(Shorter(whole, zones).lines(lines), kept, rows)
            lines = Shifts(zones).lines(joined(lines))
        lines = counted(lines)
        lengths = {field.name: field.many for field in used if field.array == "Z" and field.many}
        lines = Highest(self._grows, lengths).lines(lines)
        lines = without_unread(Shorter(whole, zones).lines(lines), kept, rows)
        read, given = set(names_read(*lines)), names_set(*lines)
        used = [field for field in used if field.name in read or field.name in given]
        self.needed |= {field.name for field in used if field.array != "X"}
        self.needed |= {field.name for field in apart.fields if field.array in apart.whole}
        row = ROW if self.fast else ""
        before = brought(used, lines, row)
        after = put_back([field for field in used if field.name in kept], lines, row)
        if self.fast:
            before += self._own_rows(lines)
            if "R" in names_read(*lines):
                after += ast.parse("R0[0] = R[0]").body
        lines = [*before, *_ending(lines, after)]
        if self.fast:
            lines = [Machine(self).visit(line) for line in lines]
            for argument in function.args.args:
                if argument.arg in ("R", "P"):
                    argument.arg += "0"
        else:
            lines = [Plain(self, lines).visit(line) for line in lines]
        function.body = lines
        if not self.fast:
            # What is a default is a local name, and quicker to find than a global one.
            for name in sorted(set(names_read(*lines)) & set(self.tables)):
                function.args.args.append(ast.arg(name))
                function.args.defaults.append(ast.Name(name, ast.Load()))

    def _own_rows(self, lines: Lines) -> Lines:
        read, found = names_read(*lines), []
        if "R" in read:
            found += ["R = stack(1)", "R[0] = R0[0]"]
        if "P" in read:
            layout = self.source.layout
            places = self.source.levels * layout.owners * (len(layout.pages) + 2)
            found.append(f"P = stack({places})")
        return ast.parse("\n".join(found)).body

    def _grows(self, table: str) -> bool:
        """Whether more cards never have a smaller total."""
        values = self.tables.get(table)
        return table.startswith("S") and isinstance(values, list) and min(values) >= 0

    def table(self, name: str, values: Any) -> ast.Name:
        self.tables.setdefault(name, values)
        return ast.Name(name, ast.Load())


def _ending(lines: Lines, after: Lines) -> Lines:
    """Put everything back wherever a function ends well."""
    found: Lines = []
    for line in lines:
        if isinstance(line, ast.Return) and line.value is not None and (
            ast.unparse(line.value) in ("-1", "0")
        ):
            found.extend(after)
        for place in ("body", "orelse"):
            if body := getattr(line, place, None):
                setattr(line, place, _ending(body, after))
        found.append(line)
    return found


class Plain(ast.NodeTransformer):
    """The last step to plain Python."""

    def __init__(self, tight: Tight, lines: Lines) -> None:
        self.tight = tight
        self.single = _single(lines)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        match node:
            case ast.IfExp(
                test=ast.Compare(left=ast.Name(id=a), ops=[ast.Lt()],
                                 comparators=[ast.Constant(value=int() as last)]),
                body=ast.BinOp(left=ast.Name(id=b), op=ast.Add(), right=ast.Constant(value=1)),
                orelse=ast.Constant(value=0),
            ) if a == b and last < MOST_SEATS:
                table = self.tight.table(f"after_{last + 1}", (*range(1, last + 1), 0))
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
            )) if card in self.single and table in self.tight.source.tables:
                values = self.tight.source.tables[table]
                return ast.Subscript(
                    self.tight.table(f"{table}_by_card", {
                        1 << bit: value for bit, value in enumerate(values)
                    }), ast.Name(card, ast.Load()), ast.Load(),
                )
        self.generic_visit(node)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        match node:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="below"),
                              args=[draw, ast.Constant(value=int() as bound)]),
                ops=[ast.Eq()], comparators=[ast.Constant(value=0)],
            ) if self.tight.quick and bound & (bound - 1) == 0:
                return ast.Compare(ast.Call(draw, [], []), [ast.Lt()], [ast.Constant(1 / bound)])
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        found: ast.expr
        match node:
            case ast.Call(func=ast.Name(id="pop"), args=[mask]):
                return ast.Call(ast.Attribute(mask, "bit_count", ast.Load()), [], [])
            case ast.Call(func=ast.Name(id="low"), args=[ast.Name(id=name) as mask]) if (
                name in self.single
            ):
                length = ast.Call(ast.Attribute(mask, "bit_length", ast.Load()), [], [])
                return ast.BinOp(length, ast.Sub(), ast.Constant(1))
            case ast.Call(func=ast.Name(id="following"),
                          args=[mask, seat, ast.Constant(value=int() as count)]):
                table = self.tight.table(f"next_of_{count}", next_seats(count))
                return ast.Subscript(ast.Subscript(table, mask, ast.Load()), seat, ast.Load())
            case ast.Call(func=ast.Name(id="one"),
                          args=[_, mask, ast.Constant(value=int() as bits)]):
                if bits > MOST_BITS:
                    text = ast.unparse(mask)
                    found = self.visit(_parsed(f"nth({text}, below(R, pop({text})))"))
                    return found
                table = self.tight.table(f"members_{bits}", members(bits))
                number = self.visit(_parsed("below(R, len(of))"))
                return ast.Subscript(_parsed(f"(of := {table.id}[{ast.unparse(mask)}])"), number,
                                     ast.Load())
            case ast.Call(func=ast.Name(id="below"), args=[draw, bound]) if self.tight.quick:
                return _call("int", ast.BinOp(ast.Call(draw, [], []), ast.Mult(), bound))
        return node


def _single(lines: Lines) -> set[str]:
    """Names that only ever hold one card."""
    ones: dict[str, bool] = {}
    for line in lines:
        for node in ast.walk(line):
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    one = False
                    match value:
                        case ast.BinOp(left=ast.Name(id=a), op=ast.BitAnd(), right=ast.UnaryOp(
                            op=ast.USub(), operand=ast.Name(id=b)
                        )):
                            one = a == b
                    ones[name] = ones.get(name, True) and one
                case ast.AugAssign(target=ast.Name(id=name)):
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


class Machine(ast.NodeTransformer):
    """The last step to machine code: rows without bounds, wrap-around or other owners."""

    def __init__(self, tight: Tight) -> None:
        self.tight = tight

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="following"),
                          args=[mask, seat, ast.Constant(value=int() as count)]):
                flat = [seat for row in next_seats(count) for seat in row]
                table = self.tight.table(f"next_of_{count}", flat)
                place = _parsed(f"({ast.unparse(mask)}) * {count} + {ast.unparse(seat)}")
                return _call("get", table, place)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and not _wraps(node):
            return _call("get", node.value, node.slice)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        node.value = self.visit(node.value)
        match node.targets:
            case [ast.Subscript(value=row, slice=place)]:
                return ast.Expr(_call("put", row, self.visit(place), node.value))
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        node.value = self.visit(node.value)
        match node.target:
            case ast.Subscript(value=row, slice=place):
                place = self.visit(place)
                new = ast.BinOp(_call("get", row, place), node.op, node.value)
                return ast.Expr(_call("put", row, place, new))
        return node


def _wraps(node: ast.Subscript) -> bool:
    """Whether a table is looked up from its end as well."""
    return isinstance(node.value, ast.Name) and node.value.id.startswith("G")


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body

