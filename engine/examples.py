"""Running the examples of a file: a position, the moves, and what must then hold."""

from __future__ import annotations

from typing import Any

from dsl import model as m
from dsl.cleaning import quote
from dsl.diagnostics import Diagnostic, Label, Place
from dsl.lowering.symbols import Symbols
from engine.chance import Chance
from engine.code import FEW_STEPS, MOST_STEPS, OVER
from engine.phrases import chosen, understood
from engine.positions import Setting, given_position
from engine.scripted import Scripted
from engine.shown import still_shown
from engine.spoken import sensible, what_is_open
from engine.state import Fault, State
from engine.table import Refusal, Rules, Table, run
from engine.vocabulary import Vocabulary


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


class _Run:
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
        for act in example.acts:
            if self.problems:
                break
            if isinstance(act, m.Then):
                for fact in act.facts:
                    self._check(fact)
            else:
                self._act(act)

    # ------------------------------------------------------------------ playing
    def _act(self, act: m.Act) -> None:
        state = self.table.state
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
        seat = self.example.players.index(said.player)
        words = [phrase.words for phrase in said.move]
        refusal: Any = None
        move: Any = None

        def ask() -> None:
            nonlocal refusal, move
            move = understood(self.table, self.setting.naming, seat, words)
            refusal = move if isinstance(move, Refusal) else self.table.why_not(seat, move)

        if not self._safely(said.at, ask):
            return False
        spoken = ", ".join(" ".join(str(word) for word in phrase) for phrase in words)
        if said.refused:
            if not sensible(self.setting, said):
                return False
            if refusal is None:
                self._fails(said.at, f"{said.player} may do this: {spoken}",
                            "expected: a refusal", "the rules accept the move")
                return False
            return True
        if refusal is not None:
            self._fails(
                said.at, f"{said.player} may not do this: {spoken}",
                refusal.text + what_is_open(
                    self.table, self.setting.naming, seat, said, refusal),
                "the rules refuse the move",
                cites=refusal.cites, rule=refusal.at,
            )
            return False
        if said.asked:
            return True
        return self._safely(said.at, lambda: self.table.apply(seat, move)) and (
            self._sound(said.at)
        )

    def _sound(self, at: Place) -> bool:
        """Whoever is asked has an answer, an end has an outcome, and what the file promises holds
        (as long as no card is aside, since a promise speaks of the whole game)."""
        table, state = self.table, self.table.state
        if table.over:
            return self._safely(at, lambda: self.rules.reckoner.winners(state))
        for seat in table.to_decide:
            offered: list[Any] = []
            if not self._safely(at, lambda s=seat, o=offered: o.extend(table.offers(s))):
                return False
            if not offered:
                asking = table._for_seat(seat).op
                self._breaks(at, f"{table.names[seat]} must decide and has no answer", asking.at)
                return False
        if sum(zone.bit_count() for zone in state.zones) < len(self.rules.program.cards):
            return True
        for name, condition, place in self.rules.program.always:
            missing = self.rules.program.locals - len(state.locals)
            state.locals.extend([0] * max(0, missing))
            try:
                holds = self.rules.values.compile(condition)(state)
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

    def _fails(self, at: Place, title: str, label: str, why: str, cites: Any = (),
               rule: Place | None = None) -> None:
        secondary: tuple[Label, ...] = ()
        if rule is not None and rule.line:
            secondary = (Label(rule.head(), "by this rule"),)
        see = f' (see "{cites[0]}")' if cites else ""
        self.problems.append(Diagnostic(
            "example-fails", "error", title, Label(at, label), secondary, why=why + see,
            hint="mend the rule, or the example if the rulebook says otherwise",
        ))

    # ------------------------------------------------------------------- facts
    def _check(self, fact: Any) -> None:
        _CHECKS[type(fact)](self, fact)

    def _holds(self, fact: m.Holds) -> None:
        found, wanted = self.setting.zone(fact.zone), self.setting.phrases(fact)
        if found is None or wanted is None:
            return
        program, state = self.rules.program, self.table.state
        number = program.zone_number(*found)
        content = state.zones[number]
        order = state.order[number]
        total = sum(each.number for each in wanted)
        fits = chosen(wanted, content) is not None
        if fact.exactly:
            fits = fits and content.bit_count() == total
            if fits and order is not None:
                singles = [each.mask for each in wanted for _ in range(each.number)]
                fits = all(mask >> card & 1
                           for mask, card in zip(singles, order, strict=True))
        if not fits:
            there = self.setting.naming.cards(content, order)
            self._fails(fact.at, "this zone holds something else", f"it holds {there}",
                        "this is what came out")

    def _sees(self, fact: m.Sees) -> None:
        names, found = self.example.players, self.setting.zone(fact.zone)
        if found is None:
            return
        line = self.rules.program.zones[found[0]]
        seers = {names[seat] for seat in range(len(names)) if self._looks_at(seat, *found)}
        if fact.player not in names and fact.player in ("everyone", "nobody"):
            if not fact.seen:
                unclear = quote(f"{fact.player} does not see")
                self.setting.report(fact.at, f"{unclear} can be read in two ways",
                                    "a fact must mean one thing", "nobody sees deck, for example")
                return
            holds = seers == (set(names) if fact.player == "everyone" else set())
        elif self._players((fact.player,), fact.at) is None:
            return
        else:
            holds = (fact.player in seers) == fact.seen
        if not holds:
            seen = ", ".join(name for name in names if name in seers) or "nobody"
            self._fails(fact.at, f"this zone is seen by {seen}", f"it is {line.sight}",
                        "a player sees what the zone lets them see, and what has been shown to "
                        "them and has not moved since", line.cites)

    def _looks_at(self, seat: int, zone: int, owner: int) -> bool:
        state, program = self.table.state, self.rules.program
        sight = program.zones[zone].sight
        if sight == "open" or (sight == "secret" and seat == owner):
            return True
        cards = state.zones[program.zone_number(zone, owner)]
        return cards != 0 and not cards & ~still_shown(state.events or (), seat)

    def _fact(self, fact: m.Fact) -> None:
        value, kind = self.setting.value(fact.condition, self.table.state)
        if not kind:
            return
        if kind != "flag":
            self.setting.report(fact.at, "this is not something that can hold or not",
                                "a fact is a condition", "count of deck is 3, for example")
        elif not value:
            self._fails(fact.at, "this does not hold", self._came_out(fact.condition),
                        "this is what came out")

    def _came_out(self, condition: Any) -> str:
        if isinstance(condition, m.Compare):
            value, kind = self.setting.value(condition.left, self.table.state)
            if kind == "player":
                return f"it is {'nobody' if value < 0 else self.table.owners[value]}"
            if kind == "number":
                return f"it is {value}"
            if kind in ("card", "cards"):
                return f"it is {self.setting.naming.cards(value)}"
        return "it is not so"

    def _step(self, fact: m.StepFact) -> None:
        score = fact.score
        symbols = self.setting.symbols
        if not (isinstance(score, m.Owned) and score.name in symbols.scorings
                and isinstance(score.of, m.Name) and score.of.name in self.example.players):
            self.setting.report(fact.at, "this is not a score of a player",
                                "only a scoring has steps", "status of ann after passe is 7")
            return
        seat = self.example.players.index(score.of.name)
        sheet = self.rules.reckoner.sheets[symbols.scorings[score.name]](self.table.state, seat)
        line = next((line for line in sheet if line.step == fact.step), None)
        if line is None:
            steps = ", ".join(each.step for each in sheet)
            self.setting.report(fact.at, f"there is no step called {quote(fact.step)}",
                                f"the steps are {steps}", "", "unknown-name")
            return
        value, kind = self.setting.value(fact.value, self.table.state)
        if kind and line.result != value:
            self._fails(fact.at, "the step comes to something else", f"it is {line.result}",
                        "this is what came out", line.cites)

    def _players(self, names: tuple[str, ...], at: Place) -> set[int] | None:
        if names == ("nobody",):
            return set()
        for name in names:
            if name not in self.example.players:
                self.setting.report(at, f"no player is called {quote(name)}",
                                    f"the players are {', '.join(self.example.players)}", "",
                                    "unknown-name")
                return None
        return {self.example.players.index(name) for name in names}

    def _named(self, seats: Any) -> str:
        return ", ".join(self.table.names[seat] for seat in seats) or "nobody"

    def _eliminated(self, fact: m.Eliminated) -> None:
        wanted = self._players(fact.players, fact.at)
        if wanted == set() and self.playing and not self.table.over:
            return  # nobody is out before the end
        outcome = self._outcome(fact.at)
        if wanted is not None and outcome and set(outcome.eliminated) != wanted:
            self._fails(fact.at, "others are eliminated",
                        f"eliminated: {self._named(outcome.eliminated)}",
                        "this is what came out", outcome.elimination_cites)

    def _outcome(self, at: Place) -> Any:
        state: State = self.table.state
        if self.playing and state.pc != OVER:
            self._fails(at, "the game has not ended yet",
                        f"to decide: {self._named(self.table.to_decide)}",
                        "who is out and who has won is known only at the end")
            return None
        try:
            return self.rules.reckoner.outcome(state)
        except Fault as fault:
            self.setting.report(at, fault.message, "the outcome cannot be worked out")
            return None

    def _won(self, fact: m.Won) -> None:
        wanted = self._players(fact.players, fact.at)
        outcome = self._outcome(fact.at)
        if wanted is not None and outcome and set(outcome.winners) != wanted:
            self._fails(fact.at, "the game comes out differently",
                        f"winner: {self._named(outcome.winners)}"
                        + (f", decided by {outcome.decided_by}" if outcome.decided_by else ""),
                        "this is what came out")

    def _decided(self, fact: m.Decided) -> None:
        outcome = self._outcome(fact.at)
        if outcome and outcome.decided_by != fact.by:
            self._fails(fact.at, "something else decides",
                        f"decided by {outcome.decided_by or 'nothing'}", "this is what came out")

    def _to_decide(self, fact: m.ToDecide) -> None:
        wanted = self._players(fact.players, fact.at)
        actual = self.table.to_decide if self.playing else ()
        if wanted is not None and set(actual) != wanted:
            over = self.playing and self.table.over
            self._fails(fact.at, "somebody else is to decide",
                        f"to decide: {self._named(actual)}" + (
                            ", since the game has ended" if over else ""),
                        "this is what came out")

    def _playable(self, fact: m.Unplayable) -> None:
        self._fails(fact.at, f"{len(self.example.players)} players can play this game",
                    "they can", "this is what the rules say")

    def _ended(self, fact: m.Ended) -> None:
        state = self.table.state
        over = self.playing and state.pc == OVER
        ended = over if fact.what == "game" else state.rounds > self.rounds_before
        if ended != fact.over or (over and not fact.over):
            self._fails(fact.at, "this does not hold",
                        f"to decide: {self._named(self.table.to_decide)}" if not over
                        else "the game has ended", "this is what came out")



_CHECKS: dict[type, Any] = {
    m.Sees: _Run._sees, m.Holds: _Run._holds, m.Fact: _Run._fact, m.StepFact: _Run._step,
    m.Eliminated: _Run._eliminated, m.Won: _Run._won, m.Decided: _Run._decided,
    m.ToDecide: _Run._to_decide, m.Ended: _Run._ended, m.Unplayable: _Run._playable,
}
