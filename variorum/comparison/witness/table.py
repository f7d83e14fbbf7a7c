"""One side of a table at which both editions are dealt the same cards."""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.program import Program
from variorum_dsl.core.walk import walk
from variorum_engine.checks.finals import Final, position
from variorum_engine.examples.writer import Writer
from variorum_engine.interpreter.chance import Chance, Stream
from variorum_engine.interpreter.instructions import FEW_STEPS, MOST_STEPS, STOP, run
from variorum_engine.interpreter.lots import Lot
from variorum_engine.interpreter.state import State
from variorum_engine.table.table import Move, Table

from variorum.comparison.align.sides import Side
from variorum.comparison.model import Told
from variorum.comparison.witness.accounts import account


class Dealt(Chance):
    """Chance that deals both sides alike: every card has a rank, every pick a number."""

    def __init__(self, seed: int, ranks: dict[int, int], cards: int) -> None:
        super().__init__(seed)
        self.ranks = ranks
        self.cards = cards  # those that the rules ever let chance pick; the others are players
        self.picks = 0
        self.seed = seed

    def shuffle(self, cards: list[int], lot: Lot) -> None:
        cards.sort(key=lambda card: self.ranks.get(card, card))

    def pick(self, members: list[int], count: int, lot: Lot) -> list[int]:
        self.picks += 1
        left = sorted(members)
        if all(self.cards >> each & 1 for each in members):
            left.sort(key=lambda each: self.ranks.get(each, each))
        stream = Stream(self.seed * 1009 + self.picks)
        return [left.pop(stream.below(len(left))) for _ in range(count)]

    def copy(self) -> Dealt:
        other = Dealt(self.seed, self.ranks, self.cards)
        other.picks = self.picks
        return other


class Said(NamedTuple):
    seat: int
    choice: str
    picks: bool
    cards: int
    others: int  # players or numbers that are picked
    phrases: tuple[m.Phrase, ...]
    text: str


class Player:
    """One side of the table."""

    def __init__(self, side: Side, players: int) -> None:
        rules, _, symbols = side.rules(players)
        assert rules is not None
        self.side = side
        self.rules = rules
        self.symbols = symbols
        self.writer = Writer(rules, symbols)
        self.chance_picks = [_picked_by_chance(rules.program, setup=setup)
                             for setup in (True, False)]
        self.stage = ""
        self.start = State()
        self.decks = [table.first for table in rules.program.zones
                      if table.in_order and table.domain.sort == "table"]

    def begun(
        self, seed: int, ranks: dict[int, int], kept: dict[int, set[int]], laid: dict[int, int]
    ) -> Table:
        _ = self.rules.code  # says how many locals a state needs
        state = self.rules.opening()
        for zone, cards in kept.items():
            state.zones[zone] = sum(1 << card for card in cards)
            state.order[zone] = sorted(cards)
        for card, zone in laid.items():
            state.zones[zone] |= 1 << card
        state.chance = Dealt(seed, ranks, self.chance_picks[0])
        state.steps = MOST_STEPS - FEW_STEPS
        self._to_the_first_stage(state)
        self.start = state.copy()
        state.chance = Dealt(seed + 1, ranks, self.chance_picks[1])
        self.rules.begin(state)
        return Table(self.rules, names=self.writer.names, state=state)

    def _to_the_first_stage(self, state: State) -> None:
        """Play the setup, so that an example can begin where it ends."""
        stages = [stage for stage in self.rules.program.stages
                  if stage.stage in ("rounds", "phase")]
        self.stage = stages[0].name if stages else ""
        code = self.rules.code
        start = code.stage_start[self.stage] if stages else STOP
        run(code, state, until=start)
        if state.pc != start:
            raise StopIteration  # the setup already asks somebody

    def opening(self, chance: Chance) -> list[str]:
        """The deal as an example gives it: what lies where behind the setup."""
        _ = self.rules.code
        state = self.rules.opening()
        state.chance = chance
        try:
            self._to_the_first_stage(state)
        except StopIteration:  # somebody is asked before that, so that it begins with the setup
            return [f"players {', '.join(self.writer.names)}", "when"]
        return [*position(Final(self.rules, self.symbols), state).split("\n"),
                f"when playing {self.stage}"]

    def say(self, table: Table, seat: int, move: Move) -> Said:
        offer = table.asked_of(seat).offers[move.choice]
        phrases = self.writer.said(table, seat, move)
        words = ", ".join(" ".join(map(str, phrase.words)) for phrase in phrases)
        of_cards = offer.pick is not None and not (
            offer.pick.of_players or offer.pick.of_numbers)
        return Said(seat, offer.choice.name, offer.pick is not None,
                    move.picked if of_cards else 0, 0 if of_cards else move.picked, phrases,
                    f"{self.writer.names[seat]}: {words}")

    def told(self, table: Table, moves: list[Said]) -> Told:
        final = Final(self.rules, self.symbols)
        lines = position(final, self.start).split("\n")
        lines += [f"when playing {self.stage}", *(f"  {said.text}" for said in moves)]
        return self.account(table, lines)

    def account(self, table: Table, lines: list[str]) -> Told:
        """What was given and played, and the score sheets that it ends in."""
        return account(self.rules, self.symbols, self.writer.names, table.state, lines)


def _picked_by_chance(program: Program, *, setup: bool) -> int:
    """The cards that chance picks during the setup, or later; those that could be taken for
    players are left out."""
    cards = players = 0
    for stage in program.stages:
        if (stage.stage == "setup") != setup:
            continue
        for node in walk(stage.body):
            if not isinstance(node, c.Chance):
                continue
            if node.source.type in ("card", "cards"):
                cards |= node.source.reach
            else:
                players = (1 << program.players + len(program.owners)) - 1
    return cards & ~players
