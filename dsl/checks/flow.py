"""Which cards can ever be in which zone, found by following every move of a lowered game.

Nothing is played: a move that can happen at all is taken to happen, whoever it is for. So a card
that is not found in a zone is never there, while one that is found may still never arrive.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dsl.core import Op, Program


def inner(part: Any) -> Iterator[Op]:
    """The operations directly inside a part, however they are wrapped."""
    for item in part.args if type(part) is Op else part:
        if type(item) is Op:
            yield item
        elif isinstance(item, tuple):
            yield from inner(item)


def ops(part: Any) -> Iterator[Op]:
    """Every operation inside a part, outermost first."""
    stack = [part] if type(part) is Op else list(inner(part))[::-1]
    while stack:
        op = stack.pop()
        yield op
        found = list(inner(op))
        found.reverse()
        stack.extend(found)


class Flow:
    """`zones[z]`: the cards that can be in a zone. `locals[i]`: those that a name can stand for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.zones = [0] * len(program.zones)
        for i, card in enumerate(program.cards):
            self.zones[card.zone] |= 1 << i
        self.locals: dict[int, int] = {}
        self.happens: set[str] = set()
        self.moves: list[Op] = []
        self.origins: dict[int, set[int]] = {}
        self._binds: list[tuple[int, Any]] = []
        self.lines = [op for stage in program.stages for op in ops(stage.body)]
        self._collect()
        self._settle()

    def _collect(self) -> None:
        for op in self.lines:
            if op.op == "move":
                self.moves.append(op)
            elif op.op == "set_local":
                self._binds.append((op.args[0], op.args[1]))
            elif op.op == "for_cards":
                self._binds.append((op.args[0], op.args[1]))
            elif op.op == "chance":
                self._binds.append((op.args[0], op.args[3]))
            elif op.op in ("decide", "together"):
                for choice in op.args[1] if op.op == "decide" else op.args[2]:
                    if choice.pick is not None:
                        self._binds.append((choice.pick.local, choice.pick.source))
        cards = [(local, value) for local, value in self._binds
                 if type(value) is Op and value.type in ("card", "cards")]
        self._binds = cards
        for _ in range(3):
            for local, value in cards:
                self.origins.setdefault(local, set()).update(self.zones_in(value))

    def _settle(self) -> None:
        while True:
            before = (list(self.zones), dict(self.locals))
            for local, value in self._binds:
                self.locals[local] = self.locals.get(local, 0) | self.cards(value)
            for move in self.moves:
                what, zone, _, effects = move.args[:4]
                mask = self.cards(what)
                self.zones[zone] |= mask
                for effect in effects:
                    self.locals[effect[1]] = self.locals.get(effect[1], 0) | mask & effect[0]
                    if mask & effect[0]:
                        self.happens.add(effect[5])
            if before == (self.zones, self.locals):
                return

    def cards(self, part: Op) -> int:
        """The cards that an expression can ever hold."""
        match part.op:
            case "zone" | "zones_of":
                return self.zones[part.args[0]]
            case "kind":
                return int(part.args[0]) & self.cards(part.args[1])
            case "outside":
                return int(part.args[0])
            case "local":
                return self.locals.get(part.args[0], part.reach)
            case "without":
                return self.cards(part.args[0])
        found = 0
        seen = False
        for each in inner(part):
            if each.type in ("card", "cards"):
                found |= self.cards(each)
                seen = True
        return found & part.reach if seen else part.reach

    def zones_in(self, part: Any) -> set[int]:
        """The zones that an expression takes its cards from."""
        found: set[int] = set()
        for op in ops(part):
            if op.op in ("zone", "zones_of"):
                found.add(op.args[0])
            elif op.op == "local":
                found |= self.origins.get(op.args[0], set())
            elif op.op == "outside":
                found |= {z for z, mask in enumerate(self.zones) if mask & op.args[0]}
        return found
