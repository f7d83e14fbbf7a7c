"""Names that may have been meant. The comparison is loaded only when somebody has misspelt one."""

from __future__ import annotations

from collections.abc import Iterable
from heapq import nsmallest

from variorum_dsl.diagnostics.diagnostic import Edit, Fix, Place

NUMBERS = {word: number for number, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve".split()
)}
MOST_COMPARED = 200


def close_names(name: str, known: Iterable[str], n: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known names that come closest, best first. Among very many, those are looked at that
    begin or end alike and are about as long. Letters that only changed places come first."""
    from difflib import get_close_matches

    names = list(known)
    if len(names) > MOST_COMPARED:
        alike = (each for each in names if each[:1] == name[:1] or each[-1:] == name[-1:])
        names = nsmallest(MOST_COMPARED, alike, key=lambda each: abs(len(each) - len(name)))
    letters = sorted(name)
    found = get_close_matches(name, names, n=n + 3, cutoff=cutoff)
    return sorted(found, key=lambda each: sorted(each) != letters)[:n]


def respelt(place: Place, name: str, *, safe: bool = False) -> Fix:
    """The fix of a name, or of what something at the place names: another one is written there."""
    return Fix(f"write {name}", (Edit(place, name),), safe)
