"""What happened, as far as a seat may read it.

A move shows its cards to those who see where they were or where they are now; everybody else
learns how many. A choice shows the picked cards to those who see them lying there. What chance
did is told only where it can be seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from variorum_dsl.core.program import Choice, EndTable, Op, Program, StageTable

from variorum_engine.interpreter.dependencies import reads
from variorum_engine.interpreter.stages import MoveEvent
from variorum_engine.interpreter.values import bits
from variorum_engine.table.views import REFEREE, Seat, alike, sees, whose


class Chose(NamedTuple):
    """Somebody chose; `picked` are the cards that the reader saw picked, `none` if it did not."""

    seat: int
    choice: Choice
    of: str
    picked: tuple[int, ...] | None
    op: Op


class Moved(NamedTuple):
    """Cards went from one zone to another; `cards` only for those who see one of the two."""

    size: int
    cards: tuple[int, ...] | None
    source: int
    target: int
    op: Op


class Shuffled(NamedTuple):
    zone: int
    op: Op


class Shown(NamedTuple):
    """Cards were shown to the reader: zone by zone."""

    parts: tuple[tuple[int, tuple[int, ...]], ...]
    seats: tuple[int, ...]
    op: Op


class Drawn(NamedTuple):
    """Chance picked cards that the reader sees lying there."""

    cards: tuple[int, ...]
    op: Op


class TrackSet(NamedTuple):
    place: int
    value: Any
    op: Op


class EffectBegan(NamedTuple):
    name: str
    op: Op


class Began(NamedTuple):
    """A stage of the game began."""

    stage: StageTable


class Ended(NamedTuple):
    """`what` is "round" or "game"; `end` says which end came about, where one did."""

    what: str
    end: EndTable | None


Seen = Chose | Moved | Shuffled | Shown | Drawn | TrackSet | EffectBegan | Began | Ended


def observed(program: Program, events: Iterable[Any], seat: Seat) -> list[Seen]:
    """The log of what happened, as far as the seat may read it."""
    found: list[Seen] = []
    for event in events:
        if isinstance(event, MoveEvent):
            found.extend(_moved(program, event, seat))
        elif isinstance(event, StageTable):
            found.append(Began(event))
        elif isinstance(event, EndTable):
            found.append(Ended("game", event))
        elif isinstance(event, str):
            found.append(Ended("round" if "round" in event else "game", None))
        else:
            seen = _READ[event[0]](program, event, seat)
            if seen is not None:
                found.append(seen)
    return found


def _moved(program: Program, event: MoveEvent, seat: Seat) -> list[Seen]:
    return [
        Moved(
            cards.bit_count(),
            alike(program, cards)
            if sees(program, seat, source) or sees(program, seat, target) else None,
            source, target, event.op,
        )
        for cards, source, target in event.moves
    ]


def _chose(program: Program, event: Any, seat: Seat) -> Seen:
    _, who, choice, picked, op, places = event
    if choice.pick is None:
        return Chose(who, choice, "", (), op)
    kind = choice.pick.source.type
    if kind in ("players", "numbers"):
        return Chose(who, choice, kind, tuple(bits(picked)), op)
    if who == seat or all(sees(program, seat, zone) for _, zone in places):
        return Chose(who, choice, "cards", alike(program, picked), op)
    return Chose(who, choice, "cards", None, op)


def _shown(program: Program, event: Any, seat: Seat) -> Seen | None:
    _, _, seats, op, places = event
    if seat != REFEREE and (seat is None or not seats >> seat & 1):
        return None
    parts = tuple((zone, alike(program, cards)) for cards, zone in places)
    who = tuple(bits(seats)) if seat == REFEREE else (seat,)
    return Shown(parts, who, op) if parts else None


def _drawn(program: Program, event: Any, seat: Seat) -> Seen | None:
    _, _, op, places = event
    if not places or not all(sees(program, seat, zone) for _, zone in places):
        return None
    return Drawn(alike(program, sum(cards for cards, _ in places)), op)


def _effect(program: Program, event: Any, seat: Seat) -> Seen | None:
    """That an effect began tells that its condition held: only where all that it reads is open."""
    _, name, op = event
    tables = {op.args[1]}
    for row in op.args[3]:
        if row[5] == name and row[3] is not None:
            tables |= reads(row[3], program).zones
    if seat != REFEREE and any(program.zones[number].sight != "open" for number in tables):
        return None
    return EffectBegan(name, op)


_READ: dict[str, Any] = {
    "chose": _chose, "show": _shown, "chance": _drawn, "effect": _effect,
    "shuffle": lambda program, event, seat: Shuffled(*event[1:]),
    "track": lambda program, event, seat: TrackSet(*event[1:]),
}


def revealing(program: Program, events: Iterable[Any], seat: int) -> bool:
    """Whether something happened that the seat must not take back: chance spoke, or a card of
    somebody else came to be seen by anybody who had not seen it."""
    for event in events:
        if isinstance(event, MoveEvent):
            for _, source, target in event.moves:
                table, owner = whose(program, source)
                known = owner == seat and sees(program, seat, source)
                alike = {program.cards[card].face for card in bits(program.zones[table].holds)}
                if not known and len(alike) > 1 and any(
                    sees(program, other, target) and not sees(program, other, source)
                    for other in range(program.players)
                ):
                    return True
        elif isinstance(event, tuple) and (
            event[0] in ("shuffle", "chance", "show")
            or (event[0] == "chose" and event[4].op == "together")
        ):
            return True
    return False
