"""What expressions need to become functions of a position."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from variorum_dsl.core.program import Op, Program
from variorum_dsl.core.walk import renamed

from variorum_engine.interpreter.memo import FromSeat, Sums, bits, groups_of
from variorum_engine.interpreter.state import Fault, State

Value = Callable[[State], Any]
OfPlayer = Callable[[State, int], Any]
MOST_NUMBER = 10_000
# No score needs more; a rule that multiplies again and again would fill all memory otherwise.
LARGEST = 10**100
COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "is": operator.eq,
    "is not": operator.ne,
    "is at least": operator.ge,
    "is at most": operator.le,
    "is more than": operator.gt,
    "is less than": operator.lt,
}


def simplest(number: Any) -> Any:
    """A whole number as an integer, everything else as an exact fraction."""
    if type(number) is not int and number.denominator == 1:
        return number.numerator
    return number


def quotient(number: Any, divisor: Any) -> Any:
    """The exact result of a division, as an integer where it is one."""
    if type(number) is int and type(divisor) is int and not number % divisor:
        return number // divisor
    # Loaded only here: few games have fractions, and the library is slow to load.
    from fractions import Fraction

    return Fraction(number) / divisor


def kept_small(number: Any, op: Any) -> Any:
    """The same number, in its simplest form, unless it has grown beyond all measure."""
    if type(number) is int:
        if -LARGEST < number < LARGEST:
            return number
    elif -LARGEST < number.numerator < LARGEST and number.denominator < LARGEST:
        return simplest(number)
    raise Fault("a number becomes larger here than any game needs", op)


def rounded(number: Any, direction: str) -> Any:
    if direction == "down":
        return math.floor(number)
    if direction == "up":
        return math.ceil(number)
    return math.trunc(number)


class Compiling:
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
        self.by_players: dict[int, list[tuple[int, ...]]] = {}
        self.from_seat = FromSeat(program.players + len(program.owners))

    def zones_by_players(self, zone: int) -> list[tuple[int, ...]]:
        """By set of players, the numbers of their zones."""
        if zone not in self.by_players:
            first = self.program.zones[zone].first
            self.by_players[zone] = [
                tuple([first + seat for seat in seats]) for seats in self.seats
            ]
        return self.by_players[zone]

    def compile(self, op: Op) -> Value:
        method = getattr(self, "_" + NAMES.get(op.op, op.op))
        return method(op, *op.args)  # type: ignore[no-any-return]

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
        who, places = self.compile(players), self.zones_by_players(zone)

        def found(state: State) -> int:
            zones = state.zones
            mask = 0
            for place in places[who(state)]:
                mask |= zones[place]
            return mask

        return found

    def _kind(self, op: Op, mask: int, cards: Op) -> Value:
        if cards.op == "zone":
            number = self.zone_number(*cards.args)
            return lambda state: state.zones[number(state)] & mask
        inner = self.compile(cards)
        return lambda state: inner(state) & mask

    def _outside(self, op: Op, mask: int, zone: Op) -> Value:
        inner = self.compile(zone)
        program = self.program
        owners = program.players + len(program.owners)
        places = [
            table.first + owner for table in program.zones if table.holds & mask
            for owner in range(owners if table.each_player else 1)
        ]

        def found(state: State) -> int:
            zones = state.zones
            everywhere = 0
            for place in places:
                everywhere |= zones[place]
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

    def sums(self, attribute: int) -> Sums:
        """The sum of an attribute over any set of cards."""
        if attribute not in self.totals:
            self.totals[attribute] = Sums(self.attribute_values[attribute])
        return self.totals[attribute]

    def groups(self, attribute: int, cards: Op) -> list[int]:
        """All cards that can be among these, in groups that share the attribute."""
        among = cards.args[0] if cards.op == "kind" else (1 << len(self.program.cards)) - 1
        return groups_of(self.attribute_values[attribute], among)

    def per_player(self, local: int, expr: Op) -> OfPlayer:
        """An expression about each player in turn, who stands in a local meanwhile."""
        expr = self._without_figure(expr)
        if expr.op == "total_cards" and is_zone_of(expr.args[1], local):
            first = self.program.zones[expr.args[1].args[0]].first
            sums = self.sums(expr.args[0])
            return lambda state, seat: sums[state.zones[first + seat]]
        if expr.op == "count" and is_zone_of(expr.args[0], local):
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


def is_zone_of(op: Op, local: int) -> bool:
    return op.op == "zone" and op.args[1] is not None and (
        op.args[1].op == "local" and op.args[1].args[0] == local
    )


def is_shared_zone(op: Op) -> bool:
    return op.op == "zone" and op.args[1] is None


def local_of(op: Op) -> int:
    """The number of a local, or -1: where a value is only that, reading it needs no call."""
    return op.args[0] if op.op == "local" else -1


class Nothing(Fault):
    """The highest or lowest of nothing; `otherwise` says what then."""

    def __init__(self, op: Op) -> None:
        super().__init__("there is nothing here to find the highest or lowest of", op)


def lonely(members: Any, value: Callable[[int], Any]) -> int:
    """The members whose value no other member has."""
    groups: dict[Any, list[int]] = {}
    for member in members:
        groups.setdefault(value(member), []).append(member)
    return sum(1 << group[0] for group in groups.values() if len(group) == 1)


NAMES = {
    "number": "constant", "flag": "constant", "member": "constant", "seat": "constant",
    "+": "plus", "-": "plus", "*": "plus", "/": "over",
    "highest_cards": "extreme_cards", "lowest_cards": "extreme_cards",
    "highest_players": "extreme_players", "lowest_players": "extreme_players",
}
