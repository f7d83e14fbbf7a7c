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
from variorum_dsl.budget import Budget
from variorum_dsl.core.program import Program
from variorum_dsl.core.walk import renamed

from variorum_engine.interpreter import lots
from variorum_engine.interpreter.state import Fault, State, Unread
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
EXTREMES: dict[c.Extreme, Callable[..., Number]] = {"highest": max, "lowest": min}


@dataclass
class Context:
    """The program that expressions speak of, and what has been made of it already."""

    program: Program
    budget: Budget = field(default_factory=Budget)
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

    @cached_property
    def owners_or_members(self) -> int:
        """How many there can be in a set that is not one of cards."""
        return max([self.owners, *(len(table.members) for table in self.program.attributes)])

    def places(self, zone: int) -> range:
        """The numbers of a zone of the rules at the table: one, or one for each owner."""
        table = self.program.zones[zone]
        return range(table.first, table.first + table.domain.size)

    @cached_property
    def card_salts(self) -> list[int]:
        return lots.card_salts(self.program)

    @cached_property
    def seat_salts(self) -> list[int]:
        return lots.seat_salts(self.owners_or_members)

    @cached_property
    def draw_salts(self) -> dict[c.Chance, int]:
        return lots.draw_salts(self.program)

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
        if part.type == "player":
            super().__init__("this is nobody, and somebody is needed", part)
        else:
            sort = part.type.removeprefix("member ")
            super().__init__(f"this has no {sort}, and one is needed", part)


def whole(part: c.Expression, context: Context) -> WholeEvaluator:
    """An expression that is a set, a player or a flag."""
    # The lowering has checked the types, so what the expression comes to is never a fraction.
    return cast("WholeEvaluator", evaluator(part, context))


def evaluator(part: c.Expression, context: Context) -> Evaluator:  # noqa: C901 (one case each)
    """What an expression comes to, as a function of a position."""
    of_set, of_number = partial(whole, context=context), partial(evaluator, context=context)
    match part:
        # ---------------------------------------------------------------------------- values
        case c.Guard(literal):
            return lambda state: literal
        case c.Number(literal) | c.Flag(literal) | c.Member(literal) | c.Seat(literal):
            return lambda state: literal
        case c.Local(local):
            return lambda state: state.locals[local]
        case c.Track():
            place = track_place(part, context)
            return lambda state: state.tracks[place(state)]
        case c.Figure(figure, c.Local(local)):  # the name of an expression about that player
            table = context.program.figures[figure]
            return of_number(renamed(table.value, table.local, local))
        case c.Figure(figure, player):
            own, who = figure_of(figure, context), somebody(player, context)
            return lambda state: own(state, who(state))
        case c.Score(scoring, player):
            own, who = score_of(scoring, context), somebody(player, context)
            return lambda state: own(state, who(state))
        case c.Attribute(attribute, cards):
            return _attribute(part, attribute, of_set(cards), context)
        # --------------------------------------------------------------------------- players
        case c.Nobody():
            return lambda state: -1
        case c.Players():
            everyone = context.everyone
            return lambda state: everyone
        case c.LeftOf(player):
            who, count = somebody(player, context), context.program.players
            return lambda state: (who(state) + 1) % count
        case c.RightOf(player):
            who, count = somebody(player, context), context.program.players
            return lambda state: (who(state) - 1) % count
        case c.NextOf(players, after):
            return _next_of(of_set(players), somebody(after, context), context.program.players)
        case c.Single(player):
            who = of_set(player)
            return lambda state: 1 << seat if (seat := who(state)) >= 0 else 0
        case c.PlayersSuchThat(local, players, condition):
            return _such_that(part, local, of_set(players), of_number(condition), context)
        case c.PlayersIf(condition, players):
            holds, who = of_number(condition), of_set(players)
            return lambda state: who(state) if holds(state) else 0
        case c.PlayersWhose(players, local, value, comparison, right):
            who, own = of_set(players), per_player(local, value, context)
            return _whose(who, lambda state: partial(own, state), comparison, of_number(right))
        case c.PlayersWhoseEmpty(players, local, value, negated):
            who, own = of_set(players), per_player(local, value, context)
            return lambda state: mask_of([
                seat for seat in members(who(state)) if bool(own(state, seat)) == negated])
        case c.BestPlayers(players, player_ranks):
            who = of_set(players)
            owns = [(1 if rank.extreme == "highest" else -1,
                     per_player(rank.local, rank.value, context)) for rank in player_ranks]
            return lambda state: _best(members(who(state)), lambda seat: [
                sign * own(state, seat) for sign, own in owns])
        case c.UniquePlayers(players, local, value):
            who, own = of_set(players), per_player(local, value, context)
            return lambda state: _unique(members(who(state)), partial(own, state))
        # ----------------------------------------------------------------------------- cards
        case c.Zone(zone, owner):
            return _zone(context.program.zones[zone].first, owner, context)
        case c.ZonesOf(zone, players):
            return _zones_of(context.program.zones[zone].first, of_set(players))
        case c.OfKind(mask, cards):
            a = of_set(cards)
            return lambda state: a(state) & mask
        case c.Outside(mask, cards):
            return _outside(mask, of_set(cards), context)
        case c.Top(row, many, among):
            only = None if among is None else of_set(among)
            return _top(part, row, of_number(many), only, context)
        case c.OneOf(cards):
            return _one_of(part, of_set(cards), context)
        case c.CardsSuchThat(local, cards, condition):
            return _such_that(part, local, of_set(cards), of_number(condition), context)
        case c.CardsWhose(cards, attribute, comparison, right):
            values = context.values[attribute]
            return _whose(of_set(cards), lambda state: values.__getitem__, comparison,
                          of_number(right))
        case c.BestCards(cards, card_ranks):
            a = of_set(cards)
            keys = [(1 if rank.extreme == "highest" else -1, context.values[rank.attribute])
                    for rank in card_ranks]
            return lambda state: _best(members(a(state)), lambda card: [
                sign * values[card] for sign, values in keys])
        case c.UniqueCards(cards, attribute):
            a, values = of_set(cards), context.values[attribute]
            return lambda state: _unique(members(a(state)), values.__getitem__)
        # ------------------------------------------------------------------------------ sets
        case c.Union(left, right):
            a, b = of_set(left), of_set(right)
            return lambda state: a(state) | b(state)
        case c.Without(left, right):
            a, b = of_set(left), of_set(right)
            return lambda state: a(state) & ~b(state)
        case c.Count(left):
            a = of_set(left)
            return lambda state: a(state).bit_count()
        case c.IsEmpty(left):
            a = of_set(left)
            return lambda state: not a(state)
        case c.TheOne(left):
            return _the_one(part, of_set(left))
        case c.NumberRange(left, right):
            return _number_range(part, of_number(left), of_number(right))
        case c.IsIn(left, right) if left.type not in ("card", "cards"):
            a, b = of_set(left), of_set(right)
            return lambda state: (seat := a(state)) >= 0 and bool(b(state) >> seat & 1)
        case c.IsIn(left, right):
            a, b = of_set(left), of_set(right)
            return lambda state: not a(state) & ~b(state)
        case c.IsKind(mask, cards):
            a = of_set(cards)
            return lambda state: bool(found := a(state)) and not found & ~mask
        # ------------------------------------------------------------------------ aggregates
        case c.TotalOfCards(attribute, cards):
            a, total = of_set(cards), context.totals[attribute]
            return lambda state: total(a(state))
        case c.ExtremeOfCards(extreme, attribute, cards):
            a, values = of_set(cards), context.values[attribute]
            return _extreme(part, extreme, lambda state: [
                values[card] for card in members(a(state))])
        case c.DifferentCards(attribute, cards):
            a, values = of_set(cards), context.values[attribute]
            return lambda state: len(groups_of(values, a(state)))
        case c.SameCards(attribute, cards):
            a, values = of_set(cards), context.values[attribute]
            return lambda state: max(map(int.bit_count, groups_of(values, a(state))), default=0)
        case c.TotalOfPlayers(local, value, players):
            numbers = _of_each(part, of_set(players), local, of_number(value), context)
            return lambda state: simplest(sum(numbers(state)))
        case c.ExtremeOfPlayers(extreme, local, value, players):
            return _extreme(part, extreme, _of_each(
                part, of_set(players), local, of_number(value), context))
        # --------------------------------------------------------- arithmetic and conditions
        case c.Sum(left, right):
            x, y = of_number(left), of_number(right)
            return lambda state: bounded(x(state) + y(state), part)
        case c.Difference(left, right):
            x, y = of_number(left), of_number(right)
            return lambda state: bounded(x(state) - y(state), part)
        case c.Product(left, right):
            x, y = of_number(left), of_number(right)
            return lambda state: bounded(x(state) * y(state), part)
        case c.Quotient(left, right):
            return _quotient(part, of_number(left), of_number(right))
        case c.Rounded(direction, left):
            x = of_number(left)
            return lambda state: rounded(x(state), direction)
        case c.TwoOf(extreme, left, right):
            x, y, of_two = of_number(left), of_number(right), EXTREMES[extreme]
            return lambda state: of_two(x(state), y(state))
        case c.ByTable(table_values, left):
            x, last = of_number(left), len(table_values)
            return lambda state: (table_values[min(int(number), last) - 1]
                                  if (number := x(state)) >= 1 else 0)
        case c.TotalOfEach():
            return _total_of_each(part, context)
        case c.Otherwise(left, right):
            return _otherwise(of_number(left), of_number(right))
        case c.And(parts):
            tests = [of_number(each) for each in parts]
            return lambda state: all(test(state) for test in tests)
        case c.Or(parts):
            tests = [of_number(each) for each in parts]
            return lambda state: any(test(state) for test in tests)
        case c.Not(left):
            x = of_number(left)
            return lambda state: not x(state)
        case c.Compare(comparison, left, c.Number(literal)):
            x, compare = of_number(left), COMPARE[comparison]
            return lambda state: compare(x(state), literal)
        case c.Compare(comparison, left, right):
            x, y, compare = of_number(left), of_number(right), COMPARE[comparison]
            return lambda state: compare(x(state), y(state))
        case c.Broken():
            return _unread(part)
        case _:
            assert_never(part)


def _unread(part: c.Broken) -> Evaluator:
    def evaluate(_: State) -> Number:
        raise Unread(part)

    return evaluate


# ----------------------------------------------------------------------------- of one player
def somebody(part: c.Expression, context: Context) -> WholeEvaluator:
    """A player that must be somebody."""
    if isinstance(part, c.Local):  # as nearly always: read without asking a function for it
        local = part.number

        def standing(state: State) -> int:
            seat = state.locals[local]
            if seat < 0:
                raise Nobody(part)
            return seat  # type: ignore[return-value]  # a seat is whole

        return standing
    who = whole(part, context)

    def found(state: State) -> int:
        seat = who(state)
        if seat < 0:
            raise Nobody(part)
        return seat

    return found


def zone_number(zone: c.Zone, context: Context) -> WholeEvaluator:
    """The number of a zone, of its owner if each player has one."""
    return _place(context.program.zones[zone.zone].first, zone.owner, context)


def track_place(track: c.Track, context: Context) -> WholeEvaluator:
    """Where the value of a track stands, of its owner if each player has one."""
    return _place(context.program.tracks[track.track].first, track.owner, context)


def _place(first: int, owner: c.Expression | None, context: Context) -> WholeEvaluator:
    """What is the table's comes first; what owners have stands in their order."""
    match owner:
        case None:
            return lambda state: first
        case c.Local(local):  # as nearly always: read without asking a function for it

            def of_that_player(state: State) -> int:
                seat = state.locals[local]
                if seat < 0:
                    raise Nobody(owner)
                return first + seat  # type: ignore[return-value]  # a seat is whole

            return of_that_player
        case _:
            who = somebody(owner, context)
            return lambda state: first + who(state)


def figure_of(number: int, context: Context) -> OfSeat:
    """A derived number of a player."""
    if number not in context.figures:
        table = context.program.figures[number]
        context.figures[number] = per_player(table.local, table.value, context)
    return context.figures[number]


def score_of(number: int, context: Context) -> OfSeat:
    """What a scoring comes to for a player."""
    # Scorings are made of expressions, and an expression can ask for a score.
    from variorum_engine.interpreter.scoring import sheet_of, total

    if number not in context.scores:
        sheet = sheet_of(number, context)
        context.scores[number] = lambda state, seat: total(sheet(state, seat))
    return context.scores[number]


def per_player(local: int, value: c.Expression, context: Context) -> OfSeat:
    """An expression about each player in turn, who stands in a local meanwhile."""
    inner, budget = evaluator(value, context), context.budget

    def found(state: State, seat: int) -> Number:
        budget.spend(1, "this number", value.at)
        state.locals[local] = seat
        return inner(state)

    return found


def _of_each(
    part: c.Expression, who: WholeEvaluator, local: int, own: Evaluator, context: Context
) -> Callable[[State], list[Number]]:
    """A number of each of the players, who stands in a local meanwhile."""
    budget = context.budget

    def found(state: State) -> list[Number]:
        numbers, places = [], state.locals
        those = members(who(state))
        budget.spend(len(those), "this number", part.at)
        for seat in those:
            places[local] = seat
            numbers.append(own(state))
        return numbers

    return found


def _total_of_each(part: c.TotalOfEach, context: Context) -> Evaluator:
    """A number added up over each card or number, which stands in a local meanwhile."""
    those, own = whole(part.of, context), evaluator(part.value, context)
    holds = None if part.condition is None else evaluator(part.condition, context)
    as_card, local, budget = part.of.type in ("card", "cards"), part.local, context.budget

    def found(state: State) -> Number:
        numbers = []
        all_of_them = members(those(state))
        budget.spend(len(all_of_them), "this number", part.at)
        for each in all_of_them:
            state.locals[local] = 1 << each if as_card else each
            if holds is None or holds(state):
                numbers.append(own(state))
        if part.best:
            numbers = sorted(numbers, reverse=part.extreme == "highest")[: part.best]
        return bounded(sum(numbers), part)

    return found


def _next_of(those: WholeEvaluator, after: WholeEvaluator, count: int) -> WholeEvaluator:
    def found(state: State) -> int:
        mask, start = those(state), after(state)
        around = ((start + step) % count for step in range(1, count + 1))
        return next((seat for seat in around if mask >> seat & 1), -1)

    return found


# ------------------------------------------------------------------------------ parts of sets
def _such_that(
    part: c.PlayersSuchThat | c.CardsSuchThat, local: int, those: WholeEvaluator, holds: Evaluator,
    context: Context,
) -> WholeEvaluator:
    """The members for which a condition holds; each stands in a local meanwhile."""
    budget, of_players = context.budget, isinstance(part, c.PlayersSuchThat)

    def found(state: State) -> int:
        mask = 0
        each = members(those(state))
        budget.spend(len(each), "this selection", part.at)
        for member in each:
            state.locals[local] = member if of_players else 1 << member
            if holds(state):
                mask |= 1 << member
        return mask

    return found


def _whose(
    those: WholeEvaluator, own: Callable[[State], Callable[[int], Number]],
    comparison: c.Comparison, wanted: Evaluator,
) -> WholeEvaluator:
    """The members of a set of which a number compares so with another."""
    compare = COMPARE[comparison]

    def found(state: State) -> int:
        number, bound = own(state), wanted(state)
        return mask_of([each for each in members(those(state)) if compare(number(each), bound)])

    return found


def _best(those: Iterable[int], key: Callable[[int], list[Number]]) -> int:
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


def _unique(those: Iterable[int], value: Callable[[int], Number]) -> int:
    """The members whose value no other member has."""
    groups: dict[Number, list[int]] = {}
    for member in those:
        groups.setdefault(value(member), []).append(member)
    return mask_of(group[0] for group in groups.values() if len(group) == 1)


def _extreme(
    part: c.Expression, extreme: c.Extreme, numbers: Callable[[State], Sequence[Number]]
) -> Evaluator:
    of = EXTREMES[extreme]

    def found(state: State) -> Number:
        all_of_them = numbers(state)
        if not all_of_them:
            raise NothingThere(part)
        return of(all_of_them)

    return found


def _the_one(part: c.TheOne, inner: WholeEvaluator) -> WholeEvaluator:
    is_player = part.type not in ("card", "cards")

    def found(state: State) -> int:
        mask = inner(state)
        if mask.bit_count() != 1:
            raise Fault(f"there should be exactly one here, and there are {mask.bit_count()}", part)
        return mask.bit_length() - 1 if is_player else mask

    return found


def _number_range(part: c.NumberRange, least: Evaluator, most: Evaluator) -> WholeEvaluator:
    def found(state: State) -> int:
        bottom, top = math.ceil(least(state)), math.floor(most(state))
        if bottom < 0 or top > MOST_NUMBER:
            raise Fault(f"numbers from 0 to {MOST_NUMBER} can be picked, not from {bottom} to "
                        f"{top}", part)
        return (1 << top + 1) - (1 << bottom) if top >= bottom else 0

    return found


# -------------------------------------------------------------------------------------- cards
def _zone(first: int, owner: c.Expression | None, context: Context) -> WholeEvaluator:
    match owner:
        case None:
            return lambda state: state.zones[first]
        case c.Local(local):  # as nearly always: read without asking a function for it

            def of_that_player(state: State) -> int:
                seat = state.locals[local]
                if seat < 0:
                    raise Nobody(owner)
                return state.zones[first + seat]  # type: ignore[index]  # a seat is whole

            return of_that_player
        case _:
            who = somebody(owner, context)
            return lambda state: state.zones[first + who(state)]


def _zones_of(first: int, who: WholeEvaluator) -> WholeEvaluator:
    def found(state: State) -> int:
        mask = 0
        for seat in members(who(state)):
            mask |= state.zones[first + seat]
        return mask

    return found


def _outside(mask: int, inside: WholeEvaluator, context: Context) -> WholeEvaluator:
    places = [place for number, table in enumerate(context.program.zones) if table.holds & mask
              for place in context.places(number)]

    def found(state: State) -> int:
        everywhere = 0
        for place in places:
            everywhere |= state.zones[place]
        return everywhere & mask & ~inside(state)

    return found


def _top(
    part: c.Top, zone: c.Zone, many: Evaluator, only: WholeEvaluator | None, context: Context
) -> WholeEvaluator:
    number, name = zone_number(zone, context), context.program.zones[zone.zone].words

    def found(state: State) -> int:
        order = state.order[number(state)]
        wanted = many(state)
        assert order is not None
        if only is not None:
            those = only(state)
            order = [card for card in order if those >> card & 1]
        if wanted > len(order) or wanted < 0 or wanted != int(wanted):
            raise Fault(
                f"there are {len(order)} cards in the {name}, and {wanted} are needed", part)
        return mask_of(order[: int(wanted)])

    return found


def _one_of(part: c.OneOf, inner: WholeEvaluator, context: Context) -> WholeEvaluator:
    faces = [card.face for card in context.program.cards]

    def found(state: State) -> int:
        those = members(inner(state))
        if len({faces[card] for card in those}) != 1:
            raise Fault("one of these is wanted, and they are not all alike" if those
                        else "one of these is wanted, and there is none", part)
        return 1 << those[0]

    return found


def _attribute(
    part: c.Attribute, number: int, card: WholeEvaluator, context: Context
) -> Evaluator:
    values, name = context.values[number], context.program.attributes[number].name

    def found(state: State) -> int:
        mask = card(state)
        if mask.bit_count() != 1:
            raise Fault(f"{name} needs one card, and here are {mask.bit_count()}", part)
        return values[mask.bit_length() - 1]

    return found


# ------------------------------------------------------------------------------------ numbers
def _quotient(part: c.Quotient, number: Evaluator, divisor: Evaluator) -> Evaluator:
    def found(state: State) -> Number:
        by = divisor(state)
        if not by:
            raise Fault("something is divided by zero", part)
        return bounded(quotient(number(state), by), part)

    return found


def _otherwise(value: Evaluator, fallback: Evaluator) -> Evaluator:
    def found(state: State) -> Number:
        try:
            return value(state)
        except NothingThere:
            return fallback(state)

    return found


def bounded(number: Number, part: c.Expression | c.StepTable) -> Number:
    """The same number in its simplest form, unless it has grown beyond all measure."""
    if type(number) is int and LOWEST < number < LARGEST:
        return number
    if too_large(number):
        raise Fault("a number becomes larger here than any game needs", part)
    return simplest(number)
