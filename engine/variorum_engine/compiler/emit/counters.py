"""Hooks that count how often each line of a game is used, and stop at the end of each round for
whoever wants to look.

The counters lie behind the result, so a copy of a position has counters of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl.diagnostics.diagnostic import Place

from variorum_engine.compiler.emit.emitter import ARRAYS, FAULT, X_CHOICE, Emitter, Hooks
from variorum_engine.compiler.emit.expressions import (
    emit_flag,
    emit_players,
    emit_score,
    emit_times,
)
from variorum_engine.compiler.emit.light import Light, light_functions, light_policy
from variorum_engine.compiler.emit.module import Source, function, written
from variorum_engine.compiler.emit.outcome import emit_tie
from variorum_engine.interpreter.scoring import BOUNDS
from variorum_engine.tally.lines import (
    EVERYONE_OUT,
    GUARDED,
    STILL_TIED,
    Key,
    Lines,
    key_of,
    reckoning,
)

PRIVATE = 8  # numbers behind the result that belong to the games, before those of the seats


def private(players: int) -> int:
    """Where what the games remember begins, in the part of the result."""
    return 8 + players


def counters(players: int) -> int:
    """Where the counters begin, in the part of the result."""
    return private(players) + PRIVATE + 2 * players + 1  # the one before is for what is not counted


class Counted(NamedTuple):
    """The code of a game that counts."""

    source: Source
    lines: Lines
    reckons: int  # see `reckoning`
    asking: list[int]  # by decision, its counter
    chosen: list[int]  # by decision and choice, the counter of that choice


class Counting(Hooks):
    """Writes the counters of one program."""

    def __init__(self, program: c.Program) -> None:
        self.lines = Lines(program)
        self.first = counters(program.players)
        self.noting = False
        self.before: Key | None = None

    def _counter(self, at: Place) -> str:
        return f"W[{self.first + self.lines.at(at)}]"

    def _special(self, key: Key) -> str:
        return f"W[{self.first + self.lines.number[key]}]"

    def line(self, line: c.Line, out: Emitter) -> None:
        # Decisions are counted where they are answered, and a line that comes to several values
        # is counted once.
        again = isinstance(line, c.SetLocal) and key_of(line.at) == self.before
        self.before = key_of(line.at)
        if not isinstance(line, c.Decide | c.Together) and not again and line.at.line:
            guard = "if go == 0: " if out.resumes(line) else ""
            out.put(f"{guard}{self._counter(line.at)} += 1")

    def answered(self, line: c.Decide | c.Together, out: Emitter) -> None:
        out.put(f"{self._counter(line.at)} += 1")
        for index, choice in enumerate(line.choices):
            if self.counts_choice(line, choice):
                out.put(f"if X[{X_CHOICE}] == {index}: {self._counter(choice.at)} += 1")

    def counts_choice(self, line: c.Line, choice: c.Choice) -> bool:
        """Whether a choice has a line of its own."""
        return bool(choice.at.line) and key_of(choice.at) != key_of(line.at)

    def stage(self, stage: c.StageTable, out: Emitter, *, resumes: bool) -> None:
        if stage.stage == "rounds":
            out.put(f"if go == 0: watch_start({ARRAYS})")

    def round_ended(self, out: Emitter) -> None:
        out.put(f"watch_round({ARRAYS})")

    def over(self) -> str:
        # What is still open when the game ends is looked at before anything is reckoned.
        return f"watch_end({ARRAYS})"

    def guarded(self, out: Emitter) -> None:
        out.put(f"{self._special(GUARDED)} = 1")

    def step(
        self, scoring: int, step: c.StepTable, total: str, scale: int,
        write: Callable[[], None], out: Emitter,
    ) -> None:
        if not self.noting:
            write()
            return
        counter = self._counter(step.at)
        if step.operation in BOUNDS:
            # A bound matters only where it changes the score.
            before = out.temp(f"{total} + 0")
            write()
            out.put(f"if {total} != {before}: {counter} = 1")
            return
        holds = "True" if step.condition is None else emit_flag(step.condition, out)
        with out.under(f"if {holds}:"):
            times = "1" if step.per is None else emit_times(step.per, out)
            out.put(f"if {times}: {counter} = 1")
        write()

    def endings(self, out: Emitter) -> None:
        """Count what has ended the game. What ends it at once comes before what would end it
        after the round."""
        for end in sorted(out.program.ends, key=lambda end: not end.at_once):
            with out.under(f"if {emit_flag(end.condition, out)}:"):
                out.put(f"{self._counter(end.at)} = 1")
                out.put("return 0")

    def notes(self, out: Emitter) -> None:
        """Count the lines after the end of the game: who is out, the steps of the scores and the
        tie-breaks."""
        program = out.program
        self.noting = True
        out.put("out = 0")
        for each in program.out:
            found = out.temp(f"{emit_players(each.players, out)} & {out.everyone}")
            out.put(f"if {found}: {self._counter(each.at)} = 1")
            out.put(f"out |= {found}")
        if program.out and program.everyone:
            out.put(f"if out == {out.everyone}: {self._special(EVERYONE_OUT)} = 1")
            if program.everyone == "nobody is out":
                out.put(f"if out == {out.everyone}: out = 0")
        for number in range(len(program.scorings)):
            for seat in range(program.players):
                emit_score(number, str(seat), out)
        self.noting = False
        out.put(f"left = {out.everyone} & ~out")
        out.put("decided = 0")
        for tie in program.chain:
            before = out.name("before")
            out.put(f"{before} = left")
            with out.under("if left & (left - 1):"):
                emit_tie(1, tie, out)
            out.put(f"if left != {before}: {self._counter(tie.at)} = 1")
        if program.chain:
            told = (f"return {FAULT}" if program.tied == "impossible"
                    else f"{self._special(STILL_TIED)} = 1")
            out.put(f"if left & (left - 1): {told}")


def counted(
    program: c.Program, *, knowing: bool = False, light: Light = "",
) -> Counted:
    """The code of a game that counts; raises NotCompilable where something is not covered."""
    hooks = Counting(program)
    lines = hooks.lines
    source = written(
        program, hooks=hooks, policy=light_policy(light), resumable=light != "all",
        knowing=knowing,
        extras=(lambda out: function("ended", hooks.endings, out),
                lambda out: function("notes", hooks.notes, out), *light_functions(light)),
    )
    asking = [-1] * (len(source.asked) + 1)
    chosen = [-1] * (source.most_choices * (len(source.asked) + 1))
    for number, line in enumerate(source.asked, 1):
        asking[number] = lines.at(line.at)
        for index, choice in enumerate(line.choices):
            if hooks.counts_choice(line, choice):
                chosen[number * source.most_choices + index] = lines.at(choice.at)
    return Counted(source, lines, reckoning(program), asking, chosen)
