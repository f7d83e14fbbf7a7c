"""High Society (Osprey 2018) written by hand: one game in plain Python, nothing else.

It is what somebody would write who needed only this game, and draws the same random moves as the
engine does: any legal answer, each as likely as every other (`uniform`), or the cheap ones of
`bench/policies.py` (`cheap`).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

MONEY = (1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25)
PRESTIGE, FAUX_PAS, PASSE, SCANDALE = "prestige", "faux pas", "passé", "scandale"
Status = int | str
DECK: tuple[Status, ...] = (*range(1, 11), *[PRESTIGE] * 3, FAUX_PAS, PASSE, SCANDALE)
DISGRACE = (FAUX_PAS, PASSE, SCANDALE)
DARK = (PRESTIGE, SCANDALE)


class Player:
    def __init__(self) -> None:
        self.hand = list(MONEY)
        self.bid: list[int] = []
        self.cards: list[Status] = []

    def luxuries(self) -> list[int]:
        return [card for card in self.cards if isinstance(card, int)]

    def status(self) -> float:
        points: float = sum(self.luxuries())
        if PASSE in self.cards:
            points -= 5
        points *= 2 ** self.cards.count(PRESTIGE)
        return points / 2 if SCANDALE in self.cards else points


Bidder = Callable[[Player, int, random.Random], tuple[int, ...]]


def uniform(player: Player, high: int, chance: random.Random) -> tuple[int, ...]:
    """Any set of cards that beats the high bid, or none at all: each as likely."""
    need = high - sum(player.bid)
    raises = [
        cards
        for size in range(1, len(player.hand) + 1)
        for cards in combinations(player.hand, size)
        if sum(cards) > need
    ]
    number = chance.randrange(len(raises) + 1)
    return raises[number - 1] if number else ()


def cheap(player: Player, high: int, chance: random.Random) -> tuple[int, ...]:
    """One card that beats the high bid; one time in four, none."""
    need = high - sum(player.bid)
    raises = [card for card in player.hand if card > need]
    if not raises or chance.randrange(4) == 0:
        return ()
    return (chance.choice(raises),)


class Game:
    def __init__(self, players: int, bidder: Bidder, chance: random.Random) -> None:
        self.players = [Player() for _ in range(players)]
        self.bidder = bidder
        self.chance = chance
        self.decisions = 0

    def play(self) -> tuple[list[int], list[int]]:
        """Who won, and who was cast out."""
        deck = list(DECK)
        self.chance.shuffle(deck)
        starter = self.chance.randrange(len(self.players))
        dark = 0
        for card in deck:
            dark += card in DARK
            if dark == 4:
                break
            auction = self.shunned if card in DISGRACE else self.wanted
            starter = auction(starter)
            self.take(self.players[starter], card)
        return self.outcome()

    def raised(self, player: Player, high: int) -> bool:
        self.decisions += 1
        cards = self.bidder(player, high, self.chance)
        for card in cards:
            player.hand.remove(card)
            player.bid.append(card)
        if not cards:
            player.hand = sorted(player.hand + player.bid)
            player.bid = []
        return bool(cards)

    def wanted(self, starter: int) -> int:
        """The last one left takes the card and pays."""
        active = [(starter + i) % len(self.players) for i in range(len(self.players))]
        high = at = 0
        while len(active) > 1:
            player = self.players[active[at]]
            if self.raised(player, high):
                high = sum(player.bid)
                at += 1
            else:
                del active[at]
            at %= len(active)
        self.players[active[0]].bid = []
        return active[0]

    def shunned(self, starter: int) -> int:
        """The first one to pass takes the card; all the others pay."""
        high, turn = 0, starter
        while self.raised(self.players[turn], high):
            high = sum(self.players[turn].bid)
            turn = (turn + 1) % len(self.players)
        for player in self.players:
            player.bid = []
        return turn

    def take(self, player: Player, card: Status) -> None:
        player.cards.append(card)
        luxuries = player.luxuries()
        if FAUX_PAS in player.cards and luxuries:
            self.decisions += 1
            player.cards.remove(self.chance.choice(luxuries))
            player.cards.remove(FAUX_PAS)

    def outcome(self) -> tuple[list[int], list[int]]:
        money = [sum(player.hand) for player in self.players]
        out = [seat for seat, left in enumerate(money) if left == min(money)]
        ranks = {
            seat: (player.status(), money[seat], max(player.luxuries(), default=0))
            for seat, player in enumerate(self.players) if seat not in out
        }
        best = max(ranks.values(), default=None)
        return [seat for seat, rank in ranks.items() if rank == best], out
