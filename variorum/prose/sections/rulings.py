"""Options and open questions: what each changes, found by comparing the rules in words.

The rules are told once as they are and once with an option or another reading. Sentences that
are only in one of the two are what the choice comes to; nothing has to be written twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from enum import Enum, auto
from itertools import groupby
from typing import NamedTuple

from variorum_dsl import model as m
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.english import capital, listed, one_of, sentence

from variorum.prose.sections.summary import ALWAYS, Told, told
from variorum.reports.blocks import (
    Assumed,
    Item,
    Listing,
    Mark,
    Paragraph,
    Question,
    Said,
    Section,
    marks,
    paragraph,
    plain,
    sections_with_assumptions,
    sentences,
    with_assumptions,
)

LONGEST = 70
INSTEAD, ALSO, NOT, MOVED = "instead", "in addition", "left out", "moved"


def differences(before: Told, after: Told) -> list[Item]:
    """What is said otherwise, in the order of the rules."""
    old, new = _sentences(before), _sentences(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    titles = {row.title for row in old}
    items: list[Item] = []
    for operation, a, b, c, d in matcher.get_opcodes():
        if operation == "equal":
            continue
        if c < d:
            if a < b:
                items += _grouped(new[c:d], INSTEAD)
            else:
                items += _grouped(_whole(new, c, d), ALSO + _where(new, c), titles)
        if b - a > d - c:
            items += _grouped(old[a + (d - c) : b], NOT)
    # What is only told in other words here has its place among the rules.
    known = {mark for row in old for mark in row.of}
    return [_without(item, known) for item in _together(_moved(items))]


def _rules_only(items: Sequence[Item]) -> list[Item]:
    """What players have to know: a promise of the file about its cards is no rule."""
    return [item for item in items if not item.term.startswith(f"{ALWAYS}, ")]


def _moved(items: Sequence[Item]) -> list[Item]:
    """A line that is left out in one place and said in another has only moved."""
    found = list(items)
    for gone in items:
        title, _, word = gone.term.rpartition(", ")
        if word != NOT:
            continue
        before = f"{title}, {ALSO} after"
        there = next((item for item in found if item.term.startswith(before)
                      and _said(item.children) == _said(gone.children)), None)
        if there is not None:
            moved = replace(there, term=there.term.replace(
                f", {ALSO} after", f", {MOVED} behind", 1))
            found = [moved if item is there else item for item in found if item is not gone]
    return found


def _said(items: Sequence[Item]) -> list[str]:
    return [item.said() for item in items]


def _together(items: Sequence[Item]) -> list[Item]:
    """Changes below the same heading, one after the other, as one list."""
    groups: list[tuple[str, list[Item]]] = []
    for item in items:
        if not groups or groups[-1][0] != item.term:
            groups.append((item.term, []))
        groups[-1][1].extend(item.children)
    found = []
    for term, changes in groups:
        children = [_pointing_back(child) for child in changes]
        if len(children) == 1:
            only = children[0]
            found.append(Item(only.said(), (), only.children, term, ordered=False, of=only.of))
        else:
            found.append(Item("", (), children, term, ordered=False))
    return found


def _pointing_back(item: Item) -> Item:
    """A heading whose list is told above says so."""
    if item.children:
        return replace(item, children=[_pointing_back(child) for child in item.children])
    text = plain(item.text)
    return replace(item, text=f"{text} the rest as above.") if text.endswith(":") else item


def _without(item: Item, known: Collection[Mark]) -> Item:
    return replace(item, of=tuple(mark for mark in item.of if mark not in known),
                   children=[_without(child, known) for child in item.children])


def _whole(rows: list[Said], start: int, stop: int) -> list[Said]:
    """Some rows, and with a heading everything below it."""
    while stop < len(rows) and rows[stop].depth > rows[stop - 1].depth and (
            rows[stop - 1].text.endswith(":")):
        below = rows[stop - 1].depth
        while stop < len(rows) and rows[stop].depth > below:
            stop += 1
    return rows[start:stop]


def _where(rows: list[Said], start: int) -> str:
    """Behind which sentence something is said more, where the order matters."""
    if not rows[start].ordered:
        return ""
    before = rows[start - 1] if start else None
    if before is None or before.title != rows[start].title:
        return ", first of all"
    text = before.term or before.text
    if len(text) > LONGEST:
        text = text[:LONGEST].rsplit(" ", 1)[0] + " …"
    return f" after “{text.rstrip('.:')}”"


def _grouped(
    rows: Sequence[Said], word: str, titles: Collection[str] | None = None
) -> Iterator[Item]:
    """Sentences below one heading together."""
    for title, group in groupby(rows, key=lambda row: row.title):
        below = list(group)
        term = f"{title}, {word}"
        if titles is not None and title not in titles and below[0].under:
            term = f"{below[0].under}, {ALSO}: {title}"
        yield Item("", (), _nested(below), term, ordered=False)


def _nested(rows: Sequence[Said]) -> list[Item]:
    """Sentences as deep as they were."""
    found = []
    place = 0
    while place < len(rows):
        row, start = rows[place], place + 1
        place = start
        while place < len(rows) and rows[place].depth > row.depth:
            place += 1
        found.append(Item(row.text, (), _nested(rows[start:place]), row.term, ordered=False,
                          of=row.of))
    return found


def _sentences(rules: Told) -> list[Said]:
    lead = [Said("Players", 0, "", plain(item.text), of=item.of) for item in rules.lead]
    return [*lead, *sentences(rules.sections())]


class Assumption(NamedTuple):
    """A sentence that is so only because an open question was answered. What no other answer says
    is the file's own, and no citation vouches for it."""

    silent: m.Silent
    wholly: bool


class Touch(Enum):
    """What another telling does to a sentence."""

    REPLACED = auto()
    REPHRASED = auto()
    CONTINUED = auto()


def _outermost(rows: Sequence[Said], places: Collection[int]) -> Iterator[int]:
    """Those sentences that do not stand below another of them, which speaks for all below it."""
    below: int | None = None
    for place, row in enumerate(rows):
        if below is not None and row.depth <= below:
            below = None
        if place in places and below is None:
            yield place
            below = row.depth


def _touched(before: Sequence[Said], after: Sequence[Said]) -> Iterator[tuple[int, Touch]]:
    """The sentences of one telling that another replaces, drops or continues."""
    for operation, a, b, c, d in SequenceMatcher(
            None, before, after, autojunk=False).get_opcodes():
        if operation == "insert" and a and before[a - 1].title == after[c].title:
            # A further definition, effect or place leaves the ones before it alone.
            if after[c].ordered or after[c].depth:
                yield a - 1, Touch.CONTINUED
            elif not (after[c].term or after[c].row):  # the first sentence speaks for all
                yield next(place for place, row in enumerate(before)
                           if row.title == after[c].title), Touch.CONTINUED
        elif operation in ("replace", "delete"):
            for place in range(a, b):
                kept = before[place].text.rstrip(".")
                yield place, (Touch.REPHRASED if any(kept in row.text for row in after[c:d])
                              else Touch.REPLACED)


class Rulings:
    """The choices that a file leaves: told on demand, each game once."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._told: dict[tuple[object, ...], Told] = {}

    def rules(
        self, options: Iterable[str] = (), readings: Mapping[str, str] | None = None
    ) -> Told:
        key = (*options, "/", *sorted((readings or {}).items()))
        if key not in self._told:
            game, _ = self.sheet.resolved(tuple(options), readings)
            self._told[key] = told(game)
        return self._told[key]

    # ----------------------------------------------------------------- assumptions
    def assumed(self) -> Told:
        """The rules with a mark at every sentence that the rulebook leaves open."""
        rules = self.rules()
        rows = _sentences(rules)
        found: list[dict[str, Assumption]] = [{} for _ in rows]
        for silent in self.sheet.silences.values():
            if silent.origin.startswith("option"):
                continue
            changed: dict[int, bool] = {}
            continued: set[int] = set()
            for reading in silent.readings:
                if reading.options:
                    continue  # what an option changes stands with that option
                other = _sentences(self.rules((), {silent.name: reading.name}))
                for place, how in _touched(rows, other):
                    if how is Touch.CONTINUED:
                        continued.add(place)
                    else:
                        changed[place] = changed.get(place, False) or how is Touch.REPLACED
            # Where the next sentence is in question itself, this one is not.
            changed |= dict.fromkeys(
                {place for place in continued if place + 1 not in changed} - set(changed), False)
            for place in _outermost(rows, changed):
                found[place][silent.name] = Assumption(silent, changed[place])
        marked = iter([_assumed(list(each.values()), row=row.row)
                       for each, row in zip(found, rows, strict=True)])
        lead = with_assumptions(rules.lead, marked)
        sections = {section.anchor: section
                    for section in sections_with_assumptions(rules.sections(), marked)}
        return replace(rules, lead=lead, parts={
            key: sections.get(key, section) for key, section in rules.parts.items()})

    # --------------------------------------------------------------------- options
    def options(self) -> Section:
        asked = [silent for silent in self.sheet.silences.values()
                 if any(reading.options for reading in silent.readings)]
        said = [replace(item, assumed=tuple(_assumed([Assumption(each, wholly=True)
                                                      for each in asked]).questions))
                for item in [Item("Players choose which of these they play with.")] if asked]
        return Section("Optional rules", [Paragraph(said)] if said else [], anchor="options",
                       sections=[self._option(name, option)
                                 for name, option in self.sheet.options.items()])

    def _option(self, name: str, option: m.Option) -> Section:
        changes = _rules_only(differences(self.rules(), self.rules((name,))))
        says = [paragraph(cite.says) for cite in option.cites if cite.says]
        return Section(
            capital(one_of(option.words, name)),
            [*says, paragraph("With this option:"), Listing(changes)] if changes
            else [*says, paragraph("The other rules stay as they are.")],
            m.headings(option.cites), of=marks(option),
            sections=[self._ruling(silent, (name,), option.cites) for silent in option.lines
                      if isinstance(silent, m.Silent)])

    # -------------------------------------------------------------------- silences
    def silences(self) -> Section:
        return Section("Rulings where the rulebook is silent", anchor="rulings", sections=[
            self._ruling(silent, ()) for silent in self.sheet.silences.values()
            if not silent.origin.startswith("option")])

    def _ruling(
        self, silent: m.Silent, options: tuple[str, ...], cites: tuple[m.Cite, ...] = ()
    ) -> Section:
        items = []
        if silent.assumed is not None:
            words = one_of(silent.assumed.words, silent.assumed.name)
            items.append(Item(sentence(words), m.headings(silent.assumed.cites), term="Ruling",
                              of=marks(silent.assumed)))
        for reading in silent.readings:
            with_them = tuple(dict.fromkeys((*options, *reading.options)))
            changes = _rules_only(differences(
                self.rules(with_them), self.rules(options, {silent.name: reading.name})))
            if reading.options:
                names = listed([f"“{one_of(self.sheet.options[name].words, name)}”"
                                for name in reading.options])
                many = "s" * (len(reading.options) > 1)
                changes = [Item(f"The optional rule{many} {names} {'are' if many else 'is'} then "
                                "in force."), *changes]
            items.append(Item(
                sentence(one_of(reading.words, reading.name)), m.headings(reading.cites), changes,
                term="Another reading", ordered=False, of=marks(reading)))
        return Section(silent.question, [Listing(items)], m.headings(silent.cites or cites),
                       anchor=_anchor(silent), of=marks(silent))


def _anchor(silent: m.Silent) -> str:
    return f"ruling-{silent.name}"


def _disputed(silent: m.Silent) -> bool:
    """Whether the book itself speaks for the answer that is assumed, and elsewhere otherwise."""
    return silent.assumed is not None and bool(m.headings(silent.assumed.cites))


def _assumed(assumptions: Sequence[Assumption], *, row: bool = False) -> Assumed:
    """A row of a table says several things, and its citation vouches for the others."""
    return Assumed(tuple(
        Question(each.silent.question, part=_anchor(each.silent), disputed=_disputed(each.silent))
        for each in assumptions),
                   cited=row or not any(each.wholly for each in assumptions))
