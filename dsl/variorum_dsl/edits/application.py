"""Applying edits: the one algebra behind readings, options and `extends`."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.edits.line_edits import LineEdits
from variorum_dsl.model.node import Node, content_fields

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


class Draft(LineEdits):
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
            Label(clause.at.head(), "the second one"),
            (Label(before.head(), "the first one"),),
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
                self.change(edit, origin)

    def _replace(self, clause: Any, origin: str) -> None:
        if isinstance(clause, m.Seats):
            self.seats = clause.but(origin=origin)
        elif isinstance(clause, m.Elimination | m.Winner):
            field = "winner" if isinstance(clause, m.Winner) else "elimination"
            if getattr(self, field) is None:
                self.missing(clause.at, field, "", ())
            setattr(self, field, clause.but(origin=origin))
        else:
            drawer = self.drawers[DRAWERS[type(clause)]]
            before = drawer.get(clause.name)
            if before is None:
                self.missing(clause.at, DRAWERS[type(clause)], clause.name, drawer)
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
                self.missing(edit.at, "elimination", "", ())
            self.elimination = None
            return
        word = "stage" if edit.word in ("phase", "rounds", "reckoning") else edit.word
        if edit.name not in self.drawers[word]:
            self.missing(edit.at, edit.word, edit.name, self.drawers[word])
        self.drawers[word].pop(edit.name, None)

    def _rename(self, edit: m.Rename) -> None:
        known = {name for drawer in self.drawers.values() for name in drawer}
        known |= {line.name for pile in self.piles for line in pile.lines if line.name}
        known |= {inner.name for kind in self.drawers["kind"].values()
                  for inner in (*kind.attributes, *kind.marks)}
        known |= {step.name for scoring in self.drawers["scoring"].values()
                  for step in scoring.steps}
        if edit.old not in known:
            self.missing(edit.at, "name", edit.old, known)
            return
        if edit.new in known:
            self.problems.append(Diagnostic(
                "duplicate-name", "error", f"{quote(edit.new)} is taken already",
                Label(edit.at.head(), "renamed here"),
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


def cited(clause: Any, cites: tuple[m.Cite, ...]) -> Any:
    """The clause with the citation of its section, where it has none of its own."""
    return clause if clause.cites or not cites else clause.but(cites=cites)


def renamed(node: Any, old: str, new: str, words: m.Words | None = None) -> Any:
    """The node with a name exchanged wherever it stands."""
    changes: dict[str, Any] = {}
    for field in content_fields(node):
        value = getattr(node, field)
        if (field in _NOT_NAMES and not isinstance(value, Node)) or (
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
    if (
        changes.get("name") == new and words is not None
        and "words" in content_fields(node)
        and isinstance(node, m.Clause | m.Attribute | m.Mark)
    ):
        changes["words"] = words
    return node.but(**changes) if changes else node
