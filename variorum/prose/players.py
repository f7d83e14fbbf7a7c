"""Players and sets of players in words."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m

from variorum.prose.english import article, owner_of, plural, spoken
from variorum.prose.scope import Phrase, Speaker, they
from variorum.prose.vocabulary import Noun


class PlayerWords(Speaker):
    """Says who."""

    # -------------------------------------------------------------------- players
    def player(self, part: Any) -> Phrase:
        match part:
            case m.Name(name=name) if name in self.scope:
                return self.scope[name].said()
            case m.Name(name="nobody"):
                return Phrase("nobody")
            case m.Name(name=name) if name in self.words.dummies:
                return Phrase(self.words.dummy(name))
            case m.Name(name=name):
                return Phrase(f"the {self.words.track(name)}")
            case m.Owned(name=side, of=of) if side in ("left", "right"):
                return Phrase(f"the next player to the {side} of {self.to(of)}")
            case m.Owned(name=name, of=of):
                return Phrase(f"{self.own(of)} {self.words.track(name)}")
            case m.TheOne(of=of):
                group = self.group(of)
                left = " left" if self._shrinks(of) else ""
                return Phrase(f"the only {group.one}{group.post}{left}")
            case m.OneOf(of=of):
                return Phrase(f"one of {self.all(of)}")
            case m.ByPlayers():
                return Phrase(self._by_players(part, lambda each: self.player(each).text))
        return Phrase(self.cards(part).text if self.sort(part) == "cards" else "a player")

    def to(self, part: Any) -> str:
        """A player as an object: `them`."""
        if isinstance(part, m.Name) and part.name in self.scope:
            return self.scope[part.name].them()
        return self.player(part).text

    def own(self, part: Any) -> str:
        """Whose: `their`, `the winner's`, `all players'`."""
        if isinstance(part, m.Name) and part.name in self.scope:
            ref = self.scope[part.name]
            return ref.owns() if ref.sort == "player" else f"the {owner_of(self.group(part).any())}"
        if self.sort(part) == "players":
            return owner_of(self.all(part))
        return owner_of(self.player(part).text)

    def _shrinks(self, part: Any) -> bool:
        """Whether a set of players gets smaller while it is played."""
        return (isinstance(part, m.Name) and part.name in self.scope
                and self.scope[part.name].shrinks)

    def group(self, part: Any) -> Noun:
        """A set of players."""
        match part:
            case m.Name(name="players"):
                return Noun("player", "players")
            case m.Name(name=name) if name in self.scope:
                found = self.scope[name].noun
                return found or Noun(spoken(name), plural(spoken(name)))
            case m.Whose():
                group = self.group(part.of)
                return Noun(group.one, group.many, f"{group.post} {self.whose(part)}")
            case m.Ranked():
                group = self.group(part.of)
                return Noun(group.one, group.many, f"{group.post} with {self.ranks(part)}")
            case m.Unique(name=name):
                group = self.group(part.of)
                words = self.figure_words(name)
                whose = (f"with {article(words)} that no other has" if " of their " in words
                         else f"whose {words} no other shares")
                return Noun(group.one, group.many, f"{group.post} {whose}")
            case m.Binary(operation="except"):
                group = self.group(part.left)
                rest = (self.to(part.right) if self.sort(part.right) == "player"
                        else self.all(part.right))
                return Noun(group.one, group.many, f"{group.post} except {rest}")
            case m.Binary(operation="+"):
                left = self.group(part.left)
                right = (self.to(part.right) if self.sort(part.right) == "player"
                         else self.all(part.right))
                return Noun(f"{left.one}{left.post} and {right}",
                            f"{left.many}{left.post} and {right}")
            case m.Those(name=name, within=within, condition=condition):
                group = self.group(within)
                with self.bound(name, they()):
                    said = self.condition(condition)
                return Noun(group.one, group.many, f"{group.post} for whom it holds that {said}")
            case m.ByPlayers():
                return Noun("player", self._by_players(part, lambda each: self.group(each).any()))
        if self.sort(part) == "player":
            return Noun(self.to(part), self.to(part))
        return Noun("player", "players")

    def ranks(self, part: m.Ranked) -> str:
        """`the most icons shown (among equals, the highest top rank)`."""
        first, *others = [self.best(rank.extreme, rank.name) for rank in part.ranks]
        return first + "".join(f" (among equals, {each})" for each in others)

    def all(self, part: Any) -> str:
        """`all players`, `the active players`."""
        group = self.group(part)
        if isinstance(part, m.Name) and part.name == "players":
            return "all players"
        if self._others(part):
            return "the other players"
        return f"the {group.any()}" if not isinstance(part, m.ByPlayers) else group.any()

    def each(self, part: Any) -> str:
        if part is None:
            return "each player"
        if self._others(part):
            return "each other player"
        if isinstance(part, m.ByPlayers):
            return f"each of {self.group(part).any()}"
        group = self.group(part)
        if isinstance(part, m.Name) and part.name in self.scope and group.one.endswith(" player"):
            return f"each of the {group.many}{group.post}"
        return f"each {group.one}{group.post}"

    def _others(self, part: Any) -> bool:
        """`players except p`, where p was spoken of just before."""
        return (isinstance(part, m.Binary) and part.operation == "except"
                and isinstance(part.left, m.Name) and part.left.name == "players"
                and isinstance(part.right, m.Name) and part.right.name in self.scope
                and self.scope[part.right.name].sort == "player")
