"""A table: the decision that is open, what may be answered, and what then happens."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from variorum_dsl.core.program import Program

from variorum_engine.interpreter.chance import Chance
from variorum_engine.interpreter.outcome import Outcome, Reckoner
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.stages import (
    ASKED,
    OVER,
    Asking,
    Code,
    Offer,
    answer,
    chosen_event,
)
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import Values, bits

if TYPE_CHECKING:
    from variorum_engine.interpreter.chance import Stream


class Move(NamedTuple):
    """An answer: the number of the choice, and the set of cards or players picked."""

    choice: int
    picked: int = 0


class Refusal(NamedTuple):
    """A move that is not allowed: a stable word for the reason, a sentence, and the rule."""

    reason: str
    text: str
    cites: tuple[str, ...] = ()
    at: Any = None


class Rules:
    """A program made ready to play; any number of tables can share it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.values = Values(program)
        self._opening: State | None = None
        self.naming: Any = None  # how examples call the cards; kept here to be shared

    @cached_property
    def code(self) -> Code:
        """The instructions; made when somebody plays, since a score needs none of them."""
        code = Code(self.program, self.values)
        # What is lowered later (facts of examples) keeps clear of what the instructions remember.
        self.program.locals = max(self.program.locals, code.locals)
        return code

    @cached_property
    def reckoner(self) -> Reckoner:
        return Reckoner(self.values)

    def opening(self) -> State:
        """The components in their places, before the setup."""
        if self._opening is None:
            self._opening = self._laid_out()
        state = self._opening.copy()
        # Expressions that are lowered later (facts of examples) may need more locals.
        missing = self.program.locals - len(state.locals)
        if missing > 0:
            state.locals.extend([0] * missing)
        return state

    def _laid_out(self) -> State:
        program = self.program
        state = State()
        state.zones = [0] * program.zone_count
        state.locals = [0] * program.locals
        state.tracks = [0] * program.track_count
        owners = program.players + len(program.owners)
        for table in program.zones:
            for _ in range(owners if table.each_player else 1):
                state.order.append([] if table.in_order else None)
        for number, card in enumerate(program.cards):
            zone = program.zone_number(card.zone, card.owner)
            state.zones[zone] |= 1 << number
            order = state.order[zone]
            if order is not None:
                order.append(number)
        for track in program.tracks:
            start: Any = 0
            if track.start is not None:
                start = self.values.compile(track.start)(state)
            elif track.type == "flag":
                start = False
            for place in range(owners if track.each_player else 1):
                state.tracks[track.first + place] = start
        return state

    def begin(self, state: State) -> None:
        """Run from where the position stands to the first decision."""
        run(self.code, state)


def run(code: Code, state: State) -> None:
    """Go on to the next decision, or to the end."""
    instructions = code.instructions if state.reached is None else code.watched
    pc = state.pc
    if len(state.locals) < code.locals:
        # A place for everything that the instructions remember.
        state.locals.extend([0] * (code.locals - len(state.locals)))
    while pc >= 0:
        pc = instructions[pc](state)
    state.pc = ASKED - pc if pc <= ASKED else pc


class Table:
    """One game in progress. `names` are what the players are called, in seat order."""

    def __init__(
        self, rules: Rules, seed: int = 0, *, names: tuple[str, ...] = (),
        state: State | None = None, chance: Chance | None = None,
    ) -> None:
        self.rules = rules
        self.names = names or tuple(
            f"player-{seat + 1}" for seat in range(rules.program.players)
        )
        if state is None:
            state = rules.opening()
            state.chance = chance or Chance(seed)
            state.chance.made = []
            state.events = []
            run(rules.code, state)
        self.state = state

    @property
    def owners(self) -> tuple[str, ...]:
        """Whoever can own something, by name: the players, then the dummies."""
        return (*self.names, *self.rules.program.dummy_names)

    @cached_property
    def _asking(self) -> dict[int, Asking]:
        return self.rules.code.asking

    @classmethod
    def quiet(cls, rules: Rules, chance: Chance) -> Table:
        """A new game that keeps no log and no record of chance, for playing very many."""
        state = rules.opening()
        state.chance = chance
        run(rules.code, state)
        return cls(rules, names=("",) * rules.program.players, state=state)

    def copy(self) -> Table:
        return Table(self.rules, names=self.names, state=self.state.copy())

    # --------------------------------------------------------------- the decision
    @property
    def over(self) -> bool:
        return self.state.pc == OVER

    @property
    def asking(self) -> Asking | None:
        return self._asking.get(self.state.pc)

    @property
    def to_decide(self) -> tuple[int, ...]:
        """The seats whose answer is awaited."""
        asking = self._asking.get(self.state.pc)
        if asking is None:
            return ()
        if not asking.together:
            return (asking.who(self.state),)
        return tuple(seat for seat in bits(asking.who(self.state))
                     if seat not in self.state.answers)

    def _for_seat(self, seat: int) -> Asking:
        asking = self._asking[self.state.pc]
        if asking.together:
            self.state.locals[asking.local] = seat
        return asking

    def offers(self, seat: int) -> list[tuple[int, Offer, Answers | None]]:
        """What the player may choose now."""
        state = self.state
        found = []
        for number, offer in enumerate(self._for_seat(seat).offers):
            if offer.condition is not None and not offer.condition(state):
                continue
            answers = None
            if offer.pick is not None:
                answers = Answers(offer.pick, state)
                if not answers.possible():
                    continue
            found.append((number, offer, answers))
        return found

    def asked(self, seat: int) -> dict[int, Answers | None]:
        """The choices whose condition holds, whether or not an answer to them can be found."""
        state = self.state
        return {
            number: None if offer.pick is None else Answers(offer.pick, state)
            for number, offer in enumerate(self._for_seat(seat).offers)
            if offer.condition is None or offer.condition(state)
        }

    def _answers(self, offer: Offer) -> Any:
        """The answers of a choice, None where nothing is picked, False where it is not offered."""
        state = self.state
        if offer.condition is not None and not offer.condition(state):
            return False
        if offer.pick is None:
            return None
        answers = offer.pick.asked(state)
        return answers if answers.possible() else False

    # ------------------------------------------------------------------- answers
    def why_not(self, seat: int, move: Move) -> Refusal | None:
        """The reason that a move is not allowed, or nothing."""
        if self.over:
            return Refusal("game-over", "the game has ended")
        if seat not in self.to_decide:
            return Refusal("not-your-turn", "it is not your turn to decide")
        asking = self._for_seat(seat)
        if not 0 <= move.choice < len(asking.offers):
            return Refusal("no-such-choice", "there is no such choice here",
                           asking.op.cites, asking.op.at)
        offer = asking.offers[move.choice]
        where = (offer.choice.cites or asking.op.cites, offer.choice.at)
        answers = self._answers(offer)
        if answers is None:
            if move.picked:
                return Refusal("too-many", "nothing is picked with this choice", *where)
            return None
        if answers is False:
            if offer.condition is None and offer.pick is not None and move.picked:
                answers = offer.pick.asked(self.state)
            else:
                return Refusal("not-offered", "this choice is not open now", *where)
        return self._judged(answers, move.picked, where)

    def _judged(self, answers: Answers, picked: int, where: Any) -> Refusal | None:
        reason = answers.why_not(picked)
        if reason is None:
            return None
        many = picked.bit_count()
        text = {
            "not there": "not everything that you named is there to be picked",
            "too few": f"that is too few: at least {answers.low}",
            "too many": f"that is too many: at most {answers.high}",
            "condition": "that does not fulfil the condition of the rule",
        }[reason]
        if reason == "too few" and not many:
            text = f"say what you pick: at least {answers.low}"
        if reason == "condition" and answers.rule.limit is not None:
            sums, comparison = answers.rule.limit[0], answers.rule.limit[2]
            number = answers.rule.pick.limit[0]  # type: ignore[index]
            attribute = self.rules.program.attributes[number].words
            text = (f"the {attribute} that you pick must be {comparison.removeprefix('is ')} "
                    f"{answers.bound} in total, and this is {sums[picked]}")
        return Refusal(reason.replace(" ", "-"), text, *where)

    def canonical(self, seat: int, move: Move) -> Move:
        """The same move with the lowest of equal cards."""
        offer = self._for_seat(seat).offers[move.choice]
        if offer.pick is None or offer.pick.distinct:
            return move
        answers = offer.pick.asked(self.state)
        picked = 0
        for group in answers._groups():
            many = sum(move.picked >> member & 1 for member in group)
            for member in group[:many]:
                picked |= 1 << member
        return Move(move.choice, picked)

    def apply(self, seat: int, move: Move) -> list[Any]:
        """Make a move that is allowed; gives what happened."""
        refusal = self.why_not(seat, move)
        if refusal is not None:
            raise ValueError(refusal.text)
        move = self.canonical(seat, move)
        return self.apply_unchecked(seat, move)

    def apply_unchecked(self, seat: int, move: tuple[int, int]) -> list[Any]:
        """Make a move that is known to be allowed and to name the lowest of equal cards."""
        state = self.state
        asking = self._asking[state.pc]
        choice, picked = move
        offer = asking.offers[choice]
        if state.events is None and state.reached is None and not asking.together:
            self.rules.code.answered(state, offer, picked)
            return []
        seen = 0 if state.events is None else len(state.events)
        if state.reached is not None:
            state.reached.add(offer.choice.at)
            state.reached.add(asking.op.at)
        if asking.together:
            state.locals[asking.local] = seat
            state.answers[seat] = (choice, picked)
            if not self.to_decide:
                state.pc = asking.after
                run(self.rules.code, state)
        else:
            if state.events is not None:
                state.events.append(chosen_event(state, seat, offer, picked, asking.op))
            answer(state, offer, picked)
            state.pc = offer.target
            run(self.rules.code, state)
        return [] if state.events is None else state.events[seen:]

    def count(self, seat: int) -> int:
        """How many answers the player has, exactly."""
        return sum(1 if answers is None else answers.count()
                   for _, _, answers in self.offers(seat))

    def moves(self, seat: int) -> Iterator[Move]:
        """The answers, one by one as they are asked for."""
        for number, _, answers in self.offers(seat):
            if answers is None:
                yield Move(number)
            else:
                for mask in answers:
                    yield Move(number, mask)

    def drawn(self, seat: int, stream: Stream, offers: list[Any] | None = None) -> Move:
        """A move, each as likely as every other. Who knows what is offered may say so."""
        offers = offers or self.offers(seat)
        counts = [1 if answers is None else answers.count() for _, _, answers in offers]
        ticket = stream.below(sum(counts))
        for (number, _, answers), count in zip(offers, counts, strict=True):
            if ticket < count:
                return Move(number, 0 if answers is None else answers.drawn(stream))
            ticket -= count
        raise AssertionError("the counts add up")

    # ----------------------------------------------------------------------- end
    @property
    def outcome(self) -> Outcome | None:
        return self.rules.reckoner.outcome(self.state) if self.over else None


__all__ = ["OVER", "Move", "Refusal", "Rules", "Table", "run"]
