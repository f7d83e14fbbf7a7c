"""Scores, worked out step by step and exactly: the one meaning of the steps of a scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, assert_never

from variorum_dsl import core as c

from variorum_engine.interpreter.expressions import Context, Evaluator, bounded, evaluator, whole
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import Number, quotient, rounded

# Steps that are always taken, and matter only where they change the score.
BOUNDS: frozenset[c.ScoreOperation] = frozenset({"at least", "at most", "round"})


class SheetLine(NamedTuple):
    """One step of a score sheet: what it did, and what the score was then."""

    step: str
    words: str
    operation: c.ScoreOperation
    amount: Number | None
    times: int
    result: Number
    cites: tuple[str, ...]
    applied: bool


Sheet = Callable[[State, int], list[SheetLine]]


def sheet_of(number: int, context: Context) -> Sheet:
    """The score sheet of a player, as a function of a position and a seat."""
    table = context.program.scorings[number]
    steps = [_step(step, context) for step in table.steps]
    budget = context.budget

    def sheet(state: State, seat: int) -> list[SheetLine]:
        lines: list[SheetLine] = []
        budget.spend(len(steps), "this scoring", table.at)
        for step in steps:
            state.locals[table.local] = seat
            lines.append(step(state, total(lines)))
        return lines

    return sheet


def total(lines: list[SheetLine]) -> Number:
    """What a score sheet comes to."""
    return lines[-1].result if lines else 0


def _step(step: c.StepTable, context: Context) -> Callable[[State, Number], SheetLine]:
    """What a step makes of a score."""
    condition = None if step.condition is None else evaluator(step.condition, context)
    per = None if step.per is None else times_of(step.per, context)
    value = None if step.value is None else evaluator(step.value, context)

    def line(state: State, before: Number) -> SheetLine:
        applied = condition is None or bool(condition(state))
        times = 0 if not applied else 1 if per is None else per(state)
        amount = None
        if value is not None:
            amount = value(state) if times else _if_any(value, state)
        score = after_step(before, step, amount, times) if applied else before
        if score != before if step.operation in BOUNDS else times:
            state.mark(step.at)
        return SheetLine(step.name, step.words, step.operation, amount, times, score, step.cites,
                         times > 0)

    return line


def times_of(per: c.Expression, context: Context) -> Callable[[State], int]:
    """How often a step is taken: for so many cards or players, or a number of times."""
    of = whole(per, context)
    return of if per.type == "number" else lambda state: of(state).bit_count()


def _if_any(value: Evaluator, state: State) -> Number | None:
    """What a step that is not taken would have counted; often there is no such number then."""
    try:
        return value(state)
    except Fault:
        return None


def after_step(score: Number, step: c.StepTable, amount: Number | None, times: int) -> Number:
    """A score after a step whose condition holds, for so many cards or players."""
    for _ in range(times):
        score = bounded(operated(score, step, amount or 0), step)
    if step.rounded and (times or step.operation == "round"):
        return rounded(score, step.rounded)
    return score


def operated(score: Number, step: c.StepTable, amount: Number) -> Number:
    """A score after the operation of a step."""
    match step.operation:
        case "add":
            return score + amount
        case "subtract":
            return score - amount
        case "double":
            return score * 2
        case "halve":
            return quotient(score, 2)
        case "multiply by":
            return score * amount
        case "divide by":
            if not amount:
                raise Fault("something is divided by zero", step)
            return quotient(score, amount)
        case "at least":
            return max(score, amount)
        case "at most":
            return min(score, amount)
        case "round":
            return score
        case _:
            assert_never(step.operation)
