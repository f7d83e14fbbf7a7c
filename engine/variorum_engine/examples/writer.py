"""Positions, moves and chance written down as an example, in the words of the file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, assert_never

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.program import Program
from variorum_dsl.lowering.symbols import Symbols

from variorum_engine.examples.setups import before
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import Number, bits
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.words.phrases import Naming

THE_END = ""  # the stage of an example that begins when the game ends
USUAL_NAMES = ("ann", "bo", "cy", "di", "ed", "fay", "gus", "hal", "ida", "jo", "kai", "liz")


class Played(NamedTuple):
    """A move as it was made: who, and what they said."""

    seat: int
    said: tuple[m.Phrase, ...]


class Story(NamedTuple):
    """Where an example begins, what is played, and what chance does."""

    stage: str
    start: State
    moves: tuple[Played, ...] = ()
    told: tuple[tuple[str, tuple[int, ...]], ...] = ()  # what sort chance drew, and which


class Writer:
    """Writes examples of a game for some number of players."""

    def __init__(self, rules: Rules, symbols: Symbols, options: Iterable[str] = (),
                 readings: Iterable[tuple[str, str]] = ()) -> None:
        self.rules = rules
        self.program: Program = rules.program
        self.naming = Naming(rules.program, symbols)
        self.symbols = symbols
        self.options = tuple(options)
        self.readings = tuple(readings)
        taken = {*symbols.zones, *symbols.tracks, *symbols.figures, *symbols.masks,
                 *self.program.dummy_names}
        free = [name for name in USUAL_NAMES if name not in taken]
        free += [f"player-{seat}" for seat in range(1, self.program.players + 1)]
        self.names = tuple(free[:self.program.players])

    # --------------------------------------------------------------------------- words
    def phrase(self, card: int, count: int = 1) -> m.Phrase:
        """`luxury 7`; with its marks where they alone tell two cards apart."""
        words: list[int | str] = [
            int(word) if word.lstrip("-").isdigit() else word
            for word in self.naming.card(card).split(" ")
        ]
        own = self.program.cards[card]
        if own.marks and any(
            (other.kind, other.values) == (own.kind, own.values) and other.face != own.face
            for other in self.program.cards
        ):
            words += own.marks
        return m.Phrase(words=(count, *words) if count > 1 else tuple(words))

    def phrases(self, cards: Iterable[int], *, in_order: bool = False) -> tuple[m.Phrase, ...]:
        if in_order:
            return tuple(self.phrase(card) for card in cards)
        counted: dict[int, list[int]] = {}
        for card in cards:
            counted.setdefault(self.program.cards[card].face, []).append(card)
        return tuple(self.phrase(alike[0], len(alike)) for alike in counted.values())

    def said(self, table: Table, seat: int, move: Move) -> tuple[m.Phrase, ...]:
        """A move in words, at the decision that is open."""
        offer = table.asked_of(seat).offers[move.choice]
        name = offer.choice.name
        if offer.pick is None:
            return (m.Phrase(words=(name,)),)
        if offer.pick.of_numbers:
            picked: tuple[m.Phrase, ...] = tuple(
                m.Phrase(words=(offer.pick.called[number] if offer.pick.called else number,))
                for number in bits(move.picked))
        elif offer.pick.of_players:
            picked = tuple(m.Phrase(words=(self.owner(other),)) for other in bits(move.picked))
        else:
            picked = self.phrases(bits(move.picked))
        if not picked:
            picked = (m.Phrase(words=("nothing",)),)
        if not name:
            return picked
        return m.Phrase(words=(name, *picked[0].words)), *picked[1:]

    def owner(self, seat: int) -> str:
        players = self.program.players
        return self.names[seat] if seat < players else self.program.dummy_names[seat - players]

    def _place(self, table: c.ZoneTable | c.TrackTable, owner: int) -> m.Expression:
        match table.domain.sort:
            case "table":
                return m.Name(name=table.name)
            case "player":
                return m.Owned(name=table.name, of=m.Name(name=self.owner(owner)))
            case "member":
                member = self._member(table.domain.attribute, owner)
                if isinstance(member, m.Nth) and member.name == table.name:
                    return member
                return m.Owned(name=table.name, of=member)
            case sort:
                assert_never(sort)

    def _member(self, attribute: int, number: int) -> m.Name | m.Nth:
        table = self.program.attributes[attribute]
        if table.low is not None:
            return m.Nth(name=table.name, number=m.Number(value=table.low + number))
        return m.Name(name=table.members[number])

    # ------------------------------------------------------------------------ positions
    def given(self, state: State, stage: str) -> tuple[m.FactLine, ...]:
        """What must be said of a position in which a stage begins: zones and tracks that are not as
        they would be by themselves."""
        program, opening = self.program, before(self.rules, stage)
        facts: list[m.FactLine] = []
        for zone in program.zones:
            for owner in range(zone.domain.size):
                number = zone.first + owner
                row = state.order[number]
                if self._alike(state, opening, number):
                    continue
                facts.append(m.Holds(
                    zone=self._place(zone, owner),
                    cards=self.phrases(bits(state.zones[number]) if row is None else row,
                                       in_order=row is not None),
                ))
        for track in program.tracks:
            for owner in range(track.domain.size):
                place = track.first + owner
                if state.tracks[place] == opening.tracks[place]:
                    continue
                facts.append(m.Fact(condition=m.Compare(
                    operation="is", left=self._place(track, owner),
                    right=self._value(state.tracks[place], track.type),
                )))
        return tuple(facts)

    def _alike(self, state: State, opening: State, number: int) -> bool:
        if state.order[number] is not None:
            return state.order[number] == opening.order[number]
        return state.zones[number] == opening.zones[number]

    def _value(self, value: Number, kind: str) -> m.Expression:
        if kind == "player":
            return m.Name(name="nobody" if value < 0 else self.owner(int(value)))
        if kind == "flag":
            return m.Truth(value=bool(value))
        if kind.startswith("member "):
            attribute = self.symbols.attributes[kind.removeprefix("member ")]
            return self._member(attribute, int(value))
        if isinstance(value, int):
            return m.Number(value=value)
        return m.Binary(operation="/", left=m.Number(value=value.numerator),
                        right=m.Number(value=value.denominator))

    # ------------------------------------------------------------------------- examples
    def example(self, name: str, story: Story, then: Sequence[m.FactLine] = (), *, words: str = "",
                last: tuple[m.Said, ...] = ()) -> m.Example:
        """The story as an example. `last` are lines behind the moves, `then` what must hold."""
        said = [
            m.Said(player="chance", move=tuple(self._lot(kind, item) for item in items))
            for kind, items in story.told if items
        ]
        said += [m.Said(player=self.names[move.seat], move=move.said) for move in story.moves]
        said += last
        acts: list[m.Act | m.Then] = []
        if story.stage == THE_END:
            acts.append(m.Act(start="the game ends"))
            if said:
                acts.append(m.Act(start="going on", moves=tuple(said)))
        else:
            acts.append(m.Act(start="playing", stage=story.stage, moves=tuple(said)))
        if then:
            acts.append(m.Then(facts=tuple(then)))
        return m.Example(
            name=name, words=m.Words(one=words) if words else None, players=self.names,
            options=self.options,
            readings=tuple(m.UnderReading(silence=s, reading=r) for s, r in self.readings),
            given=self.given(story.start, story.stage),
            acts=tuple(acts),
        )

    def _lot(self, kind: str, item: int) -> m.Phrase:
        match kind:
            case "players":
                return m.Phrase(words=(self.owner(item),))
            case "cards":
                return self.phrase(item)
            case "number":
                return m.Phrase(words=(item,))
        words = self.program.members_of(kind)[item].split(" ")
        return m.Phrase(words=tuple(int(word) if word.isdigit() else word for word in words))


def redealt(story: Story, real: Table, imagined: Table) -> Story:
    """The story with hidden cards in the places of an imagined table."""
    change: dict[int, int] = {}
    for zone, cards in enumerate(real.state.zones):
        row, other = real.state.order[zone], imagined.state.order[zone]
        if row is not None and other is not None:
            change.update(zip(row, other, strict=True))
        else:
            there = imagined.state.zones[zone]
            change.update({card: card for card in bits(cards & there)})
            change.update(zip(bits(cards & ~there), bits(there & ~cards), strict=True))
    start = story.start.copy()
    start.zones = [sum(1 << change.get(card, card) for card in bits(cards))
                   for cards in story.start.zones]
    start.order = [None if row is None else [change.get(card, card) for card in row]
                   for row in story.start.order]
    return story._replace(start=start)
