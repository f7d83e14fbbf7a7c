"""Promises about hidden cards and secret numbers: nobody learns them from the view, a prompt, a
refusal or the log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from variorum_engine.bots.knowledge import Knowledge
from variorum_engine.interpreter.events import (
    CardsMoved,
    CardsShown,
    ChancePicked,
    ChoiceMade,
    Event,
    Places,
    TrackSet,
)
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import bits
from variorum_engine.table.logs import observed
from variorum_engine.table.table import Move, Table
from variorum_engine.table.views import prompt, view
from variorum_engine.table.visibility import sees, sees_track, visible_cards
from variorum_engine.verification.observation import PROBES, Broken, Look


def nothing_leaks(look: Look) -> Iterator[Broken]:
    """View, prompt and refusals of a player stay when only hidden cards change places, and
    numbers that are not seen become others."""
    table = look.table
    for seat in range(look.program.players) if look.thorough else table.to_decide[:1]:
        known = Knowledge(table, seat)
        unseen = _unseen_tracks(look, seat)
        if not known.loose and not known.rows and not unseen:
            continue
        other = known.dealt(look.stream)
        for place in unseen:
            other.state.tracks[place] = table.state.tracks[place] + look.stream.below(3) - 1
        if seat in table.state.answers:
            other.state.answers[seat] = table.state.answers[seat]
        try:
            yield from _compared(look, other, seat)
        except Fault:
            continue  # an imagined deal may be one that the rules cannot reach


def _unseen_tracks(look: Look, seat: int) -> list[int]:
    """The places of the numbers that a seat does not see."""
    program = look.program
    return [place for track in program.tracks if track.type == "number"
            for place in range(track.first, track.first + track.domain.size)
            if not sees_track(program, seat, place)]


def _compared(look: Look, other: Table, seat: int) -> Iterator[Broken]:
    table = look.table
    if view(table, seat) != view(other, seat):
        yield Broken("leak", "sees what is hidden", None, seat)
        return
    if table.asking is None or seat not in table.to_decide:
        return
    at = table.asking.line.at
    answers = [(move, table.why_not(seat, move), other.why_not(seat, move))
               for move in _visible_moves(look, seat)]
    # What is allowed comes first: an example can show it, but not how a refusal reads.
    for move, mine, theirs in answers:
        if (mine is None) != (theirs is None):
            # The table where the move is refused is the one to show.
            refusing = other if mine is None else table
            yield Broken("leak", "can tell what is hidden from what is allowed", at, seat, move,
                         refusing)
            return
    for move, mine, theirs in answers:
        if mine != theirs:
            yield Broken("leak", "can tell what is hidden from how a move is refused",
                         at, seat, move)
            return
    if prompt(table, seat) != prompt(other, seat):
        yield Broken("leak", "can tell what is hidden from what is offered", at, seat)


def _visible_moves(look: Look, seat: int) -> list[Move]:
    """Some moves with cards that the player sees, allowed or not."""
    table, asking = look.table, look.table.asking
    assert asking is not None
    seen = visible_cards(look.program, table.state, seat)
    found = []
    for number, offer in enumerate(asking.offers):
        if offer.pick is None:
            found.append(Move(number))
            continue
        source = offer.pick.source(table.state)
        if not offer.pick.by_number:
            source &= seen
        masks = [1 << member for member in bits(source)] + [source]
        if len(masks) > PROBES:
            masks = [masks[look.stream.below(len(masks))] for _ in range(PROBES)]
        found += [Move(number, mask) for mask in masks if mask]
    return found


def log_is_discreet(look: Look) -> Iterator[Broken]:
    """The log that a player reads stays when two cards that they never saw change places, and
    when a number that they do not see was another."""
    events, program = look.table.state.events, look.program
    if not events:
        return
    for seat in range(program.players):
        tracks = _unseen_tracks(look, seat)
        others = [replace(event, value=event.value + 1) if isinstance(event, TrackSet)
                  and event.place in tracks else event for event in events] if tracks else events
        if observed(program, others, seat) != observed(program, events, seat):
            yield Broken("leak", "reads of a secret number in the log", None, seat)
        unseen = bits(look.cards & ~_ever_seen(look, events, seat))
        faces = [program.cards[card].face for card in unseen]
        pairs = [(one, two) for (one, a), (two, b)
                 in combinations(zip(unseen, faces, strict=True), 2) if a != b]
        if not pairs:
            continue
        one, two = pairs[look.stream.below(len(pairs))]
        swapped = [_with_swapped(event, one, two) for event in events]
        if observed(program, swapped, seat) != observed(program, events, seat):
            yield Broken("leak", "reads of a hidden card in the log", None, seat)


def _ever_seen(look: Look, events: list[Event], seat: int) -> int:
    program = look.program
    found = 0
    for zone, cards in enumerate(look.rules.opening().zones):
        if sees(program, seat, zone):
            found |= cards
    for event in events:
        if isinstance(event, CardsMoved):
            for cards, source, target in event.moves:
                if sees(program, seat, source) or sees(program, seat, target):
                    found |= cards
        elif isinstance(event, CardsShown) and event.seats >> seat & 1:
            found |= event.cards
        elif isinstance(event, ChoiceMade) and event.seat == seat:
            found |= sum(cards for cards, _ in event.places)
    return found


def _with_swapped(event: Event, one: int, two: int) -> Event:
    """The same event, with two cards in each other's places."""
    def swap(mask: int) -> int:
        if (mask >> one ^ mask >> two) & 1:
            return mask ^ (1 << one | 1 << two)
        return mask

    def swapped(places: Places) -> Places:
        return tuple((swap(cards), zone) for cards, zone in places)

    match event:
        case CardsMoved(moves):
            return replace(event, moves=tuple((swap(c), s, t) for c, s, t in moves))
        case CardsShown(cards, places=places):
            return replace(event, cards=swap(cards), places=swapped(places))
        case ChoiceMade(picked=picked, places=places) | ChancePicked(picked, places=places) if (
            places
        ):
            return replace(event, picked=swap(picked), places=swapped(places))
        case _:  # speaks of no card
            return event
