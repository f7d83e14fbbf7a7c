"""A game that is ready to be played very often: its watched code and what is counted."""

from __future__ import annotations

from collections.abc import Sequence

from variorum_engine.compiler.analysis.layout import Layout, NotCompilable
from variorum_engine.compiler.backends.memory import Constants
from variorum_engine.compiler.emit.counters import counted
from variorum_engine.compiler.emit.light import Light
from variorum_engine.table.table import Rules
from variorum_engine.tally.plan import Plan

MOST_UNIT = 1 << 12
MOST_SQUARED = 1 << 22  # so large a number can be squared, and added up over a chunk, in 64 bits


class Tally:
    """What `Machine` needs to count. `silences` are lines by number, for each silence."""

    def __init__(self, rules: Rules, silences: Sequence[Sequence[int]] = (), *,
                 knowing: bool = False, light: Light = "") -> None:
        self.counted = counted(rules.program, knowing=knowing, light=light)
        if self.counted.source.exact:
            raise NotCompilable(f"counting in fractions ({self.counted.source.exact})")
        if self.counted.source.unit > MOST_UNIT:
            raise NotCompilable("scores with very small fractions")
        figures = [self.counted.source.most, *(
            sum(map(abs, rules.program.values(each)))
            for each in range(len(rules.program.attributes)))]
        self.large = any(most is None or most > MOST_SQUARED for most in figures)
        # What is counted does not depend on who plays, so neither does the layout that it is
        # planned with.
        self.plan = Plan(rules.program, Layout(rules.program), self.counted.lines,
                         self.counted.source.unit, silences)

    def constants(self, layout: Layout, size: int) -> Constants:
        return {
            **self.plan.constants(layout, size), "RECKONS": self.counted.reckons,
            "ASKING": self.counted.asking, "CHOSEN": self.counted.chosen,
        }

    def room(self, layout: Layout, size: int) -> int:
        return self.plan.room(layout, size, reckons=self.counted.reckons > 0)
