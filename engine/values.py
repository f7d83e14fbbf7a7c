"""Expressions become functions of a position."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dsl.core import Op
from engine.compiling import (
    COMPARE,
    MOST_NUMBER,
    WORK,
    Nothing,
    OfPlayer,
    Sums,
    Value,
    bits,
    is_zone_of,
    renamed,
    rounded,
    simplest,
)
from engine.sets import Sets
from engine.state import Fault, State


class Values(Sets):
    """Turns expressions of one program into functions."""

    def _total_cards(self, op: Op, attribute: int, cards: Op) -> Value:
        sums = self.sums(attribute)
        if cards.op == "zone" and cards.args[1] is not None and cards.args[1].op == "local":
            first, owner = self.program.zones[cards.args[0]].first, cards.args[1]
            local = owner.args[0]

            def direct(state: State) -> int:
                seat: int = state.locals[local]
                if seat < 0:
                    raise Fault("this is nobody, and somebody is needed", owner)
                return sums[state.zones[first + seat]]

            return direct
        inner = self.compile(cards)
        return lambda state: sums[inner(state)]

    def _extreme_cards(self, op: Op, attribute: int, cards: Op) -> Value:
        inner, values = self.compile(cards), self.attribute_values[attribute]
        best = max if op.op.startswith("highest") else min

        def found(state: State) -> Any:
            mask = inner(state)
            if not mask:
                raise Nothing(op)
            return best(values[card] for card in bits(mask))

        return found

    def _total_players(self, op: Op, local: int, expr: Op, players: Op) -> Value:
        who, own, seats = self.compile(players), self.per_player(local, expr), self.seats

        def found(state: State) -> Any:
            total: Any = 0
            for seat in seats[who(state)]:
                total += own(state, seat)
            return simplest(total)

        return found

    def _extreme_players(self, op: Op, local: int, expr: Op, players: Op) -> Value:
        who, own, seats = self.compile(players), self.per_player(local, expr), self.seats
        best = max if op.op.startswith("highest") else min
        plain = self._without_figure(expr)
        if plain.op == "total_cards" and is_zone_of(plain.args[1], local):
            # What an auction asks at every turn: the highest bid that lies before anybody.
            first = self.program.zones[plain.args[1].args[0]].first
            sums = self.sums(plain.args[0])

            highest = best is max

            def direct(state: State) -> int:
                zones = state.zones
                found = None
                for seat in seats[who(state)]:
                    value = sums[zones[first + seat]]
                    if found is None or (value > found if highest else value < found):
                        found = value
                if found is None:
                    raise Nothing(op)
                return found

            return direct

        def found(state: State) -> Any:
            members = seats[who(state)]
            if not members:
                raise Nothing(op)
            return best([own(state, seat) for seat in members])

        return found

    # ----------------------------------------------------- numbers, conditions
    def _plus(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)
        work = WORK[op.op]

        def found(state: State) -> Any:
            number = work(a(state), b(state))
            return number if type(number) is int else simplest(number)

        return found

    def _over(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)

        def found(state: State) -> Any:
            divisor = b(state)
            if not divisor:
                raise Fault("something is divided by zero", op)
            return simplest(Fraction(a(state)) / divisor)

        return found

    def _round(self, op: Op, direction: str, of: Op) -> Value:
        inner = self.compile(of)
        return lambda state: rounded(inner(state), direction)

    def _otherwise(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)

        def found(state: State) -> Any:
            try:
                return a(state)
            except Nothing:
                return b(state)

        return found

    def _and(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)
        return lambda state: a(state) and b(state)

    def _or(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)
        return lambda state: a(state) or b(state)

    def _not(self, op: Op, of: Op) -> Value:
        inner = self.compile(of)
        return lambda state: not inner(state)

    def _compare(self, op: Op, comparison: str, left: Op, right: Op) -> Value:
        a, test = self.compile(left), COMPARE[comparison]
        if right.op in ("number", "member", "seat", "flag", "nobody"):
            fixed = right.args[0] if right.args else -1
            return lambda state: test(a(state), fixed)
        b = self.compile(right)
        return lambda state: test(a(state), b(state))

    def _in(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)
        if left.type == "player":
            return lambda state: (seat := a(state)) >= 0 and bool(b(state) >> seat & 1)
        return lambda state: not a(state) & ~b(state)

    def _is_kind(self, op: Op, mask: int, cards: Op) -> Value:
        inner = self.compile(cards)
        return lambda state: bool(found := inner(state)) and not found & ~mask

    # ------------------------------------------------------ figures and scores
    def _figure(self, op: Op, number: int, player: Op) -> Value:
        if player.op == "local":
            return self.compile(self._without_figure(op))
        table = self.program.figures[number]
        if number not in self.figures:
            self.figures[number] = self.compile(table.value)
        value, local, who = self.figures[number], table.local, self.seat(player)

        def found(state: State) -> Any:
            state.locals[local] = who(state)
            return value(state)

        return found

    def _score(self, op: Op, number: int, player: Op) -> Value:
        from engine.scoring import scorer

        who = self.seat(player)
        if number not in self.scores:
            self.scores[number] = scorer(self, number)
        total = self.scores[number]
        return lambda state: total(state, who(state))


__all__ = [
    "COMPARE", "MOST_NUMBER", "Nothing", "OfPlayer", "Sums", "Value", "Values", "bits", "renamed",
    "rounded", "simplest",
]
