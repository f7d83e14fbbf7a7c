"""An end that never comes, or comes at once.

What: an end trigger that can never fire, such as a fourth dark card where there are three
(`end-never-fires`); one that holds before anything is played (`ends-at-once`); rounds or loops that
nothing can end (`no-end`).
Why: the end of a game is the rule that is met last, so a mistake in it is found late.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import core as c
from variorum_dsl.checks.subject import Subject, with_players
from variorum_dsl.core.card_flow import Flow
from variorum_dsl.core.certainty import Facts, conjuncts, truth
from variorum_dsl.core.intervals import count
from variorum_dsl.core.walk import walk
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place


def check(subject: Subject) -> Iterator[Diagnostic]:
    every = list(subject.programs)
    never: dict[int, list[int]] = {}
    at_once: dict[int, list[int]] = {}
    endless: dict[Place, list[int]] = {}
    for players, program, _, flow in subject.each():
        facts = Facts(flow)
        for i, end in enumerate(program.ends):
            if truth(end.condition, facts) is False:
                never.setdefault(i, []).append(players)
            elif _holds_at_once(program, flow, end, facts):
                at_once.setdefault(i, []).append(players)
        for at in _endless(program, facts):
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


def _reason(subject: Subject, end: c.EndTable, flow: Flow) -> tuple[str, tuple[Label, ...]]:
    """The most that a count can come to, and the lines that bring the cards."""
    facts = Facts(flow)
    for part in conjuncts(end.condition):
        if not isinstance(part, c.Compare) or truth(part, facts) is not False:
            continue
        for side in (part.left, part.right):
            if isinstance(side, c.Count) and side.of.type in ("card", "cards"):
                low, high = count(side.of, facts)
                why = (f"it asks for another number: at least {low} and at most {high} cards can "
                       "be counted there")
                return why, _bringers(subject, flow.program, facts.cards(side.of)[1])
    return "", ()


def _bringers(subject: Subject, program: c.Program, mask: int) -> tuple[Label, ...]:
    kinds = {card.kind for i, card in enumerate(program.cards) if mask >> i & 1}
    lines = [line for pile in subject.game.piles for line in pile.lines
             if (line.name or line.kind) in kinds]
    marked = [line for line in lines if line.marks]
    return tuple(Label(subject.line(line.at), "counted") for line in (marked or lines)[:6])


def _holds_at_once(program: c.Program, flow: Flow, end: c.EndTable, facts: Facts) -> bool:
    if truth(end.condition, facts) is True:
        return True
    if not end.at_once or truth(end.condition, Facts(flow, at_start=True)) is not True:
        return False
    # It is looked at after every move, so it counts only if the setup moves something else.
    read = flow.zones_in(end.condition)
    tracks = {node.track for node in walk(end.condition) if isinstance(node, c.Track)}
    moved = False
    for stage in program.stages:
        if stage.stage != "setup":
            continue
        for node in walk(stage.body):
            if isinstance(node, c.Move):
                moved = True
                if node.to.zone in read or flow.zones_in(node.cards) & read:
                    return False
            elif isinstance(node, c.SetTrack) and node.track.track in tracks:
                return False
    return moved


def _endless(program: c.Program, facts: Facts) -> Iterator[Place]:
    fires = any(truth(end.condition, facts) is not False for end in program.ends)
    for stage, inside in zip(program.stages, facts.flow.inside, strict=True):
        stops = fires or any(isinstance(node, c.EndGame) for node in inside)
        if stage.until is not None and not stops and truth(stage.until, facts) is False:
            yield stage.at
        for node in inside:
            if (isinstance(node, c.Repeat | c.Turns) and not fires
                    and truth(node.until, facts) is False
                    and not any(isinstance(each, c.EndRound | c.EndGame) for each in walk(node))):
                yield node.at
