"""Lines of play: what happens, in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeGuard

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.model.expressions import Each, Expression, Rank, Those
from variorum_dsl.model.node import BY_NODE, Node
from variorum_dsl.model.words import Cite, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Line(Node):
    """What every line of play has: a name that edits can use, and where its rule stands."""

    label: str = ""
    label_at: Place = field(default=NOWHERE, repr=False, compare=False)
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Depth(Node):
    """`below 3 cards`, `above 15 cards`: how many of the others lie on that side."""

    level: Literal["above", "below"]
    count: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Line):
    """`move top of deck to block`, `move block to bottom of deck`, `move stop to deck below 5
    cards`."""

    what: Expression
    to: Expression
    bottom: bool = False
    depth: Depth | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOn(Line):
    """`move each hand to the left`: all at once, so that nobody passes what they were given."""

    zone: str
    zone_at: Place = field(default=NOWHERE, repr=False, compare=False)
    side: Literal["left", "right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Line):
    """`shuffle deck`."""

    zone: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(Line):
    """`let winner be the one in active`."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalFigure(Line):
    """`figure offer is total worth of stake`: a number for each player, from here on."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Becomes(Line):
    """`starter becomes winner`."""

    target: Expression
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain(Line):
    """`add 5 to points of p`."""

    amount: Expression
    target: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Lose(Line):
    """`subtract 1 from chips of p`."""

    amount: Expression
    target: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop(Line):
    """`remove p from active`."""

    what: Expression
    target: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Line):
    """`if ... otherwise ...`."""

    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WithPlayers(Line):
    """`with 3 players`: an exception for some numbers of players."""

    low: int
    high: int
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Line):
    """`for each player p clockwise from starter`."""

    sort: str
    sort_at: Place = field(default=NOWHERE, repr=False, compare=False)
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    within: Expression | None = None
    order: Literal["", "from", "after"] = ""
    start: Expression | None = None
    ranks: tuple[Rank, ...] = ()
    until: Expression | None = None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard(Node):
    """`using up nothing, because "...", guarded at 200 turns`: why nothing has to go down, and
    after how many turns a machine gives up. No rule of the game."""

    reason: str
    turns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Line):
    """`repeat until deck is empty, using up deck`."""

    until: Expression
    using: tuple[Expression, ...] = ()
    guard: Guard | None = None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns(Line):
    """`take turns clockwise from starter, each player p in active, until ..., using up ...`."""

    order: Literal["from", "after"] = "from"
    start: Expression
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    within: Expression | None = None
    until: Expression
    using: tuple[Expression, ...] = ()
    guard: Guard | None = None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Line):
    """`at the same time, each player p`: all decide, then what they chose happens."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    within: Expression | None = None
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(Node):
    """`1`, `1 or more`, `1 to 3`, `up to 2`, `any number`."""

    low: Expression
    high: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Picking(Node):
    """`1 or more of hand of p as raise, such that ...`."""

    amount: Amount
    of: Expression
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    such_that: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Picks(Line):
    """`p picks 1 of luxury in display of p as lost`; `chance picks 1 of players as first`. In the
    `told` words of a rulebook, chance may be something of real life: `"the most dapper"`."""

    who: Expression
    pick: Picking
    told: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Node):
    """One thing that a player may choose."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    condition: Expression | None = None
    pick: Picking | None = None
    body: tuple[Statement, ...] = ()
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chooses(Line):
    """`p chooses` and what there is to choose from."""

    who: Expression
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Line):
    """`show hand of rival to p`."""

    what: Expression
    to: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument(Node):
    """`purse hand`."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Line):
    """`do ascending-auction giving winner`."""

    procedure: str
    procedure_at: Place = field(default=NOWHERE, repr=False, compare=False)
    giving: tuple[str, ...] = ()
    giving_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Case(Node):
    """`case luxury, prestige`."""

    kinds: tuple[str, ...]
    kinds_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)
    body: tuple[Statement, ...]
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Depending(Line):
    """`depending on block` and its cases."""

    on: Expression
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRound(Line):
    """`end the round`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(Line):
    """`end the game`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(Line):
    """`nothing happens`; or a line that could not be read."""

    unread: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Custom(Line):
    """`custom saying-bids "Whoever bids says the total aloud."`: a rule in a sentence, which no
    card, number or decision depends on."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    told: str


Statement = Annotated[
    Move | PassOn | Shuffle | Let | LocalFigure | Becomes | Gain | Lose | Drop | If | WithPlayers
    | ForEach | Repeat | Turns | Together | Picks | Chooses | Show | Call | Depending | EndRound
    | EndGame | Nothing | Custom,
    BY_NODE,
]


# What gives something a name, for the lines inside of it or after it.
Binder = Let | LocalFigure | ForEach | Turns | Together | Picking | Those | Each


def is_statement(node: Node) -> TypeGuard[Statement]:
    """Whether a part of a file is a line of play; the union lists every class of them."""
    return isinstance(node, Line)
