"""Two ways to play an edition, dealt alike: bots answer alike until the rules themselves differ.

Were it otherwise, a comparison would measure that bots judge by other words, and not what a reading
or an option decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

import pytest
from variorum_dsl import model as m
from variorum_dsl.core.program import Program
from variorum_engine.interpreter.chance import game_seed
from variorum_engine.table.table import Rules, Table
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.retelling import Retelling

import variorum
from variorum.comparison.align.sides import Side
from variorum.comparison.compare import side_of
from variorum.simulation.ways import Playing, alike, compared, weights_for

EDITIONS = ("osprey-2018", "quick-start", "edition-2025", "money-isnt-everything",
            "gossip-and-the-city")
# What people may look at, where money lies that is gone, and questions that nobody answers by
# playing otherwise.
NOTHING = {
    "osprey-2018": {"own-spending": "own-only", "spent-piles": "one-pile", "box-seen": "closed",
                    "last-player": "asked"},
    "quick-start": {"removed-money": "uncovered", "removed-piles": "together",
                    "prizes-seen": "closed", "last-option": "asked"},
    "edition-2025": {"discards-seen": "closed", "own-pile": "no", "no-bid": "may-pay"},
    "money-isnt-everything": {"secret-hands": "open", "discards-seen": "closed",
                              "last-option": "asked"},
    "gossip-and-the-city": {"removed-cards": "seen", "vunshun-chips": "face-up"},
}


class Other(NamedTuple):
    """Another way to play an edition."""

    option: str
    readings: Mapping[str, str]

    @property
    def name(self) -> str:
        return self.option or next(f"{key}={value}" for key, value in self.readings.items())


@cache
def side(name: str) -> Side:
    return side_of(variorum.load(name)._loaded)


def others(name: str) -> Iterator[Other]:
    """Every reading and every option."""
    own = side(name)
    for silent in own.game.silences:
        yield from (Other("", {silent.name: reading.name}) for reading in silent.readings)
    yield from (Other(option, {}) for option in own.sheet.options)


def programs(name: str, other: Other) -> tuple[Program, Program]:
    edition, players = variorum.load(name), side(name).counts[0]
    chosen = (other.option,) if other.option else ()
    one = edition.variant(players).rules.program
    return one, edition.variant(players, chosen, other.readings).rules.program


class Step(NamedTuple):
    """A decision: what lies where and is asked of whom, and the answer."""

    position: str
    answer: str


def steps(program: Program, bots: Bots, game: int, places: set[str]) -> Iterator[Step]:
    """The decisions of a game; of the table, the places with these names."""
    rules = Rules(program)
    table = Table(rules, game_seed(1, game))

    def shown(cards: int) -> list[str]:
        return sorted(f"{card.kind} {card.values}" for i, card in enumerate(program.cards)
                      if cards >> i & 1)

    for seat, move in Retelling(rules, bots).moves(table, 1, game):
        lying = [(zone.name, owner, shown(table.state.zones[zone.first + owner]))
                 for zone in program.zones if zone.name in places
                 for owner in range(zone.domain.size)]
        offers = table.asked_of(seat).offers
        pick = offers[move.choice].pick
        whole = pick is None or pick.by_number or pick.of_players or pick.of_numbers
        line = table.asked_of(seat).line
        names = [choice.name for choice in line.choices]
        yield Step(repr((seat, line.at, names, lying)),
                   repr((names[move.choice], move.picked if whole else shown(move.picked))))
        table.apply(seat, move)


def counted_otherwise(name: str, other: Other) -> bool:
    """Whether the cards, or the figures that decide, are not the same: then the same position may
    be played otherwise for a good reason."""
    one = side(name)
    two = one.choosing(other.option) if other.option else one.read_as(
        *next(iter(other.readings.items())))
    return not all(m.same(getattr(one.game, part), getattr(two.game, part))
                   for part in ("scorings", "figures", "winner", "kinds", "piles"))


@pytest.mark.parametrize("name", EDITIONS)
def test_bots_answer_alike_until_the_rules_differ(name: str) -> None:
    """Every reading and every option: at the first answer that is not the same, something else lies
    on the table or is asked."""
    looked = 0
    for other in others(name):
        try:
            both = programs(name, other)
        except ValueError:
            continue  # not for so many players
        if counted_otherwise(name, other):
            continue
        looked += 1
        places = {zone.name for zone in both[0].zones} & {zone.name for zone in both[1].zones}
        names = ("thumb",) * both[0].players
        own = alike(both, (weights_for(names, both[0]), weights_for(names, both[1])))
        parties = [Bots(names, weights) for weights in own]
        rows = [steps(program, party, 0, places)
                for program, party in zip(both, parties, strict=True)]
        for one, two in zip(*rows, strict=False):
            if one.position != two.position:
                break
            assert one.answer == two.answer, (other.name, one, two)
    assert looked > 3


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("bot", ["random", "light", "thumb"])
def test_what_changes_nothing_changes_no_winner(name: str, bot: str) -> None:
    """Whichever bots play, although two games that have nothing in common differ mostly."""
    ways = [Other("", {silence: reading}) for silence, reading in NOTHING[name].items()
            if bot == "thumb" or reading not in ("asked", "may-pay")]
    both = [programs(name, other) for other in ways]
    players = both[0][0].players
    found = compared([both[0][0], *(two for _, two in both)],
                     [(0, number) for number in range(1, len(both) + 1)],
                     Playing((bot,) * players, 12, 1))
    assert [share.changed for share in found.shares] == [0] * len(ways)
    assert found.unrelated > 0.5 or bot == "random"
