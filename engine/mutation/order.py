"""The core of a game in a settled form, in which what makes no difference looks the same."""

from __future__ import annotations

from typing import Any


def settled(part: Any) -> Any:
    """The same without what loops promise to use up."""
    if not isinstance(part, list):
        return part
    if part and part[0] == "repeat":
        part = [part[0], part[1], None, *part[3:]]
    elif part and part[0] == "turns":
        part = [*part[:5], None, *part[6:]]
    elif len(part) == 4 and part[0] in ("setup", "phase", "rounds", "reckoning"):
        part = [*part[:2], None, part[3]]
    return [settled(each) for each in part]
