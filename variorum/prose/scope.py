"""Local names and what sort of thing an expression is: the ground on which all words are said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from variorum_dsl import model as m

from variorum.prose.english import is_agent, listed, owner_of, plural, spoken
from variorum.prose.vocabulary import Noun, Vocabulary

NUMBERS = (m.Number, m.Aggregate, m.Count, m.Rounded)


class Phrase(NamedTuple):
    """Words for something, and whether they are a plural."""

    text: str
    many: bool = False


@dataclass
class Ref:
    """What a local name stands for, and how it is spoken of.

    `fresh` is said at the first mention, so that "each player" becomes "they".
    """

    sort: str
    subject: str
    own: str = ""
    object: str = ""
    many: bool = False
    fresh: str = ""
    noun: Noun | None = None
    state: str = ""
    value: Any = None
    shrinks: bool = False

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


def somebody(name: str) -> Ref:
    """A player who is known by a name: `the buyer`, `the unlucky player`."""
    words = spoken(name)
    if not is_agent(name):
        words = f"{words} player" if words.count(" ") < 2 else f"player who is {words}"
    return Ref("player", f"the {words}", noun=Noun(words, plural(words)))


class Speaker:
    """What all words need: `scope` knows the local names, `me` whose own things are meant.

    The classes below it each say one sort of thing, and need the others for parts of it.
    """

    condition: Callable[[Any], str]
    player: Callable[[Any], Phrase]
    to: Callable[[Any], str]
    group: Callable[[Any], Noun]
    cards: Callable[[Any], Phrase]
    whose: Callable[[m.Whose], str]
    best: Callable[[str, str], str]
    figure_words: Callable[[str], str]
    number: Callable[[Any], str]
    member: Callable[[Any], str]

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.scope: dict[str, Ref] = {}
        self.me = they()

    # ---------------------------------------------------------------------- sorts
    def sort(self, part: Any) -> str:
        """`cards`, `players`, `player`, `card`, `number`, `member` or `condition`."""
        match part:
            case m.Name(name=name):
                return self._name_sort(name)
            case m.Owned(name=name):
                if name in ("left", "right"):
                    return "player"
                if name in self.words.zones:
                    return "cards"
                found = self.words.attributes.get(name)
                if found is not None and name not in self.words.tracks:
                    return "member" if found.members else "number"
                return self._track_sort(name) if name in self.words.tracks else "number"
            case m.Among() | m.Outside() | m.Top():
                return "cards"
            case m.Whose() | m.Ranked() | m.Unique():
                return self.sort(part.of)
            case m.Those():
                return self.sort(part.within)
            case m.TheOne() | m.OneOf():
                return self.sort(part.of).removesuffix("s")
            case m.ByPlayers():
                return self.sort(part.rows[0].value) if part.rows else "number"
            case m.Binary(operation=operation):
                return "condition" if operation in ("and", "or") else self.sort(part.left)
            case _ if isinstance(part, NUMBERS):
                return "number"
        return "condition"

    def _name_sort(self, name: str) -> str:
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
        return "number" if name in self.words.figures or name in self.words.scorings else "member"

    def _track_sort(self, name: str) -> str:
        kind = self.words.tracks[name].type
        return {"player": "player", "number": "number", "flag": "condition"}.get(kind, "member")

    def any(self, part: Any) -> Phrase:
        """Words for anything that is not a condition."""
        match self.sort(part):
            case "cards" | "card":
                return self.cards(part)
            case "players":
                return Phrase(self.group(part).any(), many=True)
            case "player":
                return self.player(part)
            case "number":
                return Phrase(self.number(part))
            case "member":
                return Phrase(self.member(part))
        return Phrase(self.condition(part))

    def bound(self, name: str, ref: Ref) -> Any:
        return _Bound(self, name, ref)

    def _by_players(self, part: m.ByPlayers, said: Callable[[Any], str]) -> str:
        rows: dict[str, list[Any]] = {}
        for row in part.rows:
            value = row.value
            text = "none" if isinstance(value, m.Number) and value.value == 0 else said(value)
            rows.setdefault(text, []).append(row)
        return listed([f"{text} with {among_players(some)}" for text, some in rows.items()])


class _Bound:
    """A local name for as long as a block lasts."""

    def __init__(self, phrases: Speaker, name: str, ref: Ref) -> None:
        self.phrases, self.name, self.ref = phrases, name, ref

    def __enter__(self) -> Ref:
        self.before = self.phrases.scope.get(self.name)
        self.phrases.scope[self.name] = self.ref
        return self.ref

    def __exit__(self, *_: object) -> None:
        if self.before is None:
            self.phrases.scope.pop(self.name, None)
        else:
            self.phrases.scope[self.name] = self.before


def with_players(low: int, high: int) -> str:
    if low == high:
        return f"{low} player{'s' if low != 1 else ''}"
    return f"{low} {'or' if high == low + 1 else 'to'} {high} players"


def among_players(rows: Sequence[Any]) -> str:
    """Several numbers of players: "3 or 5 players"."""
    if len(rows) == 1:
        return with_players(rows[0].low, rows[0].high)
    numbers = [with_players(row.low, row.high).removesuffix(" players") for row in rows]
    return f"{listed(numbers, 'or')} players"

