"""Instructions that move cards and change values."""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op

from variorum_engine.interpreter.dependencies import Touch, touched
from variorum_engine.interpreter.instructions import Instruction, Label, MoveEvent, lying
from variorum_engine.interpreter.quick import Quick
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import Value, bits, local_of


class Moves(Quick):
    """Moves, values, shuffles, and the effects of moves."""

    def _set_local(self, op: Op, number: int, value: Op) -> None:
        found, other = self.values.compile(value), local_of(value)

        def make(following: int) -> Instruction:
            def step(state: State) -> int:
                state.locals[number] = found(state)
                return following

            def copy(state: State) -> int:
                state.locals[number] = state.locals[other]
                return following

            return step if other < 0 else copy

        self.straight(op, make)

    def _set_track(self, op: Op, number: int, owner: Op | None, value: Op) -> None:
        found = self.values.compile(value)
        first = self.program.tracks[number].first
        who = None if owner is None else self.values.seat(owner)

        def make(following: int) -> Instruction:
            def step(state: State) -> int:
                place = first if who is None else first + who(state)
                state.tracks[place] = new = found(state)
                if state.events is not None:
                    state.events.append(("track", place, new, op))
                return following

            return step

        self.straight(op, make)
        self._check_ends(op, Touch(tracks=frozenset({number})))

    def _shuffle(self, op: Op, zone: int, owner: Op | None) -> None:
        number = self.values.zone_number(zone, owner)

        def act(state: State) -> None:
            order = state.order[number(state)]
            assert order is not None
            order.sort()
            state.chance.shuffle(order)
            if state.events is not None:
                state.events.append(("shuffle", number(state), op))

        self.simple(op, act)

    def _show(self, op: Op, cards: Op, to: Op) -> None:
        what, who = self.values.compile(cards), self.values.compile(to)
        one = to.type == "player"

        def act(state: State) -> None:
            if state.events is not None:
                seats = 1 << who(state) if one else who(state)
                shown = what(state)
                state.events.append(("show", shown, seats, op, lying(state, shown)))

        self.simple(op, act)

    def _move(
        self, op: Op, cards: Op, zone: int, owner: Op | None, effects: Any, bottom: bool
    ) -> None:
        what = self.values.compile(cards)
        number = self.values.zone_number(zone, owner)
        touch = touched(op, self.program)
        sources = [
            table.first + seat
            for index, table in enumerate(self.program.zones)
            if index in touch.zones and (table.holds & cards.reach or index == zone)
            for seat in range(
                self.program.players + len(self.program.owners) if table.each_player else 1
            )
        ]
        moved = self.register() if effects else -1
        keeps_order = [
            table.in_order for table in self.program.zones
            for _ in range(self.program.players + len(self.program.owners)
                           if table.each_player else 1)
        ]
        any_order = any(keeps_order[source] for source in sources)
        likely = None if any_order else self._likely(cards)
        own = None if effects else self._own(cards, zone, owner)
        drawn = None if effects else self._drawn(cards, zone, owner)

        def make(following: int) -> Instruction:
            def step(state: State) -> int:
                cards: int = what(state)
                target: int = number(state)
                zones = state.zones
                within = cards & zones[target] if bottom else 0
                cards &= ~zones[target]
                if moved >= 0:
                    state.locals[moved] = cards
                if within:
                    self._sink(state, within, target, op)
                if not cards:
                    return following
                if likely is not None:
                    source = likely(state)
                    if zones[source] & cards == cards:
                        zones[source] ^= cards
                        zones[target] |= cards
                        if state.events is not None:
                            state.events.append(MoveEvent(((cards, source, target),), op))
                        return following
                search(state, cards, target)
                return following

            if own is not None:
                return self._own_move(own, step, following)
            return step if drawn is None else self._draw(*drawn, step, following)

        def search(state: State, left: int, target: int) -> None:
            taken = self._taken(state, left, sources, target)
            if any_order:
                self._put_in_order(state, taken, target, keeps_order, bottom=bottom)
            if state.events is not None:
                state.events.append(MoveEvent(
                    tuple((hit, source, target) for hit, source in taken), op
                ))

        self.straight(op, make)
        self._check_ends(op, touch)
        if effects:
            self._effects(op, moved, number, zone, effects)

    def _likely(self, cards: Op) -> Value | None:
        """The one zone where these cards can be looked for first, if there is one."""
        while cards.op in ("kind", "local", "cards_whose", "best_cards", "without"):
            if cards.op == "local":
                if cards.args[0] not in self.origins:
                    return None
                cards = self.origins[cards.args[0]]
            else:
                cards = cards.args[1 if cards.op == "kind" else 0]
        if cards.op != "zone":
            return None
        zone, owner = cards.args
        first = self.program.zones[zone].first
        if owner is None:
            return lambda state: first
        if owner.op != "local":
            return None
        local = owner.args[0]
        # The local may be nobody by now; any zone will do, as the cards are then not found there.
        return lambda state: first + (seat if (seat := state.locals[local]) > 0 else 0)

    def _taken(
        self, state: State, left: int, sources: list[int], target: int
    ) -> list[tuple[int, int]]:
        """Take cards from wherever they are into the target; gives which came from where."""
        zones = state.zones
        taken = []
        for source in sources:
            hit = zones[source] & left
            if hit and source != target:
                zones[source] ^= hit
                zones[target] |= hit
                left ^= hit
                taken.append((hit, source))
                if not left:
                    break
        return taken

    def _put_in_order(
        self, state: State, taken: list[tuple[int, int]], target: int, keeps_order: list[bool], *,
        bottom: bool,
    ) -> None:
        """The cards leave the rows that they were in, and lie on top in their new zone, or at its
        bottom."""
        rank: list[int] | None = None
        for hit, source in taken:
            if keeps_order[source]:
                row = state.order[source] or []
                rank = [card for card in row if hit >> card & 1]
                state.order[source] = [card for card in row if not hit >> card & 1]
        if keeps_order[target]:
            cards_in = rank if rank is not None and len(taken) == 1 else [
                card for hit, _ in taken for card in bits(hit)
            ]
            others = state.order[target] or []
            state.order[target] = [*others, *cards_in] if bottom else [*cards_in, *others]

    def _sink(self, state: State, cards: int, zone: int, op: Op) -> None:
        """Cards go below the others of the zone in which they lie."""
        row = state.order[zone] or []
        state.order[zone] = sorted(row, key=lambda card: cards >> card & 1)
        if state.events is not None:
            state.events.append(MoveEvent(((cards, zone, zone),), op))

    def _effects(self, op: Op, moved: int, number: Value, zone: int, effects: Any) -> None:
        """Card by card, the effects whose condition holds."""
        first = self.program.zones[zone].first
        each_player = self.program.zones[zone].each_player
        target = self.register()
        union = 0
        for mask, *_ in effects:
            union |= mask

        def make(following: int) -> Instruction:
            def remember(state: State) -> int:
                slots = state.locals
                slots[moved] &= union
                slots[target] = number(state) - first if each_player else -1
                return following

            return remember

        self.straight(op, make)
        card = self.register()
        self.card_registers |= {card, moved}
        done = Label()
        head = self.here()

        def next_card() -> Instruction:
            onward = self.past(done.pc)

            def step(state: State) -> int:
                left: int = state.locals[moved]
                if not left:
                    return onward
                low = left & -left
                state.locals[moved] = left ^ low
                state.locals[card] = low
                return head + 1

            return step

        self.emit(next_card)
        for mask, card_local, owner_local, condition, body, name in effects:
            skip = Label()
            holds = None if condition is None else self.values.compile(condition)
            self._effect_start(op, mask, card, card_local, owner_local, target, holds, skip, name)
            self.block(body)
            self.place(skip)
        self._back(head)
        self.holds(op, head, moved, target, card)
        self.place(done)

    def _effect_start(
        self, op: Op, mask: int, card: int, card_local: int, owner_local: int, target: int,
        holds: Value | None, skip: Label, name: str,
    ) -> None:
        pc = self.here()

        def make() -> Instruction:
            following, past = self.past(pc + 1), self.past(skip.pc)

            def start(state: State) -> int:
                entered = state.locals[card]
                if not entered & mask:
                    return past
                state.locals[card_local] = entered
                state.locals[owner_local] = state.locals[target]
                if holds is not None and not holds(state):
                    return past
                if state.events is not None:
                    state.events.append(("effect", name, op))
                return following

            return start

        self.emit(make)
