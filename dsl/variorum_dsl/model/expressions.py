"""Expressions: numbers, cards, players and conditions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.model.node import BY_NODE, Node

Direction = Literal["up", "down", "toward zero"]
Extreme = Literal["highest", "lowest"]
Size = Literal["smaller", "larger"]
PLACES = ("first", "second", "third", "fourth", "fifth")
Comparison = Literal[
    "is", "is not", "is at least", "is at most", "is more than", "is less than"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Groupable(Node):
    """What somebody may have put into parentheses only to be clear: they stay."""

    group_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(Node):
    """A whole number, `7` or `-5`."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth(Node):
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Name(Node):
    """Anything that has a name."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Owned(Groupable):
    """`hand of p`, `status of p`, `value of c`, `left of p`."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Nth(Node):
    """`row 3`, `row (count of seen)`: one of several that have numbers."""

    name: str
    number: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class This(Node):
    """`this player`, `this colour`: of whom a figure or score is worked out."""

    sort: str
    sort_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Among(Groupable):
    """`luxury in display of p`: the cards of a kind, or with a mark, among others."""

    kind: str
    kind_at: Place = field(default=NOWHERE, repr=False, compare=False)
    within: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside(Groupable):
    """`dark outside deck`: the cards of a kind, or with a mark, that are anywhere else."""

    kind: str
    kind_at: Place = field(default=NOWHERE, repr=False, compare=False)
    zone: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Top(Groupable):
    """`top of deck`, `top 3 of deck`, `top up to 3 of deck`, `top of luxury in deck`."""

    count: Expression | None = None
    of: Expression
    at_most: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Whose(Groupable):
    """`players whose money-left is 0`, `gossip in deck whose colour is red`."""

    of: Expression
    property: str
    property_at: Place = field(default=NOWHERE, repr=False, compare=False)
    comparison: Comparison | Literal["is empty", "is not empty"]
    value: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank(Node):
    """`highest status`."""

    extreme: Extreme
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked(Groupable):
    """`players with highest status then highest money-left`: all who share the best place.
    `players with second highest status`: those before whom there is exactly one."""

    of: Expression
    ranks: tuple[Rank, ...]
    place: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Unique(Groupable):
    """`players with unique offer`: those who share the number with nobody else."""

    of: Expression
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate(Groupable):
    """`total value of hand of p`, `highest rank of shown of p`, `count of same rank of hand`."""

    operation: Literal["total", "highest", "lowest", "different", "same"]
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Count(Groupable):
    """`count of deck`."""

    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class TheOne(Groupable):
    """`the one in active`: the only member."""

    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Next(Groupable):
    """`the next player clockwise after p whose hand is not empty`."""

    of: Expression
    after: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Empty(Node):
    """`no players`, `no cards`: an empty set."""

    sort: Literal["players", "cards"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoOf(Groupable):
    """`the smaller of count of fork in won and count of knife in won`."""

    size: Size
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class ByTable(Node):
    """`(1, 3, 6, 10 by count of maki in won)`: what stands for 1, for 2 and so on. The last value
    is for all that is more, and for less than 1 it is 0."""

    values: tuple[int, ...]
    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Each(Node):
    """`(count of (won whose colour is k) for each colour k)`: added up over all of them, or over
    the `best` that come to most or least."""

    value: Expression
    sort: str
    sort_at: Place = field(default=NOWHERE, repr=False, compare=False)
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    within: Expression | None = None
    best: int = 0
    extreme: Extreme = "highest"
    condition: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared(Groupable):
    """`6 shared among players with highest puddings`: the share of the player whose score or
    figure it is, nothing for those who are not among them."""

    value: Expression
    among: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class ByCount(Node):
    """`9 for 3 players`."""

    value: Expression
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ByPlayers(Node):
    """`(9 for 3 players, 10 for 4 players)`."""

    rows: tuple[ByCount, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binary(Groupable):
    """Two parts joined: arithmetic, `except`, `otherwise`."""

    operation: Literal["+", "-", "*", "/", "except", "otherwise"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Groupable):
    """Conditions joined by `and`, or by `or`; however many there are, none is inside another."""

    operation: Literal["and", "or"]
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Groupable):
    """`not kept`."""

    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare(Groupable):
    """`count of active is 1`, `p is in active`."""

    operation: Comparison | Literal["is in", "is not in"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class IsEmpty(Groupable):
    """`deck is empty`, `deck is not empty`."""

    of: Expression
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IsA(Groupable):
    """`block is a luxury`."""

    of: Expression
    kind: str
    kind_at: Place = field(default=NOWHERE, repr=False, compare=False)
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Exists(Groupable):
    """`any luxury in display of p`, `no luxury in display of p`."""

    of: Expression
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Those(Node):
    """`(those c in row such that no row whose points is (points of c - 1))`."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    within: Expression
    condition: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(Node):
    """`one of counters of p`: any of them, since they are all alike."""

    of: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(Node):
    """`a number from 1 to 5`, as something to pick."""

    low: Expression
    high: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Members(Node):
    """`a colour`, as something to pick: one of the words that an attribute can be, or one of
    several places. `every colour` is all of them. `a kind of letter`: one of the kinds that there
    are of a kind of card."""

    attribute: str
    attribute_at: Place = field(default=NOWHERE, repr=False, compare=False)
    kind: str = ""
    kind_at: Place = field(default=NOWHERE, repr=False, compare=False)
    every: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounded(Groupable):
    """`x / 2 rounded down`."""

    of: Expression
    direction: Direction


Expression = Annotated[
    Number | Truth | Name | Nth | This | Owned | Among | Outside | Top | Whose | Ranked | Unique
    | Aggregate | Count | TheOne | ByPlayers | Binary | Joined | Not | Compare | IsEmpty | IsA
    | Exists | Rounded | Those | OneOf | Numbers | Members | TwoOf | ByTable | Each | Shared
    | Next | Empty,
    BY_NODE,
]


def picked_member(of: Expression) -> Members | None:
    """The innermost part of what is picked, if that is `a colour`: one of several."""
    while isinstance(of, Whose):
        of = of.of
    return of if isinstance(of, Members) and not of.every else None
