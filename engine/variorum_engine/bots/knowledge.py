"""What a seat knows about cards that it does not see, and tables that fit this knowledge.

Everybody knows where the components began, how many cards every zone holds, and what they saw
moving. From this follows for each card in which zones it can be; and of one that was seen going
into an order that nobody sees, or was shown there, at which place it lies until that is shuffled. A
table is imagined by dealing the cards out again among these zones (a determinization); nothing else
of the real table is looked at.

This is the reference, over tables of the interpreter: it serves games that cannot be compiled, bots
that play on tables, and the promise of `verify` that nobody acts on what they cannot know. Series
of games and the tree search have the same in compiled form (`runtime/search/knowledge.py` and
`runtime/search/determinization.py`); tests compare them, position by position, over all games.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.core.walk import walk

from variorum_engine.interpreter.chance import Chance, Stream
from variorum_engine.interpreter.events import CardsMoved, CardsShown, ZoneShuffled
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.deduction import knows_track
from variorum_engine.table.table import Rules, Table
from variorum_engine.table.visibility import in_blind_order, sees, whose

_MIXING = 3


class Knowledge:
    """The places where each card can be, as far as one seat knows."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.program = program = table.rules.program
        self.seen = [sees(program, seat, zone) for zone in range(program.zone_count)]
        zones = table.state.zones
        self.place = {card: zone for zone, cards in enumerate(zones) for card in bits(cards)}
        self.possible, self.sure = _remembered(table, seat, self.seen) or (
            [-1] * len(program.cards), 0)
        allowed = [program.zones[whose(program, zone)[0]].holds for zone in range(len(zones))]
        unseen = [zone for zone in range(len(zones)) if not self.seen[zone]]
        self.hidden = sorted(card for card, zone in self.place.items() if not self.seen[zone])
        self.choices: dict[int, list[int]] = {
            card: [zone for zone in unseen
                   if self.possible[card] >> zone & 1 and allowed[zone] >> card & 1
                   and zones[zone]]
            for card in self.hidden
        }
        self.fixed = {card: found[0] for card, found in self.choices.items() if len(found) == 1}
        self.loose = [card for card in self.hidden if card not in self.fixed]
        self.room = {zone: zones[zone].bit_count() for zone in unseen}
        for zone in self.fixed.values():
            self.room[zone] -= 1
        self.rows = [zone for zone in unseen if table.state.order[zone] is not None]
        self.slots = card_slots(table.rules)
        # Cards with the same possible places are dealt evenly at once; others need mixing.
        sorts = {tuple(self.choices[card]) for card in self.loose}
        self.uneven = any(set(one) & set(two) for one, two in combinations(sorts, 2))

    def dealt(self, stream: Stream) -> Table:
        """A table that fits. Its chance is drawn from the stream."""
        state = self.table.state.copy()
        state.events = None
        state.reached = None
        state.answers = {}
        state.chance = Chance(stream.word())
        if self.hidden:
            self._deal(state, stream)
        self._forget_tracks(state)
        return Table(self.table.rules, names=self.table.names, state=state)

    def _forget_tracks(self, state: State) -> None:
        """What a seat neither sees nor can work out of the tracks it takes to be as its own, or as
        at the start: never what it is in truth."""
        opening = self.table.rules.opening().tracks
        for table in self.program.tracks:
            mine = table.each_player and knows_track(self.program, self.seat,
                                                     table.first + self.seat)
            for place in range(table.first, table.first + table.domain.size):
                if not knows_track(self.program, self.seat, place):
                    state.tracks[place] = (
                        state.tracks[table.first + self.seat] if mine else opening[place])

    def _deal(self, state: State, stream: Stream) -> None:
        cards = list(self.loose)
        _shuffle(cards, stream)
        where = self._assigned(cards, stream)
        zones: dict[int, list[int]] = {}
        for card in self.hidden:
            zones.setdefault(where[card], []).append(card)
        for zone, held in sorted(zones.items()):
            state.zones[zone] = sum(1 << card for card in held)
            if zone in self.rows:
                _shuffle(held, stream)
                state.order[zone] = self._among_the_sure(held, zone)
        # What the rules remember of a card is about the place that it was in.
        swapped = {card: card for card in self.fixed}
        after: dict[int, list[int]] = {}
        for card in reversed(cards):
            after.setdefault(where[card], []).append(card)
        for card in self.loose:
            swapped[card] = after[self.place[card]].pop()
        self._rename(state, swapped)

    def _among_the_sure(self, held: list[int], zone: int) -> list[int]:
        """The cards of an order, but for those of which it is known where they lie in it."""
        others = iter([card for card in held if not self.sure >> card & 1])
        return [card if self.sure >> card & 1 else next(others)
                for card in self.table.state.order[zone] or () if self.place[card] == zone]

    def _rename(self, state: State, swapped: dict[int, int]) -> None:
        hidden = sum(1 << card for card in self.hidden)
        for slot in self.slots:
            state.locals[slot] = _swapped(int(state.locals[slot]), hidden, swapped)
        code = self.table.rules.code
        for loop, first in code.card_loops.items():
            pending = state.pending[loop]
            state.pending[loop] = (
                *pending[:first], *(_swapped(each, hidden, swapped) for each in pending[first:]))
        for loop, pc in code.sealed.items():
            offers = code.asking[pc].offers
            state.sealed[loop] = tuple(
                (seat, (number, picked if (pick := offers[number].pick) is None or pick.by_number
                        else _swapped(picked, hidden, swapped)))
                for seat, (number, picked) in state.sealed[loop]
            )

    def _assigned(self, shuffled: list[int], stream: Stream) -> dict[int, int]:
        """A zone for each hidden card."""
        where = dict(self.fixed)
        room = dict(self.room)
        cards = sorted(shuffled, key=lambda card: len(self.choices[card]))
        for card in cards:
            free = sum(room[zone] for zone in self.choices[card])
            if not free:
                self._make_room(card, where, room)
                continue
            ticket = stream.below(free)
            for zone in self.choices[card]:
                if ticket < room[zone]:
                    where[card] = zone
                    room[zone] -= 1
                    break
                ticket -= room[zone]
        if self.uneven:
            self._mix(cards, where, stream)
        return where

    def _make_room(self, card: int, where: dict[int, int], room: dict[int, int]) -> None:
        """Move others along until the card has a place (a shortest augmenting path)."""
        came: dict[int, tuple[int, int]] = {}
        queue = [(zone, card, -1) for zone in self.choices[card]]
        for zone, mover, origin in queue:
            if zone in came:
                continue
            came[zone] = mover, origin
            if room[zone] > 0:
                room[zone] -= 1
                while zone >= 0:
                    mover, zone_before = came[zone]
                    where[mover] = zone
                    zone = zone_before
                return
            queue.extend(
                (onward, other, zone) for other, there in where.items()
                if there == zone and other not in self.fixed
                for onward in self.choices[other] if onward not in came
            )
        raise AssertionError("the cards as they lie fit what is known of them")

    def _mix(self, cards: list[int], where: dict[int, int], stream: Stream) -> None:
        """Swap cards that can change places, so that no way to deal is preferred."""
        for _ in range(_MIXING * len(cards)):
            one, two = cards[stream.below(len(cards))], cards[stream.below(len(cards))]
            if where[two] in self.choices[one] and where[one] in self.choices[two]:
                where[one], where[two] = where[two], where[one]


def _shuffle(cards: list[int], stream: Stream) -> None:
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]


def _swapped(value: int, hidden: int, swapped: dict[int, int]) -> int:
    if value <= 0 or not value & hidden:
        return value
    return value & ~hidden | sum(1 << swapped[card] for card in bits(value & hidden))


# ------------------------------------------------------------------------- what was seen
def _remembered(table: Table, seat: int, seen: list[bool]) -> tuple[list[int], int] | None:
    """For each card the set of zones where it can be, and the cards of which it is known at which
    place of an order they lie; nothing, where the game was not followed from its beginning."""
    events = table.state.events
    if events is None:
        return None
    program = table.rules.program
    zones = table.rules.opening().zones
    possible = [0] * len(program.cards)
    for zone, cards in enumerate(zones):
        for card in bits(cards):
            possible[card] = 1 << zone
    alike, sure = _alike(program), 0
    for event in events:
        match event:  # nothing else shows a card or touches one
            case CardsMoved(moves):
                for cards, source, target in moves:
                    if source == target:
                        continue  # they only lie lower there
                    whole = zones[source] == cards
                    zones[source] &= ~cards
                    zones[target] |= cards
                    # From which place of an order a card is taken everybody sees.
                    known = cards if seen[source] or seen[target] else cards & sure
                    sure &= ~cards
                    _saw(possible, known, source, target, alike, sure)
                    if known != cards:
                        _unseen(possible, source, target, sure, whole=whole)
                    if in_blind_order(program, target):
                        sure |= known
            case ZoneShuffled(zone):
                sure &= ~zones[zone]
            case CardsShown(seats=seats, places=places) if seats >> seat & 1:
                for cards, zone in places:
                    for card in bits(cards):
                        possible[card] = 1 << zone
                    if in_blind_order(program, zone):
                        sure |= cards
    return (possible, sure) if zones == table.state.zones else None


def _saw(
    possible: list[int], cards: int, source: int, target: int, alike: list[list[int]], sure: int
) -> None:
    for card in bits(cards):
        if possible[card] != 1 << source:
            # Nobody can tell a card from its twin: the one that was known to be there has gone.
            for twin in alike[card]:
                if possible[twin] == 1 << source and not (cards | sure) >> twin & 1:
                    possible[twin] = possible[card]
                    break
        possible[card] = 1 << target


def _unseen(
    possible: list[int], source: int, target: int, sure: int, *, whole: bool
) -> None:
    for card, zones in enumerate(possible):
        if zones >> source & 1 and not sure >> card & 1:
            possible[card] = zones | 1 << target
            if whole:
                possible[card] &= ~(1 << source)


def _alike(program: Program) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for number, card in enumerate(program.cards):
        groups.setdefault(card.face, []).append(number)
    return [groups[card.face] for card in program.cards]


@lru_cache(maxsize=32)
def card_slots(rules: Rules) -> list[int]:
    """The locals in which the rules remember cards."""
    found: set[int] = set()
    for node in walk(*(stage.body for stage in rules.program.stages)):
        if isinstance(node, c.Local) and node.type in ("card", "cards"):
            found.add(node.number)
    return sorted(found)
