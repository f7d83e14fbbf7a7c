"""What generated code is given: operations on sets of bits, and random numbers.

The random numbers are SplitMix64 (Steele, Lea, Flood 2014) with a multiply-shift for numbers below
a bound, and the luck of single cards is made by its mixing function, as in `interpreter/chance.py`:
a ticket is 48 bits of luck and the number of the card. Python cuts its numbers to 64 bits (`word`);
in machine code they are so long by themselves, and wrap around.
"""

from __future__ import annotations

import ast
from functools import cache

from variorum_engine.compiler.passes.inlining import Inlining, functions_in

_STREAM = """
GOLDEN = 0x9E3779B97F4A7C15 - (1 << 64)
FIRST_MIX = 0xBF58476D1CE4E5B9 - (1 << 64)
SECOND_MIX = 0x94D049BB133111EB - (1 << 64)
GAME_STEP = 0xD1B54A32D192ED03 - (1 << 64)
OWNER_STEP = 0xD6E8FEB86659FD93 - (1 << 64)
MEMBER_BITS = 15


def start(seed, game):
    return word(seed + game * GAME_STEP)


def below(M, bound):
    z = word(M[R] + GOLDEN)
    M[R] = z
    z = word((z ^ shifted(z, 30)) * FIRST_MIX)
    z = word((z ^ shifted(z, 27)) * SECOND_MIX)
    return shifted(shifted(z ^ shifted(z, 31), 32) * bound, 32)


def luck(M, name, owner, times):
    z = word(M[R] + name + owner * OWNER_STEP + times * GOLDEN)
    z = word((z ^ shifted(z, 30)) * FIRST_MIX)
    z = word((z ^ shifted(z, 27)) * SECOND_MIX)
    return z ^ shifted(z, 31)


def luck_of_owner(luck, owner):
    return word(luck + owner * OWNER_STEP)


def luck_below(luck, bound):
    return shifted(shifted(luck, 32) * bound, 32)


def ticket(luck, salt, member):
    z = word(luck + salt)
    z = word((z ^ shifted(z, 30)) * FIRST_MIX)
    z = word((z ^ shifted(z, 27)) * SECOND_MIX)
    return shifted(z ^ shifted(z, 31), 16) << MEMBER_BITS | member


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
_DEPOSITED = """
def nth(mask, k):
    return deposited(1 << k, mask)
"""


@cache
def python_prelude() -> str:
    """For plain Python, in which a call costs more than what it does here."""
    small = Inlining(functions_in(ast.parse(_PYTHON)).values())
    stream = ast.unparse(small.visit(ast.parse(_STREAM)))
    return _PYTHON + _BIT_BY_BIT + stream + "\n\n" + _ONE + "\n\n"


def machine_prelude(*, deposits: bool) -> str:
    """For machine code, which has words, shifts and counts of bits as instructions of its own;
    `deposits`: the processor has one for the n-th bit of a set (pdep)."""
    return (_DEPOSITED if deposits else _BIT_BY_BIT) + _STREAM + _ONE
