"""What a comparison comes to: pairs, words, differences, and what proves them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from variorum_dsl.diagnostics.diagnostic import Place

from variorum.simulation.statistics import Share, Shown

CLASSES = (
    "facts", "components", "play", "information", "end", "elimination", "scoring", "tie-break",
    "option", "stated against silent", "both silent", "wording",
)
Severity = Literal["winner", "moves", "knowledge", "words"]
# What a difference can come to at a table, the gravest first.
SEVERITIES: dict[Severity, str] = {
    "winner": "can change who wins",
    "moves": "changes what players may do",
    "knowledge": "changes what players know",
    "words": "words only",
}
_CARD = re.compile(r" cards?$")
Sure = Literal["pinned", "certain", "likely", "guess"]
# assumed: one side is silent, and read here as the other one rules, so that nothing changes;
# chosen: an optional rule; incomparable: two different games.
Verdict = Literal["changes", "never", "assumed", "chosen", "incomparable", "open"]


class Spot(NamedTuple):
    """One side of a difference: where it stands in the file and in the rulebook."""

    place: Place
    text: str
    cites: tuple[str, ...] = ()


class Pair(NamedTuple):
    """Two things that correspond."""

    category: str
    left: str
    right: str
    left_words: str
    right_words: str
    sure: Sure
    likeness: float
    reason: str

    @property
    def renamed(self) -> bool:
        """Whether players read other words for it."""
        return plain_words(self.left_words) != plain_words(self.right_words)


class FalseFriend(NamedTuple):
    """One printed word, or two that are nearly one, for two things that do not correspond."""

    id: str
    left_word: str
    right_word: str
    left: Spot
    right: Spot
    left_meaning: str
    right_meaning: str


class Told(NamedTuple):
    """A witness as one of the two editions tells it."""

    lines: tuple[str, ...]
    sheet: tuple[str, ...]
    winners: tuple[str, ...]
    record: tuple[str, ...] = ()  # of a game from the deal: the lines that `replay` takes


class Witness(NamedTuple):
    """A position, or a game, in which the two name different winners."""

    form: Literal["position", "game"]
    players: int
    size: int
    left: Told
    right: Told
    left_label: str = ""
    right_label: str = ""
    reached: bool = False  # a game from the deal, with the same decisions on both sides
    switch: Switch | None = None  # what it tells apart, if these are two ways to play one edition
    looked: int = 0  # games from the deal that were looked at
    seed: int = 0  # of a game from the deal
    records: tuple[str, ...] = ()  # where such a game is recorded
    note: str = ""


class Title(NamedTuple):
    """A sentence about both sides. `{l0}` and `{r0}` stand for the first pair, and so on, so that
    the sentence can be said from either side."""

    frame: str
    pairs: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        words = {f"l{n}": pair[0] for n, pair in enumerate(self.pairs)}
        words.update({f"r{n}": pair[1] for n, pair in enumerate(self.pairs)})
        frame = self.frame
        for n, (left, right) in enumerate(self.pairs):
            if left == right:  # what both call alike is named once
                frame = frame.replace(f"{{l{n}}} / {{r{n}}}", f"{{l{n}}}")
        # Whichever side comes first begins the sentence behind a question.
        return re.sub(r"(?<=\? )[a-z]", lambda first: first[0].upper(), frame.format(**words),
                      count=1)

    def mirrored(self) -> Title:
        return self._replace(pairs=tuple((b, a) for a, b in self.pairs))


def said(frame: str, *pairs: tuple[str, str]) -> Title:
    return Title(frame, pairs)


def plainly(text: str) -> Title:
    """A sentence in which no side comes first."""
    return Title("{l0}", ((text, text),))


class Switch(NamedTuple):
    """What can be chosen in one of two editions alone, with what was chosen already: an optional
    rule, or another reading of a silence. Both are then rules of that edition."""

    left: bool
    options: tuple[str, ...]
    words: str
    option: str = ""
    silence: str = ""
    reading: str = ""


class Measured(NamedTuple):
    """How often a switch changes the winner of simulated games: the same deals without and with
    it, played by the same bots."""

    share: Share
    players: int
    bots: tuple[str, ...]
    alike: bool = True  # the deals are the same: neither has more cards than the other
    shown: Shown | None = None  # one of the games in which it does


class Sentence(NamedTuple):
    """A sentence of a summary, and how deep it stands in a list."""

    depth: int
    text: str


class Difference(NamedTuple):
    """One rule that is not the same."""

    id: str
    category: str
    said: Title
    left: Spot | None
    right: Spot | None
    players: tuple[int, ...] = ()
    verdict: Verdict = "open"
    how: str = ""
    note: str = ""
    witness: Witness | None = None
    switch: Switch | None = None
    measured: Measured | None = None
    severity: Severity = "moves"
    silent: Literal["", "left", "right", "both"] = ""  # whose book does not say
    # Of a part of another game, what each of the two says, sentence by sentence.
    told: tuple[tuple[Sentence, ...], tuple[Sentence, ...]] = ((), ())

    @property
    def title(self) -> str:
        return str(self.said)


class Shared(NamedTuple):
    """A rule that both have in common, as two different games may; or that one of two books only
    implies."""

    said: Title
    left: Spot | None
    right: Spot | None
    id: str = ""

    @property
    def title(self) -> str:
        return str(self.said)


class Comparison(NamedTuple):
    """Two editions side by side."""

    left: str
    right: str
    left_title: str  # what sentences call the two: titles that cannot be mixed up
    right_title: str
    left_path: str
    right_path: str
    same_game: bool
    likeness: float
    pairs: tuple[Pair, ...]
    friends: tuple[FalseFriend, ...]
    differences: tuple[Difference, ...]
    shared: tuple[Shared, ...]
    notes: tuple[str, ...] = ()
    implied: tuple[Shared, ...] = ()  # what one of the two says less plainly than the other

    @property
    def renamings(self) -> tuple[Pair, ...]:
        """Other words for the same; what a file calls a part of its rules is read by nobody."""
        return tuple(pair for pair in self.pairs
                     if pair.renamed and pair.category not in ("stage", "effect", "end"))

    def counts(self) -> dict[str, int]:
        """How many differences there are of each class; renamings count as wording."""
        found: dict[str, int] = dict.fromkeys((str(each) for each in CLASSES), 0)
        for each in self.differences:
            found[each.category] += 1
        found["wording"] += len(self.renamings) + len(self.friends)
        return found


def plain_words(words: str) -> str:
    """Words as people compare them: `Luxury cards` and `luxury card` are the same."""
    text = " ".join(words.casefold().replace("’", "'").split())
    for ending in (" cards", " card"):
        if text.endswith(ending) and len(text) > len(ending):
            text = text.removesuffix(ending)
    return text


def cards_named(
    text: str, pairs: Iterable[Pair], put: Callable[[str, str, str], str], *, left: bool
) -> str:
    """A text of one side in which each card that the other side calls otherwise is put in another
    way: from its word, `card` behind it if that stands there, and the other side's word."""
    words: dict[str, str] = {}
    scores = set()
    for pair in pairs:
        own, other = (_CARD.sub("", each) for each in (
            (pair.left_words, pair.right_words) if left else (pair.right_words, pair.left_words)))
        if pair.category == "scoring":
            scores |= set(own.split())  # a card's word that is the score's as well says too little
        elif pair.renamed and pair.category in ("card", "kind"):
            words[own] = other
    words = {own: other for own, other in words.items() if own not in scores}
    if not words:
        return text
    # All at once, as a word of one side may be another card's word on the other.
    known = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)({known})((?: cards?)?)(?!\w)",
                  lambda found: put(found[1], found[2], words[found[1]]), text)


def identity(category: str, *parts: str) -> str:
    """A name for a difference that is the same in every run, from either side, and for whichever
    two editions: it is made of what rules do, and of no name in a file."""
    return "-".join(filter(None, (category.replace(" ", "-"), *parts)))


def turned(witness: Witness) -> Witness:
    """The same witness, seen from the other side."""
    switch = witness.switch
    return witness._replace(left=witness.right, right=witness.left,
                            left_label=witness.right_label, right_label=witness.left_label,
                            switch=switch and switch._replace(left=not switch.left),
                            records=witness.records[::-1])


TURNED: dict[str, Literal["", "left", "right", "both"]] = {
    "": "", "left": "right", "right": "left", "both": "both"}


def _other_way(rule: Shared) -> Shared:
    return rule._replace(said=rule.said.mirrored(), left=rule.right, right=rule.left)


def mirrored(one: Comparison) -> Comparison:
    """The same comparison, seen from the other side."""
    return one._replace(
        left=one.right, right=one.left, left_title=one.right_title, right_title=one.left_title,
        left_path=one.right_path, right_path=one.left_path,
        pairs=tuple(pair._replace(left=pair.right, right=pair.left, left_words=pair.right_words,
                                  right_words=pair.left_words) for pair in one.pairs),
        friends=tuple(each._replace(left=each.right, right=each.left,
                                    left_word=each.right_word, right_word=each.left_word,
                                    left_meaning=each.right_meaning,
                                    right_meaning=each.left_meaning) for each in one.friends),
        differences=tuple(each._replace(
            said=each.said.mirrored(), left=each.right, right=each.left, silent=TURNED[each.silent],
            witness=each.witness and turned(each.witness), told=each.told[::-1],
            switch=each.switch and each.switch._replace(left=not each.switch.left),
        ) for each in one.differences),
        shared=tuple(map(_other_way, one.shared)), implied=tuple(map(_other_way, one.implied)),
    )
