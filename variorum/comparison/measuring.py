"""How much depends on a difference: where one edition alone can be played both ways, the share of
simulated games in which that changes the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO

from dsl.core import Program
from variorum.comparison.model import Comparison, Difference, Measured, Switch
from variorum.comparison.sides import Side
from variorum.simulation.ways import Asked, compared, dealt_alike, usual_bot

Sides = tuple[Side, Side]


@dataclass
class Wanted:
    """How the games are played."""

    games: int
    seed: int = 1
    workers: int = 1
    shown: TextIO | None = None  # where it is said how far it is


class Stakes:
    """Plays each way of each edition once, however many differences hang on it.

    An interruption is no mistake: what is done by then is told.
    """

    def __init__(self, how: Wanted) -> None:
        self.how = how
        self.complete = True  # nobody has stopped it
        self.known: dict[tuple[str, Switch, int], Measured | None] = {}

    def measured(
        self, comparisons: Sequence[Comparison], sides: Sequence[Sides]
    ) -> list[Comparison]:
        """The comparisons, with what depends on each difference."""
        wanted: dict[tuple[Side, int], list[Switch]] = {}
        for one, both in zip(comparisons, sides, strict=True):
            for each in one.differences:
                found = self._needed(each, both)
                if found is not None:
                    side, players, switch = found
                    row = wanted.setdefault((side, players), [])
                    if switch not in row:
                        row.append(switch)
        for (side, players), switches in wanted.items():
            self._play(side, players, switches)
            if not self.complete:
                break
        return [one._replace(differences=tuple(self._with(each, both)
                                               for each in one.differences))
                for one, both in zip(comparisons, sides, strict=True)]

    def _needed(self, each: Difference, both: Sides) -> tuple[Side, int, Switch] | None:
        # What is proved never to change a winner needs no games.
        if each.switch is None or each.verdict in ("never", "incomparable"):
            return None
        side = both[0] if each.switch.left else both[1]
        counts = [players for players in side.counts if not each.players or players in each.players]
        # An edition is on the left of one comparison and on the right of another.
        return (side, counts[0], each.switch._replace(left=True)) if counts else None

    def _play(self, side: Side, players: int, switches: list[Switch]) -> None:
        programs: list[Program] = []
        rows, measured = [], []
        for switch in switches:
            ways = _ways(side, switch)
            rules = [way.rules(players)[0] for way in ways if players in way.counts]
            both = [each.program for each in rules if each is not None]
            if len(both) == len(ways):
                rows.append((len(programs), len(programs) + 1))
                measured.append(switch)
                programs += both
        if not rows:
            return
        how = self.how
        asked = Asked((usual_bot(programs),) * players, how.games, how.seed, how.workers,
                      how.shown is not None)
        if how.shown is not None:
            asked.stream = how.shown
        found = compared(programs, rows, asked)
        self.complete = found.complete
        for switch, share, (a, b) in zip(measured, found.shares, rows, strict=True):
            key = side.loaded.path, switch, players
            alike = dealt_alike(programs[a], programs[b])
            self.known[key] = (Measured(share, players, asked.bots, alike) if share.games
                               else None)

    def _with(self, each: Difference, both: Sides) -> Difference:
        found = self._needed(each, both)
        if found is None:
            return each
        side, players, switch = found
        return each._replace(measured=self.known.get((side.loaded.path, switch, players)))


def _ways(side: Side, switch: Switch) -> tuple[Side, Side]:
    """The edition without and with what is switched."""
    for option in switch.options:
        side = side.choosing(option)
    if switch.option:
        return side, side.choosing(switch.option)
    return side, side.read_as(switch.silence, switch.reading)
