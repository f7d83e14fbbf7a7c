"""Expressions: names become numbers, and every part gets a type."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m
from variorum_dsl.core.program import Op
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.lowering.names import Names, shown
from variorum_dsl.lowering.scope import Local, Scope

SETS = ("cards", "players", "card")
ORDERED = ("is at least", "is at most", "is more than", "is less than")


class Expressions(Names):
    """Lowers expressions in a scope."""

    def lower(self, expression: Any, scope: Scope) -> Op:
        method = _METHODS.get(type(expression))
        assert method is not None, type(expression)
        return method(self, expression, scope)  # type: ignore[no-any-return]

    def _among(self, e: m.Among, scope: Scope) -> Op:
        within = self.cards(e.within, scope, "what follows in")
        mask = self.mask(e.kind, e.at, first=True)
        if within.type and mask and not within.reach & mask:
            self.symbols.report(
                "never-there", f"no {e.kind} can ever be there", e.at,
                why="none of the cards that can lie there is one", hint="name another zone or kind",
            )
        return Op("kind", (mask, within), "cards" if within.type else "", e.at,
                  within.reach & mask)

    def _outside(self, e: m.Outside, scope: Scope) -> Op:
        zone = self.cards(e.zone, scope, "what follows outside")
        mask = self.mask(e.kind, e.at, first=True)
        return Op("outside", (mask, zone), "cards" if zone.type else "", e.at, mask)

    def _top(self, e: m.Top, scope: Scope) -> Op:
        zone = self.lower(e.of, scope)
        if zone.type and zone.op != "zone":
            return self.wrong(e.of.at, "only a zone has a top", "this is not a zone")
        if zone.type and not self.program.zones[zone.args[0]].in_order:
            return self.wrong(e.of.at, "this zone keeps no order, so it has no top",
                              "only a zone declared in order has a top",
                              "declare it with: , in order")
        if e.count is None:
            one = Op("number", (1,), "number", e.at)
            return Op("top", (zone, one), "card" if zone.type else "", e.at, zone.reach)
        count = self.want(e.count, scope, "number", what="how many")
        return Op("top", (zone, count), "cards" if zone.type else "", e.at, zone.reach)

    # ------------------------------------------------------------ selections
    def bound(self, name: str, at: Place, scope: Scope, of: Op) -> tuple[Local, Op]:
        """A property of each player of a set: the place of the player, and the value."""
        local = self.new_local("player")
        inner = Scope(scope, self_player=local)
        found = self._property(name, scope)
        if found is None:
            self._unknown_name(name, at, scope)
            return local, Op("error", at=at)
        player = Op("local", (local.number,), "player", at)
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

    def _whose(self, e: m.Whose, scope: Scope) -> Op:
        of = self.want(e.of, scope, "cards", "players", what="what stands before whose")
        value = self.lower(e.value, scope) if e.value is not None else None
        if not of.type:
            return of
        if of.type == "players":
            local, expr = self.bound(e.property, e.at, scope, of)
            if value is None:
                if expr.type and expr.type not in SETS:
                    return self.wrong(e.at, f"{quote(e.property)} cannot be empty",
                                      "only zones can be empty")
            else:
                self.comparable(e.comparison, expr, value, e.at)
            return Op("players_whose", (of, local.number, expr, e.comparison, value),
                      "players", e.at)
        number = self._card_attribute(e.property, e.at, scope)
        if number is None or value is None:
            if number is not None:
                self.wrong(e.at, "an attribute cannot be empty", "every such card has one")
            return Op("error", at=e.at)
        left = Op("attribute", (number, of), self._attribute_type(number), e.at)
        self.comparable(e.comparison, left, value, e.at)
        return Op("cards_whose", (of, number, e.comparison, value), "cards", e.at, of.reach)

    def _ranked(self, e: m.Ranked, scope: Scope) -> Op:
        of = self.want(e.of, scope, "cards", "players", what="what stands before with")
        if not of.type:
            return of
        if of.type == "players":
            ranks = tuple(
                (rank.extreme, *self._numeric(self.bound(rank.name, rank.at, scope, of), rank.at))
                for rank in e.ranks
            )
            return Op("best_players", (of, ranks), "players", e.at)
        numbers = [(rank.extreme, self._card_attribute(rank.name, rank.at, scope))
                   for rank in e.ranks]
        if any(number is None for _, number in numbers):
            return Op("error", at=e.at)
        return Op("best_cards", (of, tuple(numbers)), "cards", e.at, of.reach)

    def _numeric(self, bound: tuple[Local, Op], at: Place) -> tuple[int, Op]:
        local, expr = bound
        if expr.type and expr.type != "number":
            expr = self.wrong(at, f"this must be a number, and it is {shown(expr.type)}",
                              "only numbers can be higher or lower")
        return local.number, expr

    def _unique(self, e: m.Unique, scope: Scope) -> Op:
        of = self.want(e.of, scope, "cards", "players", what="what stands before with")
        if not of.type:
            return of
        if of.type == "players":
            local, expr = self._numeric(self.bound(e.name, e.at, scope, of), e.at)
            return Op("unique_players", (of, local, expr), "players", e.at)
        number = self._card_attribute(e.name, e.at, scope)
        if number is None:
            return Op("error", at=e.at)
        return Op("unique_cards", (of, number), "cards", e.at, of.reach)

    def _aggregate(self, e: m.Aggregate, scope: Scope) -> Op:
        of = self.want(e.of, scope, "cards", "players", what=f"what follows {e.operation}")
        if not of.type:
            return of
        compares = e.operation in ("different", "same")
        if of.type == "players" and compares:
            return self.wrong(e.at, f"players cannot be counted by {quote(e.name)}",
                              "only cards are of the same sort or of different ones",
                              "name cards, such as those of a zone")
        if of.type == "players":
            local, expr = self._numeric(self.bound(e.name, e.at, scope, of), e.at)
            return Op(f"{e.operation}_players", (local, expr, of), "number", e.at)
        number = self._card_attribute(e.name, e.at, scope)
        if number is None:
            return Op("error", at=e.at)
        if compares:
            return Op(f"{e.operation}_cards", (number, self._having(e.name, of)), "number", e.at)
        if self.program.attributes[number].members:
            return self.wrong(e.at, f"{quote(e.name)} is not a number",
                              "only numbers have a total, a highest and a lowest")
        return Op(f"{e.operation}_cards", (number, of), "number", e.at)

    def _having(self, attribute: str, cards: Op) -> Op:
        """Those of the cards that have the attribute: the others are neither alike nor unlike."""
        mask = sum(1 << i for i, card in enumerate(self.program.cards) if any(
            each.name == attribute for each in self.symbols.attributes_of(card.kind)))
        # A name may be given other cards later on; what a zone can hold is settled.
        if mask == (1 << len(self.program.cards)) - 1 or (
            cards.op in ("zone", "zones_of") and not cards.reach & ~mask
        ):
            return cards
        return Op("kind", (mask, cards), "cards", cards.at, cards.reach & mask)

    def _count(self, e: m.Count, scope: Scope) -> Op:
        of = self.want(e.of, scope, "cards", "players", what="what is counted")
        return Op("count", (of,), "number", e.at)

    def _the_one(self, e: m.TheOne, scope: Scope) -> Op:
        of = self.want(e.of, scope, "cards", "players", what="what follows the one in")
        kind = "player" if of.type == "players" else "card" if of.type else ""
        return Op("the_one", (of,), kind, e.at, of.reach)

    # ------------------------------------------------------ values, conditions
    def _number(self, e: m.Number, scope: Scope) -> Op:
        return Op("number", (e.value,), "number", e.at)

    def _truth(self, e: m.Truth, scope: Scope) -> Op:
        return Op("flag", (e.value,), "flag", e.at)

    def _by_players(self, e: m.ByPlayers, scope: Scope) -> Op:
        for row in e.rows:
            if row.low <= self.symbols.players <= row.high:
                return self.lower(row.value, scope)
        self.symbols.report(
            "missing-count", f"nothing is said for {self.symbols.players} players", e.at,
            why="the value must be known for every number of players that can play",
            hint=f"add: ... for {self.symbols.players} players",
        )
        return Op("error", at=e.at)

    def _binary(self, e: m.Binary, scope: Scope) -> Op:
        if e.operation in ("and", "or"):
            left = self.want(e.left, scope, "flag", what="a condition")
            right = self.want(e.right, scope, "flag", what="a condition")
            return Op(e.operation, (left, right), "flag", e.at)
        left, right = self.lower(e.left, scope), self.lower(e.right, scope)
        if not left.type or not right.type:
            return Op("error", at=e.at)
        if e.operation == "otherwise":
            if _family(left.type) != _family(right.type):
                return self.wrong(e.at, f"this is {shown(left.type)}, otherwise "
                                  f"{shown(right.type)}", "both must be of the same sort")
            return Op("otherwise", (left, right), left.type, e.at, left.reach | right.reach)
        if left.type == right.type == "number" and e.operation != "except":
            return Op(e.operation, (left, right), "number", e.at)
        if e.operation in ("+", "except") and _group(left.type) == _group(right.type) in (
            "cards", "players"
        ):
            op = "union" if e.operation == "+" else "without"
            left, right = as_set(left), as_set(right)
            reach = left.reach | right.reach if op == "union" else left.reach
            return Op(op, (left, right), _family(left.type), e.at, reach)
        return self.wrong(
            e.at, f"{shown(left.type)} and {shown(right.type)} cannot be joined by "
            f"{quote(e.operation)}", "both sides must be numbers, or both sets of one sort",
            "use parentheses to say what belongs together",
        )

    def _not(self, e: m.Not, scope: Scope) -> Op:
        return Op("not", (self.want(e.of, scope, "flag", what="a condition"),), "flag", e.at)

    def comparable(self, comparison: str, left: Op, right: Op, at: Place) -> bool:
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

    def _compare(self, e: m.Compare, scope: Scope) -> Op:
        left, right = self.lower(e.left, scope), self.lower(e.right, scope)
        if e.operation in ("is in", "is not in"):
            sets = {"player": "players", "card": "cards", "cards": "cards"}
            if left.type and right.type and sets.get(left.type) != _family(right.type):
                return self.wrong(e.at, f"{shown(left.type)} cannot be in {shown(right.type)}",
                                  "a card is in cards, a player in players")
            inside = Op("in", (left, right), "flag", e.at)
            return inside if e.operation == "is in" else Op("not", (inside,), "flag", e.at)
        self.comparable(e.operation, left, right, e.at)
        return Op("compare", (e.operation, left, right), "flag", e.at)

    def _is_empty(self, e: m.IsEmpty | m.Exists, scope: Scope) -> Op:
        of = self.want(e.of, scope, "cards", "players", what="what can be empty")
        empty = Op("empty", (of,), "flag", e.at)
        wants_empty = e.negated if isinstance(e, m.Exists) else not e.negated
        return empty if wants_empty else Op("not", (empty,), "flag", e.at)

    def _is_a(self, e: m.IsA, scope: Scope) -> Op:
        of = self.cards(e.of, scope, "what is a kind of card")
        test = Op("is_kind", (self.mask(e.kind, e.at), of), "flag", e.at)
        return Op("not", (test,), "flag", e.at) if e.negated else test

    def _those(self, e: m.Those, scope: Scope) -> Op:
        within = self.want(e.within, scope, "cards", "players", what="what is gone through")
        one = {"players": "player", "cards": "card", "card": "card"}.get(within.type, "")
        local = self.new_local(one, within.reach)
        inner = Scope(scope)
        inner.names[e.name] = local
        condition = self.want(e.condition, inner, "flag", what="a condition")
        if not within.type:
            return within
        group = _group(one)
        return Op(f"{group}_such", (local.number, within, condition), group, e.at, within.reach)

    def _one_of(self, e: m.OneOf, scope: Scope) -> Op:
        of = self.cards(e.of, scope, "what one is taken of")
        return Op("one_of", (of,), "card" if of.type else "", e.at, of.reach)

    def _numbers(self, e: m.Numbers, scope: Scope) -> Op:
        low = self.want(e.low, scope, "number", what="the lowest number")
        high = self.want(e.high, scope, "number", what="the highest number")
        return Op("numbers", (low, high), "numbers", e.at)

    def _members(self, e: m.Members, scope: Scope) -> Op:
        number = self.symbols.attributes.get(e.attribute)
        if number is None or not self.program.attributes[number].members:
            known = [table.name for table in self.program.attributes if table.members]
            if number is None:
                self.symbols.unknown("attribute with members", e.attribute, e.at, known)
                return Op("error", at=e.at)
            return self.wrong(e.at, f"{quote(e.attribute)} is a number, and has no members",
                              "only an attribute that is one of a few words can be picked",
                              "a number from 1 to 5, for example")
        last = len(self.program.attributes[number].members) - 1
        ends = (Op("number", (end,), "number", e.at) for end in (0, last))
        return Op("numbers", tuple(ends), "numbers", e.at)

    def _rounded(self, e: m.Rounded, scope: Scope) -> Op:
        of = self.want(e.of, scope, "number", what="what is rounded")
        return Op("round", (e.direction, of), "number", e.at)


def _family(kind: str) -> str:
    return "cards" if kind == "card" else kind


def _group(kind: str) -> str:
    return {"card": "cards", "player": "players"}.get(kind, kind)


def as_set(part: Op) -> Op:
    """One player as a set of players."""
    return Op("single", (part,), "players", part.at) if part.type == "player" else part


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
