"""The index of a rule file: every word that is a name, what it names, and where that is declared.

In comes a loaded file, out comes an `Index`. Names of rules are noted while the rules are lowered:
once as they are, once with each option and with each reading. Names that only order the file
(edits, options, readings, examples) are looked up beside that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.edits.addresses import keyed
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files.loader import Loaded
from variorum_dsl.lowering.context import Lowering
from variorum_dsl.lowering.declarations import declared
from variorum_dsl.lowering.expressions import lower
from variorum_dsl.lowering.lines import effect_of, uncalled
from variorum_dsl.lowering.program import lower_clauses
from variorum_dsl.lowering.scope import Binding, Local, Scope
from variorum_dsl.lowering.symbols import Namespace, Symbols
from variorum_dsl.lowering.uses import Role, Sort, Symbol, Use, Uses, placed
from variorum_dsl.model.game import Game

_WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_COUNT_WITHOUT_SEATS = 3


@dataclass(frozen=True, slots=True)
class Index:
    """Everything that has a name, with the places of all words that name it, in order; `types` are
    those of what the lines make."""

    uses: dict[Symbol, tuple[Use, ...]]
    types: dict[Symbol, str] = field(default_factory=dict)
    _lines: dict[tuple[str, int], list[tuple[Place, Symbol]]] = field(
        default_factory=dict, init=False, repr=False, compare=False)

    def at(self, path: str, line: int, column: int) -> Symbol | None:
        """What the word at a place names."""
        for place, symbol in self.on_line(path, line):
            if place.column <= column <= place.end_column:
                return symbol
        return None

    def on_line(self, path: str, line: int) -> list[tuple[Place, Symbol]]:
        """The names on a line, in order."""
        if not self._lines:
            for symbol, uses in self.uses.items():
                for use in uses:
                    self._lines.setdefault((use.at.path, use.at.line), []).append((use.at, symbol))
            for row in self._lines.values():
                row.sort()
        return self._lines.get((path, line), [])


def index(loaded: Loaded) -> Index:
    """The names of a file and of what it extends and uses."""
    noted, same = Uses(), _Same()
    types: dict[Symbol, str] = {}
    if loaded.sheet is not None:
        indexing = _Indexing(loaded, loaded.sheet, noted, same)
        indexing.run()
        for table in indexing.tables.values():
            types.update(table.types)
    named: dict[Place, Symbol] = {}
    for at, symbol in noted.found:
        if at != NOWHERE:
            same.join(named.setdefault(at, symbol), symbol)
    roles: dict[Symbol, dict[Place, Role]] = {}
    for (at, symbol), role in noted.found.items():
        if at != NOWHERE:
            roles.setdefault(same.first(symbol), {}).setdefault(at, role)
    return Index({symbol: tuple(Use(at, role) for at, role in sorted(places.items()))
                  for symbol, places in sorted(roles.items())}, types)


class _Same:
    """Symbols that are one thing: a clause and what replaces it in a variant, with an option or
    with a reading. One word means either of them, so they go by one name."""

    def __init__(self) -> None:
        self.earlier: dict[Symbol, Symbol] = {}

    def first(self, symbol: Symbol) -> Symbol:
        while symbol in self.earlier:
            symbol = self.earlier[symbol]
        return symbol

    def join(self, one: Symbol, other: Symbol) -> None:
        first, second = self.first(one), self.first(other)
        if first != second:
            self.earlier[second] = first


def everywhere(game: Game, players: int) -> Symbols:
    """A game with all its names resolved, also in lines that are never reached."""
    ctx = Lowering(declared(game, players), everywhere=True)
    lower_clauses(ctx)
    symbols = ctx.symbols
    for effect in game.effects:
        effect_of(ctx, effect, symbols.masks.get(effect.kind, 0))
    called = {symbol.name for (_, symbol), role in symbols.uses.found.items()
              if symbol.sort == "procedure" and role == "reads"}
    for procedure in game.procedures:
        if procedure.name not in called:
            uncalled(ctx, procedure)
    return symbols


def _bodies(game: Game) -> tuple[m.Stage | m.Effect | m.Procedure, ...]:
    return (*game.stages, *game.effects, *game.procedures)


class _Indexing:
    """Goes through a file. `declared` has what the names of its rules mean, whatever is chosen."""

    def __init__(self, loaded: Loaded, sheet: Sheet, noted: Uses, same: _Same) -> None:
        self.sources = loaded.sources
        self.sheet = sheet
        self.noted = noted
        self.same = same
        self.games: list[Game] = []  # as it is, then with each choice
        self.renamed = {item.old for item in sheet.document.items if isinstance(item, m.Rename)}
        self.declared: dict[tuple[Namespace, str], Symbol] = {}
        self.ordering: dict[tuple[Sort, str, str], Symbol] = {}  # with the clause it is inside of
        self.tables: dict[tuple[tuple[str, ...], tuple[tuple[str, str], ...], int], Symbols] = {}

    def run(self) -> None:
        if self.sheet.parent is not None:
            # What the file takes away or replaces is named by the parent.
            self._ordered(self.sheet.parent.resolved()[0])
        game, _ = self.sheet.resolved()
        for count in list(game.player_counts()) or [_COUNT_WITHOUT_SEATS]:
            self._game(game, count)
        for options, readings in self._choices():
            chosen, problems = self.sheet.resolved(options, readings)
            if not problems:
                counts = list(chosen.player_counts()) or [_COUNT_WITHOUT_SEATS]
                self._game(chosen, counts[0])
        self._document(self.sheet.document)

    def _choices(self) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
        for silent in self.sheet.silences.values():
            for reading in silent.readings:
                yield (), {silent.name: reading.name}
        for name, option in self.sheet.options.items():
            yield (name,), {}
            for line in option.lines:
                if isinstance(line, m.Silent):
                    for reading in line.readings:
                        yield (name,), {line.name: reading.name}

    # ----------------------------------------------------------------------------------- rules
    def _game(self, game: Game, players: int) -> None:
        self.games.append(game)
        symbols = everywhere(game, players)
        self.noted.add([symbols.uses])
        self.tables[game.chosen_options, game.chosen_readings, players] = symbols
        for key, symbol in symbols.declared.items():
            self.same.join(self.declared.setdefault(key, symbol), symbol)
        self._ordered(game)
        for pile in game.piles:
            for component in pile.lines:
                for number, row in enumerate(component.table):
                    names: Namespace = "member" if number else "attribute"
                    for word, at in self._words(row.at):
                        self._rule((names,), word, at, "states")

    def _ordered(self, game: Game) -> None:
        """The names that no expression can speak of."""
        for stage in game.stages:
            named = stage.name_at != NOWHERE  # else it is called what it is
            self._declare("stage", stage.name,
                          stage.name_at if named else stage.at.first(stage.stage))
        for end in game.ends:
            self._declare("end", end.name, end.name_at)
        for always in game.always:
            self._declare("always", always.name, always.name_at)
        for scoring in game.scorings:
            for step in scoring.steps:
                self._declare("step", step.name, step.name_at, scoring.name)
        for clause in _bodies(game):
            for node in m.walk(clause):
                if isinstance(node, m.Line) and node.label:
                    self._declare("line", node.label, node.label_at, clause.name)
                elif isinstance(node, m.Choice):
                    self._declare("choice", node.name, node.name_at)

    def _declare(self, sort: Sort, name: str, at: Place, inside: str = "") -> None:
        if name and name not in self.renamed:
            symbol = Symbol(sort, name, at)
            self.same.join(self.ordering.setdefault((sort, inside, name), symbol), symbol)
            self.noted.note(symbol, at, "declares")

    def _rule(
        self, namespaces: tuple[Namespace, ...], name: str, at: Place, role: Role
    ) -> None:
        for namespace in namespaces:
            symbol = self.declared.get((namespace, name))
            if symbol is not None:
                self.noted.note(symbol, at, role)
                return

    def _other(self, sort: Sort, name: str, at: Place, role: Role, inside: str = "") -> None:
        symbol = self.ordering.get((sort, inside, name))
        if symbol is not None:
            self.noted.note(symbol, at, role)

    def _words(self, at: Place) -> Iterator[tuple[str, Place]]:
        """The words of one line of the text that could be names."""
        text = self.sources.line(at.path, at.line) or ""
        end = at.end_column - 1 if at.line == at.end_line else len(text)
        for found in _WORD.finditer(text, at.column - 1, end):
            yield found[0], Place(at.path, at.line, found.start() + 1, at.line, found.end() + 1)

    # -------------------------------------------------------------------------------- the file
    def _document(self, document: m.Document) -> None:
        self.noted.note(Symbol("game", document.name, document.name_at), document.name_at,
                        "declares")
        if self.sheet.parent is not None:
            parent = self.sheet.parent.document
            symbol = Symbol("game", parent.name, parent.name_at)
            self.noted.note(symbol, parent.name_at, "declares")
            self.noted.note(symbol, document.parent_at, "reads")
        for option in self.sheet.options.values():
            self._declare("option", option.name, option.name_at)
            for line in option.lines:
                if isinstance(line, m.Silent):
                    self._silence(line)
        for silent in self.sheet.silences.values():
            self._silence(silent)
        for item in document.items:
            match item:
                case m.Uses():
                    for name, at in placed(item.libraries, item.libraries_at):
                        self.noted.note(Symbol("library", name), at, "reads")
                case m.Components():
                    self._totals(item)
                case m.Example():
                    self._example(item, ())
                case m.Option():
                    for line in item.lines:
                        self._option_line(line, item)
                case m.Silent():
                    self._readings(item)
                case m.Add() | m.Replace() | m.Remove() | m.Rename() | m.Change():
                    self._edit(item)

    def _silence(self, silent: m.Silent) -> None:
        self._declare("silence", silent.name, silent.name_at)
        for reading in (*((silent.assumed,) if silent.assumed else ()), *silent.readings):
            self._declare("reading", reading.name, reading.name_at, silent.name)

    def _readings(self, silent: m.Silent) -> None:
        for reading in silent.readings:
            for name, at in zip(reading.options, reading.options_at, strict=True):
                self._other("option", name, at, "reads")
            for edit in reading.edits:
                self._edit(edit)

    def _option_line(self, line: m.OptionLine, option: m.Option) -> None:
        match line:
            case m.Example():
                self._example(line, (option.name,))
            case m.Silent():
                self._readings(line)
            case _:
                self._edit(line)

    def _totals(self, components: m.Components) -> None:
        for line in components.lines:
            if isinstance(line, m.Total):
                self._rule(("kind",), line.kind, line.kind_at, "states")

    # ----------------------------------------------------------------------------------- edits
    def _edit(self, edit: m.Edit) -> None:
        """The names by which an edit says what it changes; what it brings in is a rule."""
        match edit:
            case m.Add(section=section):
                if isinstance(section, m.Components):
                    self._totals(section)
            case m.Replace():
                pass  # the clause is lowered
            case m.Rename():
                self._renamed(edit)
            case m.Remove():
                self._clause(edit.word, edit.name, edit.name_at)
            case m.Change():
                self._clause(edit.section, edit.name, edit.name_at)
                for inner in edit.edits:
                    self._line_edit(inner, edit)
            case _:
                assert_never(edit)

    def _clause(self, word: str, name: str, at: Place) -> None:
        match word:
            case "setup" | "rounds" | "phase" | "reckoning":
                self._other("stage", name, at, "edits")
            case "end" | "always" | "option" | "silence":
                self._other(word, name, at, "edits")
            case "silent":
                self._other("silence", name, at, "edits")
            case ("kind" | "zone" | "track" | "dummy" | "figure" | "scoring" | "effect"
                  | "procedure"):
                symbol = self.declared.get((word, name)) or self._inherited().get((word, name))
                if symbol is not None:
                    self.noted.note(symbol, at, "edits")

    def _inherited(self) -> dict[tuple[Namespace, str], Symbol]:
        """What the parent declares, for names that the file takes away."""
        if self.sheet.parent is None:
            return {}
        game, _ = self.sheet.parent.resolved()
        counts = list(game.player_counts()) or [_COUNT_WITHOUT_SEATS]
        return declared(game, counts[0]).declared

    def _renamed(self, edit: m.Rename) -> None:
        for (_, name), symbol in self._inherited().items():
            if name == edit.old:
                self.noted.note(symbol, edit.old_at, "edits")
        for (_, name), symbol in self.declared.items():
            if name == edit.new:
                self.noted.note(symbol, edit.new_at, "declares")

    def _line_edit(self, edit: m.LineEdit, change: m.Change) -> None:
        match edit:
            case m.InsertLines(where=where):
                self._key(where.key, where.key_at, change)
            case (m.ReplaceLines() | m.DropLine() | m.InsertCases() | m.InsertChoices()
                  | m.ExtendCase()):
                self._key(edit.key, edit.key_at, change)
                if isinstance(edit, m.ExtendCase):
                    for kind, at in placed(edit.kinds, edit.kinds_at):
                        self._rule(("kind",), kind, at, "reads")
            case m.OnlyIf():
                pass  # its condition is lowered with the effect
            case _:
                assert_never(edit)

    def _key(self, key: str, at: Place, change: m.Change) -> None:
        if not key:
            return
        match change.section:
            case "scoring":
                self._other("step", key, at, "edits", change.name)
            case "winner":
                self._rule(("scoring", "figure", "track"), key, at, "edits")
            case "components":
                self._rule(("kind",), key, at, "edits")
            case _:
                self._line_key(key, at, change)

    def _line_key(self, key: str, at: Place, change: m.Change) -> None:
        """A line is called by its label, or by the name that it makes or calls; a case, by its
        kind."""
        for clause in (clause for game in self.games for clause in _bodies(game)):
            if clause.name != (change.name or change.section):
                continue
            line = keyed(clause.body).get(key)
            if line is not None and line.label:
                self._other("line", key, at, "edits", clause.name)
                return
            match line:
                case m.Let(name=name, name_at=made) | m.LocalFigure(name=name, name_at=made) | (
                    m.Picks(pick=m.Picking(name=name, name_at=made))
                ) if name == key:
                    self.noted.note(Symbol("local", name, made), at, "edits")
                    return
                case m.Becomes(target=m.Name(name=name) | m.Owned(name=name)) if name == key:
                    self._rule(("track",), name, at, "edits")
                    return
                case m.Call(procedure=name) if name == key:
                    self._rule(("procedure",), name, at, "edits")
                    return
        self._rule(("kind",), key, at, "edits")

    # -------------------------------------------------------------------------------- examples
    def _example(self, example: m.Example, options: tuple[str, ...]) -> None:
        self._declare("example", example.name, example.name_at)
        for name, at in placed(example.options, example.options_at):
            self._other("option", name, at, "states")
        for under in example.readings:
            self._other("silence", under.silence, under.silence_at, "states")
            self._other("reading", under.reading, under.reading_at, "states", under.silence)
        wanted = {*options, *example.options}
        chosen = tuple(name for name in self.sheet.options if name in wanted)
        readings = {each.silence: each.reading for each in example.readings}
        key = chosen, tuple(readings.items()), len(example.players)
        if key not in self.tables:
            game, _ = self.sheet.resolved(chosen, readings)
            self.tables[key] = everywhere(game, max(1, len(example.players)))
        symbols = self.tables[key]
        before, symbols.uses = symbols.uses, Uses()
        ctx = Lowering(symbols)
        scope = Scope()
        players = {name: Symbol("player", name, at)
                   for name, at in placed(example.players, example.players_at)}
        if any(isinstance(act, m.Act) and act.line for act in example.acts):
            # It begins among names that the rules have made; which of two is meant is not clear.
            made = {symbol for _, symbol in before.found if symbol.sort in ("local", "parameter")}
            often = Counter(symbol.name for symbol in made)
            scope.names |= {symbol.name: Binding(Local(0, symbols.types[symbol]), symbol)
                            for symbol in made
                            if often[symbol.name] == 1 and symbol in symbols.types}
        for symbol in players.values():
            ctx.bind_name(scope, symbol, Local(0, "player"))
        facts = [*example.given, *(fact for act in example.acts if isinstance(act, m.Then)
                                   for fact in act.facts)]
        for fact in facts:
            self._fact(fact, ctx, scope, players)
        for act in example.acts:
            if isinstance(act, m.Act):
                self._other("stage", act.stage, act.stage_at, "states")
                self._begun(act.line, act.line_at, symbols)
                self._begun(act.caller, act.caller_at, symbols)
                for said in act.moves:
                    self._player(said.player, said.player_at, players)
                    for phrase in said.move:
                        self._phrase(phrase, players)
        for (at, symbol), role in symbols.uses.found.items():
            self.noted.note(symbol, at, "declares" if role == "declares" else "states")
        symbols.uses = before

    def _begun(self, key: str, at: Place, symbols: Symbols) -> None:
        """A line at which an example begins: in a stage, or in a procedure that is called."""
        for clause in _bodies(symbols.game) if key else ():
            line = keyed(clause.body).get(key)
            if line is not None and line.label == key:
                self._other("line", key, at, "states", clause.name)
                return
            if isinstance(line, m.Call) and line.procedure == key:
                self._rule(("procedure",), key, at, "states")
                return

    def _fact(
        self, fact: m.FactLine, ctx: Lowering, scope: Scope, players: dict[str, Symbol]
    ) -> None:
        match fact:
            case m.Holds():
                lower(ctx, fact.zone, scope)
                for phrase in fact.cards:
                    self._phrase(phrase, players)
            case m.Fact():
                lower(ctx, fact.condition, scope)
            case m.StepFact():
                lower(ctx, fact.score, scope)
                lower(ctx, fact.value, scope)
                if isinstance(fact.score, m.Owned):
                    self._other("step", fact.step, fact.step_at, "states", fact.score.name)
            case m.Sees():
                self._player(fact.player, fact.player_at, players)
                lower(ctx, fact.zone, scope)
            case m.Eliminated() | m.Won() | m.ToDecide():
                for name, at in placed(fact.players, fact.players_at):
                    self._player(name, at, players)
            case m.Decided():
                self._rule(("scoring", "figure", "track"), fact.by, fact.by_at, "states")
            case m.Ended() | m.Unplayable() | m.Boxed():
                pass  # they name nothing that a rule knows
            case _:
                assert_never(fact)

    def _player(self, name: str, at: Place, players: dict[str, Symbol]) -> None:
        if name in players:
            self.noted.note(players[name], at, "states")

    def _phrase(self, phrase: m.Phrase, players: dict[str, Symbol]) -> None:
        """Cards and choices as people say them: each word that is a name is one."""
        for word, at in self._words(phrase.at):
            if ("choice", "", word) in self.ordering:
                self._other("choice", word, at, "states")
            elif word in players:
                self._player(word, at, players)
            else:
                self._rule(("kind", "member", "attribute", "zone", "track"), word, at, "states")
