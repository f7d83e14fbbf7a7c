"""A table of the interpreter as the memory of a machine, in the middle of a game."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from variorum_dsl import core as c

from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.compiler.backends.memory import laid_out
from variorum_engine.compiler.emit.decisions import LIMITS
from variorum_engine.compiler.emit.emitter import X_PICKED, X_ROUNDS, X_SEAT
from variorum_engine.interpreter.instructions import Asking
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import bits
from variorum_engine.runtime.search.knowledge import SURE
from variorum_engine.table.table import Move, Table


class Translator:
    """Between the tables and the machine of one game."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.source = machine.source
        self.layout = machine.source.layout
        self.code = machine.rules.code

    def memory(self, table: Table, seat: int) -> tuple[Any, int]:
        """The position with the offers of a seat that decides, and the number of the decision."""
        state, asking = table.state, table.asking
        assert asking is not None
        constants = self.machine.constants
        numbers = list(map(int, self.machine.opening))
        parts = laid_out(self.machine.rules, self.source, state)
        for name, part in zip("ZOCT", parts[:4], strict=True):
            numbers[constants[name] : constants[name] + len(part)] = part
        go = self.source.numbers[asking.line]
        names = self._names(state)
        if asking.together:
            waiting, everybody = self.source.sealed[go]
            names[everybody] = asking.who(state)
            # Whoever comes before the seat has been asked.
            names[waiting] = asking.who(state) >> (seat + 1) << (seat + 1)
            names[f"r{asking.local}"] = seat
        for i, name in enumerate(self.source.kept):
            numbers[constants["L"] + i] = names.get(name, 0)
        numbers[constants["X"] + X_ROUNDS] = state.rounds
        numbers[constants["X"] + X_SEAT] = seat
        for number, answers in table.asked(seat).items():
            base = constants["A"] + number * self.source.width
            row = [1] if answers is None else self._offered(answers)
            numbers[base : base + len(row)] = row
        return self.machine.row(numbers), go

    def _offered(self, answers: Answers) -> list[int]:
        """What can be picked, as the machine has it (see `deciding`)."""
        rule = answers.rule
        limit = [99 if rule.such_that is not None else 0, 0, 0, 1]
        if rule.limit is not None:
            bound = Fraction(answers.bound)
            limit = [LIMITS[rule.limit.comparison], bound.numerator, rule.limit.attribute,
                     bound.denominator]
        if rule.of_numbers:
            lowest = max(0, (answers.source & -answers.source).bit_length() - 1)
            members = [lowest, answers.source.bit_length() - 1]  # none at all: 0 to -1
        elif rule.of_players:
            members = [answers.source]
        else:
            masks = self.layout.masks(answers.source)
            members = [masks.get(page.number, 0) for page in self.layout.pages]
        return [1, math.ceil(answers.low), math.ceil(answers.high), *limit, 0, *members]

    def _names(self, state: State) -> dict[str, int]:
        """The names that outlive a decision."""
        names: dict[str, int] = {}
        for name in self.source.kept:
            if name in self.source.held:
                role, op, page = self.source.held[name]
                names[name] = self._held(state, role, op, page)
            elif name[0] == "r":
                names[name] = _whole(state.locals[int(name[1:])])
            elif name[0] == "c":
                local, _, page_number = name[1:].partition("_")
                value = state.locals[int(local)]
                masks = self.layout.masks(value if isinstance(value, int) and value > 0 else 0)
                names[name] = masks.get(int(page_number), 0)
        return names

    def _held(self, state: State, role: str, op: int, page: int) -> int:
        """The place in a loop, if the game is inside it."""
        inside = [held for held in self.code.places.get(op, ())
                  if held.first <= state.pc < held.last]
        if not inside:
            return 0
        line, left = inside[0].line, state.pending[inside[0].loop]
        match role:
            case "turn":
                return left[0]
            case "players":
                return sum(1 << seat for seat in left)
            case "next player":
                return left[0] if left else 0
            case "rank":
                # Whoever comes first in what is left has the most.
                return -left.index(page) if page in left else 0
            case "cards":
                return self.layout.masks(sum(left)).get(page, 0)
            case "member":
                return line.count - len(left) if isinstance(line, c.ForEachMember) else 0
            case "owner":
                return left[0]
            case "entered":
                return self.layout.masks(left[1]).get(page, 0)
            case "entering":
                return self.layout.masks(sum(left[2:])).get(page, 0)
            case _:
                return 0

    def move(self, memory: Any, asking: Asking, seat: int) -> Move:
        """The answer of a seat in a memory as a move."""
        constants = self.machine.constants
        choice = int(memory[constants["CHOICE"]])
        pick = asking.offers[choice].pick
        masks = [int(memory[constants["X"] + X_PICKED + page])
                 for page in range(max(1, len(self.layout.pages)))]
        if pick is None:
            return Move(choice)
        if pick.of_numbers:
            return Move(choice, 1 << masks[0])
        if pick.of_players:
            return Move(choice, masks[0])
        return Move(choice, sum(1 << self.layout.real(page, bit, seat)
                                for page, mask in enumerate(masks) for bit in bits(mask)))

    def known(self, row: Any, seat: int, possible: list[int], sure: int) -> None:
        """Put what a seat knows (for each card a set of zones, and whether its place there is
        known) into a row."""
        constants = self.machine.constants
        index, places = constants["ZONE_INDEX"], constants["PLACES"]
        for card, zones in enumerate(possible):
            page = self.layout.page_of[card]
            own = constants["PAGE_ZONE"][page * 64 : page * 64 + 62]
            row[seat * places + page * 64 + self.layout.bit[card]] = sum(
                1 << index[zone] for zone in own if zone >= 0 and zones >> zone & 1
            ) | (SURE if sure >> card & 1 else 0)


def _whole(value: Any) -> int:
    return int(value) if isinstance(value, int) else 0
