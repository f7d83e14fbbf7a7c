"""The tree search as a bot: it thinks on the compiled form where that is to be had.

The same decision comes out whichever form thinks. Without the extra `fast`, or where a game is not
covered by the compiled form, it takes longer.
"""

from __future__ import annotations

import time
import weakref
from typing import Any

from variorum_engine.bots.search import think
from variorum_engine.bots.seat import Sitting
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.machine import THINKING, Machine
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.compiler.backends.translation import Translator
from variorum_engine.interpreter.chance import Stream
from variorum_engine.runtime.tree import BEGIN, END, HOW_LONG, MORE, ONLY, RANDOM_OTHERS
from variorum_engine.table.table import Move, Rules

SIMULATIONS = 200
MOST = 100_000  # simulations for one decision by the clock
KNOWN_ROOM = -1
PAYS = 1_000  # simulations until making machine code has paid


class Thinker:
    """The machine of one game, with the memory that it thinks in."""

    def __init__(self, rules: Rules, form: str = "plain") -> None:
        self.machine = Machine(rules, form, THINKING, ("thinking",), knowing=True)
        self.translator = Translator(self.machine)
        self.scratch = self.machine.zeros(4096)
        self.tree = self.known = self.machine.zeros(1)
        self.known = self.machine.zeros(self._run(self.scratch, 0, 0, KNOWN_ROOM))

    def _run(self, memory: Any, go: int, simulations: int, part: int) -> int:
        found: int = self.machine.functions["thinking"](
            memory, self.scratch, self.tree, self.known, go, simulations, part
        )
        return found

    def choose(
        self, sitting: Sitting, stream: Stream, simulations: int,
        stop: float | None = None, *, random_others: bool = False,
    ) -> Move:
        table = sitting._table  # what is hidden in it is dealt anew before anything is thought
        memory, go = self.translator.memory(table, sitting.seat)
        asking = table.asking
        assert asking is not None
        if not self._run(memory, go, 0, ONLY):
            self.translator.known(self.known, sitting.seat, sitting.knowledge.possible)
            self._make_room(self._run(memory, go, simulations, HOW_LONG))
            place = self.machine.constants["R"]
            memory[place] = self._word(stream.state)
            self._run(memory, go, simulations + RANDOM_OTHERS * random_others, BEGIN)
            stream.below(1)
            stream.below(1)
            self._think(memory, go, simulations, stop)
            self._run(memory, go, simulations, END)
        return self.translator.move(memory, asking)

    def _think(self, memory: Any, go: int, simulations: int, stop: float | None) -> None:
        if stop is None:
            self._run(memory, go, simulations, MORE)
            return
        done = 0
        while done < simulations and time.monotonic() < stop:
            many = 1 if done < 50 else 25
            self._run(memory, go, many, MORE)
            done += many

    def _word(self, word: int) -> int:
        """A word of 64 bits as this form keeps it."""
        return word if self.machine.form == "plain" or word < 1 << 63 else word - (1 << 64)

    def _make_room(self, room: int) -> None:
        if len(self.tree) < room:
            self.tree = self.machine.zeros(room)


_THINKERS: weakref.WeakKeyDictionary[Rules, dict[str, Thinker | None]] = (
    weakref.WeakKeyDictionary()
)


def thinker(rules: Rules, form: str) -> Thinker | None:
    """The machine of a game in a form, made once; nothing where the game is not covered."""
    forms = _THINKERS.setdefault(rules, {})
    if form not in forms:
        try:
            forms[form] = Thinker(rules, form)
        except NotCompilable:
            forms[form] = None
    return forms[form]


class SearchBot:
    """Thinks with so many simulations, or so many seconds. `form` says where: `fast`, `plain`,
    `interpreter`, or nothing for what is best. With `random_others` the others are supposed to
    answer at random, and not to plan as it does."""

    name = "search"

    def __init__(
        self, rules: Rules, seed: int, *, simulations: int = SIMULATIONS,
        seconds: float | None = None, form: str = "", random_others: bool = False,
    ) -> None:
        self.rules = rules
        self.stream = Stream(seed)
        self.simulations = simulations
        self.seconds = seconds
        self.form = form
        self.random_others = random_others

    def choose(self, sitting: Sitting) -> Move:
        form = self.form or self._best_form()
        machine = None if form == "interpreter" else thinker(self.rules, form)
        stop = None if self.seconds is None else time.monotonic() + self.seconds
        many = self.simulations if stop is None else MOST
        if machine is not None:
            return machine.choose(
                sitting, self.stream, many, stop, random_others=self.random_others
            )
        found = think(
            self.rules, sitting, self.stream, many, stop, random_others=self.random_others
        )
        return found or sitting.drawn(self.stream)

    def _best_form(self) -> str:
        """Machine code takes a while to make, so little thinking does without."""
        made = _THINKERS.get(self.rules, {})
        large = self.seconds is not None or self.simulations >= PAYS
        if "fast" in made or (large and is_available()):
            return "fast"
        return "plain"
