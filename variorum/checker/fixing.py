"""Fixes that are tried before they count: `check --fix`.

A fix is applied to the text, and the text is checked again. It stays only if what it is for is
gone and nothing new has come. A file that could not be checked to the end before (because of an
error, say, nothing was played) may show more now: that was there already, unless a fix that is a
guess has changed the very line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Fix
from variorum_dsl.diagnostics.fixes import edited
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.checker.check import Checked, conclude, examine, examples, play, read_bytes

MOST_CHECKS = 200
"""How often a file is checked for the sake of its fixes; what is left then is not applied."""


class Mended(NamedTuple):
    """A file with its fixes: the text before and after, which of them were applied, which were
    not and why, and what is found in it now."""

    path: str
    before: str
    after: str
    applied: list[Diagnostic]
    refused: list[tuple[Diagnostic, str]]
    checked: Checked


class _State(NamedTuple):
    """A text that was checked. `reached` says how many of the steps of a check were taken."""

    text: str
    checked: Checked
    reached: int


def mended(path: str, data: bytes, *, unsafe: bool = False) -> Mended | None:
    """A file with the fixes that hold: the safe ones, or all. Nothing where it has no text."""
    state = _looked_at(path, data)
    if state is None:
        return None
    first = state.text
    applied: list[Diagnostic] = []
    refused: dict[object, tuple[Diagnostic, str]] = {}
    left = [MOST_CHECKS]

    def accepted(state: _State, batch: Sequence[Diagnostic]) -> _State | None:
        """The text with all of these fixes, or with as many as hold."""
        if left[0] <= 0:
            for each in batch:
                refused[_key(state, each)] = each, "there are too many to try them all"
            return None
        left[0] -= 1
        after, why = _tried(path, state, batch)
        if after is not None:
            applied.extend(batch)
            return after
        if len(batch) == 1:
            refused[_key(state, batch[0])] = batch[0], why
            return None
        half = len(batch) // 2
        return accepted(state, batch[:half]) or accepted(state, batch[half:])

    while batch := [each for each in state.checked.diagnostics
                    if each.fix is not None and (each.fix.safe or unsafe)
                    and all(edit.place.path == path for edit in each.fix.edits)
                    and _key(state, each) not in refused]:
        after = accepted(state, batch)
        state = state if after is None else after
    return Mended(path, first, state.text, applied, list(refused.values()), state.checked)


def _looked_at(path: str, data: bytes) -> _State | None:
    loaded = read_bytes(data, path)
    source = loaded.sources.get(path)
    if loaded.unreadable or source is None:
        return None
    rules = examine(loaded)
    found = conclude(rules, play(rules) if rules.playable else None)
    errors = any(each.severity == "error" for each in rules.problems)
    reached = (rules.subject is not None) + (not errors) + rules.playable
    return _State(source.text, Checked(path, found, examples(loaded), False, loaded.sources),
                  reached)


def _tried(path: str, state: _State, batch: Sequence[Diagnostic]) -> tuple[_State | None, str]:
    """The text with these fixes if they hold, or why they do not."""
    edits = [edit for each in batch if each.fix is not None for edit in each.fix.edits]
    text = edited(state.text, edits)
    if text is None:
        return None, "it touches another fix"
    after = _looked_at(path, text.encode("utf-8", "surrogatepass"))
    if after is None:
        return None, "the file could not be read any more"
    known, now = _told(state.checked.diagnostics), _told(after.checked.diagnostics)
    # How many there may be at most: what was there, without what was to be mended.
    known.subtract(_told(batch))
    stays = [each for each in batch if now[each.code, each.title] > known[each.code, each.title]]
    if stays:
        return None, "it does not mend it"
    guessed = _guessed_lines([each.fix for each in batch if each.fix is not None])
    for each in after.checked.diagnostics:
        if now[each.code, each.title] > known[each.code, each.title] and (
            after.reached <= state.reached or each.primary.place.line in guessed
        ):
            return None, f"it would bring {each.code}: {clean(each.title)}"
    return after, ""


def _told(found: Sequence[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter((each.code, each.title) for each in found)


def _guessed_lines(fixes: Sequence[Fix]) -> set[int]:
    """The lines that hold something new after fixes that are not safe."""
    lines: set[int] = set()
    moved = 0
    for (place, text), safe in sorted((edit, fix.safe) for fix in fixes for edit in fix.edits):
        start, more = place.line + moved, text.count("\n")
        if not safe:
            lines.update(range(start, start + more + 1))
        moved += more - (place.end_line - place.line)
    return lines


def _key(state: _State, finding: Diagnostic) -> object:
    """What a finding and its fix are about, whatever line they have come to stand on."""
    assert finding.fix is not None
    line = state.checked.sources.line(finding.primary.place.path, finding.primary.place.line)
    return (finding.code, finding.title, line,
            tuple((edit.text, edit.place.column) for edit in finding.fix.edits))
