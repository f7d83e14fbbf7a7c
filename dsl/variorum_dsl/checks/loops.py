"""A loop that can go round without using anything up.

What: a path through the lines of `rounds`, `repeat` or `take turns` on which nothing happens that
could lower what the loop uses up, or bring about its end (`loop-uses-nothing-up`).
Why: players who keep taking that path never finish. The engine would stop them; the file should not
need it. Only paths on which plainly nothing helps are reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from variorum_dsl.checks.subject import Subject
from variorum_dsl.core.card_flow import Flow, ops
from variorum_dsl.core.program import Op
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place

_QUIET = frozenset({"nothing", "show", "shuffle"})


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
        loops: list[tuple[Place, Op, Op, tuple[Op, ...], bool]] = [
            (stage.at, stage.until, stage.measure, stage.body, True)
            for stage in program.stages if stage.until is not None and stage.measure is not None
        ]
        for op in flow.lines:
            if op.op == "repeat":
                loops.append((op.at, *op.args[:3], False))
            elif op.op == "turns":
                loops.append((op.at, *op.args[3:6], False))
        for at, until, measure, body, is_stage in loops:
            if at in seen:
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

    def __init__(self, flow: Flow, until: Op, measure: Op, *, is_stage: bool) -> None:
        self.flow = flow
        self.is_stage = is_stage
        self.counted: dict[int, bool] = {}  # zone: whether all of it is counted, whosever it is
        self.sets: set[int] = set()
        self.numbers: set[int] = set()
        self.other = Reads(set(), set(), set())
        for term in _terms(measure):
            self._term(term)
        self.until = self.reads(until)
        self.emptied = until.op == "empty" and until.args[0].op in ("zone", "zones_of")

    def _term(self, term: Op) -> None:
        if term.op == "count":
            self._counted(term.args[0])
        elif term.op == "track":
            self.numbers.add(term.args[0])
        else:
            self._other(term)

    def _counted(self, part: Op) -> None:
        match part.op:
            case "zone" | "zones_of":
                owner = part.args[1]
                whole = owner is None or owner.op == "players"
                self.counted[part.args[0]] = self.counted.get(part.args[0], True) and whole
                if owner is not None:
                    self._other(owner)
            case "kind":
                self._counted(part.args[1])
            case "union":
                self._counted(part.args[0])
                self._counted(part.args[1])
            case "local":
                self.sets.add(part.args[0])
            case _:
                self._other(part)

    def _other(self, part: Op) -> None:
        for mine, more in zip(self.other, self.reads(part), strict=True):
            mine |= more

    def reads(self, part: Any) -> Reads:
        found = Reads(set(), set(), set())
        program = self.flow.program
        pending = [part]
        figures: set[int] = set()
        while pending:
            for op in ops(pending.pop()):
                if op.op in ("zone", "zones_of"):
                    found.zones.add(op.args[0])
                elif op.op == "outside":
                    found.zones.update(z for z, mask in enumerate(self.flow.zones)
                                       if mask & op.args[0])
                elif op.op == "local":
                    found.locals.add(op.args[0])
                elif op.op == "track":
                    found.tracks.add(op.args[0])
                elif op.op == "figure" and op.args[0] not in figures:
                    figures.add(op.args[0])
                    pending.append(program.figures[op.args[0]].value)
        return found

    def matters(self, condition: Any) -> bool:
        """Whether a condition depends on what is used up, so that not every way is open."""
        read = self.reads(condition)
        return bool(
            read.zones & (set(self.counted) | self.other.zones | self.until.zones)
            or read.locals & (self.sets | self.other.locals | self.until.locals)
            or read.tracks & (self.numbers | self.other.tracks | self.until.tracks)
        )

    # ------------------------------------------------------------------ ways
    def idle(self, body: tuple[Op, ...], later: tuple[Op, ...]) -> Idle | None:
        """A way through the lines that helps nothing, if there is one."""
        turnings: tuple[Place, ...] = ()
        for i, op in enumerate(body):
            way = self.step(op, (*body[i + 1:], *later))
            if way is None:
                return None
            turnings += way.turnings
            if way.stops:
                return Idle(turnings, stops=True)
        return Idle(turnings)

    def step(self, op: Op, later: tuple[Op, ...]) -> Idle | None:
        match op.op:
            case "move":
                return self._move(op, later)
            case "set_local":
                return None if self._sets_local(*op.args) else Idle(())
            case "set_track":
                return None if self._sets_track(op.args[0], op.args[-1]) else Idle(())
            case "if":
                ways = [(op.at, op.args[1]), (op.at, op.args[2])]
                return self._branches(ways, later, unsure=self.matters(op.args[0]))
            case "cases":
                ways = [(op.at, body) for _, body in op.args[1]]
                return self._branches(ways, later, unsure=self.matters(op.args[0]))
            case "decide":
                return self._choices(op.args[1], (), later)
            case "together":
                return self._choices(op.args[2], op.args[3], later)
            case "for_players" | "for_cards" | "for_members":
                way = self.idle(op.args[-1], later)
                return None if way is None else Idle(way.turnings)
            case "end_round":
                return Idle((op.at,), stops=True) if self.is_stage else None
        if op.op in _QUIET:
            return Idle(())
        if op.op == "chance":
            return None if self._binds(op.args[0]) else Idle(())
        if op.op in ("repeat", "turns"):
            # An inner loop goes round as often as it must; whatever it does may happen.
            helps = any(self.step(each, ()) is None for each in ops(op.args[-1])
                        if each.op in ("move", "set_local", "set_track", "chance", "end_game"))
            return None if helps else Idle(())
        return None

    def _branches(
        self, ways: list[tuple[Place, tuple[Op, ...]]], later: tuple[Op, ...], *, unsure: bool
    ) -> Idle | None:
        found = [(at, self.idle(body, later)) for at, body in ways]
        idle = [(at, way) for at, way in found if way is not None]
        if not idle or (unsure and len(idle) < len(found)):
            return None
        at, way = min(idle, key=lambda row: row[1].stops)
        return way if len(idle) == len(found) else Idle((at, *way.turnings), way.stops)

    def _choices(
        self, choices: tuple[Any, ...], rest: tuple[Op, ...], later: tuple[Op, ...]
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

    def _sets_local(self, local: int, value: Op) -> bool:
        if local in self.sets and _grows(value, "union", "local", local):
            return local in self.until.locals
        return self._binds(local)

    def _sets_track(self, track: int, value: Op) -> bool:
        if track in self.numbers and _grows(value, "+", "track", track):
            return track in self.until.tracks
        return track in self.numbers | self.other.tracks | self.until.tracks

    def _move(self, op: Op, later: tuple[Op, ...]) -> Idle | None:
        what, target, owner, effects = op.args[:4]
        if self._stays(what, target, repr(owner)):
            return Idle(())
        sources = self.flow.zones_in(what)
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
        for _, _, _, _, body, _ in effects:
            if self.idle(body, later) is None:
                return None
        return Idle(())

    def _stays(self, what: Op, target: int, owner: str) -> bool:
        """Whether cards are moved to where they lie already."""
        values = self.flow.values.get(what.args[0], []) if what.op == "local" else [what]
        zones = [op for value in values for op in ops(value)
                 if op.op in ("zone", "zones_of", "outside")
                 or (op.op == "local" and op.type in ("card", "cards"))]
        return bool(zones) and all(
            op.op == "zone" and op.args[0] == target and repr(op.args[1]) == owner for op in zones)

    def _returns(self, zone: int, counted: set[int], later: tuple[Op, ...]) -> bool:
        """Whether all that lies in a zone surely goes back to where it was counted."""
        return any(
            op.op == "move" and op.args[1] in counted and op.args[0].op in ("zone", "zones_of")
            and op.args[0].args[0] == zone and zone not in counted
            and not self.flow.program.zones[zone].each_player
            for op in later
        )


def _terms(measure: Op) -> list[Op]:
    if measure.op != "+":
        return [measure]
    return [term for side in measure.args for term in _terms(side)]


def _grows(value: Op, operation: str, word: str, number: int) -> bool:
    """`active + q`, or `turns + 1`: more of the same."""
    if value.op != operation:
        return False
    first, more = value.args
    if first.op != word or first.args[0] != number:
        return False
    return operation == "union" or (more.op == "number" and more.args[0] >= 0)


