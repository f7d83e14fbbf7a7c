"""An author's sentence beside a rule that is no longer the rule it was written for.

What: `says "..."` whose `fits "..."` names another rule than the one it stands beside, or none
(`stale-wording`).
Why: the sentence is printed in the place of the rule, and nobody would notice that it is false.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.edits.wording import Saying, sayings


def check(subject: Subject) -> Iterator[Diagnostic]:
    if not subject.words["says"]:
        return  # most files have no such sentence, and looking for one takes long
    for saying in sayings(subject.game):
        if not subject.is_own(saying.cite.at) or saying.cite.fits == saying.sign:
            continue
        yield _changed(saying) if saying.cite.fits else _unsigned(saying)


def _changed(saying: Saying) -> Diagnostic:
    sign = f'fits "{saying.sign}"'
    return Diagnostic(
        "stale-wording", "warning", "the rule has changed since this sentence was written for it",
        Label(saying.cite.at, "printed in the place of the rule"),
        why="pages would say what is no longer so; until it is settled they print the sentence "
            "made from the rule",
        hint=f"read both again; if the sentence still says what the rule does, write {sign}",
        fix=Fix("The sentence still says what the rule does", (Edit(saying.cite.fits_at, sign),)),
    )


def _unsigned(saying: Saying) -> Diagnostic:
    at, sign = saying.cite.at, f'fits "{saying.sign}"'
    end = Place(at.path, at.end_line, at.end_column, at.end_line, at.end_column)
    return Diagnostic(
        "stale-wording", "warning", "this sentence does not note the rule that it was written for",
        Label(at, "printed in the place of the rule"),
        why="when the rule is changed later, nobody would notice that the sentence is false",
        hint=f"add {sign} behind it, or let `variorum check --fix` do it",
        fix=Fix("Note the rule that the sentence was written for", (Edit(end, f" {sign}"),),
                safe=True),
    )
