"""The clauses of a rule file, in the order of a rulebook."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.model.expressions import Expression, Extreme
from variorum_dsl.model.lines import Guard, Statement
from variorum_dsl.model.node import Node
from variorum_dsl.model.words import Cite, Words

Sight = Literal["open", "secret", "hidden"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause(Node):
    """What every clause has: where its rule stands, and what brought it into the game.

    `origin` is empty in a file as written; a resolved game says there which option, reading
    or parent contributed the clause.
    """

    cites: tuple[Cite, ...] = ()
    origin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueName(Node):
    """`11 jack`: what people call a number."""

    value: int
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute(Node):
    """A number, or one of a few words, that each card of a kind has; a number may be `called`
    something."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    members: tuple[str, ...] = ()
    members_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)
    called: tuple[ValueName, ...] = ()

    def valued(self, name: str) -> int | None:
        """The number that is called so."""
        return next((each.value for each in self.called if each.name == name), None)

    def said(self, value: int) -> str:
        """A value as people say it."""
        if self.members:
            return self.members[value]
        return next((each.name for each in self.called if each.value == value), str(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Node):
    """Something that a card is or is not."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Clause):
    """A group of cards that share rules."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    under: str = ""
    under_at: Place = field(default=NOWHERE, repr=False, compare=False)
    attributes: tuple[Attribute, ...] = ()
    marks: tuple[Mark, ...] = ()
    kinds: tuple[Kind, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Values(Node):
    """`5`, `1 to 10` or `red` in a component line."""

    low: int = 0
    high: int = 0
    word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(Node):
    """`value 1 to 10`."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    values: tuple[Values, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Node):
    """A line of a table of components; the first one names the columns."""

    cells: tuple[int | str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Component(Clause):
    """`10 luxury with value 1 to 10`, `1 disgrace faux-pas "Faux Pas"`."""

    count: int
    kind: str
    kind_at: Place = field(default=NOWHERE, repr=False, compare=False)
    name: str = ""
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    for_each: str = ""
    for_each_at: Place = field(default=NOWHERE, repr=False, compare=False)
    settings: tuple[Setting, ...] = ()
    marks: tuple[str, ...] = ()
    marks_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)
    table: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pile(Clause):
    """`in deck`, `in hand of each player`: where components lie before the setup."""

    zone: str
    zone_at: Place = field(default=NOWHERE, repr=False, compare=False)
    each: str = ""
    each_at: Place = field(default=NOWHERE, repr=False, compare=False)
    low: int = 0
    high: int = 0
    lines: tuple[Component, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Total(Clause):
    """`total 16 status-card`: a count that the rulebook states."""

    count: int
    kind: str
    kind_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Besides(Clause):
    """`besides 5 player-aid "player aid"`: what is in the box and has no rule."""

    count: int
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Span(Node):
    """`1 to 5` behind the name of a zone or track: there are several, with numbers."""

    low: int
    high: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone(Clause):
    """A place for cards, with an owner and a visibility. `each` is what it is one of each of:
    `player`, or an attribute."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    each: str = ""
    each_at: Place = field(default=NOWHERE, repr=False, compare=False)
    numbers: Span | None = None
    words: Words | None = None
    kinds: tuple[str, ...]
    kinds_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)
    sight: Sight
    in_order: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Track(Clause):
    """Something that the table remembers; everybody sees it where it does not say who does."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    each: str = ""
    each_at: Place = field(default=NOWHERE, repr=False, compare=False)
    numbers: Span | None = None
    words: Words | None = None
    type: str
    type_at: Place = field(default=NOWHERE, repr=False, compare=False)
    maybe: bool = False
    start: Expression | None = None
    sight: Sight | Literal[""] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dummy(Clause):
    """Owns zones like a player, and never decides."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure(Clause):
    """A number for one player, or for one of what `each` names."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    each: str = ""
    each_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage(Clause):
    """A part of the game: `setup`, a `phase`, `rounds`, or a `reckoning` after the end."""

    stage: Literal["setup", "phase", "rounds", "reckoning"]
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    until: Expression | None = None
    using: tuple[Expression, ...] = ()
    guard: Guard | None = None
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(Clause):
    """What happens when a card enters a zone."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    kind: str
    kind_at: Place = field(default=NOWHERE, repr=False, compare=False)
    zone: str
    zone_at: Place = field(default=NOWHERE, repr=False, compare=False)
    owner: str = ""
    owner_at: Place = field(default=NOWHERE, repr=False, compare=False)
    card: str = ""
    card_at: Place = field(default=NOWHERE, repr=False, compare=False)
    condition: Expression | None = None
    when_cites: tuple[Cite, ...] = ()
    when_at: Place = field(default=NOWHERE, repr=False)
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter(Node):
    """`takes purse : player-zone` or `gives winner : player`."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    type: str
    type_at: Place = field(default=NOWHERE, repr=False, compare=False)
    maybe: bool = False
    words: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Procedure(Clause):
    """A named way of playing a part of a round."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    takes: tuple[Parameter, ...] = ()
    gives: tuple[Parameter, ...] = ()
    body: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class End(Clause):
    """What ends the game early."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    time: Literal["at once", "after the round"]
    condition: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Out(Clause):
    """Who is out before anybody can win."""

    players: Expression
    condition: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Elimination(Clause):
    """Who cannot win, and what happens if that is everybody."""

    words: Words | None = None
    out: tuple[Out, ...] = ()
    everyone: Literal["", "nobody wins", "nobody is out", "impossible"] = ""
    everyone_cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Clause):
    """One operation of a scoring."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    operation: Literal[
        "add", "subtract", "double", "halve", "multiply by", "divide by", "at least", "at most",
        "round",
    ]
    value: Expression | None = None
    per: Expression | None = None
    group: int = 1
    condition: Expression | None = None
    rounded: Literal["", "up", "down", "toward zero"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring(Clause):
    """A score, made step by step."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie(Clause):
    """A line of the chain that finds the winner."""

    extreme: Extreme
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner(Clause):
    """Who wins, tie-break after tie-break."""

    words: Words | None = None
    chain: tuple[Tie, ...] = ()
    tied: Literal["", "shared", "nobody", "impossible"] = ""
    tied_cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Always(Clause):
    """Something that holds at every moment of the game."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    condition: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Allow(Clause):
    """`allow CODE because "reason"`: a finding that the author has looked at."""

    code: str
    about: str = ""
    about_at: Place = field(default=NOWHERE, repr=False, compare=False)
    reason: str
