"""Edits: the one way in which readings, options and variants change rules."""

from __future__ import annotations

from typing import Literal

from variorum_dsl.model.clauses import (
    Allow,
    Always,
    Clause,
    Component,
    Dummy,
    Effect,
    Elimination,
    End,
    Figure,
    Kind,
    Pile,
    Procedure,
    Scoring,
    Stage,
    Step,
    Tie,
    Total,
    Track,
    Winner,
    Zone,
)
from variorum_dsl.model.examples import Example
from variorum_dsl.model.expressions import Expression
from variorum_dsl.model.lines import Case, Choice, Statement
from variorum_dsl.model.node import Node
from variorum_dsl.model.words import Cite, Words


class Kinds(Clause):
    """The section `kinds`."""

    lines: tuple[Kind, ...]


class Components(Clause):
    """The section `components`."""

    lines: tuple[Pile | Total, ...]


class Zones(Clause):
    """The section `zones`."""

    lines: tuple[Zone, ...]


class Tracks(Clause):
    """The section `tracks`."""

    lines: tuple[Track, ...]


class Figures(Clause):
    """The section `figures`."""

    lines: tuple[Figure, ...]


class Seats(Clause):
    """`players 3 to 5`."""

    low: int
    high: int


class Where(Node):
    """`after passe`, `before passe`, `first` or `last`."""

    side: Literal["after", "before", "first", "last"]
    key: str = ""


class ReplaceLines(Node):
    """Other lines in the place of one."""

    key: str
    lines: tuple[Statement | Step | Tie | Component, ...]
    tied: Literal["", "shared", "nobody"] = ""
    tied_cites: tuple[Cite, ...] = ()


class InsertLines(Node):
    """New lines beside one."""

    where: Where
    lines: tuple[Statement | Step | Tie, ...]
    tied: Literal["", "shared", "nobody"] = ""
    tied_cites: tuple[Cite, ...] = ()


class DropLine(Node):
    """One line less."""

    key: str
    case: bool = False
    cites: tuple[Cite, ...] = ()


class InsertCases(Node):
    """New cases of a `depending on`."""

    key: str
    cases: tuple[Case, ...]


class InsertChoices(Node):
    """New things to choose."""

    key: str
    choices: tuple[Choice, ...]


class ExtendCase(Node):
    """An existing case for further kinds."""

    key: str
    kinds: tuple[str, ...]


class OnlyIf(Node):
    """An effect that happens only if something more holds."""

    condition: Expression


LineEdit = (
    ReplaceLines | InsertLines | DropLine | InsertCases | InsertChoices | ExtendCase | OnlyIf
)


class Change(Clause):
    """Edits of single lines inside a section."""

    section: Literal[
        "scoring", "winner", "components", "setup", "rounds", "phase", "reckoning", "effect",
        "procedure",
    ]
    name: str = ""
    edits: tuple[LineEdit, ...]


class Remove(Clause):
    """A clause less."""

    word: str
    name: str = ""


class Rename(Clause):
    """Another name, and perhaps other printed words, for the same thing."""

    old: str
    new: str
    words: Words | None = None


class Reading(Clause):
    """One answer to an open question; the assumed one edits nothing."""

    name: str
    words: Words | None = None
    edits: tuple[Edit, ...] = ()


class Silent(Clause):
    """A question that the rulebook leaves open."""

    name: str
    question: str
    assumed: Reading | None = None
    readings: tuple[Reading, ...] = ()


Section = (
    Kinds | Components | Zones | Tracks | Dummy | Figures | Stage | Effect | Procedure | End
    | Elimination | Scoring | Winner | Silent | Always
)
Replaceable = (
    Zone | Track | Figure | Kind | Effect | Procedure | End | Elimination | Scoring | Winner
    | Stage | Dummy | Always | Seats
)


class Add(Clause):
    """A clause, or a section of them, more."""

    section: Section


class Replace(Clause):
    """A clause in the place of the one with its name."""

    clause: Replaceable


Edit = Add | Replace | Remove | Rename | Change


class Option(Clause):
    """An optional rule that the rulebook offers."""

    name: str
    words: Words | None = None
    lines: tuple[Edit | Silent | Example, ...] = ()


class Published(Clause):
    """`published "Osprey Games, 2018"`, or `about` with a sentence on the game."""

    text: str
    about: bool = False


class Uses(Clause):
    """`uses auctions`: libraries whose procedures the file calls."""

    libraries: tuple[str, ...]


TopLevel = Section | Edit | Option | Example | Published | Uses | Seats | Allow


class Document(Node):
    """A whole file."""

    form: Literal["edition", "variant", "library"]
    name: str
    title: str = ""
    parent: str = ""
    cites: tuple[Cite, ...] = ()
    items: tuple[TopLevel, ...] = ()
