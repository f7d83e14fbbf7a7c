"""The decisions of a program: numbered for the code that stops at them, and what they read."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain

from variorum_dsl import core as c
from variorum_dsl.core.walk import Node, meaning, walk

Body = tuple[c.Line, ...]
Decision = c.Decide | c.Together


class Decisions:
    """The decisions of a program, numbered from 1 in reading order, and which of them lie inside
    each line and each block: code that is resumed at one of them enters only those."""

    def __init__(self, program: c.Program) -> None:
        self.asked: list[Decision] = []
        self.numbers: dict[c.Line, int] = {}
        self._inside: dict[c.Line | Body, tuple[int, int]] = {}
        for stage in program.stages:
            self._number_block(stage.body)

    def _number_block(self, body: Body) -> None:
        low = len(self.asked) + 1
        for line in body:
            self._number(line)
        self._inside[body] = low, len(self.asked)

    def _number(self, line: c.Line) -> None:
        low = len(self.asked) + 1
        if isinstance(line, c.Decide | c.Together):
            self.asked.append(line)
            self.numbers[line] = low
        for body in bodies(line):
            self._number_block(body)
        self._inside[line] = low, len(self.asked)

    def any(self, part: c.Line | Body) -> bool:
        """Whether something is decided inside a line or a block."""
        low, high = self._inside[part]
        return high >= low

    def span(self, parts: Iterable[c.Line | Body]) -> tuple[int, int]:
        """The first and the last decision inside some parts."""
        inside = [self._inside[part] for part in parts if self.any(part)]
        return min((low for low, _ in inside), default=0), max((h for _, h in inside), default=0)


def bodies(line: c.Line) -> list[Body]:
    """The blocks inside a line, in the order in which they are written."""
    match line:
        case c.If(_, then, otherwise):
            return [then, otherwise]
        case c.ForEachPlayer(body=body) | c.ForEachCard(body=body) | c.ForEachMember(body=body):
            return [body]
        case c.Repeat(body=body) | c.Turns(body=body) | c.Call(body=body):
            return [body]
        case c.Cases(_, cases):
            return [case.body for case in reached_cases(cases)]
        case c.Move(effects=effects):
            return [effect.body for effect in effects]
        case c.Decide(_, choices):
            return [choice.body for choice in choices]
        case c.Together(choices=choices, body=body):
            return [*(choice.body for choice in choices), body]
        case (c.Shuffle() | c.SetLocal() | c.SetTrack() | c.Show() | c.Chance() | c.EndRound()
              | c.EndGame() | c.Nothing()):
            return []


def reached_cases(cases: tuple[c.Case, ...]) -> list[c.Case]:
    """Cases with the cards that really reach them, one for each body."""
    found: dict[Body, int] = {}
    taken = 0
    for mask, body in cases:
        found[body] = found.get(body, 0) | mask & ~taken
        taken |= mask
    return [c.Case(mask, body) for body, mask in found.items()]


def ends_round(*blocks: Body) -> bool:
    return any(isinstance(node, c.EndRound) for node in walk(*blocks))


def zones_read(
    table: c.FigureTable | c.ScoringTable, program: c.Program
) -> list[tuple[int, Hashable, int]]:
    """The zones that a scoring or figure reads: the zone, whose, and who is asked about."""
    found: list[tuple[int, Hashable, int]] = []
    stack: list[tuple[c.FigureTable | c.ScoringTable, int]] = [(table, table.local)]
    while stack:
        table, local = stack.pop()
        for node in walk(*_expressions(table)):
            match node:
                case c.Zone(zone, owner):
                    found.append((zone, None if owner is None else meaning(owner), local))
                case c.ZonesOf(zone, players):
                    found.append((zone, meaning(players), local))
                case c.Outside():
                    found.extend((zone, None, local) for zone in range(len(program.zones)))
                case c.Figure(number, player):
                    inner = program.figures[number]
                    stack.append((inner, inner.local if _is_own(player, local) else -1))
                case c.Score(number, player):
                    scoring = program.scorings[number]
                    stack.append((scoring, scoring.local if _is_own(player, local) else -1))
    return found


def _is_own(player: Node, local: int) -> bool:
    """Only one's own figure keeps to what one sees."""
    return isinstance(player, c.Local) and player.number == local


def _expressions(table: c.FigureTable | c.ScoringTable) -> Iterable[c.Expression]:
    if isinstance(table, c.FigureTable):
        return [table.value]
    return [each for each in chain(*((step.value, step.per, step.condition)
                                     for step in table.steps)) if each is not None]
