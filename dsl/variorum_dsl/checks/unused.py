"""A name that nothing uses.

What: kinds, marks, attributes, zones, tracks, dummies, figures, scorings, procedures, and names
made by `let`, `figure`, picks, results and parameters, that no rule ever looks at (`unused-name`);
kinds and marks that no card has (`no-cards`).
Why: it is a rule that was forgotten, a name that was misspelt elsewhere, or something to remove.
What only an option or a reading uses is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.checks.fixes import blocks, without
from variorum_dsl.checks.subject import Subject, words_in
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.edits.game import Game
from variorum_dsl.lowering.index import everywhere
from variorum_dsl.lowering.uses import Symbol, Uses, placed

_WAYS_OUT = {
    "track": "remove it, or let a rule look at it",
    "parameter": "remove it here and where the procedure is called",
}
Body = m.Stage | m.Effect | m.Procedure


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
            fix=_removed(subject, word, name, at),
        )
    yield from _without_cards(subject)


def _unused(subject: Subject) -> Iterator[tuple[str, str, Place]]:
    game, read, mentioned = subject.game, _read(subject.uses), _Mentioned(subject)
    for zone in game.zones:
        if ("zone", zone.name) not in read:
            yield "zone", zone.name, zone.at
    for dummy in game.dummies:
        if ("dummy", dummy.name) not in read:
            yield "dummy", dummy.name, dummy.at
    yield from _numbers(subject, read)
    own = [each for each in game.procedures if not each.origin.startswith("library")]
    for procedure in own:
        if ("procedure", procedure.name) not in read:
            yield "procedure", procedure.name, procedure.at
        else:
            for parameter in procedure.takes:
                symbol = Symbol("parameter", parameter.name, parameter.name_at)
                if symbol not in mentioned:
                    yield "parameter", parameter.name, parameter.at
    yield from _kinds(subject, read)
    for track in game.tracks:
        # One that is set but never looked at is of no use either.
        if ("track", track.name) not in read:
            yield "track", track.name, track.at
    bodies: tuple[Body, ...] = (*game.stages, *game.effects, *own)
    for clause in bodies:
        yield from _locals(subject, clause, mentioned)


def _read(uses: Uses) -> set[tuple[str, str]]:
    """The sorts and names of everything that rules depend on."""
    return {(symbol.sort, symbol.name) for (_, symbol), role in uses.found.items()
            if role == "reads"}


def _numbers(subject: Subject, read: set[tuple[str, str]]) -> Iterator[tuple[str, str, Place]]:
    game = subject.game
    left = [("figure", figure.name, figure.at) for figure in game.figures]
    left += [("scoring", scoring.name, scoring.at) for scoring in game.scorings]
    left = [row for row in left if row[:2] not in read]
    if left:
        # There are many examples, and they are looked through only if it matters.
        told = _in_examples(game)
        yield from (row for row in left if row[1] not in told)


def _in_examples(game: Game) -> set[str]:
    return {word for example in game.examples for part in (*example.given, *example.acts)
            for word in words_in(part)}


def _kinds(subject: Subject, read: set[tuple[str, str]]) -> Iterator[tuple[str, str, Place]]:
    seen: set[str] = set()
    for kind in subject.game.kinds:
        if ("kind", kind.name) not in read:
            yield "kind", kind.name, kind.at
        for mark in kind.marks:
            if ("mark", mark.name) not in read:
                yield "mark", mark.name, mark.at
        for attribute in kind.attributes:
            if attribute.name not in seen and ("attribute", attribute.name) not in read:
                yield "attribute", attribute.name, attribute.at
            seen.add(attribute.name)


class _Mentioned:
    """Which names of procedures and lines are mentioned again. Lines that are never reached are
    looked through as well, but only if it matters."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.reached = subject.uses.named
        self.anywhere: set[Symbol] | None = None

    def __contains__(self, symbol: Symbol) -> bool:
        if symbol in self.reached:
            return True
        if self.anywhere is None:
            game = self.subject.game
            self.anywhere = everywhere(game, min(self.subject.programs)).uses.named
        return symbol in self.anywhere


def _locals(
    subject: Subject, clause: Body, mentioned: _Mentioned
) -> Iterator[tuple[str, str, Place]]:
    """Names that are made by the lines of a clause. Two of the same name count as one."""
    gives = {each.name for each in clause.gives} if isinstance(clause, m.Procedure) else set()
    tracks = {track.name for track in subject.game.tracks}
    made: list[tuple[str, Place, Place]] = []
    if isinstance(clause, m.Effect) and clause.card:
        made.append((clause.card, clause.card_at, clause.at))
    for node in m.walk(clause):
        if isinstance(node, m.Let | m.LocalFigure | m.Picking):
            made.append((node.name, node.name_at, node.at))
        elif isinstance(node, m.Call):
            # Results are taken in order, so only the last one can be left out.
            made.extend((name, at, node.at)
                        for name, at in list(placed(node.giving, node.giving_at))[-1:]
                        if name not in tracks)
    symbols: dict[str, list[Symbol]] = {}
    for name, at, _ in made:
        symbols.setdefault(name, []).append(Symbol("local", name, at))
    for name, _, at in made:
        if name not in gives and not any(each in mentioned for each in symbols[name]):
            yield "name", name, at


# --------------------------------------------------------------------------- to take them away
def _removed(subject: Subject, word: str, name: str, at: Place) -> Fix | None:
    """The edit that takes a name away, if nothing else speaks of it and something is left."""
    if word in ("mark", "attribute"):
        edits = _of_kinds(subject, word, name)
        return Fix(f"remove {name}", edits) if edits and not subject.loaded.problems else None
    place = _of_a_line(subject, name, at) if word == "name" else _of_a_clause(subject, at)
    spoken_of = word != "name" and (
        any(symbol.name == name and role != "declares"
            for (_, symbol), role in subject.uses.found.items())
        or name in _in_examples(subject.game))
    if place is None or spoken_of or subject.loaded.problems:
        return None  # or nobody knows where a clause ends that could not be read
    return Fix(f"remove {name}", (Edit(place, ""),))


def _of_a_clause(subject: Subject, at: Place) -> Place | None:
    """The lines of a clause; those of its whole section if nothing else is in it."""
    for item in subject.sheet.document.items:
        if item.at == at:
            return at.lines()
        if isinstance(item, m.Kinds | m.Zones | m.Tracks | m.Figures) and any(
            line.at == at for line in item.lines
        ):
            return (at if len(item.lines) > 1 else item.at).lines()
    return None


def _of_kinds(subject: Subject, word: str, name: str) -> tuple[Edit, ...]:
    """What kinds and components say of an attribute or a mark; nothing if that is not all."""
    game = subject.game
    edits: list[Edit | None] = []
    for kind in game.kinds:
        parts: tuple[m.Attribute | m.Mark, ...] = (
            kind.marks if word == "mark" else kind.attributes)
        edits += [without(parts, part) or _from(subject, kind.at, part, word)
                  for part in parts if part.name == name]
    for line in (line for pile in game.piles for line in pile.lines):
        if name in line.marks or line.for_each == name or any(
            name in row.cells for row in line.table
        ):
            return ()
        edits += [without(line.settings, each) or _from(subject, line.at, each, "setting")
                  for each in line.settings if word == "attribute" and each.name == name]
    return tuple(each for each in edits if each) if all(edits) else ()


def _from(subject: Subject, clause: Place, part: m.Node, word: str) -> Edit | None:
    """The only part of a list, with the words that begin it."""
    begins = {"mark": r"\s+may\s+be\s+$", "attribute": r"\s+has\s+$",
              "setting": r"\s+with\s+$"}[word]
    text = subject.loaded.sources.line(clause.path, part.at.line) or ""
    found = re.search(begins, text[: part.at.column - 1])
    if found is None:
        return None
    return Edit(part.at._replace(column=found.start() + 1), "")


def _of_a_line(subject: Subject, name: str, at: Place) -> Place | None:
    """The line that makes a name, or the words with which a call gives it."""
    game = subject.game
    bodies: tuple[Body, ...] = (*game.stages, *game.effects, *game.procedures)
    for clause in bodies:
        for node in m.walk(clause):
            if isinstance(node, m.Call) and node.at == at and node.giving[-1:] == (name,):
                before = node.giving_at[-2] if len(node.giving) > 1 else node.procedure_at
                start, end = before.behind(), node.giving_at[-1]
                return start.to(end) if start.path == end.path else None
            for block in blocks(node):
                for line in block:
                    if (isinstance(line, m.Let | m.LocalFigure) and line.at == at
                            and not line.label and len(block) > 1):
                        return at.lines()
    return None


def _without_cards(subject: Subject) -> Iterator[Diagnostic]:
    game, read = subject.game, _read(subject.uses)
    if any(symbols.problems for _, symbols in subject.programs.values()):
        return
    above = {kind.under for kind in game.kinds}
    rows = [("kind", kind.name, kind.at) for kind in game.kinds if kind.name not in above]
    rows += [("mark", mark.name, mark.at) for kind in game.kinds for mark in kind.marks]
    for word, name, at in rows:
        if (word, name) in read and subject.is_own(at) and not any(
            symbols.masks.get(name) for _, symbols in subject.programs.values()
        ) and name not in subject.lost_words and name not in subject.edited:
            yield Diagnostic(
                "no-cards", "warning", f"no card is {'a' if word == 'kind' else 'marked'} {name}",
                Label(subject.word(at, name), "named here"),
                why="rules speak of it, and the components bring none",
                hint=f"add a line to the components, or remove {name}",
            )
