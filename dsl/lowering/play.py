"""Lines of play: procedures and effects are inlined where they happen."""

from __future__ import annotations

from typing import Any

from dsl import model as m
from dsl.cleaning import quote
from dsl.core import Choice, Op, Pick
from dsl.diagnostics import Place
from dsl.keys import blocks
from dsl.lowering.expressions import Expressions, as_set, shown
from dsl.lowering.limits import limit_of
from dsl.lowering.scope import Alias, Local, Scope
from dsl.lowering.symbols import Symbols

ALIASES = {"zone": "zone", "player-zone": "zone", "attribute": "attribute", "figure": "figure"}
VALUES = ("player", "players", "number", "flag", "card", "cards")
MOST_LINES = 20_000
Cites = tuple[str, ...]


class Play(Expressions):
    """Lowers lines of play. `rule` is what the lines below belong to, for events and coverage."""

    def __init__(self, symbols: Symbols) -> None:
        super().__init__(symbols)
        self.calls: list[str] = []
        self.effects: list[str] = []
        self.rule = ""
        self.lines = 0
        self.together = False

    def block(self, body: tuple[Any, ...], scope: Scope, cites: Cites) -> tuple[Op, ...]:
        inner = Scope(scope)
        return tuple(op for line in body for op in self.line(line, inner, cites))

    def line(self, line: Any, scope: Scope, cites: Cites) -> list[Op]:
        own = tuple(cite.heading for cite in line.cites) or cites
        self.lines += 1
        if self.lines > MOST_LINES:
            if self.lines == MOST_LINES + 1:
                self.symbols.report(
                    "too-large", "the rules unfold to too many lines", _head(line.at),
                    why="procedures and effects are unfolded where they are used",
                    hint="use fewer procedures inside procedures",
                )
            return []
        method = _LINES[type(line)]
        made = method(self, line, scope, own)
        ops = made if isinstance(made, list) else [made]
        for op in ops:
            op.cites = op.cites or own
            op.rule = op.rule or self.rule
        return ops

    # ------------------------------------------------------------ simple lines
    def target(self, expression: Any, scope: Scope, what: str) -> Op | None:
        """A zone that cards can be moved to."""
        zone = self.lower(expression, scope)
        if not zone.type:
            return None
        if zone.op != "zone":
            self.wrong(expression.at, f"{what} must be one zone, and this is {shown(zone.type)}"
                       if zone.op != "zones_of" else f"{what} must be the zone of one player",
                       "cards lie in one place at a time")
            return None
        return zone

    def _move(self, line: m.Move, scope: Scope, cites: Cites) -> Op:
        what = self.cards(line.what, scope, "what is moved")
        zone = self.target(line.to, scope, "where cards go")
        if zone is None or not what.type:
            return Op("nothing", at=line.at)
        number, owner = zone.args
        table = self.program.zones[number]
        if what.reach & ~table.holds:
            stray = self.program.cards[(what.reach & ~table.holds).bit_length() - 1].kind
            self.symbols.report(
                "wrong-zone", f"{quote(table.name)} cannot hold {stray}", line.at,
                "moved here", f"it was declared to hold "
                f"{', '.join(self.symbols.game.zones[number].kinds)} only",
                f"let {table.name} hold {stray}, or move it elsewhere",
            )
        effects = self._effects(number, what.reach, line.at)
        return Op("move", (what, number, owner, effects), at=line.at)

    def _effects(self, zone: int, reach: int, at: Place) -> tuple[Any, ...]:
        """The effects that can follow when such cards enter the zone."""
        found = []
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
                    _head(effect.at), " > ".join(chain),
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

    def _effect(self, effect: m.Effect, mask: int) -> Any:
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
        return (mask, card.number, owner.number, condition, body, effect.name)

    def _shuffle(self, line: m.Shuffle, scope: Scope, cites: Cites) -> Op:
        zone = self.target(line.zone, scope, "what is shuffled")
        if zone is None:
            return Op("nothing", at=line.at)
        if not self.program.zones[zone.args[0]].in_order:
            self.wrong(line.zone.at, "this zone keeps no order, so it cannot be shuffled",
                       "only a zone declared in order has one", "declare it with: , in order")
        return Op("shuffle", zone.args, at=line.at)

    def _let(self, line: m.Let, scope: Scope, cites: Cites) -> Op:
        value = self.lower(line.value, scope)
        kind = "cards" if value.type == "card" and value.op != "local" else value.type
        return self._assign_new(line.name, kind, value, scope, line.at)

    def _assign_new(self, name: str, kind: str, value: Op, scope: Scope, at: Place) -> Op:
        local = self.new_local(kind, value.reach)
        scope.names[name] = local
        return Op("set_local", (local.number, value), at=at)

    def _local_figure(self, line: m.LocalFigure, scope: Scope, cites: Cites) -> list[Op]:
        scope.names[line.name] = Alias("figure", self.figure(line, scope))
        return []

    def figure(self, line: m.LocalFigure | m.Figure, scope: Scope) -> int:
        from dsl.core import FigureTable

        local = self.new_local("player")
        inner = Scope(scope, self_player=local)
        value = self.want(line.value, inner, "number", what="a figure")
        words = getattr(line, "words", None)
        shown_name = words.one if words else line.name.replace("-", " ")
        self.program.figures.append(FigureTable(line.name, shown_name, local.number, value))
        return len(self.program.figures) - 1

    def _becomes(self, line: m.Becomes, scope: Scope, cites: Cites) -> Op:
        target = self.lower(line.target, scope)
        value = self.lower(line.value, scope)
        if not target.type or not value.type:
            return Op("nothing", at=line.at)
        self.comparable("is", target, value, line.at)
        return self._set(target, value, line.at)

    def _set(self, target: Op, value: Op, at: Place) -> Op:
        if target.op == "local":
            return Op("set_local", (target.args[0], value), at=at)
        if target.op == "track":
            return Op("set_track", (*target.args, value), at=at)
        self.wrong(target.at, "this cannot be given another value",
                   "only tracks, and names made with let, change")
        return Op("nothing", at=at)

    def _gain(self, line: m.Gain | m.Lose | m.Drop, scope: Scope, cites: Cites) -> Op:
        target = self.lower(line.target, scope)
        part = self.lower(line.what if isinstance(line, m.Drop) else line.amount, scope)
        if not target.type or not part.type:
            return Op("nothing", at=line.at)
        single = {"player": "players", "card": "cards"}
        if target.type == "number" == part.type and not isinstance(line, m.Drop):
            op = "+" if isinstance(line, m.Gain) else "-"
            return self._set(target, Op(op, (target, part), "number", line.at), line.at)
        if single.get(part.type, part.type) == target.type and not isinstance(line, m.Lose):
            op = "union" if isinstance(line, m.Gain) else "without"
            reach = target.reach | part.reach
            joined = Op(op, (target, as_set(part)), target.type, line.at, reach)
            return self._set(target, joined, line.at)
        self.wrong(line.at, f"{shown(part.type)} and {shown(target.type)} do not go together here",
                   "numbers are added to and subtracted from number tracks; players are added "
                   "to and removed from sets of players")
        return Op("nothing", at=line.at)

    # -------------------------------------------------------------- conditions
    def _if(self, line: m.If, scope: Scope, cites: Cites) -> Op:
        condition = self.want(line.condition, scope, "flag", what="a condition")
        then = self.block(line.then, scope, cites)
        return Op("if", (condition, then, self.block(line.otherwise, scope, cites)), at=line.at)

    def _with_players(self, line: m.WithPlayers, scope: Scope, cites: Cites) -> list[Op]:
        fits = line.low <= self.symbols.players <= line.high
        body = line.then if fits else line.otherwise
        return [op for inner in body for op in self.line(inner, scope, cites)]

    def _depending(self, line: m.Depending, scope: Scope, cites: Cites) -> Op:
        on = self.cards(line.on, scope, "what it depends on")
        rows: list[tuple[int, int, tuple[Op, ...], m.Case, str]] = []
        for case in line.cases:
            own = tuple(cite.heading for cite in case.cites) or cites
            body = self.block(case.body, scope, own)
            for kind in case.kinds:
                mask = self.mask(kind, case.at)
                rows.append((len(self.symbols.lineage(kind)), mask, body, case, kind))
        if on.type:
            self._unhandled(line, on, rows)
        # The most specific case first; marks count as most specific of all.
        rows.sort(key=lambda row: -(row[0] if row[4] in self.symbols.parents else 99))
        return Op("cases", (on, tuple((mask, body) for _, mask, body, _, _ in rows)), at=line.at)

    def _unhandled(self, line: m.Depending, on: Op, rows: list[Any]) -> None:
        handled = 0
        for row in rows:
            if row[1] and not row[1] & on.reach:
                self.symbols.report(
                    "never-there", f"no {row[4]} can ever be there", _head(row[3].at),
                    "this case never happens",
                    "the zone holds other kinds of cards only", "remove the case",
                )
            handled |= row[1]
        left = on.reach & ~handled
        if left:
            card = self.program.cards[(left & -left).bit_length() - 1]
            self.symbols.report(
                "unhandled-case", f"no case says what happens with {card.kind}", _head(line.at),
                f"{bin(left).count('1')} cards have no case",
                "every card that can be there needs a case", f"case {card.kind}",
            )

    # ------------------------------------------------------------------- loops
    def _set_of_players(self, within: Any, scope: Scope) -> Op:
        if within is None:
            return Op("players", (), "players")
        return self.want(within, scope, "players", what="who takes part")

    def measure(self, using: tuple[Any, ...], scope: Scope) -> Op:
        total: Op | None = None
        for expression in using:
            part = self.want(expression, scope, "cards", "players", "number",
                             what="what is used up")
            if part.type in ("cards", "players", "card"):
                part = Op("count", (part,), "number", expression.at)
            total = part if total is None else Op("+", (total, part), "number", expression.at)
        assert total is not None
        return total

    def _for_each(self, line: m.ForEach, scope: Scope, cites: Cites) -> Op:
        inner = Scope(scope)
        until = None
        if line.sort == "player":
            within = self._set_of_players(line.within, scope)
            start = self.player(line.start, scope, "where it starts") if line.start else None
            if start is not None and line.order == "after":
                start = Op("left", (start,), "player", line.at)
            ranks = tuple(
                (rank.extreme, *self._numeric(self.bound(rank.name, rank.at, scope, within),
                                              rank.at))
                for rank in line.ranks
            )
            local = self.new_local("player")
            inner.names[line.name] = local
            if line.until is not None:
                until = self.want(line.until, scope, "flag", what="a condition")
            body = self.block(line.body, inner, cites)
            return Op("for_players", (local.number, within, start, ranks, until, body),
                      at=line.at)
        if line.until is not None:
            until = self.want(line.until, scope, "flag", what="a condition")
        if line.sort == "card":
            if line.within is None:
                self.wrong(line.at, "say which cards: for each card c in ...",
                           "the cards of one zone or set are gone through one by one")
                return Op("nothing", at=line.at)
            within = self.cards(line.within, scope, "what is gone through")
            by = tuple(
                (rank.extreme, self._card_attribute(rank.name, rank.at, scope) or 0)
                for rank in line.ranks
            )
            local = self.new_local("card", within.reach)
            inner.names[line.name] = local
            body = self.block(line.body, inner, cites)
            return Op("for_cards", (local.number, within, by, until, body), at=line.at)
        attribute = self.symbols.attributes.get(line.sort)
        if attribute is None or not self.program.attributes[attribute].members:
            known = [table.name for table in self.program.attributes if table.members]
            self.symbols.unknown("sort of thing", line.sort, _head(line.at),
                                 ["player", "card", *known])
            return Op("nothing", at=line.at)
        local = self.new_local(f"member {line.sort}")
        inner.names[line.name] = local
        count = len(self.program.attributes[attribute].members)
        body = self.block(line.body, inner, cites)
        return Op("for_members", (local.number, count, until, body), at=line.at)

    def _repeat(self, line: m.Repeat, scope: Scope, cites: Cites) -> Op:
        until = self.want(line.until, scope, "flag", what="a condition")
        measure = self.measure(line.using, scope)
        body = self.block(line.body, scope, cites)
        return Op("repeat", (until, measure, body), at=line.at)

    def _turns(self, line: m.Turns, scope: Scope, cites: Cites) -> Op:
        start = self.player(line.start, scope, "who starts")
        within = self._set_of_players(line.within, scope)
        until = self.want(line.until, scope, "flag", what="a condition")
        measure = self.measure(line.using, scope)
        inner = Scope(scope)
        local = self.new_local("player")
        inner.names[line.name] = local
        body = self.block(line.body, inner, cites)
        return Op("turns", (start, local.number, within, until, measure, body), at=line.at)

    # --------------------------------------------------------------- decisions
    def pick(self, pick: m.Picking, scope: Scope) -> Pick | None:
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
        local = self.new_local(kind, source.reach)
        scope.names[pick.name] = local
        if not source.type:
            return None
        such_that = limit = None
        if pick.such_that is not None:
            such_that = self.want(pick.such_that, scope, "flag", what="a condition")
            limit = limit_of(such_that, local.number)
        return Pick(low, high, source, local.number, such_that, limit, pick.name)

    def _picks(self, line: m.Picks, scope: Scope, cites: Cites) -> Op:
        if isinstance(line.who, m.Name) and line.who.name == "chance":
            made = self.pick(line.pick, scope)
            if made is None:
                return Op("nothing", at=line.at)
            if made.such_that is not None:
                self.wrong(line.at, "chance picks without a condition",
                           "every member is equally likely", "narrow the set with whose")
            return Op("chance", (made.local, made.low, made.high, made.source), at=line.at)
        who = self.player(line.who, scope, "who decides")
        made = self.pick(line.pick, scope)
        choice = Choice("", "", None, made, (), cites, line.at)
        self._not_in_together(line.at)
        return Op("decide", (who, (choice,) if made else ()), at=line.at)

    def _not_in_together(self, at: Place) -> None:
        if self.together:
            self.symbols.report(
                "late-choice", "this decision comes after everybody has decided", at,
                why="at the same time means one decision for each, and nothing in between",
                hint="put the second decision into a block of its own",
            )

    def choices(self, line: m.Chooses, scope: Scope, cites: Cites) -> tuple[Choice, ...]:
        made = []
        for choice in line.choices:
            inner = Scope(scope)
            own = tuple(cite.heading for cite in choice.cites) or cites
            condition = None
            if choice.condition is not None:
                condition = self.want(choice.condition, inner, "flag", what="a condition")
            pick = self.pick(choice.pick, inner) if choice.pick else None
            body = self.block(choice.body, inner, own)
            words = choice.words.one if choice.words else choice.name.replace("-", " ")
            made.append(Choice(choice.name, words, condition, pick, body, own, choice.at))
        return tuple(made)

    def _chooses(self, line: m.Chooses, scope: Scope, cites: Cites) -> Op:
        who = self.player(line.who, scope, "who decides")
        self._not_in_together(line.at)
        return Op("decide", (who, self.choices(line, scope, cites)), at=line.at)

    def _together(self, line: m.Together, scope: Scope, cites: Cites) -> Op:
        within = self._set_of_players(line.within, scope)
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
                _head(line.body[0].at if line.body else line.at),
                why="all decide before anything happens; the lines below it then happen",
                hint=f"{line.name} picks 1 of hand of {line.name} as chosen",
            )
            return Op("nothing", at=line.at)
        self._not_in_together(line.at)
        choices: tuple[Choice, ...]
        own = tuple(cite.heading for cite in first.cites) or cites
        if isinstance(first, m.Picks):
            pick = self.pick(first.pick, inner)
            choices = (Choice("", "", None, pick, (), own, first.at),) if pick else ()
            self.together = True
        else:
            self.together = True
            choices = self.choices(first, inner, own)
        body = tuple(op for each in rest for op in self.line(each, inner, cites))
        self.together = False
        return Op("together", (local.number, within, choices, body), at=line.at)

    def _show(self, line: m.Show, scope: Scope, cites: Cites) -> Op:
        what = self.cards(line.what, scope, "what is shown")
        to = self.want(line.to, scope, "player", "players", what="who sees it")
        return Op("show", (what, to), at=line.at)

    # -------------------------------------------------------------- procedures
    def _call(self, line: m.Call, scope: Scope, cites: Cites) -> list[Op]:
        procedure = self.symbols.procedures.get(line.procedure)
        if procedure is None:
            self.symbols.unknown("procedure", line.procedure, _head(line.at),
                                 self.symbols.procedures)
            for name in line.giving:
                scope.names.setdefault(name, self.new_local(""))
            return []
        self.symbols.used.add(("procedure", procedure.name))
        if procedure.name in self.calls:
            self.symbols.report(
                "endless-calls", f"{quote(procedure.name)} calls itself", _head(line.at),
                " > ".join([*self.calls, procedure.name]), "it would never end",
                "use repeat, and say what it uses up",
            )
            return []
        inner = Scope()
        ops = self._arguments(line, procedure, scope, inner)
        self.calls.append(procedure.name)
        rule = self.rule
        for each in procedure.body:
            ops.extend(self.line(each, inner, cites))
        self.rule = rule
        self.calls.pop()
        if len(line.giving) > len(procedure.gives):
            self.symbols.report(
                "wrong-count", f"{quote(procedure.name)} gives {len(procedure.gives)} results",
                _head(line.at), why=f"this line takes {len(line.giving)}",
                hint=f"giving {', '.join(each.name for each in procedure.gives)}",
            )
        for name, gives in zip(line.giving, procedure.gives, strict=False):
            ops.extend(self._result(name, gives, inner, scope, line.at))
        return ops

    def _arguments(
        self, line: m.Call, procedure: m.Procedure, scope: Scope, inner: Scope
    ) -> list[Op]:
        ops: list[Op] = []
        given = {argument.name: argument for argument in line.arguments}
        for name, argument in given.items():
            if name not in {each.name for each in procedure.takes}:
                self.symbols.unknown("parameter", name, argument.at,
                                     [each.name for each in procedure.takes])
        for parameter in procedure.takes:
            told = given.get(parameter.name)
            if told is None:
                self.symbols.report(
                    "missing-argument", f"{quote(procedure.name)} is not told its "
                    f"{parameter.name}", _head(line.at),
                    why=f"it takes {parameter.name}, "
                    f"{parameter.words.one if parameter.words else 'a ' + parameter.type}",
                    hint=f"{parameter.name} ...",
                )
                inner.names[parameter.name] = self.new_local("")
            elif parameter.type in ALIASES:
                inner.names[parameter.name] = self._alias(told, parameter, scope)
            else:
                value = self.lower(told.value, scope)
                if parameter.type not in VALUES and not parameter.type.startswith("member"):
                    attribute = parameter.type in self.symbols.attributes
                    kind = f"member {parameter.type}" if attribute else ""
                else:
                    kind = parameter.type
                fits = value.type == kind or {value.type, kind} == {"card", "cards"}
                if value.type and kind and not fits:
                    self.wrong(told.at, f"{parameter.name} must be {shown(kind)}, and this "
                               f"is {shown(value.type)}", "the procedure declares it so")
                ops.append(self._assign_new(parameter.name, value.type, value, inner, told.at))
        return ops

    def _alias(self, argument: m.Argument, parameter: m.Parameter, scope: Scope) -> Any:
        word = ALIASES[parameter.type]
        value = argument.value
        found = None
        if isinstance(value, m.Name):
            named = scope.find(value.name)
            if isinstance(named, Alias):
                found = (named.word, named.number)
            elif word == "attribute":
                number = self.symbols.attributes.get(value.name)
                found = None if number is None else ("attribute", number)
                self.symbols.used.add(("attribute", value.name))
            else:
                found = self._property(value.name, scope)
        wanted = ("figure", "scoring", "track") if word == "figure" else (word,)
        if found is None or found[0] not in wanted:
            self.wrong(argument.at, f"{parameter.name} must be the name of a "
                       f"{parameter.type.replace('player-zone', 'zone of each player')}",
                       "the procedure works on whatever is named here")
            return self.new_local("")
        if word == "zone":
            each = self.program.zones[found[1]].each_player
            if each != (parameter.type == "player-zone"):
                owner = "each player" if parameter.type == "player-zone" else "the table"
                self.wrong(argument.at, f"{parameter.name} must be a zone of {owner}",
                           "the procedure declares it so")
        return Alias(found[0], found[1])

    def _result(
        self, name: str, gives: m.Parameter, inner: Scope, scope: Scope, at: Place
    ) -> list[Op]:
        local = inner.find(gives.name)
        if not isinstance(local, Local):
            self.symbols.report(
                "missing-result", f"the procedure never says {quote(gives.name)}", _head(at),
                why="it promises to give it", hint=f"let {gives.name} be ...",
            )
            scope.names[name] = self.new_local("")
            return []
        value = Op("local", (local.number,), local.type, at, local.reach)
        before = scope.find(name)
        if isinstance(before, Local) and before.type == local.type:
            return [Op("set_local", (before.number, value), at=at)]
        if name in self.symbols.tracks:
            track = self.symbols.tracks[name]
            if not self.program.tracks[track].each_player:
                self.symbols.used.add(("track", name))
                return [Op("set_track", (track, None, value), at=at)]
        # The result is simply another name for what the procedure made.
        scope.names[name] = local
        return []

    def _end_round(self, line: Any, scope: Scope, cites: Cites) -> Op:
        return Op("end_round", at=line.at)

    def _end_game(self, line: Any, scope: Scope, cites: Cites) -> Op:
        return Op("end_game", at=line.at)

    def _nothing(self, line: Any, scope: Scope, cites: Cites) -> Op:
        return Op("nothing", at=line.at)


def _head(at: Place) -> Place:
    if at.line == at.end_line:
        return at
    return Place(at.path, at.line, at.column, at.line, at.column + 1)


_LINES: dict[type, Any] = {
    m.Move: Play._move, m.Shuffle: Play._shuffle, m.Let: Play._let,
    m.LocalFigure: Play._local_figure, m.Becomes: Play._becomes, m.Gain: Play._gain,
    m.Lose: Play._gain, m.Drop: Play._gain, m.If: Play._if, m.WithPlayers: Play._with_players,
    m.ForEach: Play._for_each, m.Repeat: Play._repeat, m.Turns: Play._turns,
    m.Together: Play._together, m.Picks: Play._picks, m.Chooses: Play._chooses,
    m.Show: Play._show, m.Call: Play._call, m.Depending: Play._depending,
    m.EndRound: Play._end_round, m.EndGame: Play._end_game, m.Nothing: Play._nothing,
}
__all__ = ["Play", "blocks"]
