"""Cards, zones, logs and tables in the printed words of the game."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.program import Program
from variorum_dsl.english import listed, many_of, mixed, numbered, one_of, spoken
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.model.words import headings

from variorum_engine.interpreter.values import Number, bits
from variorum_engine.table.limits import Limited
from variorum_engine.table.views import Offered, Prompt, Sort, View, ZoneView, alike, sort_of
from variorum_engine.table.visibility import which
from variorum_engine.words.phrases import Naming

WIDTH = 80
CITED = re.compile(r"(?<=\S) {3,}(?=see \")")  # the space before a citation in a column


class Teller:
    """Says what there is to say about a game, to whoever is called by these names."""

    def __init__(self, program: Program, symbols: Symbols, names: Sequence[str]) -> None:
        self.program = program
        self.symbols = symbols
        self.names = tuple(names)
        self.naming = Naming(program, symbols)
        self.effects = {
            effect.name: (
                one_of(effect.words, effect.name),
                headings(effect.when_cites or effect.cites),
            )
            for effect in symbols.game.effects
        }

    # -------------------------------------------------------------------- things
    def owner(self, seat: int) -> str:
        """A player or a dummy."""
        if seat < 0:
            return "nobody"
        if seat < len(self.names):
            return self.names[seat]
        return self.program.owners[seat - self.program.players]

    def owners(self, seats: Iterable[int]) -> str:
        return listed([self.owner(seat) for seat in seats]) or "nobody"

    def zone(self, zone: int) -> str:
        number, owner = which(self.program, zone)
        return self._of(self.program.zones[number], owner)

    def _of(self, table: c.ZoneTable | c.TrackTable, owner: int) -> str:
        match table.domain.sort:
            case "table":
                return table.words
            case "player":
                what, comma, more = table.words.partition(",")
                return f"{what} of {self.owner(owner)}{comma}{more}"
            case "member":
                return self.program.place_of_member(table, owner, table.words).replace("-", " ")
            case sort:
                assert_never(sort)

    def track(self, place: int) -> tuple[str, str]:
        """The words for a track, and the type of its value."""
        table = next(t for t in reversed(self.program.tracks) if t.first <= place)
        return self._of(table, place - table.first), table.type

    def value(self, value: Number, kind: str) -> str:
        if kind == "player":
            return self.owner(int(value))
        if kind == "flag":
            return "yes" if value else "no"
        if kind.startswith("member "):
            attribute = self.symbols.attributes[kind.removeprefix("member ")]
            members = self.program.attributes[attribute].members
            return "none" if value < 0 else spoken(str(members[int(value)]))
        return mixed(value)

    # --------------------------------------------------------------------- cards
    def card(self, card: int) -> str:
        one, values = self._parts(card)
        return f"{one} {values}" if values else one

    def _parts(self, card: int) -> tuple[str, str]:
        """The printed word for a card's kind, and its values where they tell cards apart."""
        face = self.program.cards[card]
        one = self.program.card_words[card]
        own = self.symbols.attributes_of(face.kind)
        if not own or not (face.kind in self.symbols.kinds or any(
            self.naming._varies(face.kind, attribute.name) for attribute in own
        )):
            return one + self._marks(card), ""
        numbers = [attribute for attribute in own if not attribute.members]
        words = []
        for attribute in own:
            value = face.values[self.symbols.attributes[attribute.name]]
            if attribute.members:
                words.append(spoken(attribute.members[int(value)]))
            elif len(numbers) == 1 or any(each.value == value for each in attribute.called):
                words.append(spoken(attribute.said(int(value))))
            elif attribute.words:
                called = one_of if value == 1 else many_of
                words.append(f"{value} {called(attribute.words, attribute.name)}")
            else:
                words.append(f"{spoken(attribute.name)} {value}")
        joiner = " " if len(numbers) < 2 else ", "
        return one, joiner.join(words) + self._marks(card)

    def _marks(self, card: int) -> str:
        """Marks are said only where they alone tell two cards apart."""
        own = self.program.cards[card]
        if not own.marks or not any(
            other.face != own.face and (other.kind, other.values) == (own.kind, own.values)
            for other in self.program.cards
        ):
            return ""
        words = [
            found.one if (found := self.symbols.marks[mark].words) else mark for mark in own.marks
        ]
        return f" ({', '.join(words)})"

    def cards(self, cards: Iterable[int]) -> str:
        """Several cards: `luxury card 7`, `money cards 1, 2, 3`, `2 prestige cards`."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for card in cards:
            one, own = self._parts(card)
            groups.setdefault(one, []).append(
                (own, self.program.kind_words[self.program.cards[card].kind][1])
            )
        found = []
        for one, members in groups.items():
            many = members[0][1]
            values = [value for value, _ in members if value]
            if len(members) == 1:
                found.append(f"{one} {values[0]}" if values else one)
            elif not values:
                found.append(f"{len(members)} {many}")
            elif any(", " in value for value in values):
                found.append(f"{many} " + " / ".join(counted(values)))
            else:
                found.append(f"{many} " + ", ".join(counted(values)))
        return "; ".join(found) or "nothing"

    # ------------------------------------------------------------------- choices
    def offer(self, offer: Offered, limited: Limited | None = None,
              shown: View | None = None) -> str:
        """A choice, with what may be picked and what that has to come to; to whoever has been
        `shown` the table, what lies there is not said again."""
        said = self._offer(offer, self._all_of(offer, shown))
        if limited is None:
            return said
        attribute = self.program.attributes[limited.attribute].words
        compared = limited.comparison.removeprefix("is ")
        best = f"the {'least' if limited.upward else 'most'} is {self.cards(limited.nearest)}"
        more = f" ({limited.total})" if len(limited.nearest) > 1 else ""
        return f"{said}; {compared} {mixed(limited.bound)} in {attribute}: {best}{more}"

    def _all_of(self, offer: Offered, shown: View | None) -> str:
        """`your hand`, if just what lies there can be picked, and that is much to say."""
        if shown is None or offer.of != "cards" or len(offer.members) < 3:
            return ""
        return next((f"your {self.program.zones[zone.table].words}" for zone in shown.zones
                     if zone.owner == shown.seat and zone.cards is not None
                     and sorted(zone.cards) == sorted(offer.members)), "")

    def _offer(self, offer: Offered, all_of: str = "") -> str:
        name = offer.name or "pick"
        words = f" ({offer.words})" if offer.words and offer.words != offer.name else ""
        if not offer.of:
            return name + words
        many = amount(offer.low, offer.high, len(offer.members) + offer.unseen)
        if offer.called:
            return f"{name}{words}: {listed([offer.called[i] for i in offer.members], 'or')}"
        if offer.of == "players":
            among = listed([self.owner(seat) for seat in offer.members], "or")
        elif offer.of == "numbers":
            among = f"the numbers {offer.members[0]} to {offer.members[-1]}"
        else:
            parts = [all_of or self.cards(offer.members)] if offer.members else []
            if offer.unseen:
                parts.append(f"{numbered(offer.unseen, 'card')} that you do not see (say: unseen)")
            among = "; ".join(parts)
        return f"{name}{words}: {many} of {among}"

    def prompt(self, prompt: Prompt, limits: Mapping[int, Limited] | None = None,
               shown: View | None = None) -> list[str]:
        return [f"  {self.offer(offer, (limits or {}).get(offer.number), shown)}"
                for offer in prompt.offers]

    def numbers(self, pick: c.Pick | None, picked: Iterable[int]) -> list[str]:
        """Picked numbers, or the members of an attribute that they stand for."""
        called = () if pick is None else self.program.called(pick)
        return [called[value] if called else str(value) for value in picked]

    def said(self, choice: c.Choice, of: str, picked: Iterable[int]) -> str:
        """A move in the words of the file: what `understood` understands."""
        if of == "players":
            called = (*self.names, *self.program.dummy_names)
            parts = [called[seat] for seat in picked]
        elif of == "numbers":
            parts = self.numbers(choice.pick, picked)
        else:
            parts = [self.naming.card(card) for card in picked]
        words = " ".join(filter(None, [choice.name, ", ".join(counted_phrases(parts))]))
        return words or "nothing"

    # --------------------------------------------------------------------- table
    def table(self, view: View, counted: Mapping[int, int] | None = None) -> list[str]:
        """The table as a view shows it; where the total of an attribute matters, with that."""
        lines: list[str] = []
        shared = [zone for zone in view.zones if zone.owner < 0 and zone.size]
        counted = counted or {}
        lines.extend(f"{self.zone(zone.zone)}: {self._holds(zone, counted)}" for zone in shared)
        for table in self.program.tracks:
            if not table.each_player:
                lines.extend(
                    f"{self._of(table, owner)}: "
                    f"{self._track_value(view.tracks[table.first + owner], table.type)}"
                    for owner in range(table.domain.size)
                )
        for seat in range(self.program.players + len(self.program.owners)):
            you = " (you)" if seat == view.seat else ""
            lines.append(f"{self.owner(seat)}{you}")
            lines.extend(
                f"  {self.program.zones[zone.table].words}: {self._holds(zone, counted)}"
                for zone in view.zones if zone.owner == seat and zone.size
            )
            for table in self.program.tracks:
                number = view.tracks[table.first + seat] if table.each_player else 0
                # A dummy has most of what players have for nothing.
                if table.each_player and (seat < self.program.players or (number or 0) > 0):
                    lines.append(f"  {table.words}: {self._track_value(number, table.type)}")
        return lines

    def _track_value(self, value: Number | None, kind: str) -> str:
        return "secret" if value is None else self.value(value, kind)

    def _holds(self, zone: ZoneView, counted: Mapping[int, int]) -> str:
        if zone.cards is None:
            return numbered(zone.size, "card")
        if zone.table not in counted or zone.size < 2:
            return self.cards(zone.cards)
        attribute = counted[zone.table]
        total = sum(self.program.cards[card].values[attribute] for card in zone.cards)
        return f"{self.cards(zone.cards)} (in all {total})"


def wrapped(lines: Iterable[str], width: int = WIDTH) -> list[str]:
    """Long lines broken between words, the rest further in."""
    found: list[str] = []
    for line in lines:
        gap = CITED.search(line)
        if gap is not None and len(line) > width:
            line = line[:max(gap.start() + 2, gap.end() + width - len(line))] + line[gap.end():]
        if len(line) <= width:
            found.append(line)
            continue
        indent = " " * (len(line) - len(line.lstrip(" ")))
        found.extend(textwrap.wrap(
            line, width, subsequent_indent=indent + "    ", break_on_hyphens=False,
            break_long_words=False, drop_whitespace=True,
        ))
    return found


# --------------------------------------------------------------------------------------- words
def see(cites: Iterable[str]) -> str:
    """Where a rule stands in the rulebook."""
    return " ".join(f'see "{heading}"' for heading in cites)


def amount(low: int, high: int, size: int) -> str:
    if low == high:
        return f"{low}"
    if high >= size:
        return "any number" if low == 0 else f"{low} or more"
    return f"up to {high}" if low == 0 else f"{low} to {high}"


def counted(values: Iterable[str]) -> list[str]:
    """Equal values once, with how often they come."""
    many: dict[str, int] = {}
    for value in values:
        many[value] = many.get(value, 0) + 1
    return [value if times == 1 else f"{value} ({times} times)"
            for value, times in many.items()]


def counted_phrases(phrases: Iterable[str]) -> list[str]:
    many: dict[str, int] = {}
    for phrase in phrases:
        many[phrase] = many.get(phrase, 0) + 1
    return [phrase if times == 1 else f"{times} {phrase}" for phrase, times in many.items()]


def move_parts(
    program: Program, choice: c.Choice, picked: int
) -> tuple[Sort, tuple[int, ...]]:
    """What a move picks: "cards", "players", "numbers" or "", and which."""
    sort = sort_of(choice.pick)
    return sort, alike(program, picked) if sort == "cards" else tuple(bits(picked))
