"""Something that can never happen.

What: an effect that no move can set off, or whose condition can never hold; an `if` or a choice
whose condition can never hold (`never-happens`).
Why: it is a rule that players will read and never meet: a wrong zone, a wrong kind, a wrong count.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject, words_in
from variorum_dsl.core.certainty import Facts, truth
from variorum_dsl.core.walk import Node
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place


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
            if _may_be_brought(subject, effect):
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
                fix=_removed(effect.at) if subject.is_own(effect.at) else None,
            )
    never = {at: word for (at, word), possible in holds.items()
             if not possible and subject.is_own(at)}
    below = _what_stands_below(subject, never) if never else {}
    for at, word in never.items():
        yield Diagnostic(
            "never-happens", "error", f"the condition of this {word} can never hold",
            Label(subject.line(at), "never true"),
            why="its parts exclude each other, or ask for more cards than there are",
            hint="mend the condition, or remove what stands below it",
            fix=_removed(below[at]) if at in below else None,
        )


def _removed(at: Place) -> Fix:
    return Fix("remove it", (Edit(at.lines(), ""),))


def _what_stands_below(subject: Subject, conditions: Container[Place]) -> dict[Place, Place]:
    """The lines that go with each condition; an `if` that has another side stays."""
    document = subject.loaded.document
    return {} if document is None else {
        node.condition.at: node.at for node in m.walk(document)
        if isinstance(node, m.If | m.Choice) and node.condition is not None
        and node.condition.at in conditions and not (isinstance(node, m.If) and node.otherwise)}


def _may_be_brought(subject: Subject, effect: m.Effect) -> bool:
    """Whether an option or a reading that is not chosen might set an effect off: it declares the
    zone or the effect otherwise, brings such cards into the game, or, where the zone can hold them
    at all, moves something there."""
    held = masks = 0
    for _, program, symbols, _ in subject.each():
        masks |= symbols.masks.get(effect.kind, 0)
        held |= sum(zone.holds for zone in program.zones if zone.name == effect.zone)
    clauses: tuple[m.Option | m.Silent, ...] = (*subject.game.options, *subject.game.silences)
    for clause in clauses:
        if clause.name in subject.game.chosen_options:
            continue
        for node in m.walk(clause):
            match node:
                case m.Zone(name=name) if name == effect.zone:
                    return True
                case m.Effect(name=name) | m.Change(section="effect", name=name) if (
                        name == effect.name):
                    return True
                case m.Rename() if {effect.zone, effect.name, effect.kind} & words_in(node):
                    return True
                case m.Component() | m.Kind() if not masks or effect.kind in words_in(node):
                    return True
                case m.Move(to=to) if masks & held and effect.zone in words_in(to):
                    return True
                case m.Call() | m.PassOn() if masks & held and effect.zone in words_in(node):
                    return True
    return False


def _conditions(node: Node) -> Iterator[tuple[Place, str, c.Expression]]:
    """What lies below a condition may never happen; other lines have no condition of their own."""
    match node:
        case c.If(condition):
            yield condition.at, "if", condition
        case c.Decide(choices=choices) | c.Together(choices=choices):
            for choice in choices:
                if choice.condition is not None:
                    yield choice.condition.at, "choice", choice.condition
