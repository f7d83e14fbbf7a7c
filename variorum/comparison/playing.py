"""Games that come out differently: the same deal and the same moves, played by both editions.

Small deals first: only a few cards lie in the decks. A made-up game is played on the left; the
right side is dealt the same cards and told the same moves, as long as its rules allow them.
"""

from __future__ import annotations

import time
from itertools import islice
from typing import Any, NamedTuple

from engine.chance import Stream
from engine.state import Fault, State
from engine.table import Move, Table
from engine.values import bits
from variorum.comparison.holdings import card_map
from variorum.comparison.model import Witness
from variorum.comparison.pairing import Together
from variorum.comparison.sides import Form
from variorum.comparison.tables import Player, Said
from variorum.comparison.terms import walk

MOST_GAMES = 300
MOST_SECONDS = 2.5
MOST_MOVES = 120
MOST_DECK = 5
MOST_LOOKED_AT = 400
RARE = 4
MOST_LAID = 4


class Searched(NamedTuple):
    """What a search came to."""

    witness: Witness | None
    games: int


class Games:
    """Searches games of two editions that are dealt alike."""

    def __init__(self, together: Together) -> None:
        self.together = together
        players = next(a for a, b in together.counts if a == b)
        self.players = players
        self.left = Player(together.left, players)
        self.right = Player(together.right, players)
        place = [a for a, _ in together.counts].index(players)
        self.map = card_map(together, *together.forms(place))
        self.back = {b: a for a, b in self.map.items()}
        self.homes = [
            (self.left.symbols.zones[key[1]], self.right.symbols.zones[other[1]])
            for key, other in together.alignment.to_right.items()
            if key[0] == "zone" and self._plain_home(key[1], other[1])
        ]
        self.focus = self._focus(together.forms(place)[0])

    def _plain_home(self, left: str, right: str) -> bool:
        """A place of each player on both sides that keeps no order."""
        tables = (self.left.rules.program.zones[self.left.symbols.zones[left]],
                  self.right.rules.program.zones[self.right.symbols.zones[right]])
        return all(table.each_player and not table.in_order for table in tables)

    def _focus(self, form: Form) -> set[int]:
        """Rare cards that the differing rules speak of: deals without them would show nothing."""
        together = self.together
        found: set[int] = set()
        for key, clause in form.clauses.items():
            other = together.partner(key)
            if key[0] not in ("stage", "effect", "end") or (
                other is not None and not together.differs(key, other)
            ):
                continue
            for term in walk(clause.term):
                if term.head == "@cards":
                    cards = [card for atom in term.parts[0] for card in bits(form.atoms[atom])]
                    if len(cards) <= RARE:
                        found |= {card for card in cards if card in self.map}
        return found

    def search(self) -> Searched:
        """The shortest pair of games found with different winners."""
        best: Witness | None = None
        played = 0
        until = time.monotonic() + MOST_SECONDS
        for size in range(1, MOST_DECK + 1):
            for seed in range(MOST_GAMES // MOST_DECK):
                if time.monotonic() > until:
                    return Searched(best, played)
                played += 1
                found = self._one(size, seed)
                if found is not None and (best is None or found.size < best.size):
                    best = found
            if best is not None:
                break
        return Searched(best, played)

    def _one(self, size: int, seed: int) -> Witness | None:
        stream = Stream(seed * 7919 + size)
        cards = sorted(self.map)
        order = sorted(cards, key=lambda card: stream.word())
        ranks = {card: place for place, card in enumerate(order)}
        if seed % 2:
            for card in sorted(self.focus):
                ranks[card] = stream.below(size)
        theirs = {self.map[card]: rank for card, rank in ranks.items()}
        kept = {zone: set(row) for zone in self.left.decks
                if (row := self._few(zone, size, ranks))}
        laid = self._laid(kept, order, stream)
        matched = {
            self._zone(zone): {self.map[card] for card in row} for zone, row in kept.items()
        }
        try:
            table = self.left.begun(seed, ranks, kept, {c: a for c, (a, _) in laid.items()})
            moves = self._play(table, stream)
            other = self.right.begun(
                seed, theirs, {z: c for z, c in matched.items() if z >= 0},
                {self.map[c]: b for c, (_, b) in laid.items()},
            )
            answers = self._follow(other, moves)
        except (Fault, StopIteration):
            return None
        if moves is None or answers is None or not table.over or not other.over:
            return None
        if self._winners(self.left, table) == self._winners(self.right, other):
            return None
        if not self._play_decides(table, other):
            return None
        left = self.left.told(table, moves)
        right = self.right.told(other, answers)
        return Witness("game", self.players, len(moves), left, right)

    def _laid(
        self, kept: dict[int, set[int]], order: list[int], stream: Stream
    ) -> dict[int, tuple[int, int]]:
        """A few cards of the decks that players already have: by card, where on either side."""
        taken = set().union(*kept.values()) if kept else set()
        decks = {card for zone in kept for card in self.left.rules.opening().order[zone] or ()}
        found = {}
        for card in [c for c in order if c in decks - taken][: stream.below(MOST_LAID + 1)]:
            homes = [(a, b) for a, b in self.homes
                     if self.left.rules.program.zones[a].holds >> card & 1]
            if homes:
                a, b = homes[stream.below(len(homes))]
                seat = stream.below(self.players)
                found[card] = (self.left.rules.program.zones[a].first + seat,
                               self.right.rules.program.zones[b].first + seat)
        return found

    def _few(self, zone: int, size: int, ranks: dict[int, int]) -> list[int]:
        row = self.left.rules.opening().order[zone] or []
        return sorted((card for card in row if card in ranks), key=lambda c: ranks[c])[:size]

    def _zone(self, number: int) -> int:
        """The number of the right zone that a shared left zone corresponds to."""
        program = self.left.rules.program
        table = next(zone for zone in program.zones if zone.first == number)
        other = self.together.alignment.to_right.get(("zone", table.name))
        if other is None:
            return -1
        return self.right.rules.program.zones[self.right.symbols.zones[other[1]]].first

    def _play(self, table: Table, stream: Stream) -> list[Said] | None:
        """Made-up moves: mostly modest, so that games stay short."""
        moves: list[Said] = []
        while not table.over:
            if len(moves) > MOST_MOVES:
                return None
            seat = table.to_decide[0]
            offers = table.offers(seat)
            plain = [number for number, _, answers in offers if answers is None]
            if plain and (len(plain) == len(offers) or stream.below(10) < 6):
                move = Move(plain[stream.below(len(plain))])
            else:
                move = self._picked(table, seat, offers, stream)
            moves.append(self.left.say(table, seat, move))
            table.apply_unchecked(seat, move)
        return moves

    def _picked(self, table: Table, seat: int, offers: Any, stream: Stream) -> Move:
        rows = [(number, answers) for number, _, answers in offers if answers is not None]
        number, answers = rows[stream.below(len(rows))]
        values = [sum(card.values) for card in self.left.rules.program.cards]
        low = sorted(islice(answers, MOST_LOOKED_AT), key=lambda mask: (
            mask.bit_count(), sum(values[c] for c in bits(mask) if c < len(values))))[:4]
        return Move(number, low[stream.below(len(low))])

    def _follow(self, table: Table, moves: list[Said] | None) -> list[Said] | None:
        """The same moves on the right; where they are not allowed, the most modest one."""
        if moves is None:
            return None
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
            made.append(self.right.say(table, seat, move))
            table.apply_unchecked(seat, move)
        return made

    def _same(self, table: Table, seat: int, said: Said) -> Move | None:
        cards = sum(1 << self.map[card] for card in bits(said.cards) if card in self.map)
        offers = table._for_seat(seat).offers
        ranked = sorted(range(len(offers)), key=lambda n: (
            offers[n].choice.name != said.choice, (offers[n].pick is not None) != said.picks, n))
        for number in ranked:
            if (offers[number].pick is not None) != said.picks:
                continue
            move = Move(number, cards)
            if table.why_not(seat, move) is None:
                return table.canonical(seat, move)
        return None

    def _modest(self, table: Table, seat: int) -> Move:
        plain = [number for number, _, answers in table.offers(seat) if answers is None]
        return Move(plain[-1]) if plain else next(table.moves(seat))

    def _winners(self, player: Player, table: Table) -> Any:
        return player.rules.reckoner.winners(table.state)[0]

    def _play_decides(self, table: Table, other: Table) -> bool:
        """Whether the left edition, too, sees another winner in what the right game came to."""
        mine, theirs = self.left.rules.program, self.right.rules.program
        state: State = table.state.copy()
        for key, pair in self.together.alignment.to_right.items():
            if key[0] != "zone":
                continue
            a = mine.zones[self.left.symbols.zones[key[1]]]
            b = theirs.zones[self.right.symbols.zones[pair[1]]]
            if a.each_player != b.each_player:
                continue
            for owner in range(self.players if a.each_player else 1):
                cards = other.state.zones[b.first + owner]
                state.zones[a.first + owner] = sum(
                    1 << self.back[card] for card in bits(cards) if card in self.back)
        for key, pair in self.together.alignment.to_right.items():
            if key[0] == "track":
                a_track = mine.tracks[self.left.symbols.tracks[key[1]]]
                b_track = theirs.tracks[self.right.symbols.tracks[pair[1]]]
                if a_track.each_player == b_track.each_player:
                    for owner in range(self.players if a_track.each_player else 1):
                        state.tracks[a_track.first + owner] = (
                            other.state.tracks[b_track.first + owner])
        try:
            return bool(self.left.rules.reckoner.winners(state)[0]
                        != self._winners(self.left, table))
        except Fault:
            return False
