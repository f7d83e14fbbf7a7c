"""Applying edits: the one algebra behind readings, options and `extends`."""

from __future__ import annotations

from typing import Any

from dsl import model as m
from dsl.cleaning import quote
from dsl.diagnostics import Diagnostic, Label, Place
from dsl.keys import keyed, rewritten
from dsl.model.node import Node
from dsl.near import close_names

# Which drawer of a draft holds a clause, and what people call it.
DRAWERS: dict[type, str] = {
    m.Kind: "kind", m.Zone: "zone", m.Track: "track", m.Dummy: "dummy", m.Figure: "figure",
    m.Stage: "stage", m.Effect: "effect", m.Procedure: "procedure", m.End: "end",
    m.Scoring: "scoring", m.Always: "always", m.Silent: "silent", m.Option: "option",
    m.Example: "example",
}
_SECTIONS = (m.Kinds, m.Zones, m.Tracks, m.Figures)
# Fields that hold what people read or fixed words, never a name of the file.
_NOT_NAMES = frozenset(
    "one many heading question text title reason origin operation comparison extreme sight side "
    "section form time start exactly".split()
)


class Draft:
    """A game under construction: drawers of clauses by name, in order."""

    def __init__(self) -> None:
        self.drawers: dict[str, dict[str, Any]] = {name: {} for name in DRAWERS.values()}
        self.published: list[m.Published] = []
        self.seats: m.Seats | None = None
        self.piles: list[m.Pile] = []
        self.totals: list[m.Total] = []
        self.elimination: m.Elimination | None = None
        self.winner: m.Winner | None = None
        self.allows: list[m.Allow] = []
        self.problems: list[Diagnostic] = []

    def copy(self) -> Draft:
        other = Draft()
        other.drawers = {name: dict(drawer) for name, drawer in self.drawers.items()}
        for field in ("published", "piles", "totals", "allows"):
            setattr(other, field, list(getattr(self, field)))
        other.seats, other.elimination, other.winner = self.seats, self.elimination, self.winner
        return other

    # ---------------------------------------------------------------- adding
    def add(self, clause: Any, origin: str) -> None:
        """Put a clause, or every line of a section, into its drawer."""
        if isinstance(clause, _SECTIONS):
            for line in clause.lines:
                self.add(cited(line, clause.cites), origin)
        elif isinstance(clause, m.Components):
            for pile in clause.lines:
                self._add_components(cited(pile, clause.cites), origin)
        elif isinstance(clause, m.Kind):
            self._add_kind(clause, origin)
        elif isinstance(clause, m.Elimination):
            self._single("elimination", clause, origin)
        elif isinstance(clause, m.Winner):
            self._single("winner", clause, origin)
        else:
            self._put(DRAWERS[type(clause)], clause.but(origin=origin))

    def _add_components(self, line: m.Pile | m.Total, origin: str) -> None:
        if isinstance(line, m.Total):
            self.totals.append(line.but(origin=origin))
            return
        lines = tuple(cited(each, line.cites).but(origin=origin) for each in line.lines)
        self.piles.append(line.but(origin=origin, lines=lines))

    def _add_kind(self, kind: m.Kind, origin: str) -> None:
        self._put("kind", kind.but(origin=origin, kinds=()))
        for inner in kind.kinds:
            self._add_kind(cited(inner, kind.cites).but(under=kind.name), origin)

    def _single(self, field: str, clause: Any, origin: str) -> None:
        if getattr(self, field) is not None:
            self._twice(field, clause, getattr(self, field).at)
        else:
            setattr(self, field, clause.but(origin=origin))

    def _put(self, drawer: str, clause: Any) -> None:
        before = self.drawers[drawer].get(clause.name)
        if before is not None:
            self._twice(f"{drawer} {quote(clause.name)}", clause, before.at)
        else:
            self.drawers[drawer][clause.name] = clause

    def _twice(self, what: str, clause: Any, before: Place) -> None:
        self.problems.append(Diagnostic(
            "duplicate-name", "error", f"there are two clauses for {what}",
            Label(_first_line(clause.at), "the second one"),
            (Label(_first_line(before), "the first one"),),
            why="a name stands for one thing, and a rule is stated once",
            hint="rename one of them, or use replace to exchange the first one",
        ))

    # --------------------------------------------------------------- editing
    def apply(self, edit: Any, origin: str) -> None:
        match edit:
            case m.Add(section=section):
                self.add(cited(section, edit.cites), origin)
            case m.Replace(clause=clause):
                self._replace(clause, origin)
            case m.Remove():
                self._remove(edit)
            case m.Rename():
                self._rename(edit)
            case m.Change():
                self._change(edit, origin)

    def _replace(self, clause: Any, origin: str) -> None:
        if isinstance(clause, m.Seats):
            self.seats = clause.but(origin=origin)
        elif isinstance(clause, m.Elimination | m.Winner):
            field = "winner" if isinstance(clause, m.Winner) else "elimination"
            if getattr(self, field) is None:
                self._missing(clause.at, field, "", ())
            setattr(self, field, clause.but(origin=origin))
        else:
            drawer = self.drawers[DRAWERS[type(clause)]]
            before = drawer.get(clause.name)
            if before is None:
                self._missing(clause.at, DRAWERS[type(clause)], clause.name, drawer)
                return
            if isinstance(clause, m.Kind) and not clause.under:
                clause = clause.but(under=before.under)
            if isinstance(clause, m.Kind | m.Zone | m.Track | m.Figure) and clause.words is None:
                clause = clause.but(words=before.words)
            cites = clause.cites or before.cites
            drawer[clause.name] = clause.but(origin=origin, cites=cites)

    def _remove(self, edit: m.Remove) -> None:
        if edit.word == "elimination":
            if self.elimination is None:
                self._missing(edit.at, "elimination", "", ())
            self.elimination = None
            return
        word = "stage" if edit.word in ("phase", "rounds", "reckoning") else edit.word
        if edit.name not in self.drawers[word]:
            self._missing(edit.at, edit.word, edit.name, self.drawers[word])
        self.drawers[word].pop(edit.name, None)

    def _rename(self, edit: m.Rename) -> None:
        known = {name for drawer in self.drawers.values() for name in drawer}
        known |= {line.name for pile in self.piles for line in pile.lines if line.name}
        known |= {inner.name for kind in self.drawers["kind"].values()
                  for inner in (*kind.attributes, *kind.marks)}
        known |= {step.name for scoring in self.drawers["scoring"].values()
                  for step in scoring.steps}
        if edit.old not in known:
            self._missing(edit.at, "name", edit.old, known)
            return
        if edit.new in known:
            self.problems.append(Diagnostic(
                "duplicate-name", "error", f"{quote(edit.new)} is taken already",
                Label(_first_line(edit.at), "renamed here"),
                why="after this two things would have the same name",
                hint="choose another name",
            ))
            return
        self._map(lambda node: renamed(node, edit.old, edit.new, edit.words))

    def _map(self, change: Any) -> None:
        for drawer in self.drawers.values():
            changed = {(new := change(clause)).name: new for clause in drawer.values()}
            drawer.clear()
            drawer.update(changed)
        self.piles = [change(pile) for pile in self.piles]
        self.totals = [change(total) for total in self.totals]
        self.allows = [change(allow) for allow in self.allows]
        self.elimination = change(self.elimination) if self.elimination else None
        self.winner = change(self.winner) if self.winner else None

    # ------------------------------------------------------ single lines
    def _change(self, edit: m.Change, origin: str) -> None:
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
                self._missing(edit.at, word, edit.name, drawer)
                return
            for line_edit in edit.edits:
                if word == "scoring":
                    clause = self._change_steps(clause, line_edit, origin)
                else:
                    clause = self._change_body(clause, line_edit)
            drawer[clause.name] = clause if word == "scoring" else clause.but(
                origin=_joined(clause.origin, origin)
            )

    def _change_steps(self, scoring: m.Scoring, edit: Any, origin: str) -> m.Scoring:
        lines = {step.name: step for step in scoring.steps}
        steps = self._spliced(list(scoring.steps), lines, edit, origin)
        return scoring.but(steps=tuple(steps))  # type: ignore[no-any-return]

    def _spliced(self, rows: list[Any], lines: dict[str, Any], edit: Any, origin: str) -> Any:
        """The rows with one of them exchanged, dropped, or with others beside it."""
        new = [row.but(origin=origin) for row in getattr(edit, "lines", ())]
        if isinstance(edit, m.InsertLines) and not edit.where.key:
            return new + rows if edit.where.side == "first" else rows + new
        key = edit.where.key if isinstance(edit, m.InsertLines) else edit.key
        if key not in lines:
            self._missing(edit.at, "line", key, lines)
            return rows
        place = next(i for i, row in enumerate(rows) if row is lines[key])
        if isinstance(edit, m.InsertLines):
            place += edit.where.side == "after"
            return rows[:place] + new + rows[place:]
        return rows[:place] + new + rows[place + 1 :]

    def _change_winner(self, edit: Any, origin: str) -> None:
        if self.winner is None:
            self._missing(edit.at, "winner", "", ())
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
            self._missing(edit.at, "component line", edit.key, keys)
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
            self._missing(edit.at, "line", key, lines)
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
                self._missing(edit.at, "list of cases or choices", key, ())
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
        self._missing(at, "case", key, cases)
        return clause

    def _only_if(self, clause: Any, edit: m.OnlyIf) -> Any:
        if not isinstance(clause, m.Effect):
            self._missing(edit.at, "trigger", "", ())
            return clause
        condition = edit.condition if clause.condition is None else m.Binary(
            at=edit.at, operation="and", left=clause.condition, right=edit.condition
        )
        return clause.but(condition=condition)

    def _missing(self, at: Place, word: str, name: str, known: Any) -> None:
        near = close_names(name, list(known), n=1)
        called = f" called {quote(name)}" if name else ""
        offered = ", ".join(list(known)[:8])
        self.problems.append(Diagnostic(
            "edit-does-not-apply", "error", f"there is no {word}{called} to edit",
            Label(_first_line(at), "this edit finds nothing"),
            why="an edit changes something that is there; a parent, an option or another "
            "reading may have removed or renamed it",
            hint=f"did you mean {near[0]}?" if near
            else (f"there are: {offered}" if offered else "use add to bring in something new"),
        ))


def cited(clause: Any, cites: tuple[m.Cite, ...]) -> Any:
    """The clause with the citation of its section, where it has none of its own."""
    return clause if clause.cites or not cites else clause.but(cites=cites)


def _joined(before: str, origin: str) -> str:
    return origin if not before or before == origin else f"{before}, {origin}"


def _first_line(at: Place) -> Place:
    return at if at.line == at.end_line else Place(at.path, at.line, at.column, at.line,
                                                   at.column + 1)


def renamed(node: Any, old: str, new: str, words: m.Words | None = None) -> Any:
    """The node with a name exchanged wherever it stands."""
    changes: dict[str, Any] = {}
    for field in node._fields:
        value = getattr(node, field)
        if field in _NOT_NAMES or field == "at" or (
            field == "stage" and isinstance(node, m.Stage)
        ):
            continue
        if isinstance(value, Node):
            replaced: Any = renamed(value, old, new, words)
        elif type(value) is tuple:
            replaced = tuple(
                renamed(item, old, new, words) if isinstance(item, Node)
                else (new if item == old else item)
                for item in value
            )
        else:
            replaced = new if value == old and type(value) is str else value
        if replaced is not value and replaced != value:
            changes[field] = replaced
    if changes.get("name") == new and words is not None and "words" in node._fields and isinstance(
        node, m.Clause | m.Attribute | m.Mark
    ):
        changes["words"] = words
    return node.but(**changes) if changes else node
