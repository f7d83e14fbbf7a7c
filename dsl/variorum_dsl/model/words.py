"""What players read, and where a rule stands in its rulebook."""

from __future__ import annotations

from dataclasses import dataclass

from variorum_dsl.model.node import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Node):
    """The printed words for one thing, and for several where the rule would get it wrong."""

    one: str
    many: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite(Node):
    """`see "Heading"`."""

    heading: str


_SUPERLATIVES = frozenset({"most", "highest", "best", "top", "lowest", "single"})


def is_superlative(words: str) -> bool:
    """Whether words say already that something is the most there is: `highest Luxury card`."""
    return not _SUPERLATIVES.isdisjoint(words.lower().split(" "))


def ranked(extreme: str, words: str) -> str:
    """`highest status`, and `highest Luxury card` where that is what it is called."""
    return words if extreme == "highest" and is_superlative(words) else f"{extreme} {words}"


def plural(one: str) -> str:
    """The regular English plural of the last word."""
    if one.endswith(("s", "x", "z", "ch", "sh")):
        return one + "es"
    if one.endswith("y") and one[-2:-1] not in tuple("aeiou"):
        return one[:-1] + "ies"
    return one + "s"
