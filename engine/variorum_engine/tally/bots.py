"""The bots of a simulation: one name for each seat, as everywhere, and how the compiled game knows
them.

Bots without a compiled form play on tables of the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from variorum_dsl.core.program import Program

from variorum_engine.bots import Bot, Settings, Sitting, bot_named, named
from variorum_engine.bots.light import light_answer
from variorum_engine.bots.sensible import GAMES, MOST
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.machine import Machine, runtime
from variorum_engine.compiler.emit.light import Light, always_answers
from variorum_engine.interpreter.chance import Stream
from variorum_engine.runtime.games import LIGHT, RANDOM, RULE_OF_THUMB, SEARCH
from variorum_engine.runtime.interface import Row
from variorum_engine.runtime.search.tree import HOW_LONG, KNOWN_LONG, RANDOM_OTHERS
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.tuning.weights import row_of, weights_of

USUAL = "thumb"
SKILLED_SEARCH = 100

COMPILED: dict[str, Callable[[Settings], int]] = {
    "random": lambda how: RANDOM,
    "light": lambda how: LIGHT,
    "thumb": lambda how: RULE_OF_THUMB,
    "search": lambda how: SEARCH + how.simulations + RANDOM_OTHERS * how.random_others,
}
"""The bots that the compiled game knows, and by which number: `runtime/games.py`."""

Weights = Mapping[str, Mapping[str, int]]
"""For each bot that plays by rule of thumb, by its name: the weights by theirs."""


class Bots:
    """A party: who plays, in the order in which they were named."""

    def __init__(self, names: Sequence[str], weights: Weights | None = None) -> None:
        """`weights` are those of the rule of thumb; without them, those that are found here."""
        self.names = tuple(names)
        self.weights = weights
        self.by_thumb = [name for name in dict.fromkeys(names) if named(name).kind == "thumb"]

    @property
    def party(self) -> list[int]:
        """The numbers by which the compiled game knows them. Where several sets of weights meet,
        each bot says by which it plays; else they need not be looked for in every game."""
        codes = [code_of(name) for name in self.names]
        if len(self.by_thumb) < 2:
            return codes
        return [-1 - self.by_thumb.index(name) if code == RULE_OF_THUMB else code
                for name, code in zip(self.names, codes, strict=True)]

    @property
    def think(self) -> bool:
        """Whether somebody searches, and so has to remember what was seen."""
        return any(named(name).kind == "search" for name in self.names)

    def light(self, program: Program) -> Light:
        """Whether somebody plays by the light policy, or everybody and never otherwise."""
        some = [named(name).kind == "light" for name in self.names]
        if all(some) and always_answers(program):
            return "all"
        return "some" if any(some) else ""

    @property
    def at_tables(self) -> list[str]:
        """Those of them that have no compiled form."""
        return [name for name in dict.fromkeys(self.names) if named(name).kind not in COMPILED]

    def notes(self, rules: Rules) -> str:
        """What people should know about how these bots play a game on tables."""
        return " ".join(filter(None, dict.fromkeys(
            bot_named(name, rules, 0).note for name in dict.fromkeys(self.names))))

    @property
    def modules(self) -> tuple[str, ...]:
        """The parts of the runtime that these bots need; the others need not be compiled."""
        if self.at_tables:
            raise NotCompilable(f"{self.at_tables[0]} plays on tables of the interpreter only")
        return runtime(by_thumb=bool(self.by_thumb), thinking=self.think)

    @property
    def entries(self) -> tuple[str, ...]:
        return ("thinking",) if self.think else ()

    def rows(self, machine: Machine, scratch: Row) -> tuple[list[int], list[int], list[int]]:
        """Weights, room for a tree and knowledge; one number each where no bot needs them."""
        weights, tree, known = [0], [0], [0]
        if self.by_thumb:
            players = machine.rules.program.players
            weights = [players] * players
            for name in self.by_thumb:
                weights += row_of(machine.thumb, self._weights(name, machine.rules.program))
        if self.think:
            one, ask = machine.zeros(1), machine.functions["thinking"]
            tree = [0] * ask(one, scratch, one, one, 0, self.effort, HOW_LONG)
            known = [0] * ask(one, scratch, one, one, 0, 0, KNOWN_LONG)
        return weights, tree, known

    def chosen(self, name: str, table: Table, seat: int, stream: Stream) -> Move:
        """The move of a bot at a table of the interpreter."""
        if name == "random":
            return table.drawn(seat, stream)
        if name == "light":
            return light_answer(table, seat, stream) or table.drawn(seat, stream)
        from variorum_engine.bots.thumb import ThumbBot

        bot: Bot
        if name in self.by_thumb:
            weights = self._weights(name, table.rules.program)
            bot = ThumbBot(table.rules, stream.word(), weights)
        else:
            bot = bot_named(name, table.rules, stream.word())
        return bot.choose(Sitting(table, seat))

    def _weights(self, name: str, program: Program) -> Mapping[str, int]:
        if self.weights:
            return self.weights[name]
        return weights_of(named(name).settings.weights, program).weights

    @property
    def effort(self) -> int:
        """How many imagined games the slowest bot plays for a decision."""
        return max(map(imagined, self.names), default=0)


def code_of(name: str) -> int:
    """The number by which the compiled game knows a bot."""
    asked = named(name)
    return COMPILED[asked.kind](asked.settings)


def imagined(name: str) -> int:
    """How many games a bot imagines for a decision, or may."""
    asked = named(name)
    return GAMES * MOST if asked.kind == "sensible" else asked.settings.simulations


def skilled(players: int) -> tuple[str, ...]:
    """A table at which different skill sits together: search, thumb, random, and so on."""
    names = (f"search:{SKILLED_SEARCH}", "thumb", "random")
    if players == 2:
        return names[0], names[2]
    return tuple(names[seat % 3] for seat in range(players))
