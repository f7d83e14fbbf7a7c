"""A kind of card that a player can keep and that counts for nothing.

What: cards of the kind can lie in a zone of each player, and no scoring, figure, elimination,
effect or reckoning looks at them, nor does play at what is printed on them (`never-scored`).
Why: the scoring step of a new card is the rule that is forgotten most often.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject
from variorum_dsl.core.card_flow import Flow
from variorum_dsl.core.walk import Node, children, mentions, nodes
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place


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
    clauses: list[m.Component | m.Kind] = [
        line for pile in game.piles for line in pile.lines if line.name == kind]
    clauses += [clause for clause in game.kinds if clause.name == kind]
    program = next(iter(subject.programs.values())).program
    shown = program.kind_words.get(kind, (kind, kind))[0]
    step = f"{kind} add 1 for each {kind} in {zone}"
    return Diagnostic(
        "never-scored", "error", f"nothing ever scores {shown}",
        Label(subject.word(clauses[0].at, kind), "declared here"),
        tuple(Label(subject.line(scoring.at), "no step mentions it") for scoring in game.scorings),
        why="a card that a player can keep should count for something, or say that it does not",
        hint=step, fix=_counted(subject, step),
    )


def _counted(subject: Subject, step: str) -> Fix | None:
    """A step more, if there is one scoring that it can be for."""
    scorings = [each for each in subject.game.scorings if each.steps]
    chosen = subject.game.chosen_options or subject.game.chosen_readings
    if chosen or len(scorings) != 1:
        return None
    whole, last = scorings[0].at, scorings[0].steps[-1].at
    if not subject.is_own(whole) or not whole.line < last.line <= whole.end_line:
        return Fix(step, (Edit(
            subject.end, f"\nchange scoring {scorings[0].name}\n  last add {step}\n"),))
    behind = Place(last.path, last.end_line + 1, 1, last.end_line + 1, 1)
    return Fix(step, (Edit(behind, f"{' ' * (last.column - 1)}{step}\n"),))


def _looked_at(program: c.Program, flow: Flow) -> int:
    """The cards that something other than moving them about depends on."""
    found = 0
    parts: list[Node] = [table.value for table in program.figures]
    for scoring in program.scorings:
        for step in scoring.steps:
            parts.extend(nodes((step.value, step.per, step.condition)))
    parts += [row.players for row in program.out]
    for stage in program.stages:
        if stage.stage == "reckoning":
            parts.extend(stage.body)
    for move in flow.moves:
        for effect in move.effects:
            if flow.cards(move.cards) & ~effect.mask or mentions(effect.body, effect.card):
                # An effect of every card that enters is about none of them.
                found |= effect.mask
            parts.extend(nodes((effect.condition, effect.body)))
    for part in parts:
        found |= _cards_in(part, flow)
    for node in flow.lines:
        found |= _printed(node, flow)
    return found


def _cards_in(part: Node, flow: Flow) -> int:
    """The cards that a part is about. Moving, shuffling or showing all that lies somewhere is
    about none."""
    found = 0
    stack = [part]
    while stack:
        node = stack.pop()
        match node:
            case c.Move(cards):
                if not isinstance(cards, c.Zone | c.ZonesOf):
                    stack.append(cards)
            case c.Shuffle(zone):
                stack.extend(children(zone))
            case c.OfKind(_, cards):
                found |= flow.cards(node)
                if not isinstance(cards, c.Zone | c.ZonesOf):
                    stack.append(cards)
            case c.Zone() | c.ZonesOf() | c.Local():
                found |= flow.cards(node) if node.type in ("card", "cards") else 0
            case c.Show():
                continue
            case _:
                # Whatever else there is speaks of cards only in its parts.
                stack.extend(children(node))
    return found


def _printed(node: Node, flow: Flow) -> int:
    """The cards whose printed words or numbers an expression looks at, wherever it stands."""
    match node:
        case (c.Attribute(card=cards) | c.CardsWhose(cards=cards) | c.BestCards(cards=cards)
              | c.UniqueCards(cards=cards) | c.TotalOfCards(cards=cards)
              | c.ExtremeOfCards(cards=cards) | c.DifferentCards(cards=cards)
              | c.SameCards(cards=cards)):
            return flow.cards(cards)
    return 0  # nothing else looks at what is printed
