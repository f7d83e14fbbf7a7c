"""Running the examples of a file: a position, the moves, and what must then hold."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.lowering.symbols import Symbols

from variorum_engine.examples.chance_script import Scripted
from variorum_engine.examples.facts import Facts
from variorum_engine.examples.positions import Setting, given_position
from variorum_engine.examples.speech import sensible, what_is_open
from variorum_engine.interpreter.chance import Chance
from variorum_engine.interpreter.instructions import FEW_STEPS, MOST_STEPS, OVER
from variorum_engine.interpreter.state import Fault
from variorum_engine.table.table import Refusal, Rules, Table, run
from variorum_engine.words.phrases import understood
from variorum_engine.words.vocabulary import Vocabulary


def run_example(
    example: m.Example, rules: Rules, symbols: Symbols, seed: int = 1,
    reached: set[Any] | None = None, vocabulary: Vocabulary | None = None,
) -> list[Diagnostic]:
    """What an example shows to be wrong: with itself, or with the rules."""
    return _Run(example, rules, symbols, seed, reached, vocabulary).problems


def played_example(
    example: m.Example, rules: Rules, symbols: Symbols, seed: int = 1
) -> tuple[Table, list[Diagnostic]]:
    """The table to which an example leads, and what is wrong with it."""
    run = _Run(example, rules, symbols, seed, None)
    return run.table, run.problems


class _Run(Facts):
    def __init__(self, example: m.Example, rules: Rules, symbols: Symbols, seed: int,
                 reached: set[Any] | None, vocabulary: Vocabulary | None = None) -> None:
        self.example = example
        self.rules = rules
        self.setting = Setting(rules, symbols, example.players, vocabulary)
        self.problems = self.setting.problems
        state = given_position(self.setting, example.given)
        state.chance = Chance(seed)
        state.steps = MOST_STEPS - FEW_STEPS
        state.events = []
        state.reached = reached
        self.table = Table(rules, names=example.players, state=state)
        self.playing = False
        self.rounds_before = 0
        self.known_outcome = None
        for act in example.acts:
            if self.problems:
                break
            if isinstance(act, m.Then):
                for fact in act.facts:
                    self.check(fact)
            else:
                self._act(act)

    # ------------------------------------------------------------------ playing
    def _act(self, act: m.Act) -> None:
        state = self.table.state
        self.known_outcome = None
        if act.start == "the game ends" and not any(
            stage.stage == "reckoning" for stage in self.rules.program.stages
        ):
            # Nothing happens any more: who has won can be worked out at once.
            state.pc, self.playing, self.rounds_before = OVER, True, state.rounds
            return
        code = self.rules.code
        if act.start == "playing":
            if self.playing and not self.table.over:
                self.setting.report(
                    act.at.head(), "something is being played already",
                    f"to decide: {self._named(self.table.to_decide)}", "when going on",
                )
                return
            start = code.stage_start.get(act.stage)
            if start is None:
                self.setting.report(
                    act.at, f"there is no stage called {quote(act.stage)}",
                    f"there are: {', '.join(code.stage_start)}", "when playing rounds",
                    "unknown-name",
                )
                return
            state.pc = start
        elif act.start == "the game ends":
            state.pc = code.reckoning_start
        elif not self.playing:
            self.setting.report(act.at, "nothing is being played yet",
                                "when going on continues a game", "when playing rounds")
            return
        self.rounds_before = state.rounds
        told = [said for said in act.moves if said.player == "chance"]
        if told:
            state.chance = Scripted(1, told, self.table.owners, self.setting.naming)
        if act.start != "going on" and not self._safely(act.at, lambda: run(code, state)):
            return
        self.playing = True
        if not self._sound(act.at):
            return
        for said in act.moves:
            if said.player != "chance" and not self._said(said):
                return
        if isinstance(state.chance, Scripted) and state.chance.lines:
            self._fails(state.chance.lines[0].at, "chance is never asked for this",
                        "nothing that fits was left to chance",
                        "a line of chance says what a shuffle puts on top, or what is picked")

    def _safely(self, at: Place, play: Any) -> bool:
        try:
            play()
        except Fault as fault:
            self._breaks(at, fault.message, fault.at)
            return False
        return True

    def _said(self, said: m.Said) -> bool:
        if said.player not in self.example.players:
            self.setting.report(said.at, f"no player is called {quote(said.player)}",
                                f"the players are {', '.join(self.example.players)}", "",
                                "unknown-name")
            return False
        seat, table = self.example.players.index(said.player), self.table
        try:
            words = [phrase.words for phrase in said.move]
            move: Any = understood(table, self.setting.naming, seat, words)
            refusal = move if isinstance(move, Refusal) else table.why_not(seat, move)
            if said.refused:
                return self._refused(said, move, refusal)
            if refusal is not None:
                self._fails(
                    said.at, f"{said.player} may not do this: {_spoken(said)}",
                    refusal.text + what_is_open(table, self.setting.naming, seat, said, refusal),
                    "the rules refuse the move",
                    cites=refusal.cites, rule=refusal.at,
                )
                return False
            if said.asked:
                return True
            table.apply_unchecked(seat, table.canonical(seat, move))
        except Fault as fault:
            self._breaks(said.at, fault.message, fault.at)
            return False
        return self._sound(said.at)

    def _refused(self, said: m.Said, move: Any, refusal: Refusal | None) -> bool:
        """Whether a move is refused, and not just for words that mean nothing in this game. (A
        move that was understood has no such words.)"""
        if isinstance(move, Refusal) and not sensible(self.setting, said):
            return False
        if refusal is None:
            self._fails(said.at, f"{said.player} may do this: {_spoken(said)}",
                        "expected: a refusal", "the rules accept the move")
        return refusal is not None

    def _sound(self, at: Place) -> bool:
        """Whoever is asked has an answer, an end has an outcome, and what the file promises holds
        (as long as no card is aside, since a promise speaks of the whole game)."""
        table, state = self.table, self.table.state
        if table.over:
            return self._safely(at, lambda: self.rules.reckoner.winners(state))
        for seat in table.to_decide:
            try:
                offered = table.offers(seat)
            except Fault as fault:
                self._breaks(at, fault.message, fault.at)
                return False
            if not offered:
                asking = table.asked_of(seat).line
                self._breaks(at, f"{table.names[seat]} must decide and has no answer", asking.at)
                return False
        if sum(map(int.bit_count, state.zones)) < len(self.rules.program.cards):
            return True
        for name, condition, place in self.rules.program.always:
            self.rules.make_room(state)
            try:
                holds = self.rules.evaluator(condition)(state)
            except Fault:
                continue
            if not holds:
                self.problems.append(Diagnostic(
                    "broken-promise", "error", f"{quote(name)} does not always hold",
                    Label(place, "promised here"), (Label(at.head(), "does not hold after this"),),
                    why="an `always` line holds at every moment of a game",
                    hint=f"mend the rule, or the promise; in a variant that means otherwise: "
                    f"remove always {name}",
                ))
                return False
        return True

    def _breaks(self, at: Place, message: str, rule: Place) -> None:
        self.problems.append(Diagnostic(
            "broken-rule", "error", f"the rules break down: {message}",
            Label(rule, "here"), (Label(at.head(), "in this example"),),
            why="a rule must say what happens in every position that can arise",
            hint="say what happens then, or mend the example if it cannot arise",
        ))


def _spoken(said: m.Said) -> str:
    return ", ".join(" ".join(map(str, phrase.words)) for phrase in said.move)
