"""Silences and options as the games that they lead to, and which of them is which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.model.words import headings

from variorum.comparison.align.canonical import Labels, shingles, text
from variorum.comparison.align.clauses import Form, Key, words_of
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side

ALIKE = 0.4
AS_IT_STANDS = "as it stands"  # what a file assumes without a word
FINE = ("zone", "players", "card", "elimination", "effect")  # clauses that are about one matter


class Edited(NamedTuple):
    """A silence or an option, with what each of its readings changes."""

    clause: m.Silent | m.Option
    title: str
    forms: dict[str, Form]  # by reading; "" is the game as it stands
    words: dict[str, str]
    touched: frozenset[Key]

    @property
    def name(self) -> str:
        return self.clause.name

    @property
    def implied(self) -> bool:
        """Whether the book gives the assumed answer after all, although not in so many words: the
        answer then has a citation of its own."""
        assumed = self.clause.assumed if isinstance(self.clause, m.Silent) else None
        return assumed is not None and bool(headings(assumed.cites))


def inside(side: Side, option: str) -> set[str]:
    """The questions that an optional rule itself leaves open."""
    game, _ = side.ready.game((*side.options, option), side.readings)
    before = {silent.name for silent in side.game.silences}
    return {silent.name for silent in game.silences} - before


def _plain(category: str, name: str) -> str:
    return f"{category}:{name}"


def silences(side: Side, players: int) -> list[Edited]:
    """Every question of a file; worked out once for each file."""
    return side.once(("silences", players), lambda: _silences(side, players))


def _silences(side: Side, players: int) -> list[Edited]:
    base = side.form(players)
    found = []
    for silent in side.game.silences:
        forms = {"": base}
        words = {"": words_of(silent.assumed) if silent.assumed else AS_IT_STANDS}
        for reading in silent.readings:
            form = _form(side, players, (), {silent.name: reading.name})
            if form is not None:
                forms[reading.name] = form
                words[reading.name] = words_of(reading)
        found.append(Edited(silent, silent.question, forms, words, _touched(base, forms)))
    return found


def options(side: Side, players: int) -> list[Edited]:
    """Every optional rule of a file; worked out once for each file."""
    return side.once(("options", players), lambda: _options(side, players))


def _options(side: Side, players: int) -> list[Edited]:
    base = side.form(players)
    found = []
    for option in side.sheet.options.values():
        form = _form(side, players, (option.name,), {})
        forms = {"": base} if form is None else {"": base, option.name: form}
        found.append(Edited(option, words_of(option), forms, {option.name: words_of(option)},
                            _touched(base, forms)))
    return found


def _form(
    side: Side, players: int, chosen: tuple[str, ...], readings: Mapping[str, str]
) -> Form | None:
    options = (*side.options, *chosen)
    game, problems = side.ready.game(options, {**side.readings, **readings})
    if any(problem.severity == "error" for problem in problems) or (
        players not in game.player_counts()
    ):
        return None
    return side.form(players, chosen, readings)


def _touched(base: Form, forms: Mapping[str, Form]) -> frozenset[Key]:
    found = set()
    for form in forms.values():
        for key in base.clauses.keys() | form.clauses.keys():
            a, b = base.clauses.get(key), form.clauses.get(key)
            if a is None or b is None or not (
                a.term == b.term or text(a.term, _plain) == text(b.term, _plain)
            ):
                found.add(key)
    return frozenset(found)


# ------------------------------------------------------------------------------------- matching
def features(pairing: Pairing, edited: Edited, *, left: bool) -> set[str]:
    """What the readings add and take away, in words that both sides share."""
    alignment = pairing.alignment
    labels = alignment.left_sort if left else alignment.right_sort
    base = _pieces(edited.forms[""], edited.touched, labels)
    found: set[str] = set()
    for name, form in edited.forms.items():
        if name:
            now = _pieces(form, edited.touched, labels)
            found |= set(now - base) | set(base - now)
    return found


def _pieces(form: Form, keys: frozenset[Key], labels: Labels) -> Counter[str]:
    found: Counter[str] = Counter()
    for key in keys:
        if key in form.clauses:
            for piece, many in shingles(form.clauses[key].term, labels).items():
                found[f"{key[0]} {piece}"] += many
            if key[0] == "scoring":  # which sort of step comes before which
                steps = [str(step.parts[0]) for step in form.clauses[key].term.terms]
                found.update(f"{a} before {b}" for a, b in combinations(steps, 2))
    return found


def matched(pairing: Pairing, mine: list[Edited], theirs: list[Edited]) -> dict[str, str]:
    """Which question is which: by what the answers would change; the words break ties."""
    first = {each.name: features(pairing, each, left=True) for each in mine}
    second = {each.name: features(pairing, each, left=False) for each in theirs}
    rows = []
    for a in mine:
        for b in theirs:
            joint = first[a.name] | second[b.name]
            like = len(first[a.name] & second[b.name]) / len(joint) if joint else 0.0
            kinds = {key[0] for key in a.touched}, {key[0] for key in b.touched}
            told = _told(a.title, b.title) if kinds[0] & kinds[1] else 0.0
            score = like + 0.3 * told + (0.15 if _one_matter(pairing, a, b) else 0.0)
            if _one_place(pairing, a, b):
                score += ALIKE
            if score >= ALIKE:
                rows.append((-round(score, 6), sorted((a.name, b.name)), a.name, b.name))
    found: dict[str, str] = {}
    for _, _, a_name, b_name in sorted(rows):
        if a_name not in found and b_name not in found.values():
            found[a_name] = b_name
    return found


def _one_matter(pairing: Pairing, a: Edited, b: Edited) -> bool:
    """Whether both change the same small clauses."""
    partners = {pairing.partner(key) for key in a.touched}
    return bool(partners) and partners == set(b.touched) and all(
        key[0] in FINE for key in a.touched)


def _one_place(pairing: Pairing, a: Edited, b: Edited) -> bool:
    """Whether both ask about the same place, perhaps among other things."""
    if isinstance(a.clause, m.Option) or isinstance(b.clause, m.Option):
        return False
    mine, theirs = ({key for key in each.touched if key[0] == "zone"} for each in (a, b))
    return bool({pairing.partner(key) for key in mine} & theirs)


def _told(first: str, second: str) -> float:
    words = [{word.strip("?,.").casefold() for word in each.split()} for each in (first, second)]
    return len(words[0] & words[1]) / len(words[0] | words[1]) if words[0] | words[1] else 0.0


def answer(pairing: Pairing, silent: Edited, *, left: bool) -> str | None:
    """The reading that the other side follows; None if it says nothing of the kind."""
    alignment = pairing.alignment
    mine = alignment.left_sort if left else alignment.right_sort
    theirs = alignment.right_sort if left else alignment.left_sort
    form = pairing.forms()[1 if left else 0]
    partners = {pairing.partner(key) if left else pairing.back(key)
                for key in silent.touched} - {None}
    if not partners:
        return None
    wanted = _pieces(form, frozenset(key for key in partners if key), theirs)
    rows = []
    for name, each in silent.forms.items():
        now = _pieces(each, silent.touched, mine)
        rows.append(((now - wanted).total() + (wanted - now).total(), name))
    rows.sort()
    if len(rows) > 1 and rows[0][0] == rows[1][0]:
        return None
    return rows[0][1]
