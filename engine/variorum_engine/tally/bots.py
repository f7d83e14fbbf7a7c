"""The bots of a simulation, by name: `random`, `thumb`, `search:100` and, if it is to suppose that
the others answer at random, `search:100:random-others`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from variorum_engine.compiler.backends.machine import runtime
from variorum_engine.runtime.tree import HOW_LONG, RANDOM_OTHERS
from variorum_engine.tuning.weights import bundled_for, row_of

if TYPE_CHECKING:
    from variorum_dsl.core.program import Program

    from variorum_engine.compiler.backends.machine import Machine
    from variorum_engine.interpreter.chance import Stream
    from variorum_engine.table.table import Move, Table

USUAL_SEARCH = 100
MOST_SEARCH = 1_000_000
RANDOM, THUMB = 0, 1
KNOWN_ROOM = -1
USUAL = "thumb"


Weights = Mapping[str, Mapping[str, int]]
"""For each bot that plays by rule of thumb, by its name: the weights by theirs."""


class UnknownBot(ValueError):
    """No bot is called that."""


class Bots:
    """A party: who plays, in the order in which they were named."""

    def __init__(self, names: Sequence[str], weights: Weights | None = None) -> None:
        """`weights` are those of the rule of thumb; without them, those that come with us."""
        self.names = tuple(names)
        self.codes = [code_of(name) for name in names]
        self.weights = weights
        self.by_thumb = list(dict.fromkeys(
            name for name, code in zip(names, self.codes, strict=True) if code == THUMB))

    @property
    def party(self) -> list[int]:
        """The numbers by which the code knows them. Where several sets of weights meet, each bot
        says by which it plays; else they need not be looked for in every game."""
        if len(self.by_thumb) < 2:
            return self.codes
        return [-1 - self.by_thumb.index(name) if code == THUMB else code
                for name, code in zip(self.names, self.codes, strict=True)]

    @property
    def think(self) -> bool:
        """Whether somebody imagines games, and so has to remember what was seen."""
        return any(code > THUMB for code in self.codes)

    @property
    def modules(self) -> tuple[str, ...]:
        """The parts of the runtime that these bots need; the others need not be compiled."""
        return runtime(by_thumb=bool(self.by_thumb), thinking=self.think)

    @property
    def entries(self) -> tuple[str, ...]:
        return ("thinking",) if self.think else ()

    def rows(self, machine: Machine, scratch: Any) -> tuple[list[int], list[int], list[int]]:
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
            known = [0] * ask(one, scratch, one, one, 0, 0, KNOWN_ROOM)
        return weights, tree, known

    def chosen(self, name: str, table: Table, seat: int, stream: Stream) -> Move:
        """The move of a bot at a table of the interpreter."""
        if name == "random":
            return table.drawn(seat, stream)
        from variorum_engine.bots import Bot, Sitting, bot_named
        from variorum_engine.bots.thumb import ThumbBot

        bot: Bot
        if code_of(name) == THUMB:
            weights = self._weights(name, table.rules.program)
            bot = ThumbBot(table.rules, stream.word(), weights)
        else:
            others = ":random-others" if code_of(name) > RANDOM_OTHERS else ""
            bot = bot_named(f"search:{imagined(name)}{others}", table.rules, stream.word())
        return bot.choose(Sitting(table, seat))

    def _weights(self, name: str, program: Program) -> Mapping[str, int]:
        return self.weights[name] if self.weights else bundled_for(program).weights

    @property
    def effort(self) -> int:
        """How many imagined games the slowest bot plays for a decision."""
        return max(map(imagined, self.names), default=0)


def code_of(name: str) -> int:
    """The number by which the code knows a bot."""
    kind, colon, more = name.partition(":")
    if kind == "random" and not colon:
        return RANDOM
    if kind == "thumb" and bool(colon) == bool(more):
        return THUMB
    if kind == "search":
        if not colon:
            return USUAL_SEARCH
        number, colon, others = more.partition(":")
        if (number.isascii() and number.isdigit() and 2 <= int(number) <= MOST_SEARCH
                and others == ("random-others" if colon else "")):
            return int(number) + (RANDOM_OTHERS if others else 0)
    raise UnknownBot(f'no bot is called "{name}": say random, thumb, thumb:FILE, search, or '
                     "search:500 for 500 imagined games for each decision (at least 2), "
                     "search:500:random-others if it is to suppose that the others answer at "
                     "random")


def imagined(name: str) -> int:
    """How many games a bot imagines for a decision."""
    code = code_of(name)
    return code % RANDOM_OTHERS if code > THUMB else 0


def skilled(players: int, search: int = USUAL_SEARCH) -> tuple[str, ...]:
    """A table at which different skill sits together: search, thumb, random, and so on."""
    names = (f"search:{search}", "thumb", "random")
    if players == 2:
        return names[0], names[2]
    return tuple(names[seat % 3] for seat in range(players))
