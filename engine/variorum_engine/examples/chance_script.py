"""Chance as an example tells it: `chance: bo`, `chance: luxury 7, passe`, `chance: blue`."""

from __future__ import annotations

from variorum_dsl import model as m

from variorum_engine.interpreter.chance import Chance
from variorum_engine.interpreter.lots import Lot
from variorum_engine.interpreter.values import bits
from variorum_engine.words.phrases import Naming, NotUnderstood, Words, chosen

_MOST_SHOWN = 6


class Scripted(Chance):
    """What an example says of chance, in order; everything else comes from the seed.

    A shuffle puts the named cards on top, a pick picks what is named. A line waits until something
    comes that it fits. `came` is what was left to chance, in order, in words.
    """

    __slots__ = ("came", "lines", "names", "naming")

    def __init__(self, seed: int, lines: list[m.Said], names: tuple[str, ...],
                 naming: Naming) -> None:
        super().__init__(seed)
        self.lines = lines
        self.names = names
        self.naming = naming
        self.came: list[str] = []

    def _named(self, among: list[int], count: int | None, sort: str) -> list[int] | None:
        """What the next line names, if it fits."""
        if not self.lines:
            return None
        phrases = [phrase.words for phrase in self.lines[0].move]
        found = self._cards(phrases, among) if sort in ("card", "cards") else (
            self._called(phrases, sort))
        if found is None or not set(found) <= set(among) or (
            count is not None and (len(found) != count or len(set(found)) != count)
        ):
            return None
        self.lines.pop(0)
        return found

    def _cards(self, phrases: list[Words], among: list[int]) -> list[int] | None:
        try:
            wanted = [self.naming.wanted(words) for words in phrases]
        except NotUnderstood:
            return None
        masks = chosen(wanted, sum(1 << card for card in among))
        return None if masks is None else [card for mask in masks for card in bits(mask)]

    def _called(self, phrases: list[Words], sort: str) -> list[int] | None:
        """Players, members or numbers by what they are called."""
        said = [" ".join(map(str, words)) for words in phrases]
        if sort == "number":
            return [int(each) for each in said] if all(map(str.isdigit, said)) else None
        known = self._words(sort)
        return [known.index(each) for each in said] if set(said) <= set(known) else None

    def _words(self, sort: str) -> tuple[str, ...]:
        return self.names if sort.startswith("player") else self.naming.program.members_of(sort)

    def _spoken(self, items: list[int], sort: str) -> str:
        if sort in ("card", "cards"):
            words = [self.naming.card(card) for card in items]
        elif sort == "number":
            words = [str(each) for each in items]
        else:
            words = [self._words(sort)[each] for each in items]
        more = ", ..." if len(words) > _MOST_SHOWN else ""
        return ", ".join(words[:_MOST_SHOWN]) + more

    def _note(self, what: str, told: list[int] | None, line: int) -> None:
        self.came.append(f"{what} (told in line {line})" if told is not None else what)

    def shuffle(self, cards: list[int], lot: Lot) -> None:
        super().shuffle(cards, lot)
        line = self.lines[0].at.line if self.lines else 0
        top = self._named(cards, None, "cards")
        if top is not None:
            cards[:] = top + [card for card in cards if card not in top]
        self._note(f"a shuffle of {len(cards)} cards", top, line)

    def pick(self, members: list[int], count: int, lot: Lot) -> list[int]:
        line = self.lines[0].at.line if self.lines else 0
        told = self._named(members, count, lot.sort)
        self._note(f"{count} of {self._spoken(members, lot.sort)}", told, line)
        return super().pick(members, count, lot) if told is None else told

    def number(self, low: int, high: int, lot: Lot) -> int:
        """How many are picked: as many as the next line names."""
        if self.lines:
            named = sum(words[0] if len(words) > 1 and isinstance(words[0], int) else 1
                        for words in (phrase.words for phrase in self.lines[0].move))
            if low <= named <= high:
                return named
        return super().number(low, high, lot)

    def copy(self) -> Chance:
        return self
