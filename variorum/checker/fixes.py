"""Fixes that are tried before they count: those that `check --fix` applies, and those that JSON,
SARIF and editors offer.

A fix is applied to the text, and the text is checked again. It stays only if what it is for is
gone and nothing new has come. A file that could not be checked to the end before (because of an
error, say, nothing was played) may show more now: that was there already, unless a fix that is a
guess has changed the very line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from variorum_dsl.budget import STEPS_OF_A_CHECK
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Fix
from variorum_dsl.diagnostics.fixes import edited
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.diagnostics.source import Sources

from variorum.checker.check import Checked, examples, read_bytes, taken
from variorum.settings import Found, read_settings, settings_for
from variorum.settings import applied as settled

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded

MOST_CHECKS = 200
"""How often a file is checked for the sake of its fixes; what is left then is not applied."""
MOST_OFFERED = 20
"""How many fixes are tried only to be offered; one that is not tried leaves a doubt."""
READING = 3
"""How many steps it counts to read a letter again, which the budget of a check does not count."""
Reread = Callable[[str], "Loaded"]


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
    """A text that was checked. `reached` says how many of the steps of a check were taken, `spent`
    what they took from its budget."""

    text: str
    checked: Checked
    reached: int
    spent: float


def offered(loaded: Loaded, reread: Reread) -> list[Diagnostic]:
    """Every finding on a file, each with its fix only if that holds. All of it takes no more than
    a few checks do: a fix that could not be tried is not safe."""
    state = _looked_at(loaded)
    found: list[Diagnostic] = []
    left, tries = STEPS_OF_A_CHECK - state.spent, MOST_OFFERED
    for each in state.checked.diagnostics:
        if each.fix is None:
            found.append(each)
        elif tries <= 0 or left <= 0 or any(
            edit.place.path != loaded.path for edit in each.fix.edits
        ):
            found.append(each._replace(fix=each.fix._replace(safe=False)))
        else:
            after, _, spent = _tried(state, [each], reread)
            tries, left = tries - 1, left - spent - READING * len(state.text)
            found.append(each if after is not None else each._replace(fix=None))
    return found


def mended(path: str, data: bytes, *, unsafe: bool = False) -> Mended | None:
    """A file with the fixes that hold: the safe ones, or all; what the settings of its folder allow
    stays as it is. Nothing where it has no text."""
    settings = settings_for(path).settings

    def reread(text: str) -> Loaded:
        return read_bytes(text.encode("utf-8", "surrogatepass"), path)

    loaded = read_bytes(data, path)
    if loaded.unreadable:
        return None
    state = _looked_at(loaded)
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
        after, why, _ = _tried(state, batch, reread)
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
                    and settled(settings, [each])
                    and all(edit.place.path == path for edit in each.fix.edits)
                    and _key(state, each) not in refused]:
        after = accepted(state, batch)
        state = state if after is None else after
    return Mended(path, first, state.text, applied, list(refused.values()), state.checked)


def settings_mended(found: Found, *, unsafe: bool = False) -> Mended:
    """The same for a file of settings."""
    now, applied = found, list[Diagnostic]()
    refused: dict[tuple[str, str], tuple[Diagnostic, str]] = {}
    while each := next((each for each in now.problems
                        if each.fix is not None and (each.fix.safe or unsafe)
                        and (each.code, each.title) not in refused), None):
        assert each.fix is not None
        text = edited(now.text, each.fix.edits)
        after = read_settings(found.path, text) if text is not None else None
        if after is None or not _told(after.problems) < _told(now.problems):
            refused[each.code, each.title] = each, "it does not mend it"
            continue
        applied.append(each)
        now = after
    return Mended(found.path, found.text, now.text, applied, list(refused.values()),
                  Checked(found.path, list(now.problems), 0, False, Sources()))


def _looked_at(loaded: Loaded) -> _State:
    found, reached, left_out = taken(loaded)
    source = loaded.sources.get(loaded.path)
    checked = Checked(loaded.path, found, examples(loaded), loaded.unreadable, loaded.sources,
                      left_out)
    return _State(source.text if source else "", checked, reached,
                  STEPS_OF_A_CHECK - loaded.budget.left)


def _tried(
    state: _State, batch: Sequence[Diagnostic], reread: Reread
) -> tuple[_State | None, str, float]:
    """The text with these fixes if they hold, or why they do not; and what it took to find out."""
    edits = [edit for each in batch if each.fix is not None for edit in each.fix.edits]
    text = edited(state.text, edits)
    if text is None:
        return None, "it touches another fix", 0
    loaded = reread(text)
    if loaded.unreadable:
        return None, "the file could not be read any more", 0
    after = _looked_at(loaded)
    known, now = _told(state.checked.diagnostics), _told(after.checked.diagnostics)
    # How many there may be at most: what was there, without what was to be mended.
    known.subtract(_told(batch))
    stays = [each for each in batch if now[each.code, each.title] > known[each.code, each.title]]
    if stays:
        return None, "it does not mend it", after.spent
    fixes = [each.fix for each in batch if each.fix is not None]
    guessed = _guessed_lines(fixes)
    removed = any(not fix.safe and edit.text == "" and edit.place.end_line > edit.place.line
                  for fix in fixes for edit in fix.edits)
    # A check that gets further finds what nobody had looked for; but what is found after lines were
    # removed on a guess may be for want of them.
    for each in after.checked.diagnostics:
        if now[each.code, each.title] > known[each.code, each.title] and (
            after.reached <= state.reached or removed or each.primary.place.line in guessed
        ):
            return None, f"it would bring {each.code}: {clean(each.title)}", after.spent
    return after, "", after.spent


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
