"""What a comparison comes to: pairs, words, differences, and what proves them."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from dsl.diagnostics import Place

CLASSES = (
    "components", "play", "information", "end", "elimination", "scoring", "tie-break", "option",
    "stated against silent", "wording",
)
Sure = Literal["pinned", "certain", "likely", "guess"]
Verdict = Literal["changes", "never", "open"]


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
    """One printed word for two things that do not correspond."""

    id: str
    word: str
    left: Spot
    right: Spot
    left_meaning: str
    right_meaning: str


class Told(NamedTuple):
    """A witness as one of the two editions tells it."""

    lines: tuple[str, ...]
    sheet: tuple[str, ...]
    winners: tuple[str, ...]


class Witness(NamedTuple):
    """A position, or a game, in which the two name different winners."""

    form: Literal["position", "game"]
    players: int
    size: int
    left: Told
    right: Told


class Difference(NamedTuple):
    """One rule that is not the same."""

    id: str
    category: str
    title: str
    left: Spot | None
    right: Spot | None
    players: tuple[int, ...] = ()
    verdict: Verdict = "open"
    how: str = ""
    note: str = ""
    witness: Witness | None = None


class Shared(NamedTuple):
    """A rule that two different games have in common."""

    title: str
    left: Spot | None
    right: Spot | None


class Comparison(NamedTuple):
    """Two editions side by side."""

    left: str
    right: str
    left_title: str
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

    @property
    def renamings(self) -> tuple[Pair, ...]:
        return tuple(pair for pair in self.pairs if pair.renamed)

    def counts(self) -> dict[str, int]:
        """How many differences there are of each class; renamings count as wording."""
        found = dict.fromkeys(CLASSES, 0)
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


def identity(category: str, *keys: str, word: str = "") -> str:
    """A name for a difference that is the same in every run, and from either side."""
    from hashlib import sha256

    digest = sha256("\n".join(sorted(keys)).encode()).hexdigest()[:6]
    slug = category.replace(" ", "-")
    return f"{slug}-{word}-{digest}" if word else f"{slug}-{digest}"


Data = dict[str, Any]
