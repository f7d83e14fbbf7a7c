"""Edits of single lines: steps, tie-breaks, components and lines of play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar, assert_never

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.edits.addresses import Body, named_lines, numbered, rewritten
from variorum_dsl.edits.chains import Chain
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
            rows = _Rows(scoring.steps)
            for line_edit in edit.edits:
                row_edit = _row_edit(line_edit)
                rows.change(draft, row_edit, [replace(row, origin=origin) for row in _new_lines(
                    row_edit) if isinstance(row, m.Step)])
            draft.scorings[scoring.name] = replace(scoring, steps=rows.all())
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


class _Rows(Generic[Row]):
    """The rows of a table while edits change them. Of two of one name the last is meant."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.chain: Chain[Row] = Chain(rows)
        self.named: dict[str, int] = {self.chain[slot].name: slot for slot in self.chain.slots()}
        self.twice = len(self.named) < sum(1 for _ in self.chain)

    def all(self) -> tuple[Row, ...]:
        return tuple(self.chain)

    def change(self, draft: Draft, edit: RowEdit, new: list[Row]) -> None:
        """Exchange a row, drop it, or put others beside it."""
        chain, named = self.chain, self.named
        if self.twice:  # then which one is the last is looked for again
            named = self.named = {chain[slot].name: slot for slot in chain.slots()}
        draft.budget.spend(1 + self.twice * (1 + len(named) // 16), "this edit", edit.at)
        if isinstance(edit, m.InsertLines) and not edit.where.key:
            put = chain.put_first if edit.where.side == "first" else chain.put_last
            self._note(put(new))
            return
        slot = named.get(_key(edit))
        if slot is None:
            missing(draft, edit.at, "line", _key(edit), [row.name for row in chain])
            return
        if isinstance(edit, m.InsertLines) and edit.where.side == "after":
            self._note(chain.put_after(slot, new))
            return
        if not isinstance(edit, m.InsertLines):
            del named[_key(edit)]
        self._note(chain.put(slot, new))
        if not isinstance(edit, m.InsertLines):
            chain.take(slot)

    def _note(self, slots: list[int]) -> None:
        for slot in slots:
            self.twice = self.twice or self.chain[slot].name in self.named
            self.named[self.chain[slot].name] = slot


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
    rows = _Rows(winner.chain)
    rows.change(draft, edit, new)
    draft.winner = replace(winner, chain=rows.all(), tied=tied or winner.tied)


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
    lines = _Lines(clause.body)
    for line_edit in edit.edits:
        draft.budget.spend(1 + lines.steps // 4, "this edit", line_edit.at)
        lines.steps = 0
        clause = _change_body(draft, clause, line_edit, lines)
    drawer[clause.name] = replace(clause, body=lines.all(), origin=joined(clause.origin, origin))


class _Lines:
    """Lines of play while edits change them: the outermost ones in a chain, and what every line is
    called. That is worked out anew only where two lines have one name."""

    def __init__(self, body: Body) -> None:
        self.chain = Chain(body)
        self.steps = 0  # how many lines were looked at
        self._outer = {id(line): slot for slot in self.chain.slots()
                       for _, line in named_lines(self.chain[slot])}
        self._named: dict[str, m.Statement] | None = None
        self._twice = False

    def all(self) -> Body:
        return tuple(self.chain)

    def named(self) -> Mapping[str, m.Statement]:
        """Every line by what it is called."""
        return self.in_order() if self._named is None else self._named

    def in_order(self) -> Mapping[str, m.Statement]:
        """The same, in reading order."""
        lines = [each for line in self.chain for each in named_lines(line)]
        self.steps += len(lines)
        self._named = numbered(lines)
        self._twice = len({key for key, _ in lines}) < len(lines)
        return self._named

    def put(self, new: Body, *, first: bool) -> None:
        self._note((self.chain.put_first if first else self.chain.put_last)(new))

    def beside(self, line: m.Statement, new: Body, *, after: bool) -> None:
        slot = self._outer[id(line)]
        if self.chain[slot] is line:
            self._note(self.chain.put_after(slot, new) if after else self.chain.put(slot, new))
        else:
            self.exchange(line, (line, *new) if after else (*new, line))

    def exchange(self, line: m.Statement, new: Body) -> None:
        """Other lines in the place of one."""
        slot = self._outer[id(line)]
        outer = self.chain[slot]
        for key, _ in named_lines(outer):
            self.steps += 1
            if self._named is not None and not self._twice:
                del self._named[key]
            else:
                self._named = None
        self._note(self.chain.put(slot, rewritten((outer,), line, new)))
        self.chain.take(slot)

    def _note(self, slots: list[int]) -> None:
        for slot in slots:
            for key, line in named_lines(self.chain[slot]):
                self.steps += 1
                self._outer[id(line)] = slot
                if self._named is not None and key not in self._named:
                    self._named[key] = line
                else:
                    self._named = None


def _change_body(draft: Draft, clause: Played, edit: m.LineEdit, lines: _Lines) -> Played:
    """Change the lines, or what else an edit changes about a section."""
    match edit:
        case m.InsertLines(where=m.Where(side=side, key="")):
            lines.put(_statements(edit.lines), first=side == "first")
            return clause
        case m.DropLine(case=True):
            _change_case(draft, edit.at, edit.key, lines, ())
            return clause
        case m.ExtendCase():
            _change_case(draft, edit.at, edit.key, lines, edit.kinds)
            return clause
        case m.OnlyIf():
            return _only_if(draft, clause, edit)
    key = edit.where.key if isinstance(edit, m.InsertLines) else edit.key
    line = lines.named().get(key)
    if line is None:
        missing(draft, edit.at, "line", key, lines.in_order())
        return clause
    match edit:
        case m.InsertLines():
            lines.beside(line, _statements(edit.lines), after=edit.where.side == "after")
        case m.ReplaceLines():
            lines.exchange(line, _statements(edit.lines))
        case m.InsertCases() if isinstance(line, m.Depending):
            lines.exchange(line, (replace(line, cases=line.cases + edit.cases),))
        case m.InsertChoices() if isinstance(line, m.Chooses):
            lines.exchange(line, (replace(line, choices=line.choices + edit.choices),))
        case m.DropLine():
            lines.exchange(line, ())
        case m.InsertCases() | m.InsertChoices():
            missing(draft, edit.at, "list of cases or choices", key, ())
        case _:
            assert_never(edit)
    return clause


def _statements(lines: Sequence[EditedLine]) -> tuple[m.Statement, ...]:
    return tuple(
        line for line in lines if not isinstance(line, m.Step | m.Tie | m.Component)
    )


def _change_case(
    draft: Draft, at: Place, key: str, lines: _Lines, more: tuple[str, ...]
) -> None:
    """The case of a kind: for further kinds as well, or gone where there are none."""
    cases: list[str] = []
    for line in lines.in_order().values():
        if not isinstance(line, m.Depending):
            continue
        cases.extend(kind for case in line.cases for kind in case.kinds)
        if any(key in case.kinds for case in line.cases):
            changed = tuple(
                replace(case, kinds=case.kinds + more) if key in case.kinds else case
                for case in line.cases if more or key not in case.kinds
            )
            lines.exchange(line, (replace(line, cases=changed),))
            return
    missing(draft, at, "case", key, cases)


def _only_if(draft: Draft, clause: Played, edit: m.OnlyIf) -> Played:
    if not isinstance(clause, m.Effect):
        missing(draft, edit.at, "trigger", "", ())
        return clause
    condition = edit.condition if clause.condition is None else m.Joined(
        at=edit.at, operation="and", parts=(clause.condition, edit.condition)
    )
    return replace(clause, condition=condition)
