"""Promises about hidden cards: nobody learns them from the view, a prompt, a refusal or the log."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from variorum_engine.bots.knowledge import Knowledge
from variorum_engine.interpreter.stages import MoveEvent
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import bits
from variorum_engine.table.logs import observed
from variorum_engine.table.table import Move, Table
from variorum_engine.table.views import prompt, sees, view, visible_cards
from variorum_engine.verification.observation import PROBES, Broken, Look


def nothing_leaks(look: Look) -> Iterator[Broken]:
    """View, prompt and refusals of a player stay when only hidden cards change places."""
    table = look.table
    for seat in range(look.program.players) if look.thorough else table.to_decide[:1]:
        known = Knowledge(table, seat)
        if not known.loose and not known.rows:
            continue
        other = known.dealt(look.stream)
        if seat in table.state.answers:
            other.state.answers[seat] = table.state.answers[seat]
        try:
            yield from _compared(look, other, seat)
        except Fault:
            continue  # an imagined deal may be one that the rules cannot reach


def _compared(look: Look, other: Table, seat: int) -> Iterator[Broken]:
    table = look.table
    if view(table, seat) != view(other, seat):
        yield Broken("leak", "sees a card that is hidden", None, seat)
        return
    if table.asking is None or seat not in table.to_decide:
        return
    at = table.asking.op.at
    moves = _visible_moves(look, seat)
    for move in moves:
        mine, theirs = table.why_not(seat, move), other.why_not(seat, move)
        if (mine is None) != (theirs is None):
            # The table where the move is refused is the one to show.
            refusing = other if mine is None else table
            yield Broken("leak", "can tell hidden cards from what is allowed", at, seat, move,
                         refusing)
            return
        if mine != theirs:
            yield Broken("leak", "can tell hidden cards from how a move is refused", at, seat, move)
            return
    if prompt(table, seat) != prompt(other, seat):
        yield Broken("leak", "can tell hidden cards from what is offered", at, seat)


def _visible_moves(look: Look, seat: int) -> list[Move]:
    """Some moves with cards that the player sees, allowed or not."""
    table, asking = look.table, look.table.asking
    assert asking is not None
    seen = visible_cards(table, seat)
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
    """The log that a player reads stays when two cards that they never saw change places."""
    events, program = look.table.state.events, look.program
    if not events:
        return
    for seat in range(program.players):
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


def _ever_seen(look: Look, events: list[Any], seat: int) -> int:
    program = look.program
    found = 0
    for zone, cards in enumerate(look.rules.opening().zones):
        if sees(program, seat, zone):
            found |= cards
    for event in events:
        if isinstance(event, MoveEvent):
            for cards, source, target in event.moves:
                if sees(program, seat, source) or sees(program, seat, target):
                    found |= cards
        elif isinstance(event, tuple) and event[0] == "show" and event[2] >> seat & 1:
            found |= event[1]
        elif isinstance(event, tuple) and event[0] == "chose" and event[1] == seat:
            found |= sum(cards for cards, _ in event[5])
    return found


def _with_swapped(event: Any, one: int, two: int) -> Any:
    def swap(mask: int) -> int:
        if (mask >> one ^ mask >> two) & 1:
            return mask ^ (1 << one | 1 << two)
        return mask

    if isinstance(event, MoveEvent):
        return MoveEvent(tuple((swap(c), s, t) for c, s, t in event.moves), event.op)
    if not isinstance(event, tuple) or event[0] not in ("chose", "show", "chance"):
        return event
    places = tuple((swap(cards), zone) for cards, zone in event[-1])
    parts = list(event)
    of = {"chose": 3, "show": 1, "chance": 1}[event[0]]
    if event[-1]:
        parts[of] = swap(parts[of])
    parts[-1] = places
    return tuple(parts)
