"""The core: a game with its number of players settled, all names resolved, everything inlined.

The checker, the interpreter, the compiler, the comparison and the fingerprint all read this form.
It has expressions (`variorum_dsl.core.expressions`), lines of play (`variorum_dsl.core.lines`), and
the tables of a `Program`: cards, zones, tracks, figures, scorings, stages and how the game ends.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from variorum_dsl.core.expressions import Direction, Expression, Extreme
from variorum_dsl.core.lines import Choice, Line, Pick
from variorum_dsl.diagnostics.diagnostic import Place

__all__ = [
    "NO_MEMBER",
    "AttributeTable",
    "Card",
    "Choice",
    "Domain",
    "EndTable",
    "EveryoneOut",
    "FigureTable",
    "OutTable",
    "Pick",
    "Program",
    "PromiseTable",
    "ScoreOperation",
    "ScoringTable",
    "Sight",
    "Stage",
    "StageTable",
    "StepTable",
    "StillTied",
    "Tie",
    "TrackTable",
    "ZoneTable",
]

NO_MEMBER = -1  # what a card has of an attribute with members if its kind has no such attribute

Sight = Literal["open", "secret", "hidden"]
Stage = Literal["setup", "phase", "rounds", "reckoning"]
ScoreOperation = Literal[
    "add", "subtract", "double", "halve", "multiply by", "divide by", "at least", "at most",
    "round",
]
# Empty where the rules do not say.
EveryoneOut = Literal["", "nobody wins", "nobody is out", "impossible"]
StillTied = Literal["", "shared", "nobody", "impossible"]


class Card(NamedTuple):
    """One physical card. Cards with the same face cannot be told apart in play."""

    kind: str
    values: tuple[int, ...]
    marks: tuple[str, ...]
    zone: int
    owner: int
    face: int


class AttributeTable(NamedTuple):
    """Places with numbers are the members of an attribute that no card has: `low` is the first
    number then."""

    name: str
    words: str
    members: tuple[str, ...]
    low: int | None = None


class Domain(NamedTuple):
    """Who has one of a zone, a track or a figure each: the table alone, the players with the
    dummies, or the members of an attribute. Owners count from 0."""

    sort: Literal["table", "player", "member"]
    size: int
    attribute: int = -1


class ZoneTable(NamedTuple):
    """`first` is the number of the zone of the first owner (or of the one shared zone)."""

    name: str
    words: str
    domain: Domain
    sight: Sight
    in_order: bool
    holds: int
    first: int
    cites: tuple[str, ...]

    @property
    def each_player(self) -> bool:
        return self.domain.sort == "player"


class TrackTable(NamedTuple):
    name: str
    words: str
    domain: Domain
    type: str
    first: int
    start: Expression | None
    sight: Sight = "open"

    @property
    def each_player(self) -> bool:
        return self.domain.sort == "player"


class FigureTable(NamedTuple):
    """`local` is where the owner stands while the value is worked out."""

    name: str
    words: str
    domain: Domain
    local: int
    value: Expression


class StepTable(NamedTuple):
    name: str
    words: str
    operation: ScoreOperation
    value: Expression | None
    per: Expression | None
    condition: Expression | None
    rounded: Literal[""] | Direction
    cites: tuple[str, ...]
    at: Place


class ScoringTable(NamedTuple):
    name: str
    words: str
    local: int
    steps: tuple[StepTable, ...]
    at: Place


class StageTable(NamedTuple):
    stage: Stage
    name: str
    words: str
    until: Expression | None
    measure: Expression | None
    body: tuple[Line, ...]
    cites: tuple[str, ...]
    at: Place


class EndTable(NamedTuple):
    name: str
    words: str
    at_once: bool
    condition: Expression
    cites: tuple[str, ...]
    at: Place


class Tie(NamedTuple):
    extreme: Extreme
    name: str
    figure: int
    is_score: bool
    cites: tuple[str, ...]
    at: Place


class OutTable(NamedTuple):
    """Players who are out before anybody can win."""

    players: Expression
    cites: tuple[str, ...]
    at: Place


class PromiseTable(NamedTuple):
    """What the rules say is always true."""

    name: str
    condition: Expression
    at: Place


class Program:
    """A whole game for one number of players."""

    def __init__(self) -> None:
        self.name = ""
        self.title = ""
        self.ancestors: tuple[str, ...] = ()
        self.players = 0
        self.owners: list[str] = []  # the words for dummies; players are called by the table
        self.dummy_names: list[str] = []
        self.attributes: list[AttributeTable] = []
        self.kind_masks: dict[str, int] = {}
        self.kind_words: dict[str, tuple[str, str]] = {}
        self.cards: list[Card] = []
        self.card_words: list[str] = []
        self.zones: list[ZoneTable] = []
        self.zone_count = 0
        self.tracks: list[TrackTable] = []
        self.track_count = 0
        self.figures: list[FigureTable] = []
        self.scorings: list[ScoringTable] = []
        self.stages: list[StageTable] = []
        self.ends: list[EndTable] = []
        self.out: list[OutTable] = []
        self.everyone: EveryoneOut = ""
        self.chain: list[Tie] = []
        self.tied: StillTied = ""
        self.always: list[PromiseTable] = []
        self.locals = 0
        self.local_names: dict[int, list[str]] = {}  # what they are called in the rules
        self.local_types: dict[int, str] = {}
        self.elimination_cites: tuple[str, ...] = ()

    def zone_number(self, zone: int, owner: int) -> int:
        table = self.zones[zone]
        return table.first if table.domain.sort == "table" else table.first + owner

    def most_of(self, sort: str) -> int:
        """How many there can be in a set of a sort: of players and dummies, or of members."""
        if sort.startswith("members "):
            return len(self.members_of(sort))
        return self.players + len(self.owners)

    def members_of(self, sort: str) -> tuple[str, ...]:
        """The members that one or several of a sort are of: `member colour`, `members row`."""
        name = sort.partition(" ")[2].partition(" as ")[0]
        return next((table.members for table in self.attributes if table.name == name), ())

    def place_of_member(self, table: ZoneTable | TrackTable, owner: int, words: str) -> str:
        """What a member has, called by some words: `pile of red`, `row 3`, `bonus of row 3`."""
        attribute = self.attributes[table.domain.attribute]
        if attribute.low is not None and attribute.name == table.name:
            return f"{words} {attribute.low + owner}"
        return f"{words} of {attribute.members[owner]}"

    def called(self, pick: Pick) -> tuple[str, ...]:
        """The words for the numbers of a pick, if they stand for the members of an attribute."""
        return self.attributes[pick.members].members if pick.members >= 0 else ()

    def values(self, attribute: int) -> list[int]:
        """The attribute of every card (0 where a card has none)."""
        return [card.values[attribute] for card in self.cards]
