"""The interpreter and the compiled form beside each other, on one stream of choices."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from variorum_dsl.core.lines import Together
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files.loader import load, load_text
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import bits
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Rules, Table

from tests.engine.compiler.compiled_game import Compiled, CompiledTable

MOST_ANSWERS = 300
Way = tuple[int, tuple[str, ...], dict[str, str]]


def ways(sheet: Sheet) -> list[Way]:
    """Every number of players and subset of options, and each reading by itself."""
    names = list(sheet.options)
    subsets = [c for n in range(len(names) + 1) for c in itertools.combinations(names, n)]
    found: list[Way] = []
    for subset in subsets:
        game, _ = sheet.resolved(subset)
        found += [(players, subset, {}) for players in game.player_counts()]
        for silent in game.silences:
            belongs = silent.origin.removeprefix("option ")
            if subset not in ((), (belongs,)) or (belongs and subset == ()):
                continue
            found += [
                (min(sheet.resolved(subset, {silent.name: reading.name})[0].player_counts()),
                 subset, {silent.name: reading.name})
                for reading in silent.readings
            ]
    return found


def all_rules(source: Path | str) -> Iterator[tuple[Way, Rules]]:
    """The rules of a file (or of a text) in all its ways."""
    loaded = load(source) if isinstance(source, Path) else load_text(source, "drawn.variant")
    wrong = [problem.title for problem in loaded.problems if problem.severity == "error"]
    assert loaded.sheet is not None, wrong
    assert not wrong, wrong
    ready = Ready(loaded.sheet)
    for way in ways(loaded.sheet):
        rules, problems, _ = ready.rules(*way)
        assert rules is not None, (way, [problem.title for problem in problems])
        yield way, rules


class Different(AssertionError):
    """The two forms do not play the same game."""


class Beside:
    """A game of each form from one seed. Every difference is an error."""

    def __init__(self, rules: Rules, compiled: Compiled, seed: int) -> None:
        self.rules = rules
        self.compiled = compiled
        compiled.told.clear()
        self.table = Table(rules, seed)
        self.other = CompiledTable(compiled, rules, seed)
        self.seen = 0

    def same(self, what: str, one: Any, other: Any) -> None:
        if one != other:
            raise Different(f"{what}: {one} in the interpreter, {other} compiled")

    def position(self) -> None:
        state, arrays = self.table.state, self.other.arrays
        self.same("broken down", False, self.other.broken)
        if self.compiled.lines:
            events = state.events or []
            self.same("events", events[self.seen :], self.compiled.events())
            self.seen = len(events)
        self.same("over", self.table.over, self.other.over)
        self.same("zones", state.zones, self.compiled.zones(arrays))
        self.same("orders", state.order, self.compiled.orders(arrays))
        self.same("tracks", state.tracks, arrays.tracks[: len(state.tracks)])
        self.same("rounds", state.rounds, self.other.rounds)

    def play(self, stream: Stream, *, counted: bool = True, modest: bool = False) -> int:
        """To the end; gives the number of decisions. Who is modest picks little: where everybody
        bids all they have, nobody is left to win."""
        table, decisions = self.table, 0
        while True:
            self.position()
            if table.over:
                self.outcome()
                return decisions
            seat, asking = self.other.seat, table.asking
            assert asking is not None
            self.same("who decides", table.to_decide[0], seat)
            self.same("when everybody decides", asking.together, self._together())
            count = table.count(seat)
            if counted and count <= MOST_ANSWERS:
                self.same("answers", count, self.other.count(asking))
            if not count:
                return decisions
            drawn = [table.drawn(seat, stream) for _ in range(4 if modest else 1)]
            move = min(drawn, key=lambda each: each.picked.bit_count())
            try:
                table.apply_unchecked(seat, move)
            finally:
                self.other.answer(asking, move)
            decisions += 1

    def _together(self) -> bool:
        return isinstance(self.compiled.source.asked[self.other.at - 1], Together)

    def outcome(self) -> None:
        outcome = self.table.outcome
        assert outcome is not None
        program, result = self.rules.program, self.other.arrays.result
        self.same("winners", outcome.winners, tuple(bits(result[0])))
        self.same("eliminated", outcome.eliminated, tuple(bits(result[1])))
        decided = result[2]
        if decided < 0:
            name = "elimination" if result[1] else ""
        else:
            name = [*(tie.name for tie in program.chain), program.tied or "shared"][decided]
        self.same("what decided", outcome.decided_by, name)
        if not self.compiled.lines:
            return
        sheets = self.compiled.sheets(self.other.arrays)
        for number, scoring in enumerate(program.scorings):
            for seat, lines in outcome.sheets[scoring.name].items():
                self.same(f"the {scoring.name} sheet", [Fraction(line.result) for line in lines],
                          sheets.get((number, seat), []))


def same_game(rules: Rules, compiled: Compiled, seed: int, *, counted: bool = True) -> bool:
    """Play one game in both forms; raises Different if they are not the same. Gives whether it
    came to its end: a game that breaks down must do so in both forms."""
    try:
        beside = Beside(rules, compiled, seed)
    except Fault as fault:
        if not CompiledTable(compiled, rules, seed).broken:
            raise Different(f"only the interpreter breaks down: {fault.message}") from fault
        return False
    try:
        beside.play(Stream(seed + 77), counted=counted, modest=seed % 2 == 1)
    except Fault as fault:
        if not beside.other.broken:
            raise Different(f"only the interpreter breaks down: {fault.message}") from fault
        return False
    return True
