"""The books themselves: the sentence of a rulebook behind a citation. Nothing of them is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping

from variorum.comparison.model import Difference, Spot
from variorum.files.rulebook import Rulebook

_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9“\"(•-])")
_WORD = re.compile(r"[a-zé]{3,}|\d+|½")
_COMMON = frozenset("the and for that this are not all any has have with when who does say his "
                    "her its may can each one only high society read here there their".split())
MOST = 2  # sentences that are shown of a book


class Books:
    """Texts of rulebooks by the names of their editions."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.books = {name: Rulebook(text) for name, text in texts.items()}

    def quoted(self, name: str, spot: Spot, each: Difference) -> list[str]:
        """The sentences below the cited headings that say most of what a difference is about."""
        book = self.books.get(name)
        if book is None:
            return []
        wanted = _words(f"{each.title} {spot.text}")
        rows = []
        for heading in spot.cites:
            for section in book.section(heading).split("\n"):
                for place, sentence in enumerate(_END.split(section)):
                    both = len(_words(sentence) & wanted)
                    if both:
                        rows.append((-both, len(sentence), place, sentence.strip()))
        best = sorted(dict.fromkeys(rows))[:MOST]
        if not best:
            return []
        # A second sentence is shown only if it says nearly as much.
        least = 3 * best[0][0] / 4
        return [row[-1] for row in best if row[0] <= least]


def _words(text: str) -> set[str]:
    """The words that matter, without their endings."""
    return {word.rstrip("s").removesuffix("ing").removesuffix("ed") for word in
            _WORD.findall(text.casefold()) if word not in _COMMON}
