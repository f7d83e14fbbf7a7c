"""Who sees what: the one place in which the sight of a zone is given its meaning.

Whoever does not see the cards of a zone knows how many there are.
"""

from __future__ import annotations

from typing import assert_never

from variorum_dsl.core.program import TrackTable, ZoneTable


def sees_cards(zone: ZoneTable | TrackTable, *, owns: bool) -> bool:
    """Whether a player who owns a zone, or does not, sees the cards in it; or the value of a
    track."""
    match zone.sight:
        case "open":
            return True
        case "secret":
            return owns
        case "hidden":
            return False
        case _:
            assert_never(zone.sight)


def everybody_sees(zone: ZoneTable | TrackTable) -> bool:
    return sees_cards(zone, owns=False)
