"""Where sets of cards come from: the zone that they certainly lie in, and its owner.

A set that has a name (picked, or made with `let`) was taken from a zone. Knowing which one, a move
need not look for its cards, and cards that always stay with their owner need fewer bits.
"""

from __future__ import annotations

from typing import Any

from dsl.core import Op, Pick, Program

Zone = tuple[int, Op | None] | None
_NARROWED_SECOND = ("kind", "cards_such")
_NARROWED_FIRST = (
    "top", "cards_whose", "best_cards", "unique_cards", "the_one", "one_of", "without"
)
_SUBSETS = ("cards_whose", "best_cards", "unique_cards", "without")


class Origins:
    """What is known of every set that has a name, in one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.zones: dict[int, Zone] = {}
        self.owners: dict[int, Any] = {}
        sources = self._sources()
        # One set may be taken from another, so what is learnt is passed on until nothing changes.
        for _ in range(len(sources)):
            before = dict(self.zones)
            for local, found in sources.items():
                self._learn(local, found)
            if before == self.zones:
                break

    def _sources(self) -> dict[int, list[Op]]:
        """Every expression that a name is given."""
        sources: dict[int, list[Op]] = {}
        stack: list[Any] = [stage.body for stage in self.program.stages]
        while stack:
            part = stack.pop()
            if isinstance(part, Pick):
                sources.setdefault(part.local, []).append(part.source)
                stack.extend(part)
            elif isinstance(part, Op):
                for local, source in self._given(part):
                    sources.setdefault(local, []).append(source)
                stack.extend(part.args)
            elif isinstance(part, tuple):
                stack.extend(part)
        return sources

    def _given(self, op: Op) -> list[tuple[int, Op]]:
        if op.op == "chance":
            return [(op.args[0], op.args[3])]
        if op.op == "set_local":
            return [(op.args[0], op.args[1])]
        if op.op != "move":
            return []
        # The card that sets an effect off lies where it has just been put.
        zone, found = op.args[1], []
        for effect in op.args[3]:
            owner = None
            if self.program.zones[zone].each_player:
                owner = Op("local", (effect[2],), "player")
            found.append((effect[1], Op("zone", (zone, owner), "cards", reach=effect[0])))
        return found

    def _learn(self, local: int, found: list[Op]) -> None:
        if any(op.type not in ("cards", "card") for op in found):
            return
        # A set that is narrowed down stays where it was.
        others = [op for op in found if _narrows(op) != local] or found
        zones = [self.zone(op) for op in others]
        owners = [self.owner(op) for op in others]
        same = all(_place(zone) == _place(zones[0]) for zone in zones)
        self.zones[local] = zones[0] if same else None
        self.owners[local] = owners[0] if all(each == owners[0] for each in owners) else None

    def zone(self, cards: Op) -> Zone:
        """The one zone that cards certainly lie in."""
        if cards.op == "zone":
            return cards.args[0], cards.args[1]
        if cards.op in _NARROWED_SECOND:
            return self.zone(cards.args[1])
        if cards.op in _NARROWED_FIRST:
            return self.zone(cards.args[0])
        return self.zones.get(cards.args[0]) if cards.op == "local" else None

    def owner(self, cards: Op) -> Any:
        """The owner that cards belong to, as something comparable; None if it is not plain."""
        if cards.op == "zone":
            return None if cards.args[1] is None else _key(cards.args[1])
        if cards.op == "kind":
            return self.owner(cards.args[1])
        if cards.op in _NARROWED_FIRST:
            return self.owner(cards.args[0])
        if cards.op == "union":
            left, right = self.owner(cards.args[0]), self.owner(cards.args[1])
            return left if left == right else None
        return self.owners.get(cards.args[0]) if cards.op == "local" else None

    def keeps_owner(self, move: Op) -> bool:
        """Whether a move certainly leaves its cards with their owner."""
        cards, _, owner, _ = move.args
        return owner is not None and self.owner(cards) == _key(owner)


def _narrows(op: Op) -> int:
    """The name of the set that an expression only takes cards out of, or -1."""
    while op.op in _NARROWED_SECOND or op.op in _SUBSETS:
        op = op.args[1] if op.op in _NARROWED_SECOND else op.args[0]
    return int(op.args[0]) if op.op == "local" else -1


def _place(zone: Zone) -> Any:
    if zone is None:
        return None
    return zone[0], None if zone[1] is None else _key(zone[1])


def _key(op: Op) -> Any:
    return op.op, tuple(_key(a) if isinstance(a, Op) else a for a in op.args)
