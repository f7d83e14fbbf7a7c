"""Information-set Monte Carlo tree search as a bot: `runtime/search/`, run on the compiled game.

The same decision comes out as plain Python and as machine code. A game that cannot be compiled has
no tree search; the bot then plays as `sensible` does, and its note says so.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from variorum_engine.bots.seat import Sitting
from variorum_engine.bots.sensible import SensibleBot
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.machine import THINKING, Machine
from variorum_engine.compiler.backends.native import NotMade, is_available
from variorum_engine.compiler.backends.translation import Translator
from variorum_engine.interpreter.chance import Stream
from variorum_engine.runtime.interface import Row
from variorum_engine.runtime.search.tree import (
    BEGIN,
    END,
    HOW_LONG,
    KNOWN_LONG,
    MORE,
    ONLY,
    RANDOM_OTHERS,
)
from variorum_engine.table.table import Move, Rules

Slowness = Literal["bear", "say", "hurry"]
"""What a form does that would take long: it takes its time, says so, or thinks less."""

MOST = 100_000  # simulations for one decision by the clock
PAYS = 1_000  # simulations until making machine code has paid
SLICE = 10  # simulations after which somebody looks how long they take
SLOW = 1.0  # seconds of processor time from which on machine code is made for a single decision
PATIENCE = 1.5  # seconds of processor time that a decision may take where there is none


class Slow(Exception):
    """Thinking in this form takes too long."""


class Thinker:
    """The machine of one game, with the memory that it thinks in."""

    def __init__(self, rules: Rules, form: str = "plain", *, make: bool = True) -> None:
        self.machine = Machine(rules, form, THINKING, ("thinking",), knowing=True, make=make)
        self.translator = Translator(self.machine)
        self.scratch = self.machine.zeros(4096)
        self.tree = self.known = self.machine.zeros(1)
        self.known = self.machine.zeros(self._run(self.scratch, 0, 0, KNOWN_LONG))

    def _run(self, memory: Row, go: int, simulations: int, part: int) -> int:
        found: int = self.machine.functions["thinking"](
            memory, self.scratch, self.tree, self.known, go, simulations, part
        )
        return found

    def choose(
        self, sitting: Sitting, stream: Stream, simulations: int,
        stop: float | None = None, *, random_others: bool = False, slow: Slowness = "bear",
    ) -> Move:
        """The answer after so many simulations, or as many as are done at a time by the clock."""
        table = sitting._table  # what is hidden in it is dealt anew before anything is thought
        memory, go = self.translator.memory(table, sitting.seat)
        asking = table.asking
        assert asking is not None
        if not self._run(memory, go, 0, ONLY):
            knowledge = sitting.knowledge
            self.translator.known(
                self.known, sitting.seat, knowledge.possible, knowledge.sure)
            room = self._run(memory, go, simulations, HOW_LONG)
            if len(self.tree) < room:
                self.tree = self.machine.zeros(room)
            memory[self.machine.constants["R"]] = self._word(stream.state)
            self._run(memory, go, simulations + RANDOM_OTHERS * random_others, BEGIN)
            stream.below(1)
            stream.below(1)
            self._think(memory, go, simulations, stop, slow)
            if not self._run(memory, go, simulations, END):
                return sitting.drawn(stream)  # which says that there is no answer
        return self.translator.move(memory, asking, sitting.seat)

    def _think(
        self, memory: Row, go: int, simulations: int, stop: float | None, slow: Slowness
    ) -> None:
        if stop is None and slow == "bear":
            self._run(memory, go, simulations, MORE)
            return
        done, start = 0, time.process_time()
        while stop is None and done < simulations:
            many = min(SLICE, simulations - done)
            self._run(memory, go, many, MORE)
            done += many
            taken = time.process_time() - start
            if slow == "say" and taken / done * simulations > SLOW:
                raise Slow
            if slow == "hurry" and taken > PATIENCE:
                return
        if stop is None:
            return
        while done < simulations and time.monotonic() < stop:
            many = 1 if done < 50 else 25
            self._run(memory, go, many, MORE)
            done += many

    def _word(self, word: int) -> int:
        """A word of 64 bits as this form keeps it."""
        return word if self.machine.form == "plain" or word < 1 << 63 else word - (1 << 64)


@lru_cache(maxsize=16)
def thinker(rules: Rules, form: str) -> Thinker | NotCompilable:
    """The machine of a game in a form, made once; or why there is none."""
    try:
        return Thinker(rules, form)
    except NotCompilable as why:
        return why


@lru_cache(maxsize=16)
def kept_thinker(rules: Rules) -> Thinker | None:
    """The machine of a game in machine code, if that was made before."""
    try:
        return Thinker(rules, "fast", make=False) if is_available() else None
    except (NotMade, NotCompilable):
        return None


class SearchBot:
    """Thinks with so many simulations, or as many as can be done in so many seconds.

    `form` is `fast` or `plain`, or nothing for what is best. With `random_others` the others are
    supposed to answer at random, and not to plan as it does."""

    name = "search"

    def __init__(
        self, rules: Rules, seed: int, simulations: int, seconds: float | None = None, *,
        form: str = "", random_others: bool = False,
    ) -> None:
        self.rules = rules
        self.stream = Stream(seed)
        self.simulations = simulations
        self.seconds = seconds
        self.form = form
        self.random_others = random_others
        self.slow = False  # plain Python was

    @property
    def note(self) -> str:
        """What people should know who asked for a search."""
        why = thinker(self.rules, "plain")
        if isinstance(why, Thinker):
            return ""
        return (f"There is no tree search for this game, because {why}: search plays as sensible "
                "does.")

    def choose(self, sitting: Sitting) -> Move:
        stop = None if self.seconds is None else time.monotonic() + self.seconds
        before = self.stream.state
        for thinking, slow in self._thinkers():
            try:
                return thinking.choose(
                    sitting, self.stream, self.simulations if stop is None else MOST, stop,
                    random_others=self.random_others, slow=slow,
                )
            except OverflowError:  # the next form has numbers of any size
                self.stream.state = before
            except Slow:
                self.stream.state, self.slow = before, True
        return SensibleBot(self.rules, self.stream.word()).choose(sitting)

    def _thinkers(self) -> Iterator[tuple[Thinker, Slowness]]:
        """Machine code takes a while to make, so little thinking does without, unless it is there
        or plain Python would be slow. All forms decide alike; only where there is no machine code
        does a decision that would take too long get fewer simulations."""
        kept = None if self.form else kept_thinker(self.rules)
        if kept is not None:
            yield kept, "bear"
        large = self.slow or self.seconds is not None or self.simulations >= PAYS
        able = is_available() if not self.form else self.form == "fast"
        forms: list[tuple[str, Slowness]] = [("plain", "bear" if self.form else "hurry")]
        if able:
            forms.insert(0, ("fast", "bear"))
            if not self.form and not large and kept is None:
                forms.insert(0, ("plain", "say"))
        for form, slow in forms:
            found = thinker(self.rules, form)
            if isinstance(found, Thinker):
                yield found, slow
