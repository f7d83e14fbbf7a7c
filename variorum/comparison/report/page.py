"""A comparison as a page: what differs, what is only worded otherwise, and what proves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from variorum_dsl.english import numbered

from variorum.comparison.model import Comparison, Difference, FalseFriend, Spot, Told
from variorum.comparison.report import words
from variorum.reports.blocks import (
    Block,
    Code,
    Columns,
    Entries,
    Entry,
    Excerpt,
    Item,
    Link,
    Listing,
    Page,
    Preformatted,
    Row,
    Section,
    Strong,
    Table,
    Words,
    paragraph,
)
from variorum.reports.text import WIDTH

TITLE = "Editions side by side"
INTRO = "Differences in the rules, and in parentheses how many can change who wins."
MATRIX = "How many rules differ"
MORE = "All differences of two editions, what is only worded otherwise, and what proves it"


def page(comparisons: Sequence[Comparison]) -> Page:
    """Everything about two editions, or about every two of several."""
    if len(comparisons) == 1:
        one = comparisons[0]
        return Page("comparison", words.heading(one), blocks=opening(one), sections=sections(one),
                    kind="report")

    def link(one: Comparison, text: str, row: str, column: str) -> Words:
        return (Link(text, part=f"c{comparisons.index(one)}",
                     aside=f"between {row} and {column}"),)

    return Page(
        "comparison", TITLE, blocks=[paragraph(INTRO), matrix(comparisons, link)],
        sections=[Section(words.heading(one), opening(one), anchor=f"c{number}",
                          sections=sections(one, f"c{number}-"))
                  for number, one in enumerate(comparisons)],
        kind="report")


def brief(comparisons: Sequence[Comparison]) -> Page:
    """For a terminal: of several comparisons only what matters most."""
    if len(comparisons) == 1:
        return page(comparisons)
    names = words.editions(comparisons)
    titles = None
    if (max(map(len, names)) + 2) * (len(names) + 1) > WIDTH:
        titles = [f"{number} {name}" for number, name in enumerate(names, 1)]
    return Page(
        "comparison", TITLE, blocks=[paragraph(INTRO), matrix(comparisons, titles=titles)],
        sections=_overview(comparisons) if _each_with_each(comparisons) else [
            Section(words.heading(one), opening(one), sections=_classes(one, "", short=True))
            for one in comparisons],
        kind="report")


def titles_only(comparisons: Sequence[Comparison]) -> Page:
    """Every difference by its class and title alone; those that can change who wins are marked."""
    found = []
    for one in comparisons:
        telling = words.telling(one)
        items = [Item(f"{'(!) ' if each in telling else ''}{name.capitalize()}: {each.title}")
                 for name, rows in words.by_class(one) for each in rows]
        legend = [paragraph("(!) can change who wins")] if telling else []
        found.append(Section(words.heading(one), [*opening(one), Listing(items), *legend]))
    if len(found) > 1:
        return Page("comparison", TITLE, sections=found, kind="report")
    return Page("comparison", found[0].title, blocks=found[0].blocks, kind="report")


def matrix(
    comparisons: Sequence[Comparison],
    link: Callable[[Comparison, str, str, str], Words] | None = None,
    titles: Sequence[str] | None = None,
) -> Table:
    """Each edition against each other. With other `titles`, the columns go by their numbers."""
    names = words.editions(comparisons)
    rows = []
    for row, title in zip(names, titles or names, strict=True):
        cells: list[Words] = [(Strong(title),)]
        for column in names:
            one = words.between(comparisons, row, column)
            text = words.cell(one)
            cells.append(link(one, text, row, column) if link and one and row != column else text)
        rows.append(Row(cells))
    heads = [str(number) for number in range(1, len(names) + 1)] if titles else names
    return Table(MATRIX, ["", *heads], rows, whole=True)


# ------------------------------------------------------------------------ for a terminal alone
def _each_with_each(comparisons: Sequence[Comparison]) -> bool:
    """Whether these are several editions, and not files that are each compared with another."""
    many = len(words.editions(comparisons))
    pairs = {frozenset((one.left, one.right)) for one in comparisons}
    return many > 2 and len(comparisons) == len(pairs) == many * (many - 1) // 2 and all(
        len(pair) == 2 for pair in pairs)


def _overview(comparisons: Sequence[Comparison]) -> list[Section]:
    """Of every two the differences that can change who wins, and how to see all."""
    telling = []
    for one in comparisons:
        rows = [each for each in one.differences if each.verdict == "changes" or each.measured]
        if one.same_game:
            telling.append(Section(
                f"{one.left} and {one.right}{'' if rows else ': nothing'}",
                [Entries([Entry(each.title, [*_players(each), *_measured(one, each)])
                          for each in rows])]))
    others = [Item(f"{one.left} and {one.right}: two different games, which share "
                   f"{numbered(len(one.shared), 'rule')}.")
              for one in comparisons if not one.same_game]
    two = next((one for one in comparisons if one.same_game), comparisons[0])
    return [Section(words.TELLING, sections=telling),
            *([Section("What cannot be compared", [Listing(others)])] if others else []),
            Section(MORE, [Preformatted([f"variorum diff {two.left} {two.right}"])])]


# -------------------------------------------------------------------------------- two editions
def opening(one: Comparison) -> list[Block]:
    return [paragraph(words.summary(one)), *map(paragraph, one.notes)]


def sections(one: Comparison, prefix: str = "") -> list[Section]:
    """Two editions; the names of what links lead to begin with a prefix."""
    found = []
    if telling := words.telling(one):
        found.append(Section(words.TELLING, [Listing([
            Item((Link(words.title(one, each), part=f"{prefix}{each.id}", name=each.id),))
            for each in telling])]))
    if renamed := words.renamings(one):
        rows = [Row([pair.left_words, pair.right_words, sort, words.how_sure(pair)])
                for sort, pairs in renamed for pair in pairs]
        title = words.same_words(one)
        found.append(Section(title, [
            Table(title, [one.left, one.right, "sort", "how sure"], rows, bare=True)]))
    if one.friends:
        found.append(Section("One word for different things", [
            Listing([_friend(one, each) for each in one.friends])]))
    if one.shared:
        found.append(Section("What they share", [
            Listing([Item(rule.title) for rule in one.shared])]))
    return found + _classes(one, prefix, short=False)


def _friend(one: Comparison, each: FalseFriend) -> Item:
    left = f"in {one.left} {each.left_meaning} ({words.place(each.left)})"
    right = f"in {one.right} {each.right_meaning} ({words.place(each.right)})"
    return Item((Strong(each.word), " (", Code(each.id), f"): {left}; {right}"))


def _classes(one: Comparison, prefix: str, *, short: bool) -> list[Section]:
    return [Section(name.capitalize(), [Entries([
        Entry(words.title(one, each), _difference(one, each, short=short), each.id,
              anchor=f"{prefix}{each.id}") for each in rows])])
        for name, rows in words.by_class(one)]


def _difference(one: Comparison, each: Difference, *, short: bool) -> list[Block]:
    verdict = [paragraph(said)] if (said := words.verdict(each)) else []
    measured = _measured(one, each)
    if short:
        return [*_players(each), *verdict, *measured]
    spots = [_spot(name, spot) for name, spot in ((one.left, each.left), (one.right, each.right))
             if spot is not None]
    note = [paragraph(words.noted(each), "note")] if each.note else []
    return [*_players(each), *([Listing(spots)] if spots else []), *note, *verdict, *measured,
            *sides(words.witnessed(one, each))]


def _players(each: Difference) -> list[Block]:
    many = ", ".join(map(str, each.players))
    return [paragraph(f"Only with {many} players.")] if many else []


def _measured(one: Comparison, each: Difference) -> list[Block]:
    return [paragraph(said)] if (said := words.measured(one, each)) else []


def _spot(name: str, spot: Spot) -> Item:
    cites = f" ({words.cited(spot)})" if spot.cites else ""
    return Item((f"{name}, {words.place(spot)}: ", Excerpt(words.excerpt(spot)), cites))


def sides(witnessed: Sequence[tuple[str, Told]]) -> list[Block]:
    """Both sides of a witness, with what they are called."""
    parts: list[list[Block]] = [
        [paragraph((Strong(name), f": {words.winners(told)}")),
         Preformatted([*told.lines, "", *words.sheet(told)])] for name, told in witnessed]
    return [Columns(parts)] if parts else []
