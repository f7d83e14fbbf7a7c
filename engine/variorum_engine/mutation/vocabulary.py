"""What a file speaks of: its zones, kinds and procedures, wherever they are declared."""

from __future__ import annotations

from collections.abc import Iterable

from variorum_dsl import model as m
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.lowering.program import lowered


class Vocabulary:
    """The names that one part of a file could be exchanged for."""

    def __init__(self, sheet: Sheet) -> None:
        self.zones: dict[str, m.Zone] = dict(sheet.draft.zones)
        self.kinds: dict[str, m.Kind] = dict(sheet.draft.kinds)
        self.procedures: dict[str, m.Procedure] = dict(sheet.draft.procedures)
        self.named: dict[str, str] = {}
        self.player_tracks = {
            track.name for track in sheet.draft.tracks.values()
            if track.type == "player" and not track.each and not track.numbers
        }
        for node in m.walk(sheet.document):
            if isinstance(node, m.Zone):
                self.zones.setdefault(node.name, node)
            elif isinstance(node, m.Kind):
                self.kinds.setdefault(node.name, node)
            elif isinstance(node, m.Procedure):
                self.procedures.setdefault(node.name, node)
            elif isinstance(node, m.Component) and node.name:
                self.named[node.name] = node.kind
        for pile in sheet.draft.piles:
            for line in pile.lines:
                if line.name:
                    self.named[line.name] = line.kind
        self.members = {attribute.name: attribute.members for kind in self.kinds.values()
                        for attribute in kind.attributes if attribute.members}
        # A reading or an option may let fewer or more play than the file does by itself.
        seats = [node for node in m.walk(sheet.document) if isinstance(node, m.Seats)]
        seats += [sheet.draft.seats] if sheet.draft.seats else []
        game, _ = sheet.resolved()
        self.most = max(game.player_counts(), default=0)
        self.fewest = min((each.low for each in seats), default=self.most)
        self._program, _, _ = lowered(game, self.most)

    def _above(self, kind: str) -> list[str]:
        found = [kind]
        kind = self.named.get(kind, "")
        if kind:
            found.append(kind)
        else:
            kind = found[0]
        while kind in self.kinds and self.kinds[kind].under:
            kind = self.kinds[kind].under
            found.append(kind)
        return found

    def marks(self, kind: str) -> list[str]:
        """The marks that a card of the kind may have."""
        return [mark.name for each in self._above(kind) if each in self.kinds
                for mark in self.kinds[each].marks]

    def highest(self, kinds: Iterable[str]) -> tuple[str, int] | None:
        """The first number that all cards of the kinds have, and how high it is, if they differ in
        it."""
        for attribute in self._attributes(kinds):
            values = self._values(kinds, attribute.name)
            if not attribute.members and len(values) > 1:
                return attribute.name, max(values)
        return None

    def last_member(self, kinds: Iterable[str]) -> tuple[str, str] | None:
        """The first attribute with members that all cards of the kinds have, and the last that some
        card has, if they differ in it."""
        for attribute in self._attributes(kinds):
            values = self._values(kinds, attribute.name)
            if attribute.members and len(values) > 1:
                return attribute.name, attribute.members[max(values)]
        return None

    def _attributes(self, kinds: Iterable[str]) -> list[m.Attribute]:
        each_has = [
            {attribute.name: attribute for above in self._above(kind) if above in self.kinds
             for attribute in self.kinds[above].attributes}
            for kind in kinds
        ]
        first = each_has[0] if each_has else {}
        return [attribute for name, attribute in first.items()
                if all(name in has for has in each_has)]

    def _values(self, kinds: Iterable[str], name: str) -> set[int]:
        program = self._program
        mask = 0
        for kind in kinds:
            mask |= program.kind_masks.get(kind, 0)
        number = next((at for at, table in enumerate(program.attributes) if table.name == name), -1)
        return {card.values[number] for at, card in enumerate(program.cards)
                if number >= 0 and mask >> at & 1}

    def fits(self, kind: str, zone: m.Zone) -> bool:
        """Whether some card of the kind can be in the zone."""
        above = self._above(kind)
        return any(each in above or kind in self._above(each) for each in zone.kinds)

    def other_zones(self, name: str, most: int = 2) -> list[str]:
        """Zones of the same sort of owner that can hold some of the same cards."""
        zone = self.zones.get(name)
        if zone is None:
            return []
        return [
            other.name for other in self.zones.values()
            if other.name != name and other.each == zone.each
            and bool(other.numbers) == bool(zone.numbers)
            and any(self.fits(kind, other) for kind in zone.kinds)
        ][:most]

    def other_kinds(self, name: str) -> list[str]:
        """Kinds beside this one: under the same kind, or cards of the same kind."""
        if name in self.named:
            return [other for other, kind in self.named.items()
                    if other != name and kind == self.named[name]][:1]
        kind = self.kinds.get(name)
        if kind is None:
            return []
        return [other.name for other in self.kinds.values()
                if other.name != name and other.under == kind.under][:1]

    def other_procedures(self, name: str) -> list[str]:
        """Procedures that are called in the same way."""
        procedure = self.procedures.get(name)
        if procedure is None:
            return []
        return [
            other.name for other in self.procedures.values()
            if other.name != name and _called(other) == _called(procedure)
        ][:1]


def _called(procedure: m.Procedure) -> tuple[object, ...]:
    takes = tuple(sorted((each.name, each.type) for each in procedure.takes))
    return takes, tuple(each.type for each in procedure.gives)
