"""Decisions: picks, choices, and choices at the same time."""

from __future__ import annotations

from functools import partial
from typing import Any

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.english import one_of
from variorum_dsl.lowering.context import Cites, Lines
from variorum_dsl.lowering.pick_limits import limit_of
from variorum_dsl.lowering.scope import Scope


class Decisions(Lines):
    """Lowers what players, or chance, decide."""

    def pick(self, pick: m.Picking, scope: Scope) -> c.Pick | None:
        low = self.want(pick.amount.low, scope, "number", what="how many")
        high = None
        if pick.amount.high is not None:
            high = low if pick.amount.high is pick.amount.low else self.want(
                pick.amount.high, scope, "number", what="how many"
            )
        source = self.want(
            pick.of, scope, "cards", "players", "numbers", what="what is picked from"
        )
        one = isinstance(pick.amount.high, m.Number) and pick.amount.high.value == 1 and (
            isinstance(pick.amount.low, m.Number) and pick.amount.low.value == 1
        )
        kind = {"cards": "card", "players": "player", "card": "card"}.get(source.type, "")
        kind = kind if one or not kind else kind + "s"
        if source.type == "numbers":
            kind = "number"
        members = -1
        if isinstance(pick.of, m.Members) and source.type:
            members = self.symbols.attributes[pick.of.attribute]
            kind = f"member {pick.of.attribute}"
        local = self.new_local(kind, source.reach)
        scope.names[pick.name] = local
        if not source.type:
            return None
        such_that = limit = None
        if pick.such_that is not None:
            such_that = self.want(pick.such_that, scope, "flag", what="a condition")
            limit = limit_of(such_that, local.number)
        return c.Pick(low, high, source, local.number, such_that, limit, pick.name, members)

    def _picks(self, line: m.Picks, scope: Scope, cites: Cites) -> c.Line:
        if isinstance(line.who, m.Name) and line.who.name == "chance":
            made = self.pick(line.pick, scope)
            if made is None:
                return c.Nothing(origin=c.Origin(line.at))
            if made.such_that is not None:
                self.wrong(line.at, "chance picks without a condition",
                           "every member is equally likely", "narrow the set with whose")
            return c.Chance(made.local, made.low, made.high, made.source, origin=c.Origin(line.at))
        who = self.player(line.who, scope, "who decides")
        made = self.pick(line.pick, scope)
        choice = c.Choice("", "", None, made, (), cites, line.at)
        self._not_in_together(line.at)
        return c.Decide(who, (choice,) if made else (), origin=c.Origin(line.at))

    def _not_in_together(self, at: Place) -> None:
        if self.together:
            self.symbols.report(
                "late-choice", "this decision comes after everybody has decided", at,
                why="at the same time means one decision for each, and nothing in between",
                hint="put the second decision into a block of its own",
            )

    def choices(self, line: m.Chooses, scope: Scope, cites: Cites) -> tuple[c.Choice, ...]:
        return tuple(self.reaching.one_of(
            (partial(self._choice, choice, Scope(scope), cites) for choice in line.choices),
            or_none=False,
        ))

    def _choice(self, choice: m.Choice, inner: Scope, cites: Cites) -> c.Choice:
        own = tuple(cite.heading for cite in choice.cites) or cites
        condition = None
        if choice.condition is not None:
            condition = self.want(choice.condition, inner, "flag", what="a condition")
        pick = self.pick(choice.pick, inner) if choice.pick else None
        body = self.block(choice.body, inner, own)
        words = one_of(choice.words, choice.name)
        return c.Choice(choice.name, words, condition, pick, body, own, choice.at)

    def _chooses(self, line: m.Chooses, scope: Scope, cites: Cites) -> c.Line:
        who = self.player(line.who, scope, "who decides")
        self._not_in_together(line.at)
        return c.Decide(who, self.choices(line, scope, cites), origin=c.Origin(line.at))

    def _together(self, line: m.Together, scope: Scope, cites: Cites) -> c.Line:
        # What happens for one player comes before what happens for the next.
        return self.looped(lambda: self._together_once(line, scope, cites))

    def _together_once(self, line: m.Together, scope: Scope, cites: Cites) -> c.Line:
        within = self.set_of_players(line.within, scope)
        inner = Scope(scope)
        local = self.new_local("player")
        inner.names[line.name] = local
        first: Any = line.body[0] if line.body else None
        rest = line.body[1:]
        decides = isinstance(first, m.Picks | m.Chooses) and (
            isinstance(first.who, m.Name) and first.who.name == line.name
        )
        if not decides:
            self.symbols.report(
                "no-choice", "the first line at the same time must be a decision of each player",
                (line.body[0].at if line.body else line.at).head(),
                why="all decide before anything happens; the lines below it then happen",
                hint=f"{line.name} picks 1 of hand of {line.name} as chosen",
            )
            return c.Nothing(origin=c.Origin(line.at))
        self._not_in_together(line.at)
        choices: tuple[c.Choice, ...]
        own = tuple(cite.heading for cite in first.cites) or cites
        if isinstance(first, m.Picks):
            pick = self.pick(first.pick, inner)
            choices = (c.Choice("", "", None, pick, (), own, first.at),) if pick else ()
            self.together = True
        else:
            self.together = True
            choices = self.choices(first, inner, own)
        body = tuple(op for each in rest for op in self.line(each, inner, cites))
        self.together = False
        return c.Together(local.number, within, choices, body, origin=c.Origin(line.at))

    def _show(self, line: m.Show, scope: Scope, cites: Cites) -> c.Line:
        what = self.cards(line.what, scope, "what is shown")
        to = self.want(line.to, scope, "player", "players", what="who sees it")
        return c.Show(what, to, origin=c.Origin(line.at))
