"""The core: a game with its number of players settled, all names resolved, everything inlined.

The checker, the interpreter, the compiler, the comparison and the fingerprint all read this form.
There are two kinds of parts: `Op` (an expression or a line of play) and the tables of a `Program`
(cards, zones, tracks, figures, scorings). Sets of cards and of players are bit masks throughout:
card 0 is bit 0, seat 0 is bit 0. `nobody` is seat -1. Members of an attribute count from 0.

Expressions, by `op` (arguments in brackets):
  number[n] flag[b] member[i] seat[i] nobody  players
  local[i] track[t, owner|None] figure[f, player] score[s, player]
  zone[z, owner|None] zones_of[z, players] kind[mask, cards] outside[mask, zone]
  top[zone, count] attribute[a, card] left[p] right[p]
  single[p] union[a, b] without[a, b] count[set] empty[set] the_one[set]
  cards_such[local, cards, c] players_such[local, players, c] one_of[cards] numbers[low, high]
  players_if[c, players] cards_whose[cards, a, comparison, value]
  players_whose[players, local, expr, comparison, value]
  best_cards[cards, ((extreme, a), ...)] best_players[players, local, ((extreme, expr), ...)]
  unique_cards[cards, a] unique_players[players, local, expr]
  total_cards[a, cards] highest_cards[..] lowest_cards[..] different_cards[..] same_cards[..]
  total_players[local, expr, players] highest_players[..] lowest_players[..]
  + - * / and or not otherwise[a, b] round[direction, x]
  compare[comparison, a, b] in[a, set] is_kind[mask, cards]

Lines of play:
  move[cards, z, owner|None, effects, bottom] shuffle[z, owner|None] set_local[i, x]
  set_track[t, owner, x]
  if[c, then, else] for_players[local, set, start|None, ranks, until|None, body]
  for_cards[local, set, ranks, until, body] for_members[local, count, until, body]
  repeat[until, measure, body] turns[start, local, set, until, measure, body]
  decide[who, choices] together[local, set, choices, rest] chance[local, low, high, set]
  show[cards, player] cases[card, ((mask, body), ...)] end_round end_game
"""

from __future__ import annotations

from typing import Any, NamedTuple

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.model.node import NOWHERE


class Op:
    """An expression or a line of play. `reach` is the set of cards that it can ever hold."""

    __slots__ = ("args", "at", "cites", "key", "op", "reach", "rule", "type")

    def __init__(
        self, op: str, args: tuple[Any, ...] = (), type: str = "",  # noqa: A002
        at: Place = NOWHERE,
        reach: int = 0, cites: tuple[str, ...] = (), rule: str = "", key: str = "",
    ) -> None:
        self.op = op
        self.args = args
        self.type = type
        self.at = at
        self.reach = reach
        self.cites = cites
        self.rule = rule
        self.key = key

    def __repr__(self) -> str:
        return f"{self.op}{list(self.args)}" if self.args else self.op


NO_MEMBER = -1  # what a card has of an attribute with members if its kind has no such attribute


class Card(NamedTuple):
    """One physical card. Cards with the same face cannot be told apart in play."""

    kind: str
    values: tuple[int, ...]
    marks: tuple[str, ...]
    zone: int
    owner: int
    face: int


class AttributeTable(NamedTuple):
    name: str
    words: str
    members: tuple[str, ...]


class ZoneTable(NamedTuple):
    """`first` is the number of the zone of seat 0 (or of the one shared zone)."""

    name: str
    words: str
    each_player: bool
    sight: str
    in_order: bool
    holds: int
    first: int
    cites: tuple[str, ...]


class TrackTable(NamedTuple):
    name: str
    words: str
    each_player: bool
    type: str
    first: int
    start: Op | None


class FigureTable(NamedTuple):
    """`local` is where the player stands while the value is worked out."""

    name: str
    words: str
    local: int
    value: Op


class StepTable(NamedTuple):
    name: str
    words: str
    operation: str
    value: Op | None
    per: Op | None
    condition: Op | None
    rounded: str
    cites: tuple[str, ...]
    at: Place


class ScoringTable(NamedTuple):
    name: str
    words: str
    local: int
    steps: tuple[StepTable, ...]
    at: Place


class Pick(NamedTuple):
    """What is picked. `limit` is set where the condition only bounds a total of the picked
    cards: (attribute, comparison, bound); the bound does not depend on them. `members` is the
    attribute, if one of its members is picked: they are numbers that are called by words."""

    low: Op
    high: Op | None
    source: Op
    local: int
    such_that: Op | None
    limit: tuple[int, str, Op] | None
    name: str
    members: int = -1


class Choice(NamedTuple):
    name: str
    words: str
    condition: Op | None
    pick: Pick | None
    body: tuple[Op, ...]
    cites: tuple[str, ...]
    at: Place


class StageTable(NamedTuple):
    stage: str
    name: str
    words: str
    until: Op | None
    measure: Op | None
    body: tuple[Op, ...]
    cites: tuple[str, ...]
    at: Place


class EndTable(NamedTuple):
    name: str
    words: str
    at_once: bool
    condition: Op
    cites: tuple[str, ...]
    at: Place


class Tie(NamedTuple):
    extreme: str
    name: str
    figure: int
    is_score: bool
    cites: tuple[str, ...]
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
        self.out: list[tuple[Op, tuple[str, ...], Place]] = []
        self.everyone = ""
        self.chain: list[Tie] = []
        self.tied = ""
        self.always: list[tuple[str, Op, Place]] = []
        self.locals = 0
        self.elimination_cites: tuple[str, ...] = ()

    def zone_number(self, zone: int, owner: int) -> int:
        table = self.zones[zone]
        return table.first + owner if table.each_player else table.first

    def called(self, pick: Pick) -> tuple[str, ...]:
        """The words for the numbers of a pick, if they stand for the members of an attribute."""
        return self.attributes[pick.members].members if pick.members >= 0 else ()

    def values(self, attribute: int) -> list[int]:
        """The attribute of every card (0 where a card has none)."""
        return [card.values[attribute] for card in self.cards]
