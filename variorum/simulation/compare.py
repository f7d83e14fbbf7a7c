"""Two readings of the same rules, game by game: how often somebody else wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from variorum_engine.tally.bots import USUAL

from variorum.simulation.statistics import Share
from variorum.simulation.ways import Playing, compared

if TYPE_CHECKING:
    from variorum.edition import Edition


def changed_winners(
    edition: Edition, a: Mapping[str, str], b: Mapping[str, str], *, players: int, games: int,
    seed: int, options: Iterable[str] = (), bots: str = "",
) -> Share:
    """The share of games, dealt alike, in which the winners under two readings are not the same.

    `a` and `b` give a reading for some silences, as `Edition.variant` takes them; the others are
    read as assumed. Without `bots`, the best of the quick ones play all seats. Games in which the
    rules break down are left out.

    >>> import variorum
    >>> edition = variorum.load("osprey-2018")
    >>> found = changed_winners(edition, {}, {"below-zero": "stops-at-zero"}, players=3, games=10,
    ...                         seed=1)
    >>> found.games
    10
    """
    chosen = tuple(options)
    programs = [edition.variant(players, chosen, readings).rules.program for readings in (a, b)]
    asked = Playing((bots or USUAL,) * players, games, seed)
    found = compared(programs, [(0, 1)], asked)
    if not found.complete:
        raise KeyboardInterrupt
    return found.shares[0]
