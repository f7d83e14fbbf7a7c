"""What a player sees, derived from the visibility of zones and from nothing else.

A seat sees a zone that is open, and a secret one that it owns. Of every other zone it knows how
many cards lie there. Cards that look alike cannot be told apart: a view speaks of each card by
the first card with its face, so that no number tells where a card has been.

`SPECTATOR` sees the open zones only. `REFEREE` sees everything and is for records, never for
somebody who plays.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from dsl.core import Choice, EndTable, Op, Program, StageTable
from engine.code import MoveEvent
from engine.table import Table
from engine.touch import reads
from engine.values import bits

SPECTATOR = None
REFEREE = -1
Seat = int | None
Cites = tuple[str, ...]


# ------------------------------------------------------------------------------------ zones
def sees(program: Program, seat: Seat, zone: int) -> bool:
    """Whether a seat sees the cards of a zone, by the number of the zone."""
    if seat == REFEREE:
        return True
    table, owner = whose(program, zone)
    sight = program.zones[table].sight
    return sight == "open" or (
        sight == "secret" and seat is not None and owner == seat < program.players
    )


def whose(program: Program, zone: int) -> tuple[int, int]:
    """The number of the zone's line in the rules, and its owner (-1 for the table)."""
    for number in range(len(program.zones) - 1, -1, -1):
        table = program.zones[number]
        if table.first <= zone:
            return number, zone - table.first if table.each_player else -1
    raise IndexError(zone)


def faces(program: Program, cards: Iterable[int]) -> tuple[int, ...]:
    """Each card as the first one with its face, in the order given."""
    stands_for = _first_alike(program)
    return tuple(stands_for[card] for card in cards)


@lru_cache(maxsize=32)
def _first_alike(program: Program) -> list[int]:
    """For each card the first one with its face."""
    first: dict[int, int] = {}
    for number, card in enumerate(program.cards):
        first.setdefault(card.face, number)
    return [first[card.face] for card in program.cards]


def _faces(program: Program, mask: int) -> tuple[int, ...]:
    return tuple(sorted(faces(program, bits(mask))))


def visible_cards(table: Table, seat: Seat) -> int:
    """All cards that lie where the seat sees them."""
    program = table.rules.program
    mask = 0
    for zone, cards in enumerate(table.state.zones):
        if cards and sees(program, seat, zone):
            mask |= cards
    return mask


# ------------------------------------------------------------------------------------- view
class ZoneView(NamedTuple):
    """A zone as a seat sees it; `cards` is None where it only knows how many."""

    zone: int
    table: int
    owner: int
    count: int
    cards: tuple[int, ...] | None


class View(NamedTuple):
    """A position as a seat sees it.

    `deciding` are all who take part in the open decision, whether they have answered or not;
    `answered` is the seat's own sealed answer: the choice, and the cards, players or numbers.
    """

    seat: Seat
    zones: tuple[ZoneView, ...]
    tracks: tuple[Any, ...]
    deciding: tuple[int, ...]
    together: bool
    answered: tuple[int, tuple[int, ...]] | None
    rounds: int
    over: bool


def view(table: Table, seat: Seat) -> View:
    """What a seat sees now."""
    program, state = table.rules.program, table.state
    zones = []
    for zone, cards in enumerate(state.zones):
        number, owner = whose(program, zone)
        shown = None
        if sees(program, seat, zone):
            order = state.order[zone]
            shown = _faces(program, cards) if order is None else faces(program, order)
        zones.append(ZoneView(zone, number, owner, cards.bit_count(), shown))
    return View(
        seat, tuple(zones), tuple(state.tracks), deciding(table),
        table.asking is not None and table.asking.together, _answered(table, seat), state.rounds,
        table.over,
    )


def deciding(table: Table) -> tuple[int, ...]:
    """Everybody who takes part in the open decision."""
    asking = table.asking
    if asking is None:
        return ()
    who = asking.who(table.state)
    return tuple(bits(who)) if asking.together else (who,)


def _answered(table: Table, seat: Seat) -> tuple[int, tuple[int, ...]] | None:
    asking = table.asking
    if asking is None or seat is None or seat not in table.state.answers:
        return None
    number, picked = table.state.answers[seat]
    pick = asking.offers[number].pick
    if pick is None:
        return number, ()
    by_number = pick.by_number
    return number, tuple(bits(picked)) if by_number else _faces(table.rules.program, picked)


# ------------------------------------------------------------------------------ the decision
class Offered(NamedTuple):
    """A choice that is open to a seat.

    What may be picked: `of` says "cards", "players", "numbers", or "" where nothing is. `members`
    are those that the seat sees; `unseen` is how many cards besides may be picked unseen.
    """

    number: int
    name: str
    words: str
    of: str
    members: tuple[int, ...]
    unseen: int
    low: Any
    high: Any
    cites: Cites
    at: Any


class Prompt(NamedTuple):
    """The decision that a seat is asked for."""

    seat: int
    offers: tuple[Offered, ...]
    together: bool
    cites: Cites
    at: Any


def prompt(table: Table, seat: int) -> Prompt | None:
    """The decision that awaits the seat's answer, if there is one."""
    asking = table.asking
    if asking is None or seat not in table.to_decide:
        return None
    program = table.rules.program
    seen = visible_cards(table, seat)
    offers = []
    for number, offer, answers in table.offers(seat):
        choice = offer.choice
        of, unseen = "", 0
        members: tuple[int, ...] = ()
        low = high = 0
        if offer.pick is not None and answers is not None:
            low, high = answers.low, answers.high
            if offer.pick.by_number:
                of = "players" if offer.pick.of_players else "numbers"
                members = tuple(bits(answers.source))
            else:
                of = "cards"
                members = _faces(program, answers.source & seen)
                unseen = (answers.source & ~seen).bit_count()
        offers.append(Offered(number, choice.name, choice.words, of, members, unseen, low, high,
                              choice.cites or asking.op.cites, choice.at))
    return Prompt(seat, tuple(offers), asking.together, asking.op.cites, asking.op.at)


# ---------------------------------------------------------------------------------- the log
class Chose(NamedTuple):
    """Somebody chose; `picked` are the cards that the reader saw picked, `none` if it did not."""

    seat: int
    choice: Choice
    of: str
    picked: tuple[int, ...] | None
    op: Op


class Moved(NamedTuple):
    """Cards went from one zone to another; `cards` only for those who see one of the two."""

    count: int
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
            _faces(program, cards)
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
        return Chose(who, choice, "cards", _faces(program, picked), op)
    return Chose(who, choice, "cards", None, op)


def _shuffled(program: Program, event: Any, seat: Seat) -> Seen:
    return Shuffled(event[1], event[2])


def _shown(program: Program, event: Any, seat: Seat) -> Seen | None:
    _, _, seats, op, places = event
    if seat != REFEREE and (seat is None or not seats >> seat & 1):
        return None
    parts = tuple((zone, _faces(program, cards)) for cards, zone in places)
    who = tuple(bits(seats)) if seat == REFEREE else (seat,)
    return Shown(parts, who, op) if parts else None


def _drawn(program: Program, event: Any, seat: Seat) -> Seen | None:
    _, _, op, places = event
    if not places or not all(sees(program, seat, zone) for _, zone in places):
        return None
    return Drawn(_faces(program, sum(cards for cards, _ in places)), op)


def _track(program: Program, event: Any, seat: Seat) -> Seen:
    return TrackSet(*event[1:])


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
    "chose": _chose, "shuffle": _shuffled, "show": _shown, "chance": _drawn, "track": _track,
    "effect": _effect,
}


def revealing(program: Program, events: Iterable[Any], seat: int) -> bool:
    """Whether something happened that the seat must not take back: chance spoke, or a card of
    somebody else came to be seen by anybody who had not seen it."""
    for event in events:
        if isinstance(event, MoveEvent):
            for _, source, target in event.moves:
                own = whose(program, source)[1] == seat and sees(program, seat, source)
                if not own and any(
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
