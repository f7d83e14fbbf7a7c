"""Whether a later line of the winner's chain can tell players apart who are equal so far.

A line is only said to be idle when that is certain: it asks the same as an earlier one, or all
holdings that a player can have were tried. Everything else counts as useful.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.walk import Node, children, meaning, nodes, renamed

from variorum_engine.checks.finals import Final
from variorum_engine.checks.holdings import Group, spread, ways_to_spread
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.dependencies import reads
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import bits

MOST_HOLDINGS = 5_000
MOST_PAIRS = 1_500
_THE_PLAYER = -1  # the local of whoever is asked, whatever its number is in a figure

Number = int | Fraction
Holding = dict[int, int]
"""By zone of the player, the cards there."""


def decides_nothing(final: Final) -> list[tuple[int, str]]:
    """The lines of the chain that are idle, each with what makes that certain."""
    program = final.program
    found = []
    shapes: list[Hashable] = []
    doubtful = []
    for number, tie in enumerate(program.chain):
        shape = _shape(program, tie)
        if shape in shapes:
            found.append((number, "an earlier line asks the same"))
        elif number:
            doubtful.append(number)
        shapes.append(shape)
    doubtful = _not_refuted(final, doubtful)
    for number in doubtful:
        groups = _all_cards(program, number)
        if groups is not None and _idle_over(final, number, spread(groups)):
            tried = ways_to_spread(groups)
            found.append((number, f"all {tried:,} holdings of a player were tried"))
    return sorted(found)


# ------------------------------------------------------------------------- the same question
def _shape(program: c.Program, tie: c.Tie) -> Hashable:
    """What a line asks, whatever it is called."""
    if tie.is_score:
        table = program.scorings[tie.figure]
        return tuple(
            (step.operation, step.rounded, meaning(renamed(
                (step.value, step.per, step.condition), table.local, _THE_PLAYER)))
            for step in table.steps
        )
    figure = program.figures[tie.figure]
    return meaning(renamed(figure.value, figure.local, _THE_PLAYER))


# ------------------------------------------------------------------------------ small holdings
def _parts(program: c.Program, tie: c.Tie) -> list[Node]:
    if tie.is_score:
        return [part for step in program.scorings[tie.figure].steps
                for part in nodes((step.value, step.per, step.condition))]
    return [program.figures[tie.figure].value]


def _places(program: c.Program, upto: int) -> list[tuple[int, int]]:
    """Where the first lines of the chain look, with one card of each face."""
    zones = sorted({
        zone for tie in program.chain[: upto + 1] for part in _parts(program, tie)
        for zone in reads(part, program).zones if program.zones[zone].each_player
    })
    found = []
    for zone in zones:
        faces: dict[int, int] = {}
        for card in bits(program.zones[zone].holds):
            faces.setdefault(program.cards[card].face, card)
        found += [(zone, 1 << card) for card in faces.values()]
    return found


def _not_refuted(final: Final, numbers: list[int]) -> list[int]:
    """The lines for which no two small holdings show that they decide."""
    left = list(numbers)
    if not left:
        return []
    places = _places(final.program, max(left))
    seen: dict[int, dict[tuple[Number, ...], Number]] = {number: {} for number in left}
    player = _Player(final, max(left) + 1)
    for holding in _few(places):
        values = player.values(holding)
        if values is None:
            continue
        for number in list(left):
            before = tuple(values[:number])
            if seen[number].setdefault(before, values[number]) != values[number]:
                left.remove(number)
        if not left:
            return []
    return left


def _few(places: list[tuple[int, int]]) -> Iterator[Holding]:
    """No card, each single card, then pairs in no particular order: most lines decide early."""
    yield {}
    for zone, card in places:
        yield {zone: card}
    stream = Stream(1)
    for _ in range(MOST_PAIRS if len(places) > 1 else 0):
        (zone, card), (other, second) = (places[stream.below(len(places))] for _ in range(2))
        yield {zone: card | second} if zone == other else {zone: card, other: second}


class _Player:
    """The numbers of the first player with some cards and no others."""

    def __init__(self, final: Final, upto: int) -> None:
        self.state: State = final.opening.copy()
        self.first = [table.first for table in final.program.zones]
        self.own = [table.first for table in final.program.zones if table.each_player]
        self.chain = final.rules.reckoner.chain[:upto]

    def values(self, holding: Holding) -> list[Number] | None:
        zones = self.state.zones
        for number in self.own:
            zones[number] = 0
        for zone, cards in holding.items():
            zones[self.first[zone]] = cards
        try:
            return [number(self.state, 0) for number in self.chain]
        except Fault:
            return None


# -------------------------------------------------------------------------------- all holdings
def _all_cards(program: c.Program, number: int) -> list[Group] | None:
    """The cards that lines look at, if these depend on nothing else and can all be tried."""
    zones: set[int] = set()
    cards = 0
    for tie in program.chain[: number + 1]:
        table = program.scorings[tie.figure] if tie.is_score else program.figures[tie.figure]
        for part in _parts(program, tie):
            if not _own(program, part, table.local):
                return None
            touch = reads(part, program)
            zones |= touch.zones
            cards |= touch.cards if touch.zones else 0
    groups: dict[int, list[int]] = {}
    everything = (1 << len(program.cards)) - 1
    for card in bits(cards & everything):
        groups.setdefault(program.cards[card].face, []).append(card)
    found = [Group(group, sorted(zones)) for group in groups.values()]
    return found if ways_to_spread(found) <= MOST_HOLDINGS else None


def _own(program: c.Program, part: Node, local: int) -> bool:
    """Whether an expression looks at nothing but the cards of the player."""
    match part:
        case c.Local(number):
            return number == local
        case c.Figure(figure):
            inner = program.figures[figure]
            if not _own(program, inner.value, inner.local):
                return False
        case c.Score(number):
            scoring = program.scorings[number]
            if not all(_own(program, each, scoring.local) for step in scoring.steps
                       for each in nodes((step.value, step.per, step.condition))):
                return False
        case c.Zone(owner=None) | c.ZonesOf() | c.Outside() | c.Top() | c.OneOf():
            return False  # cards of the table or of others, or in an order
        case c.Track() | c.NumberRange() | c.IsIn() | c.CardsSuchThat() | c.Broken():
            return False
        case c.TotalOfPlayers() | c.ExtremeOfPlayers() | c.TotalOfEach():
            return False
        case (c.Zone() | c.OfKind() | c.CardsWhose() | c.BestCards() | c.UniqueCards() | c.Union()
              | c.Without() | c.TheOne() | c.Otherwise() | c.Member() | c.Seat()):
            pass
        case (c.Number() | c.Attribute() | c.Count() | c.TotalOfCards() | c.ExtremeOfCards()
              | c.DifferentCards() | c.SameCards() | c.Sum() | c.Difference() | c.Product()
              | c.Quotient() | c.Rounded() | c.TwoOf() | c.ByTable() | c.Guard()):
            pass
        case (c.Flag() | c.IsEmpty() | c.And() | c.Or() | c.Not() | c.Compare() | c.IsKind()):
            pass
        case _:
            if isinstance(part, c.PlayerExpression | c.Line):
                return False
            assert_never(part)
    return all(_own(program, each, local) for each in children(part))


def _idle_over(final: Final, number: int, holdings: Iterator[Holding]) -> bool:
    seen: dict[tuple[Number, ...], Number] = {}
    player = _Player(final, number + 1)
    for holding in holdings:
        values = player.values(holding)
        if values is None:
            return False
        if seen.setdefault(tuple(values[:number]), values[number]) != values[number]:
            return False
    return True
