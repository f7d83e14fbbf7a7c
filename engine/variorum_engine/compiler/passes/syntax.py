"""Generated code as syntax trees: what its lines read, set and draw."""

from __future__ import annotations

import ast
from collections import Counter

Lines = list[ast.stmt]
_DRAWS = ("one", "below")


def names_set(*parts: ast.AST) -> set[str]:
    """The names that get a value somewhere in a part of the code."""
    return {
        node.id for part in parts for node in ast.walk(part)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def names_read(*parts: ast.AST) -> Counter[str]:
    return Counter(
        node.id for part in parts for node in ast.walk(part)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    )


def draws(part: ast.AST) -> bool:
    """Whether something happens when this is worked out: a draw."""
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _DRAWS
        for node in ast.walk(part)
    )


def bodies(line: ast.stmt) -> list[Lines]:
    return [body for body in (getattr(line, "body", None), getattr(line, "orelse", None)) if body]
