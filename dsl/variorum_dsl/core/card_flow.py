"""Which cards can ever be in which zone, found by following every move of a lowered game.

Nothing is played: a move that can happen at all is taken to happen, whoever it is for. So a card
that is not found in a zone is never there, while one that is found may still never arrive.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.walk import Node, Tree, walk


class Flow:
    """`zones[z]`: the cards that can be in a zone. `locals[i]`: those that a name can stand for.
    `inside`: everything in each stage; `lines`: all of it."""

    def __init__(self, program: c.Program) -> None:
        self.program = program
        self.zones = [0] * len(program.zones)
        for i, card in enumerate(program.cards):
            self.zones[card.zone] |= 1 << i
        self.locals: dict[int, int] = {}
        self.happens: set[str] = set()
        self.inside: list[list[Node]] = [list(walk(stage.body)) for stage in program.stages]
        self.lines = [node for nodes in self.inside for node in nodes]
        self.moves = [node for node in self.lines if isinstance(node, c.Move)]
        self.origins: dict[int, set[int]] = {}
        self.values: dict[int, list[c.Expression]] = {}
        self._given = [(local, value) for node in self.lines for local, value in given(node)
                       if value.type in ("card", "cards")]
        for local, value in self._given:
            self.values.setdefault(local, []).append(value)
        for _ in range(3):
            for local, value in self._given:
                self.origins.setdefault(local, set()).update(self.zones_in(value))
        self._settle()

    def _settle(self) -> None:
        while True:
            before = (list(self.zones), dict(self.locals))
            for local, value in self._given:
                self.locals[local] = self.locals.get(local, 0) | self.cards(value)
            for move in self.moves:
                mask = self.cards(move.cards)
                self.zones[move.to.zone] |= mask
                for effect in move.effects:
                    self.locals[effect.card] = (
                        self.locals.get(effect.card, 0) | mask & effect.mask)
                    if mask & effect.mask:
                        self.happens.add(effect.name)
            if before == (self.zones, self.locals):
                return

    def cards(self, part: c.Expression) -> int:
        """The cards that an expression can ever hold."""
        match part:
            case c.Zone(zone) | c.ZonesOf(zone):
                return self.zones[zone]
            case c.OfKind(mask, cards):
                return mask & self.cards(cards)
            case c.Outside(mask):
                return mask
            case c.Local(number):
                return self.locals.get(number, part.reach)
            case c.Without(left):
                return self.cards(left)
            case c.Union(left, right) | c.Otherwise(left, right):
                return (self.cards(left) | self.cards(right)) & part.reach
            case c.Top(cards, _, among):
                return self.cards(among or cards) & part.reach
            case (c.OneOf(cards) | c.TheOne(cards) | c.CardsSuchThat(_, cards)
                  | c.CardsWhose(cards) | c.BestCards(cards) | c.UniqueCards(cards)):
                return self.cards(cards) & part.reach
            case c.Track() | c.Member() | c.NumberRange() | c.Broken():
                return 0
        if isinstance(part, c.NumberExpression | c.Condition | c.PlayerExpression):
            return 0
        assert_never(part)

    def zones_in(self, part: Tree) -> set[int]:
        """The zones that an expression takes its cards from."""
        found: set[int] = set()
        for node in walk(part):
            match node:
                case c.Zone(zone) | c.ZonesOf(zone):
                    found.add(zone)
                case c.Local(number):
                    found |= self.origins.get(number, set())
                case c.Outside(mask):
                    found |= {z for z, there in enumerate(self.zones) if there & mask}
        return found


def given(node: Node) -> Iterator[tuple[int, c.Expression]]:
    """The locals that a line gives a value taken from an expression, and the expression. Loops
    over players and members give one too, but take it from nowhere."""
    match node:
        case c.SetLocal(local, value) | c.ForEachCard(local, value):
            yield local, value
        case c.Chance(local=local, source=source):
            yield local, source
        case c.Decide(choices=choices) | c.Together(choices=choices):
            for choice in choices:
                if choice.pick is not None:
                    yield choice.pick.local, choice.pick.source
