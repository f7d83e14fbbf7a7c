"""Who wins, from the numbers of each player: the two editions, and one edition with one change.

A player's numbers depend only on what that player holds. So a position is a row of holdings that
share no card, and who wins follows from comparing numbers. Holdings with the same numbers are one
class, which makes it possible to look at all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from variorum_dsl import core as c
from variorum_engine.checks.holdings import held, held_of_size, ways_to_hold
from variorum_engine.interpreter.values import Number as Amount

from variorum.comparison.witness.holdings import (
    MOST_HOLDINGS,
    Deal,
    Held,
    Holdings,
    NotOwn,
    Number,
    figured,
    scored,
)
from variorum.comparison.witness.scorings import Scores

MOST_CARDS = 5
MOST_TRIED = 400_000
FEW_TRIED = 20_000
Numbers = tuple[Amount, ...]


class Way(NamedTuple):
    """How one edition finds the winner: numbers by their place in `Contest.numbers`."""

    out: tuple[tuple[tuple[str, int], ...], ...]
    everyone: str
    chain: tuple[tuple[str, int], ...]
    tied: str


class Contest:
    """All numbers that decide on either side, for every holding."""

    def __init__(self, deal: Deal, scores: Scores | None) -> None:
        self.deal = deal
        self.numbers: list[Number] = []
        self.scores = scores
        self.score_place: dict[int, int] = {}
        self.left = self._way(0)
        self.right = self._way(1)
        self.holdings = Holdings(deal, self.numbers)
        self._copied = sum(1 << card for cards in self.holdings.shared if len(cards) > 1
                           for card in cards)
        self._plain: dict[int, int] = {}
        self._relevant = 0
        self._known: list[dict[int, Amount]] = [{} for _ in self.numbers]
        self.hybrids: list[dict[int, Amount]] = []

    # ----------------------------------------------------------------- the rules
    def _way(self, side: int) -> Way:
        program = self.deal.rules[side].program
        out = tuple(self._out(side, players) for players, _, _ in program.out)
        chain = []
        for tie in program.chain:
            if tie.is_score:
                if side not in self.score_place:
                    self.score_place[side] = len(self.numbers)
                    self.numbers.append(scored(self.deal, side, tie.figure))
                chain.append((tie.extreme, self.score_place[side]))
            else:
                table = program.figures[tie.figure]
                chain.append((tie.extreme, self._number(side, table.local, table.value)))
        return Way(out, program.everyone, tuple(chain), program.tied)

    def _number(self, side: int, local: int, value: c.Expression) -> int:
        self.numbers.append(figured(self.deal, side, local, value))
        return len(self.numbers) - 1

    def _out(self, side: int, players: c.Expression) -> tuple[tuple[str, int], ...]:
        match players:
            case c.BestPlayers(c.Players(), ranks):
                return tuple((rank.extreme, self._number(side, rank.local, rank.value))
                             for rank in ranks)
        raise NotOwn("who is out is not found by comparing numbers of players alone")

    def with_steps(self, way: Way, steps: tuple[int, ...]) -> Way:
        """The left way, with other steps in its score."""
        assert self.scores is not None
        table = dict(zip(self.scores.masks, self.scores.totals(steps), strict=True))
        mask = 0
        for cards in self.scores.holdings.shared:
            for card in cards:
                mask |= 1 << card
        self.hybrids.append(table)
        place = -len(self.hybrids)
        self._relevant = mask
        chain = tuple((extreme, place if number == self.score_place.get(0) else number)
                      for extreme, number in way.chain)
        return way._replace(chain=chain)

    # ------------------------------------------------------------------- numbers
    def number(self, place: int, held: Held) -> Amount:
        shared = held.shared
        copied = shared & self._copied
        if copied:
            if copied not in self._plain:
                self._plain[copied] = self._first_copies(copied)
            shared = shared & ~copied | self._plain[copied]
        if place < 0:
            return self.hybrids[-place - 1][shared & self._relevant]
        # Only the cards that a number looks at are told apart.
        key = (shared | held.own) & self.numbers[place].reach
        table = self._known[place]
        if key not in table:
            self.deal.put(self.holdings.homes, key)
            table[key] = self.numbers[place].now()
        return table[key]

    def _first_copies(self, mask: int) -> int:
        """The same cards, each group of equal ones with its first copies."""
        found = 0
        for cards in self.holdings.shared:
            many = sum(mask >> card & 1 for card in cards)
            found |= sum(1 << card for card in cards[:many])
        return found

    def winners(self, way: Way, rows: tuple[Held, ...]) -> frozenset[int]:
        seats = set(range(len(rows)))
        out: set[int] = set()
        for ranks in way.out:
            out |= self._best(ranks, rows, seats)
        if out == seats and way.everyone == "nobody is out":
            out = set()
        left = seats - out
        if len(left) > 1:
            left = self._best(way.chain, rows, left)
        if len(left) > 1 and way.tied == "nobody":
            left = set()
        return frozenset(left)

    def _best(
        self, ranks: tuple[tuple[str, int], ...], rows: tuple[Held, ...], seats: set[int]
    ) -> set[int]:
        left = set(seats)
        for extreme, place in ranks:
            if len(left) < 2:
                break
            numbers = {seat: self.number(place, rows[seat]) for seat in left}
            best = max(numbers.values()) if extreme == "highest" else min(numbers.values())
            left = {seat for seat, number in numbers.items() if number == best}
        return left

    # ----------------------------------------------------------------- positions
    def positions(self) -> Iterator[tuple[Held, ...]]:
        """Positions with few cards first, then with low values."""
        rest = max(0, self.deal.players - 3)
        pairs: dict[int, list[tuple[int, int, int]]] = {}
        for cards in range(MOST_CARDS + 1):
            for many in range(cards, -1, -1):
                wallets = self._purses(cards - many, narrow=many > 2)
                if not wallets:
                    continue
                if many not in pairs:
                    pairs[many] = sorted(self._pairs(many), key=lambda row: row[0])
                for _, first, second in pairs[many]:
                    for purses in wallets:
                        yield self._row((first, second), purses, rest)

    def _purses(self, named: int, *, narrow: bool) -> list[tuple[int, int, int]]:
        """What three players still have of their own, with so many cards named: everything and
        nothing need no cards to be named."""
        wallets = self._wallets()
        whole = wallets[0]
        cost = {wallet: 0 if wallet == whole else wallet.bit_count() for wallet in wallets}
        least = wallets[-1]
        found: list[tuple[int, int, int]] = []
        for third in reversed(wallets):
            if narrow and third != least:
                continue
            found += [(a, b, third) for a in wallets for b in wallets
                      if cost[a] + cost[b] + cost[third] == named]
        return found

    def _row(
        self, shared: tuple[int, int], purses: tuple[int, int, int], rest: int
    ) -> tuple[Held, ...]:
        first, second, others = purses
        rows = (Held(shared[0], first), Held(shared[1], second),
                *(Held(0, others) for _ in range(1 + rest)))
        return rows[: self.deal.players]

    def _pairs(self, many: int) -> Iterator[tuple[int, int, int]]:
        groups = self.holdings.shared
        parts = {size: list(held_of_size(groups, size)) for size in range(many + 1)}
        kinds = {card: cards for cards in groups for card in cards}
        for size in range(many, -1, -1):
            for first in parts[size]:
                for second in parts[many - size]:
                    other = self._apart(first, second, kinds)
                    if other is not None:
                        yield (self.holdings.worth(first) + self.holdings.worth(other), first,
                               other)

    def _apart(self, first: int, second: int, kinds: dict[int, list[int]]) -> int | None:
        """The second holding with other copies of what the first one has; None if there are not
        so many."""
        if not first & second:
            return second
        moved = 0
        for cards in {id(group): group for group in kinds.values()}.values():
            want = sum(second >> card & 1 for card in cards)
            free = [card for card in cards if not first >> card & 1]
            if want > len(free):
                return None
            moved |= sum(1 << card for card in free[:want])
        return moved

    def _wallets(self) -> list[int]:
        """A few ways to hold what is one's own: everything, single pieces, and nothing last."""
        cards = sorted((card for group in self.holdings.own for card in group),
                       key=lambda card: self.holdings.worth(1 << card))
        if not cards:
            return [0]
        whole = sum(1 << card for card in cards)
        few = [1 << cards[0], 1 << cards[-1]]
        if len(cards) > 2:
            few += [1 << cards[1], 1 << cards[0] | 1 << cards[1]]
        return list(dict.fromkeys([whole, *few, 0]))

    # -------------------------------------------------------------------- proofs
    def first_apart(
        self, one: Way, other: Way, also: tuple[Way, Way] | None = None, *,
        most: int = MOST_TRIED,
    ) -> tuple[tuple[Held, ...] | None, int]:
        """The first position in which two ways name different winners, and how many were tried."""
        tried = 0
        for rows in self.positions():
            tried += 1
            if tried > most:
                break
            if self.winners(one, rows) != self.winners(other, rows) and (
                also is None or self.winners(also[0], rows) != self.winners(also[1], rows)
            ):
                return rows, tried
        return None, tried

    def never_apart(self, one: Way, other: Way) -> str:
        """Why two ways can never name different winners; nothing if that is not certain.

        Who wins follows from comparing players two by two. If every two holdings compare alike
        under both ways, whatever is one's own, then so do any number of players.
        """
        if (one.out, one.everyone, one.tied) != (other.out, other.everyone, other.tied):
            return ""
        places = {place for way in (one, other) for _, place in way.chain}
        if any(place >= 0 and self.numbers[place].of_shared and self.numbers[place].of_own
               for place in places):
            return ""
        if ways_to_hold(self.holdings.shared) > MOST_HOLDINGS:
            return ""
        own = {place for place in places if place >= 0 and self.numbers[place].of_own}
        if len(own) > 1 or _cut(one, own)[1] != _cut(other, own)[1]:
            return ""
        count = 0
        rows: set[tuple[Numbers, ...]] = set()
        chains = [part for way in (one, other) for part in (
            _cut(way, own)[0], [rank for rank in way.chain if rank[1] not in own])]
        for mask in held(self.holdings.shared):
            one_holding = Held(mask, 0)
            count += 1
            rows.add(tuple(
                tuple(self.number(place, one_holding) * (1 if extreme == "highest" else -1)
                      for extreme, place in chain)
                for chain in chains
            ))
        # Before what is one's own is compared, and where that is equal.
        if not all(_one_order({(row[n], row[n + 2]) for row in rows}) for n in (0, 1)):
            return ""
        return (f"exhaustively: all {count:,} holdings of the real cards stand in one order, "
                "ties included, whichever of the two rules compares them")


def _cut(way: Way, own: set[int]) -> tuple[list[tuple[str, int]], tuple[str, int] | None]:
    """The chain before what is one's own is compared, and how that is then compared."""
    for place, rank in enumerate(way.chain):
        if rank[1] in own:
            return list(way.chain[:place]), rank
    return list(way.chain), None


def _one_order(pairs: set[tuple[Numbers, Numbers]]) -> bool:
    """Whether both keys put the same things before, behind and beside each other."""
    rows = sorted(pairs)
    return all(
        first[0] < second[0] and first[1] < second[1]
        for first, second in pairwise(rows)
    )
