"""How much work a check may take, counted in steps that are the same on every machine.

A step is about what it takes to look at one card. Whatever searches, unfolds or evaluates spends
from the one budget of its check, so that no text, however short, keeps a check busy for long.
"""

from __future__ import annotations

import math

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place

STEPS_OF_A_CHECK = 2_000_000


class TooHard(Exception):
    """The budget is used up, at this part of the rules."""

    def __init__(self, what: str, at: Place) -> None:
        super().__init__(f"{what} is too hard")
        self.what = what
        self.at = at

    def finding(self) -> Diagnostic:
        return Diagnostic(
            "too-hard", "warning", f"{self.what} is too hard to check",
            Label(self.at, "the check ended here"),
            why=f"a check takes at most {STEPS_OF_A_CHECK:,} steps, and they were used up here; "
            "what it had not come to by then was not looked at",
            hint="pick from fewer cards or with a bound on their total, put fewer selections and "
            "loops inside each other, or split the file",
        )


class Budget:
    """The steps that are left; without a number there is no end of them."""

    __slots__ = ("left",)

    def __init__(self, steps: int | None = None) -> None:
        self.left: float = math.inf if steps is None else steps

    def spend(self, steps: int, what: str, at: Place) -> None:
        """Take steps from it for something that stands there."""
        self.left -= steps
        if self.left < 0:
            raise TooHard(what, at.head())
