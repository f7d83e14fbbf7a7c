"""What generated code is given: operations on sets of bits, and random numbers.

The random numbers are SplitMix64 (Steele, Lea, Flood 2014) with a multiply-shift for numbers below
a bound, as in `interpreter/chance.py`: for Python with numbers cut to 64 bits, for machine code
with unsigned ones, since an optimiser may suppose that signed numbers never overflow.
"""

from __future__ import annotations

import ast
from functools import cache

from variorum_engine.compiler.passes.inlining import Inlining, functions_in

_CUT = """
GOLDEN = 0x9E3779B97F4A7C15 - (1 << 64)
FIRST_MIX = 0xBF58476D1CE4E5B9 - (1 << 64)
SECOND_MIX = 0x94D049BB133111EB - (1 << 64)
GAME_STEP = 0xD1B54A32D192ED03 - (1 << 64)


def start(seed, game):
    return word(seed + game * GAME_STEP)


def below(M, bound):
    z = word(M[R] + GOLDEN)
    M[R] = z
    z = word((z ^ shifted(z, 30)) * FIRST_MIX)
    z = word((z ^ shifted(z, 27)) * SECOND_MIX)
    return shifted(shifted(z ^ shifted(z, 31), 32) * bound, 32)


"""
_UNSIGNED = """
def start(seed, game):
    return np.int64(np.uint64(seed) + np.uint64(game) * np.uint64(0xD1B54A32D192ED03))


def below(M, bound):
    z = np.uint64(M[R]) + np.uint64(0x9E3779B97F4A7C15)
    M[R] = np.int64(z)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = (z ^ (z >> np.uint64(31))) >> np.uint64(32)
    return np.int64((z * np.uint64(bound)) >> np.uint64(32))
"""
_ONE = """
def one(M, mask, bits):
    return nth(mask, below(M, pop(mask)))
"""
_BIT_BY_BIT = """
def nth(mask, k):
    while k:
        mask &= mask - 1
        k -= 1
    return mask & -mask
"""
_PYTHON = """
pop = int.bit_count


def low(mask):
    return mask.bit_length() - 1 if mask & (mask - 1) == 0 else (mask & -mask).bit_length() - 1


def word(number):
    return number & 0xFFFFFFFFFFFFFFFF


def shifted(number, places):
    return number >> places
"""
_NUMBA = """
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
def row_load(typing_context, row, index):
    def code(context, builder, signature, arguments):
        found = builder.load(place_of(context, builder, signature.args[0], *arguments))
        return builder.sext(found, ir.IntType(64)) if found.type.width < 64 else found
    return types.int64(row, types.int64), code


@intrinsic
def row_store(typing_context, row, index, value):
    def code(context, builder, signature, arguments):
        row, index, value = arguments
        builder.store(value, place_of(context, builder, signature.args[0], row, index))
        return context.get_dummy_value()
    return types.void(row, types.int64, types.int64), code
"""
_DEPOSITED = """
@intrinsic
def nth(typing_context, mask, k):
    def code(context, builder, signature, arguments):
        mask, k = arguments
        word = ir.IntType(64)
        deposit = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64")
        return builder.call(deposit, [builder.shl(ir.Constant(word, 1), k), mask])
    return types.int64(types.int64, types.int64), code
"""


@cache
def python_prelude() -> str:
    """For plain Python, in which a call costs more than what it does here."""
    small = Inlining(functions_in(ast.parse(_PYTHON)).values())
    stream = ast.unparse(small.visit(ast.parse(_CUT)))
    return _PYTHON + _BIT_BY_BIT + stream + "\n\n" + _ONE + "\n\n"


def numba_prelude(*, deposits: bool) -> str:
    """For numba; `deposits`: the processor has an instruction for the n-th bit of a set (pdep)."""
    return _NUMBA + (_DEPOSITED if deposits else _BIT_BY_BIT) + _UNSIGNED + _ONE
