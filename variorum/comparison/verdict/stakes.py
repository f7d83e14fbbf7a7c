"""How much depends on a difference: where one edition alone can be played both ways, the share of
simulated games in which that changes the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO

from variorum_dsl.core.program import Program
from variorum_engine.tally.bots import Bots

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.model import Comparison, Difference, Measured, Switch
from variorum.comparison.verdict.dealt import shown_by
from variorum.comparison.verdict.options import WHERE_CHOSEN
from variorum.comparison.verdict.proofs import Apart, seen
from variorum.comparison.witness.following import way_of
from variorum.comparison.witness.games import retold, rules_of
from variorum.simulation.records import Records, shown
from variorum.simulation.statistics import Shown
from variorum.simulation.ways import (
    Changed,
    Playing,
    Weights,
    compared,
    dealt_alike,
    usual_bot,
)

Sides = tuple[Side, Side]


@dataclass
class Wanted:
    """How the games are played."""

    games: int
    seed: int = 1
    workers: int = 1
    shown: TextIO | None = None  # where it is said how far it is
    records: Records | None = None  # where a game with another winner is recorded, if at all
    prove: bool = False  # such a game becomes the witness of what has none yet


class Stakes:
    """Plays each way of each edition once, however many differences hang on it.

    An interruption is no mistake: what is done by then is told.
    """

    def __init__(self, how: Wanted) -> None:
        self.how = how
        self.complete = True  # nobody has stopped it
        self.known: dict[tuple[str, Switch, int], Measured | None] = {}
        self.changed: dict[tuple[str, Switch, int], list[Changed]] = {}
        self.weights: dict[tuple[str, Switch, int], tuple[Weights, Weights]] = {}
        self.proofs: dict[tuple[str, Switch, int], Apart | None] = {}

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
            ways = side.ways(switch)
            rules = [way.rules(players)[0] for way in ways if players in way.counts]
            both = [each.program for each in rules if each is not None]
            if len(both) == len(ways):
                rows.append((len(programs), len(programs) + 1))
                measured.append(switch)
                programs += both
        if not rows:
            return
        how = self.how
        asked = Playing((usual_bot(programs),) * players, how.games, how.seed, how.workers,
                      how.shown is not None)
        if how.shown is not None:
            asked.stream = how.shown
        found = compared(programs, rows, asked)
        self.complete = found.complete
        for switch, share, few, own, (a, b) in zip(measured, found.shares, found.changed,
                                                   found.weights, rows, strict=True):
            key = side.loaded.path, switch, players
            alike = dealt_alike(programs[a], programs[b])
            self.changed[key], self.weights[key] = few, own
            one = self._shown(side, switch, asked.bots, own, few) if few else None
            self.known[key] = (Measured(share, players, asked.bots, alike, one) if share.games
                               else None)

    def _shown(
        self, side: Side, switch: Switch, bots: tuple[str, ...], weights: Sequence[Weights],
        games: list[Changed],
    ) -> Shown | None:
        """One of the games with another winner, recorded if that is wanted."""
        how, players = self.how, len(bots)
        if how.records is None:
            return shown(games[0], how.seed, players)
        stem = "-".join(filter(None, (side.name, *switch.options, switch.option or switch.silence,
                                      switch.reading)))
        written = how.records.written(
            [way_of(way, players) for way in side.ways(switch)],
            (f"{stem}-without", f"{stem}-with"), bots, weights, how.seed, games)
        return written or shown(games[0], how.seed, players)

    def _with(self, each: Difference, both: Sides) -> Difference:
        found = self._needed(each, both)
        if found is None:
            return each
        side, players, switch = found
        key = side.loaded.path, switch, players
        each = each._replace(measured=self.known.get(key))
        if not self.how.prove or each.witness or each.measured is None or each.verdict not in (
            "open", "chosen"
        ):
            return each
        if key not in self.proofs:
            self.proofs[key] = proved(side.ways(switch), each.measured.bots, self.weights[key],
                                      self.how.seed, self.changed[key])
        proof = self.proofs[key]
        if proof is None:
            return each
        if each.verdict == "chosen":
            return each._replace(witness=proof.witness, how=WHERE_CHOSEN)
        return each._replace(witness=proof.witness, verdict="changes", how=proof.how)


def proved(
    ways: tuple[Side, Side], bots: Sequence[str], weights: Sequence[Weights], seed: int,
    games: Sequence[Changed],
) -> Apart | None:
    """One of the games with another winner as a witness: many games find what few did not."""
    pairing = Pairing(*ways, by_name=True)
    for changed in games:
        for number, way in enumerate(ways):
            game = retold(rules_of(way, len(bots)), Bots(bots, weights[number]), seed,
                          changed.game)
            found = game and shown_by(pairing, game, len(bots), right_leads=bool(number))
            if found:
                return seen(*ways, found, "")
    return None
