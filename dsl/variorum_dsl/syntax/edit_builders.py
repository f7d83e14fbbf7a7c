"""How edits are built from their parts."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.syntax.line_builders import Build, same

Items = tuple[Any, ...]


def _lines_edit(at: Place, key: str, lines: Items) -> m.ReplaceLines:
    tied = [line for line in lines if type(line) is tuple]
    return m.ReplaceLines(
        at=at, key=key, lines=tuple(line for line in lines if type(line) is not tuple),
        tied=tied[-1][0] if tied else "", tied_cites=tied[-1][1] if tied else (),
    )


def _insert(at: Place, where: Any, lines: Items) -> m.InsertLines:
    tied = [line for line in lines if type(line) is tuple]
    return m.InsertLines(
        at=at, where=m.Where(at=at, side=where[0], key=where[1]),
        lines=tuple(line for line in lines if type(line) is not tuple),
        tied=tied[-1][0] if tied else "", tied_cites=tied[-1][1] if tied else (),
    )


def _change_play(at: Place, section: Any, cites: Any, edits: Items) -> m.Change:
    return m.Change(
        at=at, section=section[0], name=section[1], cites=cites or (), edits=edits
    )


EDITS: dict[str, Build] = {
    "add": lambda at, section: m.Add(at=at, section=section) if section else None,
    "replace": lambda at, clause: m.Replace(at=at, clause=clause) if clause else None,
    "clause_word": same,
    "remove_named": lambda at, word, name, cites: m.Remove(
        at=at, word=word, name=name, cites=cites or ()
    ),
    "remove_elimination": lambda at, cites: m.Remove(
        at=at, word="elimination", cites=cites or ()
    ),
    "rename": lambda at, old, new, words, cites: m.Rename(
        at=at, old=old, new=new, words=words, cites=cites or ()
    ),
    "change_scoring": lambda at, name, cites, edits: m.Change(
        at=at, section="scoring", name=name, cites=cites or (), edits=edits
    ),
    "change_winner": lambda at, cites, edits: m.Change(
        at=at, section="winner", cites=cites or (), edits=edits
    ),
    "change_components": lambda at, cites, edits: m.Change(
        at=at, section="components", cites=cites or (), edits=edits
    ),
    "change_play": _change_play,
    "in_setup": lambda at: ("setup", "setup"),
    "in_rounds": lambda at, name="rounds": ("rounds", name),
    "in_phase": lambda at, name: ("phase", name),
    "in_reckoning": lambda at, name: ("reckoning", name),
    "in_effect": lambda at, name: ("effect", name),
    "in_procedure": lambda at, name: ("procedure", name),
    "replace_step": lambda at, step: m.ReplaceLines(at=at, key=step.name, lines=(step,)),
    "insert_step": lambda at, where, step: _insert(at, where, (step,)),
    "after_key": lambda at, key: ("after", key),
    "before_key": lambda at, key: ("before", key),
    "at_start": lambda at: ("first", ""),
    "at_end": lambda at: ("last", ""),
    "drop_line": lambda at, key, cites: m.DropLine(at=at, key=key, cites=cites or ()),
    "replace_tie": _lines_edit,
    "insert_tie": _insert,
    "replace_component": _lines_edit,
    "replace_stmt": _lines_edit,
    "insert_stmt": _insert,
    "insert_case": lambda at, key, cases: m.InsertCases(at=at, key=key, cases=cases),
    "extend_case": lambda at, key, kinds, cites: m.ExtendCase(at=at, key=key, kinds=kinds),
    "only_if": lambda at, condition, cites: m.OnlyIf(at=at, condition=condition),
    "drop_case": lambda at, key, cites: m.DropLine(at=at, key=key, case=True, cites=cites or ()),
    "insert_choice": lambda at, key, choices: m.InsertChoices(at=at, key=key, choices=choices),
}
