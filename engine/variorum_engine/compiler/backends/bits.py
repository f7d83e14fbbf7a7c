"""The two instructions on sets of bits that machine code has and Python has not, for numba."""

from __future__ import annotations

BITS = '''
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
'''
