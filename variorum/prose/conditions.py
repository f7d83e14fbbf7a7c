"""Conditions as English clauses."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m

from variorum.prose.english import article, is_plural, listed, number_word, spoken
from variorum.prose.numbers import Phrases
from variorum.prose.scope import Phrase
from variorum.prose.vocabulary import Noun

_EXISTENCE = {
    "is": "exactly {}", "is not": "any number but {} of", "is at least": "at least {}",
    "is at most": "at most {}", "is more than": "more than {}", "is less than": "fewer than {}",
}


class Conditions(Phrases):
    """Says conditions."""

    def condition(self, part: Any) -> str:
        match part:
            case m.Truth(value=value):
                return "this is so" if value else "this is never so"
            case m.Binary(operation="and"):
                return self._all(_flat(part, "and"))
            case m.Binary(operation="or"):
                return " or ".join(self.condition(each) for each in _flat(part, "or"))
            case m.Not(of=of):
                return f"it is not so that {self.condition(of)}"
            case m.Compare():
                return self._compare(part)
            case m.IsEmpty():
                return self._empty(part)
            case m.IsA(of=of, kind=kind, negated=negated):
                cards = self.cards(of)
                noun = self.words.kind(kind)
                said = noun.many if cards.many else self.words.a(kind).removesuffix(noun.post)
                be = f"{_be(cards.many)} not" if negated else _be(cards.many)
                return f"{cards.text} {be} {said}{noun.post}"
            case m.Exists(of=of, negated=negated):
                return self._exists(of, negated=negated)
            case m.Name() | m.Owned():
                return self._flag(part)
        return f"{self.any(part).text} holds"

    def _flag(self, part: Any) -> str:
        if isinstance(part, m.Owned):
            return f"{self.own(part.of)} {self.words.track(part.name)} is set"
        if part.name in self.scope:
            return f"“{spoken(part.name)}” holds"
        track = self.words.tracks.get(part.name)
        mine = track is not None and track.each_player
        return f"{self.me.owns() if mine else 'the'} {self.words.track(part.name)} is set"

    def _all(self, parts: list[Any]) -> str:
        """Conditions that must all hold; cards in the same place are named together."""
        if len(parts) > 1 and all(
            isinstance(p, m.Exists) and not p.negated and isinstance(p.of, m.Among) for p in parts
        ) and all(m.same(p.of.within, parts[0].of.within) for p in parts):
            nouns = [self.words.a(p.of.kind) for p in parts]
            where = self.card_group(parts[0].of)
            post = where.post.removeprefix(self.words.kind(parts[0].of.kind).post)
            both = "both " if len(nouns) == 2 else ""
            return f"there are {both}{listed(nouns)}{post}"
        return " and ".join(self.condition(each) for each in parts)

    def _exists(self, of: Any, *, negated: bool) -> str:
        if self.sort(of) == "players":
            group = self.group(of)
            return f"there is {'no' if negated else 'at least one'} {group.one}{group.post}"
        noun = self.card_group(of)
        if isinstance(of, m.Among) and self.words.single(of.kind):
            where = noun.post.strip()
            return f"{self.words.the(noun.one)} is {'not ' if negated else ''}{where}"
        if negated:
            return f"there is no {noun.one}{noun.post}"
        return f"there is {article(noun.one)}{noun.post}"

    def _empty(self, part: m.IsEmpty) -> str:
        of, negated = part.of, part.negated
        if self.sort(of) == "players":
            return self._exists(of, negated=not negated)
        if isinstance(of, m.Name) and of.name in self.words.zones and (
                self.words.is_one_card(of.name)):
            words = self.words.zone(of.name)
            return f"there is still {article(words)}" if negated else f"there is no {words}"
        if isinstance(of, m.Name | m.Owned) and of.name in self.words.zones:
            cards = self.cards(of)
            if cards.many and not isinstance(of, m.Owned):
                return f"there are {'still ' if negated else 'no '}{self.words.zone(of.name)}"
            return f"{cards.text} {_be(cards.many)} {'not ' if negated else ''}empty"
        return self._exists(of, negated=not negated)

    def _compare(self, part: m.Compare) -> str:
        left, right, operation = part.left, part.right, part.operation
        if operation in ("is in", "is not in"):
            said = "is one of" if operation == "is in" else "is none of"
            among = self.all(right) if self.sort(right) == "players" else self.cards(right).text
            return f"{self.any(left).text} {said} {among}"
        if isinstance(right, m.Name) and right.name == "nobody":
            return self._nobody(left, negated=operation == "is not")
        if isinstance(left, m.Count) and self.sort(left.of) in ("cards", "players"):
            return self._counted(left.of, operation, right)
        subject = self.any(left)
        if isinstance(left, m.Aggregate) and left.name in self.words.figures:
            subject = Phrase(subject.text, is_plural(self.words.figure(left.name)))
        return f"{subject.text} {_agreed(operation, many=subject.many)} {self.any(right).text}"

    def _nobody(self, left: Any, *, negated: bool) -> str:
        if isinstance(left, m.Name) and left.name in self.scope:
            noun = self.scope[left.name].noun or Noun(spoken(left.name), spoken(left.name))
            return f"there is {noun.a() if negated else 'no ' + noun.one}"
        who = self.player(left).text.removeprefix("the ")
        return f"there is {article(who) if negated else 'no ' + who}"

    def _counted(self, of: Any, operation: str, right: Any) -> str:
        players = self.sort(of) == "players"
        group = self.group(of) if players else self.card_group(of)
        value = right.value if isinstance(right, m.Number) else None
        number = number_word(value) if value is not None and value > 0 else self.number(right)
        if value == 0:
            number = "0"
        if operation == "is" and value == 0:
            return f"there is no {group.one}{group.post}"
        if operation == "is" and value == 1 and self._shrinks(of):
            return f"only one {group.one}{group.post} is left"
        quantity = _EXISTENCE[operation].format(number)
        noun = group.one if value == 1 and operation != "is not" else group.many
        return f"there {_be(value != 1)} {quantity} {noun}{group.post}"


def _flat(part: Any, operation: str) -> list[Any]:
    if isinstance(part, m.Binary) and part.operation == operation:
        return [*_flat(part.left, operation), *_flat(part.right, operation)]
    return [part]


def _be(many: bool) -> str:
    return "are" if many else "is"


def _agreed(operation: str, *, many: bool) -> str:
    return operation.replace("is", "are", 1) if many else operation
