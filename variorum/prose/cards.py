"""Cards and sets of cards in words."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m

from variorum.prose.english import is_plural, number_word, plural
from variorum.prose.players import PlayerWords
from variorum.prose.scope import Phrase, Ref
from variorum.prose.vocabulary import Noun


class CardWords(PlayerWords):
    """Says which cards."""

    # ---------------------------------------------------------------------- cards
    def cards(self, part: Any) -> Phrase:
        match part:
            case m.Name(name=name) if name in self.scope:
                return self.scope[name].said()
            case m.Name(name=name):
                return self._zone(name, None)
            case m.Owned(name=name, of=of):
                return self._zone(name, of)
            case m.Top(count=None, of=of):
                noun = self._held(of)
                return Phrase(f"the top {noun.one.split(' ')[-1]} of {self.cards(of).text}")
            case m.Top(count=m.Number(value=value), of=of):
                noun = self._held(of)
                last = (noun.one if value == 1 else noun.many).split(" ")[-1]
                return Phrase(f"the top {number_word(value)} {last} of {self.cards(of).text}",
                              value != 1)
            case m.Top(count=count, of=of):
                noun = self._held(of)
                return Phrase(f"the top {noun.many.split(' ')[-1]} of {self.cards(of).text} "
                              f"({self.number(count)})", many=True)
            case m.OneOf(of=of):
                return Phrase(f"one of {self._qualified(of) or self._the(of)}")
            case m.TheOne(of=of):
                return Phrase(f"the only one of {self._qualified(of) or self._the(of)}")
            case m.Those(name=name, within=within, condition=condition):
                inner = self._qualified(within)
                inner = f"of {inner}" if inner else self.card_group(within).any()
                with self.bound(name, Ref("card", "the card")):
                    said = self.condition(condition)
                return Phrase(f"those {inner} for which this holds: {said}", many=True)
            case m.Whose() if (text := self._qualified(part)):
                return Phrase(f"those of {text}", many=True)
            case m.Binary(operation="+"):
                return Phrase(
                    f"{self.cards(part.left).text} and {self.cards(part.right).text}", many=True)
            case m.Binary(operation="except"):
                left = self.cards(part.left)
                return Phrase(f"{left.text} except {self.cards(part.right).text}", left.many)
            case m.Binary(operation=operation):
                return Phrase(f"{self.cards(part.left).text} {operation} "
                              f"{self.cards(part.right).text}", many=True)
            case m.ByPlayers():
                return Phrase(self._by_players(part, lambda each: self.cards(each).text), many=True)
        noun = self.card_group(part)
        one = isinstance(part, m.Among | m.Outside) and self.words.single(part.kind)
        return Phrase(f"{self.words.the(noun.one)}{noun.post}" if one else f"the {noun.any()}",
                      not one)

    def _qualified(self, part: Any) -> str:
        """What a zone with a plural name holds, and what is said of it."""
        if isinstance(part, m.Whose):
            inner, said = self._qualified(part.of), self.whose(part)
            # Behind "cards in front" or "cards left out", "of" and "with" would go with these.
            said = f"that are {said}" if said.startswith("of ") else said
            said = f"that show {said[5:]}" if said.startswith("with ") else said
            return f"{inner} {said}" if inner else ""
        if isinstance(part, m.Name | m.Owned) and part.name in self.words.zones and (
                self.words.inside(part.name) == "among"):
            return self.cards(part).text
        return ""

    def _the(self, part: Any) -> str:
        noun = self.card_group(part)
        return f"the {noun.any()}"

    def _zone(self, name: str, of: Any) -> Phrase:
        zone = self.words.zones.get(name)
        words = self.words.zone(name)
        if "," in words:
            words += ","
        if of is None:
            mine = zone is not None and zone.each_player
            return Phrase(f"{self.me.owns() if mine else 'the'} {words}", is_plural(words))
        if self.sort(of) == "players":
            return Phrase(f"{self.own(of)} {plural(words)}", is_plural(plural(words)))
        fresh = self.scope[of.name].fresh if isinstance(of, m.Name) and of.name in self.scope \
            else ""
        beside = isinstance(of, m.Owned) and of.name in ("left", "right")
        long = " " in fresh.removeprefix("each ").removeprefix("other ")
        if beside or long or isinstance(of, m.TheOne):
            return Phrase(f"the {words} of {self.player(of).text}", is_plural(words))
        return Phrase(f"{self.own(of)} {words}", is_plural(words))

    def _held(self, part: Any) -> Noun:
        """What lies among some cards."""
        match part:
            case m.Name(name=name) if name in self.scope:
                return self.scope[name].noun or Noun("card", "cards")
            case m.Name(name=name) | m.Owned(name=name):
                return self.words.held(name)
            case m.Among(kind=kind) | m.Outside(kind=kind):
                return self.words.kind(kind)
            case m.Binary(left=left, right=right):
                first, second = self._held(left), self._held(right)
                return first if first == second else Noun("card", "cards")
            case m.ByPlayers():
                return self._held(part.rows[0].value)
            case m.Those(within=within):
                return self._held(within)
        return self._held(part.of) if hasattr(part, "of") else Noun("card", "cards")

    def card_group(self, part: Any) -> Noun:
        """Cards as a noun with what is said of them: `luxury cards in their display`."""
        match part:
            case m.Name(name=name) if name in self.scope:
                noun = self._held(part)
                return Noun(noun.one, noun.many, f"{noun.post} among {self.cards(part).text}")
            case m.Name(name=name) | m.Owned(name=name):
                noun = self._held(part)
                where = self.words.inside(name)
                if self.words.zone(name) in (noun.one, noun.many):
                    where = "among"
                return Noun(noun.one, noun.many, f"{noun.post} {where} {self.cards(part).text}")
            case m.Among(kind=kind, within=within):
                noun = self.words.kind(kind)
                if isinstance(within, m.Among | m.Whose | m.Ranked | m.Those):
                    inner = self.card_group(within)
                    return Noun(noun.one, noun.many,
                                f"{noun.post} that are {inner.any()}")
                where = "among" if isinstance(within, m.Binary | m.ByPlayers) else (
                    self.words.inside(within.name) if isinstance(within, m.Name | m.Owned)
                    else "among")
                return Noun(noun.one, noun.many,
                            f"{noun.post} {where} {self.cards(within).text}")
            case m.Outside(kind=kind, zone=zone):
                noun = self.words.kind(kind)
                return Noun(noun.one, noun.many, f"{noun.post} outside {self.cards(zone).text}")
            case m.Whose():
                noun = self.card_group(part.of)
                said = self.whose(part)
                if said.startswith(("of ", "with ")):  # "cards of that colour in the deck"
                    return Noun(noun.one, noun.many, f" {said}{noun.post}")
                return Noun(noun.one, noun.many, f"{noun.post} {said}")
            case m.Ranked():
                noun = self.card_group(part.of)
                ranks = ", then ".join(
                    f"the {rank.extreme} {self.words.attribute(rank.name)}" for rank in part.ranks)
                return Noun(noun.one, noun.many, f" with {ranks}{noun.post}")
            case m.Unique(name=name):
                noun = self.card_group(part.of)
                return Noun(noun.one, noun.many,
                            f"{noun.post} whose {self.words.attribute(name)} no other shares")
            case m.Those(name=name, within=within, condition=condition):
                noun = self.card_group(within)
                with self.bound(name, Ref("card", "the card")):
                    said = self.condition(condition)
                return Noun(noun.one, noun.many, f"{noun.post} for which this holds: {said}")
        return self._held(part)

    def whose(self, part: m.Whose) -> str:
        """`whose colour is red`, `whose hand is empty`."""
        name = part.property
        words = (self.words.zone(name) if name in self.words.zones
                 else self.figure_words(name) if name not in self.words.attributes
                 else self.words.units(name) if self.words.is_unit(name)
                 else self.words.attribute(name))
        if part.comparison == "is" and isinstance(part.value, m.Name) and (
                part.value.name in self.scope and self.sort(part.value) == "member"):
            return f"of {self.member(part.value)}"
        if part.comparison in ("is empty", "is not empty"):
            return f"whose {words} {part.comparison}"
        said: str = part.comparison
        if name in self.words.attributes and self.words.is_unit(name):
            if said == "is" and isinstance(part.value, m.Number):
                unit = words if part.value.value != 1 else self.words.attribute(name)
                return f"with {self.number(part.value)} {unit}"
            return f"whose number of {words} {said} {self.any(part.value).text}"
        if is_plural(words):
            said = said.replace("is", "are", 1)
        return f"whose {words} {said} {self.any(part.value).text}"
