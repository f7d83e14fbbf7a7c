"""A loop that can go round without using anything up.

What: a path through the lines of `rounds`, `repeat` or `take turns` on which nothing happens that
could lower what the loop uses up, or bring about its end (`loop-uses-nothing-up`).
Why: players who keep taking that path never finish. The engine would stop them; the file should not
need it. Only paths on which plainly nothing helps are reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from variorum_dsl import core as c
from variorum_dsl.checks.subject import Subject
from variorum_dsl.core.card_flow import Flow
from variorum_dsl.core.walk import meaning, walk
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place

Body = tuple[c.Line, ...]


class Reads(NamedTuple):
    """What an expression depends on."""

    zones: set[int]
    locals: set[int]
    tracks: set[int]


class Idle(NamedTuple):
    """A way through some lines that helps nothing: the turnings taken, and whether it stops."""

    turnings: tuple[Place, ...]
    stops: bool = False


def check(subject: Subject) -> Iterator[Diagnostic]:
    seen: set[Place] = set()
    for _, program, _, flow in subject.each():
        loops: list[tuple[Place, c.Expression, c.Expression, Body, bool]] = [
            (stage.at, stage.until, stage.measure, stage.body, True)
            for stage in program.stages if stage.until is not None and stage.measure is not None
        ]
        loops += [(node.at, node.until, node.measure, node.body, False)
                  for node in flow.lines if isinstance(node, c.Repeat | c.Turns)]
        for at, until, measure, body, is_stage in loops:
            if at in seen or isinstance(measure, c.Guard):
                continue
            idle = _Loop(flow, until, measure, is_stage=is_stage).idle(body, ())
            if idle is not None:
                seen.add(at)
                yield _report(subject, at, idle)


def _report(subject: Subject, at: Place, idle: Idle) -> Diagnostic:
    turnings = tuple(dict.fromkeys(subject.line(turning) for turning in idle.turnings))
    return Diagnostic(
        "loop-uses-nothing-up", "error", "this can go round without using anything up",
        Label(subject.line(at), "may never end"),
        tuple(Label(place, "on this way nothing is used up") for place in turnings[-2:]),
        why="what a loop names behind using up must be lower after every turn that does not end it",
        hint="let this way use something up, or name what it does use up",
    )


class _Loop:
    """What helps one loop: lowering a part of its measure, or touching what its end depends on."""

    def __init__(
        self, flow: Flow, until: c.Expression, measure: c.Expression, *, is_stage: bool
    ) -> None:
        self.flow = flow
        self.is_stage = is_stage
        self.counted: dict[int, bool] = {}  # zone: whether all of it is counted, whosever it is
        self.sets: set[int] = set()
        self.numbers: set[int] = set()
        self.other = Reads(set(), set(), set())
        for term in _terms(measure):
            self._term(term)
        self.until = self.reads(until)
        self.emptied = isinstance(until, c.IsEmpty) and isinstance(until.of, c.Zone | c.ZonesOf)

    def _term(self, term: c.Expression) -> None:
        match term:
            case c.Count(cards):
                self._counted(cards)
            case c.Track(track):
                self.numbers.add(track)
            case _:
                self._other(term)

    def _counted(self, part: c.Expression) -> None:
        match part:
            case c.Zone(zone, owner) | c.ZonesOf(zone, owner):
                whole = owner is None or isinstance(owner, c.Players)
                self.counted[zone] = self.counted.get(zone, True) and whole
                if owner is not None:
                    self._other(owner)
            case c.OfKind(_, cards):
                self._counted(cards)
            case c.Union(left, right):
                self._counted(left)
                self._counted(right)
            case c.Local(number):
                self.sets.add(number)
            case _:
                self._other(part)

    def _other(self, part: c.Expression) -> None:
        for mine, more in zip(self.other, self.reads(part), strict=True):
            mine |= more

    def reads(self, part: c.Expression) -> Reads:
        found = Reads(set(), set(), set())
        program = self.flow.program
        pending = [part]
        figures: set[int] = set()
        while pending:
            for node in walk(pending.pop()):
                match node:
                    case c.Zone(zone) | c.ZonesOf(zone):
                        found.zones.add(zone)
                    case c.Outside(mask):
                        found.zones.update(z for z, there in enumerate(self.flow.zones)
                                           if there & mask)
                    case c.Local(number):
                        found.locals.add(number)
                    case c.Track(track):
                        found.tracks.add(track)
                    case c.Figure(figure) if figure not in figures:
                        figures.add(figure)
                        pending.append(program.figures[figure].value)
        return found

    def matters(self, condition: c.Expression) -> bool:
        """Whether a condition depends on what is used up, so that not every way is open."""
        read = self.reads(condition)
        return bool(
            read.zones & (set(self.counted) | self.other.zones | self.until.zones)
            or read.locals & (self.sets | self.other.locals | self.until.locals)
            or read.tracks & (self.numbers | self.other.tracks | self.until.tracks)
        )

    # ------------------------------------------------------------------ ways
    def idle(self, body: Body, later: Body) -> Idle | None:
        """A way through the lines that helps nothing, if there is one."""
        turnings: tuple[Place, ...] = ()
        for i, line in enumerate(body):
            way = self.step(line, (*body[i + 1:], *later))
            if way is None:
                return None
            turnings += way.turnings
            if way.stops:
                return Idle(turnings, stops=True)
        return Idle(turnings)

    def step(self, line: c.Line, later: Body) -> Idle | None:
        match line:
            case c.Move():
                return self._move(line, later)
            case c.SetLocal(local, value):
                return None if self._sets_local(local, value) else Idle(())
            case c.SetTrack(track, value):
                return None if self._sets_track(track.track, value) else Idle(())
            case c.If(condition, then, otherwise):
                ways = [(line.at, then), (line.at, otherwise)]
                return self._branches(ways, later, unsure=self.matters(condition))
            case c.Cases(card, cases):
                ways = [(line.at, case.body) for case in cases]
                return self._branches(ways, later, unsure=self.matters(card))
            case c.Decide(choices=choices):
                return self._choices(choices, (), later)
            case c.Together(choices=choices, body=body):
                return self._choices(choices, body, later)
            case c.ForEachPlayer(body=body) | c.ForEachCard(body=body) | c.ForEachMember(body=body):
                way = self.idle(body, later)
                return None if way is None else Idle(way.turnings)
            case c.Call(body=body):
                return self.idle(body, later)
            case c.EndRound():
                return Idle((line.at,), stops=True) if self.is_stage else None
            case c.EndGame():
                return None
            case c.Nothing() | c.Show() | c.Shuffle():
                return Idle(())
            case c.Chance(local):
                return None if self._binds(local) else Idle(())
            case c.Repeat(body=body) | c.Turns(body=body):
                # An inner loop goes round as often as it must; whatever it does may happen.
                helps = any(
                    self.step(each, ()) is None for each in walk(body)
                    if isinstance(each, c.Move | c.SetLocal | c.SetTrack | c.Chance | c.EndGame))
                return None if helps else Idle(())
            case _:
                assert_never(line)

    def _branches(
        self, ways: list[tuple[Place, Body]], later: Body, *, unsure: bool
    ) -> Idle | None:
        found = [(at, self.idle(body, later)) for at, body in ways]
        idle = [(at, way) for at, way in found if way is not None]
        if not idle or (unsure and len(idle) < len(found)):
            return None
        at, way = min(idle, key=lambda row: row[1].stops)
        return way if len(idle) == len(found) else Idle((at, *way.turnings), way.stops)

    def _choices(
        self, choices: tuple[c.Choice, ...], rest: Body, later: Body
    ) -> Idle | None:
        for choice in choices:
            if choice.pick is not None and self._binds(choice.pick.local):
                continue
            if choice.condition is not None and self.matters(choice.condition):
                continue
            way = self.idle((*choice.body, *rest), later)
            if way is not None:
                return Idle((choice.at, *way.turnings), way.stops) if choice.name else way
        return None if choices else Idle(())

    # ----------------------------------------------------------------- helps
    def _binds(self, local: int) -> bool:
        return local in self.sets | self.other.locals | self.until.locals

    def _sets_local(self, local: int, value: c.Expression) -> bool:
        match value:
            case c.Union(c.Local(number)) if number == local and local in self.sets:
                return local in self.until.locals  # `active + q`: more of the same
        return self._binds(local)

    def _sets_track(self, track: int, value: c.Expression) -> bool:
        match value:
            case c.Sum(c.Track(number), c.Number(more)) if (
                number == track and more >= 0 and track in self.numbers
            ):
                return track in self.until.tracks  # `turns + 1`
        return track in self.numbers | self.other.tracks | self.until.tracks

    def _move(self, move: c.Move, later: Body) -> Idle | None:
        target = move.to.zone
        if self._stays(move):
            return Idle(())
        sources = self.flow.zones_in(move.cards)
        touched = sources | {target}
        if touched & self.other.zones:
            return None
        if self.until.zones & (sources if self.emptied else touched) and not (
            self.emptied and self._returns(target, self.until.zones, later)
        ):
            return None
        if sources & set(self.counted) and not self.counted.get(target) and not self._returns(
            target, set(self.counted), later
        ):
            return None
        for effect in move.effects:
            if self.idle(effect.body, later) is None:
                return None
        return Idle(())

    def _stays(self, move: c.Move) -> bool:
        """Whether cards are moved to where they lie already."""
        cards, target = move.cards, meaning(move.to)
        values = self.flow.values.get(cards.number, []) if isinstance(cards, c.Local) else [cards]
        zones = [node for node in walk(tuple(values))
                 if isinstance(node, c.Zone | c.ZonesOf | c.Outside)
                 or (isinstance(node, c.Local) and node.type in ("card", "cards"))]
        return bool(zones) and all(meaning(zone) == target for zone in zones)

    def _returns(self, zone: int, counted: set[int], later: Body) -> bool:
        """Whether all that lies in a zone surely goes back to where it was counted."""
        return any(
            isinstance(line, c.Move) and line.to.zone in counted
            and isinstance(line.cards, c.Zone | c.ZonesOf) and line.cards.zone == zone
            and zone not in counted and not self.flow.program.zones[zone].each_player
            for line in later
        )


def _terms(measure: c.Expression) -> list[c.Expression]:
    if not isinstance(measure, c.Sum):
        return [measure]
    return [*_terms(measure.left), *_terms(measure.right)]


