"""The clauses of a rule file, in the order of a rulebook."""

from __future__ import annotations

from typing import Literal

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.model.expressions import Expression, Extreme
from variorum_dsl.model.lines import Statement
from variorum_dsl.model.node import NOWHERE, Node
from variorum_dsl.model.words import Cite, Words

Sight = Literal["open", "secret", "hidden"]


class Clause(Node):
    """What every clause has: where its rule stands, and what brought it into the game.

    `origin` is empty in a file as written; a resolved game says there which option, reading
    or parent contributed the clause.
    """

    cites: tuple[Cite, ...] = ()
    origin: str = ""


class Attribute(Node):
    """A number, or one of a few words, that each card of a kind has."""

    name: str
    words: Words | None = None
    members: tuple[str, ...] = ()


class Mark(Node):
    """Something that a card is or is not."""

    name: str
    words: Words | None = None


class Kind(Clause):
    """A group of cards that share rules."""

    name: str
    words: Words | None = None
    under: str = ""
    attributes: tuple[Attribute, ...] = ()
    marks: tuple[Mark, ...] = ()
    kinds: tuple[Kind, ...] = ()


class Values(Node):
    """`5`, `1 to 10` or `red` in a component line."""

    low: int = 0
    high: int = 0
    word: str = ""


class Setting(Node):
    """`value 1 to 10`."""

    name: str
    values: tuple[Values, ...]


class Row(Node):
    """A line of a table of components; the first one names the columns."""

    cells: tuple[int | str, ...]


class Component(Clause):
    """`10 luxury with value 1 to 10`, `1 disgrace faux-pas "Faux Pas"`."""

    count: int
    kind: str
    name: str = ""
    words: Words | None = None
    for_each: str = ""
    settings: tuple[Setting, ...] = ()
    marks: tuple[str, ...] = ()
    table: tuple[Row, ...] = ()


class Pile(Clause):
    """`in deck`, `in hand of each player`: where components lie before the setup."""

    zone: str
    each_player: bool = False
    low: int = 0
    high: int = 0
    lines: tuple[Component, ...] = ()


class Total(Clause):
    """`total 16 status-card`: a count that the rulebook states."""

    count: int
    kind: str


class Zone(Clause):
    """A place for cards, with an owner and a visibility."""

    name: str
    each_player: bool = False
    words: Words | None = None
    kinds: tuple[str, ...]
    sight: Sight
    in_order: bool = False


class Track(Clause):
    """Something that the table remembers."""

    name: str
    each_player: bool = False
    words: Words | None = None
    type: str
    maybe: bool = False
    start: Expression | None = None


class Dummy(Clause):
    """Owns zones like a player, and never decides."""

    name: str
    words: Words | None = None
    low: int = 0
    high: int = 0


class Figure(Clause):
    """A number for one player."""

    name: str
    words: Words | None = None
    value: Expression


class Stage(Clause):
    """A part of the game: `setup`, a `phase`, `rounds`, or a `reckoning` after the end."""

    stage: Literal["setup", "phase", "rounds", "reckoning"]
    name: str
    words: Words | None = None
    until: Expression | None = None
    using: tuple[Expression, ...] = ()
    body: tuple[Statement, ...] = ()


class Effect(Clause):
    """What happens when a card enters a zone."""

    name: str
    words: Words | None = None
    kind: str
    zone: str
    owner: str = ""
    card: str = ""
    condition: Expression | None = None
    when_cites: tuple[Cite, ...] = ()
    when_at: Place = NOWHERE
    body: tuple[Statement, ...] = ()


class Parameter(Node):
    """`takes purse : player-zone` or `gives winner : player`."""

    name: str
    type: str
    maybe: bool = False
    words: Words | None = None


class Procedure(Clause):
    """A named way of playing a part of a round."""

    name: str
    words: Words | None = None
    takes: tuple[Parameter, ...] = ()
    gives: tuple[Parameter, ...] = ()
    body: tuple[Statement, ...] = ()


class End(Clause):
    """What ends the game early."""

    name: str
    words: Words | None = None
    time: Literal["at once", "after the round"]
    condition: Expression


class Out(Clause):
    """Who is out before anybody can win."""

    players: Expression
    condition: Expression | None = None


class Elimination(Clause):
    """Who cannot win, and what happens if that is everybody."""

    words: Words | None = None
    out: tuple[Out, ...] = ()
    everyone: Literal["", "nobody wins", "nobody is out"] = ""
    everyone_cites: tuple[Cite, ...] = ()


class Step(Clause):
    """One operation of a scoring."""

    name: str
    words: Words | None = None
    operation: Literal[
        "add", "subtract", "double", "halve", "multiply by", "divide by", "at least", "at most",
        "round",
    ]
    value: Expression | None = None
    per: Expression | None = None
    condition: Expression | None = None
    rounded: Literal["", "up", "down", "toward zero"] = ""


class Scoring(Clause):
    """A score, made step by step."""

    name: str
    words: Words | None = None
    steps: tuple[Step, ...] = ()


class Tie(Clause):
    """A line of the chain that finds the winner."""

    extreme: Extreme
    name: str


class Winner(Clause):
    """Who wins, tie-break after tie-break."""

    words: Words | None = None
    chain: tuple[Tie, ...] = ()
    tied: Literal["", "shared", "nobody"] = ""
    tied_cites: tuple[Cite, ...] = ()


class Always(Clause):
    """Something that holds at every moment of the game."""

    name: str
    words: Words | None = None
    condition: Expression


class Allow(Clause):
    """`allow CODE because "reason"`: a finding that the author has looked at."""

    code: str
    about: str = ""
    reason: str
