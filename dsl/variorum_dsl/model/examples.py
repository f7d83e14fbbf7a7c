"""Examples: a position, the moves, and what must then hold."""

from __future__ import annotations

from typing import Literal

from variorum_dsl.model.clauses import Clause
from variorum_dsl.model.expressions import Expression
from variorum_dsl.model.node import Node
from variorum_dsl.model.words import Words


class Phrase(Node):
    """Words as somebody would say them: `luxury 7`, `2 prestige`, `bid money 4`."""

    words: tuple[int | str, ...]


class Holds(Node):
    """`display of ann holds luxury 7, passe`; `includes` leaves room for more."""

    zone: Expression
    cards: tuple[Phrase, ...] = ()
    exactly: bool = True


class Fact(Node):
    """Any condition: `starter is ann`, `count of hand of ann is 11`."""

    condition: Expression


class StepFact(Node):
    """`status of ann after passe is 7`."""

    score: Expression
    step: str
    value: Expression


class Eliminated(Node):
    """`eliminated ann, bo`, or `eliminated nobody`."""

    players: tuple[str, ...]


class Won(Node):
    """`winner ann`, `winners ann, bo`, or `winner nobody`."""

    players: tuple[str, ...]


class Decided(Node):
    """`decided by money-left`."""

    by: str


class ToDecide(Node):
    """`to decide ann`: whose decision is open."""

    players: tuple[str, ...]


class Ended(Node):
    """`the round has ended`, `the round goes on`, `the game has ended`, `the game goes on`."""

    what: Literal["round", "game"]
    over: bool = True


class Unplayable(Node):
    """`the game cannot be played`: not with so many players."""


class Sees(Node):
    """`ann sees hand of ann`, `bo does not see hand of ann`, `everyone sees block`."""

    player: str
    zone: Expression
    seen: bool = True


FactLine = (
    Sees | Holds | Fact | StepFact | Eliminated | Won | Decided | ToDecide | Ended | Unplayable
)


class Said(Node):
    """`ann: bid money 4`; `bo may: pass` and `bo may not: pass` only ask."""

    player: str
    move: tuple[Phrase, ...]
    refused: bool = False
    asked: bool = False


class Act(Node):
    """A part of an example that plays: from a stage on, going on, or from the end on."""

    start: Literal["playing", "going on", "the game ends"]
    stage: str = ""
    moves: tuple[Said, ...] = ()


class Then(Node):
    """What must hold."""

    facts: tuple[FactLine, ...]


class UnderReading(Node):
    """`reading odd-halves is rounded-down`."""

    silence: str
    reading: str


class Example(Clause):
    """A position, the moves, and what must then hold; it runs."""

    name: str
    words: Words | None = None
    players: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    readings: tuple[UnderReading, ...] = ()
    given: tuple[FactLine, ...] = ()
    acts: tuple[Act | Then, ...] = ()
