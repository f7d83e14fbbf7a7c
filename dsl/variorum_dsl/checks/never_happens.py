"""Something that can never happen.

What: an effect that no move can set off, or whose condition can never hold; an `if` or a choice
whose condition can never hold (`never-happens`).
Why: it is a rule that players will read and never meet: a wrong zone, a wrong kind, a wrong count.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import core as c
from variorum_dsl.checks.subject import Subject
from variorum_dsl.core.certainty import Facts, truth
from variorum_dsl.core.walk import Node
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place


def check(subject: Subject) -> Iterator[Diagnostic]:
    happens: set[str] = set()
    holds: dict[tuple[Place, str], bool] = {}
    conditions: dict[str, bool] = {}
    for _, _, _, flow in subject.each():
        happens |= flow.happens
        facts = Facts(flow)
        for node in flow.lines:
            for at, word, condition in _conditions(node):
                possible = truth(condition, facts) is not False
                holds[at, word] = holds.get((at, word), False) or possible
        for move in flow.moves:
            for each in move.effects:
                possible = each.condition is None or truth(each.condition, facts) is not False
                conditions[each.name] = conditions.get(each.name, False) or possible
    for effect in subject.game.effects:
        if effect.name not in happens:
            if effect.name in subject.edited or effect.zone in subject.edited:
                continue
            yield Diagnostic(
                "never-happens", "error",
                f"no {effect.kind} ever enters {effect.zone}",
                Label(subject.line(effect.at), "this effect never happens"),
                why="no move brings such a card there",
                hint="name the zone, or the kind, that a move brings there",
            )
        elif not conditions.get(effect.name, True) and effect.condition is not None:
            yield Diagnostic(
                "never-happens", "error", "the condition of this effect can never hold",
                Label(subject.line(effect.condition.at), "never true"),
                why="its parts exclude each other, or ask for more cards than there are",
                hint="mend the condition, or remove the effect",
            )
    for (at, word), possible in holds.items():
        if not possible and subject.is_own(at):
            yield Diagnostic(
                "never-happens", "error", f"the condition of this {word} can never hold",
                Label(subject.line(at), "never true"),
                why="its parts exclude each other, or ask for more cards than there are",
                hint="mend the condition, or remove what stands below it",
            )


def _conditions(node: Node) -> Iterator[tuple[Place, str, c.Expression]]:
    """What lies below a condition may never happen; other lines have no condition of their own."""
    match node:
        case c.If(condition):
            yield condition.at, "if", condition
        case c.Decide(choices=choices) | c.Together(choices=choices):
            for choice in choices:
                if choice.condition is not None:
                    yield choice.condition.at, "choice", choice.condition
