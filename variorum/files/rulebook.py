"""The text of a rulebook: its headings, and the section below each.

A heading is a line of its own; marks of emphasis and white space around it do not count. A few
texts set headings in bold at the beginning of a paragraph or of an item; those are found too when
a rule cites them.
"""

from __future__ import annotations

import re
from hashlib import sha256

LONGEST = 60
_ITEM = re.compile(r"^(?:[-•◆*·]|\d{1,2}[.)]|\([a-z0-9]\)|[①-⑳])\s+")
_RUN_IN = re.compile(r"^(?:\*\*|__)?([^*_]{1,60}?)\s*(?:\*\*|__)")
_LABEL = re.compile(r"^(\*\*|__)[^*_]{1,60}:\1")
_MARKS = re.compile(r"[*_#`]+|</?[a-z]{1,6}>")
_SMALL = frozenset("a an and at by for from in of on or the to with".split())


class Rulebook:
    """Lines of a text, and which of them are headings."""

    def __init__(self, text: str) -> None:
        self.lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self.plain = [plain(line) for line in self.lines]
        self.titles = {
            number: title for number in range(len(self.lines)) if (title := self._title(number))
        }
        self.headings = list(self.titles)

    def _title(self, number: int) -> str:
        """What a line is called if it is a heading, or begins with one."""
        if _LABEL.match(_ITEM.sub("", self.lines[number].strip())):
            return _run_in(self.lines[number])
        return self.plain[number] if self._is_heading(number) else ""

    def _is_heading(self, number: int) -> bool:
        raw, text = self.lines[number].strip(), self.plain[number]
        if not text or len(text) > LONGEST or not any(char.isalnum() for char in text):
            return False
        if raw.startswith("#") or (text[0] == "【" and text[-1] == "】"):
            return True
        if _ITEM.match(raw) and not raw.startswith("**"):
            return False
        if text[-1] in ".,;" or "@" in text or "://" in text or "www." in text:
            return False
        letters = [char for char in text if char.isalpha()]
        if len(letters) > 2 and all(not char.islower() for char in letters):
            return True
        return self._stands_alone(number) and _like_a_title(text)

    def _stands_alone(self, number: int) -> bool:
        """The line above says something else or nothing, and text follows."""
        above = self.plain[number - 1] if number else ""
        if above and above[-1] not in ".!?:)】_" and not self._capital(above):
            return False
        return any(self.plain[number + 1 : number + 6])

    def _capital(self, text: str) -> bool:
        return len(text) <= LONGEST and text == text.upper()

    def places(self, heading: str) -> list[int]:
        """The lines where a heading stands, numbered from 0."""
        wanted = plain(heading)
        exact = [i for i, text in enumerate(self.plain) if text == wanted]
        return exact or [i for i, line in enumerate(self.lines) if _run_in(line) == wanted]

    def section(self, heading: str) -> str:
        """Everything below a heading up to the next one; several of the same name together."""
        parts = []
        for start in self.places(heading):
            stop = next((i for i in self.headings if i > start), len(self.lines))
            parts.append(" ".join(" ".join(self.plain[start:stop]).split()))
        return "\n".join(parts)

    def digest(self, heading: str) -> str:
        return sha256(self.section(heading).encode()).hexdigest()

    def names(self) -> list[str]:
        """The headings as they are cited, each once, in order."""
        return list(dict.fromkeys(self.titles.values()))


def plain(line: str) -> str:
    """A line without marks of emphasis and with single spaces."""
    return " ".join(_MARKS.sub("", line).split())


def _run_in(line: str) -> str:
    """`**Variation:** ...`: a heading at the beginning of a paragraph or of an item."""
    found = _RUN_IN.match(_ITEM.sub("", line.strip()))
    return plain(found[1]) if found else ""


def _like_a_title(text: str) -> bool:
    """`How to Play`, `Cast Out!`: most words begin with a capital letter."""
    words = re.findall(r"[^\W\d_][\w'’]*", text)
    large = [word for word in words if word.lower() not in _SMALL]
    return bool(large) and len(words) <= 7 and text[0].isalnum() and (
        all(not word[0].islower() for word in large)
    )
