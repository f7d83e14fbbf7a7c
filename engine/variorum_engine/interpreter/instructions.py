"""A game as a flat list of small instructions.

An instruction is a function of a position that does one thing. It gives the number of the next
instruction, or nothing, if that is simply the one after it. A position says at which one it stands,
so it can be taken up in the middle of a rule.
`variorum_engine.interpreter.lines` makes the instructions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl.budget import TooHard

from variorum_engine.interpreter.events import ChoiceMade
from variorum_engine.interpreter.expressions import Context, Evaluator, WholeEvaluator
from variorum_engine.interpreter.picks import PickRule
from variorum_engine.interpreter.state import OVER, Fault, Located, State, lying
from variorum_engine.interpreter.values import Number

Instruction = Callable[[State], int | None]
STOP = -1  # instead of the next instruction: somebody is asked, or the game is over
MOST_STEPS = 1_000_000
FEW_STEPS = 20_000  # what a check has time for
_STEPS_AT_A_TIME = 1_000  # so often the budget is looked at


@dataclass(slots=True)
class Label:
    """A place in the list of instructions, known when they are followed."""

    pc: int = -9


@dataclass(frozen=True, slots=True, eq=False)
class Offer:
    """A choice as the rules offer it, and where the game goes on once it is chosen."""

    choice: c.Choice
    condition: Evaluator | None
    pick: PickRule | None
    start: Label


@dataclass(frozen=True, slots=True, eq=False)
class Asking:
    """A decision of the rules: who is asked, and what there is to choose from.

    `together`: all players of a set decide at once; the one in question stands in `local`, and when
    all have answered the game goes on at `after`.
    """

    line: c.Decide | c.Together
    who: WholeEvaluator
    offers: tuple[Offer, ...]
    together: bool
    after: Label
    local: int = -1


class Held(NamedTuple):
    """The instructions from `first` up to `last` are the inside of a loop, or of the effects of a
    move; `loop` is the number under which a position keeps what it remembers of it."""

    first: int
    last: int
    loop: int
    line: c.Line


@dataclass
class Code:
    """The instructions of a whole game, and what is where in them."""

    context: Context
    instructions: list[Instruction] = field(default_factory=list)
    lines: dict[int, c.Line] = field(default_factory=dict)  # by their first instruction
    starts: dict[int, int] = field(default_factory=dict)  # the same the other way, by identity
    asking: dict[int, Asking] = field(default_factory=dict)
    stage_start: dict[str, int] = field(default_factory=dict)
    closings: list[int] = field(default_factory=list)  # where rounds end
    reckoning_start: int = 0
    loops: int = 0  # how many there are
    places: dict[int, list[Held]] = field(default_factory=dict)  # by identity of the line
    card_loops: dict[int, int] = field(default_factory=dict)  # from where on `pending` has cards
    sealed: dict[int, int] = field(default_factory=dict)  # the decision of a loop over answers
    rounds: set[int] = field(default_factory=set)  # the loops that are rounds of the game

    @property
    def here(self) -> int:
        """The number of the next instruction."""
        return len(self.instructions)

    # ---------------------------------------------------------------------------- making
    def act(self, deed: Callable[[State], None]) -> None:
        """Do something and go on."""
        self.instructions.append(deed)

    def branch(self, test: Callable[[State], object], otherwise: Label) -> None:
        """Go on if a test is passed, and elsewhere if not."""
        self.instructions.append(lambda state: None if test(state) else otherwise.pc)

    def jump(self, label: Label) -> None:
        self.instructions.append(lambda state: label.pc)

    def place(self, label: Label) -> None:
        """The label stands for what comes next."""
        label.pc = self.here

    def new_loop(self) -> int:
        self.loops += 1
        return self.loops - 1

    def too_hard(self, pc: int) -> TooHard:
        """The budget of a check is used up here."""
        before = max((first for first in self.lines if first <= pc), default=min(self.lines))
        return TooHard("this line", self.lines[before].at)

    def tell_before(self, pc: int, tell: Callable[[State], None]) -> None:
        """Be told of the position whenever an instruction is about to be followed."""
        step = self.instructions[pc]

        def told(state: State) -> int | None:
            tell(state)
            return step(state)

        self.instructions[pc] = told


# ---------------------------------------------------------------------------------------- running
def make_room(code: Code, state: State) -> None:
    """A place for everything that loops remember."""
    if len(state.pending) < code.loops:
        state.pending = [()] * code.loops
        state.measures = [None] * code.loops
        state.sealed = [()] * code.loops


def run(code: Code, state: State, until: int = STOP) -> None:
    """Go on to the next decision, to the end, or to an instruction that is wanted."""
    make_room(code, state)
    instructions, pc, budget = code.instructions, state.pc, code.context.budget
    if until == STOP and state.reached is None:
        while pc >= 0:
            steps = 0
            for steps in range(1, _STEPS_AT_A_TIME + 1):  # noqa: B007 (how many there were)
                following = instructions[pc](state)
                pc = pc + 1 if following is None else following
                if pc < 0:
                    break
            budget.left -= steps
            if budget.left < 0:
                raise code.too_hard(pc)
        return
    while pc not in (STOP, OVER, until):
        if pc in code.lines:
            state.mark(code.lines[pc].at)
        following = instructions[pc](state)
        pc = pc + 1 if following is None else following
        budget.left -= 1
        if budget.left < 0:
            raise code.too_hard(pc)
    if pc == until != STOP:
        state.pc = pc


def stop(pc: int) -> Instruction:
    """Stop where the game waits, or is over."""
    def stopped(state: State) -> int:
        state.pc = pc
        return STOP

    return stopped


def used_up(state: State, loop: int, left: Number, part: Located) -> None:
    """Every turn of a loop must use something up, so that it ends."""
    before = state.measures[loop]
    if before is not None and left >= before:
        raise Fault("this loop has used nothing up", part)
    state.measures[loop] = left
    state.steps += 1
    if state.steps > MOST_STEPS:
        raise TooManySteps(part)


class TooManySteps(Fault):
    """Loops in loops in loops."""

    def __init__(self, part: Located) -> None:
        super().__init__("this game takes too many steps", part)


# ---------------------------------------------------------------------------------------- answers
def choose(state: State, seat: int, offer: Offer, picked: int, asking: Asking) -> None:
    """Note a choice, put what was picked into its place, and go on there."""
    pick = offer.pick
    if state.events is not None:
        cards = 0 if pick is None or pick.by_number else picked
        places = lying(state, cards)
        state.events.append(ChoiceMade(seat, offer.choice, picked, asking.line, places))
    if pick is not None:
        one = pick.by_number and pick.single
        state.locals[pick.pick.local] = picked.bit_length() - 1 if one else picked
    state.pc = offer.start.pc

