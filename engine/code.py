"""Lines of play become a flat list of instructions.

An instruction is a function of a position that does one thing and gives the number of the next
instruction. So a position is complete in itself: it can be copied, stored and taken up again in
the middle of a rule, and the same steps can be compiled to something faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from dsl.core import Choice, Op, Program
from engine.picks import PickRule
from engine.state import Fault, State
from engine.touch import Touch, reads, touched
from engine.values import Value, Values, bits

Instruction = Callable[[State], int]
WAIT = -1
OVER = -2
MOST_STEPS = 5_000_000
FEW_STEPS = 20_000  # what a check has time for


class Offer(NamedTuple):
    """A choice as the rules offer it, and where the game goes on once it is chosen."""

    choice: Choice
    condition: Value | None
    pick: PickRule | None
    target: int


class Asking(NamedTuple):
    """A decision of the rules: who is asked, and what there is to choose from."""

    op: Op
    who: Value
    offers: tuple[Offer, ...]
    together: bool
    after: int
    local: int


class MoveEvent(NamedTuple):
    """Cards went from zones to a zone."""

    moves: tuple[tuple[int, int, int], ...]  # cards, from, to
    op: Op


class Label:
    """A point in the list that is not known yet."""

    __slots__ = ("pc",)

    def __init__(self) -> None:
        self.pc = -9


class Code:
    """The instructions of a whole game."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.values = Values(program)
        self.instructions: list[Instruction] = []
        self.makers: list[Callable[[], Instruction]] = []
        self.jumps: dict[int, Label] = {}
        self.lines: dict[int, Op] = {}
        # Where sets of cards, and sealed answers that are not played out yet, are remembered.
        self.card_registers: set[int] = set()
        self.sealed_registers: dict[int, int] = {}
        self.origins: dict[int, Op] = {}
        self.asking: dict[int, Asking] = {}
        self.stage_start: dict[str, int] = {}
        self.round_slots: set[int] = set()  # what is left of the game, as each `rounds` saw it last
        self.locals = program.locals
        self.ends = [
            (end, self.values.compile(end.condition), reads(end.condition, program))
            for end in program.ends
        ]
        self.finish = Label()
        self.round_end: Label | None = None
        for stage in program.stages:
            if stage.stage != "reckoning":
                self._stage(stage)
        self.place(self.finish)
        self.emit(lambda: self._game_over(reckoning))
        reckoning = self.here()
        self.reckoning_start = reckoning
        for stage in program.stages:
            if stage.stage == "reckoning":
                self._stage(stage)
        self.emit(lambda: lambda state: OVER)
        self.instructions = [make() for make in self.makers]
        self.watched = [
            _watched(step, self.lines[pc].at) if pc in self.lines else step
            for pc, step in enumerate(self.instructions)
        ]
        del self.makers

    # ------------------------------------------------------------------ tools
    def emit(self, make: Callable[[], Instruction]) -> int:
        self.makers.append(make)
        return len(self.makers) - 1

    def here(self) -> int:
        return len(self.makers)

    def past(self, pc: int) -> int:
        """Where the game goes on from an instruction: jumps are followed beforehand."""
        while pc in self.jumps and self.jumps[pc].pc >= 0:
            pc = self.jumps[pc].pc
        return pc

    def place(self, label: Label) -> None:
        label.pc = self.here()

    def register(self) -> int:
        """A place of its own for something that a loop remembers."""
        self.locals += 1
        return self.locals - 1

    def _game_over(self, following: int) -> Instruction:
        def over(state: State) -> int:
            if state.events is not None:
                state.events.append("the game has ended")
            return following

        return over

    # ----------------------------------------------------------------- stages
    def _stage(self, stage: Any) -> None:
        self.stage_start[stage.name] = self.here()
        if stage.stage != "rounds":
            self.simple(Op("stage", at=stage.at, cites=stage.cites),
                        lambda state: self._note(state, stage))
            self.block(stage.body)
            return
        until, measure = self.values.compile(stage.until), self.values.compile(stage.measure)
        slot = self.register()
        self.round_slots.add(slot)
        done, close = Label(), Label()
        start = self.here()
        op = Op("rounds", at=stage.at, cites=stage.cites)

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

        self.emit(closing)
        self.place(done)

    def _loop_head(
        self, until: Value, measure: Value, slot: int, done: int, body: int, op: Op
    ) -> Instruction:
        def head(state: State) -> int:
            if until(state):
                return done
            used_up(state, slot, measure(state), op)
            return body

        return head

    def _note(self, state: State, stage: Any) -> None:
        if state.events is not None:
            state.events.append(stage)

    def _note_end(self, state: State, end: Any) -> None:
        if state.reached is not None:
            state.reached.add(end.at)
        if state.events is not None:
            state.events.append(end)

    # ------------------------------------------------------------------ lines
    def block(self, body: tuple[Op, ...]) -> None:
        for op in body:
            getattr(self, "_" + op.op)(op, *op.args)

    def simple(self, op: Op, act: Callable[[State], None]) -> None:
        pc = self.here()
        self.lines[pc] = op

        def make() -> Instruction:
            following = self.past(pc + 1)

            def step(state: State) -> int:
                act(state)
                return following

            return step

        self.emit(make)

    def _nothing(self, op: Op) -> None:
        self.simple(op, lambda state: None)

    def _set_local(self, op: Op, number: int, value: Op) -> None:
        found = self.values.compile(value)
        pc = self.here()
        self.lines[pc] = op

        def make() -> Instruction:
            following = self.past(pc + 1)

            def step(state: State) -> int:
                state.locals[number] = found(state)
                return following

            return step

        self.emit(make)

    def _set_track(self, op: Op, number: int, owner: Op | None, value: Op) -> None:
        found = self.values.compile(value)
        first = self.program.tracks[number].first
        who = None if owner is None else self.values.seat(owner)

        def act(state: State) -> None:
            place = first if who is None else first + who(state)
            state.tracks[place] = new = found(state)
            if state.events is not None:
                state.events.append(("track", place, new, op))

        self.simple(op, act)
        self._check_ends(op, Touch(tracks=frozenset({number})))

    def _check_ends(self, op: Op, touch: Touch) -> None:
        """After a change that can matter: has the game ended at once?"""
        checks = [(end, condition) for end, condition, read in self.ends
                  if end.at_once and read.meets(touch)]
        if not checks:
            return
        pc = self.here()

        def make() -> Instruction:
            finish, following = self.finish.pc, self.past(pc + 1)

            def check(state: State) -> int:
                for end, condition in checks:
                    if condition(state):
                        self._note_end(state, end)
                        return finish
                return following

            return check

        self.emit(make)

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

    def _move(self, op: Op, cards: Op, zone: int, owner: Op | None, effects: Any) -> None:
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

        pc = self.here()
        self.lines[pc] = op

        def make() -> Instruction:
            following = self.past(pc + 1)

            def step(state: State) -> int:
                cards: int = what(state)
                target: int = number(state)
                zones = state.zones
                cards &= ~zones[target]
                if moved >= 0:
                    state.locals[moved] = cards
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

            return step

        def search(state: State, left: int, target: int) -> None:
            taken = self._taken(state, left, sources, target)
            if any_order:
                self._put_in_order(state, taken, target, keeps_order)
            if state.events is not None:
                state.events.append(MoveEvent(
                    tuple((hit, source, target) for hit, source in taken), op
                ))

        self.emit(make)
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
        self, state: State, taken: list[tuple[int, int]], target: int, keeps_order: list[bool]
    ) -> None:
        """The cards leave the rows that they were in, and lie on top in their new zone."""
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
            state.order[target] = [*cards_in, *(state.order[target] or [])]

    def _effects(self, op: Op, moved: int, number: Value, zone: int, effects: Any) -> None:
        """Card by card, the effects whose condition holds."""
        first = self.program.zones[zone].first
        each_player = self.program.zones[zone].each_player
        target = self.register()
        union = 0
        for mask, *_ in effects:
            union |= mask

        def remember(state: State) -> None:
            state.locals[target] = number(state) - first if each_player else -1
            state.locals[moved] &= union

        self.simple(op, remember)
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

    # ---------------------------------------------------------------- branches
    def _branch(self, op: Op, condition: Value, otherwise: Label) -> None:
        pc = self.here()
        self.lines[pc] = op

        def make() -> Instruction:
            following, past = self.past(pc + 1), self.past(otherwise.pc)
            return lambda state: following if condition(state) else past

        self.emit(make)

    def _jump(self, label: Label) -> None:
        self.jumps[self.here()] = label

        def make() -> Instruction:
            target = self.past(label.pc)
            return lambda state: target

        self.emit(make)

    def _back(self, pc: int) -> None:
        """Go on at an instruction that is known already."""
        label = Label()
        label.pc = pc
        self._jump(label)

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
            self._branch(op, self._is_case(card, mask, op), past)
            self.block(body)
            self._jump(done)
            self.place(past)

        def unhandled(_: State) -> None:
            raise Fault("no case says what happens with this card", op)

        self.simple(op, unhandled)
        self.place(done)

    def _is_case(self, card: Value, mask: int, op: Op) -> Value:
        def test(state: State) -> bool:
            found: int = card(state)
            if found.bit_count() != 1:
                raise Fault(f"this depends on one card, and here are {found.bit_count()}", op)
            return bool(found & mask)

        return test

    def _end_round(self, op: Op) -> None:
        if self.round_end is None:
            raise Fault("there is no round to end here", op)
        self._nothing(op)  # so that the line can be watched; jumps are followed beforehand
        self._jump(self.round_end)

    def _end_game(self, op: Op) -> None:
        self._nothing(op)
        self._jump(self.finish)

    # ------------------------------------------------------------------- loops
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

    def _for(self, op: Op, local: int, members: Callable[[State], list[int]], until: Op | None,
             body: Any) -> None:
        waiting = self.register()
        if op.op == "for_cards":
            self.card_registers.add(waiting)
        stop = None if until is None else self.values.compile(until)

        def begin(state: State) -> None:
            state.locals[waiting] = tuple(members(state))

        self.simple(op, begin)
        done = Label()
        head = self.here()

        def make() -> Instruction:
            following, past = self.past(head + 1), self.past(done.pc)

            def step(state: State) -> int:
                left = state.locals[waiting]
                if not left or (stop is not None and stop(state)):
                    return past
                state.locals[local] = left[0]
                state.locals[waiting] = left[1:]
                return following

            return step

        self.emit(make)
        self.block(body)
        self._back(head)
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

        def begin(state: State) -> None:
            state.locals[slot] = None
            state.locals[turn] = first(state)

        self.simple(op, begin)
        done = Label()
        head = self.here()
        stop, left = self.values.compile(until), self.values.compile(measure)
        players = self.program.players

        def make() -> Instruction:
            following, past = self.past(head + 1), self.past(done.pc)

            def step(state: State) -> int:
                if stop(state):
                    return past
                used_up(state, slot, left(state), op)
                active: int = who(state)
                if not active:
                    return past
                seat: int = state.locals[turn]
                later = active >> seat
                seat = seat + (later & -later).bit_length() - 1 if later else (
                    (active & -active).bit_length() - 1
                )
                state.locals[local] = seat
                state.locals[turn] = (seat + 1) % players
                return following

            return step

        self.emit(make)
        self.block(body)
        self._back(head)
        self.place(done)

    # --------------------------------------------------------------- decisions
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
            greatest = len(found) if most is None else min(most(state), len(found))
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

        def wait() -> Instruction:
            def stop(state: State) -> int:
                state.pc = pc
                return WAIT

            return stop

        self.emit(wait)
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
                state.pc = pc
                return WAIT

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


def used_up(state: State, slot: int, left: Any, op: Op) -> None:
    """Every turn of a loop must use something up, so that it ends."""
    before = state.locals[slot]
    if before is not None and left >= before:
        raise Fault("this loop has used nothing up", op)
    state.locals[slot] = left
    state.steps += 1
    if state.steps > MOST_STEPS:
        raise Fault("this game takes too many steps", op)


def lying(state: State, cards: int) -> tuple[tuple[int, int], ...]:
    """Where these cards are now: sets of them, each with its zone. Who sees the zone sees them."""
    if not cards:
        return ()
    return tuple((hit, number) for number, zone in enumerate(state.zones) if (hit := zone & cards))


def chosen_event(state: State, seat: int, offer: Offer, mask: int, op: Op) -> tuple[Any, ...]:
    """What is noted of a choice: with the zones in which the picked cards are when it is made."""
    cards = 0 if offer.pick is None or offer.pick.by_number else mask
    return ("chose", seat, offer.choice, mask, op, lying(state, cards))


def answer(state: State, offer: Offer, mask: int) -> None:
    """Put what was picked into its place."""
    if offer.pick is not None:
        one_player = offer.pick.by_number and offer.pick.single
        state.locals[offer.pick.pick.local] = mask.bit_length() - 1 if one_player else mask


def _watched(step: Instruction, place: Any) -> Instruction:
    """The same, and the line is noted as reached."""
    def noted(state: State) -> int:
        if state.reached is not None:
            state.reached.add(place)
        return step(state)

    return noted
