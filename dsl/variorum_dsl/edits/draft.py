"""A game under construction: its clauses by name, in order, and what goes into them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Protocol, TypeVar, assert_never

from variorum_dsl import model as m
from variorum_dsl.budget import Budget
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import close_names, respelt
from variorum_dsl.model.node import Kept

Named = TypeVar(
    "Named", m.Kind, m.Zone, m.Track, m.Dummy, m.Figure, m.Stage, m.Effect, m.Procedure, m.End,
    m.Scoring, m.Always, m.Silent, m.Option, m.Example, m.Besides,
)
MOST_HINTS = 100
Cited = TypeVar("Cited", bound=m.Clause)
Drawer = (
    dict[str, m.Kind] | dict[str, m.Zone] | dict[str, m.Track] | dict[str, m.Dummy]
    | dict[str, m.Figure] | dict[str, m.Stage] | dict[str, m.Effect] | dict[str, m.Procedure]
    | dict[str, m.End] | dict[str, m.Scoring] | dict[str, m.Always] | dict[str, m.Silent]
    | dict[str, m.Option] | dict[str, m.Example]
)


@dataclass(slots=True)
class Draft:
    """What a game consists of so far, and what is wrong with it."""

    kinds: dict[str, m.Kind] = field(default_factory=dict)
    zones: dict[str, m.Zone] = field(default_factory=dict)
    tracks: dict[str, m.Track] = field(default_factory=dict)
    dummies: dict[str, m.Dummy] = field(default_factory=dict)
    figures: dict[str, m.Figure] = field(default_factory=dict)
    stages: dict[str, m.Stage] = field(default_factory=dict)
    effects: dict[str, m.Effect] = field(default_factory=dict)
    procedures: dict[str, m.Procedure] = field(default_factory=dict)
    ends: dict[str, m.End] = field(default_factory=dict)
    scorings: dict[str, m.Scoring] = field(default_factory=dict)
    always: dict[str, m.Always] = field(default_factory=dict)
    silences: dict[str, m.Silent] = field(default_factory=dict)
    options: dict[str, m.Option] = field(default_factory=dict)
    examples: dict[str, m.Example] = field(default_factory=dict)
    published: list[m.Published] = field(default_factory=list)
    advice: dict[str, m.Advice] = field(default_factory=dict)
    piles: list[m.Pile] = field(default_factory=list)
    totals: list[m.Total] = field(default_factory=list)
    besides: dict[str, m.Besides] = field(default_factory=dict)
    allows: list[m.Allow] = field(default_factory=list)
    seats: m.Seats | None = None
    elimination: m.Elimination | None = None
    winner: m.Winner | None = None
    problems: list[Diagnostic] = field(default_factory=list)
    budget: Budget = field(default_factory=Budget)

    def copy(self) -> Draft:
        """The same once more, to be changed; its problems are its own."""
        other = replace(self, problems=[])
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, dict | list) and each.name != "problems":
                setattr(other, each.name, value.copy())
        return other

    @property
    def drawers(self) -> dict[str, Drawer]:
        """The clauses that have names, by the word for them."""
        return {
            "kind": self.kinds, "zone": self.zones, "track": self.tracks, "dummy": self.dummies,
            "figure": self.figures, "stage": self.stages, "effect": self.effects,
            "procedure": self.procedures, "end": self.ends, "scoring": self.scorings,
            "always": self.always, "silent": self.silences, "option": self.options,
            "example": self.examples,
        }


def cited(clause: Cited, cites: tuple[m.Cite, ...]) -> Cited:
    """The clause with the citation of its section, where it has none of its own; what the section
    says in a sentence is not about each of its clauses."""
    headings = tuple(cite for cite in cites if not cite.says)
    return clause if clause.cites or not headings else replace(clause, cites=headings)


def add(  # noqa: C901 (one case for each clause)
    draft: Draft, clause: m.Section | m.Option | m.Example, origin: str
) -> None:
    """Put a clause, or every line of a section, where it belongs."""
    match clause:
        case m.Kinds(lines=kinds):
            for kind in kinds:
                _add_kind(draft, cited(kind, clause.cites), origin)
        case m.Components(lines=lines):
            for line in lines:
                _add_components(draft, cited(line, clause.cites), origin)
        case m.Zones(lines=zones):
            for zone in zones:
                _put(draft, draft.zones, "zone", cited(zone, clause.cites), origin)
        case m.Tracks(lines=tracks):
            for track in tracks:
                _put(draft, draft.tracks, "track", cited(track, clause.cites), origin)
        case m.Figures(lines=figures):
            for figure in figures:
                _put(draft, draft.figures, "figure", cited(figure, clause.cites), origin)
        case m.Elimination():
            if draft.elimination is not None:
                _twice(draft, "elimination", clause.at, draft.elimination.at)
            else:
                draft.elimination = replace(clause, origin=origin)
        case m.Winner():
            if draft.winner is not None:
                _twice(draft, "winner", clause.at, draft.winner.at)
            else:
                draft.winner = replace(clause, origin=origin)
        case m.Dummy():
            _put(draft, draft.dummies, "dummy", clause, origin)
        case m.Stage():
            _put(draft, draft.stages, "stage", clause, origin)
        case m.Effect():
            _put(draft, draft.effects, "effect", clause, origin)
        case m.Procedure():
            _put(draft, draft.procedures, "procedure", clause, origin)
        case m.End():
            _put(draft, draft.ends, "end", clause, origin)
        case m.Scoring():
            _put(draft, draft.scorings, "scoring", clause, origin)
        case m.Always():
            _put(draft, draft.always, "always", clause, origin)
        case m.Silent():
            _put(draft, draft.silences, "silent", clause, origin)
        case m.Option():
            _put(draft, draft.options, "option", clause, origin)
        case m.Example():
            _put(draft, draft.examples, "example", clause, origin)
        case _:
            assert_never(clause)


def _add_components(
    draft: Draft, line: m.Pile | m.Total | m.Besides, origin: str
) -> None:
    if isinstance(line, m.Besides):
        _put(draft, draft.besides, "component", line, origin)
        return
    if isinstance(line, m.Total):
        draft.totals.append(replace(line, origin=origin))
        return
    lines = tuple(replace(cited(each, line.cites), origin=origin) for each in line.lines)
    draft.piles.append(replace(line, origin=origin, lines=lines))


def _add_kind(draft: Draft, kind: m.Kind, origin: str) -> None:
    _put(draft, draft.kinds, "kind", replace(kind, kinds=()), origin)
    for inner in kind.kinds:
        _add_kind(draft, replace(cited(inner, kind.cites), under=kind.name), origin)


def _put(
    draft: Draft, drawer: dict[str, Named], word: str, clause: Named, origin: str
) -> None:
    before = drawer.get(clause.name)
    if before is not None:
        _twice(draft, f"{word} {quote(clause.name)}", clause.at, before.at)
    else:
        drawer[clause.name] = replace(clause, origin=origin)


class Change(Protocol):
    """Makes of a record another one of the same class."""

    def __call__(self, node: Kept, /) -> Kept: ...


def change_named(draft: Draft, change: Change) -> None:
    """Exchange every clause that has a name."""

    def changed(drawer: dict[str, Named]) -> dict[str, Named]:
        return {(new := change(clause)).name: new for clause in drawer.values()}

    draft.kinds, draft.zones, draft.tracks = (
        changed(draft.kinds), changed(draft.zones), changed(draft.tracks))
    draft.dummies, draft.figures, draft.stages = (
        changed(draft.dummies), changed(draft.figures), changed(draft.stages))
    draft.effects, draft.procedures, draft.ends = (
        changed(draft.effects), changed(draft.procedures), changed(draft.ends))
    draft.scorings, draft.always, draft.silences = (
        changed(draft.scorings), changed(draft.always), changed(draft.silences))
    draft.options, draft.examples = changed(draft.options), changed(draft.examples)


def inherit(draft: Draft, origin: str) -> None:
    """Say where every clause comes from that does not say it yet."""

    def inherited(node: Kept) -> Kept:
        assert isinstance(node, m.Clause)
        return node if node.origin else replace(node, origin=origin)

    change_named(draft, inherited)


def change_all(draft: Draft, change: Change) -> None:
    """Exchange every clause except where the file was published and for how many it is."""

    change_named(draft, change)
    draft.piles = [change(pile) for pile in draft.piles]
    draft.totals = [change(total) for total in draft.totals]
    draft.allows = [change(allow) for allow in draft.allows]
    draft.elimination = change(draft.elimination) if draft.elimination else None
    draft.winner = change(draft.winner) if draft.winner else None


# ------------------------------------------------------------------------------ what goes wrong
def _twice(draft: Draft, what: str, at: Place, before: Place) -> None:
    draft.problems.append(Diagnostic(
        "duplicate-name", "error", f"there are two clauses for {what}",
        Label(at.head(), "the second one"), (Label(before.head(), "the first one"),),
        why="a name stands for one thing, and a rule is stated once",
        hint="rename one of them, or use replace to exchange the first one",
    ))


def missing(draft: Draft, at: Place, word: str, name: str, known: Iterable[str]) -> None:
    """An edit that finds nothing to change."""
    names = list(known)
    near = close_names(name, names, n=1) if len(draft.problems) < MOST_HINTS else []
    called = f" called {quote(name)}" if name and name != word else ""
    offered = ", ".join(names[:8])
    draft.problems.append(Diagnostic(
        "edit-does-not-apply", "error", f"there is no {word}{called} to edit",
        Label(at.head(), "this edit finds nothing"),
        why="an edit changes something that is there; a parent, an option or another "
        "reading may have removed or renamed it",
        hint=f"did you mean {near[0]}?" if near
        else "add one: add setup, with its lines below" if word == "setup"
        else (f"there are: {offered}" if offered else "use add to bring in something new"),
        fix=respelt(at.head(), near[0]) if near and name else None,
    ))
