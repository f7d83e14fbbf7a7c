"""Edits: the one way in which readings, options and variants change rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.model.clauses import (
    Allow,
    Always,
    Besides,
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
from variorum_dsl.model.node import BY_NODE, Node
from variorum_dsl.model.words import Cite, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Kinds(Clause):
    """The section `kinds`."""

    lines: tuple[Kind, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Components(Clause):
    """The section `components`."""

    lines: tuple[Annotated[Pile | Total | Besides, BY_NODE], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Zones(Clause):
    """The section `zones`."""

    lines: tuple[Zone, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracks(Clause):
    """The section `tracks`."""

    lines: tuple[Track, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures(Clause):
    """The section `figures`."""

    lines: tuple[Figure, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats(Clause):
    """`players 3 to 5`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Where(Node):
    """`after passe`, `before passe`, `first` or `last`."""

    side: Literal["after", "before", "first", "last"]
    key: str = ""
    key_at: Place = field(default=NOWHERE, repr=False, compare=False)


InsertedLine = Annotated[Statement | Step | Tie, BY_NODE]
EditedLine = Annotated[Statement | Step | Tie | Component, BY_NODE]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceLines(Node):
    """Other lines in the place of one."""

    key: str
    key_at: Place = field(default=NOWHERE, repr=False, compare=False)
    lines: tuple[EditedLine, ...]
    tied: Literal["", "shared", "nobody", "impossible"] = ""
    tied_cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertLines(Node):
    """New lines beside one."""

    where: Where
    lines: tuple[InsertedLine, ...]
    tied: Literal["", "shared", "nobody", "impossible"] = ""
    tied_cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DropLine(Node):
    """One line less."""

    key: str
    key_at: Place = field(default=NOWHERE, repr=False, compare=False)
    case: bool = False
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertCases(Node):
    """New cases of a `depending on`."""

    key: str
    key_at: Place = field(default=NOWHERE, repr=False, compare=False)
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InsertChoices(Node):
    """New things to choose."""

    key: str
    key_at: Place = field(default=NOWHERE, repr=False, compare=False)
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtendCase(Node):
    """An existing case for further kinds."""

    key: str
    key_at: Place = field(default=NOWHERE, repr=False, compare=False)
    kinds: tuple[str, ...]
    kinds_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyIf(Node):
    """An effect that happens only if something more holds."""

    condition: Expression


LineEdit = Annotated[
    ReplaceLines | InsertLines | DropLine | InsertCases | InsertChoices | ExtendCase | OnlyIf,
    BY_NODE,
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change(Clause):
    """Edits of single lines inside a section."""

    section: Literal[
        "scoring", "winner", "components", "setup", "rounds", "phase", "reckoning", "effect",
        "procedure",
    ]
    name: str = ""
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    edits: tuple[LineEdit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(Clause):
    """A clause less."""

    word: str
    name: str = ""
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename(Clause):
    """Another name, and perhaps other printed words, for the same thing."""

    old: str
    old_at: Place = field(default=NOWHERE, repr=False, compare=False)
    new: str
    new_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading(Clause):
    """One answer to an open question; the assumed one edits nothing. Some put options in force."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    options: tuple[str, ...] = ()
    options_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Silent(Clause):
    """A question that the rulebook leaves open."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    question: str
    assumed: Reading | None = None
    readings: tuple[Reading, ...] = ()


Section = Annotated[
    Kinds | Components | Zones | Tracks | Dummy | Figures | Stage | Effect | Procedure | End
    | Elimination | Scoring | Winner | Silent | Always,
    BY_NODE,
]
Replaceable = Annotated[
    Zone | Track | Figure | Kind | Effect | Procedure | End | Elimination | Scoring | Winner
    | Stage | Dummy | Always | Seats,
    BY_NODE,
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(Clause):
    """A clause, or a section of them, more."""

    section: Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(Clause):
    """A clause in the place of the one with its name."""

    clause: Replaceable


Edit = Annotated[Add | Replace | Remove | Rename | Change, BY_NODE]
OptionLine = Annotated[Edit | Silent | Example, BY_NODE]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Clause):
    """An optional rule that the rulebook offers."""

    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    words: Words | None = None
    lines: tuple[OptionLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Published(Clause):
    """`published "Osprey Games, 2018"`, or `about` with a sentence on the game."""

    text: str
    about: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice(Clause):
    """`ages 10`, `lasts 20 to 30 minutes`: what the box advises. No rule of play."""

    about: Literal["ages", "minutes"]
    low: int
    high: int = 0  # nothing above is said


@dataclass(frozen=True, slots=True, kw_only=True)
class Language(Clause):
    """`language 1`: which language the file is written in."""

    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Uses(Clause):
    """`uses auctions`: libraries whose procedures the file calls."""

    libraries: tuple[str, ...]
    libraries_at: tuple[Place, ...] = field(default=(), repr=False, compare=False)


TopLevel = Annotated[
    Section | Edit | Option | Example | Published | Advice | Language | Uses | Seats | Allow,
    BY_NODE,
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document(Node):
    """A whole file."""

    form: Literal["edition", "variant", "library"]
    name: str
    name_at: Place = field(default=NOWHERE, repr=False, compare=False)
    title: str = ""
    parent: str = ""
    parent_at: Place = field(default=NOWHERE, repr=False, compare=False)
    cites: tuple[Cite, ...] = ()
    items: tuple[TopLevel, ...] = ()
