"""Cards, zones, logs and tables in the printed words of the game."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from dsl.core import Program
from dsl.lowering.symbols import Symbols
from dsl.model.words import plural
from engine.phrases import Naming
from engine.values import bits
from engine.views import (
    Began,
    Chose,
    Drawn,
    EffectBegan,
    Ended,
    Moved,
    Offered,
    Prompt,
    Seen,
    Shown,
    Shuffled,
    TrackSet,
    View,
    ZoneView,
    faces,
    whose,
)

CITE_COLUMN = 64
WIDTH = 100


class Teller:
    """Says what there is to say about a game, to whoever is called by these names."""

    def __init__(self, program: Program, symbols: Symbols, names: Sequence[str]) -> None:
        self.program = program
        self.symbols = symbols
        self.names = tuple(names)
        self.naming = Naming(program, symbols)
        self.effects = {
            effect.name: (
                effect.words.one if effect.words else effect.name.replace("-", " "),
                tuple(cite.heading for cite in effect.when_cites or effect.cites),
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
        number, owner = whose(self.program, zone)
        words = self.program.zones[number].words
        return words if owner < 0 else f"{words} of {self.owner(owner)}"

    def track(self, place: int) -> tuple[str, str]:
        """The words for a track, and the type of its value."""
        table = next(t for t in reversed(self.program.tracks) if t.first <= place)
        name = table.words
        if table.each_player:
            name += f" of {self.owner(place - table.first)}"
        return name, table.type

    def value(self, value: Any, kind: str) -> str:
        if kind == "player":
            return self.owner(value)
        if kind == "flag":
            return "yes" if value else "no"
        if kind.startswith("member "):
            attribute = self.symbols.attributes[kind.removeprefix("member ")]
            return self.program.attributes[attribute].members[value].replace("-", " ")
        return number(value)

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
                words.append(attribute.members[value].replace("-", " "))
            elif len(numbers) == 1:
                words.append(str(value))
            elif attribute.words:
                name = attribute.words.one
                many = attribute.words.many or plural(name)
                words.append(f"{value} {name if value == 1 else many}")
            else:
                words.append(f"{attribute.name.replace('-', ' ')} {value}")
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
        words = [self.symbols.marks[mark].words for mark in own.marks]
        return f" ({', '.join(w.one if w else m for w, m in zip(words, own.marks, strict=True))})"

    def cards(self, cards: Iterable[int]) -> str:
        """Several cards: `luxury card 7`, `money cards 1, 2, 3`, `2 prestige cards`."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for card in cards:
            one, values = self._parts(card)
            groups.setdefault(one, []).append(
                (values, self.program.kind_words[self.program.cards[card].kind][1])
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
    def offer(self, offer: Offered) -> str:
        """A choice, with what may be picked."""
        name = offer.name or "pick"
        words = f" ({offer.words})" if offer.words and offer.words != offer.name else ""
        if not offer.of:
            return name + words
        many = amount(offer.low, offer.high, len(offer.members) + offer.unseen)
        if offer.of == "players":
            among = listed([self.owner(seat) for seat in offer.members], "or")
        elif offer.of == "numbers":
            among = f"the numbers {offer.members[0]} to {offer.members[-1]}"
        else:
            parts = [self.cards(offer.members)] if offer.members else []
            if offer.unseen:
                parts.append(f"{offer.unseen} {'card' if offer.unseen == 1 else 'cards'} that "
                             "you do not see (say: unseen)")
            among = "; ".join(parts)
        return f"{name}{words}: {many} of {among}"

    def prompt(self, prompt: Prompt) -> list[str]:
        return [f"  {self.offer(offer)}" for offer in prompt.offers]

    def said(self, choice: Any, of: str, picked: Iterable[int]) -> str:
        """A move in the words of the file: what `understood` understands."""
        if of == "players":
            parts = [self.names[seat] for seat in picked]
        elif of == "numbers":
            parts = [str(value) for value in picked]
        else:
            parts = [self.naming.card(card) for card in picked]
        words = " ".join(filter(None, [choice.name, ", ".join(counted_phrases(parts))]))
        return words or "nothing"

    # ----------------------------------------------------------------------- log
    def log(self, *, rounds: int = 0, cites: bool = False) -> Log:
        """A log in words that goes on; `rounds` is how many rounds were over before it."""
        return Log(self, rounds, cites=cites)

    # --------------------------------------------------------------------- table
    def table(self, view: View) -> list[str]:
        """The table as a view shows it."""
        lines = []
        shared = [zone for zone in view.zones if zone.owner < 0 and zone.count]
        lines.extend(f"{self.program.zones[zone.table].words}: {self._holds(zone)}"
                     for zone in shared)
        for table in self.program.tracks:
            if not table.each_player:
                value = self.value(view.tracks[table.first], table.type)
                lines.append(f"{table.words}: {value}")
        for seat in range(self.program.players + len(self.program.owners)):
            you = " (you)" if seat == view.seat else ""
            lines.append(f"{self.owner(seat)}{you}")
            lines.extend(
                f"  {self.program.zones[zone.table].words}: {self._holds(zone)}"
                for zone in view.zones if zone.owner == seat and zone.count
            )
            for table in self.program.tracks:
                if table.each_player:
                    value = self.value(view.tracks[table.first + seat], table.type)
                    lines.append(f"  {table.words}: {value}")
        return lines

    def _holds(self, zone: ZoneView) -> str:
        if zone.cards is None:
            return f"{zone.count} {'card' if zone.count == 1 else 'cards'}"
        return self.cards(zone.cards)


class Log:
    """Goes through a log and words it, part by part as it comes."""

    def __init__(self, teller: Teller, rounds: int, *, cites: bool) -> None:
        self.teller = teller
        self.rounds = rounds
        self.with_cites = cites
        self.lines: list[str] = []
        self.cites: tuple[str, ...] = ()
        self.pending_round = False
        self.picked: tuple[int, ...] | None = None
        self.chooser = -1
        self.told_end = False

    def told(self, log: Iterable[Seen]) -> list[str]:
        """The lines for what has newly happened."""
        shown: Shown | None = None
        self.lines = []
        for event in log:
            if isinstance(event, Shown):
                if shown is not None and shown.parts == event.parts:
                    shown = shown._replace(seats=shown.seats + event.seats)
                    continue
                self._show(shown)
                shown = event
                continue
            self._show(shown)
            shown = None
            self._one(event)
        self._show(shown)
        return self.lines

    def _one(self, event: Seen) -> None:
        if isinstance(event, Ended):
            self._ended(event)
            return
        if isinstance(event, Began):
            self._began(event)
            return
        if self.pending_round:
            self.pending_round = False
            self.say("")
            self.say(f"Round {self.rounds + 1}")
        if isinstance(event, Chose):
            self._chose(event)
            return
        picked, self.picked = self.picked, None
        chooser, self.chooser = self.chooser, -1
        match event:
            case Moved():
                owner = whose(self.teller.program, event.source)[1]
                if event.cards is not None and owner == chooser >= 0 and self.lines:
                    # Only now are the picked cards seen.
                    self.lines[-1] += f" {self.teller.cards(event.cards)}"
                elif event.cards is None or event.cards != picked:
                    self._moved(event)
            case Shuffled():
                self.say(f"  {self.teller.zone(event.zone)}: shuffled", event.op.cites)
            case Drawn():
                self.say(f"  chance picks {self.teller.cards(event.cards)}", event.op.cites)
            case TrackSet():
                name, kind = self.teller.track(event.place)
                self.say(f"  {name}: {self.teller.value(event.value, kind)}", event.op.cites)
            case EffectBegan():
                words, cites = self.teller.effects.get(event.name, (event.name, ()))
                self.say(f"  * {words}", cites)

    def _chose(self, event: Chose) -> None:
        teller, choice = self.teller, event.choice
        who = teller.owner(event.seat)
        self.picked = event.picked if event.of == "cards" else None
        if event.picked is None:
            what = f"{who}: {choice.words}" if choice.words else f"{who} picks"
            self.chooser = event.seat
        elif not event.of:
            what = f"{who}: {choice.words}"
        else:
            picked = (
                teller.owners(event.picked) if event.of == "players"
                else ", ".join(map(str, event.picked)) if event.of == "numbers"
                else teller.cards(event.picked)
            )
            what = f"{who}: {choice.words} {picked}" if choice.words else f"{who} picks {picked}"
        self.say(what, choice.cites or event.op.cites)

    def _moved(self, event: Moved) -> None:
        teller = self.teller
        what = (f"{event.count} {'card' if event.count == 1 else 'cards'}"
                if event.cards is None else teller.cards(event.cards))
        self.say(f"  {what}: {teller.zone(event.source)} -> {teller.zone(event.target)}",
                 event.op.cites)

    def _show(self, event: Shown | None) -> None:
        if event is None:
            return
        self.say(f"  shown to {self.teller.owners(event.seats)}:", event.op.cites)
        for zone, cards in event.parts:
            self.say(f"    {self.teller.zone(zone)}: {self.teller.cards(cards)}")

    def _began(self, event: Began) -> None:
        stage = event.stage
        words = stage.words[:1].upper() + stage.words[1:]
        self.pending_round = stage.stage == "rounds"
        self.say("")
        self.say(words, stage.cites)

    def _ended(self, event: Ended) -> None:
        if event.what == "round":
            self.rounds += 1
            self.pending_round = True
            return
        self.pending_round = False
        if event.end is not None:
            self.say("")
            self.say(f"The game ends: {event.end.words}", event.end.cites)
            self.told_end = True
        elif not self.told_end:
            self.say("")
            self.say("The game ends.")

    def say(self, text: str, cites: tuple[str, ...] = ()) -> None:
        if self.with_cites and cites and cites != self.cites:
            self.cites = cites
            text = f"{text:<{CITE_COLUMN}}  {see(cites)}"
        self.lines.append(text)


def wrapped(lines: Iterable[str], width: int = WIDTH) -> list[str]:
    """Long lines broken between words, the rest further in."""
    found: list[str] = []
    for line in lines:
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


def number(value: Any) -> str:
    """An exact number as people write it: `7`, `3 1/2`."""
    if not isinstance(value, Fraction) or value.denominator == 1:
        return str(value)
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def listed(words: Sequence[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def amount(low: Any, high: Any, size: int) -> str:
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


def move_parts(program: Program, choice: Any, picked: int) -> tuple[str, tuple[int, ...]]:
    """What a move picks: "cards", "players", "numbers" or "", and which."""
    if choice.pick is None:
        return "", ()
    kind = choice.pick.source.type
    if kind in ("players", "numbers"):
        return kind, tuple(bits(picked))
    return "cards", tuple(sorted(faces(program, bits(picked))))
