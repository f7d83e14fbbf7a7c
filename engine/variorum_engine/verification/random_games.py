"""Random games of any variant, with every promise asked for at every position.

A `Case` is a variant with everything chosen. `Watched` plays its games; it remembers where the
stage that is being played began, so that a failure can be told as a short story from there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import combinations, islice
from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.lowering.symbols import Symbols

from variorum_engine.examples.writer import THE_END, Played, Story, Writer, redealt
from variorum_engine.interpreter.chance import Chance, Recorded, Stream
from variorum_engine.interpreter.events import ChancePicked, ZoneShuffled
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.verification.observation import Broken, Look
from variorum_engine.verification.promises import broken

MOST_SUBSETS = 64
MOST_DECISIONS = 20_000
MARKS = 4


Invariants = Callable[[Look], Iterator[Broken]]


class TimeUp(Exception):
    """The time came before the end of a game."""


class Case(NamedTuple):
    """A number of players, options and readings."""

    players: int
    options: tuple[str, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()

    def words(self) -> str:
        parts = [f"{self.players} players", *(f"with {name}" for name in self.options)]
        parts += [f"{silence} read as {reading}" for silence, reading in self.readings]
        return ", ".join(parts)


class Failure(NamedTuple):
    """A promise that a game broke, and how it came to that."""

    case: Case
    seed: int
    decisions: int
    broken: Broken
    story: Story


def cases(ready: Ready, players: int | None = None, options: tuple[str, ...] | None = None,
          readings: Mapping[str, str] | None = None) -> Iterator[Case]:
    """Every number of players, subset of options and reading, or those asked for.

    Readings are tried one at a time: those of the file itself without options, those of an option
    with that option alone.
    """
    names = list(ready.sheet.options)
    subsets: list[tuple[str, ...]] = [options] if options is not None else list(islice(
        (some for size in range(len(names) + 1) for some in combinations(names, size)),
        MOST_SUBSETS,
    ))
    for chosen in subsets:
        choices = [tuple(readings.items())] if readings else [(), *_readings(ready, chosen)]
        for reading in choices:
            game, problems = ready.game(chosen, dict(reading))
            if any(problem.severity == "error" for problem in problems):
                continue
            for count in game.player_counts():
                if players in (None, count):
                    yield Case(count, chosen, reading)


def _readings(ready: Ready, options: tuple[str, ...]) -> Iterator[tuple[tuple[str, str], ...]]:
    if len(options) > 1:
        return
    own = ready.sheet.silences
    game, _ = ready.game(options)
    for silent in game.silences:
        if options and silent.name in own:
            continue
        for reading in silent.readings:
            yield ((silent.name, reading.name),)


class Watched:
    """The games of one case."""

    def __init__(self, ready: Ready, case: Case) -> None:
        self.case = case
        rules, self.problems, self.symbols = prepared(ready, case)
        self.usable = rules is not None
        if rules is None:
            return
        # Rules of our own: the places where a stage begins are watched.
        self.rules = Rules(rules.program)
        self.writer = Writer(self.rules, self.symbols, case.options, case.readings)
        # Where stages and rounds began lately: the stage, the position, the moves so far.
        self.began: list[tuple[str, State, int]] = []
        self.moves = self.positions = 0
        watch_stages(self.rules, self._noted)

    def _noted(self, stage: str, state: State) -> None:
        self.began = [*self.began[1 - MARKS:], (stage, state.copy(), self.moves)]

    # -------------------------------------------------------------------------- games
    def game(self, seed: int, *, only: Invariants | None = None, named: str = "",
             until: float | None = None) -> Failure | None:
        """Play a random game; gives the first promise that it breaks.

        With `only`, one function of `promises` is asked; with `named`, a failure counts
        only if it is of that name, or if the game breaks down. `TimeUp` comes at the first
        decision after `until`.
        """
        stream = Stream(seed * 2 + 1)
        moves: list[tuple[int, Move]] = []
        spoken: list[Played] = []
        state = self.rules.opening()
        state.chance, state.events = Chance(seed, []), []
        table = Table(self.rules, names=self.writer.names, state=state)
        self.began, self.moves = [], 0

        def failed(found: Broken) -> Failure:
            stage, start, since = self._beginning(found)
            story = Story(stage, start, tuple(spoken[since:]),
                          told(self.rules.program, state, start))
            if found.other is not None and found.other is not table:
                story = redealt(story, table, found.other)
            return Failure(self.case, seed, len(moves), found, story)

        try:
            self.rules.begin(state)
            while True:
                found = self._asked(table, stream, only, named)
                if found is not None:
                    return failed(found)
                if table.over:
                    break
                if len(moves) > MOST_DECISIONS:
                    return failed(Broken("ends", f"{MOST_DECISIONS:,} moves are not enough"))
                if until is not None and time.monotonic() > until:
                    raise TimeUp
                awaited = table.to_decide
                seat = awaited[stream.below(len(awaited))]
                move = table.drawn(seat, stream)
                spoken.append(Played(seat, self.writer.said(table, seat, move)))
                moves.append((seat, move))
                self.moves = len(moves)
                table.apply(seat, move)
        except Fault as fault:
            return failed(Broken("ends", fault.message, fault.at))
        text = "" if only else self._replayed(table, moves)
        return failed(Broken("replay", text)) if text else None

    def _beginning(self, found: Broken) -> tuple[str, State, int]:
        """Where a story begins: the last round, or the last one in which a promise still held."""
        if not self.began:
            return "", self.rules.opening(), 0
        kind, _, name = found.invariant.partition(" ")
        if kind != "always":
            return self.began[-1]
        condition = next(holds for promise, holds in self.rules.promises if promise.name == name)
        for row in reversed(self.began):
            try:
                if condition(row[1].copy()):
                    return row
            except Fault:
                continue
        return self.began[-1]

    def _asked(
        self, table: Table, stream: Stream, only: Invariants | None, named: str
    ) -> Broken | None:
        self.positions += 1
        look = Look(table, stream, thorough=stream.below(4) == 0)
        began = self.began
        try:
            return next((found for found in (only or broken)(look)
                         if not named or found.invariant == named), None)
        except Fault as fault:
            return Broken("ends", fault.message, fault.at)
        finally:
            self.began = began  # trying moves out on copies is not playing

    def _replayed(self, table: Table, moves: list[tuple[int, Move]]) -> str:
        """The same chance and the same moves give the same game, whatever people are called."""
        names = tuple(f"somebody-{seat}" for seat in range(self.case.players, 0, -1))
        again = Table(self.rules, names=names, chance=Recorded(table.state.chance.made or ()))
        for seat, move in moves:
            if again.why_not(seat, move) is not None:
                return "a move of the game is refused when it is played again"
            again.apply(seat, move)
        one, two = table.state, again.state
        if one.events != two.events or one.tracks != two.tracks or one.zones != two.zones:
            return "the game comes out differently when it is played again"
        if table.outcome != again.outcome:
            return "the outcome depends on what the players are called"
        return ""


def watch_stages(rules: Rules, noted: Callable[[str, State], None]) -> None:
    """Be told whenever a stage or a round begins, and when the game ends, with the position."""
    code = rules.code
    for stage in rules.program.stages:
        if stage.stage != "reckoning":
            begins = code.stage_start[stage.name] + (stage.stage == "rounds")
            code.tell_before(begins, partial(noted, stage.name))
    code.tell_before(code.reckoning_start, partial(noted, THE_END))


def prepared(ready: Ready, case: Case) -> tuple[Rules | None, list[Diagnostic], Symbols]:
    return ready.rules(case.players, case.options, dict(case.readings))


def told(program: c.Program, now: State, start: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """What chance did since a position, each with the sort of what it drew."""
    before = len(start.chance.made or ())
    draws = [draw for draw in (now.chance.made or [])[before:] if draw.kind != "number"]
    since = (now.events or [])[len(start.events or []):]
    events = [event for event in since if isinstance(event, ZoneShuffled | ChancePicked)]
    found: list[tuple[str, tuple[int, ...]]] = []
    for (_, answer), event in zip(draws, events, strict=False):
        kind = "cards" if isinstance(event, ZoneShuffled) else event.line.source.type
        if kind == "numbers" and isinstance(event, ChancePicked):
            kind = program.local_types[event.line.local]
        found.append(("cards" if kind == "card" else kind, tuple(answer)))
    return tuple(found)
