"""Expressions: numbers, cards, players and conditions."""

from __future__ import annotations

from typing import Literal

from variorum_dsl.model.node import Node

Direction = Literal["up", "down", "toward zero"]
Extreme = Literal["highest", "lowest"]
Comparison = Literal[
    "is", "is not", "is at least", "is at most", "is more than", "is less than"
]


class Number(Node):
    """A whole number, `7` or `-5`."""

    value: int


class Truth(Node):
    """`true` or `false`."""

    value: bool


class Name(Node):
    """Anything that has a name."""

    name: str


class Owned(Node):
    """`hand of p`, `status of p`, `value of c`, `left of p`."""

    name: str
    of: Expression


class Among(Node):
    """`luxury in display of p`: the cards of a kind, or with a mark, among others."""

    kind: str
    within: Expression


class Outside(Node):
    """`dark outside deck`: the cards of a kind, or with a mark, that are anywhere else."""

    kind: str
    zone: Expression


class Top(Node):
    """`top of deck`, `top 3 of deck`."""

    count: Expression | None = None
    of: Expression


class Whose(Node):
    """`players whose money-left is 0`, `gossip in deck whose colour is red`."""

    of: Expression
    property: str
    comparison: Comparison | Literal["is empty", "is not empty"]
    value: Expression | None = None


class Rank(Node):
    """`highest status`."""

    extreme: Extreme
    name: str


class Ranked(Node):
    """`players with highest status then highest money-left`: all who share the best place."""

    of: Expression
    ranks: tuple[Rank, ...]


class Unique(Node):
    """`players with unique offer`: those who share the number with nobody else."""

    of: Expression
    name: str


class Aggregate(Node):
    """`total value of hand of p`, `highest rank of shown of p`, `count of same rank of hand`."""

    operation: Literal["total", "highest", "lowest", "different", "same"]
    name: str
    of: Expression


class Count(Node):
    """`count of deck`."""

    of: Expression


class TheOne(Node):
    """`the one in active`: the only member."""

    of: Expression


class ByCount(Node):
    """`9 for 3 players`."""

    value: Expression
    low: int
    high: int


class ByPlayers(Node):
    """`(9 for 3 players, 10 for 4 players)`."""

    rows: tuple[ByCount, ...]


class Binary(Node):
    """Two parts joined: arithmetic, `except`, `otherwise`, `and`, `or`."""

    operation: Literal["+", "-", "*", "/", "except", "otherwise", "and", "or"]
    left: Expression
    right: Expression


class Not(Node):
    """`not kept`."""

    of: Expression


class Compare(Node):
    """`count of active is 1`, `p is in active`."""

    operation: Comparison | Literal["is in", "is not in"]
    left: Expression
    right: Expression


class IsEmpty(Node):
    """`deck is empty`, `deck is not empty`."""

    of: Expression
    negated: bool = False


class IsA(Node):
    """`block is a luxury`."""

    of: Expression
    kind: str
    negated: bool = False


class Exists(Node):
    """`any luxury in display of p`, `no luxury in display of p`."""

    of: Expression
    negated: bool = False


class Those(Node):
    """`(those c in row such that no row whose points is (points of c - 1))`."""

    name: str
    within: Expression
    condition: Expression


class OneOf(Node):
    """`one of counters of p`: any of them, since they are all alike."""

    of: Expression


class Numbers(Node):
    """`a number from 1 to 5`, as something to pick."""

    low: Expression
    high: Expression


class Members(Node):
    """`a colour`, as something to pick: one of the words that an attribute can be."""

    attribute: str


class Rounded(Node):
    """`x / 2 rounded down`."""

    of: Expression
    direction: Direction


Expression = (
    Number | Truth | Name | Owned | Among | Outside | Top | Whose | Ranked | Unique | Aggregate
    | Count | TheOne | ByPlayers | Binary | Not | Compare | IsEmpty | IsA | Exists | Rounded
    | Those | OneOf | Numbers | Members
)
