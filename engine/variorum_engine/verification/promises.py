"""What holds in every game, whatever its rules: one function for each promise.

The random games of `variorum verify`, the walk through a whole small game and the tests of the
project all ask the same functions, in the order of `INVARIANTS`. Each takes a `Look` at a position
and yields what is broken there. A promise that only the rules of a file can break has `blame`
"rules"; where it is "engine", a failure is a mistake of Variorum itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from typing import Literal, NamedTuple

from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules
from variorum_engine.table.visibility import whose
from variorum_engine.verification.observation import PROBES, Broken, Look
from variorum_engine.verification.outcome_promises import (
    adds_up,
    same_after_rotation,
    winners_are_in,
)
from variorum_engine.verification.secrecy_promises import log_is_discreet, nothing_leaks

MOST_SUBSETS = 9  # all subsets of so many cards are asked about, one by one
MOST_LISTED = 300


class Invariant(NamedTuple):
    name: str
    words: str
    when: Literal["position", "deciding", "over"]
    blame: Literal["rules", "engine"]
    broken: Callable[[Look], Iterator[Broken]]


# ---------------------------------------------------------------------------- cards and zones
def one_place(look: Look) -> Iterator[Broken]:
    """Every card is in exactly one zone, and none is made or lost."""
    seen = many = 0
    for zone in look.table.state.zones:
        many += zone.bit_count()
        seen |= zone
    if many != seen.bit_count():
        yield Broken("one-place", "a card lies in two zones at once")
    if seen != look.cards:
        made, lost = seen & ~look.cards, look.cards & ~seen
        yield Broken("one-place", f"{lost.bit_count()} cards are lost and {made.bit_count()} made")


def right_zones(look: Look) -> Iterator[Broken]:
    """Zones hold only what they may, and a row lists exactly the cards of its zone."""
    state = look.table.state
    for number, cards in enumerate(state.zones):
        table = look.program.zones[whose(look.program, number)[0]]
        if cards & ~table.holds:
            yield Broken("right-zones", f"{table.name} holds a card that it may not hold")
        row = state.order[number]
        if (row is not None) != table.in_order or (
            row is not None and (len(row) != cards.bit_count()
                                 or sum(1 << card for card in row) != cards)
        ):
            yield Broken("right-zones", f"the row of {table.name} is not the cards of the zone")


def promises(look: Look) -> Iterator[Broken]:
    """Every `always` clause of the file holds."""
    look.rules.make_room(look.table.state)
    for (name, _, at), condition in look.rules.promises:
        try:
            holds = condition(look.table.state)
        except Fault as fault:
            yield Broken(f"always {name}", f"it cannot be worked out: {fault.message}", at)
            continue
        if not holds:
            yield Broken(f"always {name}", "it does not hold", at)


# ---------------------------------------------------------------------------------- decisions
def somebody_can_move(look: Look) -> Iterator[Broken]:
    """While the game runs somebody is asked, and everybody who is asked has an answer."""
    table = look.table
    if not table.to_decide:
        yield Broken("can-move", "the game goes on and nobody is asked")
    for seat in table.to_decide:
        if not table.offers(seat):
            at = table.asking.line.at if table.asking else None
            yield Broken("can-move", "is asked, and has no answer", at, seat)


def offered_is_accepted(look: Look) -> Iterator[Broken]:
    """What is offered is accepted, what is not offered is refused, and the count is exact."""
    table = look.table
    asking = table.asking
    assert asking is not None
    for seat in range(look.program.players):
        if seat not in table.to_decide:
            if table.why_not(seat, Move(0)) is None:
                yield Broken("offered", "may move without being asked", asking.line.at, seat)
            continue
        listed = list(islice(table.moves(seat), MOST_LISTED + 1))
        whole = len(listed) <= MOST_LISTED
        if whole and (len(listed) != table.count(seat) or len(set(listed)) != len(listed)):
            yield Broken("offered", "the number of answers is not the number of moves",
                         asking.line.at, seat)
        for move in listed[:PROBES] if not look.thorough else listed:
            if table.why_not(seat, move) is not None:
                yield Broken("offered", "a move is offered and refused", asking.line.at, seat, move)
        drawn = table.drawn(seat, look.stream) if listed else None
        if drawn is not None and (
            table.why_not(seat, drawn) is not None or (whole and drawn not in listed)
        ):
            yield Broken("offered", "a move is drawn and not offered", asking.line.at, seat, drawn)
        if whole:
            yield from _near_misses(look, seat, set(listed))


def _near_misses(look: Look, seat: int, listed: set[Move]) -> Iterator[Broken]:
    """Moves beside those that are offered: accepted only if they are offered after all."""
    table = look.table
    asking = table.asking
    assert asking is not None
    for number, offer in enumerate(asking.offers):
        probes = {0}
        if offer.pick is not None:
            source = offer.pick.source(table.state)
            beside = _beside(look, source, by_number=offer.pick.by_number)
            members = bits(source)
            if look.thorough and len(members) <= MOST_SUBSETS:
                probes |= {
                    sum(1 << member for member in some)
                    for size in range(len(members) + 1) for some in combinations(members, size)
                }
            else:
                probes |= {1 << member for member in members} | {source}
            probes |= {mask | beside for mask in list(probes)[:PROBES]}
        else:
            probes.add(1)
        for mask in probes:
            accepted = table.why_not(seat, Move(number, mask)) is None
            if accepted and table.canonical(seat, Move(number, mask)) not in listed:
                yield Broken("offered", "a move is accepted that is not offered", asking.line.at,
                             seat, Move(number, mask))
    if table.why_not(seat, Move(len(asking.offers))) is None:
        yield Broken("offered", "a choice is accepted that is not there", asking.line.at, seat)


def _beside(look: Look, source: int, *, by_number: bool) -> int:
    """One card, player or number that there is nothing to pick of."""
    if by_number:
        return 1 << source.bit_length()
    others = (1 << len(look.program.cards)) - 1 & ~source
    return others & -others


def commute(look: Look) -> Iterator[Broken]:
    """Simultaneous choices come to the same in whatever order they are made."""
    table = look.table
    asking = table.asking
    seats = table.to_decide
    if asking is None or not asking.together or len(seats) < 2:
        return
    moves = {seat: table.drawn(seat, look.stream) for seat in seats if table.offers(seat)}
    if len(moves) < len(seats):
        return
    ends = []
    for order in (seats, seats[::-1]):
        other = table.copy()
        try:
            for seat in order:
                if other.why_not(seat, moves[seat]) is not None:
                    yield Broken("commute", "one answer forbids another of the same time",
                                 asking.line.at, seat, moves[seat])
                    return
                other.apply(seat, moves[seat])
        except Fault:
            return  # said where the game breaks down
        ends.append(other)
    if not same_state(ends[0].state, ends[1].state):
        yield Broken("commute", "the order of simultaneous answers matters", asking.line.at)


def same_state(one: State, two: State) -> bool:
    return (one.zones == two.zones and one.order == two.order and one.tracks == two.tracks
            and one.pc == two.pc and one.answers == two.answers
            and one.chance.times == two.chance.times)


INVARIANTS: tuple[Invariant, ...] = (
    Invariant("one-place", "every card is in exactly one zone", "position", "engine", one_place),
    Invariant("right-zones", "zones hold only what they may", "position", "engine", right_zones),
    Invariant("always", "every `always` clause holds", "position", "rules", promises),
    Invariant("can-move", "whoever is asked has an answer", "deciding", "rules",
              somebody_can_move),
    Invariant("offered", "a move is offered exactly when it is accepted", "deciding", "engine",
              offered_is_accepted),
    Invariant("commute", "simultaneous choices commute", "deciding", "engine", commute),
    Invariant("leak", "hidden cards change nothing that a player learns", "position", "rules",
              nothing_leaks),
    Invariant("log", "the log tells nobody of hidden cards", "over", "engine", log_is_discreet),
    Invariant("winners", "winners are never among the eliminated", "over", "engine",
              lambda look: _final(look, "winners", winners_are_in)),
    Invariant("sheet", "the score sheet adds up", "over", "engine",
              lambda look: _final(look, "sheet", adds_up)),
    Invariant("seats", "the outcome goes round with the players", "over", "engine",
              lambda look: _final(look, "seats", same_after_rotation)),
)


def _final(look: Look, name: str, check: Callable[[Rules, State], str]) -> Iterator[Broken]:
    try:
        text = check(look.rules, look.table.state)
    except Fault as fault:
        yield Broken("ends", f"the outcome cannot be worked out: {fault.message}", fault.at)
        return
    if text:
        yield Broken(name, text)


def broken(look: Look) -> Iterator[Broken]:
    """Everything that is broken at a position."""
    over = look.table.over
    for invariant in INVARIANTS:
        if invariant.when == "position" or (invariant.when == "over") == over:
            yield from invariant.broken(look)


def blame(one: Broken) -> str:
    """Who has to mend it: "rules" (the file) or "engine"."""
    name = one.invariant.partition(" ")[0]
    return next((each.blame for each in INVARIANTS if each.name == name), "rules")
