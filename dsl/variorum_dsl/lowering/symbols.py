"""What every name of a game stands for at one number of players, and what is wrong with names."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Literal

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Diagnostic, Fix, Label, Place, Severity
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import NUMBERS, close_names, respelt
from variorum_dsl.english import article
from variorum_dsl.lowering.uses import Role, Sort, Symbol, Uses
from variorum_dsl.model.game import Game

PREDECLARED = frozenset({"players", "nobody", "chance", "left", "right"})
MOST_PROBLEMS = 1000
MOST_HINTS = 100

Printed = m.Zone | m.Track | m.Figure | m.Scoring | m.Kind | m.Attribute | m.Component

# Kinds, marks and named cards share their names.
Namespace = Literal[
    "kind", "attribute", "member", "zone", "track", "dummy", "figure", "scoring", "effect",
    "procedure",
]
_NAMESPACES: dict[Sort, Namespace] = {
    "kind": "kind", "mark": "kind", "card": "kind", "attribute": "attribute", "member": "member",
    "zone": "zone", "track": "track", "dummy": "dummy", "figure": "figure",
    "scoring": "scoring", "effect": "effect", "procedure": "procedure",
}


class Symbols:
    """The tables of names, filled in by `variorum_dsl.lowering.declarations`."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.program = c.Program()
        self.problems: list[Diagnostic] = []
        self.uses = Uses()
        self.declared: dict[tuple[Namespace, str], Symbol] = {}
        self.types: dict[Symbol, str] = {}  # of what the lines make
        self.kinds: dict[str, m.Kind] = {kind.name: kind for kind in game.kinds}
        self.parents: dict[str, str] = {}
        self.attributes: dict[str, int] = {}
        self.members: dict[str, tuple[int, int]] = {}
        self.values: dict[str, tuple[int, int]] = {}  # numbers with names: attribute and value
        self.marks: dict[str, m.Mark] = {}
        self.zones: dict[str, int] = {}
        self.tracks: dict[str, int] = {}
        self.dummies: dict[str, int] = {}
        self.figures: dict[str, int] = {}
        self.scorings: dict[str, int] = {}
        self.procedures = {procedure.name: procedure for procedure in game.procedures}
        self.masks: dict[str, int] = {}
        self._attributes_of: dict[str, list[m.Attribute]] = {}

    @property
    def owners(self) -> int:
        return self.players + len(self.dummies)

    def lineage(self, kind: str) -> list[str]:
        """A kind and everything that it is a part of."""
        found: dict[str, None] = {}
        while kind and kind not in found:
            found[kind] = None
            kind = self.parents.get(kind, "")
        return list(found)

    def attributes_of(self, kind: str) -> list[m.Attribute]:
        found = self._attributes_of.get(kind)
        if found is None:
            found = self._attributes_of[kind] = [
                attribute for name in reversed(self.lineage(kind)) if name in self.kinds
                for attribute in self.kinds[name].attributes
            ]
        return found

    # ------------------------------------------------------------------------------------ uses
    def declare(self, sort: Sort, name: str, at: Place) -> None:
        symbol = self.declared.setdefault((_NAMESPACES[sort], name), Symbol(sort, name, at))
        self.uses.note(symbol, at, "declares")

    def used(self, namespace: Namespace, name: str, at: Place, role: Role = "reads") -> None:
        symbol = self.declared.get((namespace, name))
        if symbol is not None:
            self.uses.note(symbol, at, role)

    # --------------------------------------------------------------------------------- reports
    def report(
        self, code: str, title: str, at: Place, label: str = "", why: str = "", hint: str = "",
        secondary: tuple[Label, ...] = (), severity: Severity = "error", fix: Fix | None = None,
    ) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Diagnostic(
                code, severity, title, Label(at, label), secondary, why, hint, fix=fix))

    def unknown(
        self, word: str, name: str, at: Place, known: Iterable[str], name_at: Place = NOWHERE,
        fitting: Collection[str] | None = None, whole: Callable[[str], str] = str,
    ) -> None:
        """Report a name that nothing has; `name_at` is where it stands at the place, only
        what is `fitting` could be written there, and `whole` is how a name is written there."""
        written = at if name_at == NOWHERE else name_at
        near: list[str] = []
        if name in NUMBERS:
            self.report(
                "unknown-name", f"no {word} here is called {quote(name)}", at, "a number is meant",
                why="numbers are written in digits", hint=f"write {NUMBERS[name]}",
                fix=respelt(written, str(NUMBERS[name]), safe=True),
            )
            return
        if name == "yes":
            self.report(
                "unknown-name", f"no {word} here is called {quote(name)}", at, "true is meant",
                why="a flag is true or false", hint="write true",
                fix=respelt(written, "true", safe=True),
            )
            return
        if len(self.problems) < MOST_HINTS:
            others = [k for k in known if k != name]
            near = (self.printed_as(name, others) or close_names(name, fitting or ())
                    or close_names(name, others))
        meant = whole(near[0]) if near else ""
        self.report(
            "unknown-name", f"no {word} here is called {quote(name)}", at,
            f"did you mean {meant}?" if near else "unknown",
            why=f"{article(word)} {word} must be declared, or named by the lines above, before it "
            "is used",
            hint=f"write {meant}" if near else f"declare {name}, or use a name that exists",
            fix=respelt(written, meant) if near and (
                fitting is None or near[0] in fitting) else None,
        )

    def printed_as(self, name: str, known: Iterable[str]) -> list[str]:
        """The known name whose printed words these are: people write what they read."""
        game, wanted = self.game, set(known)
        named: list[Printed] = [
            *game.zones, *game.tracks, *game.figures, *game.scorings, *game.kinds,
            *(attribute for kind in game.kinds for attribute in kind.attributes),
            *(line for pile in game.piles for line in pile.lines),
        ]
        for whole in (True, False):
            for each in named:
                printed = each.words.one.lower().replace(" ", "-") if each.words else ""
                if each.name in wanted and (
                    printed == name if whole else printed.startswith(f"{name}-")
                ):
                    return [each.name]
        return []
