"""Expressions become functions of a position."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from variorum_dsl.core.program import Op

from variorum_engine.interpreter.expressions import (
    COMPARE,
    MOST_NUMBER,
    Nothing,
    OfPlayer,
    Value,
    is_zone_of,
    kept_small,
    local_of,
    quotient,
    rounded,
    simplest,
)
from variorum_engine.interpreter.memo import Sums, bits
from variorum_engine.interpreter.sets import Sets
from variorum_engine.interpreter.state import Fault, State

# Parts of expressions put together once, so that nothing is looked up while a game is played.
BOTH: dict[str, Callable[[Value, Value], Value]] = {
    "is": lambda a, b: lambda state: a(state) == b(state),
    "is not": lambda a, b: lambda state: a(state) != b(state),
    "is at least": lambda a, b: lambda state: a(state) >= b(state),
    "is at most": lambda a, b: lambda state: a(state) <= b(state),
    "is more than": lambda a, b: lambda state: a(state) > b(state),
    "is less than": lambda a, b: lambda state: a(state) < b(state),
}
AGAINST: dict[str, Callable[[Value, Any], Value]] = {
    "is": lambda a, fixed: lambda state: a(state) == fixed,
    "is not": lambda a, fixed: lambda state: a(state) != fixed,
    "is at least": lambda a, fixed: lambda state: a(state) >= fixed,
    "is at most": lambda a, fixed: lambda state: a(state) <= fixed,
    "is more than": lambda a, fixed: lambda state: a(state) > fixed,
    "is less than": lambda a, fixed: lambda state: a(state) < fixed,
}
WHOLE: dict[str, Callable[[Value, Value], Value]] = {
    "+": lambda a, b: lambda state: a(state) + b(state),
    "-": lambda a, b: lambda state: a(state) - b(state),
}
WORK: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}


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

    def _different_cards(self, op: Op, attribute: int, cards: Op) -> Value:
        inner, groups = self.compile(cards), self.groups(attribute, cards)

        def found(state: State) -> int:
            mask: int = inner(state)
            return sum(1 for group in groups if mask & group)

        return found

    def _same_cards(self, op: Op, attribute: int, cards: Op) -> Value:
        inner, groups = self.compile(cards), self.groups(attribute, cards)

        def found(state: State) -> int:
            mask: int = inner(state)
            return max(((mask & group).bit_count() for group in groups), default=0)

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
            places, within = self.zones_by_players(plain.args[1].args[0]), local_of(players)
            sums, highest = self.sums(plain.args[0]), best is max

            def direct(state: State) -> int:
                zones = state.zones
                found = None
                for place in places[who(state) if within < 0 else state.locals[within]]:
                    value = sums[zones[place]]
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
        if self._is_whole(left) and self._is_whole(right):
            if op.op == "+" and left.op == "count" and (local := local_of(left.args[0])) >= 0:
                # What a loop uses up is often counted so: those still in, and what they hold.
                return lambda state: state.locals[local].bit_count() + b(state)
            if op.op != "*":
                return WHOLE[op.op](a, b)
        work = WORK[op.op]

        def found(state: State) -> Any:
            return kept_small(work(a(state), b(state)), op)

        return found

    def _is_whole(self, op: Op) -> bool:
        """Whether a number is always a whole one, so that nothing has to be made simpler."""
        match op.op:
            case "number":
                return type(op.args[0]) is int
            case "+" | "-" | "*":
                return self._is_whole(op.args[0]) and self._is_whole(op.args[1])
            case "figure":
                return self._is_whole(self.program.figures[op.args[0]].value)
            case "highest_players" | "lowest_players" | "total_players":
                return self._is_whole(op.args[1])
            case _:
                return op.op in (
                    "count", "total_cards", "attribute", "different_cards", "same_cards"
                )

    def _over(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)

        def found(state: State) -> Any:
            divisor = b(state)
            if not divisor:
                raise Fault("something is divided by zero", op)
            return kept_small(quotient(a(state), divisor), op)

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
        if of.op == "empty":
            held = self.compile(of.args[0])
            return lambda state: held(state) != 0
        inner = self.compile(of)
        return lambda state: not inner(state)

    def _compare(self, op: Op, comparison: str, left: Op, right: Op) -> Value:
        if left.op == "count" and right.op == "number" and comparison == "is" and (
            local := local_of(left.args[0])
        ) >= 0:
            number = right.args[0]
            return lambda state: state.locals[local].bit_count() == number
        a = self.compile(left)
        if right.op in ("number", "member", "seat", "flag", "nobody"):
            return AGAINST[comparison](a, right.args[0] if right.args else -1)
        return BOTH[comparison](a, self.compile(right))

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
        from variorum_engine.interpreter.scoring import scorer

        who = self.seat(player)
        if number not in self.scores:
            self.scores[number] = scorer(self, number)
        total = self.scores[number]
        return lambda state: total(state, who(state))


__all__ = [
    "COMPARE", "MOST_NUMBER", "Nothing", "OfPlayer", "Sums", "Value", "Values", "bits",
    "is_zone_of", "kept_small", "local_of", "rounded", "simplest",
]
