"""A compiled game that counts how often each of its lines is used, and stops at the end of each
round for whoever wants to look.

The counters lie behind the result, so a copy of a position has counters of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from variorum_dsl.core.program import Op, Program

from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.compiler.emit.module import Source, written
from variorum_engine.compiler.emit.scoring import Scoring
from variorum_engine.compiler.emit.writer import ARRAYS
from variorum_engine.interpreter.scoring import BOUNDS
from variorum_engine.tally.lines import EVERYONE_OUT, STILL_TIED, Lines, key_of

PRIVATE = 8  # numbers behind the result that belong to the games, before those of the seats
_CHANGING = ("move", "shuffle", "set_track", "chance")


def private(players: int) -> int:
    """Where what the games remember begins, in the part of the result."""
    return 8 + players


def counters(players: int) -> int:
    """Where the counters begin, in the part of the result."""
    return private(players) + PRIVATE + 2 * players + 1  # the one before is for what is not counted


class Watched(NamedTuple):
    """The code of a watched game."""

    source: Source
    lines: Lines
    unit: int  # scores are counted in so many parts of one
    reckons: int  # whether what happens after the end can be tried out beforehand
    asking: list[int]  # by decision, its counter
    chosen: list[int]  # by decision and choice, the counter of that choice


class Watching(Scoring):
    """Writes a game that is watched."""

    def __init__(self, program: Program, layout: Layout, **options: Any) -> None:
        super().__init__(program, layout, **options)
        self.counted = Lines(program)
        self.first = counters(program.players)
        self.noting = False
        self.before: Any = None

    def line(self, op: Op) -> None:
        # Decisions are counted where they are answered, and a line that comes to several values
        # is counted once.
        again = op.op == "set_local" and key_of(op.at) == self.before
        self.before = key_of(op.at)
        if op.op not in ("decide", "together") and not again and op.at.line:
            guard = "if go == 0: " if self.resumable and self.decides(op) else ""
            self.put(f"{guard}{self.counter(op.at)} += 1")
        super().line(op)

    def put(self, line: str) -> None:
        super().put(line)
        if line == "X[2] += 1":
            super().put(f"watch_round({ARRAYS})")

    def stage(self, stage: Any) -> None:
        if stage.stage == "rounds":
            self.put(f"if go == 0: watch_start({ARRAYS})")
        super().stage(stage)

    def counter(self, at: Any) -> str:
        return f"W[{self.first + self.counted.at(at)}]"

    def special(self, key: Any) -> str:
        return f"W[{self.first + self.counted.number[key]}]"

    def _step(self, step: Any, total: str, scale: int) -> None:
        if not self.noting:
            super()._step(step, total, scale)
            return
        counter = self.counter(step.at)
        if step.operation in BOUNDS:
            # A bound matters only where it changes the score.
            before = self.temp(f"{total} + 0")
            super()._step(step, total, scale)
            self.put(f"if {total} != {before}: {counter} = 1")
            return
        holds = "True" if step.condition is None else self.flag(step.condition)
        self.put(f"if {holds}:")
        self.depth += 1
        times = "1" if step.per is None else self.count_code(step.per)
        self.put(f"if {times}: {counter} = 1")
        self.depth -= 1
        super()._step(step, total, scale)

    def endings(self) -> str:
        """A function that counts what has ended the game."""
        self.lines, self.sure, self.depth = [], set(), 1
        # What ends a game at once comes before what would end it after the round.
        for end in sorted(self.program.ends, key=lambda end: not end.at_once):
            self.put(f"if {self.flag(end.condition)}:")
            self.put(f"    {self.counter(end.at)} = 1")
            self.put("    return 0")
        return self._function("ended")

    def _function(self, name: str) -> str:
        body = "\n".join(self.lines)
        names = "".join(f"    {kept} = 0\n" for kept in self.kept if kept in body)
        return f"def {name}({ARRAYS}):\n{names}{body}\n    return 0\n"

    def notes(self) -> str:
        """A function that counts the lines after the end of the game: who is out, the steps of the
        scores and the tie-breaks."""
        program = self.program
        self.lines, self.sure, self.depth, self.noting = [], set(), 1, True
        self.put("out = 0")
        for players, _, at in program.out:
            found = self.temp(f"{self.players(players)} & {self.everyone}")
            self.put(f"if {found}: {self.counter(at)} = 1")
            self.put(f"out |= {found}")
        if program.out and program.everyone:
            self.put(f"if out == {self.everyone}: {self.special(EVERYONE_OUT)} = 1")
            if program.everyone == "nobody is out":
                self.put(f"if out == {self.everyone}: out = 0")
        for number in range(len(program.scorings)):
            for seat in range(program.players):
                self.score(number, str(seat))
        self.noting = False
        self.put(f"left = {self.everyone} & ~out")
        self.put("decided = 0")
        for tie in program.chain:
            before = self.name("before")
            self.put(f"{before} = left")
            self.put("if left & (left - 1):")
            self.depth += 1
            self._best_of_chain(1, tie)
            self.depth -= 1
            self.put(f"if left != {before}: {self.counter(tie.at)} = 1")
        if program.chain:
            self.put(f"if left & (left - 1): {self.special(STILL_TIED)} = 1")
        return self._function("notes")


def watched(program: Program, *, knowing: bool = False) -> Watched:
    """The code of a watched game; raises NotCompilable where something is not covered."""
    writers: list[Watching] = []

    def writer(*arguments: Any, **options: Any) -> Watching:
        writers.append(Watching(*arguments, **options))
        return writers[-1]

    source = written(program, writer=writer, knowing=knowing)
    flow = writers[-1]
    more = f"{flow.endings()}\n\n{flow.notes()}"
    # What is still open when the game ends is looked at before anything is reckoned.
    before, play, after = source.text.partition("def play(")
    onward = "        go = 0\n"
    text = before + play + after.replace(onward, f"{onward}        watch_end({ARRAYS})\n", 1)
    unit = 1
    if program.chain:
        flow.lines = []
        unit = flow._figure_of(program.chain[0], "0")[1]
    asking = [-1] * (len(source.asked) + 1)
    chosen = [-1] * (source.most_choices * (len(source.asked) + 1))
    for number, (op, choices, _) in flow.asked.items():
        asking[number] = flow.counted.at(op.at)
        for index, choice in enumerate(choices):
            if choice.at.line and key_of(choice.at) != key_of(op.at):
                chosen[number * source.most_choices + index] = flow.counted.at(choice.at)
    asks = any(flow.ranges_of_stage(stage) for stage in program.stages
               if stage.stage == "reckoning")
    changes = any(_changes(stage.body) for stage in program.stages if stage.stage == "reckoning")
    return Watched(
        source._replace(text=f"{text}\n\n{more}"), flow.counted, unit,
        int(changes and not asks), asking, chosen,
    )


def _changes(body: Any) -> bool:
    """Whether lines change anything."""
    stack: list[Any] = [body]
    while stack:
        part = stack.pop()
        if isinstance(part, Op):
            if part.op in _CHANGING:
                return True
            stack.extend(part.args)
        elif isinstance(part, tuple):
            stack.extend(part)
    return False
