"""The context in which rules are told: the game's words, the local names, and whose turn it is.

What something is called depends on what has been said before: "each player" is "they" in the next
sentence, and a card that was picked is "the chosen card". A `Speaker` remembers that, and is passed
to every function of this room as `by`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, assert_never

from variorum_dsl import model as m
from variorum_dsl.english import ORDINALS, is_agent, is_plural, owner_of, plural, spoken

from variorum.prose.vocabulary import Noun, Vocabulary

Sort = Literal["cards", "card", "players", "player", "number", "figure", "member", "members",
               "condition"]
"""What sort of thing an expression is. A `figure` is a number for each player, made by a line; a
`member` is a word that an attribute can be."""


class Phrase(NamedTuple):
    """Words for something, and whether they are a plural."""

    text: str
    many: bool = False


@dataclass(slots=True)
class Ref:
    """What a local name stands for, and how it is spoken of.

    `fresh` is said at the first mention and then forgotten, so that "each player" becomes "they".
    """

    sort: Sort
    subject: str
    own: str = ""
    object: str = ""
    many: bool = False
    fresh: str = ""
    noun: Noun | None = None
    state: str = ""
    value: m.Aggregate | m.Count | None = None
    shrinks: bool = False
    besides: str = ""  # the name of a player who it cannot be
    picked: str = ""  # what a pick is called while there is no other like it

    def said(self) -> Phrase:
        if self.fresh:
            text, self.fresh = self.fresh, ""
            return Phrase(text)
        return Phrase(self.subject, self.many)

    def owns(self) -> str:
        if self.fresh:
            text, self.fresh = self.fresh, ""
            return owner_of(text)
        return self.own or owner_of(self.subject)

    def them(self) -> str:
        return self.said().text if self.fresh or not self.object else self.object


def they(fresh: str = "") -> Ref:
    return Ref("player", "they", "their", "them", True, fresh)


_DONE = re.compile(r"(?:ed|drawn|taken|chosen|shown|won|laid|sold|paid|given|thrown)$")
_COUNTED = re.compile(r"^\w*[^e]ed$")  # what is counted: `flipped`
_THAT, _THE_FIRST = "that player", "the player first spoken of"


def _told_apart(ref: Ref, name: str) -> Ref:
    """A player of whom a pronoun would no longer be clear, as now somebody else has it."""
    if name and ref.besides == name:
        return Ref("player", "the other player", noun=ref.noun, besides=name)
    words = _THE_FIRST if ref.subject in (_THAT, _THE_FIRST) and ref.own != "their" else _THAT
    return Ref("player", words, noun=ref.noun, besides=ref.besides)


def somebody(name: str) -> Ref:
    """A player who is known by a name: `the buyer`, `the unlucky player`."""
    words = spoken(name)
    if not is_agent(name):
        words = f"{words} player" if words.count(" ") < 2 else f"player who is {words}"
    return Ref("player", f"the {words}", noun=Noun(words, plural(words)))


@dataclass(slots=True)
class Speaker:
    """Who tells the rules of a game, and what has been said so far."""

    words: Vocabulary
    scope: dict[str, Ref] = field(default_factory=dict)  # the local names
    me: Ref = field(default_factory=they)  # whose things are meant where no owner is named
    begun: frozenset[str] = frozenset()  # zones from which single cards have been taken
    calls: int = 0  # of procedures, which are told in the place of their calls
    depth: int = 0  # of blocks inside blocks
    known: str = ""  # a set of players in which there is one: "that player"

    @contextmanager
    def naming(self, name: str, ref: Ref) -> Iterator[None]:
        """A local name for as long as a block lasts."""
        before = self.scope.get(name)
        self.scope[name] = ref
        try:
            yield
        finally:
            if before is None:
                self.scope.pop(name, None)
            else:
                self.scope[name] = before

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Names that are made meanwhile are forgotten afterwards."""
        before = dict(self.scope)
        try:
            yield
        finally:
            self.scope = before

    @contextmanager
    def they_are(self, name: str, fresh: str = "", besides: str = "") -> Iterator[None]:
        """A player who is "they" for as long as a block lasts. Whoever was "they" before is told
        apart meanwhile, so that a pronoun never has two referents."""
        others = {other: ref for other, ref in self.scope.items() if other != name
                  and (ref.own == "their" or ref.subject in (_THAT, _THE_FIRST))}
        self.scope.update({other: _told_apart(ref, name) for other, ref in others.items()})
        try:
            with self.naming(name, replace(they(fresh), besides=besides)):
                yield
        finally:
            self.scope.update(others)

    @contextmanager
    def speaking_of(self, me: Ref) -> Iterator[None]:
        """Things without an owner are somebody else's meanwhile."""
        before, self.me = self.me, me
        try:
            yield
        finally:
            self.me = before

    @contextmanager
    def knowing(self, name: str) -> Iterator[None]:
        """A set of which has just been said that somebody is in it."""
        before, self.known = self.known, name
        try:
            yield
        finally:
            self.known = before

    def remember(self, name: str, sort: Sort) -> Ref:
        """A name for a value, from here on."""
        self.scope[name] = ref = _named(name, sort)
        return ref

    def remember_given(self, name: str, kind: str) -> None:
        """A name for the result of a procedure, whose type is written in the file."""
        self.remember(name, _declared(kind.removesuffix("?")))

    def remember_picked(self, name: str, ref: Ref) -> None:
        """A name for a pick. Of several that would be called the same, each gets its number."""
        alike = [other for other, each in self.scope.items()
                 if other != name and each.picked == ref.subject]
        self.scope[name] = replace(ref, picked=ref.subject)
        if alike and len(alike) < len(ORDINALS) - 1:
            for number, each in enumerate((*alike, name), 1):
                words = f"the {ORDINALS[number]} {ref.subject.removeprefix('the ')}"
                self.scope[each] = replace(self.scope[each], subject=words)

    def one_card(self, part: m.Expression) -> Ref | None:
        """What a name for exactly one card stands for."""
        ref = self.local(part)
        return ref if ref is not None and ref.sort == "card" and not ref.many else None

    def local(self, part: m.Expression) -> Ref | None:
        """What a local name stands for, if the expression is one."""
        return self.scope.get(part.name) if isinstance(part, m.Name) else None

    # ---------------------------------------------------------------------- sorts
    def sort(self, part: m.Expression) -> Sort:
        match part:
            case m.Name(name=name):
                return self._name_sort(name)
            case m.Owned(name=name) | m.Nth(name=name):
                return self._owned_sort(name)
            case m.This(sort=sort):
                return ("player" if sort == "player" else "cards" if sort in self.words.zones
                        else "member")
            case m.Members():
                return "members"
            case m.Among() | m.Outside() | m.Top():
                return "cards"
            case m.Whose(of=of) | m.Ranked(of=of) | m.Unique(of=of) | m.Those(within=of):
                return "members" if self.place(of) else self.sort(of)
            case m.Next():
                return "player"
            case m.Empty(sort=sort):
                return sort
            case m.TheOne(of=of) | m.OneOf(of=of):
                return "cards" if self.place(of) in self.words.zones else _single(self.sort(of))
            case m.ByPlayers(rows=rows):
                return self.sort(rows[0].value) if rows else "number"
            case m.Binary(operation="+", left=left):
                return _several(self.sort(left))
            case m.Binary(left=left):
                return self.sort(left)
            case (m.Number() | m.Aggregate() | m.Count() | m.Rounded() | m.TwoOf() | m.ByTable()
                  | m.Each() | m.Shared()):
                return "number"
            case (m.Truth() | m.Joined() | m.Not() | m.Compare() | m.IsEmpty() | m.IsA()
                  | m.Exists() | m.Numbers()):
                return "condition"
            case _:
                assert_never(part)

    def place(self, part: m.Expression) -> str:
        """The name of the places, such as rows, that a selection is made of."""
        while isinstance(part, m.Whose | m.Ranked | m.Unique):
            part = part.of
        if isinstance(part, m.Those):
            return self.place(part.within)
        name = (part.attribute if isinstance(part, m.Members)
                else part.name if isinstance(part, m.Name) and part.name not in self.scope else "")
        found = name in self.words.zones or name in self.words.tracks
        return name if found and self.words.several(name) not in ("", "player") else ""

    def _name_sort(self, name: str) -> Sort:
        if name in self.scope:
            return self.scope[name].sort
        if name == "players":
            return "players"
        if name == "nobody" or name in self.words.dummies:
            return "player"
        if name in self.words.zones:
            return "cards"
        if name in self.words.tracks:
            return self._track_sort(name)
        if name in self.words.attributes:
            return "members"
        return "number" if name in self.words.figures or name in self.words.scorings else "member"

    def _owned_sort(self, name: str) -> Sort:
        if name in ("left", "right"):
            return "player"
        if name in self.words.zones:
            return "cards"
        if name in self.words.tracks:
            return self._track_sort(name)
        found = self.words.attributes.get(name)
        return "member" if found is not None and found.members else "number"

    def _track_sort(self, name: str) -> Sort:
        kinds: dict[str, Sort] = {"player": "player", "number": "number", "flag": "condition"}
        return kinds.get(self.words.tracks[name].type, "member")


def _single(sort: Sort) -> Sort:
    """One of several."""
    singles: dict[Sort, Sort] = {"cards": "card", "players": "player", "members": "member"}
    return singles.get(sort, sort)


def _several(sort: Sort) -> Sort:
    """Two of a sort together."""
    more: dict[Sort, Sort] = {"card": "cards", "player": "players", "member": "members"}
    return more.get(sort, sort)


def _declared(kind: str) -> Sort:
    """The sort of a type as a file writes it; any other word is an attribute."""
    match kind:
        case "cards" | "card" | "players" | "player" | "number":
            return kind
        case "flag":
            return "condition"
    return "member"


def _named(name: str, sort: Sort) -> Ref:
    words = spoken(name)
    match sort:
        case "player":
            return somebody(name)
        case "players" if words.startswith("the "):  # what they take part in: `the-auction`
            return Ref("players", f"the players in {words}", many=True, state=f"in {words}",
                       noun=Noun("player", "players", f" in {words}"))
        case "players":
            agent = is_agent(name) or is_plural(words)
            one = words.removesuffix("s") if is_plural(words) else words
            noun = Noun(one, words if is_plural(words) else plural(words)) if agent else Noun(
                f"{words} player", f"{words} players")
            return Ref("players", f"the {noun.many}", many=True, noun=noun,
                       state="" if agent else words)
        case "cards" | "card":
            if _DONE.search(words):  # what has been done to them, and not what they are
                many = sort == "cards"
                return Ref(sort, f"the {words} card{'s' * many}", many=many)
            return Ref(sort, f"the {words}", many=is_plural(words))
        case "number" if _COUNTED.search(words):
            return Ref(sort, f"the number {words}")
        case "number" | "figure" | "member" | "members" | "condition":
            return Ref(sort, f"the {words}")
        case _:
            assert_never(sort)
