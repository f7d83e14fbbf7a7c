"""Procedures are inlined where they are called."""

from __future__ import annotations

from typing import Any

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.lowering.context import ALIASES, VALUES, Cites, Lines
from variorum_dsl.lowering.names import shown
from variorum_dsl.lowering.scope import Alias, Local, Scope


class Procedures(Lines):
    """Lowers `do`."""

    def _call(self, line: m.Call, scope: Scope, cites: Cites) -> list[c.Line]:
        procedure = self.symbols.procedures.get(line.procedure)
        if procedure is None:
            self.symbols.unknown("procedure", line.procedure, line.at.head(),
                                 self.symbols.procedures)
            for name in line.giving:
                scope.names.setdefault(name, self.new_local(""))
            return []
        self.symbols.used.add(("procedure", procedure.name))
        if procedure.name in self.calls:
            self.symbols.report(
                "endless-calls", f"{quote(procedure.name)} calls itself", line.at.head(),
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
                line.at.head(), why=f"this line takes {len(line.giving)}",
                hint=f"giving {', '.join(each.name for each in procedure.gives)}",
            )
        for name, gives in zip(line.giving, procedure.gives, strict=False):
            ops.extend(self._result(name, gives, inner, scope, line.at))
        return ops

    def _arguments(
        self, line: m.Call, procedure: m.Procedure, scope: Scope, inner: Scope
    ) -> list[c.Line]:
        ops: list[c.Line] = []
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
                    f"{parameter.name}", line.at.head(),
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
                ops.append(self.assign_new(parameter.name, value.type, value, inner, told.at))
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
    ) -> list[c.Line]:
        local = inner.find(gives.name)
        if not isinstance(local, Local):
            self.symbols.report(
                "missing-result", f"the procedure never says {quote(gives.name)}", at.head(),
                why="it promises to give it", hint=f"let {gives.name} be ...",
            )
            scope.names[name] = self.new_local("")
            return []
        value = c.Local(local.number, type=local.type, at=at, reach=self.reaching.of(local))
        before = scope.find(name)
        if isinstance(before, Local) and before.type == local.type:
            target = c.Local(before.number, type=before.type, at=at, reach=self.reaching.of(before))
            return [self.set_value(target, value, at)]
        if name in self.symbols.tracks:
            track = self.symbols.tracks[name]
            if not self.program.tracks[track].each_player:
                self.symbols.used.add(("track", name))
                return [c.SetTrack(c.Track(track, None, at=at), value, origin=c.Origin(at))]
        # The result is simply another name for what the procedure made.
        scope.names[name] = local
        return []
