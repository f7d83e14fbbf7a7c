"""Jump threading: branches that ask again what has just been settled become one."""

from __future__ import annotations

import ast
import copy
from collections import Counter

from variorum_engine.compiler.passes.syntax import Lines, bodies, draws, names_read, names_set

MOST_BETWEEN = 8  # lines that are written twice to save a question


def thread_jumps(lines: Lines, reads: Counter[str] | None = None) -> Lines:
    """All of this module, from the inside out; `reads` says how often a name is read at all."""
    if reads is None:
        reads = names_read(*lines)
    for line in lines:
        for body in bodies(line):
            body[:] = thread_jumps(body, reads)
    return _threaded(_settled(_cases(_left_once(_used_once(lines, reads))), reads))


def _threaded(lines: Lines) -> Lines:
    """A choice that has just been made is not asked about again.

    `if a: x = 0 else: x = 1` and then `if x == 0: ... elif x == 1: ...` becomes one branch. A few
    lines between the two go to both branches (tail duplication)."""
    found: Lines = []
    for line in lines:
        chain = _chain(line) if isinstance(line, ast.If) else None
        if chain is not None and _join(found, *chain):
            continue
        found.append(line)
    return found


def _join(found: Lines, name: str, cases: dict[int, Lines]) -> bool:
    """Follow the branch that settles a name with what is done for each of its values."""
    at = len(found) - 1
    while at >= 0 and not isinstance(found[at], ast.If) and name not in names_set(found[at]):
        at -= 1
    if at < 0 or len(found) - at > MOST_BETWEEN:
        return False
    branch, between = found[at], found[at + 1 :]
    leaves = _ends(branch, name) if isinstance(branch, ast.If) else None
    if leaves is None:
        return False
    numbers = [number for _, number in leaves]
    if len(set(numbers)) == 1:
        found.extend(cases.get(numbers[0], []))
        return True
    if len(set(numbers)) < len(numbers):
        return False
    del found[at + 1 :]
    for body, number in leaves:
        body.extend([*copy.deepcopy(between), *cases.get(number, [])])
    return True


def _chain(line: ast.If) -> tuple[str, dict[int, Lines]] | None:
    """The name that a row of `elif` looks at, and what is done for each value."""
    name, cases = "", {}
    lines: Lines = [line]
    while lines:
        match lines:
            case [ast.If(test=ast.Compare(
                left=ast.Name(id=each), ops=[ast.Eq()],
                comparators=[ast.Constant(value=int() as number)],
            ), body=body, orelse=rest)] if each == name or not name:
                name, cases[number], lines = each, body, rest
            case _:
                return None
    return name, cases


def _ends(line: ast.If, name: str) -> list[tuple[Lines, int]] | None:
    """Every way through a branch, with the number that a name has at its end."""
    found: list[tuple[Lines, int]] = []
    for body in (line.body, line.orelse):
        if body and isinstance(body[-1], ast.If) and name in names_set(body[-1]):
            inner = _ends(body[-1], name)
            if inner is None:
                return None
            found += inner
            continue
        number = None
        for each in body:
            match each:
                case ast.Assign(targets=[ast.Name(id=own)],
                                value=ast.Constant(value=int() as value)) if own == name:
                    number = value
                case _ if name in names_set(each):
                    return None
        if number is None:
            return None
        found.append((body, number))
    return found


def _cases(lines: Lines) -> Lines:
    """`h = -1; if a: h = 0; if h < 0 and b: h = 1; if h < 0: return -9; if h == 0: ...` becomes
    one branch with the lines of each case."""
    found: Lines = []
    left = list(lines)
    while left:
        line = left.pop(0)
        found.append(line)
        match line:
            case ast.Assign(targets=[ast.Name(id=name)],
                            value=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))):
                made = _case(name, left)
                if made is not None:
                    branch, count = made
                    del left[:count]
                    found[-1:] = [branch]
    return found


def _case(name: str, lines: Lines) -> tuple[ast.If, int] | None:
    tests: list[tuple[ast.expr, int]] = []
    at, otherwise = 0, Lines()
    while at < len(lines):
        line = lines[at]
        if not isinstance(line, ast.If) or line.orelse:
            break
        match line.body:
            case [ast.Assign(targets=[ast.Name(id=own)],
                             value=ast.Constant(value=int() as number))] if own == name:
                pass
            case [ast.Return()] if tests and _below_zero(line.test, name):
                otherwise = line.body
                at += 1
                break
            case _:
                break
        match line.test:
            case ast.BoolOp(op=ast.And(), values=[first, test]) if _below_zero(first, name):
                tests.append((test, number))
            case test if not tests:
                tests.append((test, number))
            case _:
                return None
        at += 1
    if not tests or at == len(lines):
        return None
    chain = _chain(lines[at]) if isinstance(lines[at], ast.If) else None  # type: ignore[arg-type]
    if chain is None or chain[0] != name or len({number for _, number in tests}) < len(tests):
        return None
    cases = chain[1]
    others = [*lines[at + 1 :], *(line for case in cases.values() for line in case)]
    if name in names_read(*others, *(test for test, _ in tests)):
        return None
    for test, number in reversed(tests):
        otherwise = Lines([ast.If(test, cases.get(number, [ast.Pass()]), otherwise)])
    return otherwise[0], at + 1  # type: ignore[return-value]


def _below_zero(test: ast.expr, name: str) -> bool:
    return ast.unparse(test) == f"{name} < 0"


def _settled(lines: Lines, reads: Counter[str]) -> Lines:
    """`h = a; if h: ...; h = b` and then `if h: ...` becomes a branch in a branch."""
    found: Lines = []
    for line in lines:
        match found[-2:], line:
            case (
                [ast.Assign(targets=[ast.Name(id=name)], value=first),
                 ast.If(test=ast.Name(id=second), orelse=[]) as outer],
                ast.If(test=ast.Name(id=third), orelse=[]),
            ) if name == second == third and reads[name] == 2:
                inner = line.body
                match outer.body[-1]:
                    case ast.Assign(targets=[ast.Name(id=own)], value=condition) if own == name:
                        outer.body[-1:] = [ast.If(condition, inner, [])]
                    case _ if name in names_set(outer):
                        found.append(line)
                        continue
                    case _:
                        outer.body.extend(inner)
                outer.test = first
                found[-2:] = [outer]
                continue
        found.append(line)
    return found


def _left_once(lines: Lines) -> Lines:
    """A loop that is left with one player and also with none has one question to ask."""
    found: Lines = []
    for line in lines:
        match found[-1:], line:
            case (
                [ast.If(test=ast.Compare(left=ast.Call(func=ast.Name(id="pop"),
                                                       args=[ast.Name(id=name)]),
                                         ops=[ast.Eq()], comparators=[ast.Constant(value=1)]),
                        body=[ast.Break()], orelse=[]) as before],
                ast.If(test=ast.Compare(left=ast.Name(id=same), ops=[ast.Eq()],
                                        comparators=[ast.Constant(value=0)]),
                       body=[ast.Break()], orelse=[]),
            ) if name == same:
                before.test = ast.parse(f"{name} & ({name} - 1) == 0", mode="eval").body
                continue
        found.append(line)
    return found


def _used_once(lines: Lines, reads: Counter[str]) -> Lines:
    """A name that only the next line needs is not given at all."""
    found: Lines = []
    for line in lines:
        match found[-1:]:
            case [ast.Assign(targets=[ast.Name(id=name)], value=value)] if (
                isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name)
                and reads[name] == names_read(line)[name] == 1
                and not draws(value) and not draws(line)
            ):
                found.pop()
                line.value = _With(name, value).visit(line.value)
        found.append(line)
    return found


class _With(ast.NodeTransformer):
    def __init__(self, name: str, value: ast.expr) -> None:
        self.name = name
        self.value = value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.value if node.id == self.name else node
