"""Small pieces of English: articles, plurals, numbers, lists, possessives, sentences.

Whatever is said about a game, in a finding, a log or a page, is put together from these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction

    from variorum_dsl.model.words import Words

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
            "ninth", "tenth", "eleventh", "twelfth")
_VOWEL_SOUND = re.compile(
    r"(?i)^(?:[aeio]|u(?!ni|se|su|ti|r[aeiou])|8|11\b|18\b|hono|hones|hour|heir)")
_CONSONANT_SOUND = re.compile(r"(?i)^(?:eu|one\b|once\b)")
# Words behind which the thing that is named stands no longer: "cards left out", "chip on the card".
_TAIL = re.compile(
    r"\s(?:of|in|on|out|left|turned|removed|kept|held|played|shown|won|taken|paid|carried|laid|lost"
    r"|drawn|offered|discarded|set aside|for|from|with|up|to)\b|,"
)
_AGENT = re.compile(
    r"(?i)(?:er|or|ant|ent|ee|ist|im|ier|lead|host|guest|chief|thief|judge|king|queen|heir)$")
_HYPHENED = re.compile(r"\b(?:runners? up|passers? by|go between|stand by|left over)\b")
_NOW = re.compile(r"^(is|are) now ")
_UNCOUNTED = ("money", "cash", "gold", "information")


class Clause(NamedTuple):
    """Somebody or something, and what they do: joined to others about the same subject."""

    subject: str
    predicate: str

    def __str__(self) -> str:
        return f"{self.subject} {self.predicate}".strip()


def spoken(name: str) -> str:
    """A name of the language as words. What follows a tilde tells equal names apart."""
    words = name.partition("~")[0].replace("-", " ")
    return _HYPHENED.sub(lambda found: found[0].replace(" ", "-"), words)


def article(noun: str) -> str:
    """`a` or `an`, by the sound of the noun."""
    return "an" if _VOWEL_SOUND.match(noun) and not _CONSONANT_SOUND.match(noun) else "a"


def with_article(noun: str) -> str:
    return f"{article(noun)} {noun}"


def one_of(words: Words | None, name: str) -> str:
    return words.one if words else spoken(name)


def many_of(words: Words | None, name: str) -> str:
    if words and words.many:
        return words.many
    return plural(one_of(words, name))


def is_tally(words: Words | None, name: str) -> bool:
    """Whether a score is a number of things: `point`, or anything whose plural is given."""
    return bool(words and words.many) or one_of(words, name).lower() in (
        "point", "trick", "coin", "chip", "token", "vp", "pip")


def score_of(words: Words | None, name: str) -> str:
    """What a score is called: `status`, and `points` where it is a number of things."""
    return many_of(words, name) if is_tally(words, name) else one_of(words, name)


def plural(phrase: str) -> str:
    """The plural of the thing that a phrase names, whatever is said about it behind."""
    found = _TAIL.search(phrase)
    head, tail = (phrase[: found.start()], phrase[found.start() :]) if found else (phrase, "")
    if is_plural(head) or is_uncounted(head):
        return phrase
    if head.endswith("runner-up"):
        return f"{head.removesuffix('runner-up')}runners-up{tail}"
    return _regular_plural(head) + tail


# These end in -ves; others in -f, such as roofs and chiefs, do not.
_VES = re.compile(
    r"(?i)(?<![a-z])((?:book)?shel|hal|wol|lea|loa|thie|sel|cal|el|shea|hoo|scar)f$"
    r"|(?<![a-z])((?:house)?wi|kni|(?:after)?li)fe$")


def _regular_plural(one: str) -> str:
    found = _VES.search(one)
    if found:
        return f"{one[:found.start()]}{found[1] or found[2]}ves"
    if one.endswith(("s", "x", "z", "ch", "sh")):
        return one + "es"
    if one.endswith("y") and one[-2:-1] not in tuple("aeiou"):
        return one[:-1] + "ies"
    return one + "s"


def singular(phrase: str) -> str:
    """One of the things that a phrase names: `dares won` is `dare won`."""
    found = _TAIL.search(phrase)
    head, tail = (phrase[: found.start()], phrase[found.start() :]) if found else (phrase, "")
    if not is_plural(head):
        return phrase
    if head.endswith("ies"):
        return f"{head[:-3]}y{tail}"
    es = head.endswith(("xes", "ches", "shes", "sses", "nuses", "tuses"))
    return head[: -2 if es else -1] + tail


def head_of(phrase: str) -> str:
    """The word for the thing itself: `card` of "chip on the card" is `chip`."""
    found = _TAIL.search(phrase)
    head = phrase[: found.start()] if found else phrase
    return head.split(" ")[-1]


def is_plural(phrase: str) -> bool:
    head = head_of(phrase).lower()
    return len(head) > 2 and head.endswith("s") and not head.endswith(("ss", "us", "is", "as"))


def is_uncounted(phrase: str) -> bool:
    return head_of(phrase).lower() in _UNCOUNTED or phrase.isupper()


def is_agent(name: str) -> bool:
    """Whether a name is a noun for somebody: `buyer`, and not `unlucky`."""
    return bool(_AGENT.search(spoken(name))) or spoken(name).endswith("runner-up")


def number_word(value: int) -> str:
    return WORDS[value] if 0 <= value < len(WORDS) else str(value)


def counted(value: int, one: str, many: str) -> str:
    """`three luxury cards`, `one Passé`, `no cards`."""
    return f"{number_word(value)} {one if value == 1 else many}"


def numbered(value: int, noun: str) -> str:
    """A number of things in figures: `1 card`, `1,200 games`."""
    return f"{value:,} {noun if value == 1 else plural(noun)}"


def mixed(value: int | Fraction) -> str:
    """An exact number in plain characters: `7`, `-3 1/2`."""
    if isinstance(value, int) or value.denominator == 1:
        return str(value)
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def exact(value: int | Fraction) -> str:
    """An exact number as it is printed: `7`, `−3½`."""
    text = mixed(value).replace("-", "−")
    for plain, glyph in (("1/2", "½"), ("1/4", "¼"), ("3/4", "¾")):
        if text.endswith(plain):
            return text.removesuffix(plain).rstrip() + glyph
    return text


def with_players(low: int, high: int) -> str:
    """`3 or 4 players`."""
    if low == high:
        return numbered(low, "player")
    return f"{low} {'or' if high == low + 1 else 'to'} {high} players"


def among_players(ranges: Sequence[tuple[int, int]]) -> str:
    """Several numbers of players: `3 or 5 players`."""
    if len(ranges) == 1:
        return with_players(*ranges[0])
    numbers = [with_players(low, high).removesuffix(" players") for low, high in ranges]
    return f"{listed(numbers, 'or')} players"


def listed(parts: Sequence[str], last: str = "and") -> str:
    if len(parts) < 2:
        return "".join(parts)
    if len(parts) > 2 and any(", " in part or f" {last} " in part for part in parts):
        return f"{'; '.join(parts[:-1])}; {last} {parts[-1]}"
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def owner_of(phrase: str) -> str:
    """`Ann's`, `the players'`."""
    return phrase + ("’" if phrase.endswith("s") else "’s")


_SUPERLATIVES = frozenset({"most", "highest", "best", "top", "lowest", "single"})


def is_superlative(words: str) -> bool:
    """Whether words say already that something is the most there is: `highest Luxury card`."""
    return not _SUPERLATIVES.isdisjoint(words.lower().split(" "))


def ranked(extreme: str, words: str) -> str:
    """`highest status`, `highest Luxury card` where that is what it is called, and `fewest cards
    kept`, which are not the lowest cards."""
    if extreme == "highest" and is_superlative(words):
        return words
    return f"{'fewest' if extreme == 'lowest' and is_plural(words) else extreme} {words}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def sentence(text: str) -> str:
    text = capital(text.strip().replace(",,", ",").replace(",;", ";").removesuffix(","))
    return text if not text or text[-1] in ".:!?" else text + "."


def verb(word: str, *, many: bool) -> str:
    """A verb for one or for several: `goes` and `go`."""
    if many:
        return {"is": "are", "has": "have", "was": "were"}.get(word, word)
    if word in ("is", "has", "was"):
        return word
    if word.endswith(("s", "x", "ch", "sh", "o")):
        return word + "es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"


def joined(clauses: Sequence[Clause]) -> str:
    """Clauses as one sentence; what is said of the same subject is said together."""
    groups: list[tuple[str, list[str]]] = []
    for subject, predicate in clauses:
        if groups and subject and groups[-1][0] == subject:
            groups[-1][1].append(predicate)
        else:
            groups.append((subject, [predicate]))
    parts: list[str] = []
    for subject, predicates in groups:
        simple = len(predicates) < 2 or not any(", " in each for each in predicates)
        if parts:  # "then" says already that it is so from now on
            predicates = [_NOW.sub(r"\1 ", each) for each in predicates]
        said = listed(predicates) if simple else "; ".join(
            [*predicates[:-1], f"and {predicates[-1]}"])
        parts.append(f"{subject} {said}".strip())
    return "; then ".join(parts)
