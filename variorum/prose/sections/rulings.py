"""Options and open questions: what each changes, found by comparing the rules in words.

The rules are told once as they are and once with an option or another reading. Sentences that
are only in one of the two are what the choice comes to; nothing has to be written twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from difflib import SequenceMatcher

from variorum_dsl import model as m
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.english import capital, one_of, sentence

from variorum.prose.lines import headings
from variorum.prose.sections.summary import Told, told
from variorum.reports.blocks import Item, Listing, Mark, Said, Section, Text, marks, sentences

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
    items = _together(_moved(items))
    for item in items:
        _forget(item, known)
    return items


def _moved(items: list[Item]) -> list[Item]:
    """A line that is left out in one place and said in another has only moved."""
    found = list(items)
    for gone in items:
        title, _, word = gone.term.rpartition(", ")
        there = next((item for item in items if word == NOT and [
            child.said() for child in item.children] == [child.said() for child in gone.children]
            and item.term.startswith(f"{title}, {ALSO} after")), None)
        if there is not None:
            there.term = there.term.replace(f", {ALSO} after", f", {MOVED} behind", 1)
            found = [item for item in found if item is not gone]
    return found


def _together(items: list[Item]) -> list[Item]:
    """Changes below the same heading, one after the other, as one list."""
    found: list[Item] = []
    for item in items:
        inside = item.children if not item.text else [
            Item(item.text, (), item.children, ordered=False, of=item.of)]
        if found and found[-1].term == item.term:
            found[-1].children += inside
        else:
            found.append(Item("", term=item.term, ordered=False, children=inside))
    for item in found:
        for child in item.children:
            if child.text.endswith(":") and not child.children:
                child.text += " the rest as above."
        if len(item.children) == 1:
            only = item.children[0]
            item.text, item.children, item.of = only.said(), only.children, only.of
    return found


def _forget(item: Item, known: Collection[Mark]) -> None:
    item.of = tuple(mark for mark in item.of if mark not in known)
    for child in item.children:
        _forget(child, known)


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


def _grouped(rows: list[Said], word: str, titles: Collection[str] | None = None) -> list[Item]:
    """Sentences below one heading together, and as deep as they were."""
    items: list[Item] = []
    title = ""
    stack: list[tuple[int, Item]] = []
    for row in rows:
        if row.title != title:
            title, stack = row.title, []
            term = f"{title}, {word}"
            if titles is not None and title not in titles and row.under:
                term = f"{row.under}, {ALSO}: {title}"
            items.append(Item("", term=term, ordered=False))
        item = Item(row.text, term=row.term, ordered=False, of=row.of)
        while stack and stack[-1][0] >= row.depth:
            stack.pop()
        (stack[-1][1] if stack else items[-1]).children.append(item)
        stack.append((row.depth, item))
    return items


def _sentences(rules: Told) -> list[Said]:
    lead = [Said("Players", 0, "", item.text, of=item.of) for item in rules.lead]
    return [*lead, *sentences(rules.sections())]


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

    # --------------------------------------------------------------------- options
    def options(self) -> Section:
        section = Section("Optional rules", anchor="options")
        for name, option in self.sheet.options.items():
            title = capital(one_of(option.words, name))
            changes = differences(self.rules(), self.rules((name,)))
            inner = Section(title, [], headings(option.cites), of=marks(option))
            if changes:
                inner.blocks = [Text([Item("With this option:")]), Listing(changes)]
            else:
                inner.blocks = [Text([Item("The other rules stay as they are.")])]
            silences = [line for line in option.lines if isinstance(line, m.Silent)]
            inner.sections = [
                self._ruling(silent, (name,), option.cites) for silent in silences
            ]
            section.sections.append(inner)
        return section

    # -------------------------------------------------------------------- silences
    def silences(self) -> Section:
        section = Section("Rulings where the rulebook is silent", anchor="rulings")
        section.sections = [
            self._ruling(silent, ()) for silent in self.sheet.silences.values()
            if not silent.origin.startswith("option")
        ]
        return section

    def _ruling(
        self, silent: m.Silent, options: tuple[str, ...], cites: tuple[m.Cite, ...] = ()
    ) -> Section:
        items = []
        if silent.assumed is not None:
            words = one_of(silent.assumed.words, silent.assumed.name)
            items.append(Item(sentence(words), headings(silent.assumed.cites), term="Ruling",
                              of=marks(silent.assumed)))
        for reading in silent.readings:
            changes = differences(
                self.rules(options), self.rules(options, {silent.name: reading.name}))
            items.append(Item(
                sentence(one_of(reading.words, reading.name)), headings(reading.cites), changes,
                term="It could also be read", ordered=False, of=marks(reading)))
        return Section(silent.question, [Listing(items)], headings(silent.cites or cites),
                       of=marks(silent))
