"""The names of a game, and the cards that its components come to."""

from __future__ import annotations

from operator import is_
from typing import Any, NamedTuple

from variorum_dsl import model as m
from variorum_dsl.core.program import AttributeTable, Card, Program, ZoneTable
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.edits.game import Game
from variorum_dsl.english import one_of
from variorum_dsl.lowering.components import MOST_CARDS, Components

PREDECLARED = frozenset({"players", "nobody", "chance", "left", "right"})


class Cards(NamedTuple):
    """The cards of a game, and the clauses that they were made of."""

    made_of: tuple[tuple[Any, ...], ...]
    cards: list[Card]
    masks: dict[str, int]
    used: set[tuple[str, str]]


# By number of players. A file is checked with one choice after the other.
_cards_before: dict[int, Cards] = {}


def _made_of(game: Game) -> tuple[tuple[Any, ...], ...]:
    return game.kinds, game.piles, game.zones, game.dummies


class Symbols(Components):
    """What every name of a game stands for, at one number of players."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.problems: list[Diagnostic] = []
        self.used: set[tuple[str, str]] = set()
        self.kinds: dict[str, m.Kind] = {kind.name: kind for kind in game.kinds}
        self.parents: dict[str, str] = {}
        self.attributes: dict[str, int] = {}
        self.members: dict[str, tuple[int, int]] = {}
        self.marks: dict[str, m.Mark] = {}
        self.zones: dict[str, int] = {}
        self.tracks: dict[str, int] = {}
        self.dummies: dict[str, int] = {}
        self.figures: dict[str, int] = {}
        self.scorings: dict[str, int] = {}
        self.procedures = {procedure.name: procedure for procedure in game.procedures}
        self.program = Program()
        self.masks: dict[str, int] = {}
        self._attributes_of: dict[str, list[m.Attribute]] = {}
        self._names()
        if not self._same_cards():
            self._cards()
        self._zones()

    # ----------------------------------------------------------------- names
    def _names(self) -> None:
        program, game = self.program, self.game
        program.name, program.title, program.players = game.name, game.title, self.players
        program.ancestors = game.ancestors
        for kind in game.kinds:
            self.parents[kind.name] = kind.under
            if kind.under and kind.under not in self.kinds:
                self.unknown("kind", kind.under, kind.at, self.kinds)
            for attribute in kind.attributes:
                self._attribute(attribute)
            for mark in kind.marks:
                self.marks.setdefault(mark.name, mark)
        for kind in game.kinds:
            if self._in_a_circle(kind.name):
                self.report(
                    "kind-cycle", f"{quote(kind.name)} is a part of itself in the end",
                    kind.at.head(), why="following the kinds above it leads back to it",
                    hint="remove one of the words under",
                )
                break
        for pile in game.piles:
            for line in pile.lines:
                if line.name and line.name not in self.kinds:
                    self.parents[line.name] = line.kind
        for i, dummy in enumerate(self._dummies()):
            self.dummies[dummy.name] = self.players + i
            program.owners.append(dummy.words.one if dummy.words else dummy.name)
            program.dummy_names.append(dummy.name)

    def _dummies(self) -> list[m.Dummy]:
        return [
            dummy for dummy in self.game.dummies
            if not dummy.low or dummy.low <= self.players <= dummy.high
        ]

    @property
    def owners(self) -> int:
        return self.players + len(self.dummies)

    def _attribute(self, attribute: m.Attribute) -> None:
        before = self.attributes.get(attribute.name)
        if before is not None:
            if self.program.attributes[before].members != attribute.members:
                self.report(
                    "duplicate-name",
                    f"the attribute {quote(attribute.name)} is declared in two ways",
                    attribute.at, why="kinds that share an attribute share its members",
                    hint="use another name for one of them",
                )
            return
        number = len(self.program.attributes)
        self.attributes[attribute.name] = number
        words = attribute.words.one if attribute.words else attribute.name
        self.program.attributes.append(
            AttributeTable(attribute.name, words, attribute.members)
        )
        for i, member in enumerate(attribute.members):
            self.members.setdefault(member, (number, i))

    def _in_a_circle(self, kind: str) -> bool:
        seen = set()
        while kind and kind not in seen:
            seen.add(kind)
            kind = self.parents.get(kind, "")
        return bool(kind)

    # ----------------------------------------------------------------- cards
    def _same_cards(self) -> bool:
        """Readings and most options leave the cards as they are: then those of the game before
        this one are taken over."""
        before = _cards_before.get(self.players)
        if before is None or not all(
            len(old) == len(new) and all(map(is_, old, new))
            for old, new in zip(before.made_of, _made_of(self.game), strict=True)
        ):
            return False
        self.program.cards = list(before.cards)
        self.program.kind_masks = self.masks = dict(before.masks)
        self.used |= before.used
        return True

    def _cards(self) -> None:
        sound, used = not self.problems, set(self.used)
        self._make_cards()
        if sound and not self.problems:
            _cards_before[self.players] = Cards(
                _made_of(self.game), self.program.cards, self.masks, self.used - used
            )

    def _make_cards(self) -> None:
        zone_numbers = {zone.name: i for i, zone in enumerate(self.game.zones)}
        faces: dict[Any, int] = {}
        brought: list[tuple[m.Component, int]] = []
        for pile in self.game.piles:
            if pile.low and not pile.low <= self.players <= pile.high:
                continue
            zone = zone_numbers.get(pile.zone)
            if zone is None:
                self.unknown("zone", pile.zone, pile.at.head(), zone_numbers)
                continue
            self.used.add(("zone", pile.zone))
            if self.game.zones[zone].each_player != pile.each_player:
                each = self.game.zones[zone].each_player
                self.report(
                    "wrong-owner",
                    f"{quote(pile.zone)} belongs to {'each player' if each else 'the table'}",
                    pile.at.head(),
                    hint=f"in {pile.zone} of each player" if each else f"in {pile.zone}",
                    why="cards start in a zone as it is declared",
                )
                continue
            owners = range(self.players) if pile.each_player else (-1,)
            for line in pile.lines:
                before = len(self.program.cards)
                for values, marks in self.expanded(line):
                    kind = line.name or line.kind
                    face = faces.setdefault((kind, values, marks), len(faces))
                    for owner in owners:
                        self.program.cards.append(Card(kind, values, marks, zone, owner, face))
                brought.append((line, len(self.program.cards) - before))
        if self.game.piles and any(pile.each_player for pile in self.game.piles):
            self._in_owner_order()
        if len(self.program.cards) > MOST_CARDS:
            self.too_many_in_all(brought)
            del self.program.cards[MOST_CARDS:]
        for name in {*self.parents, *self.marks}:
            self.masks[name] = 0
        names: dict[tuple[str, tuple[str, ...]], tuple[str, ...]] = {}
        for i, card in enumerate(self.program.cards):
            sort = card.kind, card.marks
            if sort not in names:
                names[sort] = (*self.lineage(card.kind), *card.marks)
            for name in names[sort]:
                self.masks[name] = self.masks.get(name, 0) | 1 << i
        self.program.kind_masks = self.masks

    def _in_owner_order(self) -> None:
        """Cards of one player stand together, player after player."""
        self.program.cards.sort(key=lambda card: card.owner)

    # ----------------------------------------------------------------- zones
    def _zones(self) -> None:
        program = self.program
        for zone in self.game.zones:
            holds = 0
            for kind in zone.kinds:
                self.used.add(("kind", kind))
                if kind not in self.parents:
                    self.unknown("kind", kind, zone.at.head(), self.parents)
                holds |= self.masks.get(kind, 0)
            self.zones[zone.name] = len(program.zones)
            program.zones.append(ZoneTable(
                zone.name, one_of(zone.words, zone.name),
                zone.each_player, zone.sight, zone.in_order, holds, program.zone_count,
                tuple(cite.heading for cite in zone.cites),
            ))
            program.zone_count += self.owners if zone.each_player else 1
        for pile in self.game.piles:
            number = self.zones.get(pile.zone)
            if number is None:
                continue
            for line in pile.lines:
                if line.kind in self.parents and not any(
                    kind in self.game.zones[number].kinds
                    for kind in self.lineage(line.name or line.kind)
                ):
                    self.report(
                        "wrong-zone", f"{quote(pile.zone)} cannot hold {line.kind}",
                        line.at.head(), "starts there",
                        (f"it holds {', '.join(self.game.zones[number].kinds)} only"),
                        f"name {line.kind} where {pile.zone} is declared, or start elsewhere",
                    )
