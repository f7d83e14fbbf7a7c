"""Lines of play become a flat list of instructions.

An instruction is a function of a position that does one thing and gives the number of the next
instruction. So a position is complete in itself: it can be copied, stored and taken up again in
the middle of a rule, and the same steps can be compiled to something faster.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from variorum_dsl import core as c
from variorum_dsl.core.program import Program

from variorum_engine.interpreter.decisions import Decisions
from variorum_engine.interpreter.instructions import (
    ASKED,
    FEW_STEPS,
    MOST_STEPS,
    OVER,
    Asking,
    Instruction,
    Label,
    MoveEvent,
    Offer,
    answer,
    chosen_event,
    lying,
    used_up,
    watched,
)
from variorum_engine.interpreter.loops import Loops
from variorum_engine.interpreter.moves import Moves
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import Values


class Code(Moves, Loops, Decisions):
    """The instructions of a whole game."""

    def __init__(self, program: Program, values: Values) -> None:
        super().__init__(program, values)
        for stage in program.stages:
            if stage.stage != "reckoning":
                self._stage(stage)
        self.place(self.finish)
        self.emit(lambda: self._game_over(reckoning))
        reckoning = self.here()
        self.reckoning_start = reckoning
        self.ended = True
        for stage in program.stages:
            if stage.stage == "reckoning":
                self._stage(stage)
        self.emit(lambda: lambda state: OVER)
        self.instructions = [make() for make in self.makers]
        self._made = tuple(self.instructions)
        del self.makers

    @cached_property
    def watched(self) -> list[Instruction]:
        """The same, for those who want to know which lines are reached."""
        return [
            watched(step, self.lines[pc].at) if pc in self.lines else step
            for pc, step in enumerate(self._made)
        ]

    def answered(self, state: State, offer: Offer, picked: int) -> None:
        """Go on from an answer to the next decision or the end, where nobody takes notes."""
        if offer.slot >= 0:
            state.locals[offer.slot] = picked
        elif offer.pick is not None:
            answer(state, offer, picked)
        pc = offer.target
        instructions = self.instructions
        while pc >= 0:
            pc = instructions[pc](state)
        state.pc = ASKED - pc if pc <= ASKED else pc

    def _stage(self, stage: Any) -> None:
        self.stage_start[stage.name] = self.here()
        if stage.stage != "rounds":
            self.simple(c.Nothing(origin=c.Origin(stage.at, stage.cites)),
                        lambda state: self._note(state, stage))
            self.block(stage.body)
            return
        until, measure = self.values.compile(stage.until), self.values.compile(stage.measure)
        slot = self.register()
        self.round_slots.add(slot)
        done, close = Label(), Label()
        start = self.here()
        op = c.Nothing(origin=c.Origin(stage.at, stage.cites))

        def opening() -> Instruction:
            def begin(state: State) -> int:
                state.locals[slot] = None
                self._note(state, stage)
                return start + 1

            return begin

        self.emit(opening)
        self.emit(lambda: self._loop_head(until, measure, slot, done.pc, start + 2, op))
        before, self.round_end = self.round_end, close
        self.block(stage.body)
        self.round_end = before
        self.place(close)

        def closing() -> Instruction:
            finish = self.finish.pc
            after = [(end, condition) for end, condition, _ in self.ends if not end.at_once]

            def close_round(state: State) -> int:
                state.rounds += 1
                if state.events is not None:
                    state.events.append("the round has ended")
                for end, condition in after:
                    if condition(state):
                        self._note_end(state, end)
                        return finish
                return start + 1

            return close_round

        self.closings.append(self.here())
        self.emit(closing)
        self.place(done)


__all__ = [
    "ASKED", "FEW_STEPS", "MOST_STEPS", "OVER", "Asking", "Code", "MoveEvent", "Offer",
    "answer", "chosen_event", "lying", "used_up",
]
