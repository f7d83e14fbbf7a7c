"""Which form of a game can be used, and in plain words why not a quicker one.

The interpreter plays every game. Generated Python plays the same ones quicker, machine code much
quicker; a file that is too large for them is left to the form before, and so is one whose numbers
are fractions of any size.
"""

from __future__ import annotations

from typing import Literal

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.emit.module import Source, written
from variorum_engine.table.table import Rules

Form = Literal["interpreter", "plain", "fast"]
# Making machine code takes about a thousandth of a second for each line.
MOST_LINES = 20_000
MOST_ENTRIES = 500_000


def check_fast(source: Source) -> None:
    """Raises NotCompilable if the code of a game is not for machine code."""
    if source.exact:
        raise NotCompilable(f"its numbers are fractions of any size ({source.exact})")
    lines = source.text.count("\n")
    if lines > MOST_LINES:
        raise NotCompilable(
            f"its rules come to {lines:,} lines of code, and {MOST_LINES:,} are the most"
        )
    entries = sum(map(len, source.tables.values()))
    if entries > MOST_ENTRIES:
        raise NotCompilable(
            f"its cards come to tables of {entries:,} numbers, and {MOST_ENTRIES:,} are the most"
        )


def best_form(rules: Rules, wanted: Form = "fast") -> tuple[Form, str]:
    """The quickest form up to the wanted one, and a sentence if it is not that one."""
    if wanted == "interpreter":
        return wanted, ""
    try:
        source = written(rules.program)
    except NotCompilable as why:
        return "interpreter", (
            f"This game cannot be compiled: {why}. The interpreter plays it instead, with "
            "another order of chance and slower."
        )
    if wanted == "plain":
        return wanted, ""
    from variorum_engine.compiler.backends.native import is_available

    try:
        check_fast(source)
    except NotCompilable as why:
        return "plain", (
            f"This game cannot be machine code: {why}. It is played as generated Python "
            "instead: the same games, only slower."
        )
    if not is_available():
        return "plain", (
            'Machine code needs the extra "fast": pip install "variorum[fast]". The game is '
            "played as generated Python instead: the same games, only slower."
        )
    return "fast", ""


__all__ = ["MOST_ENTRIES", "MOST_LINES", "Form", "best_form", "check_fast"]
