"""Edits of single lines: steps, tie-breaks, components and lines of play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar, assert_never

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.edits.addresses import named_lines, numbered, rewritten
from variorum_dsl.edits.draft import Draft, missing
from variorum_dsl.model.edits import EditedLine

Row = TypeVar("Row", m.Step, m.Tie)
Played = TypeVar("Played", m.Stage, m.Effect, m.Procedure)
# What can happen to the lines of a table: others in the place of one, beside one, one less.
RowEdit = m.ReplaceLines | m.InsertLines | m.DropLine


def change(draft: Draft, edit: m.Change, origin: str) -> None:
    """Change the lines of one section."""
    match edit.section:
        case "components":
            for line_edit in edit.edits:
                _change_component(draft, line_edit, origin)
        case "winner":
            for line_edit in edit.edits:
                _change_winner(draft, line_edit, origin)
        case "scoring":
            scoring = draft.scorings.get(edit.name)
            if scoring is None:
                missing(draft, edit.at, edit.section, edit.name, draft.scorings)
                return
            for line_edit in edit.edits:
                scoring = _change_steps(draft, scoring, line_edit, origin)
            draft.scorings[scoring.name] = scoring
        case "effect":
            _change_bodies(draft, draft.effects, draft.effects.get(edit.name), edit, origin)
        case "procedure":
            _change_bodies(draft, draft.procedures, draft.procedures.get(edit.name), edit, origin)
        case "setup" | "rounds" | "phase" | "reckoning":
            stage = draft.stages.get(edit.name)
            if stage is None and edit.section == "rounds" and edit.name == "rounds":
                rounds = [each for each in draft.stages.values() if each.stage == "rounds"]
                stage = rounds[0] if len(rounds) == 1 else None
            _change_bodies(draft, draft.stages, stage, edit, origin)
        case _:
            assert_never(edit.section)


def joined(before: str, origin: str) -> str:
    """Where a clause comes from when something else has changed it too."""
    return origin if not before or before == origin else f"{before}, {origin}"


# ---------------------------------------------------------------------------- rows of a table
def _row_edit(edit: m.LineEdit) -> RowEdit:
    """The grammar offers no other edits for steps, tie-breaks and components."""
    assert isinstance(edit, m.ReplaceLines | m.InsertLines | m.DropLine)
    return edit


def _key(edit: RowEdit) -> str:
    return edit.where.key if isinstance(edit, m.InsertLines) else edit.key


def _new_lines(edit: RowEdit) -> Sequence[EditedLine]:
    return () if isinstance(edit, m.DropLine) else edit.lines


def _change_steps(
    draft: Draft, scoring: m.Scoring, line_edit: m.LineEdit, origin: str
) -> m.Scoring:
    edit = _row_edit(line_edit)
    new = [replace(row, origin=origin) for row in _new_lines(edit) if isinstance(row, m.Step)]
    return replace(scoring, steps=_spliced(draft, scoring.steps, new, edit))


def _spliced(
    draft: Draft, before: tuple[Row, ...], new: list[Row], edit: RowEdit
) -> tuple[Row, ...]:
    """The rows with one of them exchanged, dropped, or with others beside it."""
    rows = list(before)
    draft.budget.spend(1 + len(rows) // 16, "this edit", edit.at)
    if isinstance(edit, m.InsertLines) and not edit.where.key:
        return tuple(new + rows if edit.where.side == "first" else rows + new)
    names = [row.name for row in rows]
    if _key(edit) not in names:
        missing(draft, edit.at, "line", _key(edit), dict.fromkeys(names))
        return before
    place: int = len(names) - 1 - names[::-1].index(_key(edit))
    if isinstance(edit, m.InsertLines):
        place += edit.where.side == "after"
        return tuple(rows[:place] + new + rows[place:])
    return tuple(rows[:place] + new + rows[place + 1 :])


def _change_winner(draft: Draft, line_edit: m.LineEdit, origin: str) -> None:
    winner = draft.winner
    if winner is None:
        missing(draft, line_edit.at, "winner", "", ())
        return
    edit = _row_edit(line_edit)
    new = [replace(row, origin=origin) for row in _new_lines(edit) if isinstance(row, m.Tie)]
    tied = "" if isinstance(edit, m.DropLine) else edit.tied
    if _key(edit) in ("shared", "nobody", "impossible") and _key(edit) == winner.tied:
        cites = () if isinstance(edit, m.DropLine) else edit.tied_cites
        draft.winner = replace(
            winner, chain=(*winner.chain, *new),
            tied=tied or winner.tied if isinstance(edit, m.InsertLines) else tied,
            tied_cites=cites or winner.tied_cites,
        )
        return
    draft.winner = replace(
        winner, chain=_spliced(draft, winner.chain, new, edit), tied=tied or winner.tied
    )


def _change_component(draft: Draft, line_edit: m.LineEdit, origin: str) -> None:
    edit = _row_edit(line_edit)
    keys = [line.name or line.kind for pile in draft.piles for line in pile.lines]
    draft.budget.spend(1 + len(keys) // 2, "this edit", edit.at)
    if isinstance(edit, m.DropLine) and edit.key in draft.besides:
        draft.besides = {name: each for name, each in draft.besides.items() if name != edit.key}
        return
    if _key(edit) not in keys:
        missing(draft, edit.at, "component line", _key(edit), [*keys, *draft.besides])
        return
    new = [replace(row, origin=origin) for row in _new_lines(edit)
           if isinstance(row, m.Component)]
    done = False
    piles = []
    for pile in draft.piles:
        lines: list[m.Component] = []
        for line in pile.lines:
            if (line.name or line.kind) == _key(edit) and not done:
                done = True
                lines.extend(new)
            else:
                lines.append(line)
        piles.append(replace(pile, lines=tuple(lines)))
    draft.piles = piles


# ------------------------------------------------------------------------------ lines of play
def _change_bodies(
    draft: Draft, drawer: dict[str, Played], clause: Played | None, edit: m.Change, origin: str
) -> None:
    if clause is None:
        missing(draft, edit.at, edit.section, edit.name, drawer)
        return
    # What a line and those inside it are called does not change while lines around it do.
    named: dict[int, tuple[m.Statement, list[tuple[str, m.Statement]]]] = {}
    for line_edit in edit.edits:
        for line in clause.body:
            if id(line) not in named:
                named[id(line)] = line, named_lines(line)
        lines = numbered(item for line in clause.body for item in named[id(line)][1])
        draft.budget.spend(1 + len(lines) // 4, "this edit", line_edit.at)
        clause = _change_body(draft, clause, line_edit, lines)
    drawer[clause.name] = replace(clause, origin=joined(clause.origin, origin))


def _change_body(
    draft: Draft, clause: Played, edit: m.LineEdit, lines: Mapping[str, m.Statement]
) -> Played:
    body = clause.body
    match edit:
        case m.InsertLines(where=m.Where(side=side, key="")):
            added = _statements(edit.lines)
            return replace(clause, body=added + body if side == "first" else body + added)
        case m.DropLine(case=True):
            return _change_case(draft, clause, edit.at, edit.key, lines, ())
        case m.ExtendCase():
            return _change_case(draft, clause, edit.at, edit.key, lines, edit.kinds)
        case m.OnlyIf():
            return _only_if(draft, clause, edit)
    key = edit.where.key if isinstance(edit, m.InsertLines) else edit.key
    line = lines.get(key)
    if line is None:
        missing(draft, edit.at, "line", key, lines)
        return clause
    new: tuple[m.Statement, ...]
    match edit:
        case m.InsertLines():
            new = _beside(line, edit)
        case m.ReplaceLines():
            new = _statements(edit.lines)
        case m.InsertCases() if isinstance(line, m.Depending):
            new = (replace(line, cases=line.cases + edit.cases),)
        case m.InsertChoices() if isinstance(line, m.Chooses):
            new = (replace(line, choices=line.choices + edit.choices),)
        case m.DropLine():
            new = ()
        case m.InsertCases() | m.InsertChoices():
            missing(draft, edit.at, "list of cases or choices", key, ())
            return clause
        case _:
            assert_never(edit)
    return replace(clause, body=rewritten(body, line, new))


def _beside(line: m.Statement, edit: m.InsertLines) -> tuple[m.Statement, ...]:
    new = _statements(edit.lines)
    return (line, *new) if edit.where.side == "after" else (*new, line)


def _statements(lines: Sequence[EditedLine]) -> tuple[m.Statement, ...]:
    return tuple(
        line for line in lines if not isinstance(line, m.Step | m.Tie | m.Component)
    )


def _change_case(
    draft: Draft, clause: Played, at: Place, key: str, lines: Mapping[str, m.Statement],
    more: tuple[str, ...],
) -> Played:
    """The case of a kind: for further kinds as well, or gone where there are none."""
    cases: list[str] = []
    for line in lines.values():
        if not isinstance(line, m.Depending):
            continue
        cases.extend(kind for case in line.cases for kind in case.kinds)
        if any(key in case.kinds for case in line.cases):
            changed = tuple(
                replace(case, kinds=case.kinds + more) if key in case.kinds else case
                for case in line.cases if more or key not in case.kinds
            )
            new = replace(line, cases=changed)
            return replace(clause, body=rewritten(clause.body, line, (new,)))
    missing(draft, at, "case", key, cases)
    return clause


def _only_if(draft: Draft, clause: Played, edit: m.OnlyIf) -> Played:
    if not isinstance(clause, m.Effect):
        missing(draft, edit.at, "trigger", "", ())
        return clause
    condition = edit.condition if clause.condition is None else m.Joined(
        at=edit.at, operation="and", parts=(clause.condition, edit.condition)
    )
    return replace(clause, condition=condition)
