"""Tracks that are no secret to somebody who remembers what everybody saw.

A number that only its owner sees, or nobody, is known to all nevertheless if every line that
changes it does so by what everybody sees: who remembers can work it out. Where a line goes by
something else (a number that somebody picks for themselves, cards in a hand, chance), it stays a
secret.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.core.visibility import everybody_sees
from variorum_dsl.core.walk import Tree, children, nodes

from variorum_engine.table.visibility import keeps_to_itself, sees_track


@lru_cache(maxsize=4096)
def knows_track(program: Program, seat: int, place: int) -> bool:
    """Whether a seat sees the value of a track, or can work it out."""
    if sees_track(program, seat, place):
        return True
    number = next(i for i in range(len(program.tracks) - 1, -1, -1)
                  if program.tracks[i].first <= place)
    return number in _worked_out(program)


@lru_cache(maxsize=64)
def _worked_out(program: Program) -> frozenset[int]:
    """The tracks that everybody can work out, by the number of their line."""
    known = frozenset(range(len(program.tracks)))
    while lost := known & _Followed(program, known).lost:
        known -= lost
    return known


class _Followed:
    """What everybody can follow if these tracks are known: `secret` names are not, and the tracks
    that are `lost` are changed by something else."""

    def __init__(self, program: Program, known: frozenset[int]) -> None:
        self.program, self.known = program, known
        self.secret: set[int] = set()
        self.lost: set[int] = set()
        before = -1
        while before < len(self.secret):
            before = len(self.secret)
            for stage in program.stages:
                self._follow(stage.body, seen=True)

    def _is_seen(self, *parts: Tree) -> bool:
        """Whether everybody can work out what an expression comes to."""
        for node in nodes(parts):
            match node:
                case c.Count(c.Zone(_, owner)) | c.IsEmpty(c.Zone(_, owner)):
                    if not self._is_seen(owner):
                        return False
                    continue
                case c.Zone(zone) | c.ZonesOf(zone) if not everybody_sees(
                        self.program.zones[zone]):
                    return False
                case c.Track(track) if track not in self.known and not everybody_sees(
                        self.program.tracks[track]):
                    return False
                case c.Local(number) if number in self.secret:
                    return False
                case c.Figure() | c.Score():
                    return False
            if not self._is_seen(tuple(children(node))):
                return False
        return True

    def _follow(self, *bodies: tuple[c.Line, ...], seen: bool) -> None:
        """Go through lines. Whether they happen is `seen` by everybody, or not."""
        for line in chain(*bodies):
            match line:
                case c.SetTrack(track, value):
                    if not seen or not self._is_seen(value, track.owner):
                        self.lost.add(track.track)
                case c.SetLocal(local, value):
                    self._name(local, seen and self._is_seen(value))
                case c.Chance(local):
                    self._name(local, seen=False)
                case c.Move(cards, _, effects):
                    follows = seen and self._is_seen(cards)
                    for effect in effects:
                        self._name(effect.card, follows)
                        self._follow(effect.body, seen=follows and self._is_seen(effect.condition))
                case c.If(condition, then, otherwise):
                    follows = seen and self._is_seen(condition)
                    self._follow(then, otherwise, seen=follows)
                case c.Cases(card, cases):
                    follows = seen and self._is_seen(card)
                    self._follow(*(case.body for case in cases), seen=follows)
                case c.ForEachPlayer(local, players, start, ranks, until, inside):
                    follows = seen and self._is_seen(players, start, ranks, until)
                    self._name(local, follows)
                    self._follow(inside, seen=follows)
                case c.ForEachCard(local, cards, ranks, until, inside):
                    follows = seen and self._is_seen(cards, ranks, until)
                    self._name(local, follows)
                    self._follow(inside, seen=follows)
                case c.ForEachMember(_, _, until, inside):
                    self._follow(inside, seen=seen and self._is_seen(until))
                case c.Repeat(until, _, inside):
                    self._follow(inside, seen=seen and self._is_seen(until))
                case c.Turns(start, local, players, until, _, inside):
                    follows = seen and self._is_seen(start, players, until)
                    self._name(local, follows)
                    self._follow(inside, seen=follows)
                case c.Decide(choices=choices) | c.Together(choices=choices):
                    self._choose(choices, seen=seen)
                    if isinstance(line, c.Together):
                        self._follow(line.body, seen=seen)
                case c.Call(_, inside):
                    self._follow(inside, seen=seen)
                case c.Shuffle() | c.Show() | c.EndRound() | c.EndGame() | c.Nothing():
                    pass  # no track and no name changes
                case _:
                    assert_never(line)

    def _choose(self, choices: tuple[c.Choice, ...], *, seen: bool) -> None:
        """What is chosen is told to all; so is what is picked, but for cards that not everybody
        sees and numbers that are kept."""
        for choice in choices:
            pick = choice.pick
            if pick is not None:
                told = (self._is_seen(pick.source) if pick.source.type in ("card", "cards")
                        else not keeps_to_itself(self.program, pick.local))
                self._name(pick.local, seen and told)
            self._follow(choice.body, seen=seen)

    def _name(self, local: int, seen: bool) -> None:
        if not seen:
            self.secret.add(local)
