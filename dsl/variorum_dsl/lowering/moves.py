"""Moves, values, conditions and cases; effects are inlined where a card can set them off."""

from __future__ import annotations

from functools import partial
from typing import Any

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.program import FigureTable
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.english import one_of
from variorum_dsl.lowering.context import Cites, Lines
from variorum_dsl.lowering.expressions import as_set
from variorum_dsl.lowering.names import shown
from variorum_dsl.lowering.scope import Alias, Scope


class Simple(Lines):
    """Lowers the lines that are neither loops, decisions nor calls."""

    def _move(self, line: m.Move, scope: Scope, cites: Cites) -> c.Line:
        what = self.cards(line.what, scope, "what is moved")
        zone = self.target(line.to, scope, "where cards go")
        if zone is None or not what.type:
            return c.Nothing(origin=c.Origin(line.at))
        number = zone.zone
        table = self.program.zones[number]
        if what.reach & ~table.holds:
            stray = self.program.cards[(what.reach & ~table.holds).bit_length() - 1].kind
            self.symbols.report(
                "wrong-zone", f"{quote(table.name)} cannot hold {stray}", line.at,
                "moved here", f"it was declared to hold "
                f"{', '.join(self.symbols.game.zones[number].kinds)} only",
                f"let {table.name} hold {stray}, or move it elsewhere",
            )
        if line.bottom and not table.in_order:
            self.wrong(line.to.at, "this zone keeps no order, so it has no bottom",
                       "only a zone declared in order has one", "declare it with: , in order")
        effects = self._effects(number, what.reach, line.at)
        return c.Move(what, zone, effects, line.bottom, origin=c.Origin(line.at))

    def _effects(self, zone: int, reach: int, at: Place) -> tuple[c.Effect, ...]:
        """The effects that can follow when such cards enter the zone."""
        found: list[c.Effect] = []
        for effect in self.symbols.game.effects:
            if self.symbols.zones.get(effect.zone) != zone:
                continue
            mask = self.symbols.masks.get(effect.kind, 0)
            if not mask & reach:
                continue
            self.symbols.used.add(("effect", effect.name))
            if effect.name in self.effects:
                chain = [*self.effects[self.effects.index(effect.name):], effect.name]
                self.symbols.report(
                    "endless-effects", "effects set each other off without end",
                    effect.at.head(), " > ".join(chain),
                    "each of them moves a card that starts the next one",
                    "let one of them move its card to a zone without an effect",
                )
                continue
            self.effects.append(effect.name)
            rule, self.rule = self.rule, f"effect {effect.name}"
            if self.together:
                self.together = False
                found.append(self._effect(effect, mask))
                self.together = True
            else:
                found.append(self._effect(effect, mask))
            self.rule = rule
            self.effects.pop()
        return tuple(found)

    def _effect(self, effect: m.Effect, mask: int) -> c.Effect:
        scope = Scope()
        card = self.new_local("card", mask)
        owner = self.new_local("player")
        if effect.card:
            scope.names[effect.card] = card
        if effect.owner:
            scope.names[effect.owner] = owner
        cites = tuple(cite.heading for cite in effect.when_cites or effect.cites)
        condition = None
        if effect.condition is not None:
            condition = self.want(effect.condition, scope, "flag", what="a condition")
        body = self.block(effect.body, scope, cites)
        return c.Effect(mask, card.number, owner.number, condition, body, effect.name)

    def _shuffle(self, line: m.Shuffle, scope: Scope, cites: Cites) -> c.Line:
        zone = self.target(line.zone, scope, "what is shuffled")
        if zone is None:
            return c.Nothing(origin=c.Origin(line.at))
        if not self.program.zones[zone.zone].in_order:
            self.wrong(line.zone.at, "this zone keeps no order, so it cannot be shuffled",
                       "only a zone declared in order has one", "declare it with: , in order")
        return c.Shuffle(zone, origin=c.Origin(line.at))

    def _let(self, line: m.Let, scope: Scope, cites: Cites) -> c.Line:
        value = self.lower(line.value, scope)
        kind = "cards" if value.type == "card" and not isinstance(value, c.Local) else value.type
        return self.assign_new(line.name, kind, value, scope, line.at)

    def _local_figure(self, line: m.LocalFigure, scope: Scope, cites: Cites) -> list[c.Line]:
        scope.names[line.name] = Alias("figure", self.figure(line, scope))
        return []

    def figure(self, line: m.LocalFigure | m.Figure, scope: Scope) -> int:
        local = self.new_local("player")
        inner = Scope(scope, self_player=local)
        value = self.want(line.value, inner, "number", what="a figure")
        shown_name = one_of(line.words if isinstance(line, m.Figure) else None, line.name)
        self.program.figures.append(FigureTable(line.name, shown_name, local.number, value))
        return len(self.program.figures) - 1

    def _becomes(self, line: m.Becomes, scope: Scope, cites: Cites) -> c.Line:
        target = self.lower(line.target, scope)
        value = self.lower(line.value, scope)
        if not target.type or not value.type:
            return c.Nothing(origin=c.Origin(line.at))
        self.comparable("is", target, value, line.at)
        return self.set_value(target, value, line.at)

    def _gain(self, line: m.Gain | m.Lose | m.Drop, scope: Scope, cites: Cites) -> c.Line:
        target = self.lower(line.target, scope)
        part = self.lower(line.what if isinstance(line, m.Drop) else line.amount, scope)
        if not target.type or not part.type:
            return c.Nothing(origin=c.Origin(line.at))
        single = {"player": "players", "card": "cards"}
        if target.type == "number" == part.type and not isinstance(line, m.Drop):
            operation = c.Sum if isinstance(line, m.Gain) else c.Difference
            value = operation(target, part, type="number", at=line.at)
            return self.set_value(target, value, line.at)
        if single.get(part.type, part.type) == target.type and not isinstance(line, m.Lose):
            joined: c.Expression
            if isinstance(line, m.Gain):
                joined = c.Union(target, as_set(part), type=target.type, at=line.at,
                                 reach=target.reach | part.reach)
            else:
                joined = c.Without(target, as_set(part), type=target.type, at=line.at,
                                   reach=target.reach)
            return self.set_value(target, joined, line.at)
        self.wrong(line.at, f"{shown(part.type)} and {shown(target.type)} do not go together here",
                   "numbers are added to and subtracted from number tracks; players are added "
                   "to and removed from sets of players")
        return c.Nothing(origin=c.Origin(line.at))

    # -------------------------------------------------------------- conditions
    def _if(self, line: m.If, scope: Scope, cites: Cites) -> c.Line:
        condition = self.want(line.condition, scope, "flag", what="a condition")
        then, otherwise = self.reaching.one_of((
            lambda: self.block(line.then, scope, cites),
            lambda: self.block(line.otherwise, scope, cites),
        ), or_none=False)
        return c.If(condition, then, otherwise, origin=c.Origin(line.at))

    def _with_players(self, line: m.WithPlayers, scope: Scope, cites: Cites) -> list[c.Line]:
        fits = line.low <= self.symbols.players <= line.high
        body = line.then if fits else line.otherwise
        return [op for inner in body for op in self.line(inner, scope, cites)]

    def _depending(self, line: m.Depending, scope: Scope, cites: Cites) -> c.Line:
        on = self.cards(line.on, scope, "what it depends on")
        rows: list[tuple[int, int, tuple[c.Line, ...], m.Case, str]] = []
        bodies = self.reaching.one_of((
            partial(self.block, case.body, scope,
                    tuple(cite.heading for cite in case.cites) or cites)
            for case in line.cases
        ), or_none=True)
        for case, body in zip(line.cases, bodies, strict=True):
            for kind in case.kinds:
                mask = self.mask(kind, case.at)
                rows.append((len(self.symbols.lineage(kind)), mask, body, case, kind))
        if on.type:
            self._unhandled(line, on, rows)
        # The most specific case first; marks count as most specific of all.
        rows.sort(key=lambda row: -(row[0] if row[4] in self.symbols.parents else 99))
        return c.Cases(on, tuple(c.Case(mask, body) for _, mask, body, _, _ in rows),
                       origin=c.Origin(line.at))

    def _unhandled(self, line: m.Depending, on: c.Expression, rows: list[Any]) -> None:
        handled = 0
        for row in rows:
            if row[1] and not row[1] & on.reach:
                self.symbols.report(
                    "never-there", f"no {row[4]} can ever be there", row[3].at.head(),
                    "this case never happens",
                    "the zone holds other kinds of cards only", "remove the case",
                )
            handled |= row[1]
        left = on.reach & ~handled
        if left:
            card = self.program.cards[(left & -left).bit_length() - 1]
            self.symbols.report(
                "unhandled-case", f"no case says what happens with {card.kind}", line.at.head(),
                f"{bin(left).count('1')} cards have no case",
                "every card that can be there needs a case", f"case {card.kind}",
            )

    def _end_round(self, line: Any, scope: Scope, cites: Cites) -> c.Line:
        return c.EndRound(origin=c.Origin(line.at))

    def _end_game(self, line: Any, scope: Scope, cites: Cites) -> c.Line:
        return c.EndGame(origin=c.Origin(line.at))

    def _nothing(self, line: Any, scope: Scope, cites: Cites) -> c.Line:
        return c.Nothing(origin=c.Origin(line.at))
