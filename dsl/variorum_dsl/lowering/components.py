"""The cards that component lines come to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from variorum_dsl import model as m
from variorum_dsl.core.program import NO_MEMBER, Program
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import NUMBERS, close_names
from variorum_dsl.edits.game import Game
from variorum_dsl.english import article

MOST_CARDS = 2000
MOST_PROBLEMS = 1000
MOST_HINTS = 100


class Components:
    """Counts cards before it makes them, and reports what does not add up."""

    kinds: dict[str, m.Kind]
    parents: dict[str, str]
    game: Game
    program: Program
    problems: list[Diagnostic]
    used: set[tuple[str, str]]
    _attributes_of: dict[str, list[m.Attribute]]

    def report(
        self, code: str, title: str, at: Place, label: str = "", why: str = "", hint: str = "",
        secondary: tuple[Label, ...] = (), severity: Any = "error",
    ) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(
                Diagnostic(code, severity, title, Label(at, label), secondary, why, hint)
            )

    def unknown(self, word: str, name: str, at: Place, known: Any) -> None:
        near: list[str] = []
        if name in NUMBERS:
            self.report(
                "unknown-name", f"no {word} here is called {quote(name)}", at, "a number is meant",
                why="numbers are written in digits", hint=f"write {NUMBERS[name]}",
            )
            return
        if len(self.problems) < MOST_HINTS:
            others = [k for k in known if k != name]
            near = self.printed_as(name, others) or close_names(name, others, n=1)
        self.report(
            "unknown-name", f"no {word} here is called {quote(name)}", at,
            f"did you mean {near[0]}?" if near else "unknown",
            why=f"{article(word)} {word} must be declared, or named by the lines above, before it "
            "is used",
            hint=f"write {near[0]}" if near else f"declare {name}, or use a name that exists",
        )

    def printed_as(self, name: str, known: Iterable[str]) -> list[str]:
        """The known name whose printed words these are: people write what they read."""
        game, wanted = self.game, set(known)
        attributes = [attribute for kind in game.kinds for attribute in kind.attributes]
        cards = [line for pile in game.piles for line in pile.lines]
        named: list[Any] = [*game.zones, *game.tracks, *game.figures, *game.scorings, *game.kinds,
                            *attributes, *cards]
        for whole in (True, False):
            for each in named:
                printed = each.words.one.lower().replace(" ", "-") if each.words else ""
                if each.name in wanted and (
                    printed == name if whole else printed.startswith(f"{name}-")
                ):
                    return [each.name]
        return []

    def lineage(self, kind: str) -> list[str]:
        """A kind and everything that it is a part of."""
        found = []
        while kind and kind not in found:
            found.append(kind)
            kind = self.parents.get(kind, "")
        return found

    def attributes_of(self, kind: str) -> list[m.Attribute]:
        found = self._attributes_of.get(kind)
        if found is None:
            found = self._attributes_of[kind] = [
                attribute for name in reversed(self.lineage(kind)) if name in self.kinds
                for attribute in self.kinds[name].attributes
            ]
        return found

    def expanded(self, line: m.Component) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
        """The values and marks of every card of a component line."""
        if line.kind not in self.parents:
            self.unknown("kind", line.kind, line.at.head(), self.parents)
            return []
        self.used.add(("kind", line.kind))
        for mark in line.marks:
            self._check_mark(line, mark)
        own = {attribute.name: attribute for attribute in self.attributes_of(line.kind)}
        rows: list[dict[str, int]] = [{}]
        stated = 0
        for setting in line.settings:
            if setting.name not in own:
                self.unknown("attribute", setting.name, setting.at, own)
                continue
            before = len(self.problems)
            values = self._values(setting, own[setting.name])
            if len(self.problems) > before:
                return []
            if len(values) * len(rows) > MOST_CARDS * (1 if stated != len(values) else len(rows)):
                self.too_many(setting.at)
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
            cells = self._table(line, own)
            if len(rows) * len(cells) > MOST_CARDS:
                self.too_many(line.at.head())
                return []
            rows = [{**row, **each} for row in rows for each in cells]
        members: tuple[str, ...] = ()
        if line.for_each:
            members = own[line.for_each].members if line.for_each in own else ()
            if not members:
                self.unknown("attribute with members", line.for_each, line.at.head(), own)
            # One card for each member, listed once, stands for as many as the number says.
            alike = min(line.count, MOST_CARDS + 1) if len(rows) == 1 and members else 0
            again = alike // len(members) if alike and alike % len(members) == 0 else 1
            rows = [{**row, line.for_each: i} for i in range(len(members)) for row in rows * again]
        if len(rows) == 1:
            rows = rows * min(line.count, MOST_CARDS + 1)
        elif len(rows) != line.count:
            often = len(rows) == len(members)
            self.report(
                "wrong-count", f"the line says {line.count} but lists {len(rows)}",
                line.at.head(), f"{len(rows)} cards come out",
                why="the number in front is the number of cards that the line stands for",
                hint=f"write {len(rows)}, {2 * len(rows)} for two of each, or mend the values"
                if often else f"write {len(rows)}, or mend the values",
            )
        missing = [name for name in own if any(name not in row for row in rows)]
        if missing and rows:
            self.report(
                "missing-value", f"these cards do not say their {missing[0]}", line.at.head(),
                why=f"every {line.kind} has {missing[0]}", hint=f"with {missing[0]} ...",
            )
        marks = tuple(sorted(line.marks))
        # A card without a colour is of no colour; one without a number counts nothing.
        order = [(table.name, NO_MEMBER if table.members else 0)
                 for table in self.program.attributes]
        return [(tuple(row.get(name, none) for name, none in order), marks) for row in rows]

    def too_many(self, at: Place, label: str = "", secondary: tuple[Label, ...] = ()) -> None:
        self.report("too-many-cards", f"there are more than {MOST_CARDS:,} cards", at, label,
                    "no table could hold them", "mend the numbers", secondary)

    def too_many_in_all(self, brought: list[tuple[m.Component, int]]) -> None:
        """Lines that are too many cards only together. A variant can mend its own lines, and not
        those of its parent, so the largest of its own comes first."""
        own = [row for row in brought if row[0].at.path == self.game.at.path]
        most = [max(rows, key=lambda row: row[1]) for rows in (own, brought) if rows]
        labels = [Label(line.at.head(), f"{count:,} of them" if count <= MOST_CARDS else
                        "too many of one sort") for line, count in most]
        first, *others = dict.fromkeys(labels)
        self.too_many(first.place, first.text, tuple(others))

    def _check_mark(self, line: m.Component, mark: str) -> None:
        allowed = {
            each.name for name in self.lineage(line.kind) if name in self.kinds
            for each in self.kinds[name].marks
        }
        if mark not in allowed:
            self.unknown("mark", mark, line.at.head(), allowed)

    def _values(self, setting: m.Setting, attribute: m.Attribute) -> list[int]:
        found: list[int] = []
        for value in setting.values:
            if attribute.members:
                if value.word in attribute.members:
                    found.append(attribute.members.index(value.word))
                else:
                    self.unknown("member", value.word or str(value.low), value.at,
                                 attribute.members)
            elif value.word:
                self.report("wrong-type", f"{quote(value.word)} is not a number", value.at,
                            why=f"{attribute.name} is a number", hint="write a number")
            elif value.high - value.low + len(found) > MOST_CARDS:
                self.too_many(value.at)
                return found
            elif value.high < value.low:
                self.report("wrong-count", "this range runs backwards", value.at,
                            why="it lists no card at all",
                            hint=f"{value.high} to {value.low}")
            else:
                found.extend(range(value.low, value.high + 1))
        return found

    def _table(self, line: m.Component, own: dict[str, m.Attribute]) -> list[dict[str, int]]:
        header, *rows = line.table
        names = [str(cell) for cell in header.cells]
        for name in names:
            if name != "copies" and name not in own:
                self.unknown("attribute", name, header.at, [*own, "copies"])
        found: list[dict[str, int]] = []
        for row in rows:
            if len(row.cells) != len(names):
                self.report(
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
                else:
                    self.unknown("value", str(cell), row.at, ())
            copies = min(cells.pop("copies", 1), MOST_CARDS + 1)
            found.extend([cells] * copies)
            if len(found) > MOST_CARDS:
                break
        return found

