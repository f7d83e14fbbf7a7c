"""An author's sentence beside a rule that is no longer the rule it was written for.

What: `says "..."` whose `fits "..."` names another rule than the one it stands beside, or none
(`stale-wording`).
Why: the sentence is printed in the place of the rule, and nobody would notice that it is false.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl import model as m
from variorum_dsl.checks.subject import Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.edits.wording import Saying, sayings
from variorum_dsl.model.game import Game


def check(subject: Subject) -> Iterator[Diagnostic]:
    if not subject.words["says"]:
        return  # most files have no such sentence, and looking for one takes long
    seen: set[Place] = set()
    for game in (subject.game, *_others(subject)):
        for saying in sayings(game):
            at = saying.cite.at
            if not subject.is_own(at) or at in seen:
                continue
            seen.add(at)
            if saying.cite.fits != saying.sign:
                yield _changed(saying) if saying.cite.fits else _unsigned(saying)


def _others(subject: Subject) -> Iterator[Game]:
    """The games with an option or a reading in which a sentence stands: there it is a rule."""
    asked: list[tuple[tuple[str, ...], m.Silent]] = [
        ((), silent) for silent in subject.sheet.silences.values()]
    for name, option in subject.sheet.options.items():
        if _speaks(option):
            yield subject.sheet.resolved((name,))[0]
        asked += [((name,), line) for line in option.lines if isinstance(line, m.Silent)]
    for options, silent in asked:
        for reading in filter(_speaks, silent.readings):
            yield subject.sheet.resolved(options, {silent.name: reading.name})[0]


def _speaks(clause: m.Option | m.Reading) -> bool:
    return any(isinstance(node, m.Cite) and node.says for node in m.walk(clause))


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
