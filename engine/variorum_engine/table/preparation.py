"""Games made ready to play, by options, readings and number of players; each only once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeVar

from variorum_dsl import model as m
from variorum_dsl.budget import Budget
from variorum_dsl.core.expressions import Expression
from variorum_dsl.core.program import Program, PromiseTable
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.lowering.program import lowered
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.model.game import Game

from variorum_engine.examples.runner import run_example
from variorum_engine.interpreter.state import Fault
from variorum_engine.table.table import Rules
from variorum_engine.words.vocabulary import Vocabulary

Chosen = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
Prepared = tuple[Rules | None, list[Diagnostic], Symbols]
Part = Literal["whole", "final", "setup"]
T = TypeVar("T", Program, Symbols)


class Ready:
    """The variants of one file. `gaps` says that it may have mistakes: what is wrong cannot be
    played, and raises `Unread`."""

    def __init__(self, sheet: Sheet, budget: Budget | None = None, *, gaps: bool = False) -> None:
        self.sheet = sheet
        self.gaps = gaps
        self.budget = budget or Budget()
        self._games: dict[Chosen, tuple[Game, list[Diagnostic]]] = {}
        self._rules: dict[tuple[Chosen, int, Part], Prepared] = {}
        self._lowered: dict[tuple[Chosen, int], tuple[Program, Symbols]] = {}
        self._like: dict[int, Symbols] = {}  # whose cards other choices may share
        self._vocabulary = Vocabulary(sheet)

    def adopt(self, game: Game, programs: Mapping[int, tuple[Program, Symbols]]) -> None:
        """Take over a game that somebody has lowered already."""
        chosen = _chosen(game.chosen_options, dict(game.chosen_readings))
        self._games[chosen] = game, []
        for players, (program, symbols) in programs.items():
            self._lowered[chosen, players] = program, symbols
            self._like.setdefault(players, symbols)

    def game(
        self, options: Iterable[str] = (), readings: Mapping[str, str] | None = None
    ) -> tuple[Game, list[Diagnostic]]:
        key = _chosen(options, readings)
        if key not in self._games:
            self._games[key] = self.sheet.resolved(options, readings)
        return self._games[key]

    def rules(
        self, players: int, options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
    ) -> Prepared:
        """The rules for a number of players, or what is wrong with them."""
        return self._prepared(players, options, readings, "whole")

    def final(
        self, players: int, options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
    ) -> Prepared:
        """The rules from the end of the game on: enough to reckon a position, and quicker."""
        whole = self._rules.get((_chosen(options, readings), players, "whole"))
        return whole or self._prepared(players, options, readings, "final")

    def setup(self, players: int, options: Iterable[str] = ()) -> Prepared:
        """The rules up to the end of the setup."""
        return self._prepared(players, options, None, "setup")

    def _prepared(
        self, players: int, options: Iterable[str], readings: Mapping[str, str] | None, part: Part
    ) -> Prepared:
        key = _chosen(options, readings), players, part
        if key not in self._rules:
            game, problems = self.game(options, readings)
            if part == "whole" and key[:2] in self._lowered:
                program, symbols = self._lowered[key[:2]]
                found = symbols.problems
            elif part == "final" and key[:2] in self._lowered:
                program, symbols = _reckoning(*self._lowered[key[:2]])
                found = symbols.problems
            else:
                program, found, symbols = lowered(
                    _only(game, part), players, self._like.get(players))
                self._like.setdefault(players, symbols)
            errors = [p for p in (*problems, *found) if p.severity == "error"]
            rules = None if errors and not self.gaps else Rules(program, self.budget)
            if rules is not None and program.always and not self.gaps:
                program.always = _still_promised(game, rules)
            if self.gaps:
                # An example reports what it says itself, not what the rules say.
                program.always, symbols.problems = [], []
            self._rules[key] = rules, errors, symbols
        return self._rules[key]

    def run(self, example: m.Example, reached: set[object] | None = None) -> list[Diagnostic]:
        """Run an example under the options and readings that it names."""
        origin = example.origin.removeprefix("option ") if (
            example.origin.startswith("option ")) else ""
        options = tuple(dict.fromkeys((origin, *example.options) if origin else example.options))
        readings = {each.silence: each.reading for each in example.readings}
        game, problems = self.game(options, readings)
        if problems:
            return [_in_example(example, p) for p in problems if p.code.startswith("unknown")]
        count = len(example.players)
        if count not in game.player_counts():
            if _only_unplayable(example):
                return []
            return [Diagnostic(
                "example-wrong", "error", f"{count} players cannot play this game",
                Label(example.at.head(), "this example"),
                why="an example names as many players as can play",
                hint="add or leave out players",
            )]
        # What is given stands in its order, so that nothing is late unless the last fact is.
        if example.acts and _late(example.given[-1:], example.acts[0].at):
            late = _late(example.given, example.acts[0].at)
            return [Diagnostic(
                "example-wrong", "error", "a position cannot be given in the middle",
                Label(late[0].at), why="what is given is where the example begins",
                hint="put it above the first `when` or `then`, or into another example",
            )]
        twice = next((name for name in example.players if example.players.count(name) > 1), "")
        if twice:
            return [Diagnostic(
                "example-wrong", "error", f"two players are called {quote(twice)}",
                Label(example.at), why="a move must say whose it is",
                hint="give each player another name",
            )]
        plays = any(isinstance(act, m.Act) and act.start != "the game ends"
                    for act in example.acts)
        prepare = self.rules if plays else self.final
        rules, _, symbols = prepare(count, options, readings)
        if rules is None:
            return []
        return run_example(example, rules, symbols, reached=reached, vocabulary=self._vocabulary)


def _late(given: tuple[m.FactLine, ...], act: Place) -> list[m.FactLine]:
    """The facts that are given below the first thing that happens."""
    return [fact for fact in given if fact.at.path == act.path and fact.at.line > act.line]


def _in_example(example: m.Example, problem: Diagnostic) -> Diagnostic:
    """An option, silence or reading that does not exist, where the example names it."""
    named = dict(zip(example.options, example.options_at, strict=False))
    for each in example.readings:
        named |= {each.silence: each.silence_at, each.reading: each.reading_at}
    at = named.get(problem.title.split('"')[1]) if '"' in problem.title else None
    fix = problem.fix and at and Fix(problem.fix.title, tuple(
        edit._replace(place=at) for edit in problem.fix.edits))
    return problem._replace(primary=Label(at or example.at.head(), "for this example"),
                            secondary=(), fix=fix or None)


def _only_unplayable(example: m.Example) -> bool:
    """The example says that so many cannot play, and nothing else."""
    return not example.given and all(
        isinstance(act, m.Then) and all(isinstance(fact, m.Unplayable) for fact in act.facts)
        for act in example.acts
    ) and bool(example.acts)


def _chosen(options: Iterable[str], readings: Mapping[str, str] | None) -> Chosen:
    return tuple(options), tuple(sorted((readings or {}).items()))


def _still_promised(game: Game, rules: Rules) -> list[PromiseTable]:
    """The promises of the file, and those of its parents that can still be kept: one that is not
    true of the cards as they are before the setup speaks of the cards of the parent."""
    inherited = {each.name for each in game.always if each.origin.startswith("parent ")}
    if not inherited:
        return rules.program.always

    def kept(name: str, condition: Expression) -> bool:
        try:
            return name not in inherited or bool(rules.evaluator(condition)(rules.opening()))
        except Fault:
            return True  # it speaks of something that comes about only in play

    return [row for row in rules.program.always if kept(row[0], row[1])]


def _reckoning(program: Program, symbols: Symbols) -> tuple[Program, Symbols]:
    """Of a game that is lowered already, what is played once it has ended. What examples say of
    it is lowered later, and must not get in the way of those that play the whole."""
    stages = [stage for stage in program.stages if stage.stage in ("setup", "reckoning")]
    program = _but(program, stages=stages, always=[], figures=list(program.figures))
    return program, _but(symbols, program=program, problems=list(symbols.problems))


def _but(thing: T, **changes: object) -> T:
    """Another one of the same sort, with some members changed."""
    made = object.__new__(type(thing))
    made.__dict__.update(thing.__dict__, **changes)
    return made


def _only(game: Game, part: Part) -> Game:
    """The game without the parts that are not played."""
    if part == "whole":
        return game
    # What the setup fixes counts in the end as well.
    wanted = ("setup",) if part == "setup" else ("setup", "reckoning")
    stages = tuple(stage for stage in game.stages if stage.stage in wanted)
    if part == "final":
        return game.but(stages=stages, always=())
    return game.but(
        stages=stages, always=(), ends=(), winner=None, elimination=None
    )
