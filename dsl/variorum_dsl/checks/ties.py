"""A tie-break that was used already.

What: a line of the winner chain that compares the same number as an earlier one (`idle-tie-break`).
Why: players who are still tied there have the same number, so the line decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label
from variorum_dsl.model.node import shape


def check(subject: Subject) -> Iterator[Diagnostic]:
    winner = subject.game.winner
    if winner is None:
        return
    figures = {figure.name: figure.value for figure in subject.game.figures}
    compared: dict[object, m.Tie] = {}
    for tie in winner.chain:
        number = shape(figures[tie.name]) if tie.name in figures else tie.name
        earlier = compared.setdefault(number, tie)
        if earlier is not tie:
            yield Diagnostic(
                "idle-tie-break", "error", f"{tie.name} has been compared already",
                Label(subject.line(tie.at), "decides nothing new"),
                (Label(subject.line(earlier.at), "compared here"),),
                why="players who are still tied here have the same number",
                hint="remove it, or compare something else",
                fix=Fix("remove it", (Edit(tie.at.lines(), ""),)),
            )
