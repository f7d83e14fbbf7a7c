"""Whether a changed file still means the same.

Two files mean the same when their games are the same at every number of players, as they are and
with each option and reading: the lowered programs are compared, without places, words and
citations. What a loop says it uses up is a promise about the rules and changes no game, so it is
left out as well.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dsl.lowering.program import lowered
from dsl.resolve import Sheet
from engine.fingerprint import canonical
from engine.mutation.holdings import same_scores
from engine.mutation.order import settled

Choice = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]
# Where the scorings stand in the canonical form of a program.
SCORINGS = 7


def choices(sheet: Sheet, within: tuple[str, ...] = ()) -> Iterator[Choice]:
    """The game, and each option and reading; only those in which a place has any effect."""
    option = _named("option ", within)
    reading = (_named("silent ", within), _named("reading ", within))
    for options, readings in _all_choices(sheet):
        if option and option not in options:
            continue
        if reading[1] and reading not in readings:
            continue
        yield options, readings


def _named(word: str, within: tuple[str, ...]) -> str:
    return next((name.removeprefix(word) for name in within if name.startswith(word)), "")


def _all_choices(sheet: Sheet) -> Iterator[Choice]:
    yield (), ()
    names = tuple(sheet.options)
    for name in names:
        yield (name,), ()
    if len(names) > 1:
        yield names, ()
    base, _ = sheet.resolved()
    for silent in base.silences:
        for reading in silent.readings:
            yield (), ((silent.name, reading.name),)
    known = {silent.name for silent in base.silences}
    for name in names:
        game, _ = sheet.resolved((name,))
        for silent in game.silences:
            if silent.name not in known:
                for reading in silent.readings:
                    yield (name,), ((silent.name, reading.name),)


class Meanings:
    """What the games of a file mean, each worked out once."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._forms: dict[tuple[Choice, int], tuple[Any, Any]] = {}

    def same(self, other: Sheet, within: tuple[str, ...]) -> bool:
        """Whether another file means the same wherever the place has any effect."""
        if list(_all_choices(self.sheet)) != list(_all_choices(other)):
            return False
        return all(self._alike(other, choice) for choice in choices(self.sheet, within))

    def _alike(self, other: Sheet, choice: Choice) -> bool:
        game, _ = self.sheet.resolved(choice[0], dict(choice[1]))
        changed, problems = other.resolved(choice[0], dict(choice[1]))
        if problems or game.player_counts() != changed.player_counts():
            return False
        for players in game.player_counts():
            program, found, _ = lowered(changed, players)
            if any(problem.severity == "error" for problem in found):
                return False
            key = choice, players
            if key not in self._forms:
                mine, _, _ = lowered(game, players)
                self._forms[key] = mine, form(mine)
            mine, before = self._forms[key]
            after = form(program)
            if before == after:
                continue
            if not (_but(before, SCORINGS) == _but(after, SCORINGS)
                    and same_scores(mine, program)):
                return False
        return True


def form(program: Any) -> list[str]:
    """The parts of a program as texts that can be compared."""
    return [json.dumps(settled(part)) for part in canonical(program)]


def _but(parts: list[str], left_out: int) -> list[str]:
    return parts[:left_out] + parts[left_out + 1 :]
