"""A table: the decision that is open, what may be answered, and what then happens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from variorum_dsl import core as c
from variorum_dsl.budget import Budget
from variorum_dsl.core.program import Program
from variorum_dsl.diagnostics.diagnostic import Place

from variorum_engine.interpreter.chance import Chance
from variorum_engine.interpreter.events import Event
from variorum_engine.interpreter.expressions import Context, Evaluator, evaluator
from variorum_engine.interpreter.instructions import Asking, Code, Offer, choose, run
from variorum_engine.interpreter.lines import assembled
from variorum_engine.interpreter.outcome import Outcome, Reckoner
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.state import OVER, Fault, Marks, State
from variorum_engine.interpreter.values import Number, bits

if TYPE_CHECKING:
    from variorum_engine.interpreter.chance import Stream
    from variorum_engine.words.phrases import Naming

Offered = tuple[int, Offer, Answers | None]  # the number of a choice, and what can be picked


class Move(NamedTuple):
    """An answer: the number of the choice, and the set of cards or players picked."""

    choice: int
    picked: int = 0


class Refusal(NamedTuple):
    """A move that is not allowed: a stable word for the reason, a sentence, and the rule."""

    reason: str
    text: str
    cites: tuple[str, ...] = ()
    at: Place | None = None


class Rules:
    """A program made ready to play; any number of tables can share it."""

    def __init__(self, program: Program, budget: Budget | None = None) -> None:
        self.program = program
        self.context = Context(program, budget or Budget())
        self.naming: Naming | None = None  # how examples call the cards; kept here to be shared

    @cached_property
    def code(self) -> Code:
        """The instructions; made when somebody plays, since a score needs none of them."""
        return assembled(self.context)

    @cached_property
    def reckoner(self) -> Reckoner:
        return Reckoner(self.context)

    @property
    def everyone(self) -> int:
        """All players as a set."""
        return self.context.everyone

    def evaluator(self, expression: c.Expression) -> Evaluator:
        """An expression as a function of a position."""
        return evaluator(expression, self.context)

    @cached_property
    def promises(self) -> list[tuple[c.PromiseTable, Evaluator]]:
        """What the file says is always true, with the conditions as functions of a position."""
        return [(promise, self.evaluator(promise.condition)) for promise in self.program.always]

    def opening(self) -> State:
        """The components in their places, before the setup."""
        state = self._laid_out.copy()
        self.make_room(state)
        return state

    def make_room(self, state: State) -> None:
        """Expressions that are lowered later (facts of examples) may need more locals."""
        state.locals.extend([0] * (self.program.locals - len(state.locals)))

    @cached_property
    def _laid_out(self) -> State:
        program = self.program
        state = State()
        state.zones = [0] * program.zone_count
        state.locals = [0] * program.locals
        state.tracks = [0] * program.track_count
        for table in program.zones:
            for _ in range(table.domain.size):
                state.order.append([] if table.in_order else None)
        for number, card in enumerate(program.cards):
            zone = program.zone_number(card.zone, card.owner)
            state.zones[zone] |= 1 << number
            order = state.order[zone]
            if order is not None:
                order.append(number)
        for track in program.tracks:
            start: Number = False if track.type == "flag" else 0
            if track.start is not None:
                start = self.evaluator(track.start)(state)
            for place in range(track.domain.size):
                state.tracks[track.first + place] = start
        return state

    def begin(self, state: State) -> None:
        """Run from where the position stands to the first decision."""
        run(self.code, state)


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

    @classmethod
    def quiet(cls, rules: Rules, chance: Chance, reached: Marks | None = None) -> Table:
        """A new game that keeps no log and no record of chance, for playing very many. Whoever
        wants to know takes down which places of the rules it comes to."""
        state = rules.opening()
        state.chance, state.reached = chance, reached
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
        """The decision that is open."""
        return self.rules.code.asking.get(self.state.pc)

    @property
    def to_decide(self) -> tuple[int, ...]:
        """The seats whose answer is awaited."""
        asking = self.asking
        if asking is None:
            return ()
        if not asking.together:
            return (asking.who(self.state),)
        return tuple(seat for seat in bits(asking.who(self.state))
                     if seat not in self.state.answers)

    def asked_of(self, seat: int) -> Asking:
        """The decision that is open, as it is put to one of those who decide."""
        asking = self.rules.code.asking[self.state.pc]
        if asking.together:
            self.state.locals[asking.local] = seat
        return asking

    def asked(self, seat: int) -> dict[int, Answers | None]:
        """The choices whose condition holds, whether or not an answer to them can be found."""
        state = self.state
        return {
            number: None if offer.pick is None else offer.pick.asked(state)
            for number, offer in enumerate(self.asked_of(seat).offers)
            if offer.condition is None or offer.condition(state)
        }

    def offers(self, seat: int) -> list[Offered]:
        """What the player may choose now."""
        found: list[Offered] = []
        for number, offer in enumerate(self.asked_of(seat).offers):
            if offer.condition is not None and not offer.condition(self.state):
                continue
            answers = None if offer.pick is None else offer.pick.asked(self.state)
            if answers is None or answers.possible():
                found.append((number, offer, answers))
        return found

    # ------------------------------------------------------------------- answers
    def why_not(self, seat: int, move: Move) -> Refusal | None:
        """The reason that a move is not allowed, or nothing."""
        if self.over:
            return Refusal("game-over", "the game has ended")
        if seat not in self.to_decide:
            return Refusal("not-your-turn", "it is not your turn to decide")
        asking = self.asked_of(seat)
        if not 0 <= move.choice < len(asking.offers):
            return Refusal("no-such-choice", "there is no such choice here",
                           asking.line.cites, asking.line.at)
        offer = asking.offers[move.choice]
        cites, at = offer.choice.cites or asking.line.cites, offer.choice.at
        not_open = Refusal("not-offered", "this choice is not open now", cites, at)
        if offer.condition is not None and not offer.condition(self.state):
            return not_open
        if offer.pick is None:
            if move.picked:
                return Refusal("too-many", "nothing is picked with this choice", cites, at)
            return None
        answers = offer.pick.asked(self.state)
        if (offer.condition is not None or not move.picked) and not answers.possible():
            return not_open
        reason = answers.why_not(move.picked)
        if reason is None:
            return None
        text = self._refused(answers, move.picked)
        return Refusal(reason.replace(" ", "-"), text, cites, at)

    def _refused(self, answers: Answers, picked: int) -> str:
        """Why an answer is not allowed, as a sentence."""
        match answers.why_not(picked):
            case "not there":
                return "not everything that you named is there to be picked"
            case "too few" if not picked:
                return f"say what you pick: at least {answers.low}"
            case "too few":
                return f"that is too few: at least {answers.low}"
            case "too many":
                return f"that is too many: at most {answers.high}"
        limit = answers.rule.limit
        if limit is None:
            return "that does not fulfil the condition of the rule"
        attribute = self.rules.program.attributes[limit.attribute].words
        return (f"the {attribute} that you pick must be {limit.comparison.removeprefix('is ')} "
                f"{answers.bound} in total, and this is {answers.total(picked)}")

    def canonical(self, seat: int, move: Move) -> Move:
        """The same move with the lowest of equal cards."""
        offer = self.asked_of(seat).offers[move.choice]
        if offer.pick is None:
            return move
        return Move(move.choice, offer.pick.asked(self.state).lowest(move.picked))

    def apply(self, seat: int, move: Move) -> list[Event]:
        """Make a move that is allowed; gives what happened."""
        refusal = self.why_not(seat, move)
        if refusal is not None:
            raise ValueError(refusal.text)
        return self.apply_unchecked(seat, self.canonical(seat, move))

    def apply_unchecked(self, seat: int, move: tuple[int, int]) -> list[Event]:
        """Make a move that is known to be allowed and to name the lowest of equal cards."""
        state, asking = self.state, self.asked_of(seat)
        seen = 0 if state.events is None else len(state.events)
        number, picked = move
        offer = asking.offers[number]
        state.mark(offer.choice.at)
        state.mark(asking.line.at)
        if not asking.together:
            choose(state, seat, offer, picked, asking)
            run(self.rules.code, state)
        else:
            state.answers[seat] = (number, picked)
            if not self.to_decide:
                state.pc = asking.after.pc
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

    def drawn(self, seat: int, stream: Stream, offers: Sequence[Offered] = ()) -> Move:
        """A move, each as likely as every other. Who knows what is offered may say so."""
        offers = offers or self.offers(seat)
        counts = [1 if answers is None else answers.count() for _, _, answers in offers]
        if not any(counts):
            assert self.asking is not None
            raise Fault("nothing is allowed here: the decision has no answer", self.asking.line)
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
