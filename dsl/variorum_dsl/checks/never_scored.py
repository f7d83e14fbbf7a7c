"""A kind of card that a player can keep and that counts for nothing.

What: cards of the kind can lie in a zone of each player, and no scoring, figure, elimination,
effect or reckoning looks at them, nor does play at what is printed on them (`never-scored`).
Why: the scoring step of a new card is the rule that is forgotten most often.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from variorum_dsl.checks.subject import Subject
from variorum_dsl.core.card_flow import Flow, inner, ops
from variorum_dsl.core.program import Op, Program
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label

# Expressions that look at what is printed on a card, wherever they stand.
_PRINTED = frozenset(
    "attribute cards_whose best_cards unique_cards total_cards highest_cards lowest_cards "
    "different_cards same_cards".split()
)
_WHOLE = ("zone", "zones_of")


def check(subject: Subject) -> Iterator[Diagnostic]:
    kept: dict[str, str] = {}
    counted: set[str] = set()
    for _, program, _, flow in subject.each():
        seen = _looked_at(program, flow)
        for z, table in enumerate(program.zones):
            if not table.each_player:
                continue
            for i, card in enumerate(program.cards):
                if flow.zones[z] >> i & 1:
                    kept[card.kind] = table.name
        counted |= {card.kind for i, card in enumerate(program.cards) if seen >> i & 1}
    for kind, zone in kept.items():
        if kind in counted or kind in subject.edited:
            continue
        yield _report(subject, kind, zone)


def _report(subject: Subject, kind: str, zone: str) -> Diagnostic:
    game = subject.game
    clauses: list[Any] = [line for pile in game.piles for line in pile.lines if line.name == kind]
    clauses += [clause for clause in game.kinds if clause.name == kind]
    program = next(iter(subject.programs.values())).program
    shown = program.kind_words.get(kind, (kind, kind))[0]
    return Diagnostic(
        "never-scored", "error", f"nothing ever scores {shown}",
        Label(subject.word(clauses[0].at, kind), "declared here"),
        tuple(Label(subject.line(scoring.at), "no step mentions it") for scoring in game.scorings),
        why="a card that a player can keep should count for something, or say that it does not",
        hint=f"{kind} add 1 for each {kind} in {zone}",
    )


def _looked_at(program: Program, flow: Flow) -> int:
    """The cards that something other than moving them about depends on."""
    found = 0
    parts: list[Any] = [table.value for table in program.figures]
    parts += [part for scoring in program.scorings for step in scoring.steps
              for part in (step.value, step.per, step.condition) if part is not None]
    parts += [row[0] for row in program.out]
    for stage in program.stages:
        if stage.stage == "reckoning":
            parts.extend(stage.body)
    for move in flow.moves:
        for mask, card, _, condition, body, _ in move.args[3]:
            arrives = flow.cards(move.args[0])
            if arrives & ~mask or any(_is_local(op, card) for op in ops(body)):
                # An effect of every card that enters is about none of them.
                found |= mask
            parts.extend(body)
            if condition is not None:
                parts.append(condition)
    for part in parts:
        found |= _cards_in(part, flow)
    for op in flow.lines:
        if op.op in _PRINTED:
            found |= _printed(op, flow)
    return found


def _cards_in(part: Op, flow: Flow) -> int:
    """The cards that a part is about. Moving or showing all that lies somewhere is about none."""
    found = 0
    stack = [part]
    while stack:
        op = stack.pop()
        if op.op == "move":
            if op.args[0].op not in _WHOLE:
                stack.append(op.args[0])
        elif op.op == "kind":
            found |= flow.cards(op)
            if op.args[1].op not in _WHOLE:
                stack.append(op.args[1])
        elif op.op in _WHOLE or op.op == "local":
            found |= flow.cards(op) if op.type in ("card", "cards") else 0
        elif op.op != "show":
            stack.extend(inner(op))
    return found


def _printed(op: Op, flow: Flow) -> int:
    cards = [arg for arg in op.args if isinstance(arg, Op) and arg.type in ("card", "cards")]
    return flow.cards(cards[0]) if cards else 0


def _is_local(op: Op, number: int) -> bool:
    return op.op == "local" and op.args[0] == number
