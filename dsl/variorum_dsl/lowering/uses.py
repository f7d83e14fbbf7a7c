"""The names of a rule file and where they are used, noted while names are resolved.

A `Symbol` is one thing that has a name; its place is where it is declared, in the file itself, its
parent or a library. A word inside a procedure stands in one place, however often the procedure is
called and for however many players the game is lowered, so it is one use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place

Sort = Literal[
    "kind", "mark", "card", "attribute", "member", "zone", "track", "dummy", "figure", "scoring",
    "step", "stage", "effect", "procedure", "parameter", "local", "choice", "line", "end",
    "always", "option", "silence", "reading", "example", "player", "game", "library",
]
# A rule that `reads` a name depends on it. One that only `sets` a track does not, and nor do the
# lines that `state` what the components or an example are made of, or that `edit` a clause.
Role = Literal["declares", "reads", "sets", "states", "edits"]


class Symbol(NamedTuple):
    """One thing that has a name."""

    sort: Sort
    name: str
    at: Place = NOWHERE  # where it is declared


class Use(NamedTuple):
    """A word that names a symbol."""

    at: Place
    role: Role


class Uses:
    """Every word that was resolved, with what it names."""

    def __init__(self) -> None:
        self.found: dict[tuple[Place, Symbol], Role] = {}

    def note(self, symbol: Symbol, at: Place, role: Role = "reads") -> None:
        """A word that is read anywhere is read, whatever else is done with it there."""
        if self.found.get((at, symbol)) != "reads":
            self.found[at, symbol] = role

    def add(self, others: Iterable[Uses]) -> None:
        for other in others:
            for (at, symbol), role in other.found.items():
                self.note(symbol, at, role)

    @property
    def named(self) -> set[Symbol]:
        """What some rule reads or sets."""
        return {symbol for (_, symbol), role in self.found.items() if role in ("reads", "sets")}


def placed(names: tuple[str, ...], places: tuple[Place, ...]) -> Iterator[tuple[str, Place]]:
    """Names with their places; a name that an edit brought in may have none."""
    return zip(names, (*places, *(NOWHERE,) * (len(names) - len(places))), strict=False)
