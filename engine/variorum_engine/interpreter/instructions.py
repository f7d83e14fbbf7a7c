"""What instructions are made of, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from variorum_dsl.core.program import Choice, Op, Program

from variorum_engine.interpreter.dependencies import Touch, reads
from variorum_engine.interpreter.picks import PickRule
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import Value, Values

Instruction = Callable[[State], int]
OVER = -2
ASKED = -3  # and below: the game waits at the decision whose instruction has the number ASKED - pc
MOST_STEPS = 1_000_000
TOO_MANY_STEPS = "this game takes too many steps"
FEW_STEPS = 20_000  # what a check has time for


class Offer:
    """A choice as the rules offer it, and where the game goes on once it is chosen."""

    __slots__ = ("choice", "condition", "pick", "slot", "target")

    def __init__(
        self, choice: Choice, condition: Value | None, pick: PickRule | None, target: int
    ) -> None:
        self.choice = choice
        self.condition = condition
        self.pick = pick
        self.target = target
        # Where what is picked goes just as it is: everything but the number of one player.
        self.slot = -1 if pick is None or (pick.by_number and pick.single) else pick.pick.local


class Asking:
    """A decision of the rules: who is asked, and what there is to choose from."""

    __slots__ = ("after", "local", "offers", "op", "together", "who")

    def __init__(
        self, op: Op, who: Value, offers: tuple[Offer, ...], together: bool, after: int, local: int
    ) -> None:
        self.op = op
        self.who = who
        self.offers = offers
        self.together = together
        self.after = after
        self.local = local


class MoveEvent(NamedTuple):
    """Cards went from zones to a zone."""

    moves: tuple[tuple[int, int, int], ...]  # cards, from, to
    op: Op


class Label:
    """A point in the list that is not known yet."""

    __slots__ = ("pc",)

    def __init__(self) -> None:
        self.pc = -9


class Assembly:
    """Instructions under construction."""

    def __init__(self, program: Program, values: Values) -> None:
        self.program = program
        self.values = values
        self.instructions: list[Instruction] = []
        self.makers: list[Callable[[], Instruction]] = []
        self.jumps: dict[int, Label] = {}
        self.lines: dict[int, Op] = {}
        # Where sets of cards, and sealed answers that are not played out yet, are remembered.
        self.card_registers: set[int] = set()
        self.sealed_registers: dict[int, int] = {}
        # For each operation that holds its place: from where to where, and in which registers.
        self.places: dict[int, list[tuple[int, int, tuple[int, ...], Op]]] = {}
        self.origins: dict[int, Op] = {}
        self.asking: dict[int, Asking] = {}
        self.waits: set[int] = set()
        self.stage_start: dict[str, int] = {}
        self.closings: list[int] = []  # where rounds end
        self.round_slots: set[int] = set()  # what is left of the game, as each `rounds` saw it last
        self.locals = program.locals
        self.ends = [
            (end, self.values.compile(end.condition), reads(end.condition, program))
            for end in program.ends
        ]
        self.finish = Label()
        self.ended = False  # inside the reckonings
        self.round_end: Label | None = None

    def emit(self, make: Callable[[], Instruction]) -> int:
        self.makers.append(make)
        return len(self.makers) - 1

    def here(self) -> int:
        return len(self.makers)

    def past(self, pc: int) -> int:
        """Where the game goes on from an instruction: jumps are followed beforehand, and so is
        the way to a decision, which only waits."""
        while pc in self.jumps and self.jumps[pc].pc >= 0:
            pc = self.jumps[pc].pc
        return ASKED - pc if pc in self.waits else pc

    def place(self, label: Label) -> None:
        label.pc = self.here()

    def register(self) -> int:
        """A place of its own for something that a loop remembers."""
        self.locals += 1
        return self.locals - 1

    def holds(self, op: Op, start: int, *registers: int) -> None:
        """Note where an operation, which ends here, keeps what it remembers."""
        self.places.setdefault(id(op), []).append((start, self.here(), registers, op))

    def _game_over(self, following: int) -> Instruction:
        def over(state: State) -> int:
            if state.events is not None:
                state.events.append("the game has ended")
            return following

        return over

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

    def block(self, body: tuple[Op, ...]) -> None:
        for op in body:
            getattr(self, "_" + op.op)(op, *op.args)

    def straight(self, op: Op, make: Callable[[int], Instruction]) -> None:
        """An instruction that is told where it goes on."""
        pc = self.here()
        self.lines[pc] = op
        self.emit(lambda: make(self.past(pc + 1)))

    def simple(self, op: Op, act: Callable[[State], None]) -> None:
        def make(following: int) -> Instruction:
            def step(state: State) -> int:
                act(state)
                return following

            return step

        self.straight(op, make)

    def _nothing(self, op: Op) -> None:
        self.simple(op, lambda state: None)

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

    def _check_ends(self, op: Op, touch: Touch) -> None:
        """After a change that can matter: has the game ended at once?"""
        if self.ended:
            return  # a game that has ended does not end again
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


def used_up(state: State, slot: int, left: Any, op: Op) -> None:
    """Every turn of a loop must use something up, so that it ends."""
    slots = state.locals
    before = slots[slot]
    if before is not None and left >= before:
        raise Fault("this loop has used nothing up", op)
    slots[slot] = left
    state.steps = steps = state.steps + 1
    if steps > MOST_STEPS:
        raise Fault(TOO_MANY_STEPS, op)


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


def watched(step: Instruction, place: Any) -> Instruction:
    """The same, and the line is noted as reached."""
    def noted(state: State) -> int:
        if state.reached is not None:
            state.reached.add(place)
        return step(state)

    return noted
