"""Chunks played by the interpreter: for files that cannot be compiled, and to check those that can.

Only the playing differs. After each round and at the end the position is written down as the
compiled form would have it, and the same code counts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from variorum_dsl.core.lines import SetLocal, Together
from variorum_dsl.core.program import Program

from variorum_engine.compiler.analysis.denominators import Denominators
from variorum_engine.compiler.analysis.layout import Layout, NotCompilable
from variorum_engine.compiler.backends.machine import remembered, shared_text, totals
from variorum_engine.compiler.backends.python import plain_functions
from variorum_engine.compiler.emit.counters import counters
from variorum_engine.compiler.emit.decisions import ROW
from variorum_engine.interpreter.chance import Chance, Stream, game_seed, seat_seed
from variorum_engine.interpreter.outcome import EVERYONE_OUT as EVERYONE
from variorum_engine.interpreter.outcome import STILL_TIED as TIED
from variorum_engine.interpreter.state import GUARDED as GUARD
from variorum_engine.interpreter.state import Fault, Mark, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules, Table, run
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.kernel import Broken, Chunk
from variorum_engine.tally.lines import (
    COUNTED_AT_THE_END,
    EVERYONE_OUT,
    GUARDED,
    STILL_TIED,
    Key,
    Lines,
    key_of,
    reckoning,
)
from variorum_engine.tally.plan import Plan

ANY_UNIT = 5040  # parts of one point, where nothing is known about fractions beforehand
LONGEST = 1_000_000
_SPECIAL = {EVERYONE: EVERYONE_OUT, TIED: STILL_TIED, GUARD: GUARDED}


class Noted:
    """How often each line was used; the interpreter takes it for the set of what was reached."""

    def __init__(self, lines: Lines, program: Program) -> None:
        self.lines = lines
        self.ends = {lines.at(end.at) for end in program.ends}
        self.counts = [0] * len(lines)
        self.final = False

    def add(self, mark: Mark) -> None:
        """Ends, guards and what is reckoned at the end; lines are counted where they are
        followed."""
        key = _SPECIAL[mark] if isinstance(mark, str) else key_of(mark)
        number = self.lines.number.get(key, -1)  # the beginning of a stage is not counted
        if number in self.ends or key == GUARDED or (number >= 0 and self.final and (
            self.lines.lines[number].sort in COUNTED_AT_THE_END
        )):
            self.counts[number] = 1

    def clear(self) -> None:
        self.counts = [0] * len(self.lines)
        self.final = False


class TableKernel:
    """Chunks played on tables."""

    def __init__(
        self, rules: Rules, bots: Bots, silences: Sequence[Sequence[int]] = ()
    ) -> None:
        self.rules = rules = Rules(rules.program)  # its instructions are watched from here on
        self.bots = bots
        program = rules.program
        self.layout = layout = Layout(program)
        self.lines = Lines(program)
        self.noted = Noted(self.lines, program)
        self.moves: list[Move] = []  # of the last game
        self.plan = Plan(program, layout, self.lines, _unit(rules), silences)
        players = program.players
        start = layout.slots + program.track_count
        self.size = size = start + counters(players) + len(self.lines)
        self.names = names = _names(rules, layout, start, size)
        names.update(self.plan.constants(layout, size))
        self.state = rules.opening()  # the position that is being looked at
        self.memory = [0] * (size + self.plan.room(layout, size, reckons=False))
        text = "\n\n".join(map(shared_text, (".totals", ".observation", ".tallies")))
        self.count = plain_functions(text, names)
        self.count["result"] = self._leader
        self.count["ended"] = lambda memory: 0
        self._watch()

    def _watch(self) -> None:
        """Count the lines that are followed, and look at the position when a round ends."""
        code, count = self.rules.code, self.count
        key: Key | None = None
        for pc, line in sorted(code.lines.items()):
            before, key = key, key_of(line.at)
            # A line that comes to several values is counted once, and a decision when it is made.
            if isinstance(line, Together) or key not in self.lines.number or (
                isinstance(line, SetLocal) and key == before
            ):
                continue
            code.tell_before(pc, self._counting(self.lines.number[key]))
        for stage in self.rules.program.stages:
            if stage.stage == "rounds":
                code.tell_before(code.stage_start[stage.name], self._looking(count["watch_start"]))
        for pc in code.closings:
            code.tell_before(pc, self._looking(count["watch_round"]))
        code.tell_before(code.reckoning_start - 1, self._looking(count["watch_end"]))

    def _counting(self, number: int) -> Callable[[State], None]:
        def counted(state: State) -> None:
            if state.reached is not None:  # what somebody imagines is not counted
                self.noted.counts[number] += 1

        return counted

    def _looking(self, look: Callable[[list[int]], None]) -> Callable[[State], None]:
        def looked(state: State) -> None:
            if state.reached is not None:
                self.state = state
                self._lay_out(state)
                look(self.memory)

        return looked

    def _lay_out(self, state: State) -> None:
        """The zones of a position as masks by page."""
        program, layout, memory = self.rules.program, self.layout, self.memory
        memory[: layout.slots] = [0] * layout.slots
        for number, table in enumerate(program.zones):
            pages = layout.pages_of_zone(number)
            for owner in range(table.domain.size):
                for card in bits(state.zones[table.first + owner]):
                    index = layout.page_of[card] - pages[0].number
                    slot = layout.first_slot[number] + index + len(pages) * owner
                    memory[slot] |= 1 << layout.bit[card]
        memory[layout.slots : layout.slots + program.track_count] = [
            math.floor(value) for value in state.tracks]

    def _leader(self, memory: list[int]) -> int:
        """Who would win if the game ended now, with everything that then happens."""
        state = self.state.copy()
        state.reached, state.events, state.pc = None, None, self.rules.code.reckoning_start
        try:
            run(self.rules.code, state)
            memory[self.names["WINNERS"]] = self.rules.reckoner.winners(state)[0]
        except Fault:
            return -9
        return 0

    # ------------------------------------------------------------------------- games
    def chunk(self, seed: int, first: int, games: int, *, rows: bool = False) -> Chunk:
        size, plan, width = self.size, self.plan, self.plan.row_width
        self.memory[size : size + plan.size] = [0] * plan.size
        noted = [0] * (games * width if rows else 0)
        for game in range(first, first + games):
            try:
                self._game(seed, game)
            except Fault as fault:
                raise Broken(game, fault.message) from None
            doubt, arisen = self._counted(game)
            if rows:
                self.count["note_row"](self.memory, noted, (game - first) * width, doubt, arisen)
        return Chunk(first, games, self.memory[size : size + plan.size], noted)

    def _game(self, seed: int, game: int) -> None:
        memory, names = self.memory, self.names
        players = self.rules.program.players
        memory[self.layout.slots : self.size] = [0] * (self.size - self.layout.slots)
        memory[names["WATCHED"]] = 1
        luck = game_seed(seed, game)
        streams: dict[int, tuple[int, Stream]] = {}
        self.noted.clear()
        self.moves = []
        state = self.rules.opening()
        state.chance = Chance(luck)
        state.reached = self.noted
        run(self.rules.code, state)
        table = Table(self.rules, state=state)
        asked = 0
        while not table.over:
            seat = table.to_decide[0]
            if streams.get(seat, (-1, None))[0] != state.rounds:
                own = Stream(seat_seed(luck, seat, state.rounds))
                streams[seat] = state.rounds, own
            state.reached = None  # what a bot imagines is not counted
            bot = self.bots.names[(seat - game) % players]
            move = self.bots.chosen(bot, table, seat, streams[seat][1])
            state.reached = self.noted
            self._count_answer(table, move)
            self.moves.append(move)
            table.apply_unchecked(seat, move)
            asked += 1
            if asked > LONGEST:
                raise Broken(game, "the game does not end")
        memory[names["ASKED"]] = asked
        self._settle(state)

    def _count_answer(self, table: Table, move: Move) -> None:
        asking = table.asking
        assert asking is not None
        places = {key_of(asking.line.at)}
        choice = asking.offers[move.choice].choice.at
        for key in places | ({key_of(choice)} if choice.line else set()):
            self.noted.counts[self.lines.number[key]] += 1

    def _settle(self, state: State) -> None:
        """The outcome, as the compiled form writes it down."""
        memory, names, reckoner = self.memory, self.names, self.rules.reckoner
        program, noted = self.rules.program, self.noted
        noted.final = True
        reckoner.outcome(state)
        state.reached = None
        winners, out = reckoner.winners(state)
        left = bits(reckoner.everyone & ~out)
        decided = -1
        for index, (tie, number) in enumerate(zip(program.chain, reckoner.chain, strict=True)):
            if len(left) < 2:
                break
            numbers = [number(state, seat) for seat in left]
            best = max(numbers) if tie.extreme == "highest" else min(numbers)
            left = [seat for seat, each in zip(left, numbers, strict=True) if each == best]
            if len(left) == 1:
                decided = index
        memory[names["WINNERS"]], memory[names["OUT"]] = winners, out
        memory[names["DECIDED"]] = len(program.chain) if len(left) > 1 else decided
        memory[names["ROUNDS"]] = state.rounds
        for seat in range(program.players):
            if program.chain:
                memory[names["SCORES"] + seat] = round(
                    reckoner.chain[0](state, seat) * self.plan.unit)
        start = names["COUNTS"]
        memory[start : start + len(noted.counts)] = noted.counts
        self._lay_out(state)

    def _counted(self, game: int) -> tuple[int, int]:
        memory, count = self.memory, self.count
        memory[self.names["V_GAMES"]] += 1
        count["count_winners"](memory, game)
        count["count_length"](memory)
        doubt = count["count_leads"](memory)
        count["count_scores"](memory, game)
        arisen = count["count_lines"](memory)
        count["count_cards"](memory)
        return doubt, arisen


def _unit(rules: Rules) -> int:
    """The parts of one in which scores are counted."""
    try:
        return Denominators(rules.program).of_first_figure()
    except NotCompilable:
        return ANY_UNIT


def _names(rules: Rules, layout: Layout, start: int, size: int) -> dict[str, Any]:
    """Where things lie in a memory that has only zones and a result."""
    program = rules.program
    none = type("None", (), {"most_choices": 1, "asked": ()})
    return {
        **remembered(start, program.players, none),  # type: ignore[arg-type]
        "Z": 0, "T": layout.slots, "W": start, "SIZE": size,
        "PLAYERS": program.players, "PAGES": len(layout.pages),
        "SLOTS": layout.slots, **totals(program, layout), "R": start + 3,
        "RECKONS": min(0, reckoning(program)),
        "WINNERS": start, "OUT": start + 1, "DECIDED": start + 2, "SCORES": start + ROW,
        # The places between the result and the scores are free here.
        "ROUNDS": start + 5, "ASKED": start + 6, "CHOICES": 1,
    }
