"""Dead code elimination: values that nobody reads are not worked out."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable

from variorum_engine.compiler.passes.syntax import Lines, draws, names_read


def without_dead_code(lines: Lines, outside: set[str], rows: set[str]) -> Lines:
    """Without values that nobody reads; `outside` are names that are read elsewhere, and `rows`
    those of several places."""
    while True:
        read = names_read(*lines)
        looked_up = {
            node.value.id for line in lines for node in ast.walk(line)
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name)
        }

        def kept(
            line: ast.stmt, read: Counter[str] = read, looked_up: set[str] = looked_up
        ) -> bool:
            match line:
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AugAssign(
                    target=ast.Name(id=name)
                ):
                    return name in read or name in outside or draws(line)
                case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]) | (
                    ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name)))
                ) if name in rows:
                    return name in looked_up or name in outside or draws(line)
                case ast.Pass():
                    return False
            return True

        before = sum(1 for line in lines for _ in ast.walk(line))
        lines = _filtered(lines, kept)
        if sum(1 for line in lines for _ in ast.walk(line)) == before:
            return lines


def _filtered(lines: Lines, kept: Callable[[ast.stmt], bool]) -> Lines:
    found: Lines = []
    for line in lines:
        if not kept(line):
            continue
        if isinstance(line, (ast.If, ast.While, ast.For)):
            line.body = _filtered(line.body, kept)
            line.orelse = _filtered(line.orelse, kept)
            if isinstance(line, ast.If) and not (line.body or line.orelse or draws(line.test)):
                continue
            line.body = line.body or [ast.Pass()]
        found.append(line)
    return found
