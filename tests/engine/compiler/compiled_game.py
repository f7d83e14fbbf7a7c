"""A compiled game, played decision by decision: the same game as the interpreter's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from variorum_dsl import core as c
from variorum_engine.compiler.backends.memory import Arrays, opening
from variorum_engine.compiler.backends.python import plain_functions
from variorum_engine.compiler.emit.decisions import ROW
from variorum_engine.compiler.emit.emitter import X_CHOICE, X_PICKED, X_ROUNDS, X_SEAT
from variorum_engine.compiler.emit.module import Source, written
from variorum_engine.interpreter.instructions import Asking
from variorum_engine.interpreter.values import COMPARE, bits
from variorum_engine.table.table import Move, Rules

from tests.engine.compiler.tracing import Traced, Translator, sheet_numbers, traced

_LIMITS = {1: "is more than", 2: "is at least", 3: "is less than", 4: "is at most", 5: "is"}


def functions(source: Source) -> dict[str, Any]:
    """The functions of a game over ten arrays, before they are linked to one memory."""
    return plain_functions(source.text, {**source.tables, "R": 0})


class Compiled:
    """A program turned into code. Raises NotCompilable where it is too large for that.

    With `tracing`, the events of a game can be asked for."""

    def __init__(self, program: c.Program, *, tracing: bool = False) -> None:
        self.program = program
        made = traced(program) if tracing else Traced(written(program), ())
        self.source, self.lines = made
        self.layout = self.source.layout
        self.functions: dict[str, Any] = functions(self.source)
        self.faces = [card.face for card in program.cards]
        self.told: list[Any] = []
        self.functions["E"] = self.told

    def opening(self, rules: Rules, seed: int) -> Arrays:
        """The components in their places, before the setup."""
        arrays = opening(rules, self.source)
        arrays.random[0] = seed
        return arrays

    def events(self) -> list[Any]:
        """What has happened since this was last asked, as the interpreter says it."""
        translator = Translator(self.program, self.layout, self.lines, self.placed)
        found = translator.events(self.told)
        self.told.clear()
        return found

    def sheets(self, arrays: Arrays) -> dict[tuple[int, int], list[Any]]:
        """What every step of every scoring comes to, by scoring and seat."""
        self.functions["sheets"](*arrays)
        found = sheet_numbers(self.told)
        self.told.clear()
        return found

    def zones(self, arrays: Arrays) -> list[int]:
        """Where every card is, as the interpreter says it."""
        return self.placed(arrays.zones)

    def orders(self, arrays: Arrays) -> list[list[int] | None]:
        """The zones that keep an order, top first, as the interpreter says it."""
        layout = self.layout
        found: list[list[int] | None] = []
        for number, table in enumerate(self.program.zones):
            for owner in range(table.domain.size):
                if not table.in_order:
                    found.append(None)
                    continue
                base = layout.first_order[number] + layout.order_size[number] * owner
                many = arrays.counts[layout.first_count[number] + owner]
                row = [arrays.order[base + many - 1 - i] for i in range(many)]
                found.append([layout.real(layout.page_of[card], layout.bit[card], owner)
                              for card in row])
        return found

    def placed(self, slots: list[int]) -> list[int]:
        layout = self.layout
        found = [0] * self.program.zone_count
        for number, table in enumerate(self.program.zones):
            pages = layout.pages_of_zone(number)
            for owner in range(table.domain.size):
                for i, page in enumerate(pages):
                    mask = slots[layout.first_slot[number] + i + len(pages) * owner]
                    for bit in bits(mask):
                        found[table.first + owner] |= 1 << layout.real(page.number, bit, owner)
        return found


class CompiledTable:
    """One compiled game in progress."""

    def __init__(self, compiled: Compiled, rules: Rules, seed: int) -> None:
        self.compiled = compiled
        self.rules = rules
        self.arrays = compiled.opening(rules, seed)
        self.at = compiled.functions["play"](*self.arrays, 0)

    @property
    def over(self) -> bool:
        return bool(self.at == -1)

    @property
    def broken(self) -> bool:
        return bool(self.at == -9)

    @property
    def seat(self) -> int:
        return self.arrays.misc[X_SEAT]

    @property
    def rounds(self) -> int:
        return self.arrays.misc[X_ROUNDS]

    @property
    def winners(self) -> tuple[int, int]:
        return self.arrays.result[0], self.arrays.result[1]

    def answer(self, asking: Asking, move: Move) -> None:
        """Answer the open decision; the move is one of the interpreter's."""
        misc, layout = self.arrays.misc, self.compiled.layout
        misc[X_CHOICE] = move.choice
        for page in range(len(layout.pages) + 2):
            misc[X_PICKED + page] = 0
        pick = asking.offers[move.choice].pick
        if pick is not None and pick.of_numbers:
            misc[X_PICKED] = move.picked.bit_length() - 1
        elif pick is not None and pick.of_players:
            misc[X_PICKED] = move.picked
        else:
            for card in bits(move.picked):
                misc[X_PICKED + layout.page_of[card]] |= 1 << layout.bit[card]
        self.at = self.compiled.functions["play"](*self.arrays, self.at)

    def count(self, asking: Asking) -> int:
        """How many answers there are to the open decision."""
        total = 0
        for index, offer in enumerate(asking.offers):
            base = index * self.compiled.source.width
            row = self.arrays.offers[base : base + self.compiled.source.width]
            if not row[0]:
                continue
            total += 1 if offer.pick is None else sum(1 for _ in self._answers(index, offer, row))
        return total

    def _answers(self, index: int, offer: Any, row: list[int]) -> Iterator[None]:
        pick = offer.pick
        members: list[tuple[int, int, int]] = []  # page, bit, face
        if pick.of_numbers:
            for value in range(row[ROW], row[ROW + 1] + 1):
                if self._fits(index, row, {0: value}, []):
                    yield None
            return
        if pick.of_players:
            members = [(0, seat, seat) for seat in bits(row[ROW])]
        else:
            for page in self.compiled.layout.pages:
                for bit in bits(row[ROW + page.number]):
                    card = page.cards[bit]
                    members.append((page.number, bit, self.compiled.faces[card]))
        groups: dict[int, list[tuple[int, int, int]]] = {}
        for member in members:
            groups.setdefault(member[2], []).append(member)
        low, high = row[1], min(row[2], len(members))
        yield from self._choose(index, row, list(groups.values()), 0, [], low, high)

    def _choose(
        self, index: int, row: list[int], groups: list[Any], place: int, taken: list[Any],
        low: int, high: int,
    ) -> Iterator[None]:
        if place == len(groups):
            if len(taken) >= low:
                masks: dict[int, int] = {}
                for page, bit, _ in taken:
                    masks[page] = masks.get(page, 0) | 1 << bit
                if self._fits(index, row, masks, taken):
                    yield None
            return
        for many in range(len(groups[place]) + 1):
            if len(taken) + many > high:
                break
            yield from self._choose(index, row, groups, place + 1,
                                    taken + groups[place][:many], low, high)

    def _fits(self, index: int, row: list[int], masks: dict[int, int], taken: list[Any]) -> bool:
        if row[3] == 0:
            return True
        if row[3] == 99:
            misc = self.arrays.misc
            for page in range(len(self.compiled.layout.pages) + 1):
                misc[X_PICKED + page] = masks.get(page, 0)
            check = self.compiled.functions[f"allowed_{self.at}_{index}"]
            return bool(check(*self.arrays) == 1)
        program, layout = self.compiled.program, self.compiled.layout
        total = sum(program.cards[layout.pages[page].cards[bit]].values[row[5]]
                    for page, bit, _ in taken)
        return COMPARE[_LIMITS[row[3]]](total * row[6], row[4])
