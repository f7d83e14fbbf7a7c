"""An end that never comes, or comes at once.

What: an end trigger that can never fire, such as a fourth dark card where there are three
(`end-never-fires`); one that holds before anything is played (`ends-at-once`); rounds or loops that
nothing can end (`no-end`).
Why: the end of a game is the rule that is met last, so a mistake in it is found late.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl.checks.subject import Subject, with_players
from variorum_dsl.core.card_flow import Flow, ops
from variorum_dsl.core.intervals import Bounds, Span, conjuncts
from variorum_dsl.core.program import EndTable, Op, Program
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place


def check(subject: Subject) -> Iterator[Diagnostic]:
    every = list(subject.programs)
    never: dict[int, list[int]] = {}
    at_once: dict[int, list[int]] = {}
    endless: dict[Place, list[int]] = {}
    for players, program, _, flow in subject.each():
        bounds = Bounds(flow)
        for i, end in enumerate(program.ends):
            if bounds.truth(end.condition) is False:
                never.setdefault(i, []).append(players)
            elif _holds_at_once(program, flow, end, bounds):
                at_once.setdefault(i, []).append(players)
        for at in _endless(program, bounds):
            endless.setdefault(at, []).append(players)
    for i, counts in never.items():
        yield _never(subject, i, counts, every)
    for i, counts in at_once.items():
        clause = subject.game.ends[i]
        yield Diagnostic(
            "ends-at-once", "error",
            f"this ends the game before it begins{with_players(counts, every)}",
            Label(subject.line(clause.condition.at), "true from the start"),
            why="the condition holds before the first round and nothing in the setup changes it",
            hint="mend the count or the zone",
        )
    for at, counts in endless.items():
        yield Diagnostic(
            "no-end", "error", f"nothing ever ends this{with_players(counts, every)}",
            Label(subject.line(at), "goes on and on"),
            why="its until can never come true, and nothing inside ends the round or the game",
            hint="name an until that play brings about",
        )


def _never(subject: Subject, i: int, counts: list[int], every: list[int]) -> Diagnostic:
    end = subject.game.ends[i]
    program = subject.programs[counts[0]].program
    why, labels = _reason(subject, program.ends[i], subject.flow(counts[0]))
    whole = len(counts) == len(every)
    return Diagnostic(
        "end-never-fires", "error" if whole else "warning",
        f"this end can never come{with_players(counts, every)}",
        Label(subject.line(end.condition.at), "never true"), labels,
        why=why or "the cards and players of this game cannot bring it about",
        hint="mend the count, or the cards that it counts",
    )


def _reason(subject: Subject, end: EndTable, flow: Flow) -> tuple[str, tuple[Label, ...]]:
    """The most that a count can come to, and the lines that bring the cards."""
    bounds = Bounds(flow)
    for part in conjuncts(end.condition):
        if part.op != "compare" or bounds.truth(part) is not False:
            continue
        for side in part.args[1:]:
            if side.op == "count" and side.args[0].type in ("card", "cards"):
                span: Span = bounds.number(side)
                why = (f"it asks for another number: at least {span[0]:g} and at most "
                       f"{span[1]:g} cards can be counted there")
                return (why,
                        _bringers(subject, flow.program, bounds.cards(side.args[0])[1]))
    return "", ()


def _bringers(subject: Subject, program: Program, mask: int) -> tuple[Label, ...]:
    kinds = {card.kind for i, card in enumerate(program.cards) if mask >> i & 1}
    lines = [line for pile in subject.game.piles for line in pile.lines
             if (line.name or line.kind) in kinds]
    marked = [line for line in lines if line.marks]
    return tuple(Label(subject.line(line.at), "counted") for line in (marked or lines)[:6])


def _holds_at_once(program: Program, flow: Flow, end: EndTable, bounds: Bounds) -> bool:
    if bounds.truth(end.condition) is True:
        return True
    if not end.at_once or Bounds(flow, at_start=True).truth(end.condition) is not True:
        return False
    # It is looked at after every move, so it counts only if the setup moves something else.
    read = flow.zones_in(end.condition)
    tracks = {op.args[0] for op in ops(end.condition) if op.op == "track"}
    moved = False
    for stage in program.stages:
        if stage.stage != "setup":
            continue
        for op in ops(stage.body):
            if op.op == "move":
                moved = True
                if op.args[1] in read or flow.zones_in(op.args[0]) & read:
                    return False
            elif op.op == "set_track" and op.args[0] in tracks:
                return False
    return moved


def _endless(program: Program, bounds: Bounds) -> Iterator[Place]:
    fires = any(bounds.truth(end.condition) is not False for end in program.ends)
    for stage, inside in zip(program.stages, bounds.flow.inside, strict=True):
        stops = fires or any(op.op == "end_game" for op in inside)
        if stage.until is not None and not stops and bounds.truth(stage.until) is False:
            yield stage.at
        for op in inside:
            until: Op | None = (
                op.args[0] if op.op == "repeat" else op.args[3] if op.op == "turns" else None
            )
            if until is not None and not fires and bounds.truth(until) is False and not any(
                each.op in ("end_round", "end_game") for each in ops(op)
            ):
                yield op.at
