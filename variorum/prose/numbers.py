"""Numbers in words, and members of an attribute. Conditions are in `conditions`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from variorum_dsl import model as m

from variorum.prose.cards import CardWords
from variorum.prose.english import owner_of, spoken
from variorum.prose.scope import Ref


class Phrases(CardWords):
    """Says how many and how much."""

    # -------------------------------------------------------------------- numbers
    def figure_words(self, name: str) -> str:
        """A figure without its owner."""
        ref = self.scope.get(name)
        if ref is not None and ref.value is not None:
            return self._definition(ref, "their", "").removeprefix("the ")
        return spoken(name) if name in self.scope else self.words.figure(name)

    def best(self, extreme: str, name: str) -> str:
        ref = self.scope.get(name)
        if ref is not None and ref.value is not None:
            return f"the {extreme} {self._definition(ref, 'their', '').removeprefix('the ')}"
        return self.words.best(extreme, name, spoken(name) if name in self.scope else "")

    def _definition(self, ref: Ref, own: str, fresh: str) -> str:
        """What a local figure stands for, for an owner."""
        before, self.me = self.me, Ref("player", own or "a player", own or "one’s own",
                                       fresh=fresh)
        try:
            return self.number(ref.value)
        finally:
            self.me = before

    def number(self, part: Any) -> str:
        match part:
            case m.Number(value=value):
                return str(value).replace("-", "−")
            case m.Name(name=name) if name in self.scope:
                ref = self.scope[name]
                if ref.sort == "figure":
                    return (self._definition(ref, "their", "") if ref.value is not None
                            else f"{self.me.owns()} {spoken(name)}")
                return ref.said().text
            case m.Name(name=name):
                track = self.words.tracks.get(name)
                shared = track is not None and not track.each_player
                return f"{'the' if shared else self.me.owns()} {self.words.figure(name)}"
            case m.Owned(name=name, of=of):
                return self._owned_number(name, of)
            case m.Aggregate():
                return self._aggregate(part)
            case m.Count(of=of):
                if self.sort(of) == "players":
                    return f"the number of {self.group(of).any()}"
                return f"the number of {self._qualified(of) or self.card_group(of).any()}"
            case m.Rounded(of=of, direction=direction):
                return f"{self.number(of)}, rounded {direction}"
            case m.ByPlayers():
                return self._by_players(part, self.number)
            case m.Binary():
                return self._arithmetic(part)
        return self.any(part).text if self.sort(part) == "player" else "a number"

    def _owned_number(self, name: str, of: Any) -> str:
        ref = self.scope.get(name)
        if ref is not None and ref.sort == "figure":
            if ref.value is not None:
                return self._definition(ref, self.own(of), "")
            return f"{self.own(of)} {spoken(name)}"
        if name in self.words.attributes and self.sort(of) in ("card", "cards"):
            words = (f"number of {self.words.units(name)} on" if self.words.is_unit(name)
                     else f"{self.words.attribute(name)} of")
            return f"the {words} {self.cards(of).text}"
        return f"{self.own(of)} {self.words.figure(name)}"

    def _aggregate(self, part: m.Aggregate) -> str:
        name, of = part.name, part.of
        if self.sort(of) in ("cards", "card"):
            cards = self.cards(of).text
            place = isinstance(of, m.Name | m.Owned) and self.words.is_place(of.name)
            inside = "in" if place else "among"
            if part.operation == "different":
                return f"the number of different {self.words.units(name)} {inside} {cards}"
            if part.operation == "same":
                words = self.words.attribute(name)
                return f"the highest number of cards of one {words} {inside} {cards}"
            if self.words.is_unit(name):
                units = self.words.units(name)
                if part.operation == "total":
                    return f"the total number of {units} on {cards}"
                return f"the {part.operation} number of {units} on any of {cards}"
            if part.operation == "total":
                return f"the total {self.words.attribute(name)} of {cards}"
            joint = "among" if cards.startswith("those ") else "of"
            return f"the {part.operation} {self.words.attribute(name)} {joint} {cards}"
        group = self.group(of)
        whose = (f"any {group.one}{group.post}" if part.operation != "total"
                 else f"each {group.one}{group.post}")
        ref = self.scope.get(name)
        if ref is not None and ref.value is not None:
            said = self._definition(ref, owner_of(whose), "").removeprefix("the ")
            return f"the {part.operation} {said}"
        words = spoken(name) if ref is not None else self.words.figure(name)
        if part.operation == "total":
            return f"the {words} of {self.all(of)} together"
        best = self.words.best(part.operation, name, words)
        return f"{best} of {whose}"

    def _arithmetic(self, part: m.Binary) -> str:
        left, right = part.left, part.right
        if part.operation == "+" and (together := self._together(left, right)):
            return together
        if part.operation == "otherwise":
            return f"{self.number(left)} (or {self.number(right)} if there is none)"
        if part.operation == "/" and isinstance(right, m.Number) and right.value == 2:
            return f"half of {self.number(left)}"
        word = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}.get(
            part.operation, part.operation)
        def said(each: Any) -> str:
            text = self.number(each)
            return f"({text})" if isinstance(each, m.Binary) and " plus " in text else text

        return f"{said(left)} {word} {said(right)}"

    def _together(self, left: Any, right: Any) -> str:
        """Two totals of the same sort as one: "the total value of A and B together"."""
        first, second = self._total(left), self._total(right)
        if first and second and first[0] == second[0]:
            return f"{first[0]} {first[1]()} and {second[1]()} together"
        return ""

    def _total(self, part: Any) -> tuple[str, Callable[[], str]] | None:
        """What is added up, and among which cards; the words are made when they are needed."""
        of: Any = None
        if isinstance(part, m.Owned) and part.name in self.scope:
            ref, of = self.scope[part.name], part.of
            part = ref.value
        if isinstance(part, m.Aggregate) and part.operation == "total":
            words = (f"the total number of {self.words.units(part.name)} on"
                     if self.words.is_unit(part.name)
                     else f"the total {self.words.attribute(part.name)} of")
        elif isinstance(part, m.Count) and self.sort(part.of) == "cards":
            words = f"the number of {self._held(part.of).many} in"
        else:
            return None
        inner = part.of

        def cards() -> str:
            if of is None:
                return self.cards(inner).text
            before, self.me = self.me, Ref("player", "", self.own(of))
            try:
                return self.cards(inner).text
            finally:
                self.me = before

        return words, cards

    # -------------------------------------------------------------------- members
    def member(self, part: Any) -> str:
        match part:
            case m.Name(name=name) if name in self.scope:
                return self.scope[name].said().text
            case m.Name(name=name):
                if name in self.words.tracks:
                    return f"the {self.words.track(name)}"
                return spoken(name)
            case m.Owned(name=name, of=of):
                if self.sort(of) in ("card", "cards"):
                    return f"the {self.words.attribute(name)} of {self.cards(of).text}"
                return f"{self.own(of)} {self.words.figure(name)}"
        return "something"
