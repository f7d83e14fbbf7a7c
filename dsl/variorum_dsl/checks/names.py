"""One name for two things.

What: two clauses of different sorts, two steps, choices or cases with one name (`duplicate-name`);
a name made in play that hides a zone, a track or a figure (`shadowed-name`); a name that is a word
of the language where it would be used (`reserved-name`).
Why: whoever reads the name takes it for the other thing, and so does an edit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.english import article
from variorum_dsl.lowering.symbols import PREDECLARED
from variorum_dsl.syntax.grammar import grammar
from variorum_dsl.syntax.reader import parse

_BEHIND = {"kind": "card", "mark": "card", "member": "one", "name": "one", "zone": "place",
           "attribute": "value", "track": "score", "figure": "score", "scoring": "score"}
Named = m.Step | m.Parameter | m.Choice | m.Argument


def check(subject: Subject) -> Iterator[Diagnostic]:
    things = _things(subject)
    yield from _across(subject, things)
    yield from _inside(subject)
    yield from _shadowed(subject, things)
    yield from _reserved(subject, things)


def _reserved(subject: Subject, things: list[tuple[str, str, Place]]) -> Iterator[Diagnostic]:
    """Names that no expression could use, since they are read as something else there."""
    for word, name, at, forms in _spoken_of(subject, things):
        if (name in grammar().symbols or name in PREDECLARED) and subject.is_own(at) and (
            name in PREDECLARED or not any(_means(form, name) for form in forms)
        ):
            better = f"{name}-{_BEHIND.get(word, word)}"
            places = {use for use, symbol in subject.uses.found
                      if (symbol.sort, symbol.name) == (word, name) and subject.is_own(use)}
            yield Diagnostic(
                "reserved-name", "error", f"{quote(name)} cannot be the name of {article(word)} "
                f"{word}", Label(subject.word(at, name), "this is a word of the language"),
                why=f"`{forms[0]}` would be read as something else, so nothing could speak of it",
                hint=f"choose another name: {better}",
                fix=Fix(f"call it {better}", tuple(
                    Edit(use, better) for use in sorted({subject.word(at, name), *places}))),
            )


def _spoken_of(
    subject: Subject, things: list[tuple[str, str, Place]]
) -> Iterator[tuple[str, str, Place, tuple[str, ...]]]:
    """What has a name, with the forms in which it is spoken of; one of them has to be readable."""
    game = subject.game
    for word, name, at in things:
        yield word, name, at, (f"{name} of p", name)
    for kind in game.kinds:
        yield "kind", kind.name, kind.at, (f"{kind.name} in deck",)
        for mark in kind.marks:
            yield "mark", mark.name, mark.at, (f"{mark.name} in deck",)
        for attribute in kind.attributes:
            yield "attribute", attribute.name, attribute.at, (f"{attribute.name} of c",)
            for member in attribute.members:
                yield "member", member, attribute.at, (member,)
    for clause in (*game.stages, *game.effects, *game.procedures):
        for node in m.walk(clause):
            if isinstance(node, m.Let | m.Picking | m.ForEach | m.Turns | m.Together):
                yield "name", node.name, node.at, (node.name,)


@cache
def _means(form: str, name: str) -> bool:
    """Whether an expression is read as one that is about the name."""
    document, problems, *_ = parse(Source("", f'edition x "X"\nfigures\n  f is ({form})\n'))
    if problems or document is None:
        return False
    (figures,) = document.items
    assert isinstance(figures, m.Figures)
    match figures.lines[0].value:
        case m.Name(name=found) | m.Owned(name=found) | m.Among(kind=found):
            return found == name
        case _:
            return False


def _things(subject: Subject) -> list[tuple[str, str, Place]]:
    """Everything that an expression can name."""
    game = subject.game
    found = [("zone", clause.name, clause.at) for clause in game.zones]
    found += [("track", clause.name, clause.at) for clause in game.tracks]
    found += [("figure", clause.name, clause.at) for clause in game.figures]
    found += [("scoring", clause.name, clause.at) for clause in game.scorings]
    found += [("dummy", clause.name, clause.at) for clause in game.dummies]
    return found


def _across(subject: Subject, things: list[tuple[str, str, Place]]) -> Iterator[Diagnostic]:
    groups = [things, [("kind", kind.name, kind.at) for kind in subject.game.kinds]]
    groups[1] += [("mark", mark.name, mark.at) for kind in subject.game.kinds
                  for mark in kind.marks]
    for group in groups:
        first: dict[str, tuple[str, Place]] = {}
        for word, name, at in group:
            if name in first and word != first[name][0]:
                other, place = first[name]
                yield _twice(subject, f"{quote(name)} is a {other} and a {word}", name, at, place)
            first.setdefault(name, (word, at))
    yield from _card_names(subject)


def _card_names(subject: Subject) -> Iterator[Diagnostic]:
    kinds = {kind.name: kind.at for kind in subject.game.kinds}
    lines = [line for pile in subject.game.piles for line in pile.lines if line.name]
    under: dict[str, m.Component] = {}
    for line in lines:
        if line.name in kinds and line.name != line.kind:
            yield _twice(subject, f"{quote(line.name)} is a kind and the name of a card",
                         line.name, line.at, kinds[line.name])
        before = under.setdefault(line.name, line)
        if before.kind != line.kind:
            yield _twice(subject, f"{quote(line.name)} names cards of two kinds", line.name,
                         line.at, before.at)


def _inside(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.game
    rows: list[tuple[str, tuple[Named, ...]]] = [
        ("step", scoring.steps) for scoring in game.scorings]
    rows += [("parameter", procedure.takes) for procedure in game.procedures]
    for clause in (*game.stages, *game.effects, *game.procedures):
        for node in m.walk(clause):
            if isinstance(node, m.Chooses):
                rows.append(("choice", node.choices))
            elif isinstance(node, m.Call):
                rows.append(("argument", node.arguments))
            elif isinstance(node, m.Depending):
                yield from _cases(subject, node)
    for word, clauses in rows:
        first: dict[str, Place] = {}
        for each in clauses:
            if each.name in first:
                yield _twice(subject, f"there are two {word}s called {quote(each.name)}",
                             each.name, each.at, first[each.name])
            first.setdefault(each.name, each.at)


def _cases(subject: Subject, line: m.Depending) -> Iterator[Diagnostic]:
    first: dict[str, Place] = {}
    for case in line.cases:
        for kind in case.kinds:
            if kind in first:
                yield _twice(subject, f"there are two cases for {quote(kind)}", kind, case.at,
                             first[kind])
            first.setdefault(kind, case.at)


def _twice(subject: Subject, title: str, name: str, at: Place, before: Place) -> Diagnostic:
    return Diagnostic(
        "duplicate-name", "error", title, Label(subject.word(at, name), "the second one"),
        (Label(subject.word(before, name), "the first one"),),
        why="a name stands for one thing", hint="rename one of them",
    )


def _shadowed(subject: Subject, things: list[tuple[str, str, Place]]) -> Iterator[Diagnostic]:
    game = subject.game
    known = {name: (word, at) for word, name, at in things}
    for clause in (*game.stages, *game.effects, *game.procedures):
        if clause.origin.startswith("library"):
            continue
        for node in m.walk(clause):
            if isinstance(node, m.Let | m.LocalFigure | m.Picking | m.ForEach | m.Turns
                          | m.Together) and node.name in known and subject.is_own(node.at):
                word, at = known[node.name]
                yield Diagnostic(
                    "shadowed-name", "warning",
                    f"{quote(node.name)} hides the {word} of the same name",
                    Label(subject.word(node.at, node.name), "from here on it means this"),
                    (Label(subject.word(at, node.name), f"the {word}"),),
                    why="the lines below cannot speak of the other one, and readers mix them up",
                    hint="choose another name", fix=_renamed(subject, node.name, node.name_at),
                )


def _renamed(subject: Subject, name: str, at: Place) -> Fix | None:
    """Another name for one that is made in play, wherever it is meant."""
    new = f"this-{name}"
    places = {place for (place, symbol) in subject.uses.found
              if symbol.name == name and symbol.at == at}
    if new in subject.words or not all(subject.text(each) == name for each in places):
        return None
    return Fix(f"call it {new}", tuple(Edit(each, new) for each in sorted({at, *places})))
