"""Instructions that branch and repeat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from variorum_dsl.core.program import Op

from variorum_engine.interpreter.instructions import (
    MOST_STEPS,
    TOO_MANY_STEPS,
    Assembly,
    Instruction,
    Label,
    used_up,
)
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import Value, bits, local_of


class Loops(Assembly):
    """Conditions, cases and loops."""

    def _branch(self, op: Op, condition: Value, otherwise: Label) -> None:
        def make(following: int) -> Instruction:
            past = self.past(otherwise.pc)
            return lambda state: following if condition(state) else past

        self.straight(op, make)

    def _if(self, op: Op, condition: Op, then: Any, otherwise: Any) -> None:
        past, done = Label(), Label()
        self._branch(op, self.values.compile(condition), past)
        self.block(then)
        if otherwise:
            self._jump(done)
        self.place(past)
        self.block(otherwise)
        self.place(done)

    def _cases(self, op: Op, on: Op, rows: Any) -> None:
        card = self.values.compile(on)
        done = Label()
        for mask, body in rows:
            past = Label()
            self._case(op, card, mask, past)
            self.block(body)
            self._jump(done)
            self.place(past)

        def unhandled(_: State) -> None:
            raise Fault("no case says what happens with this card", op)

        self.simple(op, unhandled)
        self.place(done)

    def _case(self, op: Op, card: Value, mask: int, otherwise: Label) -> None:
        def make(following: int) -> Instruction:
            past = self.past(otherwise.pc)

            def test(state: State) -> int:
                found: int = card(state)
                if found.bit_count() != 1:
                    raise Fault(f"this depends on one card, and here are {found.bit_count()}", op)
                return following if found & mask else past

            return test

        self.straight(op, make)

    def _end_round(self, op: Op) -> None:
        if self.round_end is None:
            raise Fault("there is no round to end here", op)
        self._nothing(op)  # so that the line can be watched; jumps are followed beforehand
        self._jump(self.round_end)

    def _end_game(self, op: Op) -> None:
        self._nothing(op)
        if not self.ended:  # a game that has ended does not end again
            self._jump(self.finish)

    def _for_players(
        self, op: Op, local: int, within: Op, start: Op | None, ranks: Any, until: Op | None,
        body: Any,
    ) -> None:
        who = self.values.compile(within)
        first = None if start is None else self.values.seat(start)
        seats = self.values.seats
        rows = [(1 if extreme == "lowest" else -1, place, self.values.compile(expr))
                for extreme, place, expr in ranks]

        def rank(state: State, seat: int) -> list[Any]:
            keys = []
            for sign, place, value in rows:
                state.locals[place] = seat
                keys.append(sign * value(state))
            return keys

        if first is None and not rows:
            self._for(op, local, lambda state: seats[who(state)], until, body)
            return

        def members(state: State) -> list[int]:
            found = list(seats[who(state)])
            if first is not None:
                begin = first(state)
                found.sort(key=lambda seat: (seat < begin, seat))
            if rows:
                found.sort(key=lambda seat: rank(state, seat))
            return found

        self._for(op, local, members, until, body)

    def _for_cards(
        self, op: Op, local: int, within: Op, ranks: Any, until: Op | None, body: Any
    ) -> None:
        cards = self.values.compile(within)
        rows = [(1 if extreme == "lowest" else -1, self.values.attribute_values[attribute])
                for extreme, attribute in ranks]

        def members(state: State) -> list[int]:
            found = bits(cards(state))
            found.sort(key=lambda card: [sign * values[card] for sign, values in rows])
            return [1 << card for card in found]

        self._for(op, local, members, until, body)

    def _for_members(self, op: Op, local: int, count: int, until: Op | None, body: Any) -> None:
        self._for(op, local, lambda state: list(range(count)), until, body)

    def _for(self, op: Op, local: int, members: Callable[[State], Sequence[int]], until: Op | None,
             body: Any) -> None:
        waiting = self.register()
        if op.op == "for_cards":
            self.card_registers.add(waiting)
        stop = None if until is None else self.values.compile(until)

        def opening(following: int) -> Instruction:
            def begin(state: State) -> int:
                state.locals[waiting] = tuple(members(state))
                return following

            return begin

        self.straight(op, opening)
        done = Label()
        head = self.here()

        def make() -> Instruction:
            following, past = self.past(head + 1), self.past(done.pc)

            def step(state: State) -> int:
                slots = state.locals
                left = slots[waiting]
                if not left or (stop is not None and stop(state)):
                    return past
                slots[local] = left[0]
                slots[waiting] = left[1:]
                state.steps += 1
                if state.steps > MOST_STEPS:
                    raise Fault(TOO_MANY_STEPS, op)  # loops in loops in loops
                return following

            return step

        self.emit(make)
        self.block(body)
        self._back(head)
        self.holds(op, head, waiting)
        self.place(done)

    def _repeat(self, op: Op, until: Op, measure: Op, body: Any) -> None:
        slot = self.register()
        self._set_none(op, slot)
        done = Label()
        head = self.here()
        stop, left = self.values.compile(until), self.values.compile(measure)
        self.emit(lambda: self._loop_head(stop, left, slot, done.pc, head + 1, op))
        self.block(body)
        self._back(head)
        self.place(done)

    def _set_none(self, op: Op, slot: int) -> None:
        def act(state: State) -> None:
            state.locals[slot] = None

        self.simple(op, act)

    def _turns(
        self, op: Op, start: Op, local: int, within: Op, until: Op, measure: Op, body: Any
    ) -> None:
        slot, turn = self.register(), self.register()
        first, who = self.values.seat(start), self.values.compile(within)
        members = local_of(within)

        def opening(following: int) -> Instruction:
            def begin(state: State) -> int:
                state.locals[slot] = None
                state.locals[turn] = first(state)
                return following

            return begin

        self.straight(op, opening)
        done = Label()
        head = self.here()
        stop, left = self.values.compile(until), self.values.compile(measure)
        players, from_seat = self.program.players, self.values.from_seat

        def make() -> Instruction:
            following, past = self.past(head + 1), self.past(done.pc)

            def step(state: State) -> int:
                if stop(state):
                    return past
                slots, now = state.locals, left(state)
                before = slots[slot]
                if (before is not None and now >= before) or state.steps >= MOST_STEPS:
                    used_up(state, slot, now, op)  # says what is wrong
                slots[slot] = now
                state.steps += 1
                active = who(state) if members < 0 else slots[members]
                if not active:
                    return past
                slots[local] = seat = from_seat[active][slots[turn]]
                slots[turn] = (seat + 1) % players
                return following

            return step

        self.emit(make)
        self.block(body)
        self._back(head)
        self.holds(op, head, turn)
        self.place(done)
