"""Where an example stands: its table, what has been played, and what is wrong so far."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place

from variorum_engine.examples.positions import NamedFact, Setting
from variorum_engine.interpreter.outcome import Outcome
from variorum_engine.interpreter.state import Fault
from variorum_engine.table.table import Rules, Table


@dataclass
class Scene:
    example: m.Example
    setting: Setting
    table: Table
    playing: bool = False
    rounds_before: int = 0
    named_facts: tuple[NamedFact, ...] = ()  # what names of the rules stand for where it begins
    known_outcome: Outcome | None = None  # until something happens again

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def problems(self) -> list[Diagnostic]:
        return self.setting.problems

    def named(self, seats: Iterable[int]) -> str:
        return ", ".join(self.table.names[seat] for seat in seats) or "nobody"

    def fails(self, at: Place, title: str, label: str, why: str, cites: tuple[str, ...] = (),
              rule: Place | None = None, instead: Edit | None = None) -> None:
        """The example says something else than what came out. `instead` would say that."""
        secondary: tuple[Label, ...] = ()
        if rule is not None and rule.line:
            secondary = (Label(rule.head(), "by this rule"),)
        see = f' (see "{cites[0]}")' if cites else ""
        self.problems.append(Diagnostic(
            "example-fails", "error", title, Label(at, label), secondary, why=why + see,
            hint="mend the rule, or the example if the rulebook says otherwise",
            fix=Fix(f"expect {instead.text}", (instead,)) if instead else None,
        ))

    def breaks(self, at: Place, message: str, rule: Place) -> None:
        """The rules break down in the example."""
        self.problems.append(Diagnostic(
            "broken-rule", "error", f"the rules break down: {message}",
            Label(rule, "here"), (Label(at.head(), "in this example"),),
            why="a rule must say what happens in every position that can arise",
            hint="say what happens then, or mend the example if it cannot arise"
            + ("; includes in place of holds leaves the other cards of a zone there" if any(
                isinstance(fact, m.Holds) and fact.exactly for fact in self.example.given)
               else ""),
        ))

    def outcome(self, at: Place) -> Outcome | None:
        """How the game came out, or nothing, with a reason, if that cannot be said."""
        if self.known_outcome is not None:
            return self.known_outcome
        if self.playing and not self.table.over:
            self.fails(at, "the game has not ended yet",
                       f"to decide: {self.named(self.table.to_decide)}",
                       "who is out and who has won is known only at the end")
            return None
        try:
            self.known_outcome = self.rules.reckoner.outcome(self.table.state)
        except Fault as fault:
            self.setting.report(at, fault.message, "the outcome cannot be worked out")
        return self.known_outcome
