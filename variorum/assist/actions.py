"""What an editor can do to a file: the fixes of its findings, and the one style."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit
from variorum_dsl.syntax.incremental_reader import difference

from variorum.assist.desk import Desk, File
from variorum.assist.findings import shown
from variorum.assist.shapes import Action, Range, TextEdit

FIX, FIX_ALL = "quickfix", "source.fixAll.variorum"
_MOST_COMPARED = 3000


def actions(
    desk: Desk, file: File, found: Sequence[Diagnostic], where: Range,
    only: Sequence[str] | None = None,
) -> list[Action]:
    """The ways out of the findings at a place, the sure ones first; and all sure ones at once."""
    made: list[Action] = []
    first, last = file.lines.offset_of(where["start"]), file.lines.offset_of(where["end"])
    for each in found:
        place = each.primary.place
        if each.fix is None or place.path != file.path or not _wanted(FIX, only):
            continue
        start = file.lines.offset(place.line, place.column)
        end = file.lines.offset(place.end_line, place.end_column)
        if start <= last and first <= end:
            made.append({
                "title": each.fix.title, "kind": FIX, "isPreferred": each.fix.safe,
                "diagnostics": shown(desk, file, [each]),
                "edit": {"changes": {desk.uri(file.path): _edits(file, each.fix.edits)}},
            })
    made.sort(key=lambda action: not action.get("isPreferred"))
    sure = _together(file, [each for each in found if each.fix is not None and each.fix.safe])
    if sure and _wanted(FIX_ALL, only):
        made.append({"title": "Mend everything that leaves no doubt", "kind": FIX_ALL,
                     "edit": {"changes": {desk.uri(file.path): _edits(file, sure)}}})
    return made


def _wanted(kind: str, only: Sequence[str] | None) -> bool:
    return not only or any(kind == each or kind.startswith(f"{each}.") for each in only)


def _edits(file: File, edits: Iterable[Edit]) -> list[TextEdit]:
    return [{"range": file.lines.range(edit.place), "newText": edit.text} for edit in edits]


def _together(file: File, found: Iterable[Diagnostic]) -> list[Edit]:
    """Edits of several fixes; one that touches an earlier one has to wait for the next time."""
    taken: list[tuple[int, int]] = []  # in order; none touches another
    edits: list[Edit] = []
    for each in found:
        assert each.fix is not None
        spans = [(file.lines.offset(edit.place.line, edit.place.column),
                  file.lines.offset(edit.place.end_line, edit.place.end_column))
                 for edit in each.fix.edits]
        if each.primary.place.path == file.path and not any(
            _touched(taken, *span) for span in spans
        ):
            for span in spans:
                insort(taken, span)
            edits += each.fix.edits
    return edits


def _touched(taken: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    after = bisect_left(taken, (start, start))
    return any(other_start <= end and start <= other_end
               for other_start, other_end in taken[max(after - 1, 0) : after + 1])


def formatting(file: File) -> list[TextEdit]:
    """The changes that lay a file out in the one style; none where it has mistakes."""
    from variorum_dsl.printer.formatter import format_text

    text, _ = format_text(file.text, file.path)
    return [] if text is None else replacements(file, text)


def replacements(file: File, new: str) -> list[TextEdit]:
    """The lines that differ, so that an editor does not lose its place in the others."""
    before, after = file.text.split("\n"), new.split("\n")
    change = difference(before, after)
    old, young = (before[change.first : len(before) - change.tail],
                  after[change.first : len(after) - change.tail])
    if not old and not young:
        return []
    if len(old) + len(young) > _MOST_COMPARED:
        spans = [(0, len(old), 0, len(young))]
    else:
        matcher = SequenceMatcher(None, old, young, autojunk=False)
        spans = [codes[1:] for codes in matcher.get_opcodes() if codes[0] != "equal"]
    return [_lines(file, before, change.first + start, change.first + end,
                   young[first:last]) for start, end, first, last in spans]


def _lines(
    file: File, before: Sequence[str], start: int, end: int, new: Sequence[str]
) -> TextEdit:
    """Other lines in the place of some; the last one of a text has no end to go with it."""
    text = "".join(f"{line}\n" for line in new)
    first, last = file.lines.offset(start + 1, 1), file.lines.offset(end + 1, 1)
    if end == len(before):
        text = text.removesuffix("\n")
        if start == end:  # behind the last line
            text, first = "\n" + text, len(file.text)
        elif not new and start:  # the end of the line before goes too
            first -= 1
    return {"range": {"start": file.lines.position_of(first),
                      "end": file.lines.position_of(last)}, "newText": text}
