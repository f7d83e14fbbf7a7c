"""Silences that ask nothing or answer nothing.

What: a silence without an assumed reading (`no-assumed-reading`), without another reading
(`no-other-reading`), or whose question has no question mark (`not-a-question`).
Why: a silence says what a rulebook leaves open, how it is played here, and how else it could be.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote


def check(subject: Subject) -> Iterator[Diagnostic]:
    silences = list(subject.game.silences)
    silences += [line for option in subject.game.options for line in option.lines
                 if isinstance(line, m.Silent)]
    for silent in silences:
        if not subject.is_own(silent.at):
            continue
        at = Label(subject.line(silent.at), "this question")
        if silent.assumed is None and "assume" not in subject.lost_words:
            yield Diagnostic(
                "no-assumed-reading", "error", f"nothing is assumed for {quote(silent.name)}", at,
                why="the game has to be played somehow; the file says how", hint="assume NAME",
                fix=_assumed(silent),
            )
        elif not silent.readings and "or" not in subject.lost_words:
            yield Diagnostic(
                "no-other-reading", "warning", f"{quote(silent.name)} has one answer only", at,
                why="a question with one answer is not open", hint="or NAME, with its edits below",
            )
        if not silent.question.rstrip().endswith(("?", "？")):
            yield Diagnostic(
                "not-a-question", "warning", "this silence does not ask a question", at,
                why="its words are shown to people who choose between the readings",
                hint="end it with a question mark", fix=_asked(subject, silent),
            )


def _assumed(silent: m.Silent) -> Fix | None:
    """The first answer that changes no rule is how the rules are; else one that says so."""
    plain = next((each for each in silent.readings if not each.edits), None)
    if plain is not None:
        return Fix(f"assume {plain.name}", (Edit(plain.at.first("or"), "assume"),))
    if not silent.readings or any(each.name == "as-written" for each in silent.readings):
        return None
    first = silent.readings[0].at
    above = Place(first.path, first.line, 1, first.line, 1)
    return Fix("assume the rules as they are written", (
        Edit(above, f'{" " * (first.column - 1)}assume as-written "as it is written"\n'),))


def _asked(subject: Subject, silent: m.Silent) -> Fix | None:
    """A question mark in front of the closing quotation mark."""
    at = silent.at
    text = subject.loaded.sources.line(at.path, at.line) or ""
    start = text.find(f'"{silent.question}"', at.column - 1)
    if start < 0:
        return None
    column = start + 2 + len(silent.question.rstrip())
    place = Place(at.path, at.line, column, at.line, column)
    return Fix("end it with a question mark", (Edit(place, "?"),), safe=True)
