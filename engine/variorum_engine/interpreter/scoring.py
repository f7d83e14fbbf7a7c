"""Scores, worked out step by step and exactly."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from variorum_engine.interpreter.expressions import kept_small, quotient, rounded
from variorum_engine.interpreter.state import Fault, State

if TYPE_CHECKING:
    from variorum_engine.interpreter.values import Values


# Steps that are always taken, and matter only where they change the score.
BOUNDS = frozenset({"at least", "at most", "round"})


class SheetLine(NamedTuple):
    """One step of a score sheet: what it did, and what the score was then."""

    step: str
    words: str
    operation: str
    amount: Any
    times: int
    result: Any
    cites: tuple[str, ...]
    applied: bool


def _rows(values: Values, table: Any) -> list[tuple[Any, ...]]:
    """The steps, each with its amount, what it counts and its condition as functions."""
    return [
        (step, *(None if part is None else values.compile(part)
                 for part in (step.value, step.per, step.condition)))
        for step in table.steps
    ]


def _steps(values: Values, number: int) -> Callable[[State, int], list[SheetLine]]:
    table = values.program.scorings[number]
    rows = _rows(values, table)
    local = table.local

    def sheet(state: State, seat: int) -> list[SheetLine]:
        score: Any = 0
        lines = []
        for step, value, per, condition in rows:
            state.locals[local] = seat
            applied = condition is None or condition(state)
            times = 1 if per is None else per(state).bit_count()
            amount = None if value is None else value(state)
            before = score
            if applied:
                for _ in range(times):
                    score = kept_small(_operated(score, step.operation, amount, step), step)
                if step.rounded and (times or step.operation == "round"):
                    score = rounded(score, step.rounded)
            if state.reached is not None and (
                score != before if step.operation in BOUNDS else applied and times
            ):
                state.reached.add(step.at)
            lines.append(SheetLine(
                step.name, step.words, step.operation, amount, times if applied else 0, score,
                step.cites, bool(applied and times),
            ))
        return lines

    return sheet


def _operated(score: Any, operation: str, amount: Any, step: Any) -> Any:
    match operation:
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
        case _:
            return score


def scorer(values: Values, number: int) -> Callable[[State, int], Any]:
    """The final score of a player: what the last line of the sheet says, without the sheet."""
    table = values.program.scorings[number]
    rows = _rows(values, table)
    local = table.local
    noting: list[Callable[[State, int], list[SheetLine]]] = []

    def total(state: State, seat: int) -> Any:
        if state.reached is not None and rows:
            if not noting:
                noting.append(_steps(values, number))
            return noting[0](state, seat)[-1].result  # the sheet notes what it reaches
        score: Any = 0
        for step, value, per, condition in rows:
            state.locals[local] = seat
            if condition is not None and not condition(state):
                continue
            times = 1 if per is None else per(state).bit_count()
            if times:
                amount = None if value is None else value(state)
                for _ in range(times):
                    score = kept_small(_operated(score, step.operation, amount, step), step)
            if step.rounded and (times or step.operation == "round"):
                score = rounded(score, step.rounded)
        return score

    return total


def sheets(values: Values, number: int) -> Callable[[State, int], list[SheetLine]]:
    """The whole score sheet of a player."""
    return _steps(values, number)
