"""Text for numba made into machine code: rows on the stack, tables as narrow as they can be.

A row that a function makes for itself with `stack` is seen by nobody else, so that its places can
be kept in registers. `get` and `put` know that a place is in its row: the generated code has seen
to that.
"""

from __future__ import annotations

from typing import Any

from variorum_engine.compiler.backends.bits import BITS

TEXT = '''
@intrinsic
def stack(typing_context, count):
    if not isinstance(count, types.IntegerLiteral):
        return None
    def code(context, builder, signature, arguments):
        number = ir.Constant(ir.IntType(64), count.literal_value)
        return cgutils.alloca_once(builder, ir.IntType(64), size=number)
    return types.CPointer(types.int64)(count), code


def place_of(context, builder, row_type, row, index):
    if isinstance(row_type, types.Array):
        row = context.make_array(row_type)(context, builder, row).data
    return builder.gep(row, [index], inbounds=True)


@intrinsic
def get(typing_context, row, index):
    def code(context, builder, signature, arguments):
        place = place_of(context, builder, signature.args[0], *arguments)
        found = builder.load(place)
        if found.type.width < 64:
            found = builder.sext(found, ir.IntType(64))
        return found
    return types.int64(row, types.int64), code


@intrinsic
def put(typing_context, row, index, value):
    def code(context, builder, signature, arguments):
        row, index, value = arguments
        builder.store(value, place_of(context, builder, signature.args[0], row, index))
        return context.get_dummy_value()
    return types.void(row, types.int64, types.int64), code

''' + BITS + '''

@njit
def start(seed, game):
    return np.int64(np.uint64(seed) + np.uint64(game) * np.uint64(0xD1B54A32D192ED03))


@njit
def below(R, bound):
    z = np.uint64(get(R, 0)) + np.uint64(0x9E3779B97F4A7C15)
    put(R, 0, np.int64(z))
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
    return np.int64((z * np.uint64(bound)) >> np.uint64(32))
'''
_NTH = '''
@njit
def nth(mask, k):
    while k:
        mask &= mask - 1
        k -= 1
    return mask & -mask
'''
_DEPOSITED = '''
@intrinsic
def nth(typing_context, mask, k):
    def code(context, builder, signature, arguments):
        mask, k = arguments
        word = ir.IntType(64)
        deposit = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64")
        return builder.call(deposit, [builder.shl(ir.Constant(word, 1), k), mask])
    return types.int64(types.int64, types.int64), code
'''
_ONE = '''
@njit
def one(R, mask, bits):
    return nth(mask, below(R, pop(mask)))
'''


def functions(text: str, tables: dict[str, Any]) -> dict[str, Any]:
    """The functions of a text, each compiled when it is first called."""
    import numpy as np
    from llvmlite import binding, ir
    from numba import njit, types
    from numba.core import cgutils
    from numba.extending import intrinsic

    space: dict[str, Any] = {
        "np": np, "njit": njit, "intrinsic": intrinsic, "types": types, "ir": ir,
        "cgutils": cgutils,
    }
    for name, values in tables.items():
        space[name] = np.array(values, dtype=_narrow(values))
    nth = _DEPOSITED if binding.get_host_cpu_features().get("bmi2") else _NTH
    text = TEXT + nth + _ONE + ("\n\n" + text.lstrip()).replace("\ndef ", "\n@njit\ndef ")
    exec(compile(text, "<compiled game>", "exec"), space)  # noqa: S102
    return space


def _narrow(values: list[int]) -> str:
    """The narrowest kind of number that holds a whole table: it stays in the nearest memory."""
    for bits in (8, 16, 32):
        if -(1 << bits - 1) <= min(values) and max(values) < 1 << bits - 1:
            return f"int{bits}"
    return "int64"
