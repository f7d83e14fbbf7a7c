"""The names of a game, and the cards that its components come to."""

from __future__ import annotations

from typing import Any

from dsl import model as m
from dsl.cleaning import quote
from dsl.core import AttributeTable, Card, Program, ZoneTable
from dsl.diagnostics import Diagnostic, Label, Place
from dsl.game import Game
from dsl.near import close_names

MOST_CARDS = 2000
MOST_PROBLEMS = 1000
MOST_HINTS = 100
PREDECLARED = frozenset({"players", "nobody", "chance", "left", "right"})


class Symbols:
    """What every name of a game stands for, at one number of players."""

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = players
        self.problems: list[Diagnostic] = []
        self.used: set[tuple[str, str]] = set()
        self.kinds: dict[str, m.Kind] = {kind.name: kind for kind in game.kinds}
        self.parents: dict[str, str] = {}
        self.attributes: dict[str, int] = {}
        self.members: dict[str, tuple[int, int]] = {}
        self.marks: dict[str, m.Mark] = {}
        self.zones: dict[str, int] = {}
        self.tracks: dict[str, int] = {}
        self.dummies: dict[str, int] = {}
        self.figures: dict[str, int] = {}
        self.scorings: dict[str, int] = {}
        self.procedures = {procedure.name: procedure for procedure in game.procedures}
        self.program = Program()
        self.masks: dict[str, int] = {}
        self._attributes_of: dict[str, list[m.Attribute]] = {}
        self._names()
        self._cards()
        self._zones()

    # ------------------------------------------------------------- reporting
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
        if len(self.problems) < MOST_HINTS:
            near = close_names(name, [k for k in known if k != name], n=1)
        self.report(
            "unknown-name", f"no {word} here is called {quote(name)}", at,
            f"did you mean {near[0]}?" if near else "unknown",
            why=f"a {word} must be declared, or named by the lines above, before it is used",
            hint=f"write {near[0]}" if near else f"declare {name}, or use a name that exists",
        )

    # ----------------------------------------------------------------- names
    def _names(self) -> None:
        program, game = self.program, self.game
        program.name, program.title, program.players = game.name, game.title, self.players
        for kind in game.kinds:
            self.parents[kind.name] = kind.under
            if kind.under and kind.under not in self.kinds:
                self.unknown("kind", kind.under, kind.at, self.kinds)
            for attribute in kind.attributes:
                self._attribute(attribute)
            for mark in kind.marks:
                self.marks.setdefault(mark.name, mark)
        for kind in game.kinds:
            if self._in_a_circle(kind.name):
                self.report(
                    "kind-cycle", f"{quote(kind.name)} is a part of itself in the end",
                    _head(kind.at), why="following the kinds above it leads back to it",
                    hint="remove one of the words under",
                )
                break
        for pile in game.piles:
            for line in pile.lines:
                if line.name and line.name not in self.kinds:
                    self.parents[line.name] = line.kind
        for i, dummy in enumerate(self._dummies()):
            self.dummies[dummy.name] = self.players + i
            program.owners.append(dummy.words.one if dummy.words else dummy.name)
            program.dummy_names.append(dummy.name)

    def _dummies(self) -> list[m.Dummy]:
        return [
            dummy for dummy in self.game.dummies
            if not dummy.low or dummy.low <= self.players <= dummy.high
        ]

    @property
    def owners(self) -> int:
        return self.players + len(self.dummies)

    def _attribute(self, attribute: m.Attribute) -> None:
        before = self.attributes.get(attribute.name)
        if before is not None:
            if self.program.attributes[before].members != attribute.members:
                self.report(
                    "duplicate-name",
                    f"the attribute {quote(attribute.name)} is declared in two ways",
                    attribute.at, why="kinds that share an attribute share its members",
                    hint="use another name for one of them",
                )
            return
        number = len(self.program.attributes)
        self.attributes[attribute.name] = number
        words = attribute.words.one if attribute.words else attribute.name
        self.program.attributes.append(
            AttributeTable(attribute.name, words, attribute.members)
        )
        for i, member in enumerate(attribute.members):
            self.members.setdefault(member, (number, i))

    def _in_a_circle(self, kind: str) -> bool:
        seen = set()
        while kind and kind not in seen:
            seen.add(kind)
            kind = self.parents.get(kind, "")
        return bool(kind)

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

    # ----------------------------------------------------------------- cards
    def _cards(self) -> None:
        zone_numbers = {zone.name: i for i, zone in enumerate(self.game.zones)}
        faces: dict[Any, int] = {}
        for pile in self.game.piles:
            if pile.low and not pile.low <= self.players <= pile.high:
                continue
            zone = zone_numbers.get(pile.zone)
            if zone is None:
                self.unknown("zone", pile.zone, _head(pile.at), zone_numbers)
                continue
            self.used.add(("zone", pile.zone))
            if self.game.zones[zone].each_player != pile.each_player:
                each = self.game.zones[zone].each_player
                self.report(
                    "wrong-owner",
                    f"{quote(pile.zone)} belongs to {'each player' if each else 'the table'}",
                    _head(pile.at),
                    hint=f"in {pile.zone} of each player" if each else f"in {pile.zone}",
                    why="cards start in a zone as it is declared",
                )
                continue
            for line in pile.lines:
                for values, marks in self._expanded(line):
                    kind = line.name or line.kind
                    face = faces.setdefault((kind, values, marks), len(faces))
                    owners = range(self.players) if pile.each_player else (-1,)
                    for owner in owners:
                        self.program.cards.append(Card(kind, values, marks, zone, owner, face))
        if self.game.piles and any(pile.each_player for pile in self.game.piles):
            self._in_owner_order()
        if len(self.program.cards) > MOST_CARDS:
            self._too_many(_head(self.game.piles[0].at))
            del self.program.cards[MOST_CARDS:]
        for name in {*self.parents, *self.marks}:
            self.masks[name] = 0
        for i, card in enumerate(self.program.cards):
            for name in (*self.lineage(card.kind), *card.marks):
                self.masks[name] = self.masks.get(name, 0) | 1 << i
        self.program.kind_masks = self.masks

    def _in_owner_order(self) -> None:
        """Cards of one player stand together, player after player."""
        self.program.cards.sort(key=lambda card: card.owner)

    def _expanded(self, line: m.Component) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
        """The values and marks of every card of a component line."""
        if line.kind not in self.parents:
            self.unknown("kind", line.kind, _head(line.at), self.parents)
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
                self._too_many(setting.at)
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
                self._too_many(_head(line.at))
                return []
            rows = [{**row, **each} for row in rows for each in cells]
        if line.for_each:
            members = own[line.for_each].members if line.for_each in own else ()
            if not members:
                self.unknown("attribute with members", line.for_each, _head(line.at), own)
            rows = [{**row, line.for_each: i} for i in range(len(members)) for row in rows]
        if len(rows) == 1:
            rows = rows * min(line.count, MOST_CARDS + 1)
        elif len(rows) != line.count:
            self.report(
                "wrong-count", f"the line says {line.count} but lists {len(rows)}",
                _head(line.at), f"{len(rows)} cards come out",
                why="the number in front is the number of cards that the line stands for",
                hint=f"write {len(rows)}, or mend the values",
            )
        missing = [name for name in own if any(name not in row for row in rows)]
        if missing and rows:
            self.report(
                "missing-value", f"these cards do not say their {missing[0]}", _head(line.at),
                why=f"every {line.kind} has {missing[0]}", hint=f"with {missing[0]} ...",
            )
        marks = tuple(sorted(line.marks))
        order = [table.name for table in self.program.attributes]
        return [(tuple(row.get(name, 0) for name in order), marks) for row in rows]

    def _too_many(self, at: Place) -> None:
        self.report("too-many-cards", f"there are more than {MOST_CARDS} cards", at,
                    why="no table could hold them", hint="mend the numbers")

    def _check_mark(self, line: m.Component, mark: str) -> None:
        allowed = {
            each.name for name in self.lineage(line.kind) if name in self.kinds
            for each in self.kinds[name].marks
        }
        if mark not in allowed:
            self.unknown("mark", mark, _head(line.at), allowed)

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
                self._too_many(value.at)
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

    # ----------------------------------------------------------------- zones
    def _zones(self) -> None:
        program = self.program
        for zone in self.game.zones:
            holds = 0
            for kind in zone.kinds:
                self.used.add(("kind", kind))
                if kind not in self.parents:
                    self.unknown("kind", kind, _head(zone.at), self.parents)
                holds |= self.masks.get(kind, 0)
            self.zones[zone.name] = len(program.zones)
            program.zones.append(ZoneTable(
                zone.name, zone.words.one if zone.words else zone.name.replace("-", " "),
                zone.each_player, zone.sight, zone.in_order, holds, program.zone_count,
                tuple(cite.heading for cite in zone.cites),
            ))
            program.zone_count += self.owners if zone.each_player else 1
        for pile in self.game.piles:
            number = self.zones.get(pile.zone)
            if number is None:
                continue
            for line in pile.lines:
                if line.kind in self.parents and not any(
                    kind in self.game.zones[number].kinds
                    for kind in self.lineage(line.name or line.kind)
                ):
                    self.report(
                        "wrong-zone", f"{quote(pile.zone)} cannot hold {line.kind}",
                        _head(line.at), "starts there",
                        (f"it holds {', '.join(self.game.zones[number].kinds)} only"),
                        f"name {line.kind} where {pile.zone} is declared, or start elsewhere",
                    )


def _head(at: Place) -> Place:
    """The first line of a place."""
    if at.line == at.end_line:
        return at
    return Place(at.path, at.line, at.column, at.line, at.column + 1)
