"""A compiled game, played decision by decision: the same game as the interpreter's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from variorum_dsl.core.program import Program

from variorum_engine.compiler.emit.decisions import ROW
from variorum_engine.compiler.emit.flow import X_CHOICE, X_PICKED, X_ROUNDS, X_SEAT
from variorum_engine.compiler.emit.module import Source, plain, written
from variorum_engine.interpreter.stages import Asking
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import COMPARE, bits
from variorum_engine.table.table import Move, Rules

_LIMITS = {1: "is more than", 2: "is at least", 3: "is less than", 4: "is at most", 5: "is"}


class Arrays(NamedTuple):
    """A position in flat integers."""

    zones: list[int]
    order: list[int]
    counts: list[int]
    tracks: list[int]
    kept: list[int]
    misc: list[int]
    random: list[int]
    offers: list[int]
    sealed: list[int]
    result: list[int]


def opening(rules: Rules, source: Source) -> Arrays:
    """The components in their places, before the setup."""
    return laid_out(rules, source, rules.opening())


def laid_out(rules: Rules, source: Source, state: State) -> Arrays:
    """The zones and tracks of a position, and room for everything else."""
    layout, program = source.layout, rules.program
    zones, order = [0] * layout.slots, [0] * max(1, layout.orders)
    counts = [0] * max(1, layout.counts)
    for number, table in enumerate(program.zones):
        pages = layout.pages_of_zone(number)
        for owner in range(layout.owners if table.each_player else 1):
            for card in bits(state.zones[table.first + owner]):
                page = next(i for i, p in enumerate(pages)
                            if p.number == layout.page_of[card])
                slot = layout.first_slot[number] + page + len(pages) * owner
                zones[slot] |= 1 << layout.bit[card]
            row = state.order[table.first + owner]
            if row is not None:
                base = layout.first_order[number] + layout.order_size[number] * owner
                counts[layout.first_count[number] + owner] = len(row)
                for i, card in enumerate(row):
                    order[base + len(row) - 1 - i] = card
    pages_in_all = len(layout.pages)
    return Arrays(
        zones, order, counts, [_plain(track) for track in state.tracks] or [0],
        [0] * max(1, len(source.kept)), [0] * (X_PICKED + pages_in_all + 2), [0],
        [0] * (source.width * max(1, source.most_choices)),
        [0] * (layout.owners * (pages_in_all + 2) * source.levels), [0] * (8 + program.players),
    )


def _plain(track: Any) -> Any:
    return int(track) if isinstance(track, bool) else track


class Compiled:
    """A program turned into code. Raises NotCompilable where it is too large for that.

    With `tracing`, the events of a game can be asked for."""

    def __init__(self, program: Program, *, tracing: bool = False) -> None:
        self.program = program
        self.source = written(program, tracing=tracing)
        self.layout = self.source.layout
        self.functions: dict[str, Any] = plain(self.source)
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
        from variorum_engine.compiler.emit.traces import Translator

        translator = Translator(self.program, self.layout, list(self.source.told), self.placed)
        found = translator.events(self.told)
        self.told.clear()
        return found

    def sheets(self, arrays: Arrays) -> dict[tuple[int, int], list[Any]]:
        """What every step of every scoring comes to, by scoring and seat."""
        from variorum_engine.compiler.emit.traces import sheet_numbers

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
            for owner in range(layout.owners if table.each_player else 1):
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
            for owner in range(layout.owners if table.each_player else 1):
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
