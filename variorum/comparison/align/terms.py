"""Rules as terms: trees in which things stand by name, so that two games can be matched.

A term has a label, which says what it does, and parts. Whoever makes a term says of it all that the
passes over terms must know: in which order its parts may stand, and what it changes at the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place


@dataclass(frozen=True, slots=True)
class Reference:
    """Something that the game has a name for: a zone, a track, an attribute, a figure."""

    category: str
    name: str


@dataclass(frozen=True, slots=True)
class Cards:
    """A set of cards, by the names of the smallest groups that rules can tell apart."""

    atoms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Local:
    """A name that rules make for themselves."""

    number: int


class Order(Enum):
    """In which order the parts of a term may stand without saying something else."""

    FIXED = "as they are written"
    ANY = "any"
    FLAT = "any, and a part of the same label is as good as its parts"
    REST = "any, but for the first part"
    LINES = "as lines of play depend on each other"
    STEPS = "steps that only add and subtract may change places"


class Whole(Enum):
    """What can be touched besides named things and locals."""

    EVERYTHING = "everything"
    DECISIONS = "what players are asked"
    TABLE = "all that lies on the table"


Touched = Reference | Local | Whole
NOTHING: frozenset[Touched] = frozenset()


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a rule. Where it stands makes no difference to whether it is the same."""

    label: str
    parts: tuple[Part, ...] = ()
    at: Place = field(default=NOWHERE, compare=False)
    cites: tuple[str, ...] = field(default=(), compare=False)
    order: Order = field(default=Order.FIXED, compare=False)
    reads: frozenset[Touched] = field(default=NOTHING, compare=False)
    changes: frozenset[Touched] = NOTHING

    def __repr__(self) -> str:
        return f"{self.label}{list(self.parts)}" if self.parts else self.label

    @property
    def terms(self) -> tuple[Term, ...]:
        """The parts of which each is a term."""
        return tuple(part for part in self.parts if isinstance(part, Term))


Tree = Term | Reference | Cards | Local
Part = Tree | str | int
NONE = Term("none")


# Terms that more is asked about than what they say.
@dataclass(frozen=True, slots=True, repr=False)
class Number(Term):
    @property
    def value(self) -> int:
        (value,) = self.parts
        assert isinstance(value, int)
        return value


@dataclass(frozen=True, slots=True, repr=False)
class Count(Term):
    """How many there are of something."""


@dataclass(frozen=True, slots=True, repr=False)
class Not(Term):
    """The opposite of a condition."""


@dataclass(frozen=True, slots=True, repr=False)
class Compare(Term):
    """How, and the two sides."""

    @property
    def how(self) -> str:
        assert isinstance(self.parts[0], str)
        return self.parts[0]


@dataclass(frozen=True, slots=True, repr=False)
class InZone(Term):
    """What is said of a zone, its name, and behind that its owner (see `owner`)."""

    owner: int = field(default=1, compare=False)

    @property
    def zone(self) -> str:
        zone = self.parts[self.owner - 1]
        assert isinstance(zone, Reference)
        return zone.name


@dataclass(frozen=True, slots=True, repr=False)
class Contents(InZone):
    """The cards of a zone, of one owner or of several."""

    several: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, repr=False)
class Show(Term):
    """Cards are shown to players, and nothing else happens."""


@dataclass(frozen=True, slots=True, repr=False)
class Block(Term):
    """Lines, one after the other."""


@dataclass(frozen=True, slots=True, repr=False)
class Choices(Term):
    """What there is to choose from."""


@dataclass(frozen=True, slots=True, repr=False)
class Call(Term):
    """A procedure and its lines."""

    @property
    def procedure(self) -> str:
        assert isinstance(self.parts[0], str)
        return self.parts[0]

    @property
    def body(self) -> Block:
        assert isinstance(self.parts[1], Block)
        return self.parts[1]


@dataclass(frozen=True, slots=True, repr=False)
class Case(Term):
    """Cards, and the lines for them."""

    @property
    def cards(self) -> frozenset[str]:
        assert isinstance(self.parts[0], Cards)
        return self.parts[0].atoms

    @property
    def body(self) -> Block:
        assert isinstance(self.parts[1], Block)
        return self.parts[1]


@dataclass(frozen=True, slots=True, repr=False)
class Cases(Term):
    """A card, and what happens with each sort of it."""

    @property
    def cases(self) -> tuple[Case, ...]:
        return tuple(part for part in self.parts[1:] if isinstance(part, Case))


@dataclass(frozen=True, slots=True, repr=False)
class Step(Term):
    """A step of a scoring: operation, value, for each of what, condition, rounding.

    One that `only_adds` may change places with others of which the same is true.
    """

    only_adds: bool = field(default=False, compare=False)


def inner(tree: Tree) -> tuple[Tree, ...]:
    """What is right inside a tree, but for plain numbers and words."""
    if not isinstance(tree, Term):
        return ()
    return tuple(part for part in tree.parts if not isinstance(part, str | int))


def walk(tree: Tree) -> Iterator[Tree]:
    """A tree and everything inside it, outermost first, in reading order."""
    stack = [tree]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(inner(current)))


def cards_in(tree: Tree) -> Iterator[frozenset[str]]:
    """Every set of cards that a rule speaks of."""
    return (part.atoms for part in walk(tree) if isinstance(part, Cards))
