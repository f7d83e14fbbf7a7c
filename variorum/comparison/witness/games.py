"""Games that come out differently: the same deal and the same moves, played by both editions.

Small deals first: only a few cards lie in the decks. Either side leads in turn, since only the
side that leads makes full use of what its rules allow.
"""

from __future__ import annotations

from typing import NamedTuple

from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Table

from variorum.comparison.align.clauses import Form
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.terms import cards_in
from variorum.comparison.model import Witness
from variorum.comparison.witness.holdings import card_map
from variorum.comparison.witness.lockstep import WHOLE, Both, Led
from variorum.comparison.witness.table import Player

ENOUGH_GAMES = 80  # of each size, to find a short one
MOST_GAMES = 400  # of each size, to find one at all
# A search ends after so many moves and not after some time, so that it finds the same everywhere.
MOST_MOVES = 6_000
SIZES = (1, 2, 3, 4, 5, WHOLE)
FEW_GAMES = 12  # if so many come to no end, then the game needs more cards
RARE = 4


class Searched(NamedTuple):
    """What a search came to."""

    witness: Witness | None
    games: int


class Games:
    """Searches games of two editions that are dealt alike.

    If only play differs, then every game with another winner is a proof. If scores or ties
    differ as well, the left edition must see another winner in the right game, too.
    """

    def __init__(self, pairing: Pairing, players: int, *, only_play: bool) -> None:
        self.pairing = pairing
        self.players = players
        self.only_play = only_play
        self.left = Player(pairing.left, players)
        self.right = Player(pairing.right, players)
        place = [a for a, _ in pairing.counts].index(players)
        forms = pairing.forms(place)
        cards = card_map(pairing, *forms, loose=True)
        self.back = {b: a for a, b in cards.items()}
        zones = {key[1]: other[1] for key, other in pairing.pairs_of("zone")}
        mine = self._focus(forms[0], cards, left=True)
        theirs = self._focus(forms[1], self.back, left=False)
        self.leads = (
            Led(self.left, self.right, cards, zones,
                mine | {self.back[card] for card in theirs if card in self.back}),
            Led(self.right, self.left, self.back, {b: a for a, b in zones.items()},
                theirs | {cards[card] for card in mine if card in cards}),
        )

    def _focus(self, form: Form, cards: dict[int, int], *, left: bool) -> set[int]:
        """Rare cards that the differing rules speak of, or that only one side has: deals without
        them would show nothing."""
        pairing = self.pairing
        rare = {name for name, mask in form.atoms.items() if mask.bit_count() <= RARE}
        found = {card for name in rare for card in bits(form.atoms[name]) if card not in cards}
        for key, clause in form.of("stage", "effect", "end"):
            other = pairing.partner(key) if left else pairing.back(key)
            if other is not None and not pairing.differs(
                *((key, other) if left else (other, key))
            ):
                continue
            for atoms in cards_in(clause.term):
                own = [card for atom in atoms for card in bits(form.atoms[atom])]
                if len(own) <= RARE:
                    found |= set(own)
        return found

    def search(self, most: int = MOST_MOVES) -> Searched:
        """The shortest pair of games found with different winners."""
        best: Witness | None = None
        played = 0
        for size in SIZES:
            ended = 0
            for seed in range(MOST_GAMES):
                if sum(led.moves for led in self.leads) > most:
                    return Searched(best, played)
                if (best is not None and seed >= ENOUGH_GAMES) or (
                    not ended and seed >= FEW_GAMES
                ):
                    break
                both = self._one(size, seed)
                if both is None:
                    continue
                ended += 1
                played += 1
                found = self._judged(both)
                if found is not None and (best is None or found.size < best.size):
                    best = found
            if best is not None:
                break
        return Searched(best, played)

    def _one(self, size: int, seed: int) -> Both | None:
        """One game, with the left side first."""
        turned = seed % 4 >= 2
        try:
            both = self.leads[turned].game(size, seed)
        except (Fault, StopIteration):
            return None
        if both is not None and turned:
            return Both(both.followed, both.answers, both.led, both.moves, both.laid)
        return both

    def _judged(self, both: Both) -> Witness | None:
        """A game that is a proof."""
        if self._winners(self.left, both.led) == self._winners(self.right, both.followed):
            return None
        if not self.only_play and not self._play_decides(both.led, both.followed):
            return None
        return Witness("game", self.players,
                       max(len(both.moves), len(both.answers)) + both.laid,
                       self.left.told(both.led, both.moves),
                       self.right.told(both.followed, both.answers))

    def _winners(self, player: Player, table: Table) -> int:
        return player.rules.reckoner.winners(table.state)[0]

    def _play_decides(self, table: Table, other: Table) -> bool:
        """Whether the left edition, too, sees another winner in what the right game came to."""
        mine, theirs = self.left.rules.program, self.right.rules.program
        state: State = table.state.copy()
        for key, pair in self.pairing.pairs_of("zone"):
            a = mine.zones[self.left.symbols.zones[key[1]]]
            b = theirs.zones[self.right.symbols.zones[pair[1]]]
            if a.domain.sort != b.domain.sort:
                continue
            for owner in range(self.players if a.each_player else min(a.domain.size,
                                                                      b.domain.size)):
                cards = other.state.zones[b.first + owner]
                state.zones[a.first + owner] = sum(
                    1 << self.back[card] for card in bits(cards) if card in self.back)
        for key, pair in self.pairing.pairs_of("track"):
            one = mine.tracks[self.left.symbols.tracks[key[1]]]
            two = theirs.tracks[self.right.symbols.tracks[pair[1]]]
            if one.domain.sort == two.domain.sort:
                for owner in range(self.players if one.each_player else min(one.domain.size,
                                                                            two.domain.size)):
                    state.tracks[one.first + owner] = other.state.tracks[two.first + owner]
        try:
            return bool(self.left.rules.reckoner.winners(state)[0]
                        != self._winners(self.left, table))
        except Fault:
            return False
