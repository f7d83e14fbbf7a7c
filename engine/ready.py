"""Games made ready to play, by options, readings and number of players; each only once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl import model as m
from dsl.diagnostics import Diagnostic, Label
from dsl.game import Game
from dsl.lowering.program import lowered
from dsl.lowering.symbols import Symbols
from dsl.resolve import Sheet
from engine.examples import run_example
from engine.table import Rules

Chosen = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


class Ready:
    """The variants of one file."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._games: dict[Chosen, tuple[Game, list[Diagnostic]]] = {}
        self._rules: dict[tuple[Chosen, int], tuple[Rules | None, list[Diagnostic], Symbols]] = {}

    def game(
        self, options: Iterable[str] = (), readings: Mapping[str, str] | None = None
    ) -> tuple[Game, list[Diagnostic]]:
        key = tuple(options), tuple(sorted((readings or {}).items()))
        if key not in self._games:
            self._games[key] = self.sheet.resolved(options, readings)
        return self._games[key]

    def rules(
        self, players: int, options: Iterable[str] = (),
        readings: Mapping[str, str] | None = None,
    ) -> tuple[Rules | None, list[Diagnostic], Symbols]:
        """The rules for a number of players, or what is wrong with them."""
        key = (tuple(options), tuple(sorted((readings or {}).items()))), players
        if key not in self._rules:
            game, problems = self.game(options, readings)
            program, found, symbols = lowered(game, players)
            errors = [p for p in (*problems, *found) if p.severity == "error"]
            rules = None if errors else Rules(program)
            self._rules[key] = rules, errors, symbols
        return self._rules[key]

    def run(self, example: m.Example, reached: set[object] | None = None) -> list[Diagnostic]:
        """Run an example under the options and readings that it names."""
        origin = example.origin.removeprefix("option ") if (
            example.origin.startswith("option ")) else ""
        options = tuple(dict.fromkeys([*([origin] if origin else []), *example.options]))
        readings = {each.silence: each.reading for each in example.readings}
        game, problems = self.game(options, readings)
        if problems:
            return [p._replace(secondary=(*p.secondary, Label(example.at, "for this example")))
                    for p in problems if p.code.startswith("unknown")]
        count = len(example.players)
        if count not in game.player_counts():
            return [Diagnostic(
                "example-wrong", "error", f"{count} players cannot play this game",
                Label(example.at), why="an example names as many players as can play",
                hint="add or leave out players",
            )]
        rules, errors, symbols = self.rules(count, options, readings)
        if rules is None:
            return []
        return run_example(example, rules, symbols, reached=reached)
