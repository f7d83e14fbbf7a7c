"""Sets of cards and players as functions of a position."""

from __future__ import annotations

import math
from typing import Any

from variorum_dsl.core.program import Op

from variorum_engine.interpreter.expressions import (
    COMPARE,
    MOST_NUMBER,
    Compiling,
    Value,
    is_shared_zone,
    local_of,
    lonely,
)
from variorum_engine.interpreter.memo import bits
from variorum_engine.interpreter.state import Fault, State


class Sets(Compiling):
    """Unions, selections and the best of a set."""

    def _single(self, op: Op, player: Op) -> Value:
        who = self.compile(player)
        return lambda state: 1 << seat if (seat := who(state)) >= 0 else 0

    def _union(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)
        return lambda state: a(state) | b(state)

    def _without(self, op: Op, left: Op, right: Op) -> Value:
        a = self.compile(left)
        if right.op == "single" and (local := local_of(right.args[0])) >= 0:
            # Somebody drops out; taking out nobody takes nothing out.
            def remaining(state: State) -> int:
                everyone: int = a(state)
                seat: int = state.locals[local]
                return everyone & ~(1 << seat) if seat >= 0 else everyone

            return remaining
        b = self.compile(right)
        return lambda state: a(state) & ~b(state)

    def _count(self, op: Op, of: Op) -> Value:
        if of.op == "local":
            local = of.args[0]
            return lambda state: state.locals[local].bit_count()
        if is_shared_zone(of):
            first = self.program.zones[of.args[0]].first
            return lambda state: state.zones[first].bit_count()
        if of.op == "zones_of":
            return self._count_of_zones(*of.args)
        inner = self.compile(of)
        return lambda state: inner(state).bit_count()

    def _count_of_zones(self, zone: int, players: Op) -> Value:
        who, within = self.compile(players), local_of(players)
        places = self.zones_by_players(zone)

        def found(state: State) -> int:
            zones = state.zones
            count = 0
            for place in places[who(state) if within < 0 else state.locals[within]]:
                count += zones[place].bit_count()
            return count

        return found

    def _empty(self, op: Op, of: Op) -> Value:
        if is_shared_zone(of):
            first = self.program.zones[of.args[0]].first
            return lambda state: not state.zones[first]
        inner = self.compile(of)
        return lambda state: not inner(state)

    def _the_one(self, op: Op, of: Op) -> Value:
        inner = self.compile(of)
        is_player = op.type == "player"

        def found(state: State) -> int:
            mask: int = inner(state)
            if mask.bit_count() != 1:
                raise Fault(f"there should be exactly one here, and there are "
                            f"{mask.bit_count()}", op)
            return mask.bit_length() - 1 if is_player else mask

        return found

    def _cards_whose(self, op: Op, cards: Op, a: int, comparison: str, value: Op) -> Value:
        inner, wanted = self.compile(cards), self.compile(value)
        table: dict[Any, int] = {}
        test, values = COMPARE[comparison], self.attribute_values[a]

        def found(state: State) -> int:
            value = wanted(state)
            mask = table.get(value)
            if mask is None:
                mask = sum(1 << i for i, own in enumerate(values) if test(own, value))
                table[value] = mask
            return inner(state) & mask  # type: ignore[no-any-return]

        return found

    def _players_whose(
        self, op: Op, players: Op, local: int, expr: Op, comparison: str, value: Op | None
    ) -> Value:
        who, own, seats = self.compile(players), self.per_player(local, expr), self.seats
        if value is None:
            wants_empty = comparison == "is empty"

            def empty(state: State) -> int:
                mask = 0
                for seat in seats[who(state)]:
                    if (not own(state, seat)) == wants_empty:
                        mask |= 1 << seat
                return mask

            return empty
        wanted, test = self.compile(value), COMPARE[comparison]

        def found(state: State) -> int:
            bound = wanted(state)
            mask = 0
            for seat in seats[who(state)]:
                if test(own(state, seat), bound):
                    mask |= 1 << seat
            return mask

        return found

    def _cards_such(self, op: Op, local: int, cards: Op, condition: Op) -> Value:
        inner, holds = self.compile(cards), self.compile(condition)

        def found(state: State) -> int:
            mask = 0
            for card in bits(inner(state)):
                state.locals[local] = 1 << card
                if holds(state):
                    mask |= 1 << card
            return mask

        return found

    def _players_such(self, op: Op, local: int, players: Op, condition: Op) -> Value:
        who, holds, seats = self.compile(players), self.compile(condition), self.seats

        def found(state: State) -> int:
            mask = 0
            for seat in seats[who(state)]:
                state.locals[local] = seat
                if holds(state):
                    mask |= 1 << seat
            return mask

        return found

    def _players_if(self, op: Op, condition: Op, players: Op) -> Value:
        holds, who = self.compile(condition), self.compile(players)
        return lambda state: who(state) if holds(state) else 0

    def _one_of(self, op: Op, cards: Op) -> Value:
        inner = self.compile(cards)
        faces = [card.face for card in self.program.cards]

        def found(state: State) -> int:
            members = bits(inner(state))
            if len({faces[card] for card in members}) != 1:
                raise Fault("one of these is wanted, and they are not all alike"
                            if members else "one of these is wanted, and there is none", op)
            return 1 << members[0]

        return found

    def _numbers(self, op: Op, low: Op, high: Op) -> Value:
        least, most = self.compile(low), self.compile(high)

        def found(state: State) -> int:
            bottom, top = math.ceil(least(state)), math.floor(most(state))
            if bottom < 0 or top > MOST_NUMBER:
                raise Fault(f"numbers from 0 to {MOST_NUMBER} can be picked, not from {bottom} "
                            f"to {top}", op)
            return (1 << top + 1) - (1 << bottom) if top >= bottom else 0

        return found

    def _best_cards(self, op: Op, cards: Op, ranks: Any) -> Value:
        inner = self.compile(cards)
        rows = [(1 if extreme == "highest" else -1, self.attribute_values[a])
                for extreme, a in ranks]

        def found(state: State) -> int:
            best: Any = None
            mask = 0
            for card in bits(inner(state)):
                key = [sign * values[card] for sign, values in rows]
                if best is None or key > best:
                    best, mask = key, 1 << card
                elif key == best:
                    mask |= 1 << card
            return mask

        return found

    def _best_players(self, op: Op, players: Op, ranks: Any) -> Value:
        who, seats = self.compile(players), self.seats
        rows = [(1 if extreme == "highest" else -1, self.per_player(local, expr))
                for extreme, local, expr in ranks]

        def found(state: State) -> int:
            best: Any = None
            mask = 0
            for seat in seats[who(state)]:
                key = [sign * own(state, seat) for sign, own in rows]
                if best is None or key > best:
                    best, mask = key, 1 << seat
                elif key == best:
                    mask |= 1 << seat
            return mask

        return found

    def _unique_cards(self, op: Op, cards: Op, a: int) -> Value:
        inner, values = self.compile(cards), self.attribute_values[a]
        return lambda state: lonely(bits(inner(state)), values.__getitem__)

    def _unique_players(self, op: Op, players: Op, local: int, expr: Op) -> Value:
        who, own, seats = self.compile(players), self.per_player(local, expr), self.seats

        def found(state: State) -> int:
            return lonely(seats[who(state)], lambda seat: own(state, seat))

        return found
