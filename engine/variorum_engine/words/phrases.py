"""Cards and moves in the words of people: `luxury 7`, `2 prestige`, `bid money 4, money 1`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from variorum_dsl.core.program import Program
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.lowering.symbols import Symbols

from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Refusal, Table

Words = tuple[int | str, ...]


class Wanted(NamedTuple):
    """What a phrase names: how many, and the cards that it could mean."""

    number: int
    mask: int
    text: str


class NotUnderstood(Exception):
    """A phrase that names no card."""


class Naming:
    """How the cards of a game are called."""

    def __init__(self, program: Program, symbols: Symbols) -> None:
        self.program = program
        self.symbols = symbols
        self._known: dict[Words, Wanted] = {}
        self._owned: dict[int, int] = {}
        # Zones by the words that examples use: the names of the players, the zone, its owner.
        self.zones: dict[tuple[tuple[str, ...], str, str], tuple[int, int]] = {}

    def owned(self, owner: int) -> int:
        """The cards that belong to a player from the beginning (or to nobody, -1)."""
        if owner not in self._owned:
            self._owned[owner] = sum(
                1 << i for i, card in enumerate(self.program.cards) if card.owner == owner
            )
        return self._owned[owner]

    def wanted(self, words: Words) -> Wanted:
        """The cards that a phrase can mean."""
        found = self._known.get(words)
        if found is None:
            found = self._known[words] = self._understood(words)
        return found

    def _understood(self, words: Words) -> Wanted:
        text = " ".join(str(word) for word in words)
        rest = list(words)
        count = 1
        if len(rest) > 1 and isinstance(rest[0], int):
            count, *rest = rest[0], *rest[1:]
        if not rest or not isinstance(rest[0], str):
            raise NotUnderstood(text)
        kind = rest.pop(0)
        if kind not in self.symbols.masks:
            raise NotUnderstood(text)
        mask = self.symbols.masks[kind]
        numbers = [
            self.symbols.attributes[attribute.name]
            for attribute in self.symbols.attributes_of(str(kind)) if not attribute.members
        ]
        for word in rest:
            if isinstance(word, str):
                if word in self.symbols.marks:
                    mask &= self.symbols.masks[word]
                    continue
                found = self.symbols.members.get(word) or self.symbols.values.get(word)
                if found is None:
                    raise NotUnderstood(text)
                attribute, value = found
                if attribute in numbers:
                    numbers.remove(attribute)
            else:
                if not numbers:
                    raise NotUnderstood(text)
                attribute, value = numbers.pop(0), word
            mask &= sum(
                1 << i for i, card in enumerate(self.program.cards)
                if card.values[attribute] == value
            )
        return Wanted(count, mask, text)

    def card(self, number: int) -> str:
        """The phrase that names a card."""
        card = self.program.cards[number]
        words = [card.kind]
        attributes = self.symbols.attributes_of(card.kind)
        if card.kind in self.symbols.kinds or any(
            self._varies(card.kind, attribute.name) for attribute in attributes
        ):
            for attribute in attributes:
                value = card.values[self.symbols.attributes[attribute.name]]
                words.append(attribute.said(value))
        return " ".join(words)

    def _varies(self, kind: str, attribute: str) -> bool:
        number = self.symbols.attributes[attribute]
        return len({self.program.cards[i].values[number]
                    for i in bits(self.symbols.masks.get(kind, 0))}) > 1

    def cards(self, mask: int, order: Sequence[int] | None = None) -> str:
        """The phrases for a set of cards, equal ones counted."""
        counted: dict[str, int] = {}
        for number in order if order is not None else bits(mask):
            name = self.card(number)
            counted[name] = counted.get(name, 0) + 1
        if order is not None and len(counted) < mask.bit_count():
            return ", ".join(self.card(number) for number in order)
        return ", ".join(name if many == 1 else f"{many} {name}"
                         for name, many in counted.items()) or "nothing"


def chosen(wanted: list[Wanted], among: int, prefer: int = 0) -> list[int] | None:
    """Different cards for all phrases, the most demanding first; None if there are too few.

    Gives one mask for each phrase, in the order of the phrases.
    """
    result = [0] * len(wanted)
    left = among
    order: Sequence[int] = range(len(wanted))
    if len(wanted) > 1:
        order = sorted(order, key=lambda i: (wanted[i].mask & among).bit_count())
    for i in order:
        for _ in range(wanted[i].number):
            fits = wanted[i].mask & left
            fits = fits & prefer or fits
            if not fits:
                return None
            low = fits & -fits
            result[i] |= low
            left ^= low
    return result


def understood(
    table: Table, naming: Naming, seat: int, phrases: Sequence[Words]
) -> Move | Refusal:
    """The move that somebody means, at the decision that is open for them."""
    if table.over:
        return Refusal("game-over", "the game has ended")
    if seat not in table.to_decide:
        return Refusal("not-your-turn", "it is not your turn to decide")
    asking = table.asked_of(seat)
    names = [offer.choice.name for offer in asking.offers]
    said = [tuple(phrase) for phrase in phrases if phrase]
    if not said:
        return Refusal("no-such-choice", "nothing was said", asking.line.cites, asking.line.at)
    first = str(said[0][0])
    if first in names:
        number = names.index(first)
        rest = [said[0][1:], *said[1:]] if len(said[0]) > 1 else said[1:]
    elif "" in names:
        number, rest = names.index(""), said
    else:
        return Refusal("no-such-choice", f"there is no such choice here: {', '.join(names)}",
                       asking.line.cites, asking.line.at)
    offer = asking.offers[number]
    where = (offer.choice.cites or asking.line.cites, offer.choice.at)
    if offer.pick is None:
        if rest:
            return Refusal("too-many", "nothing is picked with this choice", *where)
        return Move(number)
    if rest == [("nothing",)]:
        return Move(number)
    if offer.pick.called:
        spoken = " ".join(str(word) for words in rest for word in words)
        if spoken not in offer.pick.called:
            return Refusal("not-understood", f"say one of these: {', '.join(offer.pick.called)}",
                           *where)
        return Move(number, 1 << offer.pick.called.index(spoken))
    if offer.pick.of_numbers:
        named = rest[0][0] if len(rest) == 1 == len(rest[0]) else None
        if not isinstance(named, int):
            return Refusal("not-understood", "say one number", *where)
        return Move(number, 1 << max(0, min(named, 1 << 16)))
    source = offer.pick.source(table.state)
    if offer.pick.of_players:
        return _players(table, number, rest, where)
    try:
        wanted = [naming.wanted(words) for words in rest]
    except NotUnderstood as error:
        return Refusal("not-understood", f"no card is called {error}", *where)
    masks = chosen(wanted, source)
    if masks is None:
        everywhere = chosen(wanted, (1 << len(table.rules.program.cards)) - 1)
        if everywhere is None:
            return Refusal("not-there", "there are not so many such cards", *where)
        return Refusal("not-there", "not everything that you named is there to be picked", *where)
    vague = _vague(naming, wanted, source)
    if vague:
        return Refusal("ambiguous", f"several cards are called {vague}: say which", *where)
    return Move(number, sum(masks))


def _vague(naming: Naming, wanted: list[Wanted], source: int) -> str:
    """A phrase that could mean cards with different faces, and does not name all of them."""
    faces = [card.face for card in naming.program.cards]
    for each in wanted:
        fits = bits(each.mask & source)
        if len({faces[card] for card in fits}) > 1 and len(fits) > each.number:
            return each.text
    return ""


def _players(
    table: Table, number: int, rest: Sequence[Words], where: tuple[tuple[str, ...], Place]
) -> Move | Refusal:
    mask = 0
    for words in rest:
        name = " ".join(str(word) for word in words)
        if name not in table.owners:
            return Refusal("not-understood", f"no player is called {name}", *where)
        mask |= 1 << table.owners.index(name)
    return Move(number, mask)
