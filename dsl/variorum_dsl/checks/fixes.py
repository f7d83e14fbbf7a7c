"""Fixes that need the text of a file: where exactly the words stand that have to change."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Place
from variorum_dsl.model.node import shape


def with_fix(subject: Subject, finding: Diagnostic) -> Diagnostic:
    """A finding with its way out, if the text of the file shows where it is."""
    place = finding.primary.place
    if finding.fix is not None or not subject.is_own(place):
        return finding
    fix = None
    match finding.code:
        case "wrong-players":
            found = re.search(r"(\d+)(\s+to\s+)(\d+)", _line(subject, place))
            if found is not None and int(found[1]) > int(found[3]):
                fix = _instead(place, found.span(), f"{found[3]}{found[2]}{found[1]}")
        case "wrong-owner":
            found = re.search(r"\s+of\s+each\s+player\b", _line(subject, place))
            if found is not None:
                fix = _instead(place, found.span(), "", "leave out of each player")
        case "wrong-type" if finding.hint == "declare it with: , in order":
            zone = _zone(subject, subject.text(place).partition(" ")[0])
            if zone is not None and (span := _sight(subject, zone)):
                fix = _instead(zone.at, (span[1], span[1]), ", in order")
        case "duplicate-name":
            fix = _apart(subject, finding)
        case "wrong-zone":
            fix = _held(subject, *re.findall(r'"([^"]+)" cannot hold (\S+)', finding.title)[0])
        case "leak" if found := re.search(r"cards in (\S+) that are not seen", finding.title):
            zone = _zone(subject, found[1])
            if zone is not None and (span := _sight(subject, zone)):
                fix = _instead(zone.at, span, "open", f"declare {zone.name} open")
    return finding._replace(fix=fix)


def _zone(subject: Subject, name: str) -> m.Zone | None:
    """A zone that this file declares in one line."""
    return next((each for each in subject.game.zones if each.name == name
                 and subject.is_own(each.at) and each.at.line == each.at.end_line), None)


def _sight(subject: Subject, clause: m.Zone) -> tuple[int, int] | None:
    """Where a declaration says who sees it."""
    text = re.sub(r'"[^"]*"|#.*', lambda each: " " * len(each[0]), _line(subject, clause.at))
    found = list(re.finditer(r",\s*(open|secret|hidden)\b", text))
    return found[-1].span(1) if found else None


def _held(subject: Subject, name: str, kind: str) -> Fix | None:
    """A kind more that a zone can hold, named behind the others."""
    zone = _zone(subject, name)
    if zone is None or not zone.kinds_at or kind in zone.kinds:
        return None
    return Fix(f"let {name} hold {kind}", (Edit(zone.kinds_at[-1].behind(), f" or {kind}"),))


def _apart(subject: Subject, finding: Diagnostic) -> Fix | None:
    """The second of two clauses taken away where both say the same; a step called otherwise."""
    place, name = finding.primary.place, finding.title.split('"')[1::2][-1:]
    if not finding.secondary or finding.secondary[0].place.path != place.path:
        return None
    first, second = (subject.clauses.get(at.line) for at in (finding.secondary[0].place, place))
    if first is not None and second is not None and first.at != second.at and (
        shape(first) == shape(second)
    ):
        return Fix("remove the second one", (Edit(second.at.lines(), ""),), safe=True)
    if name and isinstance(second, m.Step) and subject.words[new := f"{name[0]}-2"] == 0:
        at = subject.word(second.at, name[0])
        return Fix(f"call the second one {new}", (Edit(at, new),))
    return None


# --------------------------------------------------------------------------- what is taken away
def without(parts: Sequence[m.Node]) -> list[Edit | None]:
    """A list between commas without one of its parts, for each of them; the last one that is left
    stays."""
    places = [each.at for each in parts]
    if len(places) < 2 or len({(each.line, each.end_line) for each in places}) > 1:
        return [None] * len(places)
    first, second = places[:2]
    ends = Edit(Place(first.path, first.line, first.column, second.line, second.column), "")
    return [ends, *(Edit(before.behind().to(at), "") for before, at in pairwise(places))]


def blocks(node: m.Node) -> list[tuple[m.Statement, ...]]:
    """The lines of play directly below a line or a clause."""
    match node:
        case m.If() | m.WithPlayers():
            return [node.then, node.otherwise]
        case (m.Stage() | m.Effect() | m.Procedure() | m.ForEach() | m.Repeat() | m.Turns()
              | m.Together() | m.Choice() | m.Case()):
            return [node.body]
    return []  # nothing else has lines of its own


def _line(subject: Subject, at: Place) -> str:
    return subject.loaded.sources.line(at.path, at.line) or ""


def _instead(at: Place, span: tuple[int, int], text: str, title: str = "") -> Fix:
    place = Place(at.path, at.line, span[0] + 1, at.line, span[1] + 1)
    return Fix(title or f"write {text}", (Edit(place, text),))
