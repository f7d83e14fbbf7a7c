"""How large the numbers of a game can become, worked out before it is played.

Machine code works with whole numbers of 64 bits. Whether that is enough is settled here: a number
that adds up along the game is bounded by how often its line can be reached, which the loops say
with what they use up. Where no bound is found the number counts as boundless.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from variorum_dsl import core as c
from variorum_dsl.core.program import Op, Program

from variorum_engine.compiler.analysis.origins import Origins
from variorum_engine.interpreter.memo import groups_of
from variorum_engine.interpreter.values import MOST_NUMBER, bits

Interval = tuple[Fraction, Fraction] | None  # None: no bound is known
MOST_TURNS = 1_000_000
MOST_SCALE = 1 << 20
_ROUNDS = 64
_MOST_POWER = 64


class Bounds:
    """The lowest and highest value of every number in one program."""

    def __init__(
        self, program: Program, origins: Origins,
        denominator: Callable[[Op], int] = lambda op: MOST_SCALE,
    ) -> None:
        self.program = program
        self.denominator = denominator
        self.origins = origins
        self.owners = program.players + len(program.owners)
        self.values = [program.values(a) for a in range(len(program.attributes))]
        self.known: dict[tuple[str, int], Interval] = {}
        self.sites: dict[tuple[str, int], list[tuple[Op, int]]] = {}
        self.starts: dict[tuple[str, int], Interval] = {}
        for number, track in enumerate(program.tracks):
            if track.type == "number":
                start = (Fraction(0),) * 2 if track.start is None else self.of(track.start)
                self.starts["track", number] = start
                self.sites["track", number] = []
        for stage in program.stages:
            turns = 1 if stage.measure is None else self.turns(stage.measure) + 1
            self._walk(stage.body, turns)
        self._settle()

    # ------------------------------------------------------- how often a line is reached
    def turns(self, measure: Op) -> int:
        """The most turns that a loop can take: with every one of them it has less to use up."""
        if any(op.op in ("track", "local", "figure", "score", "/") and op.type == "number"
               for op in _inside(measure)):
            return MOST_TURNS
        interval = self.of(measure)
        if interval is None:
            return MOST_TURNS
        return min(MOST_TURNS, math.floor(interval[1] - interval[0]) + 2)

    def _walk(self, part: Any, times: int) -> None:
        if isinstance(part, tuple):
            for each in part:
                self._walk(each, times)
            return
        if not isinstance(part, Op):
            return
        args = part.args
        match part.op:
            case "set_local" | "set_track":
                key = part.op.removeprefix("set_"), args[0]
                if args[-1].type == "number":
                    sites = self.sites.setdefault(key, [])
                    sites += [(value, times) for value in _alternatives(args[-1])]
                    self.starts.setdefault(key, (Fraction(0),) * 2)
            case "for_players":
                self._walk(args[-1], times * self.owners)
            case "for_cards":
                self._walk(args[-1], times * max(1, self.origins.reach(args[1]).bit_count()))
            case "for_members":
                self._walk(args[-1], times * args[1])
            case "repeat" | "turns":
                self._walk(args[-1], times * (self.turns(args[-2]) + 1))
            case "if":
                self._walk(args[1:], times)
            case "cases":
                # The lines of a case for two kinds stand there twice, and are the same lines.
                for body in {id(body): body for _, body in args[1]}.values():
                    self._walk(body, times)
            case "decide":
                self._walk(tuple(choice.body for choice in args[1]), times)
            case "together":
                bodies = (*(choice.body for choice in args[2]), args[3])
                self._walk(bodies, times * self.owners)
            case "move":
                for mask, _, _, _, body, _ in args[3]:
                    self._walk(body, times * max(1, mask.bit_count()))

    # ------------------------------------------------------------------ tracks and names
    def _settle(self) -> None:
        """Let what is known of each number pass to the others, until nothing changes; what goes
        on growing has no bound."""
        self.known.update(self.starts)
        while True:
            for _ in range(_ROUNDS):
                changing = [key for key in self.sites if self._learn(key)]
                if not changing:
                    return
            for key in changing:
                self.known[key] = None

    def _learn(self, key: tuple[str, int]) -> bool:
        before = self.known[key]
        if before is None:
            return False
        base: Interval = self.starts[key]
        low = high = Fraction(0)
        for value, times in self.sites[key]:
            grown = self._growth(key, value)
            if grown is None:
                base = _joined(base, self.of(value))
                continue
            step = self.of(grown[1])
            if step is None:
                base = None
                break
            if grown[0] < 0:
                step = -step[1], -step[0]
            low += times * min(Fraction(0), step[0])
            high += times * max(Fraction(0), step[1])
        now = None if base is None else (base[0] + low, base[1] + high)
        self.known[key] = now
        return now != before

    def _growth(self, key: tuple[str, int], value: Op) -> tuple[int, Op] | None:
        """What a line adds to a number, if that is all it does."""
        if value.op not in ("+", "-"):
            return None
        left, right = value.args
        if (left.op, left.args[:1]) == (key[0], (key[1],)):
            return (1 if value.op == "+" else -1), right
        if value.op == "+" and (right.op, right.args[:1]) == (key[0], (key[1],)):
            return 1, left
        return None

    # ----------------------------------------------------------------------- expressions
    def of(self, op: Op) -> Interval:
        """The lowest and highest value of a number."""
        match op.op:
            case "number":
                return (Fraction(op.args[0]),) * 2
            case "local":
                picked = (Fraction(0), Fraction(MOST_NUMBER))
                return self.known.get(("local", op.args[0]), picked)
            case "track":
                return self.known.get(("track", op.args[0]))
            case "count":
                of = op.args[0]
                most = self.owners if of.type == "players" else self.origins.reach(of).bit_count()
                return Fraction(0), Fraction(most)
            case "attribute" | "highest_cards" | "lowest_cards" | "total_cards":
                return self._of_cards(op)
            case "different_cards" | "same_cards":
                groups = groups_of(self.values[op.args[0]], self.origins.reach(op.args[1]))
                most = len(groups) if op.op == "different_cards" else max(
                    (group.bit_count() for group in groups), default=0)
                return Fraction(0), Fraction(most)
            case "+" | "-" | "*":
                return _combined(op.op, *map(self.of, op.args))
            case "/":
                return self._divided(op.args[1], *map(self.of, op.args))
            case "round":
                inner = self.of(op.args[1])
                return inner and (Fraction(math.floor(inner[0])), Fraction(math.ceil(inner[1])))
            case "total_players":
                inner = self.of(op.args[1])
                return inner and (min(Fraction(0), inner[0] * self.owners),
                                  max(Fraction(0), inner[1] * self.owners))
            case "highest_players" | "lowest_players":
                return self.of(op.args[1])
            case "figure":
                return self.of(self.program.figures[op.args[0]].value)
            case "score":
                return self.scores(op.args[0])[-1]
            case "otherwise":
                return _joined(*map(self.of, op.args))
        return None

    def _of_cards(self, op: Op) -> Interval:
        attribute, cards = op.args[0], op.args[1]
        values = [self.values[attribute][card] for card in bits(self.origins.reach(cards))] or [0]
        if op.op == "total_cards":
            return (Fraction(sum(v for v in values if v < 0)),
                    Fraction(sum(v for v in values if v > 0)))
        return Fraction(min(values)), Fraction(max(values))

    def _divided(self, divisor: Op, above: Interval, below: Interval) -> Interval:
        if above is None or below is None:
            return None
        if below[0] == below[1] != 0:
            ends = above[0] / below[0], above[1] / below[0]
            return min(ends), max(ends)
        # A divisor that is not 0 is at least the smallest part of its fraction.
        most = max(map(abs, above)) * self.denominator(divisor)
        return -most, most

    def scores(self, number: int) -> list[Interval]:
        """What a score can be, before the first step and after each."""
        found: list[Interval] = [(Fraction(0), Fraction(0))]
        for step in self.program.scorings[number].steps:
            found.append(self._after(step, found[-1]))
        return found

    def _after(self, step: Any, before: Interval) -> Interval:
        if before is None:
            return None
        most = 1 if step.per is None else int(self.of(c.Count(step.per))[1])  # type: ignore[index]
        value = None if step.value is None else self.of(step.value)
        if step.value is not None and value is None:
            return None
        after: Interval = before
        match step.operation:
            case "add" | "subtract":
                assert value is not None
                sign = 1 if step.operation == "add" else -1
                ends = sorted(sign * most * each for each in value)
                after = before[0] + min(Fraction(0), ends[0]), before[1] + max(Fraction(0), ends[1])
            case "double" | "multiply by":
                factor = Fraction(2) if value is None else max(map(abs, value))
                if most > _MOST_POWER:
                    return None
                largest = max(map(abs, before)) * max(Fraction(1), factor) ** most
                after = -largest, largest
            case "divide by":
                return None if step.value is None or step.value.op != "number" else before
            case "at least" | "at most":
                assert value is not None
                after = _joined(before, value)
        after = _joined(before, after)
        if after is not None and step.rounded:
            after = Fraction(math.floor(after[0])), Fraction(math.ceil(after[1]))
        return after


def _combined(operation: str, left: Interval, right: Interval) -> Interval:
    if left is None or right is None:
        return None
    if operation == "+":
        return left[0] + right[0], left[1] + right[1]
    if operation == "-":
        return left[0] - right[1], left[1] - right[0]
    ends = [a * b for a in left for b in right]
    return min(ends), max(ends)


def _joined(left: Interval, right: Interval) -> Interval:
    if left is None or right is None:
        return None
    return min(left[0], right[0]), max(left[1], right[1])


def _alternatives(op: Op) -> list[Op]:
    if op.op != "otherwise":
        return [op]
    return [each for part in op.args for each in _alternatives(part)]


def _inside(op: Op) -> Iterator[Op]:
    stack: list[Any] = [op]
    while stack:
        part = stack.pop()
        if isinstance(part, Op):
            yield part
            stack.extend(part.args)
        elif isinstance(part, tuple):
            stack.extend(part)


__all__ = ["MOST_SCALE", "MOST_TURNS", "Bounds", "Interval"]
