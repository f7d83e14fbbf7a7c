"""Instructions that wait for somebody, or for chance, to decide."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Choice, Op

from variorum_engine.interpreter.instructions import (
    ASKED,
    Asking,
    Assembly,
    Instruction,
    Label,
    Offer,
    answer,
    chosen_event,
    lying,
)
from variorum_engine.interpreter.picks import PickRule
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import Value, bits


class Decisions(Assembly):
    """Decisions of one player, of all at once, and of chance."""

    def _chance(self, op: Op, local: int, low: Op, high: Op | None, source: Op) -> None:
        fewest = self.values.compile(low)
        most = None if high is None else self.values.compile(high)
        members = self.values.compile(source)
        one_player = source.type != "cards" and source.type != "card" and high is not None and (
            low.op == high.op == "number" and low.args[0] == high.args[0] == 1
        )

        def act(state: State) -> None:
            found = bits(members(state))
            least = fewest(state)
            wanted = len(found) if most is None else most(state)
            if least != int(least) or wanted != int(wanted):
                raise Fault("chance should pick a part of something, and it picks whole ones", op)
            least, greatest = int(least), min(int(wanted), len(found))
            if least > len(found):
                raise Fault(f"chance should pick {least}, and there are {len(found)}", op)
            count = state.chance.number(least, greatest) if greatest > least else least
            taken = state.chance.pick(found, count)
            state.locals[local] = taken[0] if one_player else sum(1 << t for t in taken)
            if state.events is not None:
                mask = sum(1 << t for t in taken)
                cards = mask if source.type in ("card", "cards") else 0
                state.events.append(("chance", mask, op, lying(state, cards)))

        self.simple(op, act)

    def _offers(self, choices: tuple[Choice, ...], after: Label) -> list[tuple[Choice, Label]]:
        """The bodies of the choices, each of which goes on behind them all."""
        rows = []
        for choice in choices:
            label = Label()
            self.place(label)
            rows.append((choice, label))
            if choice.pick is not None:
                self.origins[choice.pick.local] = choice.pick.source
            self.block(choice.body)
            self._jump(after)
        return rows

    def _ask(self, op: Op, pc: int, who: Value, rows: list[tuple[Choice, Label]], *,
             together: bool, after: Label, local: int) -> None:
        offers = tuple(
            Offer(
                choice,
                None if choice.condition is None else self.values.compile(choice.condition),
                None if choice.pick is None else PickRule(self.values, choice.pick),
                self.past(label.pc),
            )
            for choice, label in rows
        )
        self.asking[pc] = Asking(op, who, offers, together, after.pc, local)

    def _decide(self, op: Op, who: Op, choices: tuple[Choice, ...]) -> None:
        pc = self.here()
        self.waits.add(pc)
        self.emit(lambda: lambda state: ASKED - pc)
        after = Label()
        rows = self._offers(choices, after)
        self.place(after)
        self._ask(op, pc, self.values.seat(who), rows, together=False, after=after, local=-1)

    def _together(
        self, op: Op, local: int, within: Op, choices: tuple[Choice, ...], rest: Any
    ) -> None:
        """All answer; then, seat by seat, the choice happens and the lines below it."""
        who = self.values.compile(within)
        waiting = self.register()
        pc = self.here()
        self.sealed_registers[waiting] = pc
        play_out, following, after = Label(), Label(), Label()

        def wait() -> Instruction:
            onward = self.past(play_out.pc)

            def stop(state: State) -> int:
                if not who(state):
                    state.locals[waiting] = ()
                    return onward
                return ASKED - pc

            return stop

        self.emit(wait)

        def collect(state: State) -> None:
            state.locals[waiting] = tuple(sorted(state.answers.items()))
            state.answers = {}

        self.place(play_out)
        self.simple(op, collect)
        head = self.here()

        def make() -> Instruction:
            onward = self.past(after.pc)

            def step(state: State) -> int:
                left = state.locals[waiting]
                if not left:
                    return onward
                (seat, (number, mask)), *_ = left
                state.locals[waiting] = left[1:]
                state.locals[local] = seat
                offer: Offer = self.asking[pc].offers[number]
                if state.events is not None:
                    state.events.append(chosen_event(state, seat, offer, mask, op))
                answer(state, offer, mask)
                return offer.target

            return step

        self.emit(make)
        rows = self._offers(choices, following)
        self.place(following)
        self.block(rest)
        self._back(head)
        self.place(after)
        self._ask(op, pc, who, rows, together=True, after=play_out, local=local)
