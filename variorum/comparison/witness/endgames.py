"""The end of a simulated game under two ways to play: where it begins, and how short it can be.

A tail is a position and the moves from there on. Both ways begin in the position and are told the
moves, as long as their rules allow them, so only the rules can make the winners differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.printer.document import print_clause
from variorum_engine.examples.runner import run_example
from variorum_engine.examples.writer import THE_END, Played, Story
from variorum_engine.interpreter.chance import Chance
from variorum_engine.interpreter.instructions import FEW_STEPS, MOST_STEPS
from variorum_engine.interpreter.state import OVER, Fault, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Rules, Table
from variorum_engine.verification.random_games import told as told_of_chance

from variorum.comparison.model import Told, Witness
from variorum.comparison.witness.lockstep import Led
from variorum.comparison.witness.table import Player, Said

# A search ends after so many moves and not after some time, so that it finds the same everywhere.
MOST_MOVES = 30_000


class Tail(NamedTuple):
    """Where both ways begin, and what the one that leads is told to play."""

    stages: tuple[str, str]
    start: State
    other: State
    script: tuple[Said, ...]
    mapped: bool  # the second position is the first one, and not one that the other way came to


class Decided(NamedTuple):
    """A tail that the two ways give to different winners."""

    tail: Tail
    tables: tuple[Table, Table]
    moves: tuple[list[Said], list[Said]]

    @property
    def weight(self) -> int:
        """How long it takes to read: moves count more than cards that are only given."""
        start, opening = self.tail.start, self.tables[0].rules.opening()
        named = [number for number in range(len(start.zones))
                 if start.zones[number] != opening.zones[number]
                 or start.order[number] != opening.order[number]]
        tracks = sum(bool(a != b) for a, b in zip(start.tracks, opening.tracks, strict=True))
        cards: int = sum(start.zones[number].bit_count() for number in named)
        return 3 * max(map(len, self.moves)) + len(named) + tracks + cards


class Across:
    """Positions of one way as those of the other: what only one of them has is left out."""

    def __init__(
        self, rules: Rules, cards: Mapping[int, int], zones: Mapping[int, int],
        tracks: Mapping[int, int],
    ) -> None:
        """`rules` are those of the other way; places and tracks go by their own numbers."""
        self.rules, self.cards, self.zones, self.tracks = rules, cards, zones, tracks

    def state(self, state: State) -> State:
        found = self.rules.opening()
        rows = {other: [self.cards[card] for card in (state.order[own] or bits(state.zones[own]))
                        if card in self.cards] for own, other in self.zones.items()}
        placed = sum(1 << card for row in rows.values() for card in row)
        for number in range(len(found.zones)):
            row = rows.get(number)
            order = found.order[number]
            if row is None:
                found.zones[number] &= ~placed
                if order is not None:
                    found.order[number] = [card for card in order if not placed >> card & 1]
            else:
                found.zones[number] = sum(1 << card for card in row)
                found.order[number] = None if order is None else row
        for own, other in self.tracks.items():
            found.tracks[other] = state.tracks[own]
        return found


class Tails:
    """Plays tails in which one way leads, and makes them short."""

    def __init__(self, led: Led, back: Led, across: Across) -> None:
        """`back` leads and follows on the same side: it repeats the moves of the one that leads."""
        self.led, self.back, self.across = led, back, across
        self.players = led.lead, led.follow

    def decided(self, tail: Tail) -> Decided | None:
        """What both come to, if the winners differ and an example can say so."""
        try:
            first = self._played(self.back, tail.stages[0], tail.start, tail.script)
            if first is None:
                return None
            second = self._played(self.led, tail.stages[1], tail.other, first[1])
            if second is None:
                return None
            won = [player.rules.reckoner.winners(table.state)[0]
                   for player, (table, _) in zip(self.players, (first, second), strict=True)]
        except Fault:
            return None
        if won[0] == won[1]:
            return None
        found = Decided(tail._replace(script=tuple(first[1])), (first[0], second[0]),
                        (first[1], second[1]))
        return found if all(not run_example(self.example(found, side), player.rules,
                                            player.symbols)
                            for side, player in enumerate(self.players)) else None

    def _played(
        self, led: Led, stage: str, start: State, script: Sequence[Said]
    ) -> tuple[Table, list[Said]] | None:
        rules: Rules = led.follow.rules
        code, state = rules.code, start.copy()
        state.chance, state.events = Chance(1, []), []  # as an example has it
        state.steps = MOST_STEPS - FEW_STEPS
        if stage == THE_END and not any(each.stage == "reckoning"
                                        for each in rules.program.stages):
            state.pc = OVER
        else:
            state.pc = code.reckoning_start if stage == THE_END else code.stage_start[stage]
            rules.begin(state)
        table = Table(rules, names=led.follow.writer.names, state=state)
        made = led.followed(table, script)
        return None if made is None else (table, made)

    # ----------------------------------------------------------------------------- shorter
    def shortened(self, found: Decided) -> Decided:
        """The same with fewer moves and fewer cards, as long as the winners differ."""
        most = sum(led.moves for led in (self.led, self.back)) + MOST_MOVES
        changed = True
        while changed:
            changed = False
            for change in self._changes(found.tail):
                if sum(led.moves for led in (self.led, self.back)) > most:
                    return found
                tail = change(found.tail)
                smaller = None if tail is None else self.decided(tail)
                if smaller is not None and smaller.weight < found.weight:
                    found, changed = smaller, True
        return found

    def _changes(self, tail: Tail) -> Iterator[Callable[[Tail], Tail | None]]:
        """Everything that can be left out, the largest parts first."""
        zones = range(len(tail.start.zones))
        yield from (lambda now, n=number: self._as_at_the_opening(now, n) for number in zones)
        yield from (lambda now, n=number: self._without(now, n, now.start.zones[n])
                    for number in zones)
        yield from (lambda now, n=number: self._not_remembered(now, n)
                    for number in range(len(tail.start.tracks)))
        for number in zones:
            cards = tail.start.order[number] or bits(tail.start.zones[number])
            yield from (lambda now, n=number, c=card: self._without(now, n, 1 << c)
                        for card in reversed(cards))
        yield from (lambda now, n=place: now._replace(script=now.script[:n] + now.script[n + 1:])
                    if n < len(now.script) else None
                    for place in reversed(range(len(tail.script))))

    def _as_at_the_opening(self, tail: Tail, number: int) -> Tail | None:
        """What lies as at the opening need not be told."""
        opening = self.players[0].rules.opening()
        if not tail.mapped or tail.start.zones[number] == opening.zones[number]:
            return None
        start = tail.start.copy()
        for zone in range(len(start.zones)):
            _take(start, zone, opening.zones[number])
        start.zones[number], start.order[number] = opening.zones[number], opening.order[number]
        return tail._replace(start=start, other=self.across.state(start))

    def _not_remembered(self, tail: Tail, number: int) -> Tail | None:
        value = self.players[0].rules.opening().tracks[number]
        if not tail.mapped or tail.start.tracks[number] == value:
            return None
        start = tail.start.copy()
        start.tracks[number] = value
        return tail._replace(start=start, other=self.across.state(start))

    def _without(self, tail: Tail, number: int, cards: int) -> Tail | None:
        cards &= tail.start.zones[number]
        if not cards:
            return None
        start = tail.start.copy()
        _take(start, number, cards)
        if tail.mapped:
            return tail._replace(start=start, other=self.across.state(start))
        other = tail.other.copy()
        theirs = sum(1 << self.across.cards[card] for card in bits(cards)
                     if card in self.across.cards)
        for zone in range(len(other.zones)):
            _take(other, zone, theirs)
        return tail._replace(start=start, other=other)

    # ------------------------------------------------------------------------------- told
    def example(self, found: Decided, side: int) -> m.Example:
        """One side of it as an example that holds under its rules."""
        player, table, tail = self.players[side], found.tables[side], found.tail
        start = tail.other if side else tail.start
        names = tuple(player.writer.names[seat] for seat in
                      bits(player.rules.reckoner.winners(table.state)[0])) or ("nobody",)
        story = Story(tail.stages[side], start,
                      tuple(Played(said.seat, said.phrases) for said in found.moves[side]),
                      told_of_chance(player.rules.program, table.state, start))
        return player.writer.example("witness", story, (m.Won(players=names),))

    def witness(self, found: Decided, *, turned: bool) -> Witness:
        """As it is told; `turned` if the side that leads is the right one."""
        left, right = (self._told(found, side) for side in ((1, 0) if turned else (0, 1)))
        moves = max(map(len, found.moves))
        mine = sum(found.tail.start.zones[zone.first + seat].bit_count()
                   for zone in self.players[0].rules.program.zones if zone.each_player
                   for seat in range(self.players[0].rules.program.players))
        return Witness("game" if moves else "position", self.players[0].rules.program.players,
                       moves + mine, left, right)

    def _told(self, found: Decided, side: int) -> Told:
        player: Player = self.players[side]
        lines = print_clause(self.example(found, side)).rstrip("\n").split("\n")
        lines = [line[2:] for line in lines[1:]]
        lines = lines[: lines.index("then")]
        return player.account(found.tables[side], lines)


def _take(state: State, zone: int, cards: int) -> None:
    """Put some cards aside."""
    if state.zones[zone] & cards:
        state.zones[zone] &= ~cards
        row = state.order[zone]
        if row is not None:
            state.order[zone] = [card for card in row if not cards >> card & 1]
