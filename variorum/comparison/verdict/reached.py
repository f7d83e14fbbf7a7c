"""A game from the deal in the place of a constructed witness, wherever one is found.

In such a game both sides make the same decisions with the same cards, and the difference decides.
It must not hang on anything else: where an edition leaves another question open, and the same
decisions would come out alike if it were read otherwise, another game is looked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from variorum_dsl.english import numbered

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.model import (
    Comparison,
    Difference,
    Switch,
    Told,
    Witness,
    mirrored,
    turned,
)
from variorum.comparison.verdict.proofs import labelled
from variorum.comparison.verdict.transplant import transplants
from variorum.comparison.witness.from_the_deal import Following, Played, games, recorded
from variorum.simulation.records import Records

MOST_HANGING = 200  # games that show it, but not it alone, until one of them is taken


class Ways(NamedTuple):
    """Two ways to play that a difference tells apart; `alone` is the first one with nothing but
    that difference, if it can be made."""

    left: Side
    right: Side
    same_file: bool
    alone: Side | None = None
    about: str = ""  # the silence that the difference is about


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
    return one._replace(differences=tuple(_kept(each, sides, records)
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
        self._hybrids: dict[str, Side] | None = None

    def found(self, only: Collection[str]) -> Comparison:
        return self.one._replace(differences=tuple(
            self._reached(each) if each.witness is not None and (not only or each.id in only)
            else each for each in self.one.differences))

    def _reached(self, each: Difference) -> Difference:
        assert each.witness is not None
        ways = self._ways(each)
        players = each.witness.players
        if ways is None or any(players not in side.counts for side in ways[:2]):
            return each
        if ways.same_file:
            found = _dealt(ways, players)
            if found.reached:
                found = labelled(ways.left, ways.right, found)
        else:
            found = _looked_for(ways, players)
            if each.switch is not None and not each.switch.left:
                found = turned(found)
        if found.reached:
            return each._replace(witness=found._replace(switch=each.witness.switch),
                                 how=_without_origin(each))
        return each._replace(witness=each.witness._replace(looked=found.looked))

    def _ways(self, each: Difference) -> Ways | None:
        """The two ways that a witness shows."""
        assert each.witness is not None
        switch = each.witness.switch or (each.switch if each.switch and each.switch.option
                                         else None)
        if switch is not None:
            first, second = self._side(switch).ways(switch)
            return Ways(first, second, same_file=True, about=switch.silence)
        if each.category == "option":
            return None
        if each.switch is not None:
            own = self._side(each.switch)
            alone = own.ways(each.switch)[1]
            sides = (self.left, self.right) if each.switch.left else (self.right, self.left)
            return Ways(*sides, same_file=False, alone=alone, about=each.switch.silence)
        return Ways(self.left, self.right, same_file=False, alone=self._hybrid(each.id))

    def _side(self, switch: Switch) -> Side:
        return self.left if switch.left else self.right

    def _hybrid(self, name: str) -> Side | None:
        """The left edition with this rule of the right one."""
        if self._hybrids is None:
            self._hybrids = transplants(Pairing(self.left, self.right), list(self.one.differences))
        return self._hybrids.get(name)


def _without_origin(each: Difference) -> str:
    """How a verdict is known. Where a constructed witness was found is said last, and no longer
    true of this one."""
    if each.verdict not in ("changes", "chosen"):
        return each.how
    return "; ".join(each.how.split("; ")[:-1])


# ------------------------------------------------------------------------------------- the games
def readings_apart(first: Side, second: Side, silence: str, witness: Witness) -> Witness:
    """What tells two readings of one file apart: a game from the deal in the place of a constructed
    witness, if there is one."""
    ways = Ways(first, second, same_file=True, about=silence)
    found = _dealt(ways, witness.players)
    if found.reached:
        return labelled(first, second, found)
    return witness._replace(looked=found.looked)


def _dealt(ways: Ways, players: int) -> Witness:
    """What two ways to play one file come to, which is found out once."""
    return ways.left.once(
        ("dealt", players, ways.right.options, tuple(sorted(ways.right.readings.items()))),
        lambda: _looked_for(ways, players))


def _looked_for(ways: Ways, players: int) -> Witness:
    """The shortest game that shows it, told by both; without any, how many were looked at."""
    looked = hung = 0
    spare: tuple[tuple[Played, Played], str] | None = None
    elsewhere = Elsewhere(ways, players)
    for both, differ in _candidates(ways, players):
        looked += 1
        if not differ:
            continue
        question = elsewhere.decides(both)
        alone = max(game.alone for game in both)
        if not question and alone <= 1:
            return _told(ways, both, players)
        if spare is None or (bool(question), alone) < (bool(spare[1]), max(
            game.alone for game in spare[0]
        )):
            spare = both, question
        hung += 1
        if hung == MOST_HANGING:
            break
    if spare is not None:
        found = _told(ways, spare[0], players)
        if not spare[1]:
            return found
        return found._replace(note=f"{found.note} It also depends on how an open question is "
                              f"read: {spare[1]}".strip())
    nobody = Told((), (), ())
    return Witness("game", players, 0, nobody, nobody, looked=looked)


def _candidates(ways: Ways, players: int) -> Iterator[tuple[tuple[Played, Played], bool]]:
    """Games that both ways can be played with, and whether the difference decides them."""
    pairing = Pairing(ways.left, ways.right, by_name=ways.same_file)
    alone = None
    if ways.alone is not None and players in ways.alone.counts:
        alone = Following(ways.left, ways.alone, Pairing(ways.left, ways.alone, by_name=True),
                          players)
    # The rule of one is put into the left one, so that its games show what comes of it.
    for right_leads in (False,) if alone is not None else (False, True):
        lead, follow = (ways.right, ways.left) if right_leads else (ways.left, ways.right)
        following = Following(lead, follow, pairing, players, turned=right_leads)
        for game in games(lead, players):
            other = following.followed(game)
            if other is None:
                continue
            differ = game.winners != other.winners
            if differ and alone is not None:
                single = alone.followed(game)
                differ = single is not None and single.winners == other.winners
            yield ((other, game) if right_leads else (game, other)), differ


class Elsewhere:
    """Whether a game hangs on a question that is open elsewhere: whether the same decisions would
    come out alike if it were read otherwise."""

    def __init__(self, ways: Ways, players: int) -> None:
        self.ways, self.players = ways, players
        sides = (ways.left,) if ways.same_file else (ways.left, ways.right)
        self.rows = [(place, silent.name, reading.name, silent.question)
                     for place, side in enumerate(sides) for silent in side.game.silences
                     if silent.name != ways.about for reading in silent.readings]

    def decides(self, both: tuple[Played, Played]) -> str:
        """The question; nothing if there is none."""
        ways = self.ways
        for row in self.rows:
            place, silence, reading, question = row
            won = [self._as_read(side, game, silence, reading)
                   if ways.same_file or number == place else game.winners
                   for number, (side, game) in enumerate(zip((ways.left, ways.right), both,
                                                             strict=True))]
            if None not in won and won[0] == won[1]:
                # What decides one game often decides the next one.
                self.rows.remove(row)
                self.rows.insert(0, row)
                return question
        return ""

    def _as_read(self, side: Side, game: Played, silence: str, reading: str) -> int | None:
        """Who wins with the same decisions; nothing if they cannot be made."""
        def following() -> Following | None:
            other = side.read_as(silence, reading)
            if self.players not in other.counts or other.rules(self.players)[0] is None:
                return None
            return Following(side, other, Pairing(side, other, by_name=True), self.players)

        found = side.once(("as read", self.players, silence, reading), following)
        other = None if found is None else found.followed(game)
        return None if other is None else other.winners


def _told(ways: Ways, both: tuple[Played, Played], players: int) -> Witness:
    left, right = (recorded(side, game, players)
                   for side, game in zip((ways.left, ways.right), both, strict=True))
    alone = max(game.alone for game in both)
    note = f"Only one of the two asks for {numbered(alone, 'decision')} of it." if alone else ""
    return Witness("game", players, max(len(game.moves) for game in both), left, right,
                   reached=True, note=note, seed=both[0].seed)
