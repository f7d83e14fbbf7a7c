"""Which cards can ever be in which zone, found by following every move of a lowered game.

Nothing is played: a move that can happen at all is taken to happen, whoever it is for. So a card
that is not found in a zone is never there, while one that is found may still never arrive.
"""

from __future__ import annotations

from typing import Any

from variorum_dsl.core.program import Op, Program
from variorum_dsl.diagnostics.diagnostic import Place


def inner(part: Op) -> list[Op]:
    """The operations directly inside another one, however they are wrapped."""
    found: list[Op] = []
    stack: list[Any] = list(reversed(part.args))
    while stack:
        item = stack.pop()
        if isinstance(item, Op):
            found.append(item)
        elif isinstance(item, tuple) and type(item) is not Place:
            stack.extend(reversed(item))
    return found


def ops(part: Any) -> list[Op]:
    """Every operation inside a part, outermost first."""
    found: list[Op] = []
    stack: list[Any] = [part]
    while stack:
        item = stack.pop()
        if isinstance(item, Op):
            found.append(item)
            stack.extend(reversed(item.args))
        elif isinstance(item, tuple) and type(item) is not Place:
            stack.extend(reversed(item))
    return found


class Flow:
    """`zones[z]`: the cards that can be in a zone. `locals[i]`: those that a name can stand for.
    `inside`: everything in each stage; `lines`: all of it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.zones = [0] * len(program.zones)
        for i, card in enumerate(program.cards):
            self.zones[card.zone] |= 1 << i
        self.locals: dict[int, int] = {}
        self.happens: set[str] = set()
        self.moves: list[Op] = []
        self.origins: dict[int, set[int]] = {}
        self.values: dict[int, list[Op]] = {}
        self._binds: list[tuple[int, Any]] = []
        self.inside = [ops(stage.body) for stage in program.stages]
        self.lines = [op for lines in self.inside for op in lines]
        self._collect()
        self._settle()

    def _collect(self) -> None:
        for op in self.lines:
            if op.op == "move":
                self.moves.append(op)
            elif op.op in ("set_local", "for_cards"):
                self._binds.append((op.args[0], op.args[1]))
            elif op.op == "chance":
                self._binds.append((op.args[0], op.args[3]))
            elif op.op in ("decide", "together"):
                for choice in op.args[1] if op.op == "decide" else op.args[2]:
                    if choice.pick is not None:
                        self._binds.append((choice.pick.local, choice.pick.source))
        cards = [(local, value) for local, value in self._binds
                 if isinstance(value, Op) and value.type in ("card", "cards")]
        self._binds = cards
        for local, value in cards:
            self.values.setdefault(local, []).append(value)
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
                zone: int = part.args[0]
                return self.zones[zone]
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
