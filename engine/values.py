"""Expressions become functions of a position."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from dsl.core import Op, Program
from engine.state import Fault, State

Value = Callable[[State], Any]
OfPlayer = Callable[[State, int], Any]
_CACHE = 100_000
MOST_NUMBER = 10_000
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "is": operator.eq,
    "is not": operator.ne,
    "is at least": operator.ge,
    "is at most": operator.le,
    "is more than": operator.gt,
    "is less than": operator.lt,
}
_WORK: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
}


def bits(mask: int) -> list[int]:
    """The members of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def simplest(number: Any) -> Any:
    """A whole number as an integer, everything else as an exact fraction."""
    if type(number) is Fraction and number.denominator == 1:
        return number.numerator
    return number


def rounded(number: Any, direction: str) -> Any:
    if direction == "down":
        return math.floor(number)
    if direction == "up":
        return math.ceil(number)
    return math.trunc(number)


class Values:
    """Turns expressions of one program into functions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.players = (1 << program.players) - 1
        self.seats: list[tuple[int, ...]] = [
            tuple(bits(mask))
            for mask in range(1 << (program.players + len(program.owners)))
        ]
        self.attribute_values = [program.values(a) for a in range(len(program.attributes))]
        self.figures: dict[int, Value] = {}
        self.scores: dict[int, Callable[[State, int], Any]] = {}
        self.totals: dict[int, Sums] = {}

    def compile(self, op: Op) -> Value:
        method = getattr(self, "_" + _NAMES.get(op.op, op.op))
        return method(op, *op.args)  # type: ignore[no-any-return]

    # ---------------------------------------------------------------- simple
    def _constant(self, op: Op, value: Any) -> Value:
        return lambda state: value

    def _nobody(self, op: Op) -> Value:
        return lambda state: -1

    def _players(self, op: Op) -> Value:
        everyone = self.players
        return lambda state: everyone

    def _local(self, op: Op, number: int) -> Value:
        return lambda state: state.locals[number]

    def _track(self, op: Op, number: int, owner: Op | None) -> Value:
        first = self.program.tracks[number].first
        if owner is None:
            return lambda state: state.tracks[first]
        who = self.seat(owner)
        return lambda state: state.tracks[first + who(state)]

    def seat(self, op: Op) -> Value:
        """A player that must be somebody."""
        value = self.compile(op)
        if op.op == "seat":
            return value
        if op.op == "local":
            local = op.args[0]

            def direct(state: State) -> int:
                seat: int = state.locals[local]
                if seat < 0:
                    raise Fault("this is nobody, and somebody is needed", op)
                return seat

            return direct

        def found(state: State) -> int:
            who: int = value(state)
            if who < 0:
                raise Fault("this is nobody, and somebody is needed", op)
            return who

        return found

    def zone_number(self, zone: int, owner: Op | None) -> Value:
        first = self.program.zones[zone].first
        if owner is None:
            return lambda state: first
        if owner.op == "local":
            local = owner.args[0]

            def direct(state: State) -> int:
                seat: int = state.locals[local]
                if seat < 0:
                    raise Fault("this is nobody, and somebody is needed", owner)
                return first + seat

            return direct
        who = self.seat(owner)
        return lambda state: first + who(state)

    def _zone(self, op: Op, zone: int, owner: Op | None) -> Value:
        first = self.program.zones[zone].first
        if owner is None:
            return lambda state: state.zones[first]
        if owner.op == "local":
            local = owner.args[0]

            def direct(state: State) -> int:
                seat: int = state.locals[local]
                if seat < 0:
                    raise Fault("this is nobody, and somebody is needed", owner)
                return state.zones[first + seat]

            return direct
        number = self.zone_number(zone, owner)
        return lambda state: state.zones[number(state)]

    def _zones_of(self, op: Op, zone: int, players: Op) -> Value:
        first = self.program.zones[zone].first
        who = self.compile(players)
        seats = self.seats

        def found(state: State) -> int:
            zones = state.zones
            mask = 0
            for seat in seats[who(state)]:
                mask |= zones[first + seat]
            return mask

        return found

    def _kind(self, op: Op, mask: int, cards: Op) -> Value:
        inner = self.compile(cards)
        return lambda state: inner(state) & mask

    def _outside(self, op: Op, mask: int, zone: Op) -> Value:
        inner = self.compile(zone)

        def found(state: State) -> int:
            everywhere = 0
            for cards in state.zones:
                everywhere |= cards
            inside: int = inner(state)
            return everywhere & mask & ~inside

        return found

    def _top(self, op: Op, zone: Op, count: Op) -> Value:
        number = self.zone_number(*zone.args)
        many = self.compile(count)
        name = self.program.zones[zone.args[0]].words

        def found(state: State) -> int:
            order = state.order[number(state)]
            wanted = many(state)
            assert order is not None
            if wanted > len(order) or wanted < 0 or wanted != int(wanted):
                raise Fault(f"there are {len(order)} cards in the {name}, and {wanted} are "
                            "needed", op)
            mask = 0
            for card in order[: int(wanted)]:
                mask |= 1 << card
            return mask

        return found

    def _attribute(self, op: Op, attribute: int, card: Op) -> Value:
        values = self.attribute_values[attribute]
        inner = self.compile(card)
        name = self.program.attributes[attribute].name

        def found(state: State) -> int:
            mask: int = inner(state)
            if mask.bit_count() != 1:
                raise Fault(f"{name} needs one card, and here are {mask.bit_count()}", op)
            return values[mask.bit_length() - 1]

        return found

    def _left(self, op: Op, player: Op) -> Value:
        who, count = self.seat(player), self.program.players
        return lambda state: (who(state) + 1) % count

    def _right(self, op: Op, player: Op) -> Value:
        who, count = self.seat(player), self.program.players
        return lambda state: (who(state) - 1) % count

    # ------------------------------------------------------------------ sets
    def _single(self, op: Op, player: Op) -> Value:
        who = self.compile(player)
        return lambda state: 1 << seat if (seat := who(state)) >= 0 else 0

    def _union(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)
        return lambda state: a(state) | b(state)

    def _without(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)
        return lambda state: a(state) & ~b(state)

    def _count(self, op: Op, of: Op) -> Value:
        if of.op == "local":
            local = of.args[0]
            return lambda state: state.locals[local].bit_count()
        if of.op == "zones_of":
            return self._count_of_zones(*of.args)
        inner = self.compile(of)
        return lambda state: inner(state).bit_count()

    def _count_of_zones(self, zone: int, players: Op) -> Value:
        first, who, seats = self.program.zones[zone].first, self.compile(players), self.seats

        def found(state: State) -> int:
            zones = state.zones
            count = 0
            for seat in seats[who(state)]:
                count += zones[first + seat].bit_count()
            return count

        return found

    def _empty(self, op: Op, of: Op) -> Value:
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
        return lambda state: _lonely(bits(inner(state)), values.__getitem__)

    def _unique_players(self, op: Op, players: Op, local: int, expr: Op) -> Value:
        who, own, seats = self.compile(players), self.per_player(local, expr), self.seats

        def found(state: State) -> int:
            return _lonely(seats[who(state)], lambda seat: own(state, seat))

        return found

    # ------------------------------------------------------------ aggregates
    def sums(self, attribute: int) -> Sums:
        """The sum of an attribute over any set of cards."""
        if attribute not in self.totals:
            self.totals[attribute] = Sums(self.attribute_values[attribute])
        return self.totals[attribute]

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
        if plain.op == "total_cards" and _is_zone_of(plain.args[1], local):
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

    def per_player(self, local: int, expr: Op) -> OfPlayer:
        """An expression about each player in turn, who stands in a local meanwhile."""
        expr = self._without_figure(expr)
        if expr.op == "total_cards" and _is_zone_of(expr.args[1], local):
            first = self.program.zones[expr.args[1].args[0]].first
            sums = self.sums(expr.args[0])
            return lambda state, seat: sums[state.zones[first + seat]]
        if expr.op == "count" and _is_zone_of(expr.args[0], local):
            first = self.program.zones[expr.args[0].args[0]].first
            return lambda state, seat: state.zones[first + seat].bit_count()
        value = self.compile(expr)

        def found(state: State, seat: int) -> Any:
            state.locals[local] = seat
            return value(state)

        return found

    def _without_figure(self, op: Op) -> Op:
        """A figure of a player in a local is what the figure says, about that local."""
        while op.op == "figure" and op.args[1].op == "local":
            table = self.program.figures[op.args[0]]
            op = renamed(table.value, table.local, op.args[1].args[0])
        return op

    # ----------------------------------------------------- numbers, conditions
    def _plus(self, op: Op, left: Op, right: Op) -> Value:
        a, b = self.compile(left), self.compile(right)
        work = _WORK[op.op]

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


class Sums(dict[int, int]):
    """The sum of an attribute over a set of cards, remembered by set."""

    def __init__(self, values: list[int]) -> None:
        super().__init__()
        self.values_of = values

    def __missing__(self, mask: int) -> int:
        if len(self) > _CACHE:
            self.clear()
        total = sum(self.values_of[card] for card in bits(mask))
        self[mask] = total
        return total


def renamed(part: Any, old: int, new: int) -> Any:
    """An expression about another local."""
    if isinstance(part, tuple):
        return tuple(renamed(each, old, new) for each in part)
    if not isinstance(part, Op):
        return part
    if part.op == "local" and part.args[0] == old:
        return Op("local", (new,), part.type, part.at, part.reach)
    return Op(part.op, renamed(part.args, old, new), part.type, part.at, part.reach,
              part.cites, part.rule, part.key)


def _is_zone_of(op: Op, local: int) -> bool:
    return op.op == "zone" and op.args[1] is not None and (
        op.args[1].op == "local" and op.args[1].args[0] == local
    )


class Nothing(Fault):
    """The highest or lowest of nothing; `otherwise` says what then."""

    def __init__(self, op: Op) -> None:
        super().__init__("there is nothing here to find the highest or lowest of", op)


def _lonely(members: Any, value: Callable[[int], Any]) -> int:
    """The members whose value no other member has."""
    groups: dict[Any, list[int]] = {}
    for member in members:
        groups.setdefault(value(member), []).append(member)
    return sum(1 << group[0] for group in groups.values() if len(group) == 1)


_NAMES = {
    "number": "constant", "flag": "constant", "member": "constant", "seat": "constant",
    "+": "plus", "-": "plus", "*": "plus", "/": "over",
    "highest_cards": "extreme_cards", "lowest_cards": "extreme_cards",
    "highest_players": "extreme_players", "lowest_players": "extreme_players",
}
