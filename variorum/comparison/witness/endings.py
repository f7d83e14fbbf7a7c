"""Made-up positions at the end of a game, for rules that cannot be reckoned player by player."""

from __future__ import annotations

from variorum_dsl.core.program import Card
from variorum_engine.checks.finals import Claim
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.state import Fault

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.model import Witness
from variorum.comparison.witness.accounts import Ending
from variorum.comparison.witness.holdings import card_map

MOST_CARDS = 6
MOST_TRIED = 80  # of each size


class Endings:
    """Searches positions in which two ways to play one file name different winners."""

    def __init__(self, pairing: Pairing, players: int) -> None:
        self.players = players
        place = [a for a, _ in pairing.counts].index(players)
        self.cards = card_map(pairing, *pairing.forms(place), loose=True)
        self.endings = Ending(pairing.left, players), Ending(pairing.right, players)
        programs = [ending.final.program for ending in self.endings]
        self.program = programs[0]
        names = [{zone.name: number for number, zone in enumerate(program.zones)}
                 for program in programs]
        self.homes = [
            (names[0][key[1]], names[1][other[1]])
            for key, other in pairing.pairs_of("zone")
            if all(program.zones[table[name]].each_player
                    and not program.zones[table[name]].in_order
                    for program, table, name in zip(programs, names, (key[1], other[1]),
                                                    strict=True))
        ]

    def search(self) -> tuple[Witness | None, int]:
        """The first position found, with few cards first, and how many were tried."""
        tried = 0
        if not self.homes:
            return None, 0
        for size in range(1, MOST_CARDS + 1):
            for seed in range(MOST_TRIED):
                rows = self._dealt(size, Stream(seed * 7919 + size), alike=bool(seed % 2))
                if not rows:
                    continue
                tried += 1
                found = self._judged(rows)
                if found is not None:
                    return found, tried
        return None, tried

    def _dealt(
        self, size: int, stream: Stream, *, alike: bool
    ) -> dict[tuple[int, int, int], list[int]]:
        """Cards for some players, by both places and the seat. Players who are `alike` have cards
        that show the same: most ties are of that kind."""
        table = self.program
        taken: set[int] = set()
        rows: dict[tuple[int, int, int], list[int]] = {}
        for _ in range(size):
            a, b = self.homes[stream.below(len(self.homes))]
            free = [card for card in self.cards if card not in taken
                    and table.zones[a].holds >> card & 1]
            if not free:
                continue
            first = free[stream.below(len(free))]
            seats = range(self.players) if alike else [stream.below(self.players)]
            values = table.cards[first].values
            which = stream.below(len(values)) if values else 0
            for seat in seats:
                fitting = [card for card in free if table.cards[card].owner in (-1, seat) and (
                    not alike or _shows(table.cards[card], which) == _shows(
                        table.cards[first], which))]
                if fitting:
                    card = fitting[stream.below(len(fitting))]
                    free.remove(card)
                    taken.add(card)
                    rows.setdefault((a, b, seat), []).append(card)
        return rows

    def _judged(self, rows: dict[tuple[int, int, int], list[int]]) -> Witness | None:
        claims = (
            tuple(Claim(a, seat, tuple(cards)) for (a, _, seat), cards in rows.items()),
            tuple(Claim(b, seat, tuple(self.cards[card] for card in cards))
                  for (_, b, seat), cards in rows.items()),
        )
        try:
            told = [ending.account(own) for ending, own in zip(self.endings, claims, strict=True)]
        except Fault:
            return None
        if told[0].winners == told[1].winners:
            return None
        return Witness("position", self.players, sum(map(len, rows.values())), told[0], told[1])


def _shows(card: Card, which: int) -> int | None:
    return card.values[which] if which < len(card.values) else None
