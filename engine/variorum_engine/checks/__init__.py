"""The checks whose claims are about the game: they play it, and show a position.

`variorum_dsl.checks` looks at the rules; what is here runs them. Every claim carries its witness
in the words of an example's `given`, so that it can be pasted into a file and tried.
"""

from __future__ import annotations

from collections.abc import Callable

from variorum_dsl.budget import TooHard
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.files.loader import Loaded

from variorum_engine.checks.playing import broken_promises, examples, over_at_once, runs_out
from variorum_engine.checks.winning import winning
from variorum_engine.table.preparation import Ready

CHECKS: tuple[Callable[[Ready], list[Diagnostic]], ...] = (
    runs_out, over_at_once, winning, examples, broken_promises,
)


def engine_checks(loaded: Loaded, ready: Ready | None = None) -> list[Diagnostic]:
    """What playing the game shows to be wrong with a file that could be read."""
    if loaded.sheet is None or loaded.sheet.document.form == "library":
        return []
    ready = ready or Ready(loaded.sheet)
    found: dict[tuple[object, ...], Diagnostic] = {}
    try:
        for check in CHECKS:
            for diagnostic in check(ready):
                key: tuple[object, ...] = (diagnostic.code, diagnostic.title, diagnostic.primary)
                # Two examples that come to grief at one rule are two places to mend, unless the
                # rule itself has already been reported.
                if check is examples and key not in found:
                    key = (*key, diagnostic.secondary)
                found.setdefault(key, diagnostic)
    except TooHard as end:
        return [*found.values(), end.finding()]
    return list(found.values())


__all__ = ["CHECKS", "engine_checks"]
