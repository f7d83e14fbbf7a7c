"""Two scorings compared on everything that a player could hold."""

from __future__ import annotations

from variorum_dsl.core.program import Program

from variorum_engine.checks.holdings import Group, spread, ways_to_spread
from variorum_engine.interpreter.dependencies import reads
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import Number
from variorum_engine.table.table import Rules

MOST_HOLDINGS = 100_000


class TooMany(Exception):
    """There are more holdings than can be tried."""


def same_scores(left: Program, right: Program) -> bool:
    """Whether every scoring of both comes to the same, whatever lies in the zones that it reads."""
    if len(left.scorings) != len(right.scorings):
        return False
    first, second = Rules(left), Rules(right)
    return all(_agree(first, second, number) for number in range(len(left.scorings)))


def _agree(first: Rules, second: Rules, number: int) -> bool:
    program = first.program
    zones: set[int] = set()
    for rules in (first, second):
        for step in rules.program.scorings[number].steps:
            for part in (step.value, step.per, step.condition):
                if part is not None:
                    touch = reads(part, rules.program)
                    if touch.tracks:
                        return False
                    zones |= touch.zones
    if any(not program.zones[zone].each_player for zone in zones):
        return False
    groups = _groups(program, sorted(zones))
    if ways_to_spread(groups) > MOST_HOLDINGS:
        raise TooMany
    return all(_score(first, number, held) == _score(second, number, held)
               for held in spread(groups))


def _groups(program: Program, zones: list[int]) -> list[Group]:
    found: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for card, about in enumerate(program.cards):
        homes = tuple(zone for zone in zones if program.zones[zone].holds >> card & 1)
        if homes:
            found.setdefault((about.face, homes), []).append(card)
    return [Group(cards, homes) for (_, homes), cards in found.items()]


def _score(rules: Rules, number: int, held: dict[int, int]) -> Number | str:
    """The score of the first seat, or why there is none."""
    state: State = rules.opening()
    for zone, mask in held.items():
        state.zones[rules.program.zones[zone].first] = mask
    try:
        return rules.reckoner.scorers[number](state, 0)
    except Fault as fault:
        return fault.message
