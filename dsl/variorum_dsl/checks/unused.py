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
from functools import cached_property

from variorum_dsl import model as m
from variorum_dsl.checks.fixes import blocks, without
from variorum_dsl.checks.subject import Subject, words_in
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.lowering.index import everywhere
from variorum_dsl.lowering.uses import Symbol, Uses, placed
from variorum_dsl.model.game import Game

_WAYS_OUT = {
    "track": "remove it, or let a rule look at it",
    "parameter": "remove it here and where the procedure is called",
}
Body = m.Stage | m.Effect | m.Procedure


def check(subject: Subject) -> Iterator[Diagnostic]:
    if not subject.programs:
        return
    removal = _Removal(subject)
    for word, name, at in _unused(subject):
        if name in subject.lost_words or not subject.is_own(at) or name in subject.edited:
            continue
        yield Diagnostic(
            "unused-name", "warning", f"nothing uses the {word} {quote(name)}",
            Label(subject.word(at, name), "named here"),
            why="it is a rule that was forgotten, a name misspelt elsewhere, or superfluous",
            hint=_WAYS_OUT.get(word, "remove it, or use it"),
            fix=removal.of(word, name, at),
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
class _Removal:
    """The edits that take names away. What they need of the file is gathered once, for all names,
    and only if there is one."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.sound = not subject.loaded.problems  # or nobody knows where a clause ends

    def of(self, word: str, name: str, at: Place) -> Fix | None:
        """The edit for one name, if nothing else speaks of it and something is left."""
        if not self.sound:
            return None
        if word == "mark" or word == "attribute":
            parts = self._parts.get((word, name), [])
            edits = tuple(each for each in parts if each)
            whole = len(edits) == len(parts) and name not in self._in_components
            return Fix(f"remove {name}", edits) if edits and whole else None
        if word == "name":
            place = self._lines.get((at, name))
        else:
            place = None if name in self._spoken_of else self._clauses.get(at)
        return Fix(f"remove {name}", (Edit(place, ""),)) if place is not None else None

    @cached_property
    def _spoken_of(self) -> set[str]:
        return _in_examples(self.subject.game) | {
            symbol.name for (_, symbol), role in self.subject.uses.found.items()
            if role != "declares"}

    @cached_property
    def _clauses(self) -> dict[Place, Place]:
        """The lines of a clause; those of its whole section if nothing else is in it."""
        found: dict[Place, Place] = {}
        for item in self.subject.sheet.document.items:
            found.setdefault(item.at, item.at.lines())
            if isinstance(item, m.Kinds | m.Zones | m.Tracks | m.Figures):
                for line in item.lines:
                    found.setdefault(
                        line.at, (line.at if len(item.lines) > 1 else item.at).lines())
        return found

    @cached_property
    def _lines(self) -> dict[tuple[Place, str], Place]:
        """The line that makes a name, or the words with which a call gives it."""
        game = self.subject.game
        found: dict[tuple[Place, str], Place] = {}
        for clause in (*game.stages, *game.effects, *game.procedures):
            for node in m.walk(clause):
                if isinstance(node, m.Call) and node.giving:
                    before = node.giving_at[-2] if len(node.giving) > 1 else node.procedure_at
                    start, end = before.behind(), node.giving_at[-1]
                    if start.path == end.path:
                        found.setdefault((node.at, node.giving[-1]), start.to(end))
                for block in blocks(node):
                    for line in block:
                        if (isinstance(line, m.Let | m.LocalFigure) and not line.label
                                and len(block) > 1):
                            found.setdefault((line.at, line.name), line.at.lines())
        return found

    @cached_property
    def _parts(self) -> dict[tuple[str, str], list[Edit | None]]:
        """What kinds and components say of each attribute and mark; nothing where that is not a
        part that can go."""
        found: dict[tuple[str, str], list[Edit | None]] = {}
        for kind in self.subject.game.kinds:
            self._note(found, kind.at, kind.marks, "mark")
            self._note(found, kind.at, kind.attributes, "attribute")
        for pile in self.subject.game.piles:
            for line in pile.lines:
                self._note(found, line.at, line.settings, "attribute", "setting")
        return found

    def _note(
        self, found: dict[tuple[str, str], list[Edit | None]], clause: Place,
        parts: tuple[m.Attribute | m.Mark | m.Setting, ...], word: str, begins: str = "",
    ) -> None:
        for part, edit in zip(parts, without(parts), strict=True):
            found.setdefault((word, part.name), []).append(
                edit or _from(self.subject, clause, part, begins or word))

    @cached_property
    def _in_components(self) -> set[str]:
        """What lines of the components speak of otherwise than by setting it."""
        return {name for pile in self.subject.game.piles for line in pile.lines
                for name in (*line.marks, line.for_each,
                             *(cell for row in line.table for cell in row.cells
                               if isinstance(cell, str)))}


def _from(subject: Subject, clause: Place, part: m.Node, word: str) -> Edit | None:
    """The only part of a list, with the words that begin it."""
    begins = {"mark": r"\s+may\s+be\s+$", "attribute": r"\s+has\s+$",
              "setting": r"\s+with\s+$"}[word]
    text = subject.loaded.sources.line(clause.path, part.at.line) or ""
    found = re.search(begins, text[: part.at.column - 1])
    if found is None:
        return None
    return Edit(part.at._replace(column=found.start() + 1), "")


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
