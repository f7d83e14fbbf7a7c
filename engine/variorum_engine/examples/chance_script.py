"""Chance as an example tells it: `chance: bo`, `chance: luxury 7, passe`."""

from __future__ import annotations

from variorum_dsl import model as m

from variorum_engine.interpreter.chance import Chance
from variorum_engine.interpreter.lots import Lot
from variorum_engine.interpreter.values import bits
from variorum_engine.words.phrases import Naming, NotUnderstood, chosen


class Scripted(Chance):
    """What an example says of chance, in order; everything else comes from the seed.

    A shuffle puts the named cards on top, a pick picks what is named. A line waits until
    something comes that it fits.
    """

    __slots__ = ("lines", "names", "naming")

    def __init__(self, seed: int, lines: list[m.Said], names: tuple[str, ...],
                 naming: Naming) -> None:
        super().__init__(seed)
        self.lines = lines
        self.names = names
        self.naming = naming

    def _named(self, members: list[int], count: int | None) -> list[int] | None:
        """The members that the next line names, if it fits."""
        if not self.lines:
            return None
        phrases = [phrase.words for phrase in self.lines[0].move]
        names = [" ".join(str(word) for word in words) for words in phrases]
        found: list[int]
        if all(name in self.names for name in names):
            found = [self.names.index(name) for name in names]
            if count is None:
                return None
        else:
            try:
                wanted = [self.naming.wanted(words) for words in phrases]
            except NotUnderstood:
                return None
            masks = chosen(wanted, sum(1 << member for member in members))
            if masks is None:
                return None
            found = [card for mask in masks for card in bits(mask)]
        if not set(found) <= set(members) or (count is not None and len(found) != count):
            return None
        self.lines.pop(0)
        return found

    def shuffle(self, cards: list[int], lot: Lot) -> None:
        super().shuffle(cards, lot)
        top = self._named(cards, None)
        if top is not None:
            cards[:] = top + [card for card in cards if card not in top]

    def pick(self, members: list[int], count: int, lot: Lot) -> list[int]:
        return self._named(members, count) or super().pick(members, count, lot)

    def copy(self) -> Chance:
        return self
