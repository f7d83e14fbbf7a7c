"""Edits of single lines: steps, tie-breaks, components and lines of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import close_names
from variorum_dsl.edits.addresses import keyed, rewritten

if TYPE_CHECKING:
    from variorum_dsl.model.clauses import Pile, Winner


class LineEdits:
    """What a draft can do with the lines inside its clauses."""

    drawers: dict[str, dict[str, Any]]
    piles: list[Pile]
    winner: Winner | None
    problems: list[Diagnostic]

    def change(self, edit: m.Change, origin: str) -> None:
        if edit.section == "components":
            for line_edit in edit.edits:
                self._change_component(line_edit, origin)
        elif edit.section == "winner":
            for line_edit in edit.edits:
                self._change_winner(line_edit, origin)
        else:
            word = edit.section
            drawer = self.drawers[
                word if word in ("scoring", "effect", "procedure") else "stage"
            ]
            clause = drawer.get(edit.name)
            if clause is None and word == "rounds" and edit.name == "rounds":
                rounds = [stage for stage in drawer.values() if stage.stage == "rounds"]
                clause = rounds[0] if len(rounds) == 1 else None
            if clause is None:
                self.missing(edit.at, word, edit.name, drawer)
                return
            for line_edit in edit.edits:
                if word == "scoring":
                    clause = self._change_steps(clause, line_edit, origin)
                else:
                    clause = self._change_body(clause, line_edit)
            drawer[clause.name] = clause if word == "scoring" else clause.but(
                origin=joined(clause.origin, origin)
            )

    def _change_steps(self, scoring: m.Scoring, edit: Any, origin: str) -> m.Scoring:
        lines = {step.name: step for step in scoring.steps}
        steps = self._spliced(list(scoring.steps), lines, edit, origin)
        return scoring.but(steps=tuple(steps))

    def _spliced(self, rows: list[Any], lines: dict[str, Any], edit: Any, origin: str) -> Any:
        """The rows with one of them exchanged, dropped, or with others beside it."""
        new = [row.but(origin=origin) for row in getattr(edit, "lines", ())]
        if isinstance(edit, m.InsertLines) and not edit.where.key:
            return new + rows if edit.where.side == "first" else rows + new
        key = edit.where.key if isinstance(edit, m.InsertLines) else edit.key
        if key not in lines:
            self.missing(edit.at, "line", key, lines)
            return rows
        place = next(i for i, row in enumerate(rows) if row is lines[key])
        if isinstance(edit, m.InsertLines):
            place += edit.where.side == "after"
            return rows[:place] + new + rows[place:]
        return rows[:place] + new + rows[place + 1 :]

    def _change_winner(self, edit: Any, origin: str) -> None:
        if self.winner is None:
            self.missing(edit.at, "winner", "", ())
            return
        winner = self.winner
        key = edit.where.key if isinstance(edit, m.InsertLines) else edit.key
        if key in ("shared", "nobody") and key == winner.tied:
            new = tuple(row.but(origin=origin) for row in getattr(edit, "lines", ()))
            tied = getattr(edit, "tied", "")
            if isinstance(edit, m.InsertLines):
                tied = tied or winner.tied
            cites = getattr(edit, "tied_cites", ()) or winner.tied_cites
            self.winner = winner.but(chain=winner.chain + new, tied=tied, tied_cites=cites)
            return
        lines = {tie.name: tie for tie in winner.chain}
        chain = self._spliced(list(winner.chain), lines, edit, origin)
        tied = getattr(edit, "tied", "") or winner.tied
        self.winner = winner.but(chain=tuple(chain), tied=tied)

    def _change_component(self, edit: Any, origin: str) -> None:
        keys = [line.name or line.kind for pile in self.piles for line in pile.lines]
        if edit.key not in keys:
            self.missing(edit.at, "component line", edit.key, keys)
            return
        done = False
        piles = []
        for pile in self.piles:
            lines: list[m.Component] = []
            for line in pile.lines:
                if (line.name or line.kind) == edit.key and not done:
                    done = True
                    new = getattr(edit, "lines", ())
                    lines.extend(each.but(origin=origin) for each in new)
                else:
                    lines.append(line)
            piles.append(pile.but(lines=tuple(lines)))
        self.piles = piles

    def _change_body(self, clause: Any, edit: Any) -> Any:
        body = clause.body
        lines = keyed(body)
        match edit:
            case m.InsertLines(where=m.Where(side=side, key="")):
                return clause.but(
                    body=edit.lines + body if side == "first" else body + edit.lines
                )
            case m.DropLine(case=True):
                return self._change_case(clause, edit.at, edit.key, lines, ())
            case m.ExtendCase():
                return self._change_case(clause, edit.at, edit.key, lines, edit.kinds)
            case m.OnlyIf():
                return self._only_if(clause, edit)
        key = edit.where.key if isinstance(edit, m.InsertLines) else edit.key
        line: Any = lines.get(key)
        if line is None:
            self.missing(edit.at, "line", key, lines)
            return clause
        new: Any
        match edit:
            case m.InsertLines(where=where):
                new = (line, *edit.lines) if where.side == "after" else (*edit.lines, line)
            case m.ReplaceLines():
                new = edit.lines
            case m.InsertCases() if isinstance(line, m.Depending):
                new = (line.but(cases=line.cases + edit.cases),)
            case m.InsertChoices() if isinstance(line, m.Chooses):
                new = (line.but(choices=line.choices + edit.choices),)
            case m.DropLine():
                new = ()
            case _:
                self.missing(edit.at, "list of cases or choices", key, ())
                return clause
        return clause.but(body=rewritten(body, line, new))

    def _change_case(
        self, clause: Any, at: Place, key: str, lines: dict[str, Any], more: tuple[str, ...]
    ) -> Any:
        """The case of a kind: for further kinds as well, or gone where there are none."""
        cases: list[str] = []
        for line in lines.values():
            if not isinstance(line, m.Depending):
                continue
            cases.extend(kind for case in line.cases for kind in case.kinds)
            if any(key in case.kinds for case in line.cases):
                changed = tuple(
                    case.but(kinds=case.kinds + more) if key in case.kinds else case
                    for case in line.cases if more or key not in case.kinds
                )
                new = (line.but(cases=changed),)
                return clause.but(body=rewritten(clause.body, line, new))
        self.missing(at, "case", key, cases)
        return clause

    def _only_if(self, clause: Any, edit: m.OnlyIf) -> Any:
        if not isinstance(clause, m.Effect):
            self.missing(edit.at, "trigger", "", ())
            return clause
        condition = edit.condition if clause.condition is None else m.Binary(
            at=edit.at, operation="and", left=clause.condition, right=edit.condition
        )
        return clause.but(condition=condition)

    def missing(self, at: Place, word: str, name: str, known: Any) -> None:
        near = close_names(name, list(known), n=1)
        called = f" called {quote(name)}" if name else ""
        offered = ", ".join(list(known)[:8])
        self.problems.append(Diagnostic(
            "edit-does-not-apply", "error", f"there is no {word}{called} to edit",
            Label(at.head(), "this edit finds nothing"),
            why="an edit changes something that is there; a parent, an option or another "
            "reading may have removed or renamed it",
            hint=f"did you mean {near[0]}?" if near
            else (f"there are: {offered}" if offered else "use add to bring in something new"),
        ))


def joined(before: str, origin: str) -> str:
    """Where a clause comes from when something else has changed it too."""
    return origin if not before or before == origin else f"{before}, {origin}"

