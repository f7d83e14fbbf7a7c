"""Several editions at once: who rules what, and what each calls the same thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from variorum.comparison.align.pairing import NOUNS
from variorum.comparison.model import SEVERITIES, Comparison, Difference
from variorum.comparison.report import words
from variorum.reports.blocks import Row, Section, Table, paragraph

RULINGS = "What each edition rules"
GLOSSARY = "What each rule file calls the same thing"
PARTLY = "(?)"
EXPLAINED = ("The same letter: the same rule. A question mark: the book does not say; in "
             "parentheses: it rules some answers out and leaves the others open. A dash: that "
             "edition has no such rule.")


def rulings(comparisons: Sequence[Comparison]) -> list[Section]:
    """A line for everything that is not the same in all editions; what it decides comes first."""
    same = [one for one in comparisons if one.same_game]
    names = [name for name in words.editions(comparisons)
             if any(name in (one.left, one.right) for one in same)]
    if len(names) < 3:
        return []
    numbers = {name: str(number) for number, name in
               enumerate(words.editions(comparisons), 1)}
    rows = []
    for one, each, cells in sorted(_matters(same, names), key=lambda row: (
            list(SEVERITIES).index(row[1].severity), words.is_fact(row[1]))):
        rows.append(Row([_grave(each), _about(one, each), *(cells[name] for name in names)]))
    return [Section(RULINGS, [paragraph(EXPLAINED), Table(
        RULINGS, ["Severity", "About", *(numbers[name] for name in names)], rows, bare=True,
        whole=True)])]


def _grave(each: Difference) -> str:
    if words.is_fact(each):
        return "facts"
    if each.severity == "winner":
        return "could" if each.verdict == "assumed" else "who wins"
    return each.severity


def _about(one: Comparison, each: Difference) -> str:
    """What it is about, without the names of two of several editions."""
    return f"{words.matter(one, each)} [{each.id}]"


def _matters(
    comparisons: list[Comparison], names: list[str]
) -> Iterator[tuple[Comparison, Difference, dict[str, str]]]:
    """Each difference by its name, with what each edition does about it."""
    found: dict[str, list[tuple[Comparison, Difference]]] = {}
    for one in comparisons:
        for each in one.differences:
            found.setdefault(each.id, []).append((one, each))
    for rows in found.values():
        silent, lacking, stated = set[str](), set[str](), set[str]()
        for one, each in rows:
            for name, side, spot in ((one.left, "left", each.left),
                                     (one.right, "right", each.right)):
                if each.silent in (side, "both"):
                    silent.add(name)
                elif spot is None:
                    said = each.category in ("facts", "information")
                    (silent if said else lacking).add(name)
                else:
                    stated.add(name)
        apart = {frozenset((one.left, one.right)) for one, _ in rows}
        letters: dict[str, str] = {}
        for name in names:
            if name in silent or name in lacking:
                continue
            known = dict.fromkeys(letters.values())
            like = next((letter for letter in known if not any(
                frozenset((name, other)) in apart
                for other, own in letters.items() if own == letter)), None)
            letters[name] = like or ascii_lowercase[len(known) % len(ascii_lowercase)]
        gravest = min(rows, key=lambda row: (list(SEVERITIES).index(row[1].severity),
                                             row[1].verdict == "assumed"))
        yield *gravest, {
            name: letters.get(name, "–") if name not in silent else
            PARTLY if name in stated else "?" for name in names}


def glossary(comparisons: Sequence[Comparison]) -> list[Section]:
    """What each file calls the same thing, or what plays the same part in another game, where they
    do not all say the same."""
    names = words.editions(comparisons)
    if len(names) < 3 or not any(one.same_game for one in comparisons):
        return []
    groups: dict[tuple[str, str, str], tuple[str, str, str]] = {}

    def root(node: tuple[str, str, str]) -> tuple[str, str, str]:
        while groups.setdefault(node, node) != node:
            node = groups[node]
        return node

    said: dict[tuple[str, str, str], str] = {}
    for one in comparisons:
        for pair in one.pairs:
            # Of another game, only what decides who wins plays the same part.
            if pair.category in (NOUNS if one.same_game else ("figure", "scoring")):
                a, b = (one.left, pair.category, pair.left), (one.right, pair.category, pair.right)
                said[a], said[b] = pair.left_words, pair.right_words
                groups[root(b)] = root(a)
    things: dict[tuple[str, str, str], dict[str, str]] = {}
    for node, text in said.items():
        things.setdefault(root(node), {}).setdefault(node[0], text)
    numbers = {name: number for number, name in enumerate(words.editions(comparisons), 1)}
    rows = [Row([cells.get(name, "–") for name in names])
            for top, cells in sorted(things.items(), key=lambda row: NOUNS.index(row[0][1]))
            if len({text.casefold() for text in cells.values()}) > 1]
    return [Section(GLOSSARY, [Table(
        GLOSSARY, [str(numbers[name]) for name in names], rows, bare=True)])] if rows else []
