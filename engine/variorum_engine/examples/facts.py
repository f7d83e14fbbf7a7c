"""What an example says must hold, against what came out."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote

from variorum_engine.examples.positions import Setting
from variorum_engine.interpreter.outcome import Outcome
from variorum_engine.interpreter.state import OVER, Fault, State
from variorum_engine.table.table import Rules, Table
from variorum_engine.table.visibility import knows_cards
from variorum_engine.words.phrases import chosen


class Facts:
    """The lines below `then`, at the table to which an example has led."""

    example: m.Example
    rules: Rules
    setting: Setting
    problems: list[Diagnostic]
    table: Table
    playing: bool
    rounds_before: int
    known_outcome: Outcome | None  # until something happens again

    def check(self, fact: Any) -> None:
        """Report what does not hold."""
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
        program = self.rules.program
        return knows_cards(program, self.table.state, seat, program.zone_number(zone, owner))

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

    def _outcome(self, at: Place) -> Outcome | None:
        if self.known_outcome is not None:
            return self.known_outcome
        state: State = self.table.state
        if self.playing and state.pc != OVER:
            self._fails(at, "the game has not ended yet",
                        f"to decide: {self._named(self.table.to_decide)}",
                        "who is out and who has won is known only at the end")
            return None
        try:
            self.known_outcome = self.rules.reckoner.outcome(state)
        except Fault as fault:
            self.setting.report(at, fault.message, "the outcome cannot be worked out")
        return self.known_outcome

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


_CHECKS: dict[type, Any] = {
    m.Sees: Facts._sees, m.Holds: Facts._holds, m.Fact: Facts._fact, m.StepFact: Facts._step,
    m.Eliminated: Facts._eliminated, m.Won: Facts._won, m.Decided: Facts._decided,
    m.ToDecide: Facts._to_decide, m.Ended: Facts._ended, m.Unplayable: Facts._playable,
}
