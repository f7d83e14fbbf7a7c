"""Inline expansion: a call of a small function becomes what the function does."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable


def functions_in(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    return {part.name: part for part in tree.body if isinstance(part, ast.FunctionDef)}


class Inlining(ast.NodeTransformer):
    """Expands calls of functions that are one expression wherever they stand, and of functions
    that give nothing where a call is a line of its own."""

    def __init__(self, functions: Iterable[ast.FunctionDef]) -> None:
        self.expressions: dict[str, tuple[list[str], ast.expr]] = {}
        self.procedures: dict[str, tuple[list[str], list[ast.stmt]]] = {}
        for function in functions:
            names = [argument.arg for argument in function.args.args]
            body = [line for line in function.body if not _is_text(line)]
            match body:
                case [ast.Return(value=ast.expr() as value)]:
                    self.expressions[function.name] = names, value
                case _ if not any(isinstance(node, ast.Return) for line in body
                                  for node in ast.walk(line)):
                    self.procedures[function.name] = names, body

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id not in self.expressions:
            return node
        names, value = self.expressions[node.func.id]
        given = dict(zip(names, node.args, strict=True))
        for name, argument in given.items():
            # What is worked out twice must not cost twice, or draw twice.
            uses = sum(isinstance(each, ast.Name) and each.id == name for each in ast.walk(value))
            if uses > 1 and not isinstance(argument, ast.Name | ast.Constant):
                return node
        expanded: ast.expr = _Renamed(given, {}).visit(copy.deepcopy(value))
        return expanded

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt]:
        match node.value:
            case ast.Call(func=ast.Name(id=name), args=arguments) if name in self.procedures:
                names, body = self.procedures[name]
                own = {each.id for line in body for each in ast.walk(line)
                       if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
                renamed = _Renamed(dict(zip(names, arguments, strict=True)),
                                   {each: f"{name}_{each}" for each in own})
                return [renamed.visit(copy.deepcopy(line)) for line in body]
        self.generic_visit(node)
        return node


class _Renamed(ast.NodeTransformer):
    """Arguments in the place of parameters, and local names that are nobody else's."""

    def __init__(self, given: dict[str, ast.expr], names: dict[str, str]) -> None:
        self.given = given
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.given:
            return copy.deepcopy(self.given[node.id])
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


def _is_text(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)
