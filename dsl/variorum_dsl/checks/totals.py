"""A stated total that the components contradict.

What: `total 16 status-card` where another number of cards comes out (`wrong-total`).
Why: a total is printed in the rulebook, so either a component line is wrong or one is missing.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import respelt


def check(subject: Subject) -> Iterator[Diagnostic]:
    for total in subject.game.totals:
        if not subject.is_own(total.at) or not subject.programs:
            continue  # a variant cannot restate what its parent printed
        if not any(total.kind in symbols.masks for _, symbols in subject.programs.values()):
            yield Diagnostic(
                "unknown-name", "error", f"no kind here is called {quote(total.kind)}",
                Label(subject.word(total.at, total.kind), "unknown"),
                why="a total counts the cards of a kind, or those with a mark",
                hint="name a kind that is declared",
            )
            continue
        counts = sorted({symbols.masks[total.kind].bit_count()
                         for _, symbols in subject.programs.values()})
        if total.count in counts:
            continue
        _, symbols = next(iter(subject.programs.values()))
        lines = [
            line for pile in subject.game.piles for line in pile.lines
            if total.kind in (*symbols.lineage(line.name or line.kind), *line.marks)
        ]
        came_out = " or ".join(map(str, counts))
        yield Diagnostic(
            "wrong-total", "error",
            f"the components bring {came_out} {total.kind}, not {total.count}",
            Label(subject.line(total.at), "stated here"),
            tuple(Label(subject.line(line.at), "counted") for line in lines[:6]),
            why="the total that the rulebook prints and its list of cards contradict each other",
            hint=f"total {counts[-1]} {total.kind}, or mend the component lines",
            fix=respelt(subject.word(total.at, str(total.count)), str(counts[-1])),
        )
