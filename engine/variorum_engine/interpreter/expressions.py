"""Expressions as functions of a position.

An expression is taken apart once, and becomes a closure made of the closures of its parts. Whoever
looks for what an operation means finds it here, and everything else is tested against it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import assert_never, cast

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.core.walk import renamed

from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import (
    COMPARE,
    LARGEST,
    LOWEST,
    MOST_NUMBER,
    Number,
    groups_of,
    mask_of,
    members,
    quotient,
    rounded,
    simplest,
    too_large,
)

Evaluator = Callable[[State], Number]
WholeEvaluator = Callable[[State], int]  # sets, players and flags
OfSeat = Callable[[State, int], Number]


@dataclass
class Context:
    """The program that expressions speak of, and what has been made of it already."""

    program: Program
    figures: dict[int, OfSeat] = field(default_factory=dict)
    scores: dict[int, OfSeat] = field(default_factory=dict)

    @cached_property
    def everyone(self) -> int:
        """Everybody who plays."""
        return (1 << self.program.players) - 1

    @cached_property
    def owners(self) -> int:
        """How many can own something: the players, then the dummies."""
        return self.program.players + len(self.program.owners)

    def places(self, zone: int) -> range:
        """The numbers of a zone of the rules at the table: one, or one for each owner."""
        table = self.program.zones[zone]
        return range(table.first, table.first + (self.owners if table.each_player else 1))

    @cached_property
    def values(self) -> list[list[int]]:
        """By attribute, what each card has of it."""
        return [self.program.values(a) for a in range(len(self.program.attributes))]

    @cached_property
    def totals(self) -> list[Callable[[int], int]]:
        """By attribute, its sum over a set of cards; remembered, as the same sets come again."""
        return [lru_cache(maxsize=1 << 16)(partial(_total, values)) for values in self.values]


def _total(values: list[int], cards: int) -> int:
    return sum(values[card] for card in members(cards))


class NothingThere(Fault):
    """The highest or lowest of nothing; `otherwise` says what then."""

    def __init__(self, part: c.Expression) -> None:
        super().__init__("there is nothing here to find the highest or lowest of", part)


class Nobody(Fault):
    def __init__(self, part: c.Expression) -> None:
        super().__init__("this is nobody, and somebody is needed", part)


def whole(part: c.Expression, context: Context) -> WholeEvaluator:
    """An expression that is a set, a player or a flag."""
    # The lowering has checked the types, so what the expression comes to is never a fraction.
    return cast("WholeEvaluator", evaluator(part, context))


def evaluator(part: c.Expression, context: Context) -> Evaluator:
    """What an expression comes to, as a function of a position."""
    match part:
        case c.Number(value) | c.Flag(value):
            return lambda state: value
        case c.Member(number) | c.Seat(number):
            return lambda state: number
        case c.Nobody():
            return lambda state: -1
        case c.Local(number):
            return lambda state: state.locals[number]
        case c.Track(track, owner):
            return _track(track, owner, context)
        case c.Figure(figure, c.Local(number)):  # the name of an expression about that player
            table = context.program.figures[figure]
            return evaluator(renamed(table.value, table.local, number), context)
        case c.Figure(figure, player):
            of, who = figure_of(figure, context), somebody(player, context)
            return lambda state: of(state, who(state))
        case c.Score(scoring, player):
            of, who = score_of(scoring, context), somebody(player, context)
            return lambda state: of(state, who(state))
        case c.Attribute(attribute, card):
            return _attribute(part, attribute, card, context)
        case (
            c.Players() | c.LeftOf() | c.RightOf() | c.Single() | c.PlayersSuchThat()
            | c.PlayersIf() | c.PlayersWhose() | c.PlayersWhoseEmpty() | c.BestPlayers()
            | c.UniquePlayers()
        ):
            return _players(part, context)
        case (
            c.Zone() | c.ZonesOf() | c.OfKind() | c.Outside() | c.Top() | c.OneOf()
            | c.CardsSuchThat() | c.CardsWhose() | c.BestCards() | c.UniqueCards()
        ):
            return _cards(part, context)
        case (
            c.Union() | c.Without() | c.Count() | c.IsEmpty() | c.TheOne() | c.NumberRange()
            | c.IsIn() | c.IsKind()
        ):
            return _set(part, context)
        case (
            c.TotalOfCards() | c.ExtremeOfCards() | c.DifferentCards() | c.SameCards()
            | c.TotalOfPlayers() | c.ExtremeOfPlayers()
        ):
            return _aggregate(part, context)
        case (
            c.Sum() | c.Difference() | c.Product() | c.Quotient() | c.Rounded() | c.Otherwise()
            | c.And() | c.Or() | c.Not() | c.Compare()
        ):
            return _arithmetic(part, context)
        case c.Broken():
            raise AssertionError("what could not be made out is reported and never worked out")
        case _:
            assert_never(part)


# -------------------------------------------------------------------------------- players, tables
def somebody(part: c.Expression, context: Context) -> WholeEvaluator:
    """A player that must be somebody."""
    if isinstance(part, c.Local):  # as nearly always: read without asking a function for it
        local = part.number

        def standing(state: State) -> int:
            seat = state.locals[local]
            if seat < 0:
                raise Nobody(part)
            return seat  # type: ignore[return-value]  # the lowering has checked the types

        return standing
    value = whole(part, context)

    def found(state: State) -> int:
        seat = value(state)
        if seat < 0:
            raise Nobody(part)
        return seat

    return found


def zone_number(zone: c.Zone, context: Context) -> WholeEvaluator:
    """The number of a zone, of its owner if each player has one."""
    first = context.program.zones[zone.zone].first
    if zone.owner is None:
        return lambda state: first
    who = somebody(zone.owner, context)
    return lambda state: first + who(state)


def figure_of(number: int, context: Context) -> OfSeat:
    """A derived number of a player."""
    if number not in context.figures:
        table = context.program.figures[number]
        context.figures[number] = per_player(table.local, table.value, context)
    return context.figures[number]


def score_of(number: int, context: Context) -> OfSeat:
    """What a scoring comes to for a player."""
    from variorum_engine.interpreter.scoring import sheet_of, total

    if number not in context.scores:
        sheet = sheet_of(number, context)
        context.scores[number] = lambda state, seat: total(sheet(state, seat))
    return context.scores[number]


def per_player(local: int, value: c.Expression, context: Context) -> OfSeat:
    """An expression about each player in turn, who stands in a local meanwhile."""
    inner = evaluator(value, context)

    def found(state: State, seat: int) -> Number:
        state.locals[local] = seat
        return inner(state)

    return found


def _track(track: int, owner: c.Expression | None, context: Context) -> Evaluator:
    first = context.program.tracks[track].first
    if owner is None:
        return lambda state: state.tracks[first]
    who = somebody(owner, context)
    return lambda state: state.tracks[first + who(state)]


def _attribute(part: c.Attribute, number: int, card: c.Expression, context: Context) -> Evaluator:
    values, name = context.values[number], context.program.attributes[number].name
    inner = whole(card, context)

    def found(state: State) -> int:
        mask = inner(state)
        if mask.bit_count() != 1:
            raise Fault(f"{name} needs one card, and here are {mask.bit_count()}", part)
        return values[mask.bit_length() - 1]

    return found


# -------------------------------------------------------------------------------- sets of players
PlayerPart = (
    c.Players | c.LeftOf | c.RightOf | c.Single | c.PlayersSuchThat | c.PlayersIf | c.PlayersWhose
    | c.PlayersWhoseEmpty | c.BestPlayers | c.UniquePlayers
)


def _players(part: PlayerPart, context: Context) -> WholeEvaluator:
    match part:
        case c.Players():
            everyone = context.everyone
            return lambda state: everyone
        case c.LeftOf(player):
            who, count = somebody(player, context), context.program.players
            return lambda state: (who(state) + 1) % count
        case c.RightOf(player):
            who, count = somebody(player, context), context.program.players
            return lambda state: (who(state) - 1) % count
        case c.Single(player):
            who = whole(player, context)
            return lambda state: 1 << seat if (seat := who(state)) >= 0 else 0
        case c.PlayersSuchThat(local, players, condition):
            holds = per_player(local, condition, context)
            return _those(players, lambda state: lambda seat: bool(holds(state, seat)), context)
        case c.PlayersIf(condition, players):
            test, who = evaluator(condition, context), whole(players, context)
            return lambda state: who(state) if test(state) else 0
        case c.PlayersWhose(players, local, property, comparison, value):
            own, wanted = per_player(local, property, context), evaluator(value, context)
            compare = COMPARE[comparison]

            def compared(state: State) -> Callable[[int], bool]:
                bound = wanted(state)
                return lambda seat: compare(own(state, seat), bound)

            return _those(players, compared, context)
        case c.PlayersWhoseEmpty(players, local, property, negated):
            own = per_player(local, property, context)
            return _those(players, lambda state: lambda seat: bool(own(state, seat)) == negated,
                          context)
        case c.BestPlayers(players, ranks):
            who = whole(players, context)
            keys = [(1 if rank.extreme == "highest" else -1,
                     per_player(rank.local, rank.value, context)) for rank in ranks]
            return lambda state: best(members(who(state)), lambda seat: [
                sign * own(state, seat) for sign, own in keys])
        case c.UniquePlayers(players, local, value):
            who, own = whole(players, context), per_player(local, value, context)
            return lambda state: unique(members(who(state)), lambda seat: own(state, seat))
        case _:
            assert_never(part)


def _those(
    players: c.Expression, test: Callable[[State], Callable[[int], bool]], context: Context
) -> WholeEvaluator:
    """Those of the players who pass a test that a position gives."""
    who = whole(players, context)

    def found(state: State) -> int:
        passes = test(state)
        return mask_of(seat for seat in members(who(state)) if passes(seat))

    return found


def best(those: Iterable[int], key: Callable[[int], list[Number]]) -> int:
    """The members whose key is the highest."""
    highest: list[Number] | None = None
    found = 0
    for member in those:
        own = key(member)
        if highest is None or own > highest:
            highest, found = own, 1 << member
        elif own == highest:
            found |= 1 << member
    return found


def unique(those: Iterable[int], value: Callable[[int], Number]) -> int:
    """The members whose value no other member has."""
    groups: dict[Number, list[int]] = {}
    for member in those:
        groups.setdefault(value(member), []).append(member)
    return mask_of(group[0] for group in groups.values() if len(group) == 1)


# ----------------------------------------------------------------------------------------- cards
CardPart = (
    c.Zone | c.ZonesOf | c.OfKind | c.Outside | c.Top | c.OneOf | c.CardsSuchThat | c.CardsWhose
    | c.BestCards | c.UniqueCards
)


def _cards(part: CardPart, context: Context) -> WholeEvaluator:
    match part:
        case c.Zone(zone, owner):
            return _zone(context.program.zones[zone].first, owner, context)
        case c.ZonesOf(zone, players):
            return _zones_of(context.program.zones[zone].first, players, context)
        case c.OfKind(mask, cards):
            inner = whole(cards, context)
            return lambda state: inner(state) & mask
        case c.Outside(mask, inside):
            return _outside(mask, inside, context)
        case c.Top(row, count):
            return _top(part, row, count, context)
        case c.OneOf(cards):
            return _one_of(part, cards, context)
        case c.CardsSuchThat(local, cards, condition):
            return _cards_such_that(local, cards, condition, context)
        case c.CardsWhose(cards, attribute, comparison, value):
            inner, wanted = whole(cards, context), evaluator(value, context)
            compare, values = COMPARE[comparison], context.values[attribute]

            def compared(state: State) -> int:
                bound = wanted(state)
                return mask_of(
                    card for card in members(inner(state)) if compare(values[card], bound))

            return compared
        case c.BestCards(cards, ranks):
            inner = whole(cards, context)
            keys = [(1 if rank.extreme == "highest" else -1, context.values[rank.attribute])
                    for rank in ranks]
            return lambda state: best(members(inner(state)), lambda card: [
                sign * values[card] for sign, values in keys])
        case c.UniqueCards(cards, attribute):
            inner, values = whole(cards, context), context.values[attribute]
            return lambda state: unique(members(inner(state)), lambda card: values[card])
        case _:
            assert_never(part)


def _zone(first: int, owner: c.Expression | None, context: Context) -> WholeEvaluator:
    match owner:
        case None:
            return lambda state: state.zones[first]
        case c.Local(local):

            def of_that_player(state: State) -> int:
                seat = state.locals[local]
                if seat < 0:
                    raise Nobody(owner)
                return state.zones[first + seat]  # type: ignore[index]  # a seat is whole

            return of_that_player
        case _:
            who = somebody(owner, context)
            return lambda state: state.zones[first + who(state)]


def _outside(mask: int, inside: c.Expression, context: Context) -> WholeEvaluator:
    inner = whole(inside, context)
    places = [place for number, table in enumerate(context.program.zones) if table.holds & mask
              for place in context.places(number)]

    def found(state: State) -> int:
        everywhere = 0
        for place in places:
            everywhere |= state.zones[place]
        return everywhere & mask & ~inner(state)

    return found


def _zones_of(first: int, players: c.Expression, context: Context) -> WholeEvaluator:
    who = whole(players, context)

    def found(state: State) -> int:
        mask = 0
        for seat in members(who(state)):
            mask |= state.zones[first + seat]
        return mask

    return found


def _top(part: c.Top, zone: c.Zone, count: c.Expression, context: Context) -> WholeEvaluator:
    number, many = zone_number(zone, context), evaluator(count, context)
    name = context.program.zones[zone.zone].words

    def found(state: State) -> int:
        order = state.order[number(state)]
        wanted = many(state)
        assert order is not None
        if wanted > len(order) or wanted < 0 or wanted != int(wanted):
            raise Fault(
                f"there are {len(order)} cards in the {name}, and {wanted} are needed", part)
        return mask_of(order[: int(wanted)])

    return found


def _one_of(part: c.OneOf, cards: c.Expression, context: Context) -> WholeEvaluator:
    inner, faces = whole(cards, context), [card.face for card in context.program.cards]

    def found(state: State) -> int:
        those = members(inner(state))
        if len({faces[card] for card in those}) != 1:
            raise Fault("one of these is wanted, and they are not all alike" if those
                        else "one of these is wanted, and there is none", part)
        return 1 << those[0]

    return found


def _cards_such_that(
    local: int, cards: c.Expression, condition: c.Expression, context: Context
) -> WholeEvaluator:
    inner, holds = whole(cards, context), evaluator(condition, context)

    def found(state: State) -> int:
        mask = 0
        for card in members(inner(state)):
            state.locals[local] = 1 << card
            if holds(state):
                mask |= 1 << card
        return mask

    return found


# ------------------------------------------------------------------------------------------ sets
SetPart = (
    c.Union | c.Without | c.Count | c.IsEmpty | c.TheOne | c.NumberRange | c.IsIn | c.IsKind
)


def _set(part: SetPart, context: Context) -> WholeEvaluator:
    match part:
        case c.Union(left, right):
            a, b = whole(left, context), whole(right, context)
            return lambda state: a(state) | b(state)
        case c.Without(left, right):
            a, b = whole(left, context), whole(right, context)
            return lambda state: a(state) & ~b(state)
        case c.Count(of):
            a = whole(of, context)
            return lambda state: a(state).bit_count()
        case c.IsEmpty(of):
            a = whole(of, context)
            return lambda state: not a(state)
        case c.TheOne(of):
            return _the_one(part, of, context)
        case c.NumberRange(low, high):
            return _number_range(part, low, high, context)
        case c.IsIn(member, of):
            a, b = whole(member, context), whole(of, context)
            if member.type == "player":
                return lambda state: (seat := a(state)) >= 0 and bool(b(state) >> seat & 1)
            return lambda state: not a(state) & ~b(state)
        case c.IsKind(mask, cards):
            a = whole(cards, context)
            return lambda state: bool(found := a(state)) and not found & ~mask
        case _:
            assert_never(part)


def _the_one(part: c.TheOne, of: c.Expression, context: Context) -> WholeEvaluator:
    inner, is_player = whole(of, context), part.type == "player"

    def found(state: State) -> int:
        mask = inner(state)
        if mask.bit_count() != 1:
            raise Fault(f"there should be exactly one here, and there are {mask.bit_count()}", part)
        return mask.bit_length() - 1 if is_player else mask

    return found


def _number_range(
    part: c.NumberRange, low: c.Expression, high: c.Expression, context: Context
) -> WholeEvaluator:
    least, most = evaluator(low, context), evaluator(high, context)

    def found(state: State) -> int:
        bottom, top = math.ceil(least(state)), math.floor(most(state))
        if bottom < 0 or top > MOST_NUMBER:
            raise Fault(f"numbers from 0 to {MOST_NUMBER} can be picked, not from {bottom} to "
                        f"{top}", part)
        return (1 << top + 1) - (1 << bottom) if top >= bottom else 0

    return found


# ------------------------------------------------------------------------------------ aggregates
Aggregate = (
    c.TotalOfCards | c.ExtremeOfCards | c.DifferentCards | c.SameCards | c.TotalOfPlayers
    | c.ExtremeOfPlayers
)


def _aggregate(part: Aggregate, context: Context) -> Evaluator:
    match part:
        case c.TotalOfCards(attribute, cards):
            inner, total = whole(cards, context), context.totals[attribute]
            return lambda state: total(inner(state))
        case c.ExtremeOfCards(extreme, attribute, cards):
            inner, values = whole(cards, context), context.values[attribute]
            return _extreme(part, extreme, lambda state: [
                values[card] for card in members(inner(state))])
        case c.DifferentCards(attribute, cards):
            inner, values = whole(cards, context), context.values[attribute]
            return lambda state: len(groups_of(values, inner(state)))
        case c.SameCards(attribute, cards):
            inner, values = whole(cards, context), context.values[attribute]
            return lambda state: max(
                map(int.bit_count, groups_of(values, inner(state))), default=0)
        case c.TotalOfPlayers(local, value, players):
            numbers = _of_each(players, local, value, context)
            return lambda state: simplest(sum(numbers(state)))
        case c.ExtremeOfPlayers(extreme, local, value, players):
            return _extreme(part, extreme, _of_each(players, local, value, context))
        case _:
            assert_never(part)


def _of_each(
    players: c.Expression, local: int, value: c.Expression, context: Context
) -> Callable[[State], list[Number]]:
    """A number of each of the players."""
    who, own = whole(players, context), evaluator(value, context)

    def found(state: State) -> list[Number]:
        numbers = []
        for seat in members(who(state)):
            state.locals[local] = seat
            numbers.append(own(state))
        return numbers

    return found


def _extreme(
    part: c.Expression, extreme: c.Extreme, numbers: Callable[[State], Sequence[Number]]
) -> Evaluator:
    of = max if extreme == "highest" else min

    def found(state: State) -> Number:
        all_of_them = numbers(state)
        if not all_of_them:
            raise NothingThere(part)
        return of(all_of_them)

    return found


# --------------------------------------------------------------------- arithmetic and conditions
Arithmetic = (
    c.Sum | c.Difference | c.Product | c.Quotient | c.Rounded | c.Otherwise | c.And | c.Or | c.Not
    | c.Compare
)


def _arithmetic(part: Arithmetic, context: Context) -> Evaluator:
    match part:
        case c.Sum(left, right):
            a, b = evaluator(left, context), evaluator(right, context)
            return lambda state: bounded(a(state) + b(state), part)
        case c.Difference(left, right):
            a, b = evaluator(left, context), evaluator(right, context)
            return lambda state: bounded(a(state) - b(state), part)
        case c.Product(left, right):
            a, b = evaluator(left, context), evaluator(right, context)
            return lambda state: bounded(a(state) * b(state), part)
        case c.Quotient(left, right):
            a, b = evaluator(left, context), evaluator(right, context)

            def divided(state: State) -> Number:
                divisor = b(state)
                if not divisor:
                    raise Fault("something is divided by zero", part)
                return bounded(quotient(a(state), divisor), part)

            return divided
        case c.Rounded(direction, of):
            a = evaluator(of, context)
            return lambda state: rounded(a(state), direction)
        case c.Otherwise(value, fallback):
            a, b = evaluator(value, context), evaluator(fallback, context)

            def otherwise(state: State) -> Number:
                try:
                    return a(state)
                except NothingThere:
                    return b(state)

            return otherwise
        case c.And(left, right):
            a, b = evaluator(left, context), evaluator(right, context)
            return lambda state: a(state) and b(state)
        case c.Or(left, right):
            a, b = evaluator(left, context), evaluator(right, context)
            return lambda state: a(state) or b(state)
        case c.Not(of):
            a = evaluator(of, context)
            return lambda state: not a(state)
        case c.Compare(comparison, left, right):
            a, compare = evaluator(left, context), COMPARE[comparison]
            if isinstance(right, c.Number):
                bound = right.value
                return lambda state: compare(a(state), bound)
            b = evaluator(right, context)
            return lambda state: compare(a(state), b(state))
        case _:
            assert_never(part)


def bounded(number: Number, part: c.Expression | c.StepTable) -> Number:
    """The same number in its simplest form, unless it has grown beyond all measure."""
    if type(number) is int and LOWEST < number < LARGEST:
        return number
    if too_large(number):
        raise Fault("a number becomes larger here than any game needs", part)
    return simplest(number)
