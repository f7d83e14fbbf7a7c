"""Expressions of the core: numbers, flags, players, cards and conditions, with every name resolved.

Sets of cards and of players are bit masks: card 0 is bit 0, seat 0 is bit 0. Seat -1 is nobody.
Members of an attribute count from 0. A `local` is the number of a place in which a value stands
while rules are followed; an expression about each card or player of a set names the local that
holds the one in question.

Every operation is a record of its own, and `Expression` is their union: whoever takes expressions
apart does so with an exhaustive `match`, so that the type checker names each place that does not
know a new operation yet. Records compare by identity: the same words at two places are two
expressions. `variorum_dsl.core.walk` goes through them and compares them by meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place

Comparison = Literal["is", "is not", "is at least", "is at most", "is more than", "is less than"]
Extreme = Literal["highest", "lowest"]
Direction = Literal["up", "down", "toward zero"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Typed:
    """What every expression carries: its place, its sort, and the cards it can ever hold.

    The sort is `number`, `flag`, `player`, `players`, `card`, `cards`, `numbers`, or `member NAME`
    and `members NAME` for one or some members of an attribute; it is empty where something was
    wrong. Who can own something is a player, a dummy or a member: what is said below of players
    and of sets of players goes for members as well.
    """

    at: Place = NOWHERE
    type: str = ""
    reach: int = 0


def of_owners(sort: str) -> bool:
    """Whether this is the sort of a set of those who can own something."""
    return sort == "players" or sort.startswith("members ")


# ------------------------------------------------------------------------------------- values
@dataclass(frozen=True, slots=True, eq=False)
class Number(Typed):
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Flag(Typed):
    value: bool


@dataclass(frozen=True, slots=True, eq=False)
class Member(Typed):
    """A member of an attribute, by its number."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Local(Typed):
    """What stands in a place of the rules that are being followed."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Track(Typed):
    """What the table remembers, of an owner if each player has one."""

    track: int
    owner: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Figure(Typed):
    """A derived number of a player."""

    figure: int
    player: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Score(Typed):
    """What a scoring comes to for a player."""

    scoring: int
    player: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Attribute(Typed):
    """What one card has of an attribute."""

    attribute: int
    card: Expression


# ------------------------------------------------------------------------------------ players
@dataclass(frozen=True, slots=True, eq=False)
class Seat(Typed):
    """A player or dummy, by number."""

    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Nobody(Typed):
    """No player at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Players(Typed):
    """Everybody who plays."""


@dataclass(frozen=True, slots=True, eq=False)
class LeftOf(Typed):
    player: Expression


@dataclass(frozen=True, slots=True, eq=False)
class RightOf(Typed):
    player: Expression


@dataclass(frozen=True, slots=True, eq=False)
class NextOf(Typed):
    """The first of some players who sits clockwise behind somebody; that one comes last. Nobody,
    if there is none."""

    players: Expression
    after: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Single(Typed):
    """One player as a set of players."""

    player: Expression


# -------------------------------------------------------------------------------------- cards
@dataclass(frozen=True, slots=True, eq=False)
class Zone(Typed):
    """The cards of a zone, of an owner if each player has one."""

    zone: int
    owner: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class ZonesOf(Typed):
    """The cards in the zones of several players."""

    zone: int
    players: Expression


@dataclass(frozen=True, slots=True, eq=False)
class OfKind(Typed):
    """Those of the cards that are of a kind, or have a mark: `mask` has them all."""

    mask: int
    cards: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Outside(Typed):
    """The cards of a kind wherever they are, but for those in a zone."""

    mask: int
    zone: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Top(Typed):
    """The first cards of a zone that keeps an order, or of a part of it."""

    zone: Zone
    count: Expression
    among: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class OneOf(Typed):
    """Any one of several cards that cannot be told apart."""

    cards: Expression


# --------------------------------------------------------------------------------------- sets
@dataclass(frozen=True, slots=True, eq=False)
class Union(Typed):
    """Both sets together."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Without(Typed):
    """The first set but for the second."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Count(Typed):
    of: Expression


@dataclass(frozen=True, slots=True, eq=False)
class IsEmpty(Typed):
    of: Expression


@dataclass(frozen=True, slots=True, eq=False)
class TheOne(Typed):
    """The only member of a set."""

    of: Expression


@dataclass(frozen=True, slots=True, eq=False)
class NumberRange(Typed):
    """The whole numbers from `low` to `high`, or members of an attribute as numbers."""

    low: Expression
    high: Expression


# --------------------------------------------------------------------------------- selections
class CardRank(NamedTuple):
    """Cards compared by an attribute."""

    extreme: Extreme
    attribute: int


class PlayerRank(NamedTuple):
    """Players compared by a number of theirs; each stands in the local meanwhile."""

    extreme: Extreme
    local: int
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class CardsSuchThat(Typed):
    local: int
    cards: Expression
    condition: Expression


@dataclass(frozen=True, slots=True, eq=False)
class PlayersSuchThat(Typed):
    local: int
    players: Expression
    condition: Expression


@dataclass(frozen=True, slots=True, eq=False)
class PlayersIf(Typed):
    """The players if a condition holds, and otherwise none."""

    condition: Expression
    players: Expression


@dataclass(frozen=True, slots=True, eq=False)
class CardsWhose(Typed):
    cards: Expression
    attribute: int
    comparison: Comparison
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class PlayersWhose(Typed):
    """The players of whom something compares so with a value."""

    players: Expression
    local: int
    property: Expression
    comparison: Comparison
    value: Expression


@dataclass(frozen=True, slots=True, eq=False)
class PlayersWhoseEmpty(Typed):
    """The players of whom a set is empty; or is not, if that is asked."""

    players: Expression
    local: int
    property: Expression
    negated: bool


@dataclass(frozen=True, slots=True, eq=False)
class BestCards(Typed):
    """The cards that rank first; a later rank breaks ties of an earlier one."""

    cards: Expression
    ranks: tuple[CardRank, ...]


@dataclass(frozen=True, slots=True, eq=False)
class BestPlayers(Typed):
    """The players who rank first; a later rank breaks ties of an earlier one."""

    players: Expression
    ranks: tuple[PlayerRank, ...]


@dataclass(frozen=True, slots=True, eq=False)
class UniqueCards(Typed):
    """The cards with a value that no other of them has."""

    cards: Expression
    attribute: int


@dataclass(frozen=True, slots=True, eq=False)
class UniquePlayers(Typed):
    """The players with a value that no other of them has."""

    players: Expression
    local: int
    value: Expression


# --------------------------------------------------------------------------------- aggregates
@dataclass(frozen=True, slots=True, eq=False)
class TotalOfCards(Typed):
    attribute: int
    cards: Expression


@dataclass(frozen=True, slots=True, eq=False)
class ExtremeOfCards(Typed):
    extreme: Extreme
    attribute: int
    cards: Expression


@dataclass(frozen=True, slots=True, eq=False)
class DifferentCards(Typed):
    """How many different values of an attribute there are among the cards."""

    attribute: int
    cards: Expression


@dataclass(frozen=True, slots=True, eq=False)
class SameCards(Typed):
    """How many of the cards share the value that most of them have."""

    attribute: int
    cards: Expression


@dataclass(frozen=True, slots=True, eq=False)
class TotalOfPlayers(Typed):
    local: int
    value: Expression
    players: Expression


@dataclass(frozen=True, slots=True, eq=False)
class ExtremeOfPlayers(Typed):
    extreme: Extreme
    local: int
    value: Expression
    players: Expression


# --------------------------------------------------------------------- arithmetic and conditions
@dataclass(frozen=True, slots=True, eq=False)
class Sum(Typed):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Difference(Typed):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Product(Typed):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Quotient(Typed):
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class TwoOf(Typed):
    """The higher or the lower of two numbers."""

    extreme: Extreme
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class ByTable(Typed):
    """A value for 1, for 2 and so on, of a whole number. The last is for all that is more, and
    for less than 1 it is 0."""

    values: tuple[int, ...]
    of: Expression


@dataclass(frozen=True, slots=True, eq=False)
class TotalOfEach(Typed):
    """A number added up over cards, players or numbers (members of an attribute, too) for which
    a condition holds; if `best` is not 0, over the so many that come to most or least."""

    local: int
    of: Expression
    condition: Expression | None
    value: Expression
    best: int
    extreme: Extreme


@dataclass(frozen=True, slots=True, eq=False)
class Guard(Typed):
    """The measure of a loop that uses nothing up: the turns that are left of so many."""

    turns: int


@dataclass(frozen=True, slots=True, eq=False)
class Rounded(Typed):
    direction: Direction
    of: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Otherwise(Typed):
    """A value, or another where the first is the highest or lowest of nothing."""

    value: Expression
    fallback: Expression


@dataclass(frozen=True, slots=True, eq=False)
class And(Typed):
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Or(Typed):
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Not(Typed):
    of: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Typed):
    comparison: Comparison
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class IsIn(Typed):
    """Whether a card, several cards or a player are in a set."""

    member: Expression
    of: Expression


@dataclass(frozen=True, slots=True, eq=False)
class IsKind(Typed):
    """Whether a card is of a kind: `mask` has all of that kind."""

    mask: int
    cards: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Broken(Typed):
    """What could not be made out. It has been reported, and is never worked out."""


# The families say what an operation comes to: a pass that concerns one of them can name the rest
# by their families, and stays exhaustive.
NumberExpression = (
    Number | Figure | Score | Attribute | Count | TotalOfCards | ExtremeOfCards | DifferentCards
    | SameCards | TotalOfPlayers | ExtremeOfPlayers | Sum | Difference | Product | Quotient
    | Rounded | TwoOf | ByTable | TotalOfEach | Guard
)
Condition = Flag | IsEmpty | And | Or | Not | Compare | IsIn | IsKind
PlayerExpression = (
    Seat | Nobody | Players | LeftOf | RightOf | NextOf | Single | PlayersSuchThat | PlayersIf
    | PlayersWhose | PlayersWhoseEmpty | BestPlayers | UniquePlayers
)
CardExpression = (
    Zone | ZonesOf | OfKind | Outside | Top | OneOf | CardsSuchThat | CardsWhose | BestCards
    | UniqueCards
)
# What comes to whatever it is made of, or was given.
AnySortExpression = (
    Local | Track | Member | NumberRange | Union | Without | TheOne | Otherwise | Broken
)
Expression = (
    NumberExpression | Condition | PlayerExpression | CardExpression | AnySortExpression
)
