"""Two scorings compared on everything that a player could hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from variorum_dsl.core.program import Program

from variorum_engine.interpreter.dependencies import reads
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.table.table import Rules

MOST_HOLDINGS = 100_000


def same_scores(left: Program, right: Program) -> bool:
    """Whether every scoring of both comes to the same, whatever lies in the zones that it reads.

    Where there are too many holdings to try them all, the answer is no.
    """
    if len(left.scorings) != len(right.scorings):
        return False
    first, second = Rules(left), Rules(right)
    for number in range(len(left.scorings)):
        zones = _zones(left, number) | _zones(right, number)
        if not _agree(first, second, number, sorted(zones)):
            return False
    return True


def _zones(program: Program, number: int) -> set[int]:
    found: set[int] = set()
    for step in program.scorings[number].steps:
        for part in (step.value, step.per, step.condition):
            if part is not None:
                touch = reads(part, program)
                found |= touch.zones
                if touch.tracks:
                    found.add(-1)
    return found


def _agree(first: Rules, second: Rules, number: int, zones: list[int]) -> bool:
    program = first.program
    if -1 in zones or any(not program.zones[zone].each_player for zone in zones):
        return False
    for held in _held(program, zones):
        if _score(first, number, held) != _score(second, number, held):
            return False
    return True


def _held(program: Program, zones: list[int]) -> Iterator[dict[int, int]]:
    """Every way to put cards into the zones of the first seat; equal cards count once."""
    groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for card, about in enumerate(program.cards):
        homes = tuple(zone for zone in zones if program.zones[zone].holds >> card & 1)
        if homes:
            groups.setdefault((about.face, homes), []).append(card)
    rows: list[list[tuple[tuple[int, int], ...]]] = []
    total = 1
    for (_, homes), cards in groups.items():
        ways = [
            counts for counts in product(range(len(cards) + 1), repeat=len(homes))
            if sum(counts) <= len(cards)
        ]
        total *= len(ways)
        if total > MOST_HOLDINGS:
            raise TooMany
        rows.append([_placed(cards, homes, counts) for counts in ways])
    for way in product(*rows):
        held = dict.fromkeys(zones, 0)
        for placed in way:
            for zone, mask in placed:
                held[zone] |= mask
        yield held


class TooMany(Exception):
    """There are more holdings than can be tried."""


def _placed(
    cards: list[int], homes: tuple[int, ...], counts: tuple[int, ...]
) -> tuple[tuple[int, int], ...]:
    start = 0
    found = []
    for zone, count in zip(homes, counts, strict=True):
        found.append((zone, sum(1 << card for card in cards[start : start + count])))
        start += count
    return tuple(found)


def _score(rules: Rules, number: int, held: dict[int, int]) -> Any:
    state: State = rules.opening()
    for zone, mask in held.items():
        state.zones[rules.program.zones[zone].first] = mask
    try:
        return rules.reckoner.scorers[number](state, 0)
    except Fault as fault:
        return fault.message
