"""Machine code for a machine: made once by llvmlite (the extra `fast`), kept, and loaded.

What is kept is plain object code, and it is called through ctypes. Rows are arrays of 64-bit
numbers.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import sys
from array import array
from collections.abc import Callable
from typing import Any

from variorum_engine.compiler.backends.assembly import DIVIDED, TOO_LARGE, Constants, signed
from variorum_engine.compiler.backends.object_code import Entries, given_text, machine_code
from variorum_engine.compiler.backends.store import Store

FORMAT = "9"


class NoCompiler(Exception):
    """Machine code cannot be made here; the message says what to install."""


class NotMade(Exception):
    """The code is not kept, and was not to be made."""


class TooLarge(OverflowError):
    """A number came up that 64 bits do not hold."""


def is_available() -> bool:
    """Whether the extra `fast` is installed."""
    from importlib.util import find_spec

    return find_spec("llvmlite") is not None


class Native:
    """Functions in machine code. `made_now` says that they had to be compiled; `checked`, that
    their numbers may be too large, which they notice."""

    def __init__(
        self, text: str, constants: Constants, entries: Entries, store: Store | None = None, *,
        checked: bool = False, make: bool = True,
    ) -> None:
        if not is_available():
            raise NoCompiler('machine code needs the extra "fast": pip install "variorum[fast]"')
        store = store or Store()
        name = _name(text, constants, entries, checked=checked)
        kept = store.recall(name)
        self.made_now = kept is None
        if kept is None and not make:
            raise NotMade
        if kept is None:
            kept = machine_code(text, constants, entries, checked=checked)
            store.keep(name, kept)
        self.functions = self._loaded(kept, entries)

    def _loaded(self, code: bytes, entries: Entries) -> dict[str, Callable[..., int]]:
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
        address = self.engine.get_function_address
        trouble = ctypes.CFUNCTYPE(ctypes.c_int64)(address(".taken_trouble"))
        return {name: _callable(address(name), rows, trouble) for name, rows in entries.items()}


def _name(text: str, constants: Constants, entries: Entries, *, checked: bool) -> str:
    """Everything that the code depends on, as one name."""
    import llvmlite
    import llvmlite.binding as llvm

    parts = [
        FORMAT, given_text(), text, json.dumps(constants, sort_keys=True),
        json.dumps(sorted(entries.items())), str(checked), llvmlite.__version__,
        sys.platform, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(),
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _callable(
    address: int, rows: tuple[bool, ...], trouble: Callable[[], int]
) -> Callable[..., int]:
    """A function that takes rows and numbers."""
    code = ctypes.CFUNCTYPE(
        ctypes.c_int64, *(ctypes.c_void_p if is_row else ctypes.c_int64 for is_row in rows)
    )(address)

    def call(*arguments: Any) -> int:
        found: int = code(*(argument.buffer_info()[0] if is_row else signed(argument)
                       for is_row, argument in zip(rows, arguments, strict=True)))
        noted = trouble()
        if noted & TOO_LARGE:
            raise TooLarge("a number is larger than 64 bits hold")
        if noted & DIVIDED:
            raise ArithmeticError("the compiled game divided by nothing")
        return found

    return call


def row(numbers: Any) -> array[int]:
    """A row of numbers as machine code wants it."""
    return array("q", numbers)
