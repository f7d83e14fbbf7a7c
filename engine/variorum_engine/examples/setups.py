"""What a setup fixes: the values that it gives to tracks, whatever chance and players do."""

from __future__ import annotations

from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.walk import walk

from variorum_engine.interpreter.dependencies import reads
from variorum_engine.interpreter.expressions import track_place
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Rules

Lines = tuple[c.Line, ...]


def before(rules: Rules, stage: str) -> State:
    """What is there before an example says anything: the components in their places before the
    setup, and tracks as the setup leaves them, unless it is the setup that is played."""
    state = rules.opening()
    for each in rules.program.stages:
        if each.stage == "setup" and each.name != stage:
            _Fixing(rules, state).block(each.body, certain=True)
    return state


class _Fixing:
    """Goes through a setup without playing it. Cards count as unknown."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.unsure: set[int] = set()  # tracks
        self.known: set[int] = set()  # locals

    def block(self, body: Lines, *, certain: bool) -> None:
        for line in body:
            self.line(line, certain=certain)

    def line(self, line: c.Line, *, certain: bool) -> None:
        state, rules = self.state, self.rules
        match line:
            case c.SetTrack(track, value):
                if certain and self._sure(value) and self._sure(track.owner):
                    place = track_place(track, rules.context)(state)
                    state.tracks[place] = rules.evaluator(value)(state)
                else:
                    self._forget(track.track)
            case c.SetLocal(local, value):
                self.known.discard(local)
                if certain and self._sure(value):
                    state.locals[local] = rules.evaluator(value)(state)
                    self.known.add(local)
            case c.If(condition, then, otherwise) if certain and self._sure(condition):
                holds = rules.evaluator(condition)(state)
                self.block(then if holds else otherwise, certain=True)
            case c.ForEachPlayer(local, players, _, _, None, body) if (
                certain and self._sure(players)
            ):
                for seat in bits(int(rules.evaluator(players)(state))):
                    self._once(local, seat, body)
            case c.ForEachMember(local, count, None, body) if certain:
                for member in range(count):
                    self._once(local, member, body)
            case (c.If() | c.Cases() | c.ForEachPlayer() | c.ForEachCard() | c.ForEachMember()
                  | c.Repeat() | c.Turns() | c.Decide() | c.Together() | c.Call() | c.Move()):
                for inner in walk(line):
                    if isinstance(inner, c.SetTrack):
                        self._forget(inner.track.track)
                    elif isinstance(inner, c.SetLocal | c.Chance):
                        self.known.discard(inner.local)
            case c.Chance(local):
                self.known.discard(local)
            case c.Shuffle() | c.Show() | c.EndRound() | c.EndGame() | c.Nothing():
                pass
            case _:
                assert_never(line)

    def _once(self, local: int, value: int, body: Lines) -> None:
        self.state.locals[local] = value
        self.known.add(local)
        self.block(body, certain=True)
        self.known.discard(local)

    def _sure(self, part: c.Expression | None) -> bool:
        if part is None:
            return True
        seen = reads(part, self.rules.program)
        inside = {node.number for node in walk(part) if isinstance(node, c.Local)}
        return not seen.zones and not seen.tracks & self.unsure and inside <= self.known

    def _forget(self, track: int) -> None:
        """Nobody knows any more what it is; it has its starting value then."""
        self.unsure.add(track)
        table, opening = self.rules.program.tracks[track], self.rules.opening()
        places = slice(table.first, table.first + table.domain.size)
        self.state.tracks[places] = opening.tracks[places]
