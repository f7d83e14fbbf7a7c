"""Findings as an editor shows them, first after reading, then after the whole check."""

from __future__ import annotations

from collections.abc import Iterable

from variorum_dsl.diagnostics.diagnostic import Diagnostic, in_order
from variorum_dsl.diagnostics.sanitizer import clean_lines, shorten

from variorum.assist.desk import Desk, File, uri_of
from variorum.assist.shapes import Finding

MOST = 500
_SEVERITIES = {"error": 1, "warning": 2, "note": 3}
_UNNECESSARY = 1
_LONGEST = 2000


def after_reading(file: File) -> list[Diagnostic]:
    """What can be said at once: what could not be read, and names and types that do not fit."""
    from variorum_dsl.budget import TooHard
    from variorum_dsl.checks import mistakes

    others = [each for each in file.loaded.problems if each.severity != "error"]
    try:
        return in_order([*mistakes(file.loaded), *others])
    except TooHard as end:
        return in_order([*file.loaded.problems, end.finding()])


def doubted(file: File, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings as long as their fixes have not been tried: only the reader tries its own."""
    read = {(each.code, each.primary.place) for each in file.loaded.problems}
    return [each if each.fix is None or (each.code, each.primary.place) in read
            else each._replace(fix=each.fix._replace(safe=False)) for each in found]


def still_standing(
    found: Iterable[Diagnostic], before: str, after: str, quick: Iterable[Diagnostic]
) -> list[Diagnostic]:
    """The findings of the last whole check that a change has left alone, so that they do not go
    away and come back with every letter: those above the change, and those below it, moved."""
    from variorum_dsl.syntax.incremental_reader import difference, moved

    if any(each.severity == "error" for each in quick):
        return []
    change = difference(before.split("\n"), after.split("\n"))
    lines = before.count("\n") + 1
    said = {(each.code, each.title) for each in quick}
    kept = []
    for each in found:
        labels = (each.primary, *each.secondary)
        places = [*(label.place for label in labels),
                  *(edit.place for edit in (each.fix.edits if each.fix else ()))]
        if (each.code, each.title) in said:
            continue
        if all(place.end_line <= change.first for place in places):
            kept.append(each)
        elif all(place.line > lines - change.tail for place in places):
            kept.append(moved(each, change.by))
    return kept


def shown(desk: Desk, file: File, found: Iterable[Diagnostic]) -> list[Finding]:
    """In the shape of LSP, in order, the first of very many."""
    return [_finding(desk, file, each) for each in in_order(found)[:MOST]]


def _finding(desk: Desk, file: File, found: Diagnostic) -> Finding:
    from variorum_dsl.diagnostics.explanations import page_file

    place = found.primary.place
    here = place if place.path == file.path else place.start_of(file.path)
    made: Finding = {
        "range": file.lines.range(here),
        "severity": _SEVERITIES[found.severity], "code": found.code, "source": "variorum",
        "message": _message(found),
    }
    page = page_file(found.code)
    if page:
        made["codeDescription"] = {"href": uri_of(page)}
    related = [label for label in found.secondary if label.place.line]
    if here is not place:
        related.insert(0, found.primary)
    if related:
        made["relatedInformation"] = [
            {"location": desk.location(label.place, file),
             "message": " ".join(clean_lines(label.text)) or "here"} for label in related]
    if found.code.startswith("unused-"):
        made["tags"] = [_UNNECESSARY]
    return made


def _message(found: Diagnostic) -> str:
    parts = [found.title]
    if found.primary.text and found.primary.text not in found.title:
        parts[0] += f" ({found.primary.text})"
    parts += [f"{name}: {text}" for name, text in (
        ("why", found.why), ("for example", found.witness), ("try", found.hint)) if text]
    return "\n".join("\n".join(clean_lines(shorten(part, _LONGEST))) for part in parts)
