"""The section on components: kinds of cards in sentences, every line of cards in a table."""

from __future__ import annotations

from collections.abc import Sequence

from variorum_dsl import model as m
from variorum_dsl.english import (
    WORDS,
    capital,
    counted,
    is_plural,
    is_uncounted,
    listed,
    many_of,
    number_word,
    one_of,
    spoken,
    with_article,
    with_players,
)
from variorum_dsl.model.game import Game

from variorum.prose.vocabulary import Vocabulary
from variorum.reports.blocks import Block, Item, Listing, Row, Section, Table, marks

LARGEST_WORD = len(WORDS) - 1  # numbers beyond it are written as figures


def components(game: Game, words: Vocabulary) -> Section:
    rows = []
    for pile in game.piles:
        where = words.zone(pile.zone)
        where = f"each player’s {where}" if pile.each else f"the {where}"
        if pile.low:
            where += f", with {with_players(pile.low, pile.high)}"
        rows += [_row(line, pile, where, words) for line in pile.lines]
    blocks: list[Block] = []
    if rows:
        blocks.append(Table("All cards, and where they are at the beginning",
                            ["What", "Number", "Shows", "Marked", "Begins in"], rows, (1,)))
    items = [item for kind in game.kinds for item in _kind(kind, words)]
    if game.totals:
        items.append(_totals(game.totals, words))
    items += _optional(game, words)
    if game.besides:
        items.append(_besides(game.besides))
    if items:
        blocks.append(Listing(items))
    return Section("Components", blocks)


def _besides(others: Sequence[m.Besides]) -> Item:
    """What is in the box and has no rule."""
    said = []
    for each in others:
        what = counted(each.count, one_of(each.words, each.name), many_of(each.words, each.name))
        said.append(what + (f" (with {with_players(each.low, each.high)})" if each.low else ""))
    cites = dict.fromkeys(heading for each in others for heading in m.headings(each.cites))
    return Item(f"The box also holds {listed(said)}.", tuple(cites), of=marks(*others))


def _totals(totals: Sequence[m.Total], words: Vocabulary) -> Item:
    """All counts that the rulebook states, in one sentence and one style of numbers."""
    large = any(total.count > LARGEST_WORD for total in totals)
    said = []
    for total in totals:
        noun = words.kind(total.kind)
        said.append(f"{total.count} {noun.one if total.count == 1 else noun.many}{noun.post}"
                    if large else f"{counted(total.count, noun.one, noun.many)}{noun.post}")
    cites = dict.fromkeys(heading for total in totals for heading in m.headings(total.cites))
    said = [f"{each}{_sets(total, words)}" for each, total in zip(said, totals, strict=True)]
    wholes: dict[int, list[str]] = {}  # by their place, with what is among them
    for place, total in enumerate(totals):
        whole = next((each for each in wholes if _among(total.kind, totals[each].kind, words)),
                     None)
        if whole is None:
            wholes[place] = []
        else:
            wholes[whole].append(said[place])
    be = "is" if totals[0].count == 1 else "are"
    if not any(wholes.values()):
        return Item(f"In all there {be} {listed(said)}.", tuple(cites), of=marks(*totals))
    text = " ".join(
        f"There {'is' if totals[place].count == 1 else 'are'} {said[place]}"
        + (f" in all, among them {listed(parts)}." if parts else ".")
        for place, parts in wholes.items())
    return Item(text, tuple(cites), of=marks(*totals))


def _sets(total: m.Total, words: Vocabulary) -> str:
    """How the cards of a kind are shared out, if every player begins with the same."""
    piles = [(pile, line) for pile in words.game.piles for line in pile.lines
             if total.kind in words.lineage(line.kind)]
    each = sum(line.count for _, line in piles)
    if not piles or any(pile.each != "player" or pile.low for pile, _ in piles) or (
            not each or total.count % each):
        return ""
    return f", in {counted(total.count // each, 'set', 'sets')} of {each}"


def _optional(game: Game, words: Vocabulary) -> list[Item]:
    """What optional rules put into the box in addition."""
    items = []
    added = [(option, line) for option in game.options for edit in option.lines
             if isinstance(edit, m.Add) and isinstance(edit.section, m.Components)
             for pile in edit.section.lines if isinstance(pile, m.Pile) for line in pile.lines]
    for total in game.totals:
        mine = [(option, line) for option, line in added
                if line.kind in words.kinds and total.kind in words.lineage(line.kind)]
        if mine and not any(other.kind in words.lineage(total.kind)[1:] for other in game.totals):
            count = sum(line.count for _, line in mine)
            noun = words.kind(total.kind)
            names = listed([one_of(line.words, line.name) if line.name
                            else words.kind_only(line.kind).one for _, line in mine])
            more = counted(count, f"more {noun.one}", f"more {noun.many}")
            items.append(Item(
                f"{capital(more)} in the box {'belong' if count > 1 else 'belongs'} to optional "
                f"rules ({names}), which makes {total.count + count} {noun.many}.",
                tuple(dict.fromkeys(heading for option, _ in mine
                                    for heading in m.headings(option.cites)))))
    return items


def _among(kind: str, whole: str, words: Vocabulary) -> bool:
    """Whether all cards of a kind, or with a mark, are also of another kind."""
    if kind in words.marks and kind not in words.kinds:
        return all(whole in words.lineage(line.kind) for pile in words.game.piles
                   for line in pile.lines if kind in line.marks)
    return kind != whole and whole in words.lineage(kind)


def _kind(kind: m.Kind, words: Vocabulary) -> list[Item]:
    """What the cards of a kind are, show and may be marked with."""
    noun = words.kind_only(kind.name)
    said = []
    below = [name for name in words.kinds if words.under[name] == kind.name]
    if below:
        inner = listed([words.kind_only(name).many for name in below])
        said.append(f"{capital(noun.many)} are of {_many(len(below))}: {inner}.")
    if kind.attributes:
        shown = []
        for attribute in kind.attributes:
            name = words.attribute(attribute.name)
            if words.is_unit(attribute.name):
                name = f"a number of {words.units(attribute.name)}"
            elif not is_plural(name) and not is_uncounted(name):
                name = with_article(name)
            if attribute.members:
                name += f" ({listed([spoken(each) for each in attribute.members], 'or')})"
            shown.append(name)
        said.append(f"Each {noun.one} has {listed(shown)}.")
    for mark in kind.marks:
        marked = words.kind(mark.name)
        said.append(f"Some {noun.many} are {marked.many}{marked.post}."
                    if not marked.post else f"Some {noun.many} have{marked.post[5:]}.")
    plain = [words.kinds[name] for name in below if not (
        words.kinds[name].attributes or words.kinds[name].marks
        or any(words.under[other] == name for other in words.kinds))]
    told = marks(kind, *kind.attributes, *kind.marks, *plain)
    items = [Item(" ".join(said), m.headings(kind.cites), of=told)] if said else []
    return items + [item for each in kind.kinds for item in _kind(each, words)]


def _many(count: int) -> str:
    return "one sort" if count == 1 else f"{counted(count, 'sort', 'sorts')}"


def _row(line: m.Component, pile: m.Pile, where: str, words: Vocabulary) -> Row:
    noun = words.kind_only(line.kind)
    if line.name:
        own = words.kind_only(line.name)
        own_words = own.one if line.count == 1 else own.many
        what = f"{own_words} ({noun.one})"
        if own_words.lower() == noun.one.lower():
            what = own_words
    else:
        what = noun.one if line.count == 1 else noun.many
    shown = listed([words.mark(mark) for mark in line.marks])
    cites = m.headings(line.cites) or m.headings(pile.cites)
    number = f"{line.count} each" if pile.each else str(line.count)
    whose = " for each player" if pile.each else ""
    said = f"{line.count} {what}{whose}" + "".join(
        f", {part}" for part in (shows(line, words), f"marked “{shown}”" if shown else "") if part)
    return Row([capital(what), number, shows(line, words), shown, where], cites,
               f"{said}; begins in {where}.", marks(line))


def shows(line: m.Component, words: Vocabulary) -> str:
    """The values of a line of cards."""
    parts = []
    for setting in line.settings:
        values = [each.word.replace("-", " ") if each.word
                  else words.value(setting.name, each.low) if each.low == each.high
                  else f"{each.low} to {each.high}" for each in setting.values]
        unit = words.is_unit(setting.name)
        name = words.units(setting.name) if unit else words.attribute(setting.name)
        if unit and values == ["1"]:
            name = words.attribute(setting.name)
        parts.append(f"{listed(values)} {name}" if unit else f"{name} {listed(values)}")
    text = ", ".join(parts)
    if line.table:
        head, *rows = line.table
        text = _in_steps(head, rows, words) or "; ".join(
            _cells(head, row, words) for row in rows)
    if line.for_each:
        members = listed(words.members(line.for_each))
        each = f"each {words.attribute(line.for_each)} ({members})"
        number = line.count // max(1, len(words.members(line.for_each)))
        text = f"in {each}: {text}" if text else f"{number} of {each}"
    return text


def _in_steps(head: m.Row, rows: Sequence[m.Row], words: Vocabulary) -> str:
    """As many copies each of several values: `two each of worth 0 and 2 to 15`."""
    if len(head.cells) != 2 or "copies" not in head.cells or len(rows) < 3:
        return ""
    at = head.cells.index("copies")
    copies = {row.cells[at] for row in rows}
    values = [cell for row in rows if isinstance(cell := row.cells[1 - at], int)]
    if len(copies) > 1 or len(values) < len(rows):
        return ""
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    said = [f"{run[0]} to {run[-1]}" if len(run) > 2 else listed(list(map(str, run)))
            for run in runs]
    name = str(head.cells[1 - at])
    what = (f"{listed(said)} {words.units(name)}" if words.is_unit(name)
            else f"{words.attribute(name)} {listed(said)}")
    return f"{number_word(int(copies.pop()))} each of {what}"


def _cells(head: m.Row, row: m.Row, words: Vocabulary) -> str:
    parts, copies = [], ""
    for name, value in zip(head.cells, row.cells, strict=False):
        if name == "copies":
            copies = "" if value == 1 else f"{value} × "
            continue
        parts.append(words.valued(str(name), value))
    return copies + ", ".join(parts)

