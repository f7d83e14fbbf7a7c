"""Fixes that need the text of a line: where exactly the words stand that have to change."""

from __future__ import annotations

import re

from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Place


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
            fix = _in_order(subject, place)
    return finding._replace(fix=fix)


def _in_order(subject: Subject, place: Place) -> Fix | None:
    """The declaration of a zone, with an order."""
    name = subject.text(place).partition(" ")[0]
    zone = next((each for each in subject.game.zones if each.name == name), None)
    if zone is None or not subject.is_own(zone.at) or zone.at.line != zone.at.end_line:
        return None
    text = re.sub(r'"[^"]*"|#.*', lambda each: " " * len(each[0]), _line(subject, zone.at))
    sight = [each.end() for each in re.finditer(r",\s*(?:open|secret|hidden)\b", text)]
    return _instead(zone.at, (sight[-1], sight[-1]), ", in order") if sight else None


def _line(subject: Subject, at: Place) -> str:
    return subject.loaded.sources.line(at.path, at.line) or ""


def _instead(at: Place, span: tuple[int, int], text: str, title: str = "") -> Fix:
    place = Place(at.path, at.line, span[0] + 1, at.line, span[1] + 1)
    return Fix(title or f"write {text}", (Edit(place, text),))
