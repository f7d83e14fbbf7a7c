"""Expressions: names become numbers, and every part gets a type."""

from __future__ import annotations

from typing import Any, Literal, assert_never

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.lowering.names import Names, shown
from variorum_dsl.lowering.scope import Local, Scope

SETS = ("cards", "players", "card")
ORDERED = ("is at least", "is at most", "is more than", "is less than")


class Expressions(Names):
    """Lowers expressions in a scope."""

    def lower(self, expression: Any, scope: Scope) -> c.Expression:
        method = _METHODS.get(type(expression))
        assert method is not None, type(expression)
        return method(self, expression, scope)  # type: ignore[no-any-return]

    def _among(self, e: m.Among, scope: Scope) -> c.Expression:
        within = self.cards(e.within, scope, "what follows in")
        mask = self.mask(e.kind, e.at, first=True)
        if within.type and mask and not within.reach & mask:
            self.symbols.report(
                "never-there", f"no {e.kind} can ever be there", e.at,
                why="none of the cards that can lie there is one", hint="name another zone or kind",
            )
        return c.OfKind(mask, within, type="cards" if within.type else "", at=e.at,
                        reach=within.reach & mask)

    def _outside(self, e: m.Outside, scope: Scope) -> c.Expression:
        zone = self.cards(e.zone, scope, "what follows outside")
        mask = self.mask(e.kind, e.at, first=True)
        return c.Outside(mask, zone, type="cards" if zone.type else "", at=e.at, reach=mask)

    def _top(self, e: m.Top, scope: Scope) -> c.Expression:
        zone = self.lower(e.of, scope)
        if not isinstance(zone, c.Zone):
            if not zone.type:
                return zone
            return self.wrong(e.of.at, "only a zone has a top", "this is not a zone")
        if not self.program.zones[zone.zone].in_order:
            return self.wrong(e.of.at, "this zone keeps no order, so it has no top",
                              "only a zone declared in order has a top",
                              "declare it with: , in order")
        if e.count is None:
            one = c.Number(1, type="number", at=e.at)
            return c.Top(zone, one, type="card" if zone.type else "", at=e.at, reach=zone.reach)
        count = self.want(e.count, scope, "number", what="how many")
        return c.Top(zone, count, type="cards" if zone.type else "", at=e.at, reach=zone.reach)

    # ------------------------------------------------------------ selections
    def bound(
        self, name: str, at: Place, scope: Scope, of: c.Expression
    ) -> tuple[Local, c.Expression]:
        """A property of each player of a set: the place of the player, and the value."""
        local = self.new_local("player")
        inner = Scope(scope, self_player=local)
        found = self._property(name, scope)
        if found is None:
            self._unknown_name(name, at, scope)
            return local, c.Broken(at=at)
        player = c.Local(local.number, type="player", at=at)
        if found[0] == "attribute":
            return local, self.wrong(at, f"{quote(name)} is something that a card has, and these "
                                     "are players", "players have figures, tracks and zones")
        return local, self._owned_thing(found[0], found[1], name, player, at, inner)

    def _card_attribute(self, name: str, at: Place, scope: Scope) -> int | None:
        found = self._property(name, scope)
        if found is None or found[0] != "attribute":
            if found is None:
                self._unknown_name(name, at, scope)
            elif name in self.symbols.attributes:
                self.twice(name, found[0], at)
            else:
                self.wrong(at, f"{quote(name)} belongs to players, and these are cards",
                           "cards have attributes")
            return None
        return found[1]

    def _whose(self, e: m.Whose, scope: Scope) -> c.Expression:
        of = self.want(e.of, scope, "cards", "players", what="what stands before whose")
        value = self.lower(e.value, scope) if e.value is not None else None
        if not of.type:
            return of
        if of.type == "players":
            local, expr = self.bound(e.property, e.at, scope, of)
            if e.comparison == "is empty" or e.comparison == "is not empty" or value is None:
                if expr.type and expr.type not in SETS:
                    return self.wrong(e.at, f"{quote(e.property)} cannot be empty",
                                      "only zones can be empty")
            else:
                self.comparable(e.comparison, expr, value, e.at)
                return c.PlayersWhose(of, local.number, expr, e.comparison, value,
                                      type="players", at=e.at)
            negated = e.comparison == "is not empty"
            return c.PlayersWhoseEmpty(of, local.number, expr, negated, type="players", at=e.at)
        number = self._card_attribute(e.property, e.at, scope)
        if (number is None or value is None
                or e.comparison == "is empty" or e.comparison == "is not empty"):
            if number is not None:
                self.wrong(e.at, "an attribute cannot be empty", "every such card has one")
            return c.Broken(at=e.at)
        left = c.Attribute(number, of, type=self._attribute_type(number), at=e.at)
        self.comparable(e.comparison, left, value, e.at)
        return c.CardsWhose(of, number, e.comparison, value, type="cards", at=e.at, reach=of.reach)

    def _ranked(self, e: m.Ranked, scope: Scope) -> c.Expression:
        of = self.want(e.of, scope, "cards", "players", what="what stands before with")
        if not of.type:
            return of
        if of.type == "players":
            ranks = tuple(
                c.PlayerRank(rank.extreme, *self._numeric(
                    self.bound(rank.name, rank.at, scope, of), rank.at))
                for rank in e.ranks
            )
            return c.BestPlayers(of, ranks, type="players", at=e.at)
        ranked: list[c.CardRank] = []
        for rank in e.ranks:
            number = self._card_attribute(rank.name, rank.at, scope)
            if number is not None:
                ranked.append(c.CardRank(rank.extreme, number))
        if len(ranked) < len(e.ranks):
            return c.Broken(at=e.at)
        return c.BestCards(of, tuple(ranked), type="cards", at=e.at, reach=of.reach)

    def _numeric(self, bound: tuple[Local, c.Expression], at: Place) -> tuple[int, c.Expression]:
        local, expr = bound
        if expr.type and expr.type != "number":
            expr = self.wrong(at, f"this must be a number, and it is {shown(expr.type)}",
                              "only numbers can be higher or lower")
        return local.number, expr

    def _unique(self, e: m.Unique, scope: Scope) -> c.Expression:
        of = self.want(e.of, scope, "cards", "players", what="what stands before with")
        if not of.type:
            return of
        if of.type == "players":
            local, expr = self._numeric(self.bound(e.name, e.at, scope, of), e.at)
            return c.UniquePlayers(of, local, expr, type="players", at=e.at)
        number = self._card_attribute(e.name, e.at, scope)
        if number is None:
            return c.Broken(at=e.at)
        return c.UniqueCards(of, number, type="cards", at=e.at, reach=of.reach)

    def _aggregate(self, e: m.Aggregate, scope: Scope) -> c.Expression:
        of = self.want(e.of, scope, "cards", "players", what=f"what follows {e.operation}")
        if not of.type:
            return of
        if e.operation == "different" or e.operation == "same":
            if of.type == "players":
                return self._not_counted(e)
            number = self._card_attribute(e.name, e.at, scope)
            if number is None:
                return c.Broken(at=e.at)
            counted = c.DifferentCards if e.operation == "different" else c.SameCards
            return counted(number, self._having(e.name, of), type="number", at=e.at)
        if of.type == "players":
            local, expr = self._numeric(self.bound(e.name, e.at, scope, of), e.at)
            if e.operation == "total":
                return c.TotalOfPlayers(local, expr, of, type="number", at=e.at)
            return c.ExtremeOfPlayers(e.operation, local, expr, of, type="number", at=e.at)
        number = self._card_attribute(e.name, e.at, scope)
        if number is None:
            return c.Broken(at=e.at)
        if self.program.attributes[number].members:
            return self.wrong(e.at, f"{quote(e.name)} is not a number",
                              "only numbers have a total, a highest and a lowest")
        if e.operation == "total":
            return c.TotalOfCards(number, of, type="number", at=e.at)
        return c.ExtremeOfCards(e.operation, number, of, type="number", at=e.at)

    def _not_counted(self, e: m.Aggregate) -> c.Expression:
        return self.wrong(e.at, f"players cannot be counted by {quote(e.name)}",
                          "only cards are of the same sort or of different ones",
                          "name cards, such as those of a zone")

    def _having(self, attribute: str, cards: c.Expression) -> c.Expression:
        """Those of the cards that have the attribute: the others are neither alike nor unlike."""
        mask = sum(1 << i for i, card in enumerate(self.program.cards) if any(
            each.name == attribute for each in self.symbols.attributes_of(card.kind)))
        # A name may be given other cards later on; what a zone can hold is settled.
        if mask == (1 << len(self.program.cards)) - 1 or (
            isinstance(cards, c.Zone | c.ZonesOf) and not cards.reach & ~mask
        ):
            return cards
        return c.OfKind(mask, cards, type="cards", at=cards.at, reach=cards.reach & mask)

    def _count(self, e: m.Count, scope: Scope) -> c.Expression:
        of = self.want(e.of, scope, "cards", "players", what="what is counted")
        return c.Count(of, type="number", at=e.at)

    def _the_one(self, e: m.TheOne, scope: Scope) -> c.Expression:
        of = self.want(e.of, scope, "cards", "players", what="what follows the one in")
        kind = "player" if of.type == "players" else "card" if of.type else ""
        return c.TheOne(of, type=kind, at=e.at, reach=of.reach)

    # ------------------------------------------------------ values, conditions
    def _number(self, e: m.Number, scope: Scope) -> c.Expression:
        return c.Number(e.value, type="number", at=e.at)

    def _truth(self, e: m.Truth, scope: Scope) -> c.Expression:
        return c.Flag(e.value, type="flag", at=e.at)

    def _by_players(self, e: m.ByPlayers, scope: Scope) -> c.Expression:
        for row in e.rows:
            if row.low <= self.symbols.players <= row.high:
                return self.lower(row.value, scope)
        self.symbols.report(
            "missing-count", f"nothing is said for {self.symbols.players} players", e.at,
            why="the value must be known for every number of players that can play",
            hint=f"add: ... for {self.symbols.players} players",
        )
        return c.Broken(at=e.at)

    def _binary(self, e: m.Binary, scope: Scope) -> c.Expression:
        if e.operation == "and" or e.operation == "or":
            left = self.want(e.left, scope, "flag", what="a condition")
            right = self.want(e.right, scope, "flag", what="a condition")
            joined = c.And if e.operation == "and" else c.Or
            return joined(left, right, type="flag", at=e.at)
        left, right = self.lower(e.left, scope), self.lower(e.right, scope)
        if not left.type or not right.type:
            return c.Broken(at=e.at)
        if e.operation == "otherwise":
            if _family(left.type) != _family(right.type):
                return self.wrong(e.at, f"this is {shown(left.type)}, otherwise "
                                  f"{shown(right.type)}", "both must be of the same sort")
            return c.Otherwise(left, right, type=left.type, at=e.at, reach=left.reach | right.reach)
        if left.type == right.type == "number" and e.operation != "except":
            return _arithmetic(e.operation)(left, right, type="number", at=e.at)
        if e.operation in ("+", "except") and _group(left.type) == _group(right.type) in (
            "cards", "players"
        ):
            left, right = as_set(left), as_set(right)
            if e.operation == "+":
                return c.Union(left, right, type=_family(left.type), at=e.at,
                               reach=left.reach | right.reach)
            return c.Without(left, right, type=_family(left.type), at=e.at, reach=left.reach)
        return self.wrong(
            e.at, f"{shown(left.type)} and {shown(right.type)} cannot be joined by "
            f"{quote(e.operation)}", "both sides must be numbers, or both sets of one sort",
            "use parentheses to say what belongs together",
        )

    def _not(self, e: m.Not, scope: Scope) -> c.Expression:
        return c.Not(self.want(e.of, scope, "flag", what="a condition"), type="flag", at=e.at)

    def comparable(
        self, comparison: str, left: c.Expression, right: c.Expression, at: Place
    ) -> bool:
        if not left.type or not right.type:
            return False
        if comparison in ORDERED and not left.type == right.type == "number":
            other = left if left.type != "number" else right
            self.wrong(at, f"{shown(other.type)} is neither more nor less than something",
                       "only numbers have an order")
            return False
        if _family(left.type) != _family(right.type):
            self.wrong(at, f"{shown(left.type)} can never be {shown(right.type)}",
                       "the two sides are of different sorts")
            return False
        return True

    def _compare(self, e: m.Compare, scope: Scope) -> c.Expression:
        left, right = self.lower(e.left, scope), self.lower(e.right, scope)
        if e.operation == "is in" or e.operation == "is not in":
            sets = {"player": "players", "card": "cards", "cards": "cards"}
            if left.type and right.type and sets.get(left.type) != _family(right.type):
                return self.wrong(e.at, f"{shown(left.type)} cannot be in {shown(right.type)}",
                                  "a card is in cards, a player in players")
            inside = c.IsIn(left, right, type="flag", at=e.at)
            return inside if e.operation == "is in" else c.Not(inside, type="flag", at=e.at)
        self.comparable(e.operation, left, right, e.at)
        return c.Compare(e.operation, left, right, type="flag", at=e.at)

    def _is_empty(self, e: m.IsEmpty | m.Exists, scope: Scope) -> c.Expression:
        of = self.want(e.of, scope, "cards", "players", what="what can be empty")
        empty = c.IsEmpty(of, type="flag", at=e.at)
        wants_empty = e.negated if isinstance(e, m.Exists) else not e.negated
        return empty if wants_empty else c.Not(empty, type="flag", at=e.at)

    def _is_a(self, e: m.IsA, scope: Scope) -> c.Expression:
        of = self.cards(e.of, scope, "what is a kind of card")
        test = c.IsKind(self.mask(e.kind, e.at), of, type="flag", at=e.at)
        return c.Not(test, type="flag", at=e.at) if e.negated else test

    def _those(self, e: m.Those, scope: Scope) -> c.Expression:
        within = self.want(e.within, scope, "cards", "players", what="what is gone through")
        one = {"players": "player", "cards": "card", "card": "card"}.get(within.type, "")
        local = self.new_local(one, within.reach)
        inner = Scope(scope)
        inner.names[e.name] = local
        condition = self.want(e.condition, inner, "flag", what="a condition")
        if not within.type:
            return within
        group = _group(one)
        if group == "players":
            return c.PlayersSuchThat(local.number, within, condition, type=group, at=e.at,
                                     reach=within.reach)
        return c.CardsSuchThat(local.number, within, condition, type=group, at=e.at,
                               reach=within.reach)

    def _one_of(self, e: m.OneOf, scope: Scope) -> c.Expression:
        of = self.cards(e.of, scope, "what one is taken of")
        return c.OneOf(of, type="card" if of.type else "", at=e.at, reach=of.reach)

    def _numbers(self, e: m.Numbers, scope: Scope) -> c.Expression:
        low = self.want(e.low, scope, "number", what="the lowest number")
        high = self.want(e.high, scope, "number", what="the highest number")
        return c.NumberRange(low, high, type="numbers", at=e.at)

    def _members(self, e: m.Members, scope: Scope) -> c.Expression:
        number = self.symbols.attributes.get(e.attribute)
        if number is None or not self.program.attributes[number].members:
            known = [table.name for table in self.program.attributes if table.members]
            if number is None:
                self.symbols.unknown("attribute with members", e.attribute, e.at, known)
                return c.Broken(at=e.at)
            return self.wrong(e.at, f"{quote(e.attribute)} is a number, and has no members",
                              "only an attribute that is one of a few words can be picked",
                              "a number from 1 to 5, for example")
        last = len(self.program.attributes[number].members) - 1
        ends = (c.Number(end, type="number", at=e.at) for end in (0, last))
        return c.NumberRange(*tuple(ends), type="numbers", at=e.at)

    def _rounded(self, e: m.Rounded, scope: Scope) -> c.Expression:
        of = self.want(e.of, scope, "number", what="what is rounded")
        return c.Rounded(e.direction, of, type="number", at=e.at)


def _arithmetic(
    sign: Literal["+", "-", "*", "/"]
) -> type[c.Sum] | type[c.Difference] | type[c.Product] | type[c.Quotient]:
    match sign:
        case "+":
            return c.Sum
        case "-":
            return c.Difference
        case "*":
            return c.Product
        case "/":
            return c.Quotient
        case _:
            assert_never(sign)


def _family(kind: str) -> str:
    return "cards" if kind == "card" else kind


def _group(kind: str) -> str:
    return {"card": "cards", "player": "players"}.get(kind, kind)


def as_set(part: c.Expression) -> c.Expression:
    """One player as a set of players."""
    return c.Single(part, type="players", at=part.at) if part.type == "player" else part


_METHODS: dict[type, Any] = {
    m.Name: Expressions._name, m.Owned: Expressions._owned, m.Among: Expressions._among,
    m.Outside: Expressions._outside, m.Top: Expressions._top, m.Whose: Expressions._whose,
    m.Ranked: Expressions._ranked, m.Unique: Expressions._unique,
    m.Aggregate: Expressions._aggregate, m.Count: Expressions._count,
    m.TheOne: Expressions._the_one, m.Number: Expressions._number, m.Truth: Expressions._truth,
    m.ByPlayers: Expressions._by_players, m.Binary: Expressions._binary, m.Not: Expressions._not,
    m.Compare: Expressions._compare, m.IsEmpty: Expressions._is_empty,
    m.Exists: Expressions._is_empty, m.Those: Expressions._those, m.OneOf: Expressions._one_of,
    m.Numbers: Expressions._numbers, m.Members: Expressions._members,
    m.IsA: Expressions._is_a, m.Rounded: Expressions._rounded,
}
