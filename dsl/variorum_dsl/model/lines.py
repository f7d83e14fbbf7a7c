"""Lines of play: what happens, in order."""

from __future__ import annotations

from typing import Literal

from variorum_dsl.model.expressions import Expression, Rank
from variorum_dsl.model.node import Node
from variorum_dsl.model.words import Cite, Words


class Line(Node):
    """What every line of play has: a name that edits can use, and where its rule stands."""

    label: str = ""
    cites: tuple[Cite, ...] = ()


class Move(Line):
    """`move top of deck to block`, `move block to bottom of deck`."""

    what: Expression
    to: Expression
    bottom: bool = False


class Shuffle(Line):
    """`shuffle deck`."""

    zone: Expression


class Let(Line):
    """`let winner be the one in active`."""

    name: str
    value: Expression


class LocalFigure(Line):
    """`figure offer is total worth of stake`: a number for each player, from here on."""

    name: str
    value: Expression


class Becomes(Line):
    """`starter becomes winner`."""

    target: Expression
    value: Expression


class Gain(Line):
    """`add 5 to points of p`."""

    amount: Expression
    target: Expression


class Lose(Line):
    """`subtract 1 from chips of p`."""

    amount: Expression
    target: Expression


class Drop(Line):
    """`remove p from active`."""

    what: Expression
    target: Expression


class If(Line):
    """`if ... otherwise ...`."""

    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


class WithPlayers(Line):
    """`with 3 players`: an exception for some numbers of players."""

    low: int
    high: int
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()


class ForEach(Line):
    """`for each player p clockwise from starter`."""

    sort: str
    name: str
    within: Expression | None = None
    order: Literal["", "from", "after"] = ""
    start: Expression | None = None
    ranks: tuple[Rank, ...] = ()
    until: Expression | None = None
    body: tuple[Statement, ...]


class Repeat(Line):
    """`repeat until deck is empty, using up deck`."""

    until: Expression
    using: tuple[Expression, ...]
    body: tuple[Statement, ...]


class Turns(Line):
    """`take turns clockwise from starter, each player p in active, until ..., using up ...`."""

    start: Expression
    name: str
    within: Expression | None = None
    until: Expression
    using: tuple[Expression, ...]
    body: tuple[Statement, ...]


class Together(Line):
    """`at the same time, each player p`: all decide, then what they chose happens."""

    name: str
    within: Expression | None = None
    body: tuple[Statement, ...]


class Amount(Node):
    """`1`, `1 or more`, `1 to 3`, `up to 2`, `any number`."""

    low: Expression
    high: Expression | None = None


class Picking(Node):
    """`1 or more of hand of p as raise, such that ...`."""

    amount: Amount
    of: Expression
    name: str
    such_that: Expression | None = None


class Picks(Line):
    """`p picks 1 of luxury in display of p as lost`; `chance picks 1 of players as first`."""

    who: Expression
    pick: Picking


class Choice(Node):
    """One thing that a player may choose."""

    name: str
    words: Words | None = None
    condition: Expression | None = None
    pick: Picking | None = None
    body: tuple[Statement, ...] = ()
    cites: tuple[Cite, ...] = ()


class Chooses(Line):
    """`p chooses` and what there is to choose from."""

    who: Expression
    choices: tuple[Choice, ...]


class Show(Line):
    """`show hand of rival to p`."""

    what: Expression
    to: Expression


class Argument(Node):
    """`purse hand`."""

    name: str
    value: Expression


class Call(Line):
    """`do ascending-auction giving winner`."""

    procedure: str
    giving: tuple[str, ...] = ()
    arguments: tuple[Argument, ...] = ()


class Case(Node):
    """`case luxury, prestige`."""

    kinds: tuple[str, ...]
    body: tuple[Statement, ...]
    cites: tuple[Cite, ...] = ()


class Depending(Line):
    """`depending on block` and its cases."""

    on: Expression
    cases: tuple[Case, ...]


class EndRound(Line):
    """`end the round`."""


class EndGame(Line):
    """`end the game`."""


class Nothing(Line):
    """`nothing happens`."""


Statement = (
    Move | Shuffle | Let | LocalFigure | Becomes | Gain | Lose | Drop | If | WithPlayers | ForEach
    | Repeat | Turns | Together | Picks | Chooses | Show | Call | Depending | EndRound | EndGame
    | Nothing
)
