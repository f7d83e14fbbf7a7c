"""Generated code as plain Python, which runs everywhere."""

from __future__ import annotations
import __future__

import math
from collections.abc import Mapping
from typing import Any

from variorum_engine.compiler.backends.prelude import python_prelude


def plain_functions(text: str, tables: Mapping[str, object]) -> dict[str, Any]:
    """The functions of a text, and `tables`, which they look up by name."""
    space: dict[str, Any] = {"sqrt": math.sqrt, **tables}
    # The types are not looked at here.
    code = compile(python_prelude() + without_calls(text), "<compiled game>", "exec",
                   flags=__future__.annotations.compiler_flag)
    exec(code, space)  # noqa: S102
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
