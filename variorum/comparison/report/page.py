"""A comparison as a page: what differs, what is only worded otherwise, and what proves it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Sequence

from variorum_dsl.english import capital, listed, numbered

from variorum.comparison.model import (
    Comparison,
    Difference,
    Sentence,
    Spot,
    Told,
)
from variorum.comparison.report import words
from variorum.comparison.report.books import Books
from variorum.comparison.report.overview import glossary, rulings
from variorum.files.editions import edition_file
from variorum.files.lookup import shown
from variorum.reports import text
from variorum.reports.blocks import (
    Block,
    Columns,
    Details,
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

TITLE = "Editions side by side"
INTRO = "Differences between each two editions, and in parentheses how many can change who wins."
MATRIX = "How many rules differ"
DECISION = "Decision: ______________________________________________"
DECISIVE = ("What can change who wins",
            "What could change who wins, as one of the books does not say")
FRIENDS = "One word for different things"
SCREEN, NARROW = 40, 80  # lines and columns of a first screen
ALL = 3000  # letters, more than there ever are
FEW = 400
FIRST = ("play-game-play", "play-game-next", "play-game-setup", "end-game-end",
         "scoring-game-scoring", "elimination", "tie-break", "scoring-game-reckoning")
# At each level of a first screen, how many letters there are for what is told in one paragraph, and
# how many questions that could decide who wins have a line of their own.
LEVELS = ((0, 99), (0, 99), (ALL, 99), (1000, 99), (600, 99), (400, 99), (200, 99), (120, 99),
          (200, 4), (120, 4), (120, 2), (90, 2), (90, 0))
NO_BOOKS = Books({})


def page(comparisons: Sequence[Comparison], books: Books = NO_BOOKS) -> Page:
    """Everything about two editions, or about every two of several, for paper or a browser."""
    if len(comparisons) == 1:
        one = comparisons[0]
        return Page("comparison", words.heading(one), blocks=opening(one),
                    sections=sections(one, books=books), kind="report")

    def link(one: Comparison, text: str, row: str, column: str) -> Words:
        return (Link(text, part=f"c{comparisons.index(one)}",
                     aside=f"between {row} and {column}"),)

    return Page(
        "comparison", TITLE, blocks=[paragraph(INTRO), *matrix(comparisons, link)],
        sections=[*rulings(comparisons), *glossary(comparisons),
                  *(Section(words.heading(one), opening(one), anchor=f"c{number}",
                            sections=sections(one, f"c{number}-", books))
                    for number, one in enumerate(comparisons))],
        kind="report")


# --------------------------------------------------------------------------- for a terminal
def brief(comparisons: Sequence[Comparison]) -> Page:
    """The first screen: what can change who wins, what else changes, how many words differ."""
    if len(comparisons) > 1:
        return _brief_of_many(comparisons)
    one = comparisons[0]
    if not one.same_game:
        return _screen_of_strangers(one)
    found = [_screen(one, level) for level in range(len(LEVELS))]
    return next((each for each in found if len(
        text.render(each, width=NARROW).splitlines()) <= SCREEN), found[-1])


def _screen(one: Comparison, level: int) -> Page:
    """A first screen; at a higher level it says less of each difference."""
    blocks = opening(one)
    if not one.differences and not one.counts()["wording"]:
        return Page("comparison", words.heading(one), blocks=blocks, kind="report")
    whole = f"{_typed(one)} --full"
    blocks.append(Listing([Item(f"A: {one.left_title}"), Item(f"B: {one.right_title}"),
                           *([Item(f"All of it: {whole}")] if level > 1 else [])]))
    decisive = [each for graver in words.decisive(one) for each in graver]
    others = [each for _, rows in words.grouped(one) for each in rows if each not in decisive]
    told = []
    room, most = LEVELS[level]
    for title, graver in zip(DECISIVE, words.decisive(one), strict=True):
        first = graver if title == DECISIVE[0] else graver[:most]
        chosen = [each for each in first if level > 1 and words.is_offer(each)]
        rows = [_short(one, each, sentence=level == 0) for each in first if each not in chosen]
        for side, offers in words.offers(chosen):
            named = listed([f"{each.switch.words} [{each.id}]" for each in offers if each.switch])
            rows.append(Item(f"Only {side} offers as optional rules: {named}."))
        rows += map(Item, words.questions(one, graver[len(first):]))
        if rows:
            told.append(Section(title, [Listing(rows)]))
    if one.friends:
        told.append(Section(FRIENDS, [Listing([
            Item(words.lettered(one, words.friend(one, each))) for each in one.friends])]))
    if others and level < 2:
        told.append(Section("What else changes", [Listing(
            [_short(one, each, sentence=level == 0) for each in others])]))
    elif others:
        rows = []
        for title, changes in words.grouped(one):
            if changes[0] not in decisive:
                answers = level == 2 or (room > FEW and not words.is_fact(changes[0]))
                rows.append(Item(f"{title}: {words.some(one, changes, room, answers=answers)}"))
        told.append(Section("What else changes", [Listing(rows)]))
    if level < 2:
        told.append(Section("All of it, with citations and proofs", [Preformatted([whole])]))
    return Page("comparison", words.heading(one), blocks=blocks, sections=told, kind="report")


def _screen_of_strangers(one: Comparison) -> Page:
    """A first screen about two different games: what they share, and what each part is."""
    blocks: list[Block] = [paragraph(words.summary(one)), Listing([
        Item(f"A: {one.left_title}"), Item(f"B: {one.right_title}"),
        Item(f"All of it: {_typed(one)} --full")])]
    # What a game is about first: what is in the box and who sees it comes last.
    rules = sorted((each for each in one.differences if not words.is_fact(each)),
                   key=lambda each: FIRST.index(each.id) if each.id in FIRST else len(FIRST))
    facts = [each for each in one.differences if words.is_fact(each)]
    for most, many in ((ALL, ALL), *((most, ALL) for most in (200, 150, 110)),
                       *((110, many) for many in range(len(rules) - 1, 0, -1))):
        rows = [Item(words.both_sides(one, each, most)) for each in rules[:many]]
        if rules[many:]:
            rows.append(Item(f"And {numbered(len(rules) - many, 'more part')}."))
        common = capital("; ".join(rule.title for rule in one.shared))
        told = [Section("What they share", [Listing([Item(f"{common}.")])])] if common else []
        told.append(Section("What is another game", [Listing(rows)]))
        if facts:
            told.append(Section(words.FACTS, [Listing([Item(words.some(one, facts, FEW))])]))
        found = Page("comparison", words.heading(one), blocks=blocks, sections=told, kind="report")
        if len(text.render(found, width=NARROW).splitlines()) <= SCREEN:
            break
    return found


def _short(one: Comparison, each: Difference, *, sentence: bool) -> Item:
    said = words.lettered(one, words.title(each)) if sentence else words.asked(one, each)
    return Item(f"{said} [{each.id}]")


def full(comparisons: Sequence[Comparison], books: Books = NO_BOOKS,
         only: Collection[str] = ()) -> Page:
    """Everything, with witnesses in a line each; of some differences (`only`) the witnesses too."""
    parts = [Section(words.heading(one), opening(one), sections=_full(one, books, only))
             for one in comparisons]
    if len(parts) == 1:
        return Page("comparison", parts[0].title, blocks=parts[0].blocks,
                    sections=parts[0].sections, kind="report")
    return Page("comparison", TITLE, blocks=[paragraph(INTRO), *matrix(comparisons)],
                sections=[*rulings(comparisons), *glossary(comparisons), *parts], kind="report")


def _full(one: Comparison, books: Books, only: Collection[str]) -> list[Section]:
    found = [] if only else _shared(one)
    for title, rows in _grouped(one):
        kept = [each for each in rows if not only or each.id in only]
        if kept:
            found.append(Section(title, [Entries([
                Entry(words.title(each), _entry(one, each, books, whole=bool(only)), each.id)
                for each in kept])]))
    return found if only else [*found, *_implied(one), *_words(one), *_watching(one)]


def _brief_of_many(comparisons: Sequence[Comparison]) -> Page:
    """Of several comparisons what matters most, and how to see all."""
    if not _each_with_each(comparisons):
        return Page("comparison", TITLE, blocks=[paragraph(INTRO), *matrix(comparisons)],
                    sections=[Section(words.heading(one), opening(one), sections=[
                        Section(title, [Listing([
                            Item(f"{words.title(each)} [{each.id}]") for each in rows])])
                        for title, rows in words.grouped(one)]) for one in comparisons],
                    kind="report")
    others = [Item(f"{words.heading(one)}: two different games, which share "
                   f"{numbered(len(one.shared), 'rule')}.")
              for one in comparisons if not one.same_game]
    two = next((one for one in comparisons if one.same_game), comparisons[0])
    measured = [Item(f"{words.heading(one)}: {words.title(each)} {told}")
                for one in comparisons for each in one.differences
                if (told := words.measured(one, each))]
    return Page(
        "comparison", TITLE,
        blocks=[paragraph(INTRO), *matrix(comparisons), *map(paragraph, dict.fromkeys(
            note for one in comparisons for note in one.notes))],
        sections=[*rulings(comparisons), *glossary(comparisons),
                  *([Section("What was measured", [Listing(measured)])] if measured else []),
                  *([Section("What cannot be compared", [Listing(others)])] if others else []),
                  Section("All differences of two editions, and what proves them", [
                      Preformatted([f"{_typed(two)} --full"])])],
        kind="report")


def _each_with_each(comparisons: Sequence[Comparison]) -> bool:
    """Whether these are several editions, and not files that are each compared with another."""
    many = len(words.editions(comparisons))
    pairs = {frozenset((one.left, one.right)) for one in comparisons}
    return many > 2 and len(comparisons) == len(pairs) == many * (many - 1) // 2 and all(
        len(pair) == 2 for pair in pairs)


def matrix(
    comparisons: Sequence[Comparison],
    link: Callable[[Comparison, str, str, str], Words] | None = None,
) -> list[Block]:
    """Each edition against each other. The columns go by numbers, so that none is ever cut off."""
    names = words.editions(comparisons)
    titles = words.titles(comparisons)
    rows = []
    for number, row in enumerate(names, 1):
        cells: list[Words] = [(Strong(f"{number} {titles[row]}"),)]
        for column in names:
            one = words.between(comparisons, row, column)
            said = words.cell(one).replace("another game", "–")
            cells.append(link(one, said, row, column) if link and one and row != column else said)
        rows.append(Row(cells))
    heads = [str(number) for number in range(1, len(names) + 1)]
    return [Table(MATRIX, ["", *heads], rows, whole=True)]


# -------------------------------------------------------------------------------- two editions
def opening(one: Comparison) -> list[Block]:
    return [paragraph(words.summary(one)), *map(paragraph, one.notes)]


def sections(one: Comparison, prefix: str = "", books: Books = NO_BOOKS) -> list[Section]:
    """Two editions; the names of what links lead to begin with a prefix."""
    found = []
    if one.same_game and (telling := [each for rows in words.decisive(one) for each in rows]):
        found.append(Section("At a glance", [Listing([
            Item((Link(words.title(each), part=f"{prefix}{each.id}", name=each.id),))
            for each in telling])]))
    found += _shared(one)
    found += [Section(title, [Entries([
        Entry(words.title(each), [*_entry(one, each, books, whole=False, fold=True),
                                  paragraph(DECISION)], each.id, anchor=f"{prefix}{each.id}")
        for each in rows])]) for title, rows in _grouped(one)]
    return [*found, *_implied(one), *_words(one), *_watching(one)]


def _grouped(one: Comparison) -> list[tuple[str, list[Difference]]]:
    """The differences, the gravest first; those of two different games as they come."""
    if not one.same_game:
        return [("What is another game", [each for each in one.differences
                                          if not words.is_fact(each)]),
                (words.FACTS, [each for each in one.differences if words.is_fact(each)])]
    return words.grouped(one)


def _implied(one: Comparison) -> list[Section]:
    """What is no difference as the two are read here, although one of the books is less plain."""
    return [Section("What one book says less plainly", [
        Listing([Item(f"{rule.title} [{rule.id}]") for rule in one.implied])])] if (
            one.implied) else []


def _shared(one: Comparison) -> list[Section]:
    """What two different games have in common."""
    return [Section("What they share", [
        Listing([Item(capital(rule.title)) for rule in one.shared])])] if one.shared else []


def _typed(one: Comparison) -> str:
    """The command that compares the two again: what comes with the toolkit is known by its name,
    and any other file by where it lies."""
    sides = ((one.left, one.left_path), (one.right, one.right_path))
    words = [name if edition_file(name) or one.left_path == one.right_path else
             shlex.quote(shown(path)) for name, path in sides]
    return f"variorum diff {' '.join(words)}"


def _watching(one: Comparison) -> list[Section]:
    """How to have the games from the deal as records."""
    if not any(each.witness and each.witness.reached and not each.witness.records
               for each in one.differences):
        return []
    return [Section("To watch the games", [
        paragraph("This writes a record of each game from the deal, one for each side, which "
                  "`variorum replay` plays again and tells:"),
        Preformatted([f"{_typed(one)} --full --records FOLDER"])])]


def _words(one: Comparison) -> list[Section]:
    """False friends, and other words for the same."""
    found = []
    if one.friends:
        found.append(Section(FRIENDS, [Entries([
            Entry(words.friend(one, each), [Listing([
                _spot(name, spot) for name, spot in ((one.left_title, each.left),
                                                     (one.right_title, each.right))])], each.id)
            for each in one.friends])]))
    if renamed := words.renamings(one):
        rows = [Row([pair.left_words, pair.right_words, sort, words.how_sure(pair)])
                for sort, pairs in renamed for pair in pairs]
        title = words.same_words(one)
        found.append(Section(title, [
            Table(title, [one.left_title, one.right_title, "sort", "how sure"], rows, bare=True)]))
    return found


def _entry(
    one: Comparison, each: Difference, books: Books, *, whole: bool, fold: bool = False
) -> list[Block]:
    """What there is to say about a difference: where it stands, what it comes to, and the proof."""
    blocks: list[Block] = []
    if each.players:
        blocks.append(paragraph(f"Only with {', '.join(map(str, each.players))} players."))
    spots = [_spot(title, spot, books.quoted(name, spot, each)) for name, title, spot in (
        (one.left, one.left_title, each.left), (one.right, one.right_title, each.right))
        if spot is not None]
    if spots:
        blocks.append(Listing(spots))
    for name, rows in zip((one.left_title, one.right_title), each.told, strict=True):
        if rows:
            blocks += [paragraph((Strong(f"In {name}"),)), Listing(_nested(list(rows), 0))]
    if each.note:
        blocks.append(paragraph(words.noted(each), "note"))
    if said := words.verdict(each):
        blocks.append(paragraph(said))
    if said := words.measured(one, each):
        blocks.append(paragraph(said))
    if each.witness is None:
        return blocks
    if whole:
        behind = words.after(each.witness).strip()
        return [*blocks, paragraph(words.origin(each.witness)), *sides(words.witnessed(one, each)),
                *([paragraph(behind)] if behind else [])]
    if fold:
        shown = sides(words.witnessed(one, each))
        return [*blocks, paragraph(words.folded(one, each)),
                Details(f"The {each.witness.form}", shown)]
    return [*blocks, paragraph(words.folded(one, each))]


def _spot(title: str, spot: Spot, quoted: Sequence[str] = ()) -> Item:
    cites = f" ({words.cited(spot)})" if spot.cites else ""
    # A sentence of the summary; only lines that it does not tell are shown as they stand.
    said = spot.text if spot.text.endswith((".", "?")) else Excerpt(words.excerpt(spot))
    line: Words = (f"{title}, {words.place(spot)}: ", said, cites) if spot.text else (
        f"{title}, {words.place(spot)}{cites}",)
    return Item(line,
                children=[Item(f"The book: “{sentence}”") for sentence in quoted], ordered=False)


def _nested(rows: list[Sentence], depth: int) -> list[Item]:
    """Sentences as a list, those below another one inside it."""
    found: list[Item] = []
    while rows and rows[0].depth >= depth:
        row = rows.pop(0)
        found.append(Item(row.text, children=_nested(rows, row.depth + 1), ordered=False))
    return found


def sides(witnessed: Sequence[tuple[str, Told]]) -> list[Block]:
    """Both sides of a witness, with what they are called."""
    parts: list[list[Block]] = [
        [paragraph((Strong(name), f": {words.winners(told)}")),
         Preformatted([*told.lines, "", *words.sheet(told)])]
        for name, told in witnessed]
    return [Columns(parts)] if parts else []
