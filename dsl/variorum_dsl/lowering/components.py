"""The cards that component lines come to. They are counted before they are made."""

from __future__ import annotations

from variorum_dsl import model as m
from variorum_dsl.core.program import NO_MEMBER
from variorum_dsl.diagnostics.diagnostic import Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import respelt
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.lowering.uses import placed

MOST_CARDS = 2000


def note_uses(symbols: Symbols, line: m.Component) -> None:
    """A line brings cards of a kind. What they are made of is stated, and so far of no use."""
    symbols.used("kind", line.kind, line.kind_at)
    for mark, at in placed(line.marks, line.marks_at):
        symbols.used("kind", mark, at, "states")
    if line.for_each:
        symbols.used("attribute", line.for_each, line.for_each_at, "states")
    for setting in line.settings:
        symbols.used("attribute", setting.name, setting.name_at, "states")
        for value in setting.values:
            if value.word:
                symbols.used("member", value.word, value.at, "states")


def expanded(symbols: Symbols, line: m.Component) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    """The values and marks of every card of a component line."""
    if line.kind not in symbols.parents and line.name in symbols.kinds:
        symbols.report(
            "unknown-name", f"no kind here is called {quote(line.kind)}", line.kind_at, "too much",
            why="behind the number stands the kind of the cards",
            hint=f"{line.count} {line.name}",
        )
        return []
    if line.kind not in symbols.parents:
        symbols.unknown("kind", line.kind, line.at.head(), symbols.parents, line.kind_at)
        return []
    note_uses(symbols, line)
    for mark, at in placed(line.marks, line.marks_at):
        _check_mark(symbols, line, mark, at)
    own = {attribute.name: attribute for attribute in symbols.attributes_of(line.kind)}
    rows: list[dict[str, int]] = [{}]
    stated = 0
    for setting in line.settings:
        if setting.name not in own:
            symbols.unknown("attribute", setting.name, setting.at, own, setting.name_at)
            continue
        if setting.name in rows[0]:
            symbols.report(
                "stated-twice", f"this says twice what {quote(setting.name)} the cards have",
                setting.at, why="values of one attribute stand in one list",
                hint=f"{setting.name} 1 to 4, 8 to 10, for example",
            )
            return []
        before = len(symbols.problems)
        values = _values(symbols, setting, own[setting.name])
        if len(symbols.problems) > before:
            return []
        if len(values) * len(rows) > MOST_CARDS * (1 if stated != len(values) else len(rows)):
            too_many(symbols, setting.at)
            return []
        if len(values) == 1:
            rows = [{**row, setting.name: values[0]} for row in rows]
        elif stated and stated == len(values):
            rows = [{**row, setting.name: value}
                    for row, value in zip(rows, values, strict=True)]
        else:
            rows = [{**row, setting.name: value} for row in rows for value in values]
            stated = len(rows)
    if line.table:
        cells = _table(symbols, line, own)
        if len(rows) * len(cells) > MOST_CARDS:
            too_many(symbols, line.at.head())
            return []
        rows = [{**row, **each} for row in rows for each in cells]
    members: tuple[str, ...] = ()
    if line.for_each:
        members = own[line.for_each].members if line.for_each in own else ()
        if not members:
            symbols.unknown("attribute with members", line.for_each, line.at.head(), own,
                            line.for_each_at)
        # One card for each member, listed once, stands for as many as the number says.
        alike = min(line.count, MOST_CARDS + 1) if len(rows) == 1 and members else 0
        again = alike // len(members) if alike and alike % len(members) == 0 else 1
        rows = [{**row, line.for_each: i} for i in range(len(members)) for row in rows * again]
    if len(rows) == 1:
        rows = rows * min(line.count, MOST_CARDS + 1)
    elif len(rows) != line.count:
        often = len(rows) == len(members)
        symbols.report(
            "wrong-count", f"the line says {line.count} but lists {len(rows)}",
            line.at.head(), f"{len(rows)} cards come out",
            why="the number in front is the number of cards that the line stands for",
            hint=f"write {len(rows)}, {2 * len(rows)} for two of each, or mend the values"
            if often else f"write {len(rows)}, or mend the values" if line.count % len(rows)
            else f"write {len(rows)}, or mend the values; {line.count // len(rows)} of each are a "
            "table below the line, with a column copies",
            fix=respelt(line.at.first(str(line.count)), str(len(rows))),
        )
    missing = [name for name in own if any(name not in row for row in rows)]
    if missing and rows:
        symbols.report(
            "missing-value", f"these cards do not say their {missing[0]}", line.at.head(),
            why=f"every {line.kind} has {missing[0]}", hint=f"with {missing[0]} ...",
        )
    marks = tuple(sorted(line.marks))
    # A card without a colour is of no colour; one without a number counts nothing.
    order = [(table.name, NO_MEMBER if table.members else 0)
             for table in symbols.program.attributes]
    return [(tuple(row.get(name, none) for name, none in order), marks) for row in rows]


def too_many(
    symbols: Symbols, at: Place, label: str = "", secondary: tuple[Label, ...] = ()
) -> None:
    symbols.report("too-many-cards", f"there are more than {MOST_CARDS:,} cards", at, label,
                   "no table could hold them", "mend the numbers", secondary)


def too_many_in_all(symbols: Symbols, brought: list[tuple[m.Component, int]]) -> None:
    """Lines that are too many cards only together. A variant can mend its own lines, and not
    those of its parent, so the largest of its own comes first."""
    own = [row for row in brought if row[0].at.path == symbols.game.at.path]
    most = [max(rows, key=lambda row: row[1]) for rows in (own, brought) if rows]
    labels = [Label(line.at.head(), f"{count:,} of them" if count <= MOST_CARDS else
                    "too many of one sort") for line, count in most]
    first, *others = dict.fromkeys(labels)
    too_many(symbols, first.place, first.text, tuple(others))


def _check_mark(symbols: Symbols, line: m.Component, mark: str, at: Place) -> None:
    allowed = {
        each.name for name in symbols.lineage(line.kind) if name in symbols.kinds
        for each in symbols.kinds[name].marks
    }
    if mark not in allowed:
        symbols.unknown("mark", mark, line.at.head(), allowed, at)


def _values(symbols: Symbols, setting: m.Setting, attribute: m.Attribute) -> list[int]:
    found: list[int] = []
    for value in setting.values:
        if attribute.members:
            if value.word in attribute.members:
                found.append(attribute.members.index(value.word))
            else:
                symbols.unknown("member", value.word or str(value.low), value.at,
                                attribute.members)
        elif value.word and attribute.valued(value.word) is not None:
            symbols.used("member", value.word, value.at)
            found.append(attribute.valued(value.word) or 0)
        elif value.word:
            symbols.report("wrong-type", f"{quote(value.word)} is not a number", value.at,
                           why=f"{attribute.name} is a number", hint="write a number")
        elif value.high - value.low + len(found) > MOST_CARDS:
            too_many(symbols, value.at)
            return found
        elif value.high < value.low:
            symbols.report("wrong-count", "this range runs backwards", value.at,
                           why="it lists no card at all",
                           hint=f"{value.high} to {value.low}",
                           fix=respelt(value.at, f"{value.high} to {value.low}"))
        else:
            found.extend(range(value.low, value.high + 1))
    return found


def _table(
    symbols: Symbols, line: m.Component, own: dict[str, m.Attribute]
) -> list[dict[str, int]]:
    header, *rows = line.table
    names = [str(cell) for cell in header.cells]
    for name in names:
        if name != "copies" and name not in own:
            symbols.unknown("attribute", name, header.at, [*own, "copies"])
    found: list[dict[str, int]] = []
    for row in rows:
        if len(row.cells) != len(names):
            symbols.report(
                "wrong-count", f"this row has {len(row.cells)} entries, not {len(names)}",
                row.at, why="a row has one entry for each column of the table",
                hint=f"the columns are {', '.join(names)}",
            )
            continue
        cells: dict[str, int] = {}
        for name, cell in zip(names, row.cells, strict=True):
            if name in own and own[name].members and cell in own[name].members:
                cells[name] = own[name].members.index(str(cell))
            elif isinstance(cell, int):
                cells[name] = cell
            elif name in own and (valued := own[name].valued(cell)) is not None:
                cells[name] = valued
            else:
                symbols.unknown("value", str(cell), row.at, ())
        copies = min(cells.pop("copies", 1), MOST_CARDS + 1)
        found.extend([cells] * copies)
        if len(found) > MOST_CARDS:
            break
    return found

