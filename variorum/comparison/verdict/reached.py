"""A game from the deal in the place of a constructed witness, wherever one is found."""

from __future__ import annotations

from collections.abc import Collection

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.model import Comparison, Difference, Switch, Witness, mirrored
from variorum.comparison.verdict.dealt import Ways, apart_from_the_deal, looked_for
from variorum.comparison.verdict.proofs import labelled
from variorum.comparison.verdict.transplant import Hybrid, alone, transplants
from variorum.comparison.witness.following import Following
from variorum.simulation.records import Records


def from_the_deal(
    one: Comparison, sides: tuple[Side, Side], only: Collection[str] = (),
    records: Records | None = None,
) -> Comparison:
    """The comparison, with games from the deal as witnesses; of all differences, or of some. They
    are recorded if that is wanted."""
    left, right = sides
    if (left.name, left.loaded.path) > (right.name, right.loaded.path):
        return mirrored(from_the_deal(mirrored(one), (right, left), only, records))
    if not one.same_game:
        return one
    one = Search(one, left.as_called(one.left, one.left_title),
                 right.as_called(one.right, one.right_title)).found(only)
    if records is None:
        return one
    return one._replace(differences=tuple(
        _kept(each, sides, records) if not only or each.id in only else each
        for each in one.differences))


def _kept(each: Difference, sides: tuple[Side, Side], records: Records) -> Difference:
    """A difference with the files in which its game is recorded."""
    found = each.witness
    if found is None or not found.reached:
        return each
    switch = found.switch or (each.switch if each.switch and each.switch.option else None)
    if switch is None:
        stems = [f"{each.id}-{side.name}" for side in sides]
    else:
        name = (sides[0] if switch.left else sides[1]).name
        stems = [f"{each.id}-{name}-{end}" for end in ("without", "with")]
    paths = tuple(str(records.kept(stem, told.record))
                  for stem, told in zip(stems, (found.left, found.right), strict=True))
    return each._replace(witness=found._replace(records=paths))


class Search:
    """Games for the differences of two editions."""

    def __init__(self, one: Comparison, left: Side, right: Side) -> None:
        self.one, self.left, self.right = one, left, right
        self._pairing: Pairing | None = None
        self._hybrids: list[Hybrid] | None = None
        self._known: dict[tuple[int, bool], Following] = {}

    def found(self, only: Collection[str]) -> Comparison:
        return self.one._replace(differences=tuple(
            self._reached(each) if each.witness is not None and (not only or each.id in only)
            else each for each in self.one.differences))

    @property
    def pairing(self) -> Pairing:
        if self._pairing is None:
            pins = [(pair.left, pair.right) for pair in self.one.pairs if pair.sure == "pinned"]
            self._pairing = Pairing(self.left, self.right, pins)
        return self._pairing

    def _reached(self, each: Difference) -> Difference:
        """The difference with a game from the deal, if there is one."""
        assert each.witness is not None
        players = each.witness.players
        switch = each.witness.switch or (each.switch if each.switch and each.switch.option
                                         else None)
        if switch is not None:
            first, second = self._side(switch).ways(switch)
            if players not in first.counts or players not in second.counts:
                return each
            found = apart_from_the_deal(first, second, players)
            if found.reached:
                found = labelled(first, second, found)
        else:
            ways = self._ways(each)
            if ways is None or any(players not in side.counts for side in ways.sides):
                return each
            found = looked_for(ways, players)
        if found.reached:
            return each._replace(witness=found._replace(switch=each.witness.switch))
        return each._replace(witness=each.witness._replace(looked=found.looked))

    def _ways(self, each: Difference) -> Ways | None:
        """The two editions, for what a witness shows."""
        if each.category == "option":
            return None
        others = tuple(hybrid.side for hybrid in self.hybrids if each.id not in hybrid.gone)
        if each.switch is None:
            return Ways(self.pairing, alone(self.hybrids, each.id), others=others,
                        known=self._known)
        single = self._side(each.switch).ways(each.switch)[1]
        return Ways(self.pairing, single, not each.switch.left, each.switch.silence, others,
                    self._known)

    def _side(self, switch: Switch) -> Side:
        return self.left if switch.left else self.right

    @property
    def hybrids(self) -> list[Hybrid]:
        """The left edition with single rules of the right one."""
        if self._hybrids is None:
            self._hybrids = transplants(self.pairing)
        return self._hybrids


def readings_apart(first: Side, second: Side, witness: Witness) -> Witness:
    """What tells two readings of one file apart: a game from the deal in the place of a constructed
    witness, if there is one."""
    found = apart_from_the_deal(first, second, witness.players)
    if found.reached:
        return labelled(first, second, found)
    return witness._replace(looked=found.looked)
