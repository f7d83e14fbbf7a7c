"""Moves as people type them: `bid 3 4`, `b 3, 4`, `Bid money 3 and money 4`, `pass`, `red 5`.

Only cards that the player sees can be named. What is said about a name therefore depends on the
components, which everybody knows, and on cards that the player sees; never on anything else.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.instructions import Offer
from variorum_engine.interpreter.picks import PickRule
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Refusal, Table
from variorum_engine.table.visibility import visible_cards
from variorum_engine.words.phrases import Naming, Wanted, chosen

_SPLIT = re.compile(r"\s*(?:[,;+&]|\band\b)\s*")
_FILLERS = frozenset("the a an my of with for card cards".split())
_ALL = ("all", "everything")
_NOTHING = ("nothing", "none")
_UNSEEN = "unseen"


class _Sorry(Exception):
    """A phrase that names nothing, or several things."""

    def __init__(self, reason: str, text: str) -> None:
        self.reason, self.text = reason, text


class Typing:
    """Understands what is typed at a table."""

    def __init__(self, naming: Naming, blind: Stream | None = None) -> None:
        self.naming = naming
        self.program = naming.program
        self.blind = blind or Stream(0)
        self.vocabulary = _vocabulary(naming)

    def understood(self, table: Table, seat: int, text: str) -> Move | Refusal:
        """The move that somebody means, or why it cannot be understood."""
        if table.over:
            return Refusal("game-over", "the game has ended")
        if seat not in table.to_decide:
            return Refusal("not-your-turn", "it is not your turn to decide")
        asking = table.asked_of(seat)
        said = text.casefold().strip()
        if not said:
            return Refusal("no-such-choice", "nothing was said", asking.line.cites, asking.line.at)
        try:
            number, rest = _choice(asking.offers, said)
        except _Sorry as sorry:
            return Refusal(sorry.reason, sorry.text, asking.line.cites, asking.line.at)
        offer = asking.offers[number]
        where = (offer.choice.cites or asking.line.cites, offer.choice.at)
        if offer.pick is None:
            if rest:
                return Refusal("too-many", "nothing is picked with this choice", *where)
            return Move(number)
        try:
            return Move(number, self._picked(table, seat, offer.pick, rest))
        except _Sorry as sorry:
            return Refusal(sorry.reason, sorry.text, *where)

    def kinds(self, text: str) -> list[str]:
        """The cards that a name can mean, by the kinds of the file."""
        mask = (1 << len(self.program.cards)) - 1
        try:
            for word in text.casefold().split():
                if not word.isdecimal():
                    mask &= self._word(word, -1)
        except _Sorry:
            return []
        return list(dict.fromkeys(self.program.cards[card].kind for card in bits(mask)))

    # -------------------------------------------------------------------- picks
    def _picked(self, table: Table, seat: int, pick: PickRule, text: str) -> int:
        if text in _NOTHING:
            return 0
        if pick.called:
            fits = [word for word in pick.called if word.startswith(text)]
            if text in pick.called:
                fits = [text]
            if len(fits) != 1:
                raise _Sorry("not-understood" if not fits else "ambiguous",
                             f"say one of these: {', '.join(fits or pick.called)}")
            return 1 << pick.called.index(fits[0])
        if pick.of_numbers:
            if not text.isdecimal():
                raise _Sorry("not-understood", "say one number")
            return 1 << min(int(text[:6]), 1 << 16)
        source = pick.source(table.state)
        if pick.of_players:
            return source if text in _ALL else _players(table, text)
        seen = source & visible_cards(self.program, table.state, seat)
        hidden = source & ~seen
        blind = 0
        words = [word for word in text.split() if word != _UNSEEN]
        if hidden and len(words) < len(text.split()):
            # Whoever picks unseen cannot say which: chance does.
            many = 1
            if words and words[0].isdecimal() and len(words) == 1:
                many, words = int(words[0]), []
            left = bits(hidden)
            for _ in range(min(many, len(left))):
                blind |= 1 << left.pop(self.blind.below(len(left)))
            text = " ".join(words)
        if text in _ALL:
            return seen | blind
        return blind | self._cards(text, seen)

    def _cards(self, text: str, source: int) -> int:
        wanted: list[Wanted] = []
        for segment in _SPLIT.split(text):
            words = [word for word in segment.split() if word]
            if words:
                wanted.extend(self._segment(words, source))
        for each in wanted:
            if not each.mask:
                raise _Sorry("not-understood", f"no card is called {each.text}")
        masks = chosen(wanted, source)
        if masks is None:
            everywhere = chosen(wanted, (1 << len(self.program.cards)) - 1)
            raise _Sorry("not-there", "there are not so many such cards" if everywhere is None
                         else "not everything that you named is there to be picked")
        for each in wanted:
            fits = bits(each.mask & source)
            names = list(dict.fromkeys(self.naming.card(card) for card in fits))
            if len({self.program.cards[card].face for card in fits}) > 1 and (
                len(fits) > each.number
            ):
                raise _Sorry("ambiguous", f"{each.text} could be {', '.join(names[:6])}: say which")
        return sum(masks)

    def _segment(self, words: list[str], source: int) -> list[Wanted]:
        text = " ".join(words)
        names = [word for word in words if not word.isdecimal()]
        numbers = [int(word[:9]) for word in words if word.isdecimal()]
        mask = (1 << len(self.program.cards)) - 1
        for word in names:
            mask &= self._word(word, source)
        if not any(word not in _FILLERS for word in names) and names and not numbers:
            raise _Sorry("not-understood", f"no card is called {text}")
        if not numbers:
            return [Wanted(1, mask, text)]
        ranked = self._numeric(mask & source or mask)
        if not ranked:
            # Cards without a value are counted: `bid 3` is three coins.
            if len(numbers) > 1:
                raise _Sorry("not-understood", f"no card is called {text}")
            return [Wanted(numbers[0], mask, text)]
        if words[0].isdecimal() and names and len(numbers) == 1:
            # `2 prestige`, unless that many are not meant: `7 luxury`.
            fits = mask & source
            if len({self.program.cards[card].face for card in bits(fits)}) == 1:
                return [Wanted(numbers[0], mask, text)]
        if names and words[0].isdecimal() and len(numbers) > 1:
            return [Wanted(numbers[0], self._valued(mask, ranked, numbers[1:]), text)]
        if len(ranked) > 1 and names:
            return [Wanted(1, self._valued(mask, ranked, numbers), text)]
        return [Wanted(1, self._valued(mask, ranked, [value]), str(value)) for value in numbers]

    def _numeric(self, mask: int) -> list[int]:
        """The attributes with numbers that these cards have, in the order of the file."""
        found: dict[int, None] = {}
        for kind in {self.program.cards[card].kind for card in bits(mask)}:
            for attribute in self.naming.symbols.attributes_of(kind):
                if not attribute.members:
                    found[self.naming.symbols.attributes[attribute.name]] = None
        return sorted(found)

    def _valued(self, mask: int, attributes: list[int], values: list[int]) -> int:
        for attribute, value in zip(attributes, values, strict=False):
            mask &= sum(1 << number for number, card in enumerate(self.program.cards)
                        if card.values[attribute] == value)
        return mask

    def _word(self, word: str, source: int) -> int:
        """The cards that a word, or the unique beginning of one, can mean."""
        if word in self.vocabulary:
            return self.vocabulary[word]
        if word in _FILLERS:
            return -1
        longer = {name: mask for name, mask in self.vocabulary.items() if name.startswith(word)}
        if not longer:
            raise _Sorry("not-understood", f"no card is called {word}")
        there = {mask & source for mask in longer.values()} - {0}
        if len(there) > 1:
            raise _Sorry("ambiguous", f"{word} could be {', '.join(sorted(longer)[:6])}: say which")
        return next((mask for mask in longer.values() if mask & source),
                    next(iter(longer.values())))


class _Fit(NamedTuple):
    number: int
    rest: str
    exact: bool


def _choice(offers: tuple[Offer, ...], said: str) -> tuple[int, str]:
    """The choice that a text begins with, and what is left of the text."""
    fits: list[_Fit] = []
    for number, offer in enumerate(offers):
        for name in dict.fromkeys((offer.choice.name, offer.choice.name.replace("-", " "),
                                   offer.choice.words)):
            called = name.casefold()
            if called and (said == called or said.startswith(tuple(called + end for end in " ,:"))):
                fits.append(_Fit(number, said[len(called):].lstrip(" ,:"), exact=True))
        first, _, rest = said.partition(" ")
        if offer.choice.name and not first[0].isdecimal() and (
            offer.choice.name.startswith(first)
        ):
            fits.append(_Fit(number, rest.lstrip(" ,:"), exact=False))
    exact = [fit for fit in fits if fit.exact]
    for rows in (exact, fits):
        if len({fit.number for fit in rows}) == 1:
            best = min(rows, key=lambda fit: len(fit.rest))
            return best.number, best.rest
    names = [offer.choice.name or "pick" for offer in offers]
    if fits:
        several = [names[number] for number in sorted({fit.number for fit in fits})]
        raise _Sorry("ambiguous", f"that could be {' or '.join(several)}: say which")
    picking = [number for number, offer in enumerate(offers) if offer.pick is not None]
    if len(offers) == 1 and picking and said.split(maxsplit=1)[0] == "pick":
        return 0, said.removeprefix("pick").strip()
    if len(picking) == 1 and (not offers[picking[0]].choice.name or said[0].isdecimal()):
        return picking[0], said
    raise _Sorry("no-such-choice", f"there is no such choice here: {', '.join(names)}")


def _players(table: Table, text: str) -> int:
    mask = 0
    program = table.rules.program
    # A dummy is called by its name in the file or by its printed words.
    called = [(seat, name.casefold()) for names in (table.owners, (*table.names, *program.owners))
              for seat, name in enumerate(names)]
    for said in (part for part in _SPLIT.split(text) if part):
        fits = list({seat for seat, name in called if name == said} or {
            seat for seat, name in called if name.startswith(said)
        })
        if len(fits) != 1:
            raise _Sorry("not-understood" if not fits else "ambiguous",
                         f"{'no' if not fits else 'more than one'} player is called {said}")
        mask |= 1 << fits[0]
    return mask


def _vocabulary(naming: Naming) -> dict[str, int]:
    """Every word for a card, in the words of the file and in the printed ones."""
    symbols, program = naming.symbols, naming.program
    found: dict[str, int] = {}

    def learn(name: str, mask: int) -> None:
        found[name] = found.get(name, 0) | mask

    for kind, mask in symbols.masks.items():
        learn(kind.casefold(), mask)
        printed: tuple[str, ...] = program.kind_words.get(kind, ())
        mark = symbols.marks.get(kind)
        if mark is not None and mark.words is not None:
            printed = (mark.words.one,)
        for words in printed:
            for word in words.casefold().split():
                if word not in _FILLERS:
                    learn(word, mask)
            if " " not in words:
                continue
            learn(words.casefold().replace(" ", "-"), mask)
    for member, (attribute, value) in (symbols.members | symbols.values).items():
        learn(member.casefold(), sum(
            1 << number for number, card in enumerate(program.cards)
            if card.values[attribute] == value
            and any(each.name == program.attributes[attribute].name
                    for each in symbols.attributes_of(card.kind))
        ))
    return found
