"""Where sets of cards come from: the zone that they probably lie in, and whose they are.

A set that has a name (picked, or made with `let`) was taken from a zone. Knowing which one, a move
looks there first, and cards that always stay with their owner need fewer bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from variorum_dsl import core as c
from variorum_dsl.core.program import Op, Pick, Program

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
        self.given: dict[int, int] = {}  # at how many places a local is given a value
        self.reaches: dict[int, int] = {}  # the cards that a local can ever hold
        sources = self._sources()
        # One set may be taken from another, so what is learnt is passed on until nothing changes.
        for _ in range(len(sources) + 1):
            before = dict(self.zones), dict(self.owners), dict(self.reaches)
            for local, found in sources.items():
                self._learn(local, found)
                for source in found:
                    self.reaches[local] = self.reaches.get(local, 0) | self.reach(source)
            if before == (self.zones, self.owners, self.reaches):
                break

    def _sources(self) -> dict[int, list[Op]]:
        """Every expression that a name is given."""
        sources: dict[int, list[Op]] = {}
        for part in parts(self.program):
            rows = [(part.local, part.source)] if isinstance(part, Pick) else self._given(part)
            for local, source in rows:
                self.given[local] = self.given.get(local, 0) + 1
                if source is not None:
                    sources.setdefault(local, []).append(source)
            if isinstance(part, Op) and part.op == "local":
                number = part.args[0]
                self.reaches[number] = self.reaches.get(number, 0) | part.reach
        return sources

    def _given(self, op: Op) -> list[tuple[int, Op | None]]:
        match op.op:
            case "chance":
                return [(op.args[0], op.args[3])]
            case "set_local" | "for_cards" | "cards_such":
                return [(op.args[0], op.args[1])]
            case "for_players" | "for_members" | "together":
                return [(op.args[0], None)]
            case "turns":
                return [(op.args[1], None)]
            case "move":
                return self._entering(op)
        return []

    def _entering(self, move: Op) -> list[tuple[int, Op | None]]:
        """The card that sets an effect off lies where it has just been put."""
        zone = move.args[1]
        found: list[tuple[int, Op | None]] = []
        for effect in move.args[3]:
            owner = None
            if self.program.zones[zone].each_player:
                owner = c.Local(effect[2], type="player")
            found.append((effect[1], c.Zone(zone, owner, type="cards", reach=effect[0])))
            found.append((effect[2], None))
        return found

    def reach(self, op: Op) -> int:
        """The cards that an expression can ever hold, whatever its names are given later."""
        match op.op:
            case "local":
                return self.reaches.get(op.args[0], op.reach)
            case "kind":
                return int(op.args[0]) & self.reach(op.args[1])
            case "cards_such":
                return self.reach(op.args[1])
            case "union" | "otherwise":
                return self.reach(op.args[0]) | self.reach(op.args[1])
            case "cards_whose" | "best_cards" | "unique_cards" | "the_one" | "one_of" | "without":
                return self.reach(op.args[0])
        return op.reach

    def _learn(self, local: int, found: list[Op]) -> None:
        if any(op.type not in ("cards", "card") for op in found):
            return
        # A set that is narrowed down stays where it was.
        others = [op for op in found if _narrows(op) != local] or found
        zones = [self.zone(op) for op in others]
        owners = [self.owner(op) for op in others]
        same = all(_place(zone) == _place(zones[0]) for zone in zones)
        self.zones[local] = zones[0] if same and self._lasts(zones[0]) else None
        owner = owners[0] if all(each == owners[0] for each in owners) else None
        self.owners[local] = owner if owner is not None and self._stays(owner) else None

    def _lasts(self, zone: Zone) -> bool:
        """Whether the owner of a zone is still the same when a name for its cards is used."""
        return zone is None or zone[1] is None or self._stays(_key(zone[1]))

    def _stays(self, owner: Any) -> bool:
        """Whether a player is given only once, so that it means the same one further down."""
        op, args = owner
        if op in ("left", "right"):
            return self._stays(args[0])
        return op == "seat" or (op == "local" and self.given.get(args[0], 0) <= 1)

    def zone(self, cards: Op) -> Zone:
        """The one zone that cards lay in when they were last looked at."""
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
        if cards.op in _NARROWED_SECOND:
            return self.owner(cards.args[1])
        if cards.op in _NARROWED_FIRST:
            return self.owner(cards.args[0])
        if cards.op in ("union", "otherwise"):
            left, right = self.owner(cards.args[0]), self.owner(cards.args[1])
            return left if left == right else None
        return self.owners.get(cards.args[0]) if cards.op == "local" else None

    def keeps_owner(self, move: Op) -> bool:
        """Whether a move certainly leaves its cards with their owner."""
        cards, _, owner = move.args[:3]
        return owner is not None and self.owner(cards) == _key(owner)


def parts(program: Program, *, shown: bool = True) -> Iterator[Op | Pick]:
    """Every expression, line of play and pick of a program; without what is shown, on demand."""
    stack: list[Any] = [
        *(stage[3:6] for stage in program.stages), *(end.condition for end in program.ends),
        *(figure.value for figure in program.figures), *(row[0] for row in program.out),
        *(step[3:6] for scoring in program.scorings for step in scoring.steps),
    ]
    seen: set[int] = set()
    while stack:
        part = stack.pop()
        # The lines of a case for two kinds stand there twice, and are the same lines.
        if not isinstance(part, tuple | Op) or id(part) in seen:
            continue
        seen.add(id(part))
        if isinstance(part, tuple):
            if isinstance(part, Pick):
                yield part
            stack.extend(part)
        else:
            yield part
            if shown or part.op != "show":
                stack.extend(part.args)


def alone(program: Program, origins: Origins, universe: int, *, shown: bool) -> bool:
    """Whether the cards of a universe are only ever spoken of one player at a time.

    Then those of all players can share their bits. `universe` is the set of its cards."""

    def concerns(part: Any) -> bool:
        return isinstance(part, Op) and part.type in ("cards", "card") and bool(
            origins.reach(part) & universe
        )

    counted = {
        id(argument) for part in parts(program, shown=shown) if isinstance(part, Op)
        and part.op in ("count", "empty", "total_cards", "show") for argument in part.args
    } | {id(step.per) for scoring in program.scorings for step in scoring.steps}
    for part in parts(program, shown=shown):
        if not isinstance(part, Op):
            continue
        if concerns(part) and origins.owner(part) is None and not (
            part.op == "zones_of" and id(part) in counted
        ):
            return False
        if part.op in ("compare", "in", "without", "otherwise"):
            sides = part.args[-2:]
            if any(map(concerns, sides)) and origins.owner(sides[0]) != origins.owner(sides[1]):
                return False
        if part.op == "move" and concerns(part.args[0]) and not origins.keeps_owner(part):
            return False
    return True


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
