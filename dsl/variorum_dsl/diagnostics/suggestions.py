"""Names that may have been meant. The comparison is loaded only when somebody has misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

NUMBERS = {word: number for number, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve".split()
)}


def close_names(name: str, known: Iterable[str], n: int = 1, cutoff: float = 0.6) -> list[str]:
    """The known names that come closest, best first."""
    from difflib import get_close_matches

    return get_close_matches(name, list(known), n=n, cutoff=cutoff)
