"""Loops."""

from __future__ import annotations

from typing import Any

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.lowering.context import Cites, Lines
from variorum_dsl.lowering.scope import Scope


class Loops(Lines):
    """Lowers `for each`, `repeat` and `take turns`."""

    def measure(self, using: tuple[Any, ...], scope: Scope) -> c.Expression:
        total: c.Expression | None = None
        for expression in using:
            part = self.want(expression, scope, "cards", "players", "number",
                             what="what is used up")
            if part.type in ("cards", "players", "card"):
                part = c.Count(part, type="number", at=expression.at)
            total = part if total is None else c.Sum(total, part, type="number", at=expression.at)
        assert total is not None
        return total

    def _for_each(self, line: m.ForEach, scope: Scope, cites: Cites) -> c.Line:
        return self.looped(lambda: self._for_each_once(line, scope, cites))

    def _for_each_once(self, line: m.ForEach, scope: Scope, cites: Cites) -> c.Line:
        inner = Scope(scope)
        until = None
        if line.sort == "player":
            within = self.set_of_players(line.within, scope)
            start = self.player(line.start, scope, "where it starts") if line.start else None
            if start is not None and line.order == "after":
                start = c.LeftOf(start, type="player", at=line.at)
            ranks = tuple(
                c.PlayerRank(rank.extreme, *self._numeric(
                    self.bound(rank.name, rank.at, scope, within), rank.at))
                for rank in line.ranks
            )
            local = self.new_local("player")
            inner.names[line.name] = local
            if line.until is not None:
                until = self.want(line.until, scope, "flag", what="a condition")
            body = self.block(line.body, inner, cites)
            return c.ForEachPlayer(local.number, within, start, ranks, until, body,
                                   origin=c.Origin(line.at))
        if line.until is not None:
            until = self.want(line.until, scope, "flag", what="a condition")
        if line.sort == "card":
            if line.within is None:
                self.wrong(line.at, "say which cards: for each card c in ...",
                           "the cards of one zone or set are gone through one by one")
                return c.Nothing(origin=c.Origin(line.at))
            within = self.cards(line.within, scope, "what is gone through")
            by = tuple(
                c.CardRank(rank.extreme, self._card_attribute(rank.name, rank.at, scope) or 0)
                for rank in line.ranks
            )
            local = self.new_local("card", within.reach)
            inner.names[line.name] = local
            body = self.block(line.body, inner, cites)
            return c.ForEachCard(local.number, within, by, until, body, origin=c.Origin(line.at))
        attribute = self.symbols.attributes.get(line.sort)
        if attribute is None or not self.program.attributes[attribute].members:
            known = [table.name for table in self.program.attributes if table.members]
            self.symbols.unknown("sort of thing", line.sort, line.at.head(),
                                 ["player", "card", *known])
            return c.Nothing(origin=c.Origin(line.at))
        local = self.new_local(f"member {line.sort}")
        inner.names[line.name] = local
        count = len(self.program.attributes[attribute].members)
        body = self.block(line.body, inner, cites)
        return c.ForEachMember(local.number, count, until, body, origin=c.Origin(line.at))

    def _repeat(self, line: m.Repeat, scope: Scope, cites: Cites) -> c.Line:
        return self.looped(lambda: c.Repeat(
            self.want(line.until, scope, "flag", what="a condition"),
            self.measure(line.using, scope),
            self.block(line.body, scope, cites),
            origin=c.Origin(line.at),
        ))

    def _turns(self, line: m.Turns, scope: Scope, cites: Cites) -> c.Line:
        return self.looped(lambda: self._turns_once(line, scope, cites))

    def _turns_once(self, line: m.Turns, scope: Scope, cites: Cites) -> c.Line:
        start = self.player(line.start, scope, "who starts")
        within = self.set_of_players(line.within, scope)
        until = self.want(line.until, scope, "flag", what="a condition")
        measure = self.measure(line.using, scope)
        inner = Scope(scope)
        local = self.new_local("player")
        inner.names[line.name] = local
        body = self.block(line.body, inner, cites)
        return c.Turns(start, local.number, within, until, measure, body, origin=c.Origin(line.at))
