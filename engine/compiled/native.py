"""Machine code for a machine: made once by numba (the extra `fast`), kept, and loaded without it.

numba is slow to load and slower to compile, so it is asked only when the code is not in the store.
What is kept is plain object code; llvmlite alone puts it into memory, and it is called through
ctypes. Rows are arrays of 64-bit numbers.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import sys
from array import array
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from engine.compiled.store import Store

FORMAT = "1"
Entries = Mapping[str, tuple[bool, ...]]  # for each function: which arguments are rows
_WHOLE = 1 << 64
_NOTHING = """
define void @NRT_MemInfo_call_dtor(ptr %0) {
  ret void
}
"""
_GIVEN = '''
@intrinsic
def pop(typing_context, mask):
    def code(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])
    return types.int64(types.int64), code


@intrinsic
def low(typing_context, mask):
    def code(context, builder, signature, arguments):
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
    return types.int64(types.int64), code


@njit
def nth(mask, k):
    while k:
        mask &= mask - 1
        k -= 1
    return mask & -mask


@njit
def start(seed, game):
    return np.int64(np.uint64(seed) + np.uint64(game) * np.uint64(0xD1B54A32D192ED03))


@njit
def below(M, bound):
    z = np.uint64(M[R]) + np.uint64(0x9E3779B97F4A7C15)
    M[R] = np.int64(z)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
    return np.int64((z * np.uint64(bound)) >> np.uint64(32))
'''


class NoCompiler(Exception):
    """Machine code cannot be made here; the message says what to install."""


def is_available() -> bool:
    """Whether the extra `fast` is installed."""
    from importlib.util import find_spec

    return find_spec("llvmlite") is not None and find_spec("numba") is not None


class Native:
    """Functions in machine code. `made_now` says that they had to be compiled."""

    def __init__(
        self, text: str, constants: dict[str, Any], entries: Entries, store: Store | None = None,
    ) -> None:
        if not is_available():
            raise NoCompiler('machine code needs the extra "fast": pip install "variorum[fast]"')
        store = store or Store()
        name = _name(text, constants, entries)
        kept = store.recall(name)
        self.made_now = kept is None
        if kept is None:
            kept = compiled(text, constants, entries)
            store.keep(name, kept)
        header, _, code = kept.partition(b"\n")
        self.functions = self._loaded(json.loads(header), code, entries)

    def _loaded(
        self, symbols: dict[str, str], code: bytes, entries: Entries
    ) -> dict[str, Callable[..., int]]:
        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        target = llvm.Target.from_default_triple().create_target_machine(
            codemodel="jitdefault", jit=True
        )
        # The engine owns the code: as long as a function is used it has to live.
        self.engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
        self.engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        self.engine.finalize_object()
        return {
            name: _callable(self.engine.get_function_address(symbols[name]), rows)
            for name, rows in entries.items()
        }


def _name(text: str, constants: dict[str, Any], entries: Entries) -> str:
    """Everything that the code depends on, as one name."""
    import llvmlite.binding as llvm

    try:
        versions = [version("numba"), version("llvmlite")]
    except PackageNotFoundError:
        versions = []
    parts = [
        FORMAT, _GIVEN, text, json.dumps(constants, sort_keys=True),
        json.dumps(sorted(entries.items())), *versions, sys.version, sys.platform,
        llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _callable(address: int, rows: tuple[bool, ...]) -> Callable[..., int]:
    """A function that takes rows and numbers."""
    shape: list[Any] = []
    for is_row in rows:
        shape += [ctypes.c_void_p, ctypes.c_int64] if is_row else [ctypes.c_int64]
    kind = ctypes.CFUNCTYPE(
        ctypes.c_int32, ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_void_p), *shape
    )
    code = kind(address)

    def call(*arguments: Any) -> int:
        found, trouble = ctypes.c_int64(), ctypes.c_void_p()
        given: list[int] = []
        for is_row, argument in zip(rows, arguments, strict=True):
            if is_row:
                given += argument.buffer_info()
            else:
                given.append((argument + _WHOLE // 2) % _WHOLE - _WHOLE // 2)
        if code(ctypes.byref(found), ctypes.byref(trouble), *given) != 0:
            raise ArithmeticError("the compiled game divided by nothing")
        return found.value

    return call


def row(numbers: Any) -> array[int]:
    """A row of numbers as machine code wants it."""
    return array("q", numbers)


def compiled(text: str, constants: dict[str, Any], entries: Entries) -> bytes:
    """Object code, made by numba: a line with the symbols of the entries, then the code."""
    import llvmlite.binding as llvm
    import numba
    import numpy as np
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    def njit(function: Any) -> Any:
        return numba.njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)

    space: dict[str, Any] = {
        "np": np, "njit": njit, "intrinsic": intrinsic, "types": types, "ir": ir,
        "carray": numba.carray,
        **{name: np.array(table, dtype=np.int64) if isinstance(table, list) else table
           for name, table in constants.items()},
    }
    text = ("\n" + text).replace("\ndef ", "\n@njit\ndef ")
    exec(compile(_GIVEN + text, "<compiled game>", "exec"), space)  # noqa: S102
    whole = llvm.parse_assembly("")
    symbols = {}
    for name, rows in entries.items():
        number, pointer = types.int64, types.CPointer(types.int64)
        names, given, signature = [], [], []
        for i, is_row in enumerate(rows):
            names += [f"p{i}", f"n{i}"] if is_row else [f"n{i}"]
            given.append(f"carray(p{i}, (n{i},))" if is_row else f"n{i}")
            signature += [pointer, number] if is_row else [number]
        exec(f"def enter_{name}({', '.join(names)}):\n"  # noqa: S102
             f"    return {name}({', '.join(given)})", space)
        made = numba.njit(
            number(*signature), no_cpython_wrapper=True, no_cfunc_wrapper=True
        )(space[f"enter_{name}"])
        symbols[name] = made.overloads[made.signatures[0]].fndesc.llvm_func_name
        whole.link_in(llvm.parse_assembly(made.inspect_llvm(made.signatures[0])))
    # A row is borrowed for a call and never freed by the code.
    whole.link_in(llvm.parse_assembly(_NOTHING))
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=3,
        codemodel="jitdefault", jit=True,
    )
    code: bytes = target.emit_object(whole)
    return json.dumps(symbols).encode() + b"\n" + code
