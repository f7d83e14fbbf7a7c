"""The checker: everything that can be said about a rule file without playing it.

A check is a function that takes a `Subject` and yields diagnostics; one file each. `CHECKS` lists
them in order. `NEED_ALL` are those that follow cards and players through the rules: they say
nothing sensible while a rule cannot be read, so they wait until there is no error left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from variorum_dsl.budget import TooHard
from variorum_dsl.checks import (
    counts,
    ends,
    expectations,
    leaks,
    loops,
    missing_parts,
    names,
    never_happens,
    never_scored,
    silences,
    steps,
    ties,
    totals,
    unused,
    wording,
)
from variorum_dsl.checks.allowances import Allowances
from variorum_dsl.checks.choices import Choices, key, unknown_but_lost
from variorum_dsl.checks.fixes import with_fix
from variorum_dsl.checks.homes import at_home
from variorum_dsl.checks.subject import Lowered, Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.suggestions import close_names
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files.loader import Loaded
from variorum_dsl.lowering.program import lowered
from variorum_dsl.model.game import Game

Check = Callable[[Subject], Iterator[Diagnostic]]
Extra = Callable[[Subject], Iterable[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    missing_parts.check,
    names.check,
    unused.check,
    counts.check,
    silences.check,
    expectations.check,
    steps.check,
    ties.check,
    totals.check,
    steps.check_cards,
    never_scored.check,
    never_happens.check,
    ends.check,
    loops.check,
    leaks.check,
    wording.check,
)
NEED_ALL: frozenset[Check] = frozenset({
    totals.check, steps.check_cards, never_scored.check, never_happens.check, ends.check,
    loops.check, leaks.check,
})
# What is asked again of a game with options: what new cards, zones and lines of play can break.
CHECKS_OF_OPTIONS: tuple[Check, ...] = (
    steps.check, ties.check, steps.check_cards, never_scored.check, never_happens.check,
    ends.check, loops.check, leaks.check,
)
_COUNT_WITHOUT_SEATS = 3
_ABOUT_A_NAME = frozenset({"unknown-name", "edit-does-not-apply", "duplicate-name"})

__all__ = [
    "CHECKS", "Examined", "Subject", "checked", "concluded", "examined", "mistakes", "subject_of",
]


@dataclass(frozen=True, slots=True)
class Examined:
    """A file after the static checks. `playable` says that there is no error, so that playing the
    game can show more."""

    loaded: Loaded
    subject: Subject | None
    problems: tuple[Diagnostic, ...]
    found: tuple[Diagnostic, ...] = ()
    playable: bool = False


def checked(loaded: Loaded, extra: Extra | None = None) -> list[Diagnostic]:
    """Every finding on a file. `extra` adds findings that need the engine; it is called only if
    there is no error so far."""
    rules = examined(loaded)
    if rules.subject is None or not rules.playable:
        return concluded(rules, None)
    return concluded(rules, [] if extra is None else extra(rules.subject))


def examined(loaded: Loaded) -> Examined:
    """The static checks of a file that was read."""
    if loaded.sheet is None:
        return Examined(loaded, None, loaded.problems)
    try:
        subject, wrong = subject_of(loaded, loaded.sheet)
    except TooHard as end:
        return Examined(loaded, None, (*loaded.problems, end.finding()))
    problems = [*loaded.problems, *(at_home(subject, problem) for problem in wrong)]
    sound = not _errors(problems)
    found: list[Diagnostic] = []
    over = None
    try:
        _collect(found, _run(subject, problems, CHECKS, sound=sound))
        if sound and not _errors(found):
            # Choices are looked at on top of a game that is right.
            known = {key(problem) for problem in (*problems, *found)}
            _collect(found, Choices(subject, known, _checks_of_choices).found())
        found = list(_of_this_file(subject, found))
    except TooHard as end:
        over = end.finding()
    if over is not None:
        found = [*(each for each in found if subject.is_own(each.primary.place)), over]
    playable = sound and over is None and not _errors(Allowances(subject).left(found))
    return Examined(loaded, subject, tuple(problems), tuple(found), playable)


def _collect(found: list[Diagnostic], more: Iterable[Diagnostic]) -> None:
    """Take findings one by one: those before the end of the budget are kept."""
    for finding in more:
        found.append(finding)  # noqa: PERF402 (`extend` would keep none of them)


def concluded(rules: Examined, played: Iterable[Diagnostic] | None) -> list[Diagnostic]:
    """What is reported in the end: everything that no allowance of the file covers. Without games
    (`played` is None) nobody knows which of the allowances are needed."""
    subject = rules.subject
    if subject is None:
        return list(rules.problems)
    allowances = Allowances(subject)
    left = allowances.left(list(rules.found))
    left += allowances.left([at_home(subject, problem) for problem in played or ()])
    found = [*rules.problems, *left, *allowances.problems(all_looked_at=played is not None)]
    return [_exact(subject, finding) for finding in found]


def mistakes(loaded: Loaded) -> list[Diagnostic]:
    """The errors that leave no game to play, as `checked` words them: what could not be read, and
    names and types that do not fit. No check is run for it."""
    if loaded.sheet is None:
        return [problem for problem in loaded.problems if problem.severity == "error"]
    subject, problems = subject_of(loaded, loaded.sheet)
    found = [*loaded.problems, *(at_home(subject, problem) for problem in problems)]
    return [_exact(subject, problem) for problem in found if problem.severity == "error"]


def _exact(subject: Subject, finding: Diagnostic) -> Diagnostic:
    return _at_its_word(subject, _fixable(subject, with_fix(subject, finding)))


def _fixable(subject: Subject, finding: Diagnostic) -> Diagnostic:
    """A fix is for the file itself; one that respells a name does so where the name stands."""
    fix = finding.fix
    if fix is None:
        return finding
    if not all(subject.is_own(edit.place) for edit in fix.edits):
        return finding._replace(fix=None)
    if finding.code in ("unknown-name", "edit-does-not-apply"):
        name = finding.title.split('"')[1]
        fix = fix._replace(edits=tuple(
            edit if edit.place.is_empty() or subject.text(edit.place) == name
            else edit._replace(place=subject.word(edit.place, name)) for edit in fix.edits))
        if any(not edit.place.is_empty() and subject.text(edit.place) != name
               for edit in fix.edits):
            return finding._replace(fix=None)
    return finding._replace(fix=fix)


def _at_its_word(subject: Subject, finding: Diagnostic) -> Diagnostic:
    """A report about a name points at the name, not at the whole clause."""
    place = finding.primary.place
    if finding.code not in _ABOUT_A_NAME or '"' not in finding.title:
        return finding
    name = finding.title.split('"')[1]
    if place.line == place.end_line and place.end_column - place.column <= len(name):
        return finding
    word = subject.word(place, name)
    if word.end_column - word.column != len(name):
        return finding
    return finding._replace(primary=finding.primary._replace(place=word))


def subject_of(loaded: Loaded, sheet: Sheet) -> tuple[Subject, list[Diagnostic]]:
    """A file's own game, and what is wrong with its names and types."""
    game, problems = sheet.resolved()
    programs: dict[int, Lowered] = {}
    found: dict[object, Diagnostic] = {key(problem): problem for problem in problems}
    for players in _counts(game):
        program, more, symbols = lowered(game, players, budget=loaded.budget)
        programs[players] = Lowered(program, symbols)
        for problem in more:
            if not unknown_but_lost(problem, loaded.lost_words) and not (
                problem.code == "missing-count" and game.seats is None
            ):
                found.setdefault(key(problem), problem)
    return Subject(loaded, sheet, game, programs), list(found.values())


def _counts(game: Game) -> list[int]:
    counts = list(game.player_counts())
    return counts or ([] if game.form == "library" else [_COUNT_WITHOUT_SEATS])


def _errors(findings: Iterable[Diagnostic]) -> bool:
    return any(finding.severity == "error" for finding in findings)


def _run(
    subject: Subject, before: list[Diagnostic], checks: tuple[Check, ...], *, sound: bool
) -> Iterator[Diagnostic]:
    seen = {key(problem) for problem in before}
    for check in checks:
        if not sound and check in NEED_ALL:
            continue
        for finding in check(subject):
            if key(finding) in seen or (not sound and _follows(subject, finding, before)):
                continue
            seen.add(key(finding))
            yield finding


def _follows(subject: Subject, finding: Diagnostic, before: list[Diagnostic]) -> bool:
    """Whether a name may be unused only because of a mistake that was reported already: it stands
    in rules that could not be understood, or its one use is misspelt."""
    if finding.code != "unused-name":
        return False
    name = finding.title.split('"')[1]
    if subject.words[name] > 1:
        return True
    unknown = [part for problem in before if problem.code == "unknown-name"
               for part in problem.title.split('"')[1:2]]
    subject.loaded.budget.spend(20 * len(unknown), "this name", finding.primary.place)
    return bool(close_names(name, unknown))


def _checks_of_choices(subject: Subject, base: Subject) -> Iterator[Diagnostic]:
    """A reading is asked only about what it changes, as there are many of them."""
    game, before = subject.game, base.game
    if game.chosen_options and not game.chosen_readings:
        checks = CHECKS_OF_OPTIONS
    else:
        checks = (
            *((steps.check,) if game.scorings != before.scorings else ()),
            *((ties.check,) if game.winner != before.winner else ()),
            *((leaks.check,) if game.zones != before.zones else ()),
        )
    return _run(subject, [], checks, sound=True)


def _of_this_file(subject: Subject, found: list[Diagnostic]) -> Iterator[Diagnostic]:
    """What a variant inherits unchanged from its parent is reported there."""
    inherited: set[tuple[str, str]] | None = None
    homed: set[object] = set()
    for finding in found:
        if subject.is_own(finding.primary.place):
            yield finding
            continue
        parent = subject.sheet.parent
        if inherited is None:
            inherited = set()
            if parent is not None:
                above, _ = subject_of(subject.loaded, parent)
                inherited = {(each.code, each.title)
                             for each in _run(above, [], CHECKS, sound=True)}
        moved = at_home(subject, finding)
        if (finding.code, finding.title) not in inherited and key(moved) not in homed:
            homed.add(key(moved))
            yield moved
