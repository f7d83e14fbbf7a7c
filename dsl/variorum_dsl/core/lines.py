"""Lines of play in the core: what happens, in order, with procedures and effects unfolded in place.

`Line` is the union of all of them; see `variorum_dsl.core.expressions` for how such records are
meant to be used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from variorum_dsl.core.expressions import (
    CardRank,
    Comparison,
    Expression,
    Number,
    PlayerRank,
    Track,
    Zone,
)
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a line comes from: its place, the headings it cites, the rule it belongs to, and the
    places of the calls by which it has come here, outermost first."""

    at: Place = NOWHERE
    cites: tuple[str, ...] = ()
    rule: str = ""
    calls: tuple[Place, ...] = ()


UNKNOWN = Origin()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Traced:
    """What every line carries."""

    origin: Origin = UNKNOWN

    @property
    def at(self) -> Place:
        return self.origin.at

    @property
    def cites(self) -> tuple[str, ...]:
        return self.origin.cites

    @property
    def rule(self) -> str:
        return self.origin.rule


# ------------------------------------------------------------------------- parts of lines
class Limit(NamedTuple):
    """A condition on picked cards that only bounds a total of theirs. The bound does not depend
    on what is picked."""

    attribute: int
    comparison: Comparison
    bound: Expression


class Pick(NamedTuple):
    """What is picked. `limit` is set where the condition comes to one. `members` is the attribute,
    if one of its members is picked: they are numbers that are called by words."""

    low: Expression
    high: Expression | None
    source: Expression
    local: int
    such_that: Expression | None
    limit: Limit | None
    name: str
    members: int = -1


class Choice(NamedTuple):
    """One of the things that can be chosen, and what then happens."""

    name: str
    words: str
    condition: Expression | None
    pick: Pick | None
    body: tuple[Line, ...]
    cites: tuple[str, ...]
    at: Place


class Effect(NamedTuple):
    """What a card of `mask` sets off where it arrives: the card and the owner of the zone stand
    in locals."""

    mask: int
    card: int
    owner: int
    condition: Expression | None
    body: tuple[Line, ...]
    name: str


class Depth(NamedTuple):
    """Where in an order cards are put: with so many of the others above them, or below."""

    level: Literal["above", "below"]
    others: Expression

    @property
    def at_bottom(self) -> bool:
        return self.level == "above" and isinstance(self.others, Number) and not self.others.value


class Case(NamedTuple):
    """What happens if the card is one of `mask`."""

    mask: int
    body: tuple[Line, ...]


# ------------------------------------------------------------------------------ single deeds
@dataclass(frozen=True, slots=True, eq=False)
class Move(Traced):
    """Cards go to a zone; effects and ends are looked at afterwards. Without a depth they lie on
    top of what is there, and those that are there already stay as they are."""

    cards: Expression
    to: Zone
    effects: tuple[Effect, ...]
    depth: Depth | None


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(Traced):
    zone: Zone


@dataclass(frozen=True, slots=True, eq=False)
class SetLocal(Traced):
    local: int
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class SetTrack(Traced):
    track: Track
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Show(Traced):
    """Somebody is shown cards."""

    cards: Expression
    to: Expression


# ---------------------------------------------------------------------------------- branches
@dataclass(frozen=True, slots=True, eq=False)
class If(Traced):
    condition: Expression
    then: tuple[Line, ...]
    otherwise: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cases(Traced):
    """What happens depends on a card; the first case that it is one of counts."""

    card: Expression
    cases: tuple[Case, ...]


# ------------------------------------------------------------------------------------- loops
@dataclass(frozen=True, slots=True, eq=False)
class ForEachPlayer(Traced):
    """Once for each player of a set, clockwise from somebody or by rank, until a condition."""

    local: int
    players: Expression
    start: Expression | None
    ranks: tuple[PlayerRank, ...]
    until: Expression | None
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ForEachCard(Traced):
    local: int
    cards: Expression
    ranks: tuple[CardRank, ...]
    until: Expression | None
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ForEachMember(Traced):
    """Once for each of the first `count` members of an attribute."""

    local: int
    count: int
    until: Expression | None
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Traced):
    """`measure` goes down with every turn."""

    until: Expression
    measure: Expression
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Turns(Traced):
    """Those of a set take turns clockwise; `measure` goes down with every turn."""

    start: Expression
    local: int
    players: Expression
    until: Expression
    measure: Expression
    body: tuple[Line, ...]


# --------------------------------------------------------------------------------- decisions
@dataclass(frozen=True, slots=True, eq=False)
class Decide(Traced):
    who: Expression
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Together(Traced):
    """All decide at the same time; then, for each in turn, the choice and the body happen."""

    local: int
    players: Expression
    choices: tuple[Choice, ...]
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Chance(Traced):
    """Chance picks members of a set; `high` is missing where any number of them may be picked.
    What a rulebook has in its place is `told`, and plays no part."""

    local: int
    low: Expression
    high: Expression | None
    source: Expression
    told: str = ""


# ---------------------------------------------------------------------------------- the rest
@dataclass(frozen=True, slots=True, eq=False)
class Call(Traced):
    """A procedure with its lines, for those who compare procedures as procedures. In a game that
    is played the lines stand in its place."""

    procedure: str
    body: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EndRound(Traced):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class EndGame(Traced):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class Nothing(Traced):
    """A line that does nothing. One that could not be made out is `unread`: nobody plays it."""

    unread: bool = False


Line = (
    Move | Shuffle | SetLocal | SetTrack | Show | If | Cases | ForEachPlayer | ForEachCard
    | ForEachMember | Repeat | Turns | Decide | Together | Chance | Call | EndRound | EndGame
    | Nothing
)
