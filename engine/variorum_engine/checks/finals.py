"""Positions to try the end of a game on, and positions in the words of an example."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from variorum_dsl import core as c
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.model.game import Game

from variorum_engine.examples.setups import before
from variorum_engine.interpreter.chance import Chance, Stream
from variorum_engine.interpreter.instructions import FEW_STEPS, MOST_STEPS
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Rules, Table
from variorum_engine.words.phrases import Naming

NAMES = ("ann", "bo", "cy", "di", "ed", "fay", "gus", "hal", "ida", "jo", "kim", "lou")
MOST_DECISIONS = 200
MOST_PLAYERS = 8


def names(players: int) -> tuple[str, ...]:
    """What the players of a made-up position are called."""
    return NAMES[:players] + tuple(f"player-{i + 1}" for i in range(len(NAMES), players))


def few_counts(game: Game) -> list[int]:
    """The numbers of players that are tried out: not more than any table has seats."""
    return [count for count in game.player_counts()[:MOST_PLAYERS] if 0 < count <= MOST_PLAYERS]


def beginning(rules: Rules, seed: int) -> State:
    """A game before its setup that may take only as many steps as a check has time for."""
    state = rules.opening()
    state.chance = Chance(seed)
    state.steps = MOST_STEPS - FEW_STEPS
    return state


class Claim(NamedTuple):
    """A zone of somebody and exactly what it holds."""

    zone: int
    owner: int
    cards: tuple[int, ...]


class Final:
    """A game at its end: the reckonings are run on a position, and it is then judged."""

    def __init__(self, rules: Rules, symbols: Symbols) -> None:
        self.rules = rules
        self.program = rules.program
        self.naming = Naming(rules.program, symbols)
        self.opening = before(rules, "")
        self.names = names(rules.program.players)

    def state(self, claims: tuple[Claim, ...]) -> State:
        """The position, built as an example builds what is given."""
        state = self.opening.copy()
        taken = 0
        for claim in claims:
            for card in claim.cards:
                taken |= 1 << card
        named = {self.program.zone_number(claim.zone, claim.owner) for claim in claims}
        for number in range(self.program.zone_count):
            state.zones[number] = 0 if number in named else state.zones[number] & ~taken
        for claim in claims:
            number = self.program.zone_number(claim.zone, claim.owner)
            state.zones[number] = sum(1 << card for card in claim.cards)
            if state.order[number] is not None:
                state.order[number] = list(claim.cards)
        for number, row in enumerate(state.order):
            if row is not None:
                state.order[number] = [c for c in row if state.zones[number] >> c & 1]
        return state

    def ended(self, state: State) -> State:
        """The position after the reckonings."""
        code = self.rules.code
        self.rules.make_room(state)
        state.pc = code.reckoning_start
        state.chance = Chance(1)
        state.steps = MOST_STEPS - FEW_STEPS
        table = Table(self.rules, names=self.names, state=state)
        self.rules.begin(state)
        stream = Stream(1)
        for _ in range(MOST_DECISIONS):
            if table.over:
                break
            seat = table.to_decide[0]
            table.apply_unchecked(seat, table.drawn(seat, stream))
        return state

    def candidates(self) -> Iterator[tuple[Claim, ...]]:
        """Positions in which players are alike: all of them first, then all but one."""
        players = range(self.program.players)
        mine = [i for i, table in enumerate(self.program.zones)
                if table.each_player and table.holds]
        yield ()
        empty = {
            seat: tuple(Claim(zone, seat, ()) for zone in mine
                        if self.opening.zones[self.program.zone_number(zone, seat)])
            for seat in players
        }
        yield sum(empty.values(), ())
        last = players[-1]
        yield empty[last]
        yield sum((empty[seat] for seat in players if seat != last), ())
        for zone in mine:
            holds = bits(self.program.zones[zone].holds)
            for card in (holds[-1], holds[0]):
                given = Claim(zone, last, (card,))
                yield (given,)
                yield (*(c for seat in players for c in empty[seat]
                         if (c.zone, c.owner) != (zone, last)), given)

    def written(self, claims: tuple[Claim, ...]) -> str:
        """The position as an example would give it."""
        lines = [f"players {', '.join(self.names)}"]
        if claims:
            lines.append("given")
        for claim in sorted(claims, key=lambda c: (c.owner, c.zone)):
            cards = self.naming.cards(sum(1 << c for c in claim.cards))
            lines.append(f"  {zone_words(self, claim.zone, claim.owner)} holds {cards}")
        return "\n".join([*lines, "when the game ends"])


def zone_words(final: Final, zone: int, owner: int) -> str:
    return _place(final, final.program.zones[zone], owner)


def _place(final: Final, table: c.ZoneTable | c.TrackTable, owner: int) -> str:
    match table.domain.sort:
        case "table":
            return table.name
        case "player":
            return f"{table.name} of {_owner(final, owner)}"
        case "member":
            return final.program.place_of_member(table, owner, table.name)
        case sort:
            assert_never(sort)


def _owner(final: Final, owner: int) -> str:
    players = final.program.players
    return final.names[owner] if owner < players else final.program.dummy_names[owner - players]


def position(final: Final, state: State) -> str:
    """A position of a game in progress: every zone and track that differs from the start."""
    program, opening = final.program, final.opening
    lines = [f"players {', '.join(final.names)}", "given"]
    for zone, table in enumerate(program.zones):
        for owner in range(table.domain.size):
            number = table.first + owner
            order = state.order[number]
            if state.zones[number] != opening.zones[number] or order != opening.order[number]:
                cards = final.naming.cards(state.zones[number], order)
                lines.append(f"  {zone_words(final, zone, owner)} holds {cards}")
    for track in program.tracks:
        for owner in range(track.domain.size):
            value = state.tracks[track.first + owner]
            if value != opening.tracks[track.first + owner] or track.type == "player":
                where = _place(final, track, owner)
                lines.append(f"  {where} is {_value(final, track.type, value)}")
    return "\n".join(lines)


def _value(final: Final, kind: str, value: object) -> str:
    if kind == "player" and isinstance(value, int):
        return "nobody" if value < 0 else _owner(final, value)
    if kind == "flag":
        return "true" if value else "false"
    if kind.startswith("member ") and isinstance(value, int):
        name = kind.removeprefix("member ")
        members = next((a.members for a in final.program.attributes if a.name == name), ())
        return members[value] if 0 <= value < len(members) else "none"
    return str(value)
