"""The same cards on both sides, and every number that a player gets for holding some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, assert_never

from variorum_dsl import core as c
from variorum_dsl.core.walk import walk_through
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import Number as Amount
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Rules

from variorum.comparison.align.clauses import Form
from variorum.comparison.align.pairing import Pairing

MOST_HOLDINGS = 70_000
OfSeat = Callable[[State, int], Amount]


class NotOwn(Exception):
    """A number that depends on more than what its player holds; the message says on what."""


class Held(NamedTuple):
    """Cards of one player: those that anybody could hold, and those that are their own."""

    shared: int
    own: int


class Deal:
    """The cards of the left side, the same cards on the right side, and where they can lie."""

    def __init__(self, pairing: Pairing, place: int) -> None:
        self.pairing = pairing
        self.left, self.right = pairing.forms(place)
        self.players = self.left.players
        self.card_map = card_map(pairing, self.left, self.right)
        self.from_right = {b: a for a, b in self.card_map.items()}
        rules = [side.final(form.players)[0] for side, form in
                 ((pairing.left, self.left), (pairing.right, self.right))]
        if rules[0] is None or rules[1] is None:
            raise NotOwn("the rules cannot be reckoned")
        self.rules: tuple[Rules, Rules] = (rules[0], rules[1])
        self.states = (_empty(rules[0]), _empty(rules[1]))
        zones = {
            self.left.symbols.zones[key[1]]: self.right.symbols.zones[other[1]]
            for key, other in pairing.pairs_of("zone")
        }
        self.zone_map = {a: b for a, b in zones.items()
                         if self.left.program.zones[a].each_player
                         and self.right.program.zones[b].each_player}

    def to_right(self, mask: int) -> int:
        return sum(1 << self.card_map[card] for card in bits(mask))

    def put(self, homes: dict[int, int], cards: int) -> None:
        """Lay the cards of the first player out, on both sides."""
        rows = dict.fromkeys(homes.values(), 0)
        for card in bits(cards):
            if card in homes:
                rows[homes[card]] |= 1 << card
        for zone, own in rows.items():
            self.states[0].zones[self.left.program.zones[zone].first] = own
            other = self.zone_map[zone]
            self.states[1].zones[self.right.program.zones[other].first] = self.to_right(own)


def _empty(rules: Rules) -> State:
    state = rules.opening()
    state.zones = [0] * len(state.zones)
    state.order = [None if row is None else [] for row in state.order]
    return state


def card_map(
    pairing: Pairing, left: Form, right: Form, *, loose: bool = False
) -> dict[int, int]:
    """Which card of the right side a card of the left side is, by group, owner and values.

    In a `loose` map, cards of one group with other values are paired too, lowest with lowest:
    the same card, on which something else is printed.
    """
    found: dict[int, int] = {}
    names = {key[1]: other[1] for key, other in pairing.pairs_of("attribute")}
    for key, other in pairing.pairs_of("card"):
        if key[1] not in left.atoms or other[1] not in right.atoms:
            continue
        theirs: dict[Face, list[int]] = {}
        for card in bits(right.atoms[other[1]]):
            theirs.setdefault(_face(right, right.atoms[other[1]], card, None), []).append(card)
        for card in bits(left.atoms[key[1]]):
            face = _face(left, left.atoms[key[1]], card, names)
            if theirs.get(face):
                found[card] = theirs[face].pop(0)
        if loose:
            found.update(_in_order(
                left, [card for card in bits(left.atoms[key[1]]) if card not in found],
                right, [card for row in theirs.values() for card in row]))
    return found


def _in_order(
    left: Form, mine: list[int], right: Form, theirs: list[int]
) -> Iterator[tuple[int, int]]:
    def rows(form: Form, cards: list[int]) -> dict[int, list[int]]:
        owned: dict[int, list[int]] = {}
        table = form.program.cards
        for card in sorted(cards, key=lambda card: (sum(table[card].values), card)):
            owned.setdefault(table[card].owner, []).append(card)
        return owned

    others = rows(right, theirs)
    for owner, cards in rows(left, mine).items():
        yield from zip(cards, others.get(owner, []), strict=False)


Face = tuple[int, tuple[tuple[str, int], ...]]


def _face(form: Form, mask: int, card: int, names: dict[str, str] | None) -> Face:
    about = form.program.cards[card]
    values = []
    for attribute in form.symbols.attributes_of(about.kind):
        name = form.terms.attribute(attribute.name, mask).name
        values.append((name if names is None else names.get(name, f"<{name}"),
                       about.values[form.symbols.attributes[attribute.name]]))
    return about.owner, tuple(sorted(values))


# ------------------------------------------------------------------------------------- numbers
class Number:
    """A number of one player on one side: a score, a figure, or what eliminates."""

    def __init__(self, deal: Deal, side: int, value: OfSeat, parts: tuple[object, ...]) -> None:
        self.deal, self.side = deal, side
        self.value = value
        program = (deal.left, deal.right)[side].program
        nodes = list(walk_through(program, parts))
        if any(isinstance(node, c.Typed) and _of_others(node) for node in nodes):
            raise NotOwn("a number that counts depends on more than what a player holds")
        self.zones = {node.zone for node in nodes if isinstance(node, c.Zone)}
        self.reach = reached(deal, side, parts)
        if side == 1:
            zones = {b: a for a, b in deal.zone_map.items()}
            if any(zone not in zones for zone in self.zones):
                raise NotOwn("a number that counts is read from a place without a counterpart")
            self.zones = {zones[zone] for zone in self.zones}
        if side == 0 and any(zone not in deal.zone_map for zone in self.zones):
            raise NotOwn("a number that counts is read from a place without a counterpart")
        owned = sum(1 << i for i, card in enumerate(deal.left.program.cards) if card.owner >= 0)
        self.of_shared = bool(self.reach & ~owned)
        self.of_own = bool(self.reach & owned)

    def now(self) -> Amount:
        return self.value(self.deal.states[self.side], 0)


def _of_others(node: c.Expression) -> bool:
    """Whether an operation looks at more than the cards of the player whose number it is."""
    match node:
        case (
            c.Players() | c.ZonesOf() | c.Track() | c.Outside() | c.Top() | c.LeftOf()
            | c.RightOf() | c.NextOf() | c.Seat() | c.TotalOfPlayers() | c.ExtremeOfPlayers()
            | c.BestPlayers() | c.PlayersSuchThat() | c.PlayersWhose() | c.PlayersWhoseEmpty()
            | c.UniquePlayers()
        ):
            return True
        case (
            c.Number() | c.Flag() | c.Member() | c.Local() | c.Figure() | c.Score()
            | c.Attribute() | c.Nobody() | c.Single() | c.Zone() | c.OfKind() | c.OneOf()
            | c.Union() | c.Without() | c.Count() | c.IsEmpty() | c.TheOne() | c.NumberRange()
            | c.CardsSuchThat() | c.PlayersIf() | c.CardsWhose() | c.BestCards()
            | c.UniqueCards() | c.TotalOfCards() | c.ExtremeOfCards() | c.DifferentCards()
            | c.SameCards() | c.Sum() | c.Difference() | c.Product() | c.Quotient()
            | c.Rounded() | c.Otherwise() | c.And() | c.Or() | c.Not() | c.Compare() | c.IsIn()
            | c.IsKind() | c.Broken() | c.TwoOf() | c.ByTable() | c.TotalOfEach()
            | c.Guard()
        ):
            return False  # what they look at are their parts
        case _:
            assert_never(node)


def reached(deal: Deal, side: int, parts: tuple[object, ...]) -> int:
    """The cards that some parts of a rule look at, as the left side numbers them."""
    nodes = list(walk_through((deal.left, deal.right)[side].program, parts))
    inside = {id(node.cards) for node in nodes if isinstance(node, c.OfKind)}
    reach = 0
    for node in nodes:
        if isinstance(node, c.OfKind) or (isinstance(node, c.Zone) and id(node) not in inside):
            reach |= node.reach
    if side == 0:
        return reach
    return sum(1 << deal.from_right[card] for card in bits(reach) if card in deal.from_right)


def scored(deal: Deal, side: int, number: int) -> Number:
    rules = deal.rules[side]
    return Number(deal, side, rules.reckoner.scorers[number],
                  rules.program.scorings[number].steps)


def figured(deal: Deal, side: int, local: int, value: c.Expression) -> Number:
    compiled = deal.rules[side].evaluator(value)

    def number(state: State, seat: int) -> Amount:
        state.locals[local] = seat
        return compiled(state)

    return Number(deal, side, number, (value,))


# ------------------------------------------------------------------------------------ holdings
class Holdings:
    """Every way in which one player can hold the cards that some numbers depend on."""

    def __init__(self, deal: Deal, numbers: list[Number]) -> None:
        self.deal = deal
        program = deal.left.program
        self.homes: dict[int, int] = {}
        reach = 0
        zones: set[int] = set()
        for number in numbers:
            reach |= number.reach
            zones |= number.zones
        for card in bits(reach):
            if card not in deal.card_map or program.cards[card].owner > 0:
                continue
            own = [zone for zone in sorted(zones) if program.zones[zone].holds >> card & 1]
            if len(own) > 1:
                raise NotOwn("a card counts in more than one place of a player")
            if own:
                self.homes[card] = own[0]
        groups: dict[tuple[int, int], list[int]] = {}
        for card in self.homes:
            about = program.cards[card]
            groups.setdefault((about.owner, about.face), []).append(card)
        self.shared = [cards for (owner, _), cards in groups.items() if owner < 0]
        self.own = [cards for (owner, _), cards in groups.items() if owner >= 0]

    def worth(self, mask: int) -> int:
        return sum(sum(self.deal.left.program.cards[card].values) for card in bits(mask))
