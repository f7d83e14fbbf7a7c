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
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from variorum_engine.compiler.backends.object_code import Entries, given_text, machine_code
from variorum_engine.compiler.backends.store import Store

FORMAT = "5"
_WHOLE = 1 << 64


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
            kept = machine_code(text, constants, entries)
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
        FORMAT, given_text(), text, json.dumps(constants, sort_keys=True),
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
