"""Picks: what somebody chooses or chance draws, and what then happens to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from variorum_dsl import model as m

from variorum.prose.conditions import Conditions
from variorum.prose.english import Clause, article, number_word, owner_of, verb
from variorum.prose.scope import Phrase, Ref, somebody, they


class Picks(Conditions):
    """Says who picks what."""

    goes: Callable[..., str]
    puts: Callable[[Any, str], str]
    remember: Callable[[str, str], None]

    def pick_clause(self, who: Any, pick: m.Picking) -> Clause:
        """A pick whose answer is used later under its name."""
        chance = isinstance(who, m.Name) and who.name == "chance"
        subject = Phrase("") if chance else self._chooser(who)
        what = self._picked(pick)
        such = self._such_that(pick)
        drawn = "drawn" if chance else "chosen"
        self._remember_pick(pick, drawn)
        end = f" at random{such}" if chance else such
        word = "choose" if chance or subject.many else "chooses"
        if chance and self.sort(pick.of) == "cards":
            word = "draw"
        return Clause(subject.text, f"{word} {what}{end}")

    def _chooser(self, who: Any) -> Phrase:
        if isinstance(who, m.Name) and who.name == " ":
            return Phrase("they", many=True)
        return self.player(who)

    def _picked(self, pick: m.Picking, choice: str = "") -> str:
        """`one or more money cards from their hand`."""
        if isinstance(pick.of, m.Numbers):
            return (f"a number from {self.number(pick.of.low)} to {self.number(pick.of.high)}")
        if isinstance(pick.of, m.Members):
            return article(self.words.attribute(pick.of.attribute))
        amount, one = self._amount(pick.amount)
        if self.sort(pick.of) in ("players", "player"):
            group = self.group(pick.of)
            return f"{amount} {(group.one if one else group.many)}{group.post}"
        among = self._qualified(pick.of)
        if among:
            return f"{amount.removesuffix(' of')} of {among}"
        noun = self.card_group(pick.of)
        post = noun.post.replace(" in ", " from ", 1) if noun.post.startswith(" in ") else noun.post
        return f"{amount} {(noun.one if one else noun.many)}{choice}{post}"

    def _amount(self, amount: m.Amount) -> tuple[str, bool]:
        low, high = amount.low, amount.high
        few = number_word(low.value) if isinstance(low, m.Number) else f"({self.number(low)})"
        one = isinstance(low, m.Number) and low.value == 1
        if high is None:
            if isinstance(low, m.Number) and low.value == 0:
                return "any number of", False
            return f"{few} or more", False
        many = number_word(high.value) if isinstance(high, m.Number) else f"({self.number(high)})"
        if m.same(low, high):
            return few, one
        if isinstance(low, m.Number) and low.value == 0:
            return f"up to {many}", isinstance(high, m.Number) and high.value == 1
        return f"{few} to {many}", False

    def _such_that(self, pick: m.Picking) -> str:
        if pick.such_that is None:
            return ""
        _, one = self._amount(pick.amount)
        sort = self.sort(pick.of)
        if isinstance(pick.of, m.Members):
            member = Ref("member", f"that {self.words.attribute(pick.of.attribute)}")
            with self.bound(pick.name, member):
                return f", so that {self.condition(pick.such_that)}"
        word = ("that number" if isinstance(pick.of, m.Numbers)
                else ("that player" if one else "those players") if sort == "players"
                else f"that {self._held(pick.of).one.split(' ')[-1]}" if one
                else f"these {self._held(pick.of).many.split(' ')[-1]}")
        ref = Ref("number" if isinstance(pick.of, m.Numbers) else sort, word, many=not one,
                  noun=None if sort == "players" else self._held(pick.of))
        with self.bound(pick.name, ref):
            return f", so that {self._outbids(pick) or self.condition(pick.such_that)}"

    def _outbids(self, pick: m.Picking) -> str:
        """A pick with which one's total becomes the highest of all."""
        match pick.such_that:
            case m.Compare(
                operation="is more than",
                left=m.Binary(operation="+", left=m.Owned(name=mine, of=of),
                              right=m.Aggregate(operation="total", of=m.Name(name=picked))),
                right=m.Aggregate(operation="highest", name=theirs, of=group),
            ) if mine == theirs and picked == pick.name and mine in self.scope:
                ref = self.scope[mine]
                if ref.value is None or self.sort(group) != "players":
                    return ""
                total = self._definition(ref, self.own(of), "")
                return f"{total} is then higher than any other {owner_of(self.group(group).one)}"
        return ""

    def _remember_pick(self, pick: m.Picking, word: str) -> None:
        if isinstance(pick.of, m.Members):
            attribute = self.words.attribute(pick.of.attribute)
            self.scope[pick.name] = Ref("member", f"the {word} {attribute}")
            return
        if isinstance(pick.of, m.Numbers):
            self.scope[pick.name] = Ref("number", f"the {word} number")
            return
        _, one = self._amount(pick.amount)
        if self.sort(pick.of) == "players":
            if one:
                self.scope[pick.name] = somebody(pick.name)
            else:
                self.remember(pick.name, "players")
            return
        noun = self._held(pick.of)
        last = (noun.one if one else noun.many).split(" ")[-1]
        self.scope[pick.name] = Ref("card" if one else "cards", f"the {word} {last}", many=not one,
                                    noun=noun)

    def merged(self, line: Any, rest: Sequence[Any]) -> Clause | None:
        """A pick together with the next line, which says what happens to the answer."""
        if isinstance(line, m.Picks):
            return self.merged_pick(line.who, line.pick, rest)
        return None

    def merged_pick(self, who: Any, pick: m.Picking, rest: Sequence[Any]) -> Clause | None:
        if not rest or isinstance(pick.of, m.Numbers | m.Members):
            return None
        following, chance = rest[0], isinstance(who, m.Name) and who.name == "chance"
        players = self.sort(pick.of) in ("players", "player")
        if players and isinstance(following, m.Becomes) and is_name(following.value, pick.name):
            if any(_mentions(line, pick.name) for line in rest[1:]):
                return None
            subject = Phrase("") if chance else self._chooser(who)
            target = self.player(following.target).text
            word = "choose" if chance or subject.many else "chooses"
            random = " at random" if chance else ""
            return Clause(subject.text, f"{word} {self._picked(pick)}{random} to be {target}"
                          f"{self._such_that(pick)}")
        if players or not isinstance(following, m.Move) or not is_name(following.what, pick.name):
            return None
        subject = Phrase("") if chance else self._chooser(who)
        of_choice = "" if chance or pick.such_that is not None else " of their choice"
        if isinstance(who, m.Name) and not chance and not subject.many and who.name.strip():
            with self.bound(who.name, they()):
                return self._taken(subject, pick, of_choice, following)
        return self._taken(Phrase("") if chance else subject, pick, of_choice, following)

    def _taken(
        self, subject: Phrase, pick: m.Picking, of_choice: str, following: m.Move
    ) -> Clause:
        """Somebody, or chance if nobody, picks cards and they go somewhere."""
        chance = not subject.text
        what, such = self._picked(pick, of_choice), self._such_that(pick)
        self._remember_pick(pick, "drawn" if chance else "chosen")
        if chance:
            return Clause("", f"draw {what} at random; it {self.goes(following, many=False)}"
                          f"{such}")
        said = self.puts(following, what)
        word, _, tail = said.partition(" ")
        return Clause(subject.text, f"{verb(word, many=subject.many)} {tail}{such}")


def is_name(part: Any, name: str) -> bool:
    return isinstance(part, m.Name) and part.name == name


def _mentions(line: Any, name: str) -> bool:
    return any(is_name(node, name) for node in m.walk(line))
