"""A whole small game, walked through: every decision, every chance, every promise everywhere.

Positions that are alike are walked once. What the rules have forgotten by the beginning of a
round makes no difference, and simultaneous choices, which commute, are made in seat order.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from itertools import combinations
from typing import NamedTuple

from variorum_engine.examples.writer import Played, Story
from variorum_engine.interpreter.chance import Chance, Draw, Stream
from variorum_engine.interpreter.lots import Lot
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.table.table import Move, Table
from variorum_engine.verification.observation import Broken, Look
from variorum_engine.verification.promises import broken
from variorum_engine.verification.random_games import Failure, Watched, told


class Walk(NamedTuple):
    """How far a walk came, in how many of about how many deals. `whole` says that nothing was left
    out, `stopped` that somebody did not want to wait for that."""

    positions: int
    ends: int
    whole: bool
    failure: Failure | None
    deals: int = 0
    all_deals: int = 0
    stopped: bool = False


class Fork(Exception):
    """Chance has several answers here, and none was said."""

    def __init__(self, ways: int) -> None:
        super().__init__()
        self.ways = ways


class Said(Chance):
    """Chance that answers as it is told, one number after the other."""

    __slots__ = ("faces", "script", "ways")

    def __init__(self, faces: list[int], script: tuple[int, ...] = (),
                 made: list[Draw] | None = None) -> None:
        super().__init__(0, list(made or ()))
        self.faces = faces
        self.script = list(script)
        self.ways = 1  # how often something else could have been said so far

    def _note(self, draw: Draw) -> None:
        assert self.made is not None
        self.made.append(draw)

    def _of(self, ways: int) -> int:
        if ways == 1:
            return 0
        if not self.script:
            raise Fork(ways)
        self.ways *= ways
        return self.script.pop(0)

    def shuffle(self, cards: list[int], lot: Lot) -> None:
        """Every order of faces once: cards that look alike are not told apart."""
        left, row = list(cards), []
        while left:
            firsts = list({self.faces[card]: card for card in reversed(left)}.values())
            card = sorted(firsts)[self._of(len(firsts))]
            left.remove(card)
            row.append(card)
        cards[:] = row
        self._note(Draw("shuffle", row))

    def pick(self, members: list[int], count: int, lot: Lot) -> list[int]:
        ways = list(combinations(members, count))
        taken = list(ways[self._of(len(ways))])
        self._note(Draw("pick", taken))
        return taken

    def number(self, low: int, high: int, lot: Lot) -> int:
        return low + self._of(high - low + 1)

    def copy(self) -> Said:
        return Said(self.faces, tuple(self.script), self.made)


def walked(
    watched: Watched, *, most: int = 1_000_000, seconds: float | None = None,
    tell: Callable[[Walk], None] | None = None,
) -> Walk:
    """Every position of a game, from every way of setting it up. An interruption is no mistake: the
    walk then came as far as it came."""
    rules = watched.rules
    faces = [card.face for card in rules.program.cards]
    stream = Stream(1)
    until = None if seconds is None else time.monotonic() + seconds
    seen: set[Hashable] = set()
    far = Walk(0, 0, False, None)
    first = rules.program.stages[0].name if rules.program.stages else ""

    def failed(found: Broken, path: tuple[Played, ...], state: State | None = None) -> Walk:
        start = rules.opening()
        story = Story(first, start, path, told(rules.program, state, start) if state else ())
        return far._replace(failure=Failure(watched.case, 0, len(path), found, story))

    _forget_between_rounds(watched)
    waiting: list[tuple[Table, tuple[Played, ...]]] = []
    path: tuple[Played, ...]
    # A pack can be dealt in more ways than there is time or memory for: one deal after the other.
    begun = _begun(watched, faces)
    try:
        while True:
            if not waiting:
                try:
                    table, path = next(begun), ()
                except StopIteration:
                    break
                except Fault as fault:
                    return failed(Broken("ends", fault.message, fault.at), ())
                said = table.state.chance
                far = far._replace(deals=far.deals + 1, all_deals=far.all_deals or (
                    said.ways if isinstance(said, Said) else 1))
            else:
                table, path = waiting.pop()
            if seen and until is not None and time.monotonic() > until:
                return far
            key = key_of(table.state)
            if key in seen:
                continue
            if len(seen) >= most:
                return far
            seen.add(key)
            far = far._replace(positions=len(seen), ends=far.ends + table.over)
            if tell is not None:
                tell(far)
            try:
                found = next(broken(Look(table, stream)), None)
                if found is not None:
                    return failed(found, path, table.state)
                if table.over:
                    continue
                seat = table.to_decide[0]
                moves = list(table.moves(seat))
            except Fault as fault:
                return failed(Broken("ends", fault.message, fault.at), path, table.state)
            for move in reversed(moves):
                onward = (*path, Played(seat, watched.writer.said(table, seat, move)))
                try:
                    waiting.extend((after, onward) for after in _after(table, seat, move, faces))
                except Fault as fault:
                    return failed(Broken("ends", fault.message, fault.at), onward, table.state)
    except KeyboardInterrupt:
        return far._replace(stopped=True)
    return far._replace(whole=True)


def key_of(state: State) -> Hashable:
    """What makes two positions the same."""
    return (tuple(state.zones), tuple(None if row is None else tuple(row) for row in state.order),
            tuple(state.tracks), tuple(state.locals), tuple(state.pending), tuple(state.measures),
            tuple(state.sealed), state.pc, tuple(sorted(state.answers.items())))


def _begun(watched: Watched, faces: list[int]) -> Iterator[Table]:
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        state = watched.rules.opening()
        state.chance, state.events = Said(faces, script), []
        try:
            watched.rules.begin(state)
        except Fork as fork:
            scripts.extend((*script, way) for way in reversed(range(fork.ways)))
            continue
        yield Table(watched.rules, names=watched.writer.names, state=state)


def _after(table: Table, seat: int, move: Move, faces: list[int]) -> Iterator[Table]:
    scripts: list[tuple[int, ...]] = [()]
    while scripts:
        script = scripts.pop()
        other = table.copy()
        other.state.chance = Said(faces, script, table.state.chance.made)
        try:
            other.apply_unchecked(seat, move)
        except Fork as fork:
            scripts.extend((*script, way) for way in reversed(range(fork.ways)))
            continue
        yield other


def _forget_between_rounds(watched: Watched) -> None:
    """No line remembers anything from one round to the next, except what the loop has left."""
    code = watched.rules.code

    def forget(state: State) -> None:
        state.locals = [0] * len(state.locals)
        state.pending = [()] * len(state.pending)
        state.sealed = [()] * len(state.sealed)
        state.measures = [left if loop in code.rounds else None
                          for loop, left in enumerate(state.measures)]

    for stage in watched.rules.program.stages:
        if stage.stage == "rounds":
            code.tell_before(code.stage_start[stage.name] + 1, forget)
