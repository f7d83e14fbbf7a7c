"""What corresponds to what, found by how things are used. Names only break ties.

Every thing gets a bag of features: what it is by itself, and every place where a rule mentions
it. In a feature, other things are called by their sort alone, or by their pair once one is known.
Pairs are matched best first, the bags are made anew with what was learned, and so on until
nothing changes any more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from variorum.comparison.align.canonical import Labels, shingles, spliced
from variorum.comparison.align.clauses import Form, Key
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import (
    Call,
    Cards,
    Case,
    Contents,
    Number,
    Part,
    Reference,
    Term,
    Tree,
    walk,
)
from variorum.comparison.model import Pair, Sure, plain_words

MOST_ROUNDS = 8
LEAST = 0.24  # below this likeness two things are no pair
LEAST_OF_STRANGERS = 0.45  # the same where two games have little in common
RULES = ("figure", "scoring", "stage", "effect", "end")
CATEGORIES = ("card", "attribute", "zone", "track", "dummy", "figure", "scoring", "stage",
              "effect", "end")
Bag = Counter[str]
Bags = dict[Key, Bag]


class Match(NamedTuple):
    left: Key
    right: Key
    likeness: float
    margin: float
    agree: int
    places: int
    pinned: bool = False


class Alignment:
    """The pairs, and the labels that follow from them."""

    def __init__(self, matches: Mapping[Key, Match]) -> None:
        self.matches = dict(matches)
        self.to_right = {key: match.right for key, match in self.matches.items()}
        self.to_left = {match.right: key for key, match in self.matches.items()}

    def left_label(self, category: str, name: str) -> str:
        found = self.to_right.get((category, name))
        return f"{category}<{name}|{found[1]}>" if found else f"{category}<{name}|>"

    def right_label(self, category: str, name: str) -> str:
        found = self.to_left.get((category, name))
        return f"{category}<{found[1]}|{name}>" if found else f"{category}<|{name}>"

    def left_sort(self, category: str, name: str) -> str:
        found = self.to_right.get((category, name))
        return f"{category}<{name}|{found[1]}>" if found else category

    def right_sort(self, category: str, name: str) -> str:
        found = self.to_left.get((category, name))
        return f"{category}<{found[1]}|{name}>" if found else category


# ------------------------------------------------------------------------------------ features
def bags_of(forms: Iterable[Form], labels: Labels) -> Bags:
    found: Bags = {}
    for form in forms:
        _collect(form, labels, found)
    return {key: Counter({f: min(n, 4) for f, n in bag.items()}) for key, bag in found.items()}


def _collect(form: Form, labels: Labels, found: Bags) -> None:
    many: Counter[str] = Counter()
    for (word, name), clause in form.clauses.items():
        term = clause.term
        if word in CATEGORIES:
            bag = found.setdefault((word, name), Counter())
            if word in RULES:
                for shingle, count in shingles(term, labels).items():
                    bag[f"says {shingle}"] += count
                sort = term.parts[0] if word == "stage" else ""
                bag[f"is {word} {sort}"] += 1
                bag[f"is {word} {sort} number {many[word + str(sort)]}"] += 1
                many[word + str(sort)] += 1
            else:
                _itself(form, (word, name), term, labels, bag)
        _mentions(word, term, labels, found)
    members = {table.name: len(table.members) for table in form.program.attributes}
    for (word, name), bag in found.items():
        # A kind that is named is no attribute of cards and has no members of its own.
        if word == "attribute" and (size := members.get(name.split(" ")[0])) is not None:
            bag[f"has {size} members"] = 1


def _itself(form: Form, key: Key, term: Term, labels: Labels, bag: Bag) -> None:
    """What a thing is, without the rules that speak of it."""
    if key[0] != "card":
        for part in term.parts:
            bag["holds" if isinstance(part, Cards) else f"is {part}"] += 1
        return
    bag[f"{len(term.parts)} faces"] += 1
    bag[f"{form.atoms[key[1]].bit_count()} cards"] += 2
    for face in term.terms:
        (zone,) = (part for part in face.parts if isinstance(part, Reference))
        (values,) = face.terms
        bag[f"starts in {labels('zone', zone.name)}"] += 1
        for has in values.terms:
            attribute, value = has.parts
            assert isinstance(attribute, Reference)
            bag[f"has {labels('attribute', attribute.name)} {value}"] += 1
            bag[f"{face.parts[0]} with {labels('attribute', attribute.name)} {value}"] += 1
        if not values.parts:
            bag["has no values"] += 1


def _mentions(section: str, whole: Term, labels: Labels, found: Bags) -> None:
    """Every place where a rule speaks of something."""
    stack: list[tuple[Tree, tuple[str, ...]]] = [(whole, (section,))]
    while stack:
        term, path = stack.pop()
        if isinstance(term, Call):
            stack.extend((line, path) for line in term.body.terms)
            continue
        if not isinstance(term, Term):
            continue
        raw = [repr(part) for part in term.parts if isinstance(part, str | int)]
        above = (*path[-3:], _called(term, raw))
        if isinstance(term, Case):
            does = " ".join(sorted(line.label for line in spliced(term.body.parts)))
            for name in term.cards:
                found.setdefault(("card", name), Counter())[f"case of {does}"] += 1
        for place, part in enumerate(term.parts):
            if isinstance(part, Cards):
                for name in sorted(part.atoms):
                    _note(found, ("card", name), above, raw, place,
                          f"{len(part.atoms)} {_around(term, place, labels)}")
            elif isinstance(part, Reference):
                _note(found, (part.category, part.name), above, raw, place,
                      _around(term, place, labels))
            elif isinstance(part, Term):
                stack.append((part, above))


def _called(term: Term, raw: list[str]) -> str:
    """The label of a term with the plain numbers and words beside it: `subtract 5`."""
    numbers = [str(part.value) for part in term.parts if isinstance(part, Number)]
    return " ".join([term.label, *raw, *numbers])


def _note(
    found: Bags, key: Key, path: tuple[str, ...], raw: list[str], place: int, around: str
) -> None:
    bag = found.setdefault(key, Counter())
    bag[f"{path[-1]} {place} in {path[0]}"] += 1
    bag[f"{'/'.join(path[-3:])} {place}"] += 1
    bag[f"{'/'.join(path[-2:])} {place} {' '.join(raw)} with {around}"] += 1
    bag[f"{'/'.join(path)} {place} with {around}"] += 1


def _around(term: Term, place: int, labels: Labels) -> str:
    """What stands beside a thing, in a few words."""
    return " ".join(_shortly(part, labels) for number, part in enumerate(term.parts)
                    if number != place and not isinstance(part, str | int))


def _shortly(part: Part, labels: Labels) -> str:
    match part:
        case Cards(atoms):
            return str(len(atoms))
        case Reference(category, name):
            return labels(category, name)
        case Contents() if not part.several:
            return labels("zone", part.zone)
        case Number():
            return str(part.value)
        case Term(label):
            return label
    return "local"


def _things(form: Form) -> Iterator[Key]:
    """Everything that a game has a name for."""
    for (word, name), clause in form.clauses.items():
        if word in CATEGORIES:
            yield word, name
        for part in walk(clause.term):
            if isinstance(part, Reference):
                yield part.category, part.name


# ------------------------------------------------------------------------------------ matching
def likeness(left: Bag, right: Bag, rare: Mapping[str, float]) -> tuple[float, int, int]:
    """How alike two bags are from 0 to 1, and in how many places of how many they agree."""
    both = total = 0.0
    agree = places = 0
    for feature in left.keys() | right.keys():
        weight = rare.get(feature, 1.0)
        low, high = sorted((left[feature], right[feature]))
        both += weight * low
        total += weight * high
        agree += low
        places += high
    return (both / total if total else 0.0), agree, places


def _rarity(left: Bags, right: Bags, category: str) -> dict[str, float]:
    seen: Counter[str] = Counter()
    for bags in (left, right):
        for (own, _), bag in bags.items():
            if own == category:
                seen.update(bag.keys())
    return {feature: 1 / many ** 0.5 for feature, many in seen.items()}


class Aligner:
    """Goes round until the pairs stay as they are."""

    def __init__(
        self, left: Side, right: Side, counts: list[tuple[int, int]],
        pins: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.left, self.right = left, right
        self.left_forms = [left.form(a) for a, _ in counts]
        self.right_forms = [right.form(b) for _, b in counts]
        self.pins = list(pins)
        self.least = LEAST

    def run(self, least: float = LEAST) -> Alignment:
        self.least = least
        alignment = Alignment({})
        seen: list[dict[Key, Key]] = []
        for _ in range(MOST_ROUNDS):
            alignment = self._round(alignment)
            if alignment.to_right in seen:
                break
            seen.append(alignment.to_right)
        return alignment

    def by_name(self) -> Alignment:
        """Everything is what it is called: for two readings of one file."""
        theirs = dict.fromkeys(key for form in self.right_forms for key in _things(form))
        mine = dict.fromkeys(key for form in self.left_forms for key in _things(form))
        found = {key: Match(key, key, 1.0, 1.0, 0, 0) for key in mine if key in theirs}
        # A place that a reading has in another way has another name, and the same words.
        for key in mine:
            other = next((each for each in theirs if key[0] == each[0] == "zone"
                          and key not in theirs and each not in mine
                          and self._unlike(key, each) == 1), None)
            if other is not None:
                found[key] = Match(key, other, 1.0, 1.0, 0, 0)
        return Alignment(found)

    def _round(self, known: Alignment) -> Alignment:
        left = bags_of(self.left_forms, known.left_sort)
        right = bags_of(self.right_forms, known.right_sort)
        matches: dict[Key, Match] = {}
        for category in CATEGORIES:
            rare = _rarity(left, right, category)
            mine = [key for key in left if key[0] == category]
            theirs = [key for key in right if key[0] == category]
            matches.update(self._best_first(mine, theirs, left, right, rare))
        return Alignment(matches)

    def _best_first(
        self, mine: list[Key], theirs: list[Key], left: Bags, right: Bags,
        rare: Mapping[str, float],
    ) -> dict[Key, Match]:
        table = {(a, b): likeness(left[a], right[b], rare) for a in mine for b in theirs}
        found: dict[Key, Match] = {}
        taken: set[Key] = set()
        for a, b in self._pinned(mine, theirs):
            found[a] = Match(a, b, 1.0, 1.0, table[a, b][1], table[a, b][2], pinned=True)
            taken.add(b)

        def order(pair: tuple[Key, Key]) -> tuple[float, int, int, list[str]]:
            a, b = pair
            far = abs(mine.index(a) - theirs.index(b))
            return (-round(table[pair][0], 6), self._unlike(a, b), far, sorted((a[1], b[1])))

        for a, b in sorted(table, key=order):
            like, agree, places = table[a, b]
            if a in found or b in taken or like < self._least(a[0]):
                continue
            others = [table[a, other][0] for other in theirs if other != b and other not in taken]
            others += [table[other, b][0] for other in mine if other != a and other not in found]
            found[a] = Match(a, b, like, like - max(others, default=0.0), agree, places)
            taken.add(b)
        return found

    def _least(self, category: str) -> float:
        """How alike a pair must be. Strangers share no stages, but both of them have a score."""
        if self.least == LEAST or category == "scoring":
            return LEAST
        return 2 * self.least if category in ("stage", "effect", "end") else self.least

    def _pinned(self, mine: list[Key], theirs: list[Key]) -> list[tuple[Key, Key]]:
        return [(a, b) for pin in self.pins for a in mine for b in theirs
                if (bare(a), bare(b)) == pin]

    def _unlike(self, a: Key, b: Key) -> int:
        """Names break ties: the same name, then the same words, then neither."""
        if a[1] == b[1]:
            return 0
        mine, theirs = self.left_forms[0].clauses.get(a), self.right_forms[0].clauses.get(b)
        if mine and theirs and plain_words(mine.words) == plain_words(theirs.words):
            return 1
        return 2


def bare(key: Key) -> str:
    """The name of a thing as the file writes it."""
    return key[1].split(" ")[-1 if key[0] == "stage" else 0]


def sure_of(match: Match) -> tuple[Sure, str]:
    """How sure a pair is, and why."""
    if match.pinned:
        return "pinned", "you said so"
    used = f"alike in {match.agree} of {match.places} respects"
    if match.agree == match.places and match.margin >= 0.1:
        return "certain", used
    if match.likeness >= 0.45 and match.margin >= 0.05:
        return "likely", used
    rival = "" if match.margin >= 0.05 else ", and something else is nearly as like"
    return "guess", used + rival


def pair_of(match: Match, left_words: str, right_words: str) -> Pair:
    sure, reason = sure_of(match)
    return Pair(match.left[0], bare(match.left), bare(match.right), left_words, right_words, sure,
                round(match.likeness, 3), reason)
