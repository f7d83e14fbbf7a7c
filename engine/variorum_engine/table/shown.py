"""What somebody still knows of the cards that were shown to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from variorum_engine.interpreter.instructions import MoveEvent


def still_shown(events: Iterable[Any], seat: int) -> int:
    """The cards that were shown to a seat and have lain untouched where they were since."""
    lying: dict[int, int] = {}
    for event in events:
        if isinstance(event, MoveEvent):
            for cards, source, target in event.moves:
                lying[source] = lying.get(source, 0) & ~cards
                lying[target] = lying.get(target, 0) & ~cards
        elif isinstance(event, tuple) and event[0] == "shuffle":
            lying[event[1]] = 0
        elif isinstance(event, tuple) and event[0] == "show" and event[2] >> seat & 1:
            for cards, zone in event[4]:
                lying[zone] = lying.get(zone, 0) | cards
    return sum(lying.values())
