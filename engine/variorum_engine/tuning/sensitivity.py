"""Which weights can matter in a game, and how large the numbers are that they are multiplied with.

A few games at random are looked at, decision by decision. A weight is tuned if its decision comes
up often enough and its number differs from one time to another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.table.table import Rules

GAMES = 60
SELDOM = 0.12  # decisions with more than one answer, by seat and game
PICK = 7  # weights of a pick beside its attributes


def scales(rules: Rules, seed: int, games: int = GAMES) -> dict[int, float]:
    """For each weight that is worth tuning, the usual size of its number."""
    return Probe(Machine(rules, "plain"), rules.program.players).scales(seed, games)


class Probe:
    """Random games in plain form, looked at decision by decision."""

    def __init__(self, machine: Machine, players: int) -> None:
        self.machine = machine
        self.players = players
        self.space = machine.functions
        self.sums: dict[int, list[float]] = {}
        self.times: dict[int, int] = {}

    def scales(self, seed: int, games: int) -> dict[int, float]:
        space = self.space
        for game in range(games):
            memory = list(self.machine.opening)
            memory[space["R"]] = space["start"](seed, game)
            scratch = [0] * 4096
            go = space["play"](memory, 0)
            while go > 0:
                self._look(memory, scratch, go)
                if space["draw_any"](memory, scratch, go) == 0:
                    break
                go = space["play"](memory, go)
        often = SELDOM * games * self.players
        found = {}
        for weight, (many, total, squares) in self.sums.items():
            mean = total / many
            varies = squares / many - mean * mean > 1e-9
            if self.times.get(weight, 0) >= often and (varies or self._is_bias(weight)):
                found[weight] = math.sqrt(squares / many) or 1.0
        return found

    def _is_bias(self, weight: int) -> bool:
        return self.machine.thumb.weights[weight].name.endswith(": always")

    def _look(self, memory: list[int], scratch: list[int], go: int) -> None:
        space = self.space
        most = space["CHOICES"]
        open_ = [c for c in range(most) if space["can_answer"](memory, scratch, go, c)]
        for choice in open_:
            at = go * most + choice
            if len(open_) > 1 and space["SCORE_BLOCK"][at] >= 0:
                self._features(memory, scratch, go, choice, space["SCORE_BLOCK"][at])
            block = space["PICK_BLOCK"][at]
            if block < 0:
                continue
            if len(open_) == 1 and space["weight"](memory, go, choice, scratch) == 1:
                continue
            for weight, number in self._pick(memory, scratch, go, choice):
                self._note(block + weight, number)
            self._more(memory, scratch, go, choice)
            if space["MARKED"][at]:
                past = block + space["ATTRIBUTES"] + PICK
                self._features(memory, scratch, go, choice, past)

    def _more(self, memory: list[int], scratch: list[int], go: int, choice: int) -> None:
        """What is felt of each player, member or kind that can be picked."""
        space, at = self.space, go * self.space["CHOICES"] + choice
        block, count = space["MORE_BLOCK"][at], space["MORE_COUNT"][at]
        if not count:
            return
        first = space["A"] + choice * space["WIDTH"] + 8
        those = range(memory[first], memory[first + 1] + 1) if space["OF_MEMBER"][at] else (
            scratch[: space["members"](memory, go, choice, scratch)])
        space["pool"](memory, scratch, memory[space["SEAT"]])
        space["in_sight"](memory, scratch)
        for one in those:
            for number in range(count):
                row = [0] * (block + count)
                row[block + number] = 1
                self._note(block + number, space["felt_of"](memory, scratch, row, at, 0, one))

    def _features(
        self, memory: list[int], scratch: list[int], go: int, choice: int, block: int
    ) -> None:
        space = self.space
        space["feel"](memory, scratch, go, choice)
        count = space["FEATURE_COUNT"]
        for feature in range(count):
            self._note(block + feature, scratch[space["FELT"] + feature])
        for face in range(space["STAKE_FACES"]):
            row = [0] * (count + space["STAKE_FACES"])
            row[count + face] = 1
            self._note(block + count + face, space["weighed"](memory, scratch, row, 0))

    def _pick(
        self, memory: list[int], scratch: list[int], go: int, choice: int
    ) -> Iterator[tuple[int, float]]:
        space, base = self.space, choice * self.space["WIDTH"]
        attributes = space["ATTRIBUTES"]
        kind = space["KIND"][go * space["CHOICES"] + choice]
        limit = memory[space["A"] + base + 3]
        several = memory[space["A"] + base + 2] > 1
        if kind == 3:
            return
        if kind == 1 and several and limit in (1, 2):
            # Too much and too many: what a card or two more would make.
            yield attributes + 3, 2 + len(self.sums) % 3
            yield attributes + 4, 1 + len(self.sums) % 2
            yield attributes + 5, 1 + len(self.sums) % 2
            return
        yield attributes + 6, 1.0 + go % 2
        yield attributes + 6, 2.0
        if several:
            yield attributes + 4, 1.0
            yield attributes + 4, 2.0
        if kind == 2:
            return
        space["pool"](memory, scratch, memory[space["SEAT"]])
        many = space["members"](memory, go, choice, scratch)
        for card in scratch[:many]:
            for weight in range(attributes + 3):
                row = [0] * (attributes + PICK)
                row[weight] = 1
                yield weight, space["worth"](scratch, row, 0, card, 0, 0)

    def _note(self, weight: int, number: float) -> None:
        row = self.sums.setdefault(weight, [0.0, 0.0, 0.0])
        row[0] += 1
        row[1] += number
        row[2] += number * number
        self.times[weight] = self.times.get(weight, 0) + (number != 0)
