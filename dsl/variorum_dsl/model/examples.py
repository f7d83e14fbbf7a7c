"""Examples: a position, the moves, and what must then hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.model.clauses import Clause
from variorum_dsl.model.expressions import Expression
from variorum_dsl.model.node import BY_NODE, Node
from variorum_dsl.model.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrase(Node):
    """Words as somebody would say them: `luxury 7`, `2 prestige`, `bid money 4`."""

    words: tuple[int | str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holds(Node):
    """`display of ann holds luxury 7, passe`; `includes` leaves room for more."""

    zone: Expression
    cards: tuple[Phrase, ...] = ()
    exactly: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Node):
    """Any condition: `starter is ann`, `count of hand of ann is 11`."""

    condition: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFact(Node):
    """`status of ann after passe is 7`."""

    score: Expression
    step: str
    step_at: Place = field(default=NOWHERE, repr=False, compare=False)
    value: Expression


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated(Node):
    """`eliminated ann, bo`, or `eliminated nobody`."""

    players: tuple[str, ...]
    players_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Won(Node):
    """`winner ann`, `winners ann, bo`, or `winner nobody`."""

    players: tuple[str, ...]
    players_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Node):
    """`decided by money-left`."""

    by: str
    by_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToDecide(Node):
    """`to decide ann`: whose decision is open."""

    players: tuple[str, ...]
    players_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Node):
    """`the round has ended`, `the round goes on`, `the game has ended`, `the game goes on`."""

    what: Literal["round", "game"]
    over: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplayable(Node):
    """`the game cannot be played`: not with so many players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxed(Node):
    """`the box holds 5 player-aid`: how many there are of what has no rule."""

    parts: tuple[Phrase, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sees(Node):
    """`ann sees hand of ann`, `bo does not see hand of ann`, `everyone sees block`."""

    player: str
    player_at: Place = field(default=NOWHERE, repr=False, compare=False)
    zone: Expression
    seen: bool = True


FactLine = Annotated[
    Sees | Holds | Boxed | Fact | StepFact | Eliminated | Won | Decided | ToDecide | Ended
    | Unplayable,
    BY_NODE,
]


# Why a move can be against the rules.
REASONS = ("not-your-turn", "no-such-choice", "not-offered", "not-there", "too-few", "too-many",
           "condition", "game-over")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Node):
    """`ann: bid money 4`; `bo may: pass` and `bo may not: pass` only ask. Why not may be said by a
    word (`because too-few`) or by the heading that the rule cites (`because "Bidding"`)."""

    player: str
    player_at: Place = field(default=NOWHERE, repr=False, compare=False)
    move: tuple[Phrase, ...]
    refused: bool = False
    asked: bool = False
    reason: str = ""
    reason_at: Place = field(default=NOWHERE, repr=False, compare=False)
    heading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Node):
    """A part of an example that plays: from a stage on (or from one of its lines, in a procedure if
    that is called by a line), going on, or from the end on."""

    start: Literal["playing", "going on", "the game ends"]
    stage: str = ""
    stage_at: Place = field(default=NOWHERE, repr=False, compare=False)
    line: str = ""
    line_at: Place = field(default=NOWHERE, repr=False, compare=False)
    caller: str = ""
    caller_at: Place = field(default=NOWHERE, repr=False, compare=False)
    moves: tuple[Said, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Then(Node):
    """What must hold."""

    facts: tuple[FactLine, ...]


Scene = Annotated[Act | Then, BY_NODE]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderReading(Node):
    """`reading odd-halves is rounded-down`."""

    silence: str
    silence_at: Place = field(default=NOWHERE, repr=False, compare=False)
    reading: str
    reading_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Example(Clause):
    """A position, the moves, and what must then hold; it runs."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    printed: bool = False  # the rulebook has it itself
    players: tuple[str, ...] = ()
    players_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)
    options: tuple[str, ...] = ()
    options_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)
    readings: tuple[UnderReading, ...] = ()
    given: tuple[FactLine, ...] = ()
    acts: tuple[Scene, ...] = ()
