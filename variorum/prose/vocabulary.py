"""What the things of a game are called in print."""

from __future__ import annotations

import re
from dataclasses import dataclass

from variorum_dsl import model as m
from variorum_dsl.english import (
    head_of,
    is_agent,
    is_plural,
    is_tally,
    is_uncounted,
    many_of,
    one_of,
    plural,
    singular,
    spoken,
    with_article,
)
from variorum_dsl.model.game import Game

# Words for a place; everything else that a zone is called is a word for what lies there.
_PLACES = re.compile(
    r"(?i)(?:deck|pile|box|hand|display|collection|layout|row|table|stack|market|board|area|pool"
    r"|bank|stock|reserve|tableau|trick|purse|wallet|bag|supply|store|shop|treasure)s?$"
)


# Names of zones that say how cards come to lie there: "cards left out", "chips on Vunshun".
_LAID = re.compile(
    r"(?i)^(?:[^,]*\s)?(?P<noun>\w+)(?:,| )"
    r"(?P<tail>left out|set aside|removed(?: unseen)?|turned up|discarded|out of (?:the game|play)"
    r"|in front|on .+)$"
)
_WHO = re.compile(r"\w+s (?:who|that|which|whose) ")
_CLAUSE = re.compile(r"\b(?:is|are|has|have|was|were|may|can|must)\b")
_DONE = re.compile(r"(?i)^(?P<done>discarded|removed) \w")


@dataclass(frozen=True)
class Laid:
    """How cards come to lie in a zone, as what happens to them and as what somebody does."""

    done: str  # "left out"
    verb: str  # "leave"
    rest: str  # "out"


_ACTS = {
    "left": ("leave", "left"), "set": ("set", "set"), "removed": ("remove", "removed"),
    "turned": ("turn", "turned"), "discarded": ("discard", "discarded"), "out": ("take", "taken"),
    "in": ("lay", "laid"), "on": ("lay", "laid"),
}


@dataclass(frozen=True)
class Noun:
    """A word for one and for several, with what is said in front and behind."""

    one: str
    many: str
    post: str = ""

    def a(self) -> str:
        return with_article(self.one) + self.post

    def alone(self) -> Noun:
        """The thing itself: `card` of `luxury card` and of `card of the deck`."""
        return Noun(head_of(self.one), head_of(self.many))

    def with_pre(self, more: str) -> Noun:
        """The same with something said directly behind the noun."""
        return Noun(self.one, self.many, more + self.post)

    def with_post(self, more: str) -> Noun:
        """The same with something said at the end."""
        return Noun(self.one, self.many, self.post + more)

    def any(self, many: bool = True) -> str:  # noqa: FBT002 - a word for one or for many
        return (self.many if many else self.one) + self.post


CARD = Noun("card", "cards")


class Vocabulary:
    """The names of a resolved game and their printed words."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.zones = {zone.name: zone for zone in game.zones}
        self.tracks = {track.name: track for track in game.tracks}
        self.figures = {figure.name: figure for figure in game.figures}
        self.scorings = {scoring.name: scoring for scoring in game.scorings}
        self.procedures = {procedure.name: procedure for procedure in game.procedures}
        self.dummies = {dummy.name: dummy for dummy in game.dummies}
        self.kinds: dict[str, m.Kind] = {}
        self.under: dict[str, str] = {}
        for kind in game.kinds:
            self._kind(kind, kind.under)
        self.marks = {mark.name: mark for kind in self.kinds.values() for mark in kind.marks}
        self.attributes = {a.name: a for kind in self.kinds.values() for a in kind.attributes}
        self.cards: dict[str, m.Component] = {}
        for pile in game.piles:
            for line in pile.lines:
                if line.name:
                    self.cards.setdefault(line.name, line)
                    self.under.setdefault(line.name, line.kind)

    def _kind(self, kind: m.Kind, under: str) -> None:
        self.kinds[kind.name] = kind
        self.under[kind.name] = under
        for inner in kind.kinds:
            self._kind(inner, kind.name)

    def lineage(self, kind: str) -> list[str]:
        found = []
        while kind and kind not in found:
            found.append(kind)
            kind = self.under.get(kind, "")
        return found

    def value(self, attribute: str, value: int) -> str:
        """A number on a card, as people say it."""
        found = self.attributes.get(attribute)
        said = found.said(value) if found is not None and found.called else str(value)
        return said.replace("-", " ") if not said.lstrip("-").isdigit() else said.replace("-", "−")

    def is_below(self, name: str, kind: str) -> bool:
        """Whether all that goes by a name, of a kind or of a card, is of a kind as well."""
        return kind in self.lineage(name) or any(
            line.name == name and kind in self.lineage(line.kind)
            for pile in self.game.piles for line in pile.lines)

    def is_a(self, line: m.Component, kind: str) -> bool:
        """Whether cards are of a kind, or bear a mark."""
        return kind in (line.name, *self.lineage(line.kind), *line.marks)

    # --------------------------------------------------------------------- nouns
    def kind(self, name: str) -> Noun:
        """Cards of a kind, or with a mark."""
        if name in self.marks and name not in self.kinds:
            return self._marked(self.marks[name])
        return self.kind_only(name)

    def _marked(self, mark: m.Mark) -> Noun:
        card = self.common(tuple(self.kinds))
        words = mark.words.one if mark.words else ""
        if not words:
            return Noun(f"{spoken(mark.name)} {card.one}", f"{spoken(mark.name)} {card.many}")
        if head_of(words).lower() == card.alone().one.lower():
            return Noun(words, plural(words))
        said = words if is_plural(words) or is_uncounted(words) else with_article(words)
        return Noun(card.one, card.many, f" with {said}")

    def common(self, kinds: tuple[str, ...]) -> Noun:
        """The last word of what some kinds are called, if they share it: `card`."""
        words = {self.kind_only(kind).alone() for kind in kinds}
        return words.pop() if len(words) == 1 else CARD

    def kind_only(self, name: str) -> Noun:
        """Cards of a kind, whatever mark bears the same name."""
        found = self.kinds.get(name) or self.cards.get(name)
        words = found.words if found else None
        return Noun(one_of(words, name), many_of(words, name))

    def a(self, kind: str) -> str:
        """A card of a kind; `the` one if there is only one in the game."""
        noun = self.kind(kind)
        if not self.single(kind):
            return noun.a()
        return f"{self.the(noun.one)}{noun.post}"

    def the(self, words: str) -> str:
        """A card of which there is one. Its own name, such as “Passé”, takes no article, unless it
        is a word for somebody: “the Thief”."""
        return words if words[:1].isupper() and not is_agent(words) else f"the {words}"

    def single(self, kind: str) -> bool:
        """Whether there is only one card of a kind in the whole game."""
        found = [(pile, line) for pile in self.game.piles for line in pile.lines
                 if self.is_a(line, kind)]
        return sum(line.count for _, line in found) == 1 and not any(
            bool(pile.each) for pile, _ in found)

    def is_distinct(self, attribute: str) -> bool:
        """Whether no two cards of the whole game show the same number."""
        shown: list[int] = []
        for pile in self.game.piles:
            for line in pile.lines:
                settings = [each for each in line.settings if each.name == attribute]
                names = [cell for row in line.table[:1] for cell in row.cells]
                if not settings and attribute not in names:
                    continue
                if not settings or pile.each or line.for_each:
                    return False
                values = [value for each in settings for some in each.values if not some.word
                          for value in range(some.low, some.high + 1)]
                if len(values) != line.count:
                    return False
                shown += values
        return len(set(shown)) == len(shown) > 0

    # --------------------------------------------------------------------- zones
    def zone(self, name: str) -> str:
        zone = self.zones.get(name)
        words = one_of(zone.words if zone else None, name)
        return words.removeprefix("the ")

    def is_place(self, name: str) -> bool:
        return bool(_PLACES.search(head_of(self.zone(name))))

    def laid(self, name: str, owner: str = "") -> Laid | None:
        """How cards come to a zone, where its name says so; "in front" is of its owner."""
        words = self.zone(name)
        zone = self.zones.get(name)
        found = _LAID.match(words)
        if found is not None and zone is not None:
            nouns = {word.lower() for kind in zone.kinds for noun in [self.kind_only(kind).alone()]
                     for word in (noun.one, noun.many)}
            if found["noun"].lower() not in {*nouns, "card", "cards", "money"}:
                return None
            first, _, rest = found["tail"].partition(" ")
            act, done = _ACTS[first.lower()]
            if first.lower() in ("out", "in", "on"):
                rest = found["tail"]
            if found["tail"] == "in front":
                if not owner:
                    return None
                rest = f"in front of {owner}"
            return Laid(f"{done} {rest}".strip(), act, rest)
        found = _DONE.match(words)
        if found is not None and zone is not None and not self.several(name):
            act, done = _ACTS[found["done"].lower()]
            return Laid(done, act, "")
        return None

    def is_one_card(self, name: str) -> bool:
        """Whether a zone is called after the one card that lies there."""
        words = self.zone(name)
        zone = self.zones.get(name)
        return zone is not None and head_of(words).lower() in {
            self.kind_only(kind).alone().one.lower() for kind in zone.kinds}

    def held(self, name: str) -> Noun:
        """What lies in a zone."""
        zone = self.zones.get(name)
        if zone is None:
            return CARD
        if len(zone.kinds) == 1:
            return self.kind(zone.kinds[0])
        return self.common(zone.kinds)

    def inside(self, name: str) -> str:
        """`in` a place, `among` things."""
        return "in" if self.is_place(name) or not is_plural(self.zone(name)) else "among"

    # ---------------------------------------------------------------- other words
    def attribute(self, name: str) -> str:
        found = self.attributes.get(name)
        return one_of(found.words if found else None, name)

    def members(self, name: str) -> list[str]:
        """The words that an attribute can be."""
        found = self.attributes.get(name)
        return [spoken(each) for each in found.members] if found else []

    def several(self, name: str) -> str:
        """What there is one of each of: `player`, an attribute, or the name itself if they have
        numbers; nothing, if there is one zone, track or figure of the name."""
        found: m.Zone | m.Track | None = self.zones.get(name) or self.tracks.get(name)
        if found is not None:
            return name if found.numbers is not None else found.each
        figure = self.figures.get(name)
        return figure.each if figure is not None else ""

    def members_noun(self, name: str) -> Noun:
        """The members of an attribute, or the places of a name: `colour`, `rows`."""
        found: m.Zone | m.Track | m.Attribute | None = (
            self.zones.get(name) or self.tracks.get(name) or self.attributes.get(name))
        words = found.words if found else None
        if words is None and not isinstance(found, m.Attribute) and is_plural(spoken(name)):
            return Noun(singular(spoken(name)), spoken(name))  # `bonuses 3 to 5`
        return Noun(one_of(words, name), many_of(words, name))

    def mark(self, name: str) -> str:
        found = self.marks.get(name)
        return one_of(found.words if found else None, name)

    def is_unit(self, name: str) -> bool:
        """An attribute that counts things printed on a card: `shields "shield"`, or
        `rolls "maki roll"`."""
        found = self.attributes.get(name)
        return bool(found and found.words
                    and f" {many_of(found.words, name)}".endswith(f" {spoken(name)}"))

    def valued(self, name: str, value: int | str) -> str:
        """An attribute and its value: `2 shields`, `rank 3`."""
        if not self.is_unit(name):
            return f"{self.attribute(name)} {value}"
        return f"{value} {self.attribute(name) if value == 1 else self.units(name)}"

    def units(self, name: str) -> str:
        found = self.attributes.get(name)
        return many_of(found.words if found else None, name)

    def figure(self, name: str) -> str:
        found: m.Figure | m.Scoring | None = self.figures.get(name) or self.scorings.get(name)
        return one_of(found.words, name) if found else self.track(name)

    def is_collected(self, name: str) -> bool:
        """Whether a track counts what a player gains and loses: everybody begins with none. One
        that begins with something else is a measure, which goes up and down."""
        found = self.tracks.get(name)
        start = found.start if found else None
        return start is None or (isinstance(start, m.Number) and start.value == 0)

    def track(self, name: str) -> str:
        found = self.tracks.get(name)
        words = one_of(found.words if found else None, name)
        if found is not None and found.type == "number" and _WHO.match(words):
            return f"number of {words}"
        return words if self.is_clause(name) else words.removeprefix("the ")

    def is_clause(self, name: str) -> bool:
        """Whether what is set or not is called by a sentence: `the deal is over`."""
        found = self.tracks.get(name)
        return found is not None and found.type == "flag" and bool(
            _CLAUSE.search(one_of(found.words, name)))

    def stated(self, name: str, *, holds: bool) -> str:
        """What is called by a sentence as so, or as not so: `the deal is not over`."""
        words = self.track(name)
        if holds:
            return words
        if words.startswith("the ") and " or " not in words and " and " not in words:
            return _CLAUSE.sub(r"\g<0> not", words, count=1)
        return f"it is not so that {words}"

    def dummy(self, name: str) -> str:
        return one_of(self.dummies[name].words, name)

    def best(self, extreme: str, name: str, words: str = "") -> str:
        """`the most money left`, `the fewest shields`, `the highest status`."""
        said = words or self.figure(name)
        if "," in said:
            return f"the {extreme} {said},"
        if is_plural(said):
            return f"the {'most' if extreme == 'highest' else 'fewest'} {said}"
        if is_uncounted(said) or said.lower().startswith("money"):
            return f"the {'most' if extreme == 'highest' else 'least'} {said}"
        scoring = self.scorings.get(name)
        if scoring is not None and is_tally(scoring.words, name):
            many = many_of(scoring.words, name)
            return f"the {'most' if extreme == 'highest' else 'fewest'} {many}"
        return f"the {extreme} {said}"
