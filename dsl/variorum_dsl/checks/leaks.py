"""Hidden information that an open decision depends on.

What: what a player may decide (which cards, under which condition, how many) depends on cards or
on numbers that the player does not see (`leak`); a number that all see is worked out from cards
that not all see (`telling-number`).
Why: the player would learn them from what is offered, or refused, or from the number. How many
cards a zone holds is always seen, and so is whatever was shown before. What the table remembers in
secret is never shown. Once the game has ended, all may be known.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl.checks.subject import Subject
from variorum_dsl.core.card_flow import Flow
from variorum_dsl.core.program import TrackTable, ZoneTable
from variorum_dsl.core.visibility import everybody_sees, sees_cards
from variorum_dsl.core.walk import Node, Tree, children, meaning, nodes, walk
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place


class Look(NamedTuple):
    """A look at the cards of a zone, or at the value of a track, by owner and place."""

    table: ZoneTable | TrackTable
    owner: Hashable
    at: Place


def check(subject: Subject) -> Iterator[Diagnostic]:
    seen: set[tuple[Place, str]] = set()
    for _, program, _, flow in subject.each():
        looking = _Looking(program, flow)
        for at, look in looking.leaks():
            if (at, look.table.name) not in seen:
                seen.add((at, look.table.name))
                yield _report(subject, at, look)
        for line, look in looking.told():
            if (line.at, look.table.name) not in seen:
                seen.add((line.at, look.table.name))
                yield _told(subject, line.at, program.tracks[line.track.track].name, look)


def _told(subject: Subject, at: Place, track: str, look: Look) -> Diagnostic:
    zone = look.table.name
    declared = next(clause for clause in subject.game.zones if clause.name == zone)
    line = subject.line(at)
    path = subject.text(look.at) if at.path == look.at.path and at.line == look.at.line else ""
    show = f"show {path} to players" if re.fullmatch(rf"{zone}( of [a-z0-9-]+)?", path) else ""
    above = Place(at.path, at.line, at.column, at.line, at.column)
    return Diagnostic(
        "telling-number", "warning",
        f"{track} tells of cards in {zone} that not everybody sees",
        Label(line, f"all see {track}, and can tell what it was worked out from"),
        (Label(subject.line(declared.at), "not everybody sees these cards"),),
        why="a number that all see gives away the secret cards that it comes from",
        hint=f"show them first: {show or f'show {zone} of p to players'}; or let the number be "
             "secret, or work it out in a reckoning, when the game is over",
        fix=Fix(show, (Edit(above, f"{show}\n{' ' * (at.column - 1)}"),)) if show else None,
    )


def _report(subject: Subject, at: Place, look: Look) -> Diagnostic:
    table = look.table
    who = "only its owner sees" if _owner_sees(table) else "nobody sees"
    place = look.at if look.at.line else at
    if isinstance(table, TrackTable):
        track = next(clause for clause in subject.game.tracks if clause.name == table.name)
        return Diagnostic(
            "leak", "error", f"this decision depends on {table.name}, which is not seen",
            Label(subject.line(place), "looks at it"),
            (Label(subject.line(track.at), f"{who} it"),),
            why="the player would learn what is secret from what is offered or refused",
            hint="let the rule look only at what the player sees, or declare it without "
                 f"\"{table.sight}\"",
        )
    zone = table
    declared = next(clause for clause in subject.game.zones if clause.name == zone.name)
    return Diagnostic(
        "leak", "error", f"this decision depends on cards in {zone.name} that are not seen",
        Label(subject.line(place), "looks at them"),
        (Label(subject.line(declared.at), f"{who} these cards"),),
        why="the player would learn hidden cards from what is offered or refused",
        hint=f"show {zone.name} first, let chance pick, or declare it open",
    )


def _owner_sees(table: ZoneTable | TrackTable) -> bool:
    return sees_cards(table, owns=table.each_player)


class _Looking:
    def __init__(self, program: c.Program, flow: Flow) -> None:
        self.program = program
        self.flow = flow
        self.shown = {program.zones[zone].name for node in flow.lines if isinstance(node, c.Show)
                      for zone in flow.zones_in(node.cards)}
        self.tainted: dict[int, list[Look]] = {}
        for node in flow.lines:
            if isinstance(node, c.SetLocal) and node.value.type in ("number", "flag"):
                self.tainted.setdefault(node.local, []).extend(self.looks(node.value))

    def leaks(self) -> Iterator[tuple[Place, Look]]:
        for node in self.flow.lines:
            match node:
                case c.Decide(player, choices):
                    who = meaning(player)
                case c.Together(local=local, choices=choices):
                    who = meaning(c.Local(local))
                case _:
                    continue  # nobody decides there
            for choice in choices:
                parts: Tree = (choice.condition, choice.pick and (
                    choice.pick.low, choice.pick.high, choice.pick.source, choice.pick.such_that))
                for part in nodes(parts):
                    for look in self.looks(part):
                        if not self._sees(who, look):
                            yield choice.at, look

    def told(self) -> Iterator[tuple[c.SetTrack, Look]]:
        """Open numbers that are worked out from cards that not everybody sees, while it is
        played."""
        for stage, inside in zip(self.program.stages, self.flow.inside, strict=True):
            for node in inside if stage.stage != "reckoning" else ():
                if isinstance(node, c.SetTrack) and everybody_sees(
                    self.program.tracks[node.track.track]
                ):
                    for look in self.looks(node.value):
                        if isinstance(look.table, ZoneTable) and not (
                            everybody_sees(look.table) or look.table.name in self.shown
                        ):
                            yield node, look

    def _sees(self, who: Hashable, look: Look) -> bool:
        owns = look.table.each_player and look.owner == who
        return sees_cards(look.table, owns=owns) or look.table.name in self.shown

    # ----------------------------------------------------------------- looks
    def looks(
        self, part: Node, owners: dict[int, Hashable] | None = None, depth: int = 0
    ) -> list[Look]:
        """Every look at cards, as opposed to how many there are, and at what is remembered."""
        owners = owners or {}
        found: list[Look] = []
        zones = self.program.zones
        stack = [part]
        while stack:
            node = stack.pop()
            match node:
                case c.Count(cards) | c.IsEmpty(cards) if self._is_bare(cards):
                    continue
                case c.PlayersWhoseEmpty(players=players, property=cards) if self._is_bare(cards):
                    stack.append(players)
                case c.Zone(zone, owner) | c.ZonesOf(zone, owner):
                    if not self._all_alike(self.flow.zones[zone]):
                        found.append(Look(zones[zone], self._owner(owner, owners), node.at))
                case c.Track(track, owner):
                    table = self.program.tracks[track]
                    if not everybody_sees(table):
                        found.append(Look(table, self._owner(owner, owners), node.at))
                    stack.extend(children(node))
                case c.Outside(mask, cards):
                    found.extend(Look(zones[z], "", node.at)
                                 for z, there in enumerate(self.flow.zones)
                                 if there & mask and z not in self.flow.zones_in(cards))
                case c.Local(number):
                    found.extend(self.tainted.get(number, ()))
                case c.Figure(figure, player) if depth < 20:
                    derived = self.program.figures[figure]
                    bound = {**owners, derived.local: self._owner(player, owners)}
                    found.extend(self.looks(derived.value, bound, depth + 1))
                case _:
                    # Whatever else there is looks at cards only through its parts.
                    stack.extend(children(node))
        return found

    def _owner(self, owner: c.Expression | None, owners: dict[int, Hashable]) -> Hashable:
        if owner is None:
            return ""
        if isinstance(owner, c.Local) and owner.number in owners:
            return owners[owner.number]
        return meaning(owner)

    def _is_bare(self, part: c.Expression) -> bool:
        """Whether a set is made of whole zones, so that its size is seen by all."""
        if c.of_owners(part.type):
            return False
        return all(isinstance(node, c.Zone | c.ZonesOf | c.Union | c.Without | c.Top)
                   or not isinstance(node, c.Typed) or node.type not in ("card", "cards")
                   for node in walk(part))

    def _all_alike(self, mask: int) -> bool:
        faces = {card.face for i, card in enumerate(self.program.cards) if mask >> i & 1}
        return len(faces) < 2
