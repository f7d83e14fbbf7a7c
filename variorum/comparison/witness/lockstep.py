"""One game played by two editions: one of them leads, the other is dealt the same cards and told
the same moves, as long as its rules allow them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from variorum_dsl.core.program import Program
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Table

from variorum.comparison.witness.table import Player, Said

MOST_MOVES = 400
WHOLE = 0  # the size of a game with all cards
MOST_LOOKED_AT = 60
MOST_LAID = 6
FEW = 4
MODEST = 6  # of ten decisions


class Both(NamedTuple):
    """The same game on both tables, to its end."""

    led: Table
    moves: list[Said]
    followed: Table
    answers: list[Said]
    laid: int  # cards that players have at the beginning


class Led:
    """Games in which one side leads."""

    def __init__(
        self, lead: Player, follow: Player, cards: Mapping[int, int], zones: Mapping[str, str],
        focus: set[int],
    ) -> None:
        self.lead, self.follow = lead, follow
        self.cards = cards  # cards and places of the leading side, and what they are on the other
        self.focus = focus
        self.values = values_of(lead.rules.program)
        self.zones: dict[int, int] = {}
        self.homes: list[tuple[int, int]] = []
        mine, theirs = lead.rules.program.zones, follow.rules.program.zones
        for name, other in zones.items():
            a = mine[lead.symbols.zones[name]]
            b = theirs[follow.symbols.zones[other]]
            if a.domain.sort == b.domain.sort == "table":
                self.zones[a.first] = b.first
            if a.each_player and b.each_player and not a.in_order and not b.in_order:
                self.homes.append((lead.symbols.zones[name], follow.symbols.zones[other]))
        # Cards that only this side has are dealt here, and are not there on the other side.
        self.dealt = list(range(len(lead.rules.program.cards)))
        self.moves = 0

    def game(self, size: int, seed: int) -> Both | None:
        """A game with so many cards in each deck, or with all of them; nothing if it has no end
        on both tables."""
        stream = Stream(seed * 7919 + size)
        order = sorted(self.dealt, key=lambda card: stream.word())
        ranks = {card: place for place, card in enumerate(order)}
        kept: dict[int, set[int]] = {}
        if size != WHOLE:
            if seed % 2:
                for card in sorted(self.focus):
                    ranks[card] = stream.below(size)
            kept = {zone: set(row) for zone in self.lead.decks
                    if (row := self._few(zone, size, ranks))}
        laid = self._laid(kept, order, stream)
        led = self.lead.begun(seed, ranks, kept, {c: a for c, (a, _) in laid.items()})
        moves = self._play(led, stream)
        if moves is None:
            return None
        followed = self.follow.begun(
            seed, {self.cards[card]: rank for card, rank in ranks.items() if card in self.cards},
            {self.zones[zone]: {self.cards[card] for card in row if card in self.cards}
             for zone, row in kept.items() if zone in self.zones},
            {self.cards[card]: b for card, (_, b) in laid.items()},
        )
        answers = self.followed(followed, moves)
        return None if answers is None else Both(led, moves, followed, answers, len(laid))

    # -------------------------------------------------------------------------- the deal
    def _laid(
        self, kept: dict[int, set[int]], order: list[int], stream: Stream
    ) -> dict[int, tuple[int, int]]:
        """A few cards of the decks that players already have: by card, where on either side."""
        taken = set().union(*kept.values()) if kept else set()
        decks = {card for zone in kept for card in self.lead.rules.opening().order[zone] or ()}
        mine, theirs = self.lead.rules.program.zones, self.follow.rules.program.zones
        found = {}
        free = [card for card in order if card in decks - taken and card in self.cards]
        for card in free[: stream.below(MOST_LAID + 1)]:
            homes = [(a, b) for a, b in self.homes if mine[a].holds >> card & 1]
            if homes:
                a, b = homes[stream.below(len(homes))]
                seat = stream.below(self.lead.rules.program.players)
                found[card] = (mine[a].first + seat, theirs[b].first + seat)
        return found

    def _few(self, zone: int, size: int, ranks: dict[int, int]) -> list[int]:
        row = self.lead.rules.opening().order[zone] or []
        return sorted((card for card in row if card in ranks), key=lambda c: ranks[c])[:size]

    # ------------------------------------------------------------------------- the moves
    def _play(self, table: Table, stream: Stream) -> list[Said] | None:
        """Made-up moves: mostly modest, so that games stay short."""
        moves: list[Said] = []
        while not table.over:
            seat = table.to_decide[0]
            move = made_up(table, seat, stream, self.values)
            if move is None or len(moves) > MOST_MOVES:
                return None
            moves.append(self.lead.say(table, seat, move))
            table.apply_unchecked(seat, move)
            self.moves += 1
        return moves

    def followed(self, table: Table, moves: Sequence[Said]) -> list[Said] | None:
        """The same moves; where they are not allowed, the most modest one."""
        waiting = list(moves)
        made: list[Said] = []
        while not table.over:
            if len(made) > 2 * MOST_MOVES:
                return None
            seat = table.to_decide[0]
            move = None
            own = [said for said in waiting if said.seat == seat]
            for said in own:
                move = self._same(table, seat, said)
                # A move that is not allowed answered a question that is not asked here.
                waiting.remove(said)
                if move is not None:
                    break
            else:
                waiting += own
            move = move or self._modest(table, seat)
            made.append(self.follow.say(table, seat, move))
            table.apply_unchecked(seat, move)
            self.moves += 1
        return made

    def _same(self, table: Table, seat: int, said: Said) -> Move | None:
        cards = sum(1 << self.cards[card] for card in bits(said.cards) if card in self.cards)
        offers = table.asked_of(seat).offers
        ranked = sorted(range(len(offers)), key=lambda n: (
            offers[n].choice.name != said.choice, (offers[n].pick is not None) != said.picks, n))
        for number in ranked:
            pick = offers[number].pick
            if (pick is not None) != said.picks:
                continue
            move = Move(number, said.others if pick is not None and (
                pick.of_players or pick.of_numbers) else cards)
            if table.why_not(seat, move) is None:
                return table.canonical(seat, move)
        return None

    def _modest(self, table: Table, seat: int) -> Move:
        plain = [number for number, _, answers in table.offers(seat) if answers is None]
        return Move(plain[-1]) if plain else next(table.moves(seat))


# ------------------------------------------------------------------------------ made-up moves
def values_of(program: Program) -> list[int]:
    """What is printed on each card, in one number."""
    return [sum(card.values) for card in program.cards]


def made_up(
    table: Table, seat: int, stream: Stream, values: Sequence[int], modest: int = MODEST, *,
    lavish: bool = False,
) -> Move | None:
    """A move of somebody who takes a choice without a pick, such as to pass, in so many of ten
    decisions, and else picks little, or anything if they are `lavish`; nothing if a rule leaves no
    move at all."""
    offers = table.offers(seat)
    if not offers:
        return None
    plain = [number for number, _, answers in offers if answers is None]
    if plain and (len(plain) == len(offers) or stream.below(10) < modest):
        return Move(plain[stream.below(len(plain))])
    rows = [(number, answers) for number, _, answers in offers if answers is not None]
    number, answers = rows[stream.below(len(rows))]
    low = [] if lavish else _low(answers, values)
    picked = low[stream.below(len(low))] if low else answers.drawn(stream)
    return table.canonical(seat, Move(number, picked))


def _low(answers: Answers, values: Sequence[int]) -> list[int]:
    """A few answers with few members and low values: cards by what is printed on them, players and
    numbers as they come."""
    members = sorted(bits(answers.source), key=lambda member: (
        values[member] if member < len(values) else 0, member))
    found: list[int] = []
    for size in range(answers.low, min(answers.high, answers.low + 2) + 1):
        for row in islice(combinations(members, size), MOST_LOOKED_AT):
            mask = sum(1 << member for member in row)
            if answers.why_not(mask) is None:
                found.append(mask)
                if len(found) == FEW:
                    return found
    return found
