"""What the kernel counts is what an independent count through the interpreter finds.

The compiled form plays; its answers are given to a table of the interpreter, move by move, and the
events of that table are counted in the plainest way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from variorum_dsl.files.loader import load
from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.interpreter.chance import Chance, game_seed
from variorum_engine.interpreter.events import ChoiceMade, TrackSet
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Rules, Table, run
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import MachineKernel
from variorum_engine.tally.lines import Lines, key_of
from variorum_engine.tally.tables import TableKernel

from tests.paths import ROOT
from variorum.simulation.pairs import CHANGES, DECISIONS, DOUBT, OUT, ROUNDS, SCORES, WINNERS

GAMES = 12
SEED = 7


def rules_of(name: str, players: int) -> Rules:
    path = next(path for folder in ("variants", "tests/games")
                for path in (ROOT / folder).glob(f"{name}.variant"))
    sheet = load(path).sheet
    assert sheet is not None
    rules, problems, _ = Ready(sheet).rules(players)
    assert rules is not None, problems
    return rules


class Replayed:
    """Games of the kernel, played again on tables."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.kernel = MachineKernel(rules, Bots(["random"] * rules.program.players))

    def answers(self, game: int) -> list[tuple[int, list[int]]]:
        """The answers of one game, as the kernel gives them: choice and what is picked."""
        machine = self.kernel.series.machine
        found: list[tuple[int, list[int]]] = []
        names, functions = machine.constants, machine.functions
        play = functions["play"]

        def listening(memory: list[int], go: int) -> int:
            if go > 0:
                start = names["PICKED"]
                found.append((memory[names["CHOICE"]],
                              list(memory[start : start + names["PAGES"] + 1])))
            return int(play(memory, go))

        functions["play"] = listening
        try:
            self.kernel.chunk(SEED, game, 1)
        finally:
            functions["play"] = play
        return found

    def table(self, game: int) -> Iterator[Table]:
        """The table after the setup, and after every move."""
        state = self.rules.opening()
        state.chance = Chance(game_seed(SEED, game))
        state.events = []
        run(self.rules.code, state)
        table = Table(self.rules, state=state)
        yield table
        for choice, picked in self.answers(game):
            seat = table.to_decide[0]
            # Not `apply`: of cards that are alike it would take the first ones.
            table.apply_unchecked(seat, self._move(table, seat, choice, picked))
            yield table

    def _move(self, table: Table, seat: int, choice: int, picked: list[int]) -> Move:
        asking = table.asking
        assert asking is not None
        pick = asking.offers[choice].pick
        if pick is None:
            return Move(choice)
        if pick.of_numbers:
            return Move(choice, 1 << picked[0])
        if pick.of_players:
            return Move(choice, picked[0])
        layout: Layout = self.kernel.series.machine.source.layout
        found = 0
        for page in layout.pages:
            for bit in bits(picked[page.number]):
                found |= 1 << layout.real(page.number, bit, seat)
        return Move(choice, found)


def counted(replayed: Replayed, game: int) -> dict[str, Any]:
    """One game, counted from its events and positions."""
    rules = replayed.rules
    *before, table = replayed.table(game)
    decisions = len(before)
    assert table.over
    # The position at the end of each round, from a second table that stops there.
    state: State = table.state
    leaders = [leader(rules, position) for position in round_ends(replayed, game)]
    outcome = table.outcome
    assert outcome is not None
    winners = sum(1 << seat for seat in outcome.winners)
    changes, last = 0, 0
    for mask in [each for each in [*leaders, winners] if each]:
        changes += bool(last) and mask != last
        last = mask
    doubt = -1
    if winners and leaders:
        until = max((i + 1 for i, mask in enumerate(leaders) if mask != winners), default=0)
        doubt = 1000 if until == len(leaders) else 1000 * until // len(leaders)
    chain = rules.reckoner.chain
    return {
        "winners": winners, "out": sum(1 << seat for seat in outcome.eliminated),
        "rounds": state.rounds, "decisions": decisions,
        "changes": changes if leaders else -1, "doubt": doubt,
        "scores": [chain[0](state, seat) for seat in range(rules.program.players)],
    }


def round_ends(replayed: Replayed, game: int) -> list[State]:
    """The positions at the ends of rounds, copied before they close."""
    code = replayed.rules.code
    found: list[State] = []
    kept = list(code.instructions)
    for pc in code.closings:
        code.tell_before(pc, lambda state: found.append(state.copy()))
    try:
        for _ in replayed.table(game):
            pass
    finally:
        code.instructions[:] = kept
    return found


def leader(rules: Rules, state: State) -> int:
    position = state.copy()
    position.pc = rules.code.reckoning_start
    run(rules.code, position)
    return rules.reckoner.winners(position)[0]


@pytest.mark.parametrize(("name", "players"), [
    ("osprey-2018", 3), ("gossip-and-the-city", 4), ("goofspiel", 3), ("counters-and-cards", 4),
    ("follow-suit", 3), ("houses-and-cheques", 3),
])
def test_rows_are_what_an_independent_count_finds(name: str, players: int) -> None:
    rules = rules_of(name, players)
    replayed = Replayed(rules)
    plan = replayed.kernel.plan
    rows = replayed.kernel.chunk(SEED, 0, GAMES, rows=True).rows
    for game in range(GAMES):
        row = rows[game * plan.row_width : (game + 1) * plan.row_width]
        found = counted(replayed, game)
        assert row[WINNERS] == found["winners"]
        assert row[OUT] == found["out"]
        assert row[ROUNDS] == found["rounds"]
        assert row[DECISIONS] == found["decisions"]
        assert row[CHANGES] == found["changes"]
        assert row[DOUBT] == found["doubt"]
        assert row[SCORES:] == [score * plan.unit for score in found["scores"]]


def test_lines_are_counted_as_the_events_say() -> None:
    rules = rules_of("osprey-2018", 3)
    replayed = Replayed(rules)
    seen: Counter[Any] = Counter()
    for game in range(GAMES):
        table = list(replayed.table(game))[-1]
        assert table.state.events is not None
        for event in table.state.events:
            match event:
                case ChoiceMade(choice=choice, line=line):
                    seen.update({key_of(choice.at), key_of(line.at)})
                case TrackSet(line=line):
                    seen[key_of(line.at)] += 1
    lines = Lines(rules.program)
    plan = replayed.kernel.plan
    sums = plan.part(replayed.kernel.chunk(SEED, 0, GAMES).sums, "lines")
    assert seen
    for key, times in seen.items():
        assert sums[2 * lines.number[key] + 1] == times, key


def test_cards_are_counted_as_the_table_shows_them() -> None:
    rules = rules_of("osprey-2018", 3)
    replayed = Replayed(rules)
    plan, program = replayed.kernel.plan, rules.program
    display = next(zone for zone in program.zones if zone.name == "display")
    hand = next(zone for zone in program.zones if zone.name == "hand")
    measure = next(i for i, each in enumerate(plan.measures)
                   if program.zones[each.zone] is hand and each.attribute >= 0)
    came: Counter[int] = Counter()
    paid: Counter[int] = Counter()
    besides: Counter[int] = Counter()
    for game in range(GAMES):
        before = None
        for state in [next(replayed.table(game)).state.copy(), *round_ends(replayed, game)]:
            if before is not None:
                for seat in range(3):
                    gained = state.zones[display.first + seat] & ~before.zones[display.first + seat]
                    for card in bits(gained):
                        less = [sum((1 if was is before else -1) * program.cards[c].values[0]
                                    for was in (before, state)
                                    for c in bits(was.zones[hand.first + who])) for who in range(3)]
                        came[program.cards[card].face] += 1
                        paid[program.cards[card].face] += less[seat]
                        besides[program.cards[card].face] += sum(less) - less[seat]
            before = state
    sums = plan.part(replayed.kernel.chunk(SEED, 0, GAMES).sums, "cards")
    for number, card in enumerate(plan.faces):
        row = sums[number * plan.card_width : (number + 1) * plan.card_width]
        assert row[0] == came[program.cards[card].face]
        assert row[1 + 3 * measure] == paid[program.cards[card].face]
        assert row[3 + 3 * measure] == besides[program.cards[card].face]
    assert any(besides.values())


@pytest.mark.parametrize(("name", "players"), [
    ("osprey-2018", 3), ("quick-start", 3), ("edition-2025", 3), ("money-isnt-everything", 3),
    ("gossip-and-the-city", 3), ("goofspiel", 2), ("follow-suit", 4), ("counters-and-cards", 3),
    ("hear-say", 3), ("houses-and-cheques", 3),
])
def test_the_interpreter_counts_the_same(name: str, players: int) -> None:
    """The interpreter's kernel is given the answers of the compiled one."""
    rules = rules_of(name, players)
    replayed = Replayed(rules)

    class Repeating(Bots):
        waiting: list[Any]

        def chosen(self, name: str, table: Table, seat: int, stream: Any) -> Move:
            return replayed._move(table, seat, *self.waiting.pop(0))

    bots = Repeating(["random"] * players)
    other = TableKernel(rules, bots)
    for game in range(4):
        bots.waiting = replayed.answers(game)
        mine = replayed.kernel.chunk(SEED, game, 1, rows=True)
        theirs = other.chunk(SEED, game, 1, rows=True)
        assert mine.rows == theirs.rows
        for section in other.plan.sections:
            assert replayed.kernel.plan.part(mine.sums, section) == (
                other.plan.part(theirs.sums, section)), section
