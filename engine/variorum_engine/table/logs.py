"""What happened, as far as a seat may read it.

A move shows its cards to those who see where they were or where they are now; everybody else
learns how many. A choice shows the picked cards to those who see them lying there; a number that
only changes tracks which are not open stays with whoever picked it. What chance did is told only
where it can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.core.visibility import everybody_sees

from variorum_engine.interpreter.dependencies import reads
from variorum_engine.interpreter.events import (
    CardsMoved,
    CardsShown,
    ChancePicked,
    ChoiceMade,
    EffectBegan,
    EndReached,
    Event,
    GameEnded,
    Places,
    RoundEnded,
    StageBegan,
    TrackSet,
    ZoneShuffled,
)
from variorum_engine.interpreter.values import bits
from variorum_engine.table.views import Sort, alike, sort_of
from variorum_engine.table.visibility import (
    REFEREE,
    Seat,
    keeps_to_itself,
    sees,
    sees_track,
    whose,
)


@dataclass(frozen=True, slots=True)
class Chose:
    """Somebody chose; `picked` are the cards that the reader saw picked, `none` if it did not."""

    seat: int
    choice: c.Choice
    of: Sort
    picked: tuple[int, ...] | None
    line: c.Decide | c.Together


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards went from one zone to another; `cards` only for those who see one of the two."""

    size: int
    cards: tuple[int, ...] | None
    source: int
    target: int
    line: c.Move


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards were shown to the reader: zone by zone."""

    parts: tuple[tuple[int, tuple[int, ...]], ...]
    seats: tuple[int, ...]
    line: c.Show


@dataclass(frozen=True, slots=True)
class Drawn:
    """Chance picked cards that the reader sees lying there."""

    cards: tuple[int, ...]
    line: c.Chance


# What everybody may read is told as it was noted.
Seen = (
    Chose | Moved | Shown | Drawn | ZoneShuffled | TrackSet | EffectBegan | StageBegan | RoundEnded
    | EndReached | GameEnded
)


def observed(program: Program, events: Iterable[Event], seat: Seat) -> list[Seen]:
    """The log of what happened, as far as the seat may read it."""
    return [seen for event in events for seen in _seen(program, event, seat)]


def _seen(program: Program, event: Event, seat: Seat) -> list[Seen]:
    match event:
        case ChoiceMade():
            return [_chose(program, event, seat)]
        case CardsMoved(moves, line):
            return [
                Moved(cards.bit_count(), alike(program, cards)
                      if sees(program, seat, source) or sees(program, seat, target) else None,
                      source, target, line)
                for cards, source, target in moves
            ]
        case CardsShown():
            return _shown(program, event, seat)
        case ChancePicked(_, line, places):
            if not places or not _sees_all(program, seat, places):
                return []
            return [Drawn(alike(program, sum(cards for cards, _ in places)), line)]
        case EffectBegan():
            return [event] if seat == REFEREE or _is_open(program, event) else []
        case TrackSet(place=place):
            return [event] if sees_track(program, seat, place) else []
        case ZoneShuffled() | StageBegan() | RoundEnded() | EndReached() | GameEnded():
            return [event]
        case _:
            assert_never(event)


def _sees_all(program: Program, seat: Seat, places: Places) -> bool:
    return all(sees(program, seat, zone) for _, zone in places)


def _chose(program: Program, event: ChoiceMade, seat: Seat) -> Chose:
    who, choice, line = event.seat, event.choice, event.line
    sort = sort_of(choice.pick)
    if sort != "cards":
        told = seat in (who, REFEREE) or choice.pick is None or not keeps_to_itself(
            program, choice.pick.local)
        return Chose(who, choice, sort, tuple(bits(event.picked)) if told else None, line)
    seen = who == seat or _sees_all(program, seat, event.places)
    return Chose(who, choice, sort, alike(program, event.picked) if seen else None, line)


def _shown(program: Program, event: CardsShown, seat: Seat) -> list[Seen]:
    if seat is None or not event.places:
        return []
    if seat != REFEREE and not event.seats >> seat & 1:
        return []
    parts = tuple((zone, alike(program, cards)) for cards, zone in event.places)
    return [Shown(parts, tuple(bits(event.seats)) if seat == REFEREE else (seat,), event.line)]


def _is_open(program: Program, event: EffectBegan) -> bool:
    """That an effect began tells that its condition held: only where all that it reads is open."""
    zones = {event.line.to.zone}
    tracks: set[int] = set()
    for effect in event.line.effects:
        if effect.name == event.name and effect.condition is not None:
            read = reads(effect.condition, program)
            zones |= read.zones
            tracks |= read.tracks
    return all(everybody_sees(program.zones[zone]) for zone in zones) and all(
        everybody_sees(program.tracks[track]) for track in tracks)


def revealing(program: Program, events: Iterable[Event], seat: int) -> bool:
    """Whether something happened that the seat must not take back: chance spoke, or a card of
    somebody else came to be seen by anybody who had not seen it."""
    return any(_reveals(program, event, seat) for event in events)


def _reveals(program: Program, event: Event, seat: int) -> bool:
    match event:
        case CardsMoved(moves):
            return any(_uncovers(program, source, target, seat) for _, source, target in moves)
        case ZoneShuffled() | ChancePicked() | CardsShown():
            return True
        case ChoiceMade(line=line):
            return isinstance(line, c.Together)
        case TrackSet() | EffectBegan() | StageBegan() | RoundEnded() | EndReached() | GameEnded():
            return False
        case _:
            assert_never(event)


def _uncovers(program: Program, source: int, target: int, seat: int) -> bool:
    """Whether a move shows a card to somebody who could not know it."""
    table, owner = whose(program, source)
    known = owner == seat and sees(program, seat, source)
    faces = {program.cards[card].face for card in bits(program.zones[table].holds)}
    return not known and len(faces) > 1 and any(
        sees(program, other, target) and not sees(program, other, source)
        for other in range(program.players)
    )
