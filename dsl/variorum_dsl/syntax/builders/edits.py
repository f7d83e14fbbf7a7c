"""From rules of the grammar to edits."""

from __future__ import annotations

from functools import partial
from typing import Literal

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.model.edits import EditedLine, InsertedLine
from variorum_dsl.syntax.builders.clauses import Names, Printed, Tied
from variorum_dsl.syntax.builders.lines import Cites
from variorum_dsl.syntax.stack import Rules, Word, at_of, builds, places, text_of, texts

RULES: Rules = {}
Section = Literal["setup", "rounds", "phase", "reckoning", "effect", "procedure"]
LineEdits = tuple[m.LineEdit, ...]


# ------------------------------------------------------------------------------ whole clauses
@builds(RULES, "add")
def _add(at: Place, section: m.Section | None) -> m.Add | None:
    return m.Add(at=at, section=section) if section else None


@builds(RULES, "replace")
def _replace(at: Place, clause: m.Replaceable | None) -> m.Replace | None:
    return m.Replace(at=at, clause=clause) if clause else None


@builds(RULES, "clause_word")
def _clause_word(_: Place, word: str) -> str:
    return word


@builds(RULES, "remove_named")
def _remove_named(at: Place, word: str, name: Word, cites: Cites) -> m.Remove:
    return m.Remove(at=at, word=word, name=name.value, name_at=name.at, cites=cites or ())


@builds(RULES, "remove_elimination")
def _remove_elimination(at: Place, cites: Cites) -> m.Remove:
    return m.Remove(at=at, word="elimination", cites=cites or ())


@builds(RULES, "rename")
def _rename(at: Place, old: Word, new: Word, words: Printed, cites: Cites) -> m.Rename:
    return m.Rename(
        at=at, old=old.value, old_at=old.at, new=new.value, new_at=new.at, words=words,
        cites=cites or (),
    )


# -------------------------------------------------------------------------- lines of a section
@builds(RULES, "change_scoring")
def _change_scoring(at: Place, name: Word, cites: Cites, edits: LineEdits) -> m.Change:
    return m.Change(
        at=at, section="scoring", name=name.value, name_at=name.at, cites=cites or (),
        edits=edits,
    )


@builds(RULES, "change_winner")
def _change_winner(at: Place, cites: Cites, edits: LineEdits) -> m.Change:
    return m.Change(at=at, section="winner", cites=cites or (), edits=edits)


@builds(RULES, "change_components")
def _change_components(at: Place, cites: Cites, edits: LineEdits) -> m.Change:
    return m.Change(at=at, section="components", cites=cites or (), edits=edits)


@builds(RULES, "change_play")
def _change_play(
    at: Place, section: tuple[Section, Word | None], cites: Cites, edits: LineEdits
) -> m.Change:
    sort, name = section
    return m.Change(
        at=at, section=sort, name=text_of(name) or sort, name_at=at_of(name), cites=cites or (),
        edits=edits,
    )


def _in_section(
    section: Section, _: Place, name: Word | None = None
) -> tuple[Section, Word | None]:
    return section, name


RULES |= {
    "in_setup": partial(_in_section, "setup"), "in_rounds": partial(_in_section, "rounds"),
    "in_phase": partial(_in_section, "phase"),
    "in_reckoning": partial(_in_section, "reckoning"),
    "in_effect": partial(_in_section, "effect"),
    "in_procedure": partial(_in_section, "procedure"),
}


@builds(RULES, "replace_step")
def _replace_step(at: Place, step: m.Step) -> m.ReplaceLines:
    return m.ReplaceLines(at=at, key=step.name, key_at=step.name_at, lines=(step,))


@builds(RULES, "replace_tie", "replace_component", "replace_stmt")
def _replace_lines(
    at: Place, key: Word, lines: tuple[EditedLine | Tied, ...]
) -> m.ReplaceLines:
    tied, cites = _tied(lines)
    return m.ReplaceLines(
        at=at, key=key.value, key_at=key.at, tied=tied, tied_cites=cites,
        lines=tuple(line for line in lines if not isinstance(line, tuple)),
    )


Where = tuple[Literal["after", "before", "first", "last"], Word | None]


@builds(RULES, "insert_tie", "insert_stmt")
def _insert_lines(
    at: Place, where: Where, lines: tuple[InsertedLine | Tied, ...]
) -> m.InsertLines:
    side, key = where
    tied, cites = _tied(lines)
    return m.InsertLines(
        at=at, where=m.Where(at=at, side=side, key=text_of(key), key_at=at_of(key)),
        lines=tuple(line for line in lines if not isinstance(line, tuple)),
        tied=tied, tied_cites=cites,
    )


@builds(RULES, "insert_step")
def _insert_step(at: Place, where: Where, step: m.Step) -> m.InsertLines:
    return _insert_lines(at, where, (step,))


def _tied(
    lines: tuple[EditedLine | Tied, ...]
) -> tuple[Literal["", "shared", "nobody", "impossible"], tuple[m.Cite, ...]]:
    found = [line for line in lines if isinstance(line, tuple)]
    return found[-1] if found else ("", ())


@builds(RULES, "after_key")
def _after(_: Place, key: Word) -> Where:
    return "after", key


@builds(RULES, "before_key")
def _before(_: Place, key: Word) -> Where:
    return "before", key


@builds(RULES, "at_start")
def _at_start(_: Place) -> Where:
    return "first", None


@builds(RULES, "at_end")
def _at_end(_: Place) -> Where:
    return "last", None


@builds(RULES, "drop_line")
def _drop_line(at: Place, key: Word, cites: Cites) -> m.DropLine:
    return m.DropLine(at=at, key=key.value, key_at=key.at, cites=cites or ())


@builds(RULES, "drop_case")
def _drop_case(at: Place, key: Word, cites: Cites) -> m.DropLine:
    return m.DropLine(at=at, key=key.value, key_at=key.at, case=True, cites=cites or ())


@builds(RULES, "insert_case")
def _insert_case(at: Place, key: Word, cases: tuple[m.Case, ...]) -> m.InsertCases:
    return m.InsertCases(at=at, key=key.value, key_at=key.at, cases=cases)


@builds(RULES, "extend_case")
def _extend_case(at: Place, key: Word, kinds: Names, _cites: Cites) -> m.ExtendCase:
    return m.ExtendCase(
        at=at, key=key.value, key_at=key.at, kinds=texts(kinds), kinds_at=places(kinds)
    )


@builds(RULES, "insert_choice")
def _insert_choice(at: Place, key: Word, choices: tuple[m.Choice, ...]) -> m.InsertChoices:
    return m.InsertChoices(at=at, key=key.value, key_at=key.at, choices=choices)


@builds(RULES, "only_if")
def _only_if(at: Place, condition: m.Expression, _cites: Cites) -> m.OnlyIf:
    return m.OnlyIf(at=at, condition=condition)
