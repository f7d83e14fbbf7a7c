"""How the games of a search are shared out: what is learnt from, what is tried, what is measured.

A search never plays more games than were asked for. Below a certain number it could only guess, so
it says what the least is.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from variorum_engine.tuning.regression import PARTS, ROUNDS
from variorum_engine.tuning.sensitivity import GAMES as PROBED

TURNS = 60
FEWEST = 60  # games of a candidate in a turn
COMPARED = 600  # games in which it is measured which of some weights are better, at least
MEASURED = 1000  # games that say at the end what share is won, at least
ALONE = 0.6  # the part of the turns that is played against random players only
CHECKED = 5  # turns between two looks at the middle of the cloud
LEARNING = 3  # the lessons take one part in so many of the games


class TooFewGames(Exception):
    """So few games that nothing can be found out."""

    def __init__(self, least: int) -> None:
        super().__init__(f"at least {least:,} games are needed")
        self.least = least


class Plan(NamedTuple):
    """The games of a search in which each turn tries so many points."""

    points: int
    learning: int
    """Games that are learnt from, in all."""
    games: int
    """Games of each candidate in a turn."""
    turns: int

    @property
    def alone(self) -> int:
        """The turn from which on the candidates play among others as well."""
        return int(self.turns * ALONE)

    @property
    def first_compared(self) -> int:
        """Games of each of the weights that the search may begin with."""
        return max(COMPARED, 2 * self.games)

    @property
    def compared(self) -> int:
        """Games of the middle of the cloud, and of the best so far, when they are compared."""
        return max(COMPARED, 4 * self.games)

    @property
    def measured(self) -> int:
        return max(MEASURED, 4 * self.games)

    def is_compared(self, turn: int) -> bool:
        return turn % CHECKED == CHECKED - 1 or turn in (self.alone - 1, self.turns - 1)

    @property
    def all(self) -> int:
        """Every game, those that say which weights can matter among them."""
        if not self.turns:
            return PROBED + self.measured
        compared = sum(map(self.is_compared, range(self.turns)))
        return (PROBED + self.learning + (1 + ROUNDS) * self.first_compared
                + self.turns * self.points * self.games + 2 * compared * self.compared
                + self.measured)


def planned(points: int, asked: int) -> Plan:
    """The longest search that plays no more games than asked for; without points to try, there is
    nothing to search."""
    least = _shared_out(points, 0).all
    if asked < least:
        raise TooFewGames(least)
    fitting = bisect_right(range(asked), asked, key=lambda games: _shared_out(points, games).all)
    return _shared_out(points, fitting - 1)


def _shared_out(points: int, games: int) -> Plan:
    """With so many games for learning and trying; comparing and measuring come on top."""
    if not points:
        return Plan(0, 0, FEWEST, 0)
    block = ROUNDS * PARTS
    learning = max(1, games // LEARNING // block) * block
    rest = max(0, games - learning)
    each = max(FEWEST, rest // (points * TURNS))
    return Plan(points, learning, each, max(1, min(TURNS, rest // (points * each))))
