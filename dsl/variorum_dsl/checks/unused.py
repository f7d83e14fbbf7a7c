"""A name that nothing uses.

What: kinds, marks, attributes, zones, tracks, dummies, figures, scorings, procedures, and names
made by `let`, `figure`, picks, results and parameters, that no rule ever looks at (`unused-name`);
kinds and marks that no card has (`no-cards`).
Why: it is a rule that was forgotten, a name that was misspelt elsewhere, or something to remove.
What only an option or a reading uses is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject, words_in
from variorum_dsl.core.walk import Node, nodes, walk
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.model.node import content_fields

_WAYS_OUT = {
    "track": "remove it, or let a rule look at it",
    "parameter": "remove it here and where the procedure is called",
}


def check(subject: Subject) -> Iterator[Diagnostic]:
    if not subject.programs:
        return
    for word, name, at in _unused(subject):
        if name in subject.lost_words or not subject.is_own(at) or name in subject.edited:
            continue
        yield Diagnostic(
            "unused-name", "warning", f"nothing uses the {word} {quote(name)}",
            Label(subject.word(at, name), "named here"),
            why="it is a rule that was forgotten, a name misspelt elsewhere, or superfluous",
            hint=_WAYS_OUT.get(word, "remove it, or use it"),
        )
    yield from _without_cards(subject)


def _unused(subject: Subject) -> Iterator[tuple[str, str, Place]]:
    game, used = subject.game, subject.used
    rows: list[tuple[str, Any]] = [("zone", clause) for clause in game.zones]
    rows += [("dummy", clause) for clause in game.dummies]
    numbers: list[tuple[str, Any]] = [("figure", clause) for clause in game.figures]
    numbers += [("scoring", clause) for clause in game.scorings]
    if any((word, clause.name) not in used for word, clause in numbers):
        # There are many examples, and they are looked through only if it matters.
        in_examples = {word for example in game.examples for word in _example_words(example)}
        rows += [row for row in numbers if row[1].name not in in_examples]
    for word, clause in rows:
        if (word, clause.name) not in used:
            yield word, clause.name, clause.at
    for procedure in game.procedures:
        if not procedure.origin.startswith("library"):
            if ("procedure", procedure.name) not in used:
                yield "procedure", procedure.name, procedure.at
            else:
                yield from _parameters(procedure)
    yield from _kinds(subject, used)
    yield from _tracks(subject)
    bodies: list[Any] = [*game.stages, *game.effects]
    bodies += [each for each in game.procedures if not each.origin.startswith("library")]
    for clause in bodies:
        yield from _locals(clause, {track.name for track in game.tracks})


def _kinds(subject: Subject, used: set[tuple[str, str]]) -> Iterator[tuple[str, str, Place]]:
    game = subject.game
    above = {kind.under for kind in game.kinds}
    sorts = {line.sort for clause in (*game.stages, *game.effects, *game.procedures)
             for line in m.walk(clause) if isinstance(line, m.ForEach)}
    sorts |= {track.type for track in game.tracks}
    seen: set[str] = set()
    for kind in game.kinds:
        if ("kind", kind.name) not in used and kind.name not in above:
            yield "kind", kind.name, kind.at
        for mark in kind.marks:
            if ("kind", mark.name) not in used:
                yield "mark", mark.name, mark.at
        for attribute in kind.attributes:
            if attribute.name not in seen and attribute.name not in sorts and (
                "attribute", attribute.name
            ) not in used:
                yield "attribute", attribute.name, attribute.at
            seen.add(attribute.name)


def _tracks(subject: Subject) -> Iterator[tuple[str, str, Place]]:
    """A track that is set but never looked at is of no use either."""
    looked_at: set[str] = set()
    for program, _ in subject.programs.values():
        chain = {tie.name for tie in program.chain}
        looked_at |= chain
        parts: list[Node] = [table.value for table in program.figures]
        for scoring in program.scorings:
            for step in scoring.steps:
                parts.extend(nodes((step.value, step.per, step.condition)))
        parts += [end.condition for end in program.ends]
        parts += [row.players for row in program.out]
        parts += [row.condition for row in program.always]
        for stage in program.stages:
            parts.extend(nodes((stage.until, stage.measure, stage.body)))
        own: set[int] = set()
        for node in walk(tuple(parts)):
            match node:
                case c.SetTrack(target, value):
                    own.add(id(target))
                    match value:
                        case c.Sum(c.Track(number) as first) | c.Difference(c.Track(number) as first
                              ) if number == target.track:
                            # Adding to a track reads it; that alone is no use of it.
                            own.add(id(first))
                case c.Track(number) if id(node) not in own:
                    looked_at.add(program.tracks[number].name)
    for track in subject.game.tracks:
        if track.name not in looked_at:
            yield "track", track.name, track.at


def _parameters(procedure: m.Procedure) -> Iterator[tuple[str, str, Place]]:
    words: set[str] = set()
    for line in procedure.body:
        words |= words_in(line)
    for parameter in procedure.takes:
        if parameter.name not in words:
            yield "parameter", parameter.name, parameter.at


def _locals(clause: Any, tracks: set[str]) -> Iterator[tuple[str, str, Place]]:
    gives = {each.name for each in getattr(clause, "gives", ())}
    made: list[tuple[str, Place]] = []
    read: dict[str, int] = {}
    condition = getattr(clause, "condition", None)
    nodes = m.walk(clause) if isinstance(clause, m.Effect) else [
        node for line in clause.body for node in m.walk(line)]
    if isinstance(clause, m.Effect) and clause.card:
        made.append((clause.card, clause.at))
    for node in nodes:
        if isinstance(node, m.Let | m.LocalFigure | m.Picking):
            made.append((node.name, node.at))
        elif isinstance(node, m.Call):
            # Results are taken in order, so only the last one can be left out.
            made.extend((name, node.at) for name in node.giving[-1:] if name not in tracks)
        elif node is not clause:
            for word in _mentioned(node):
                read[word] = read.get(word, 0) + 1
    if condition is not None:
        for word in words_in(condition):
            read[word] = read.get(word, 0) + 1
    for name, at in made:
        if name not in gives and name not in read:
            yield "name", name, at


def _mentioned(node: Any) -> list[str]:
    """The names that one node itself looks at; a target of `becomes` is not looked at."""
    match node:
        case m.Let() | m.LocalFigure() | m.Picking() | m.Words() | m.Cite():
            return []
        case m.Argument():
            return []
    return [value for field in content_fields(node)
            if type(value := getattr(node, field)) is str and field not in ("label", "origin")]


def _example_words(example: m.Example) -> set[str]:
    found: set[str] = set()
    for node in (*example.given, *example.acts):
        found |= words_in(node)
    return found


def _without_cards(subject: Subject) -> Iterator[Diagnostic]:
    game, used = subject.game, subject.used
    if any(symbols.problems for _, symbols in subject.programs.values()):
        return
    above = {kind.under for kind in game.kinds}
    rows: list[tuple[str, str, Any]] = [("kind", kind.name, kind) for kind in game.kinds
                                        if kind.name not in above]
    rows += [("mark", mark.name, mark) for kind in game.kinds for mark in kind.marks]
    for word, name, clause in rows:
        if ("kind", name) in used and subject.is_own(clause.at) and not any(
            symbols.masks.get(name) for _, symbols in subject.programs.values()
        ) and name not in subject.lost_words and name not in subject.edited:
            yield Diagnostic(
                "no-cards", "warning", f"no card is {'a' if word == 'kind' else 'marked'} {name}",
                Label(subject.word(clause.at, name), "named here"),
                why="rules speak of it, and the components bring none",
                hint=f"add a line to the components, or remove {name}",
            )
