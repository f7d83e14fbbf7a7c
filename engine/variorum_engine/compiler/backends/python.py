"""Generated code as plain Python: what it is given, and how it is run."""

from __future__ import annotations

from typing import Any

from variorum_engine.compiler.emit.module import Source

PLAIN = """
pop = int.bit_count


def low(mask):
    return mask.bit_length() - 1 if mask & (mask - 1) == 0 else (mask & -mask).bit_length() - 1


def nth(mask, k):
    while k:
        mask &= mask - 1
        k -= 1
    return mask & -mask


def one(R, mask, bits):
    return nth(mask, below(R, pop(mask)))
"""
PLAIN_STREAM = """

def below(R, bound):
    R[0] = z = (R[0] + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return ((z ^ (z >> 31)) >> 32) * bound >> 32
"""


def plain(source: Source, stream: str = PLAIN_STREAM) -> dict[str, Any]:
    """The functions of a compiled game, as plain Python."""
    space: dict[str, Any] = dict(source.tables)
    text = without_calls(source.text)
    exec(compile(PLAIN + stream + text, "<compiled game>", "exec"), space)  # noqa: S102
    return space


def without_calls(text: str) -> str:
    """`pop(x)` as a method of the number itself: half the price in plain Python."""
    parts = []
    place = 0
    while (found := text.find("pop(", place)) >= 0:
        depth, end = 0, found + 3
        while True:
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
            if not depth:
                break
        inside = text[found + 4 : end - 1]
        parts += [text[place:found], f"({without_calls(inside)}).bit_count()"]
        place = end
    return "".join([*parts, text[place:]])
