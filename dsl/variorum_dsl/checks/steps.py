"""Scoring steps in an order that defeats them.

What: a step whose result a later step undoes or never sees (`step-undone`): rounding before
doubling, a floor before a subtraction, everything multiplied by nothing; a step that comes before
there is anything to work on (`idle-step`); a step over cards that never lie there
(`never-scored-step`).
Why: the order of the steps is the rule, and the order in which a rulebook mentions them is often
another one.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.model.node import same, shape

_OPPOSITE = {"add": "subtract", "subtract": "add"}


def check(subject: Subject) -> Iterator[Diagnostic]:
    for scoring in subject.game.scorings:
        yield from _undone(subject, scoring)
        yield from _idle(subject, scoring)


def check_cards(subject: Subject) -> Iterator[Diagnostic]:
    """Steps over cards that no move ever brings there."""
    there: dict[tuple[int, int], bool] = {}
    for _, program, _, flow in subject.each():
        for i, scoring in enumerate(program.scorings):
            for k, step in enumerate(scoring.steps):
                if step.per is None or step.per.type not in ("card", "cards"):
                    there[i, k] = True
                else:
                    found = bool(flow.cards(step.per)) or not step.per.reach
                    there[i, k] = there.get((i, k), False) or found
    for (i, k), found in there.items():
        step_clause = subject.game.scorings[i].steps[k]
        if not found and step_clause.name not in subject.edited:
            yield Diagnostic(
                "never-scored-step", "error", "no such card ever lies there",
                Label(subject.line(step_clause.at), "this step never counts anything"),
                why="no move brings a card of that kind to the zone that the step looks at",
                hint="name the zone in which players keep the card",
            )


def _number(step: m.Step) -> int | None:
    if isinstance(step.value, m.Number):
        return step.value.value
    return 2 if step.operation == "double" else None


def _always(step: m.Step) -> bool:
    return step.per is None and step.condition is None


def _undone(subject: Subject, scoring: m.Scoring) -> Iterator[Diagnostic]:
    later_ones = _candidates(subject, scoring.steps)
    for step, candidates in zip(scoring.steps, later_ones, strict=True):
        for later in candidates:
            reason = _reason(step, later)
            if reason is None:
                continue
            told, why, hint = reason
            yield Diagnostic(
                "step-undone", "warning", f"{later.name} undoes what {step.name} does",
                Label(subject.line(step.at), told), (Label(subject.line(later.at), "comes later"),),
                why=why, hint=hint,
                fix=_moved(subject, step, later, hint) if hint.startswith("put ") else None,
            )
            break


def _candidates(subject: Subject, steps: tuple[m.Step, ...]) -> list[list[m.Step]]:
    """For each step the later ones that could undo it, in order. Rounding and bounds can be undone
    by many, any other step only by what multiplies it by nothing or does the opposite."""
    found: list[list[m.Step]] = []
    nothing: tuple[int, m.Step] | None = None
    opposite: dict[object, tuple[int, m.Step]] = {}
    for i in range(len(steps) - 1, -1, -1):
        step = steps[i]
        alike = shape((step.value, step.per, step.condition))
        if step.rounded or step.operation in ("round", "at least", "at most"):
            subject.loaded.budget.spend(len(steps) - i, "this scoring", step.at)
            found.append(list(steps[i + 1 :]))
        else:
            other = opposite.get((_OPPOSITE.get(step.operation, ""), alike))
            both = [each for each in (nothing, other) if each is not None]
            found.append([each for _, each in sorted(both, key=lambda row: row[0])])
        if step.operation == "multiply by" and _number(step) == 0 and _always(step):
            nothing = i, step
        opposite[step.operation, alike] = i, step
    found.reverse()
    return found


def _moved(subject: Subject, step: m.Step, later: m.Step, title: str) -> Fix:
    """A step behind a later one."""
    lines = [subject.loaded.sources.line(step.at.path, number) or ""
             for number in range(step.at.line, step.at.end_line + 1)]
    end = later.at.lines()
    behind = Place(end.path, end.end_line, 1, end.end_line, 1)
    return Fix(title, (Edit(step.at.lines(), ""),
                       Edit(behind, "".join(f"{line}\n" for line in lines))))


def _reason(step: m.Step, later: m.Step) -> tuple[str, str, str] | None:
    number, after = _number(step), _number(later)
    operation = later.operation
    if operation == "multiply by" and after == 0 and _always(later):
        return ("lost", "multiplying by 0 leaves nothing of the steps before it",
                "give it a condition, or put it first")
    if step.operation == "round" or step.rounded:
        if operation in ("double", "multiply by"):
            return ("rounded here", "what was rounded away is missing twice after doubling",
                    "round after the last step that multiplies or divides")
        if operation in ("halve", "divide by") and not later.rounded:
            return ("rounded here", "after this there can be a fraction again",
                    "round after the last step that multiplies or divides")
    if step.operation == "at least" and number is not None and _always(step):
        if operation == "subtract" or (operation == "add" and after is not None and after < 0):
            return (f"at least {number} here", "after this the score can be lower again",
                    f"put {step.name} behind {later.name}")
        if operation in ("halve", "divide by") and number > 0:
            return (f"at least {number} here", "after this the score can be lower again",
                    f"put {step.name} behind {later.name}")
        if operation == "at most" and after is not None and after < number and _always(later):
            return (f"at least {number} here", "both cannot hold, so the later one decides alone",
                    "mend one of the numbers")
    if step.operation == "at most" and number is not None and _always(step):
        if operation == "add" or (operation in ("double", "multiply by") and number > 0):
            return (f"at most {number} here", "after this the score can be higher again",
                    f"put {step.name} behind {later.name}")
        if operation == "at least" and after is not None and after > number and _always(later):
            return (f"at most {number} here", "both cannot hold, so the later one decides alone",
                    "mend one of the numbers")
    if {step.operation, operation} == {"add", "subtract"} and _alike(step, later):
        return ("first one way", "the two cancel each other", "remove both, or mend one of them")
    return None


def _alike(step: m.Step, later: m.Step) -> bool:
    return (same(step.value, later.value) and same(step.per, later.per)
            and same(step.condition, later.condition))


def _idle(subject: Subject, scoring: m.Scoring) -> Iterator[Diagnostic]:
    adding = [step for step in scoring.steps if step.operation in ("add", "subtract")]
    for step in scoring.steps:
        number = _number(step)
        if step.operation in ("add", "subtract"):
            return
        if step.operation == "at least" and (number is None or number > 0):
            return
        if step.operation == "at most" and (number is None or number < 0):
            return
        yield Diagnostic(
            "idle-step", "warning", f"{step.name} comes before there is anything to work on",
            Label(subject.line(step.at), "the score is still 0 here"),
            why="a score begins at 0, and this step leaves 0 as it is",
            hint="put it behind the steps that add something",
            fix=_moved(subject, step, adding[-1], f"put it behind {adding[-1].name}")
            if adding else None,
        )
