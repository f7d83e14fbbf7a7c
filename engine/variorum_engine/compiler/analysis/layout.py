"""How a game is laid out in flat integers.

Cards that can share a zone form a *universe*. Where every zone of a universe belongs to players
and no rule moves a card from one player to another, the cards of one player are a universe of
their own, the same for everybody. A universe is cut into *pages* of at most 60 cards; a set of
cards is one integer for each page, and a zone is a slot in one array for each owner and page.
"""

from __future__ import annotations

from typing import NamedTuple

from variorum_dsl import core as c

from variorum_engine.compiler.analysis.origins import Origins, alone, parts
from variorum_engine.interpreter.lots import card_salts, draw_salts

PAGE = 60
TABLE_BITS = 11


class NotCompilable(Exception):
    """The game uses something that the compiled form does not cover; the message says what."""


class Page(NamedTuple):
    """The cards of a page, in order; for a universe of each player, those of the first owner."""

    number: int
    cards: tuple[int, ...]
    universe: int


class Layout:
    """Universes, pages and slots of one program."""

    def __init__(
        self, program: c.Program, *, shown: bool = False, by_owner: bool = True
    ) -> None:
        self.program = program
        self.origins = Origins(program)
        self.shown = shown  # whether what is only shown to somebody has to be told too
        self.owners = program.players + len(program.owners)
        self.universe_of_zone = self._universes()
        # Whoever reasons about single cards wants a bit of its own for each: not `by_owner`.
        self.local = [by_owner and self._is_local(u)
                      for u in range(max(self.universe_of_zone, default=-1) + 1)]
        self.pages: list[Page] = []
        self.pages_of: list[list[Page]] = []
        self.salts = card_salts(program)
        self.bit: list[int] = [0] * len(program.cards)
        self.page_of: list[int] = [-1] * len(program.cards)
        self._owned: dict[tuple[int, int, int], int] = {}
        for universe in range(len(self.local)):
            self._cut(universe)
        self.first_slot: list[int] = []
        self.slots = 0
        self.first_order: list[int] = []
        self.order_size: list[int] = []
        self.orders = 0
        self.first_count: list[int] = []
        self.counts = 0
        for zone, table in enumerate(program.zones):
            pages = len(self.pages_of[self.universe_of_zone[zone]])
            owners = table.domain.size
            self.first_slot.append(self.slots)
            self.slots += pages * owners
            size = sum(1 for i in range(len(program.cards)) if table.holds >> i & 1)
            self.first_order.append(self.orders)
            self.order_size.append(size if table.in_order else 0)
            self.first_count.append(self.counts)
            if table.in_order:
                self.orders += size * owners
                self.counts += owners
        # Behind the lengths of orders: how often each was shuffled, and each lot was drawn.
        self.first_times = self.counts
        self.draws = {line: (2 * self.counts + i, name)
                      for i, (line, name) in enumerate(draw_salts(program).items())}
        self.counters = 2 * self.counts + len(self.draws)

    def _universes(self) -> list[int]:
        zones = self.program.zones
        parent = list(range(len(zones)))

        def root(i: int) -> int:
            while parent[i] != i:
                i = parent[i]
            return i

        # Sets that are gone through card by card keep the order of the cards: one universe.
        together = [zone.holds for zone in zones]
        for part in parts(self.program):
            match part:
                case c.ForEachCard(cards=gone_through) | c.Chance(source=gone_through):
                    together.append(self.origins.reach(gone_through))
        for cards in together:
            first = -1
            for i, zone in enumerate(zones):
                if zone.holds & cards:
                    first = root(i) if first < 0 else first
                    parent[root(i)] = first
        numbers: dict[int, int] = {}
        return [numbers.setdefault(root(i), len(numbers)) for i in range(len(zones))]

    def _is_local(self, universe: int) -> bool:
        """Whether the cards of this universe never change their owner."""
        program = self.program
        tables = [t for z, t in enumerate(program.zones) if self.universe_of_zone[z] == universe]
        if not all(table.each_player for table in tables):
            return False
        numbers = [i for i, card in enumerate(program.cards)
                   if self.universe_of_zone[card.zone] == universe]
        cards = [program.cards[i] for i in numbers]
        if not cards or any(card.owner < 0 for card in cards):
            return False
        faces = [[c.face for c in cards if c.owner == seat] for seat in range(program.players)]
        if any(row != faces[0] for row in faces):
            return False
        return alone(program, self.origins, sum(1 << i for i in numbers), shown=self.shown)

    def _cut(self, universe: int) -> None:
        program = self.program
        numbers = [
            i for i, card in enumerate(program.cards)
            if self.universe_of_zone[card.zone] == universe
        ]
        if self.local[universe]:
            mine = [i for i in numbers if program.cards[i].owner == 0]
            rows = [[i for i in numbers if program.cards[i].owner == seat]
                    for seat in range(program.players)]
        else:
            mine, rows = numbers, [numbers]
        pages = []
        for start in range(0, max(1, len(mine)), PAGE):
            page = Page(len(self.pages), tuple(mine[start : start + PAGE]), universe)
            self.pages.append(page)
            pages.append(page)
            for owner, row in enumerate(rows):
                for bit, card in enumerate(row[start : start + PAGE]):
                    self.bit[card], self.page_of[card] = bit, page.number
                    self._owned[page.number, bit, owner] = card
        self.pages_of.append(pages)

    def masks(self, cards: int) -> dict[int, int]:
        """A set of cards as masks by page."""
        found: dict[int, int] = {}
        number = 0
        while cards:
            if cards & 1:
                page = self.page_of[number]
                found[page] = found.get(page, 0) | 1 << self.bit[number]
            cards >>= 1
            number += 1
        return found

    def pages_of_zone(self, zone: int) -> list[Page]:
        return self.pages_of[self.universe_of_zone[zone]]

    def real(self, page: int, bit: int, owner: int) -> int:
        """The card at a bit of a page (in a universe of each player, that of the owner)."""
        table = self.pages[page]
        if not self.local[table.universe]:
            return table.cards[bit]
        return self._owned[page, bit, owner]
