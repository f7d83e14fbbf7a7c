"""Where sets of cards come from: the zone that they probably lie in, and whose they are.

A set that has a name (picked, or made with `let`) was taken from a zone. Knowing which one, a move
looks there first, and cards that always stay with their owner need fewer bits. This is a data-flow
analysis over the locals of a program: facts are passed on until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from variorum_dsl import core as c
from variorum_dsl.core.walk import Node, children, meaning, nodes

Place = tuple[int, c.Expression | None]
"""A zone and its owner."""

Given = tuple[int, c.Expression | None]
"""A local and what it is given; nothing where it is a player or a member of an attribute."""


class Origins:
    """What is known of every set that has a name, in one program."""

    def __init__(self, program: c.Program) -> None:
        self.program = program
        self.zones: dict[int, Place | None] = {}
        self.owners: dict[int, c.Expression | None] = {}
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

    def _sources(self) -> dict[int, list[c.Expression]]:
        """Every expression that a name is given."""
        sources: dict[int, list[c.Expression]] = {}
        for part in parts(self.program):
            for local, source in self._given(part):
                self.given[local] = self.given.get(local, 0) + 1
                if source is not None:
                    sources.setdefault(local, []).append(source)
            if isinstance(part, c.Local):
                self.reaches[part.number] = self.reaches.get(part.number, 0) | part.reach
        return sources

    def _given(self, part: Node) -> list[Given]:
        """The locals that a line or an expression gives values to. No other operation does: what
        stands in a local while players are compared is used inside that expression alone."""
        match part:
            case c.Chance(local=local, source=source):
                return [(local, source)]
            case c.SetLocal(local, value):
                return [(local, value)]
            case c.ForEachCard(local, cards) | c.CardsSuchThat(local, cards):
                return [(local, cards)]
            case c.TotalOfEach(local, cards) if cards.type in ("card", "cards"):
                return [(local, cards)]
            case c.ForEachPlayer(local=local) | c.ForEachMember(local=local) | c.Turns(local=local):
                return [(local, None)]
            case c.Together(local=local, choices=choices):
                return [(local, None), *_picked(choices)]
            case c.Decide(choices=choices):
                return _picked(choices)
            case c.Move(to=to, effects=effects):
                return self._entering(to.zone, effects)
        return []

    def _entering(self, zone: int, effects: tuple[c.Effect, ...]) -> list[Given]:
        """The card that sets an effect off lies where it has just been put."""
        found: list[Given] = []
        for effect in effects:
            owner = None
            domain = self.program.zones[zone].domain
            if domain.sort != "table":
                owner = c.Local(effect.owner, type="player" if domain.sort == "player" else (
                    f"member {self.program.attributes[domain.attribute].name}"))
            found.append((effect.card, c.Zone(zone, owner, type="cards", reach=effect.mask)))
            found.append((effect.owner, None))
        return found

    def reach(self, cards: c.Expression) -> int:
        """The cards that an expression can ever hold, whatever its names are given later."""
        match cards:
            case c.Local(number):
                return self.reaches.get(number, cards.reach)
            case c.OfKind(mask, of):
                return mask & self.reach(of)
            case c.Union(left, right) | c.Otherwise(left, right):
                return self.reach(left) | self.reach(right)
            case c.Top():
                return cards.reach
        inner = narrowed(cards)
        return cards.reach if inner is None else self.reach(inner)

    def _learn(self, local: int, found: list[c.Expression]) -> None:
        if any(each.type not in ("cards", "card") for each in found):
            return
        # A set that is narrowed down stays where it was.
        others = [each for each in found if _narrows(each) != local] or found
        zones = [self.zone(each) for each in others]
        owners = [self.owner(each) for each in others]
        same = all(meaning(zone) == meaning(zones[0]) for zone in zones)
        self.zones[local] = zones[0] if same and self._lasts(zones[0]) else None
        owner = owners[0]
        if owner is not None and self._stays(owner) and all(
            meaning(each) == meaning(owner) for each in owners
        ):
            self.owners[local] = owner
        else:
            self.owners[local] = None

    def _lasts(self, zone: Place | None) -> bool:
        """Whether the owner of a zone is still the same when a name for its cards is used."""
        return zone is None or zone[1] is None or self._stays(zone[1])

    def _stays(self, owner: c.Expression) -> bool:
        """Whether a player is given only once, so that it means the same one further down."""
        match owner:
            case c.LeftOf(player) | c.RightOf(player):
                return self._stays(player)
            case c.Seat():
                return True
            case c.Local(number):
                return self.given.get(number, 0) <= 1
        return False  # whatever else says who it is may say another one later

    def zone(self, cards: c.Expression) -> Place | None:
        """The one zone that cards lay in when they were last looked at."""
        match cards:
            case c.Zone(zone, owner):
                return zone, owner
            case c.Local(number):
                return self.zones.get(number)
        inner = narrowed(cards)
        return None if inner is None else self.zone(inner)

    def owner(self, cards: c.Expression) -> c.Expression | None:
        """The owner that cards belong to; None if it is not plain."""
        match cards:
            case c.Zone(_, owner):
                return owner
            case c.Local(number):
                return self.owners.get(number)
            case c.Union(left, right) | c.Otherwise(left, right):
                one, other = self.owner(left), self.owner(right)
                return one if meaning(one) == meaning(other) else None
        inner = narrowed(cards)
        return None if inner is None else self.owner(inner)

    def keeps_owner(self, move: c.Move) -> bool:
        """Whether a move certainly leaves its cards with their owner."""
        owner = move.to.owner
        return owner is not None and meaning(self.owner(move.cards)) == meaning(owner)


def narrowed(cards: c.Expression) -> c.Expression | None:
    """The set that an expression takes some cards of; None for an expression of another sort."""
    match cards:
        case c.OfKind(_, of) | c.CardsSuchThat(cards=of) | c.CardsWhose(cards=of):
            return of
        case c.BestCards(cards=of) | c.UniqueCards(cards=of) | c.OneOf(of):
            return of
        case c.TheOne(of) | c.Without(left=of):
            return of
        case c.Top(zone=of):
            return of
    return None


def _narrows(cards: c.Expression) -> int:
    """The local of the set that an expression only takes cards out of, or -1."""
    while not isinstance(cards, c.Local):
        if isinstance(cards, c.Top | c.TheOne | c.OneOf):
            return -1
        inner = narrowed(cards)
        if inner is None:
            return -1
        cards = inner
    return cards.number


def _picked(choices: tuple[c.Choice, ...]) -> list[Given]:
    return [(choice.pick.local, choice.pick.source) for choice in choices
            if choice.pick is not None]


def parts(program: c.Program, *, shown: bool = True) -> Iterator[Node]:
    """Every expression and line of play of a program once; without what is shown, on demand."""
    stack = list(chain(
        *(nodes((stage.until, stage.measure, stage.body)) for stage in program.stages),
        *(nodes(end.condition) for end in program.ends),
        *(nodes(figure.value) for figure in program.figures),
        *(nodes(out[0]) for out in program.out),
        *(nodes((step.value, step.per, step.condition))
          for scoring in program.scorings for step in scoring.steps),
    ))
    seen: set[Node] = set()
    while stack:
        part = stack.pop()
        # The lines of a case for two kinds stand there twice, and are the same lines.
        if part in seen:
            continue
        seen.add(part)
        yield part
        if shown or not isinstance(part, c.Show):
            stack.extend(children(part))


def alone(program: c.Program, origins: Origins, universe: int, *, shown: bool) -> bool:
    """Whether the cards of a universe are only ever spoken of one player at a time.

    Then those of all players can share their bits. `universe` is the set of its cards."""

    def concerns(part: Node) -> bool:
        return isinstance(part, c.Typed) and part.type in ("cards", "card") and bool(
            origins.reach(part) & universe
        )

    # A zone of several players may be counted, added up or shown: that is done one by one.
    counted: set[Node] = {
        step.per for scoring in program.scorings for step in scoring.steps if step.per is not None
    }
    for part in parts(program, shown=shown):
        if isinstance(part, c.Count | c.IsEmpty | c.TotalOfCards | c.Show):
            counted.update(children(part))
    for part in parts(program, shown=shown):
        if isinstance(part, c.Typed) and concerns(part) and origins.owner(part) is None and not (
            isinstance(part, c.ZonesOf) and part in counted
        ):
            return False
        match part:
            case (c.Compare(left=one, right=other) | c.IsIn(one, other) | c.Without(one, other)
                  | c.Otherwise(one, other)) if concerns(one) or concerns(other):
                if meaning(origins.owner(one)) != meaning(origins.owner(other)):
                    return False
            case c.Move(cards=cards) if concerns(cards) and not origins.keeps_owner(part):
                return False
    return True
