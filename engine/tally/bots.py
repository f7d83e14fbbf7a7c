"""The bots of a simulation, by name: `random`, `thumb`, `search:100` and, if it is to suppose that
the others answer at random, `search:100:random-others`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.compiled.machine import runtime
from engine.compiled.runtime.tree import HOW_LONG, RANDOM_OTHERS
from engine.tuning.weights import bundled_for, row_of

if TYPE_CHECKING:
    from engine.chance import Stream
    from engine.compiled.machine import Machine
    from engine.table import Move, Table

USUAL_SEARCH = 100
MOST_SEARCH = 1_000_000
RANDOM, THUMB = 0, 1
KNOWN_ROOM = -1
USUAL = "thumb"


class UnknownBot(ValueError):
    """No bot is called that."""


class Bots:
    """A party: who plays, in the order in which they were named."""

    def __init__(self, names: Sequence[str], weights: Mapping[str, int] | None = None) -> None:
        """`weights` are those of the rule of thumb; without them, those that come with us."""
        self.names = tuple(names)
        self.codes = [code_of(name) for name in names]
        self.weights = weights

    @property
    def think(self) -> bool:
        """Whether somebody imagines games, and so has to remember what was seen."""
        return any(code > THUMB for code in self.codes)

    @property
    def modules(self) -> tuple[str, ...]:
        """The parts of the runtime that these bots need; the others need not be compiled."""
        return runtime(by_thumb=THUMB in self.codes, thinking=self.think)

    @property
    def entries(self) -> tuple[str, ...]:
        return ("thinking",) if self.think else ()

    def rows(self, machine: Machine, scratch: Any) -> tuple[list[int], list[int], list[int]]:
        """Weights, room for a tree and knowledge; one number each where no bot needs them."""
        weights, tree, known = [0], [0], [0]
        if THUMB in self.codes:
            players = machine.rules.program.players
            given = self.weights
            if given is None:
                given = bundled_for(machine.rules.program).weights
            weights = [players] * players + row_of(machine.thumb, given)
        if self.think:
            one, ask = machine.zeros(1), machine.functions["thinking"]
            tree = [0] * ask(one, scratch, one, one, 0, self.effort, HOW_LONG)
            known = [0] * ask(one, scratch, one, one, 0, 0, KNOWN_ROOM)
        return weights, tree, known

    def chosen(self, name: str, table: Table, seat: int, stream: Stream) -> Move:
        """The move of a bot at a table of the interpreter."""
        if name == "random":
            return table.drawn(seat, stream)
        from engine.bots import Bot, Sitting, bot_named
        from engine.bots.thumb import ThumbBot

        bot: Bot
        if code_of(name) == THUMB:
            bot = ThumbBot(table.rules, stream.word(), self.weights)
        else:
            others = ":random-others" if code_of(name) > RANDOM_OTHERS else ""
            bot = bot_named(f"search:{imagined(name)}{others}", table.rules, stream.word())
        return bot.choose(Sitting(table, seat))

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


def weights_file(names: Sequence[str]) -> str:
    """The file of weights that a party plays by, if it names one."""
    files = {name.partition(":")[2] for name in names if name.startswith("thumb")}
    if len(files) > 1:
        raise UnknownBot("all who play by rule of thumb play by the same weights")
    return files.pop() if files else ""


def skilled(players: int, search: int = USUAL_SEARCH) -> tuple[str, ...]:
    """A table at which different skill sits together: search, thumb, random, and so on."""
    names = (f"search:{search}", "thumb", "random")
    if players == 2:
        return names[0], names[2]
    return tuple(names[seat % 3] for seat in range(players))
