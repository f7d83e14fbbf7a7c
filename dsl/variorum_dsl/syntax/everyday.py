"""Lines as people say them, and how the language says the same.

Only a line that cannot be read is looked up here. What stands in capitals is left to whoever
writes the file; a way out without any is a fix too, and is tried before it is offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Saying(NamedTuple):
    """What somebody wrote, why it cannot stand so, and what can."""

    written: str
    why: str
    way: str

    @property
    def lines(self) -> list[str]:
        """The lines of the way out, with a name for what is left open."""
        return [line.lower() for line in re.split(_BELOW, self.way)]

    @property
    def whole(self) -> bool:
        """Whether the way out can be written as it stands."""
        return not re.search(rf"[A-Z]|{_BELOW}", self.way)


MOST_LETTERS = 200
_BELOW = ", and below it(?:, further in)?: |, or: "
_NAMED = r"[a-z][a-z0-9-]*"
_COUNT = r"(?P<n>[0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|a|an|the|some)"
_DIGITS = {word: str(number) for number, word in enumerate(
    "one two three four five six seven eight nine ten".split(), 1)}
_DIGITS |= {"a": "1", "an": "1", "the": "1", "some": "3"}
_CARDS = r"(?: more| new| further)? ?(?:cards?)?"
_DEAL = "for each player p, and below it: move top {n} of deck to hand of p"
_SAYINGS = tuple((re.compile(pattern), why, way) for pattern, why, way in (
    (r"else|or else", "what happens if not is said so", "otherwise"),
    (r"(?:else if|otherwise if|elif|elsif) .*", "what happens if not has lines of its own",
     "otherwise, and below it, further in: if CONDITION"),
    (r"if (?P<c>.+?),? then (?P<x>.+)", "what then happens stands on lines of its own",
     "if {c}, and below it, further in: {x}"),
    (r"while .*", "a loop says when it is over, and what it uses up",
     "repeat until CONDITION, using up CARDS"),
    (r"(?:repeat|do|loop)(?: this)? (?P<n>[0-9]+) times", "a loop goes through something",
     "for each number n from 1 to {n}"),
    (rf"(?:deal|give) {_COUNT}{_CARDS} (?:to|for) (?:each|every|all) players?",
     "cards go from a place to a place", _DEAL),
    (rf"(?:deal|give) {_COUNT}{_CARDS} to (?P<p>{_NAMED})", "cards go from a place to a place",
     "move top {n} of deck to hand of {p}"),
    (rf"(?:each|every|all) players? (?:draws?|takes?|gets?|receives?) {_COUNT}{_CARDS}.*",
     "cards go from a place to a place", _DEAL),
    (rf"(?P<p>{_NAMED}) (?:draws?|takes?|gets?|receives?) {_COUNT}{_CARDS}(?: from (?P<z>.+))?",
     "cards go from a place to a place", "move top {n} of {z} to hand of {p}"),
    (rf"(?:each|every|all) players? (?:{_NAMED}).*", "a line is about one player at a time",
     "for each player p, and below it, further in: p chooses"),
    (rf"(?P<p>{_NAMED}) (?:discards?|plays?|lays?|puts?) .*",
     "a player picks cards, and another line moves them",
     "{p} picks 1 of hand of {p} as c, and below it: move c to ZONE"),
    (rf"move {_COUNT} cards? (?:from|of) (?P<z>.+?) to (?P<t>.+)",
     "it is not said which cards: the uppermost, or those that somebody picks",
     "move top {n} of {z} to {t}"),
    (r"set (?P<x>.+?) to (?P<v>.+)", "a track or a name becomes something",
     "{x} becomes {v}"),
    (r"(?P<x>.+?) (?:is set to|:=|gets|equals now) (?P<v>.+)",
     "a track or a name becomes something", "{x} becomes {v}"),
    (r"(?:increase|raise) (?P<x>.+?) by (?P<v>.+)", "a number is added to a track",
     "add {v} to {x}"),
    (r"(?:decrease|reduce|lower) (?P<x>.+?) by (?P<v>.+)",
     "a number is subtracted from a track", "subtract {v} from {x}"),
    (rf"for (?:each|every|all) (?P<p>(?!player\b|card\b){_NAMED}) in (?P<s>.*player.*)",
     "what is gone through is named before its name", "for each player {p} in {s}"),
    (rf"for (?:each|every|all) (?P<p>(?!player\b|card\b){_NAMED}) in (?P<s>.+)",
     "what is gone through is named before its name", "for each card {p} in {s}"),
    ((r"(?P<p>.+?) (?:picks|chooses|selects) (?:a|an|one|any) card (?:from|of|in) (?P<s>.+?) as "
     r"(?P<c>.+)"), "cards are picked so many of a set", "{p} picks 1 of {s} as {c}"),
    (r"(?P<a>.*\bof )(?:each|every|all)(?: the)? players?\b(?P<b>.*)",
     "all players are called `players`", "{a}players{b}"),
    (r"(?P<a>.+?) (?:equals|is equal to|are|is exactly) (?P<b>.+)", "what is compared is `is`",
     "{a} is {b}"),
    (r"(?P<a>.+? is )(?:greater|bigger|larger|higher) than(?P<b> .+)",
     "a number is more than another", "{a}more than{b}"),
    (r"(?P<a>.+? is )(?:fewer|smaller|lower) than(?P<b> .+)",
     "a number is less than another", "{a}less than{b}"),
    # Cards, places and tracks.
    (rf"(?P<n>[0-9]+) (?P<k>{_NAMED}) of (?:each|every) (?P<m>{_NAMED})(?P<b>.*)",
     "one of each member is `for each`, and the number is that of all of them",
     "{n} {k} for each {m}{b}"),
    (rf"(?P<k>{_NAMED})(?P<b>| with .*| for each .*)", "a line says how many cards it stands for",
     "1 {k}{b}"),
    (r"in (?P<z>.+) of (?:every|all|the)?(?: the)? ?players?",
     "each player has one of their own", "in {z} of each player"),
    (r"(?P<z>.+ holds .+, ?)(?:public|visible|face[ -]up|seen by all)(?P<b>.*)",
     "what everybody sees is open; what its owner sees, secret; what nobody sees, hidden",
     "{z}open{b}"),
    (r"(?P<z>.+ holds .+, ?)(?:face[ -]down|invisible)(?P<b>.*)",
     "what everybody sees is open; what its owner sees, secret; what nobody sees, hidden",
     "{z}hidden{b}"),
    (r"(?P<z>.+ holds .+, ?)(?:private|own)(?P<b>.*)",
     "what everybody sees is open; what its owner sees, secret; what nobody sees, hidden",
     "{z}secret{b}"),
    (r"(?P<t>.+) is (?P<n>[0-9]+)", "a track says what it is, and where it starts",
     "{t} is a number, starting at {n}"),
    # The end.
    (rf"(?P<s>{_NAMED}) (?P<n>[0-9]+) (?:points?|vp) (?P<b>for each .*)",
     "a step says what it does: add, subtract, double ...", "{s} add {n} {b}"),
    (rf"(?P<s>{_NAMED}) (?:\+|plus)? ?(?P<b>{_NAMED}.*)",
     "a step says what it does: add, subtract, double ...", "{s} add {b}"),
    (rf"(?P<t>then )?(?:the )?(?:most|biggest|best) (?P<b>{_NAMED})",
     "who wins has the highest or the lowest of something", "{t}highest {b}"),
    (rf"(?P<t>then )?(?:the )?(?:least|fewest|smallest) (?P<b>{_NAMED})",
     "who wins has the highest or the lowest of something", "{t}lowest {b}"),
    (r"(?:shared|share|tie|draw)", "what remains equal is said last", "then shared"),
    (r"end (?:the game )?when (?P<c>.+)", "an end has a name, and a time",
     "end NAME at once when {c}, or: end NAME after the round when {c}"),
    (rf"end (?P<e>{_NAMED}) when (?P<c>.+)",
     "an end is looked at after every move, or when a round is over",
     "end {e} at once when {c}, or: end {e} after the round when {c}"),
    # Examples.
    (r"(?P<z>.+?) ?: ?(?P<b>.+)", "what lies somewhere is what it holds", "{z} holds {b}"),
    (rf"(?P<p>{_NAMED}) (?:picks|chooses|plays|bids|takes|says|does) (?P<b>.+)",
     "what a player does stands behind a colon", "{p}: {b}"),
    (r"(?P<s>[a-z]+) ?: ?(?P<b>.*)", "no colon stands behind this word", "{s} {b}"),
    (r"(?P<a>.*)\bnumber of cards in (?P<b>.+)", "cards are counted by `count of`",
     "{a}count of {b}"),
))


# A line of each block, by the first word of what it stands below; of the margin, by its own.
FORMS = {
    "kinds": 'luxury "luxury card" has value',
    "components": "in deck, and below it: 10 luxury with value 1 to 10",
    "in": "10 luxury with value 1 to 10",
    "zones": "hand of each player holds card, secret",
    "tracks": "points of each player is a number",
    "figures": "money-left is total value of hand",
    "rounds": "rounds until deck is empty, using up deck",
    "scoring": "luxuries add total value of luxury in display",
    "elimination": "out players with lowest money-left",
    "winner": "highest points, and further down: then shared",
    "option": "add, replace, remove, rename or change, and what",
    "silent": 'assume yes "it is so", and further down: or no "it is not"',
    "or": "add, replace, remove, rename or change, and what",
    "remove": "remove effect NAME, remove zone NAME, and so on",
    "edition": 'edition my-game "My Game"',
    "players": "players 2 to 4",
    "play": "move top of deck to hand of p, p picks 1 of hand of p as c, add 1 to points of p, "
    "starter becomes p, or it begins with if, for each, let, shuffle ...",
    "end": "end empty-deck at once when deck is empty",
}


def heads(lines: Sequence[str]) -> list[str]:
    """For each line the first word of the line that it stands below."""
    found: list[str] = []
    above: list[tuple[int, str]] = []
    for line in lines:
        content = line.lstrip()
        indent = len(line) - len(content)
        if content:
            while above and above[-1][0] >= indent:
                above.pop()
        found.append(above[-1][1] if above else "")
        if content:
            above.append((indent, content.split(maxsplit=1)[0]))
    return found


def form_of(line: str, head: str) -> str:
    """How a line is written below one that begins so; empty where there are many ways."""
    first = line.split(maxsplit=1)[:1]
    if first == ["remove"] or line == line.lstrip():
        return FORMS.get("".join(first), "")
    return FORMS.get(head, "") if head not in ("rounds", "edition", "players", "end") else ""


def otherwise_said(line: str) -> Iterator[Saying]:
    """How the language may say what somebody wrote, the likeliest first."""
    written = re.sub(r"\s*#.*| +(?:see|says) \".*", "", line).strip()
    for pattern, why, way in _SAYINGS if len(written) <= MOST_LETTERS else ():
        found = pattern.fullmatch(written)
        if found is not None:
            groups = {name: text or ("deck" if name == "z" else "")
                      for name, text in found.groupdict().items()}
            groups["n"] = _DIGITS.get(groups.get("n", ""), groups.get("n", ""))
            yield Saying(written, why, way.format(**groups).replace("top 1 of", "top of").strip())
