"""What a player sees, derived from the visibility of zones and from nothing else.

Of a zone that a seat does not see it knows how many cards lie there. Cards that look alike cannot
be told apart: a view speaks of each card by the first card with its face, so that no number tells
where a card has been.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.diagnostics.diagnostic import Place

from variorum_engine.interpreter.values import Number, bits
from variorum_engine.table.table import Table
from variorum_engine.table.visibility import Seat, seen_tracks, sees, visible_cards, whose

Cites = tuple[str, ...]
Sort = Literal["", "cards", "players", "numbers"]  # of what is picked


def sort_of(pick: c.Pick | None) -> Sort:
    """What is picked: "cards", "players", "numbers", or "" where nothing is."""
    if pick is None:
        return ""
    match pick.source.type:
        case "players" | "numbers" as sort:
            return sort
        case _:
            return "cards"


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


def alike(program: Program, mask: int) -> tuple[int, ...]:
    """A set of cards, each as the first one with its face."""
    return tuple(sorted(faces(program, bits(mask))))


# ------------------------------------------------------------------------------------- view
class ZoneView(NamedTuple):
    """A zone as a seat sees it; `cards` is None where it only knows how many. `owner` is the player
    or dummy whose it is, or -1."""

    zone: int
    table: int
    owner: int
    size: int
    cards: tuple[int, ...] | None


class View(NamedTuple):
    """A position as a seat sees it.

    `deciding` are all who take part in the open decision, whether they have answered or not;
    `answered` is the seat's own sealed answer: the choice, and the cards, players or numbers.
    A track that the seat does not see is None.
    """

    seat: Seat
    zones: tuple[ZoneView, ...]
    tracks: tuple[Number | None, ...]
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
            shown = alike(program, cards) if order is None else faces(program, order)
        zones.append(ZoneView(zone, number, owner, cards.bit_count(), shown))
    return View(
        seat, tuple(zones), seen_tracks(program, state, seat), deciding(table),
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
    return number, tuple(bits(picked)) if by_number else alike(table.rules.program, picked)


# ------------------------------------------------------------------------------ the decision
class Offered(NamedTuple):
    """A choice that is open to a seat.

    What may be picked: `of` says "cards", "players", "numbers", or "" where nothing is. `members`
    are those that the seat sees; `unseen` is how many cards besides may be picked unseen. Numbers
    that stand for the members of an attribute are `called` by these words.
    """

    number: int
    name: str
    words: str
    of: Sort
    members: tuple[int, ...]
    unseen: int
    low: int
    high: int
    cites: Cites
    at: Place
    called: tuple[str, ...] = ()


class Prompt(NamedTuple):
    """The decision that a seat is asked for."""

    seat: int
    offers: tuple[Offered, ...]
    together: bool
    cites: Cites
    at: Place


def prompt(table: Table, seat: int) -> Prompt | None:
    """The decision that awaits the seat's answer, if there is one."""
    asking = table.asking
    if asking is None or seat not in table.to_decide:
        return None
    program = table.rules.program
    seen = visible_cards(program, table.state, seat)
    offers = []
    for number, offer, answers in table.offers(seat):
        choice = offer.choice
        of: Sort = ""
        unseen = 0
        members: tuple[int, ...] = ()
        low = high = 0
        called: tuple[str, ...] = ()
        if offer.pick is not None and answers is not None:
            low, high = answers.low, answers.high
            called = offer.pick.called
            if offer.pick.by_number:
                of = "players" if offer.pick.of_players else "numbers"
                members = tuple(bits(answers.source))
            else:
                of = "cards"
                members = alike(program, answers.source & seen)
                unseen = (answers.source & ~seen).bit_count()
        offers.append(Offered(number, choice.name, choice.words, of, members, unseen, low, high,
                              choice.cites or asking.line.cites, choice.at, called))
    return Prompt(seat, tuple(offers), asking.together, asking.line.cites, asking.line.at)
