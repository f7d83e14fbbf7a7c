"""Applying edits: the one algebra behind readings, options and `extends`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from itertools import groupby
from operator import is_not
from typing import TypeVar, assert_never

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.edits.draft import Draft, Named, add, change_all, cited, missing
from variorum_dsl.edits.line_edits import change
from variorum_dsl.model.node import Kept, Node, content_fields

Printed = TypeVar("Printed", m.Zone, m.Track, m.Figure)
# The new name of each, with new words for it if there are any.
Names = dict[str, tuple[str, m.Words | None]]
# Names beside which no place stands: they are all that their record says.
_BARE_NAMES: dict[type[Node], str] = {
    m.Name: "name", m.Phrase: "words", m.Row: "cells", m.Values: "word",
}
_NAME_FIELDS: dict[type[Node], frozenset[str]] = {}


def apply_all(draft: Draft, edits: Iterable[m.Edit], origin: str) -> None:
    """Change a draft as edits say, one after the other."""
    for renames, run in groupby(edits, lambda edit: isinstance(edit, m.Rename)):
        if renames:
            _rename(draft, [edit for edit in run if isinstance(edit, m.Rename)])
        else:
            for edit in run:
                draft.budget.spend(1, "this edit", edit.at)
                _apply(draft, edit, origin)


def _apply(draft: Draft, edit: m.Edit, origin: str) -> None:
    """Change a draft as an edit says."""
    match edit:
        case m.Add(section=section):
            add(draft, cited(section, edit.cites), origin)
        case m.Replace(clause=clause):
            _replace(draft, clause, origin)
        case m.Remove():
            _remove(draft, edit)
        case m.Rename():
            _rename(draft, [edit])
        case m.Change():
            change(draft, edit, origin)
        case _:
            assert_never(edit)


# ------------------------------------------------------------------------------ whole clauses
def _replace(draft: Draft, clause: m.Replaceable, origin: str) -> None:
    match clause:
        case m.Seats():
            draft.seats = replace(clause, origin=origin)
        case m.Elimination():
            if draft.elimination is None:
                missing(draft, clause.at, "elimination", "", ())
            draft.elimination = replace(clause, origin=origin)
        case m.Winner():
            if draft.winner is None:
                missing(draft, clause.at, "winner", "", ())
            draft.winner = replace(clause, origin=origin)
        case m.Kind():
            before = draft.kinds.get(clause.name)
            if before is not None:
                clause = replace(clause, under=clause.under or before.under,
                                 words=clause.words or before.words)
            _exchange(draft, draft.kinds, "kind", clause, origin)
        case m.Zone():
            _exchange(draft, draft.zones, "zone", _still_called(clause, draft.zones), origin)
        case m.Track():
            _exchange(draft, draft.tracks, "track", _still_called(clause, draft.tracks), origin)
        case m.Figure():
            _exchange(draft, draft.figures, "figure", _still_called(clause, draft.figures), origin)
        case m.Effect():
            _exchange(draft, draft.effects, "effect", clause, origin)
        case m.Procedure():
            _exchange(draft, draft.procedures, "procedure", clause, origin)
        case m.End():
            _exchange(draft, draft.ends, "end", clause, origin)
        case m.Scoring():
            _exchange(draft, draft.scorings, "scoring", clause, origin)
        case m.Stage():
            _exchange(draft, draft.stages, "stage", clause, origin)
        case m.Dummy():
            _exchange(draft, draft.dummies, "dummy", clause, origin)
        case m.Always():
            _exchange(draft, draft.always, "always", clause, origin)
        case _:
            assert_never(clause)


def _still_called(clause: Printed, drawer: dict[str, Printed]) -> Printed:
    """The clause with the printed words of the one that it replaces, where it has none."""
    before = drawer.get(clause.name)
    if clause.words is None and before is not None:
        return replace(clause, words=before.words)
    return clause


def _exchange(
    draft: Draft, drawer: dict[str, Named], word: str, clause: Named, origin: str
) -> None:
    before = drawer.get(clause.name)
    if before is None:
        missing(draft, clause.at, word, clause.name, drawer)
        return
    drawer[clause.name] = replace(clause, origin=origin, cites=clause.cites or before.cites)


def _remove(draft: Draft, edit: m.Remove) -> None:
    if edit.word == "elimination":
        if draft.elimination is None:
            missing(draft, edit.at, "elimination", "", ())
        draft.elimination = None
        return
    word = "stage" if edit.word in ("phase", "rounds", "reckoning") else edit.word
    drawer = draft.drawers[word]
    if edit.name not in drawer:
        missing(draft, edit.at, edit.word, edit.name, drawer)
    drawer.pop(edit.name, None)


# -------------------------------------------------------------------------------------- names
def _rename(draft: Draft, edits: Sequence[m.Rename]) -> None:
    """Names exchanged one after the other; what is there is gone through once for all of them."""
    known = {name for drawer in draft.drawers.values() for name in drawer}
    known |= {line.name for pile in draft.piles for line in pile.lines if line.name}
    known |= {inner.name for kind in draft.kinds.values() for inner in kind.attributes}
    known |= {inner.name for kind in draft.kinds.values() for inner in kind.marks}
    known |= {step.name for scoring in draft.scorings.values() for step in scoring.steps}
    draft.budget.spend(10 * len(known), "this edit", edits[0].at)
    done: list[m.Rename] = []
    for edit in edits:
        if edit.old not in known:
            missing(draft, edit.at, "name", edit.old, sorted(known))
            continue
        if edit.new in known:
            draft.problems.append(Diagnostic(
                "duplicate-name", "error", f"{quote(edit.new)} is taken already",
                Label(edit.at.head(), "renamed here"),
                why="after this two things would have the same name",
                hint="choose another name",
            ))
            continue
        known.remove(edit.old)
        known.add(edit.new)
        done.append(edit)
    # Backwards: what a name comes to is what its next name comes to.
    names: Names = {}
    for edit in reversed(done):
        last, words = names.get(edit.new, (edit.new, None))
        names[edit.old] = last, words or edit.words

    def changed(node: Kept) -> Kept:
        return renamed(node, names)

    if names:
        change_all(draft, changed)


def renamed(node: Kept, names: Names) -> Kept:
    """The node with names exchanged wherever they stand."""
    changes: dict[str, object] = {}
    named = _name_fields(node)
    for field in content_fields(node):
        value: object = getattr(node, field)
        if isinstance(value, Node):
            replaced: object = renamed(value, names)
        elif type(value) is tuple:
            items = tuple(
                renamed(item, names) if isinstance(item, Node)
                else names[item][0] if field in named and item in names else item
                for item in value
            )
            replaced = items if any(map(is_not, items, value)) else value
        elif field in named and isinstance(value, str) and value in names:
            replaced = names[value][0]
        else:
            replaced = value
        if replaced is not value:
            changes[field] = replaced
    if (
        "name" in changes and "words" in content_fields(node)
        and isinstance(node, m.Clause | m.Attribute | m.Mark)
    ):
        words = names[getattr(node, "name")][1]  # noqa: B009 (some of them have none)
        if words is not None:
            changes["words"] = words
    return node.but(**changes) if changes else node


def _name_fields(node: Node) -> frozenset[str]:
    """The fields that hold names of the file: those with a place of their own."""
    cls = type(node)
    if cls not in _NAME_FIELDS:
        known = {each.name for each in fields(cls)}
        bare = {_BARE_NAMES[cls]} if cls in _BARE_NAMES else set()
        _NAME_FIELDS[cls] = frozenset(bare | {name for name in known if f"{name}_at" in known})
    return _NAME_FIELDS[cls]
