"""Whether a changed file still means the same.

Two files mean the same when their games are the same at every number of players, as they are and
with each option and reading: the lowered programs are compared, without places, words and
citations. Scorings that are written differently are compared on all holdings. What a loop says
that it uses up is a promise about the rules and changes no game, so it can be left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from variorum_dsl.core.program import Program
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.lowering.program import lowered

from variorum_engine.mutation.holdings import same_scores
from variorum_engine.mutation.program_equality import Matching

Choice = tuple[tuple[str, ...], tuple[tuple[str, str], ...]]


def choices(sheet: Sheet, within: tuple[str, ...] = ()) -> Iterator[Choice]:
    """The game, and each option and reading; only those in which a place has any effect."""
    option = _named("option ", within)
    reading = (_named("silent ", within), _named("reading ", within))
    for options, readings in all_choices(sheet):
        if option and option not in options:
            continue
        if reading[1] and reading not in readings:
            continue
        yield options, readings


def _named(word: str, within: tuple[str, ...]) -> str:
    return next((name.removeprefix(word) for name in within if name.startswith(word)), "")


def all_choices(sheet: Sheet) -> Iterator[Choice]:
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
        self._programs: dict[tuple[Choice, int], Program] = {}

    def same(self, other: Sheet, within: tuple[str, ...], *, promises: bool) -> bool:
        """Whether another file means the same wherever the place has any effect."""
        if list(all_choices(self.sheet)) != list(all_choices(other)):
            return False
        return all(
            self._alike(other, choice, promises=promises)
            for choice in choices(self.sheet, within)
        )

    def _alike(self, other: Sheet, choice: Choice, *, promises: bool) -> bool:
        game, _ = self.sheet.resolved(choice[0], dict(choice[1]))
        changed, problems = other.resolved(choice[0], dict(choice[1]))
        if problems or game.player_counts() != changed.player_counts():
            return False
        for players in game.player_counts():
            program, found, _ = lowered(changed, players)
            if any(problem.severity == "error" for problem in found):
                return False
            key = choice, players
            if key not in self._programs:
                self._programs[key], _, _ = lowered(game, players)
            mine = self._programs[key]
            matching = Matching(mine, program, promises=promises)
            if not matching.rules():
                return False
            if not matching.scorings() and not same_scores(mine, program):
                return False
        return True
