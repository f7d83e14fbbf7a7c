"""First weights for choices that nobody has tuned, from a few quick games.

A file that is a minute old has no weights, and a variant may ask what its parent never asked. By
itself the rule of thumb would take the first choice there, every time. Where something is known of
the game, a choice that is new is not taken unless that surely wins more: what a rule allows and
nobody does changes nothing. Where nothing is known, what can be learnt from games at random is
tried, then to take each choice always and never. What is kept surely wins more than its share among
players of the other sort. The work is bounded by what is looked at, so it is the same on every
machine.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache

from variorum_dsl.core.program import Program

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.table.table import Rules
from variorum_engine.tuning.matches import SAME, SHARES, Match
from variorum_engine.tuning.regression import Lessons, learn
from variorum_engine.tuning.sensitivity import scales
from variorum_engine.tuning.weights import Found, bundled_for, row_of

SEED = 77
PROBED = 20  # games at random that say how much there is to look at
LOOKS = 400_000  # features that are looked at in the games of a lesson
LESSON, CONTEST = 1200, 150  # games, at most
FEWEST = 40  # games from which anything can be told
BLOCKS = 4  # choices that are tried one by one, at most
SURE = 2.0  # standard deviations
FAR = 10**8  # a weight that no other outweighs


def with_first(program: Program, known: Mapping[str, int]) -> dict[str, int]:
    """The weights, and first ones for choices that they say nothing about."""
    if bundled_for(program) == Found(dict(known), "same"):
        return dict(known)  # made for these very rules
    return {**known, **dict(_found(program, tuple(sorted(known.items()))))}


@lru_cache(maxsize=64)
def _found(program: Program, known: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    try:
        return tuple(_First(Rules(program), dict(known)).weights().items())
    except (NotCompilable, RuntimeError, ArithmeticError):
        return ()  # games that cannot be compiled, or that break down, teach nothing


class _First:
    """The search in one game."""

    def __init__(self, rules: Rules, known: Mapping[str, int]) -> None:
        self.rules, self.known = rules, known
        self.match = Match(rules)
        self.thumb = self.match.machine.thumb
        self.start = self.best = row_of(self.thumb, known)
        size = len(self.thumb.features) + len(self.thumb.apart)
        names = [weight.name for weight in self.thumb.weights]
        self.open = [block for block in self.thumb.score_block if block >= 0
                     and not any(name in known for name in names[block : block + size])]
        if known:
            self.best = list(self.start)
            for block in self.open:
                self.best[block] = -FAR

    def weights(self) -> dict[str, int]:
        """What is better than nothing."""
        games = self._games() if self.open else 0
        if games >= FEWEST:
            self.games = min(CONTEST, games)
            if not self.known:
                self._learn(min(LESSON, games))
            for block in self.open[:BLOCKS]:
                self._try(block)
        return {weight.name: now for weight, before, now in zip(
            self.thumb.weights, self.start, self.best, strict=True) if now != before}

    def _games(self) -> int:
        """How many games there is time for."""
        space, machine = self.match.machine.functions, self.match.machine
        decisions, scratch = 1, [0] * 4096
        for game in range(PROBED):
            memory = list(machine.opening)
            memory[space["R"]] = space["start"](SEED, game)
            go = space["play"](memory, 0)
            while go > 0 and space["draw_any"](memory, scratch, go):
                decisions += 1
                go = space["play"](memory, go)
        return LOOKS * PROBED // (decisions * len(self.thumb.features))

    def _learn(self, games: int) -> None:
        lessons = Lessons(self.match, sorted(scales(self.rules, SEED, PROBED)))
        for row in learn(lessons, self.start, SEED, games,
                         lambda tasks: [lessons.sums(*task) for task in tasks]):
            self._keep(row)

    def _try(self, block: int) -> None:
        """Take a choice always, or never: the first of its weights counts in every position."""
        before = self.best
        for weight in (FAR,) if self.known else (-FAR, FAR):
            row = list(before)
            row[block] = weight
            self._keep(row)

    def _keep(self, row: list[int]) -> None:
        """Keep weights that surely win more than their share among players by the best so far."""
        even = 1 / self.match.players
        margin = SURE * math.sqrt(even * (1 - even) / self.games)
        won, _ = self.match.wins(row, self.best, SEED + 1, 0, self.games, SAME)
        if won / (SHARES * self.games) > even + margin:
            self.best = row


__all__ = ["with_first"]
