"""What a seat sees of the zones of a table, and what it was shown.

`SPECTATOR` sees what everybody sees. `REFEREE` sees everything and is for records, never for
somebody who plays.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.core.visibility import everybody_sees, sees_cards
from variorum_dsl.core.walk import Tree, children, mentions, nodes, walk

from variorum_engine.interpreter.events import CardsMoved, CardsShown, Event, ZoneShuffled
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import Number

SPECTATOR = None
REFEREE = -1
Seat = int | None


@lru_cache(maxsize=16384)
def sees(program: Program, seat: Seat, zone: int) -> bool:
    """Whether a seat sees the cards of a zone, by the number of the zone."""
    if seat == REFEREE:
        return True
    table, owner = whose(program, zone)
    owns = seat is not None and owner == seat < program.players
    return sees_cards(program.zones[table], owns=owns)


@lru_cache(maxsize=4096)
def which(program: Program, zone: int) -> tuple[int, int]:
    """The number of the zone's line in the rules, and the number of its owner, whoever owns it."""
    for number in range(len(program.zones) - 1, -1, -1):
        table = program.zones[number]
        if table.first <= zone:
            return number, zone - table.first
    raise IndexError(zone)


def whose(program: Program, zone: int) -> tuple[int, int]:
    """The number of the zone's line in the rules, and the player or dummy whose it is; -1 where
    it belongs to the table, or to a member."""
    number, owner = which(program, zone)
    return number, owner if program.zones[number].each_player else -1


@lru_cache(maxsize=4096)
def in_blind_order(program: Program, zone: int) -> bool:
    """Whether cards lie in a zone in an order, and nobody may look at them: then everybody sees at
    which place a card is put there or taken away."""
    table = program.zones[which(program, zone)[0]]
    return table.in_order and not any(sees(program, seat, zone) for seat in range(program.players))


@lru_cache(maxsize=16384)
def sees_track(program: Program, seat: Seat, place: int) -> bool:
    """Whether a seat sees the value of a track, by its place."""
    if seat == REFEREE:
        return True
    table = next(t for t in reversed(program.tracks) if t.first <= place)
    owner = place - table.first
    owns = table.each_player and seat is not None and owner == seat < program.players
    return sees_cards(table, owns=owns)


@lru_cache(maxsize=4096)
def keeps_to_itself(program: Program, local: int) -> bool:
    """Whether all that the rules do with a number is to change tracks that are not open: then
    nobody learns it but whoever picked it. A number with which nothing is done is told."""
    bodies = [stage.body for stage in program.stages]
    names, size = {local}, 0
    while len(names) > size:  # what it is handed on as
        size = len(names)
        names |= {node.local for node in walk(*bodies) if isinstance(node, c.SetLocal)
                  and any(mentions(node.value, name) for name in names)}
    used = False
    stack: list[Tree] = [*bodies]
    while stack:
        for node in nodes(stack.pop()):
            match node:
                case c.Local(number) if number in names:
                    return False
                case c.SetLocal(target) if target in names:
                    continue
                case c.SetTrack(track) if not everybody_sees(program.tracks[track.track]):
                    used = used or any(mentions(node, name) for name in names)
                case c.Decide(choices=choices) | c.Together(choices=choices):
                    # Which numbers are allowed is known before one is picked.
                    asked = node.who if isinstance(node, c.Decide) else (node.players, node.body)
                    stack += [asked, *((choice.condition, choice.body, choice.pick and (
                        choice.pick.source if choice.pick.local == local else choice.pick))
                        for choice in choices)]
                case _:
                    stack.append(tuple(children(node)))
    return used


def seen_tracks(program: Program, state: State, seat: Seat) -> tuple[Number | None, ...]:
    """What the tracks say, as far as a seat sees them."""
    return tuple(value if sees_track(program, seat, place) else None
                 for place, value in enumerate(state.tracks))


def visible_cards(program: Program, state: State, seat: Seat) -> int:
    """All cards that lie where the seat sees them."""
    mask = 0
    for zone, cards in enumerate(state.zones):
        if cards and sees(program, seat, zone):
            mask |= cards
    return mask


def shown_cards(events: Iterable[Event], seat: int) -> int:
    """The cards that were shown to a seat and have lain untouched where they were since."""
    lying: dict[int, int] = {}
    for event in events:
        match event:  # nothing else shows a card or touches one
            case CardsMoved(moves):
                for cards, source, target in moves:
                    lying[source] = lying.get(source, 0) & ~cards
                    lying[target] = lying.get(target, 0) & ~cards
            case ZoneShuffled(zone):
                lying[zone] = 0
            case CardsShown(seats=seats, places=places) if seats >> seat & 1:
                for cards, zone in places:
                    lying[zone] = lying.get(zone, 0) | cards
    return sum(lying.values())


def knows_cards(program: Program, state: State, seat: int, zone: int) -> bool:
    """Whether a seat sees the cards of a zone, or was shown all of them where they lie."""
    if sees(program, seat, zone):
        return True
    cards = state.zones[zone]
    return cards != 0 and not cards & ~shown_cards(state.events or (), seat)
