"""Making machine code: the text of a game, compiled function by function with numba.

Every function gets one signature, or numba would compile it again for every kind of number that it
is called with. Rows are named in capitals, numbers are not.
"""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from variorum_engine.compiler.backends.prelude import numba_prelude

Entries = Mapping[str, tuple[bool, ...]]  # for each function: which arguments are rows
_NOTHING = """
define void @NRT_MemInfo_call_dtor(ptr %0) {
  ret void
}
"""


class Function(NamedTuple):
    """One function of the text."""

    name: str
    code: str
    rows: tuple[bool, ...]
    gives: str  # "int64", "float64" or "void"


def functions(text: str, wanted: Iterable[str]) -> list[Function]:
    """The functions that are wanted and those that they call, each after what it calls."""
    parsed = {part.name: part for part in ast.parse(text).body
              if isinstance(part, ast.FunctionDef) and not part.decorator_list}
    calls = {
        name: [node.id for node in ast.walk(part)
               if isinstance(node, ast.Name) and node.id in parsed and node.id != name]
        for name, part in parsed.items()
    }
    ordered: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in ordered:
            for other in calls[name]:
                visit(other)
            ordered[name] = None

    for name in wanted:
        visit(name)
    return [_function(parsed[name]) for name in ordered]


def _function(part: ast.FunctionDef) -> Function:
    gives = "int64" if any(
        isinstance(node, ast.Return) and node.value is not None for node in ast.walk(part)
    ) else "void"
    if part.returns is not None and ast.unparse(part.returns) == "float":
        gives = "float64"
    part.returns, part.decorator_list = None, []
    for argument in part.args.args:
        argument.annotation = None
    rows = tuple(argument.arg.isupper() for argument in part.args.args)
    return Function(part.name, ast.unparse(part), rows, gives)


def other_lines(text: str) -> Iterator[str]:
    """What stands between the functions: constants."""
    for part in ast.parse(text).body:
        if isinstance(part, ast.Assign):
            yield ast.unparse(part)


def machine_code(text: str, constants: dict[str, Any], entries: Entries) -> bytes:
    """Object code: a line with the symbols of the entries, then the code."""
    import llvmlite.binding as llvm
    import numba
    import numpy as np
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic

    # Tables that are only read by instructions that widen what they find.
    narrow = set(re.findall(r"row_load\((\w+),", text)) - set(re.findall(r"(\w+)\[", text))
    number, pointer = types.int64, types.CPointer(types.int64)

    def njit(function: Any, shape: Any) -> Any:
        return numba.njit(shape, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)

    space: dict[str, Any] = {
        "np": np, "intrinsic": intrinsic, "types": types, "ir": ir, "carray": numba.carray,
        "sqrt": math.sqrt, "cgutils": cgutils,
        **{name: np.array(table, dtype=_narrow(table) if name in narrow else np.int64)
           if isinstance(table, list) else table for name, table in constants.items()},
    }
    prelude = given_text()
    _run(prelude, space)
    for line in other_lines(text):
        _run(line, space)
    given = functions(prelude, ("start", "below", "one"))
    for function in (*given, *functions(text, entries)):
        _run(function.code, space)
        shape = getattr(types, function.gives)(
            *(number[::1] if is_row else number for is_row in function.rows)
        )
        space[function.name] = njit(space[function.name], shape)
    module, symbols = llvm.parse_assembly(""), {}
    for name, rows in entries.items():
        names: list[str] = []
        passed: list[str] = []
        shape_of_entry: list[Any] = []
        for i, is_row in enumerate(rows):
            names += [f"p{i}", f"n{i}"] if is_row else [f"n{i}"]
            passed.append(f"carray(p{i}, (n{i},))" if is_row else f"n{i}")
            shape_of_entry += [pointer, number] if is_row else [number]
        _run(f"def entry({', '.join(names)}):\n    return {name}({', '.join(passed)})", space)
        made = njit(space["entry"], number(*shape_of_entry))
        symbols[name] = made.overloads[made.signatures[0]].fndesc.llvm_func_name
        module.link_in(llvm.parse_assembly(made.inspect_llvm(made.signatures[0])))
    # A row is borrowed for a call and never freed by the code.
    module.link_in(llvm.parse_assembly(_NOTHING))
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3,
        codemodel="jitdefault", jit=True,
    )
    code: bytes = target.emit_object(module)
    return json.dumps(symbols).encode() + b"\n" + code


def given_text() -> str:
    """What the code is given on this processor."""
    import llvmlite.binding as llvm

    return numba_prelude(deposits=bool(llvm.get_host_cpu_features().get("bmi2")))


def _narrow(values: list[int]) -> str:
    """The narrowest kind of number that holds a whole table: it stays in the nearest memory."""
    for bits in (8, 16, 32):
        if -(1 << bits - 1) <= min(values) and max(values) < 1 << bits - 1:
            return f"int{bits}"
    return "int64"


def _run(text: str, space: dict[str, Any]) -> None:
    exec(compile(text, "<compiled game>", "exec"), space)  # noqa: S102
