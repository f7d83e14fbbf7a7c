"""Where a report stands when the mistake shows up in another file.

A variant can break a line of its parent, a call can break a line of a library, and an example can
lead to either. Whoever runs the checker can mend the variant, the call or the example, so that is
where the report points first.
"""

from __future__ import annotations

from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place


def at_home(subject: Subject, problem: Diagnostic) -> Diagnostic:
    """The report, pointing into the file that was checked."""
    place = problem.primary.place
    if subject.is_own(place) or not place.path:
        return problem
    there = Label(place, problem.primary.text)
    for label in problem.secondary:
        if subject.is_own(label.place):
            others = tuple(other for other in problem.secondary if other is not label)
            return problem._replace(primary=label, secondary=(there, *others))
    return problem._replace(
        primary=_here(subject, place), secondary=(there, *problem.secondary)
    )


def _here(subject: Subject, place: Place) -> Label:
    game = subject.game
    for procedure in game.procedures:
        at = procedure.at
        if at.path == place.path and at.line <= place.line <= at.end_line:
            for clause in (*game.stages, *game.effects, *game.procedures):
                for node in m.walk(clause):
                    if isinstance(node, m.Call) and node.procedure == procedure.name and (
                        subject.is_own(node.at)
                    ):
                        return Label(subject.line(node.at), "done here")
    return Label(subject.line(subject.sheet.document.at), "in this game")
