"""Hooks that tell what happens in a game, in the words of the interpreter.

A traced game runs as plain Python. It puts a row into the list `E` for every event: a word, the
number of the line of play, and what belongs to it. Cards are told by where all of them are before
and after, so that a wrong move cannot tell a right story. `Translator` makes events of the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from variorum_dsl import core as c
from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.compiler.emit.emitter import FAULT, Cards, Emitter, Hooks
from variorum_engine.compiler.emit.expressions import (
    emit_cards,
    emit_number,
    emit_players,
    emit_score,
    emit_somebody,
)
from variorum_engine.compiler.emit.module import Source, function, written
from variorum_engine.interpreter.events import (
    CardsMoved,
    CardsShown,
    ChancePicked,
    ChoiceMade,
    EffectBegan,
    EndReached,
    GameEnded,
    RoundEnded,
    StageBegan,
    TrackSet,
    ZoneShuffled,
)
from variorum_engine.interpreter.values import bits

WHERE = "list(Z)"
Row = Any  # a word and numbers, as the code of the game has told them
Event = Any  # as the interpreter tells it


class Traced(NamedTuple):
    """The code of a game that tells its events."""

    source: Source
    told: tuple[c.Line, ...]  # the lines that the events name by number


class Tracing(Hooks):
    """Writes the events of one program."""

    tells = True

    def __init__(self) -> None:
        self.told: list[c.Line] = []
        self.sheets = False

    def begin(self) -> None:
        self.told.clear()

    def _tell(self, out: Emitter, kind: str, *codes: str | int | c.Line) -> None:
        row = [repr(kind)]
        for code in codes:
            if isinstance(code, str | int):
                row.append(str(code))
            else:
                self.told.append(code)
                row.append(str(len(self.told) - 1))
        out.put(f"E.append(({', '.join(row)},))")

    def stage(self, stage: c.StageTable, out: Emitter, *, resumes: bool) -> None:
        with out.when_fresh(resumes=resumes):
            self._tell(out, "stage", out.program.stages.index(stage))

    def round_ended(self, out: Emitter) -> None:
        self._tell(out, "round")

    def over(self) -> str:
        return 'E.append(("over",))'

    def end(self, end: c.EndTable, out: Emitter) -> None:
        self._tell(out, "end", out.program.ends.index(end))

    def turn(self, turns: str, measure: c.Expression, out: Emitter) -> None:
        """As the interpreter: every turn must use something up."""
        before = out.keep(out.name("n"))
        code, _ = emit_number(measure, out)
        left = out.temp(f"{code} + 0")
        out.put(f"if {turns} > 1 and {left} >= {before}: return {FAULT}")
        out.put(f"{before} = {left}")

    def step(
        self, scoring: int, step: c.StepTable, total: str, scale: int,
        write: Callable[[], None], out: Emitter,
    ) -> None:
        write()
        if self.sheets:
            local = out.program.scorings[scoring].local
            self._tell(out, "step", scoring, f"r{local}", total, scale)

    def write_sheets(self, out: Emitter) -> None:
        """All score sheets of all players."""
        self.sheets = True
        for number in range(len(out.program.scorings)):
            for seat in range(out.program.players):
                emit_score(number, str(seat), out)
        self.sheets = False

    def before_move(self, out: Emitter) -> str:
        name = out.name("e")
        out.put(f"{name} = {WHERE}")
        return name

    def moved(self, line: c.Move, before: str, out: Emitter) -> None:
        self._tell(out, "move", line, before, WHERE)

    def sunk(self, line: c.Move, within: Cards, out: Emitter) -> None:
        place, owner = out.program.zones[line.to.zone].first, line.to.owner
        seat = "-1" if owner is None else emit_somebody(owner, out)
        self._tell(out, "sink", line, place if owner is None else f"{place} + {seat}", seat,
                   *(within.get(page.number, "0") for page in out.layout.pages))

    def effect(self, line: c.Move, name: str, out: Emitter) -> None:
        self._tell(out, "effect", repr(name), line)

    def track(self, line: c.SetTrack, place: str, out: Emitter) -> None:
        self._tell(out, "track", line, place, f"T[{place}]")

    def shuffled(self, line: c.Shuffle, out: Emitter) -> None:
        first, owner = out.program.zones[line.zone.zone].first, line.zone.owner
        self._tell(out, "shuffle", line,
                   first if owner is None else f"{first} + {emit_somebody(owner, out)}")

    def chance(self, line: c.Chance, drawn: Cards, out: Emitter) -> None:
        if line.source.type in ("players", "numbers"):
            self._tell(out, "chance", line, -1, WHERE, *drawn.values())
            return
        self._tell(out, "chance", line, _owner(line.source, out), WHERE,
                   *(drawn.get(page, "0") for page in range(len(out.layout.pages))))

    def shown(self, line: c.Show, out: Emitter) -> None:
        seats = emit_players(line.to, out) if line.to.type == "players" else (
            f"1 << {emit_somebody(line.to, out)}")
        if isinstance(line.cards, c.ZonesOf):
            self._tell(out, "show zones", line, seats, line.cards.zone,
                       emit_players(line.cards.players, out), WHERE)
            return
        codes = emit_cards(line.cards, out)
        masks = [codes.get(page.number, "0") for page in out.layout.pages]
        self._tell(out, "show", line, seats, _owner(line.cards, out), WHERE, *masks)

    def chose(
        self, line: c.Decide | c.Together, seat: str, index: int, picked: Callable[[int], str],
        out: Emitter,
    ) -> None:
        pick = line.choices[index].pick
        if pick is None:
            self._tell(out, "chose", line, seat, index, -1, WHERE)
        elif pick.source.type in ("players", "numbers"):
            self._tell(out, "chose", line, seat, index, -1, WHERE, picked(0))
        else:
            self._tell(out, "chose", line, seat, index, _owner(pick.source, out), WHERE,
                       *(picked(page) for page in range(len(out.layout.pages))))


def _owner(cards: c.Expression, out: Emitter) -> str:
    """Whose cards these are, where players share their bits."""
    owner = out.layout.origins.owner(cards)
    return "-1" if owner is None else _seat(owner, out.program)


def _seat(owner: c.Expression, program: c.Program) -> str:
    match owner:
        case c.LeftOf(player):
            return f"(({_seat(player, program)} + 1) % {program.players})"
        case c.RightOf(player):
            return f"(({_seat(player, program)} + {program.players - 1}) % {program.players})"
        case c.Track(track, None):
            return f"T[{program.tracks[track].first}]"
        case c.Local(number):
            return f"r{number}"
        case c.Seat(number):
            return str(number)
    return "-1"  # cards whose owner is said in another way do not share their bits


def traced(program: c.Program) -> Traced:
    """The code of a game that tells its events to a list called `E`."""
    hooks = Tracing()
    source = written(program, hooks=hooks, shown=True,
                     extras=(lambda out: function("sheets", hooks.write_sheets, out),))
    return Traced(source, tuple(hooks.told))


class Translator:
    """Turns rows into the events of the interpreter."""

    def __init__(
        self, program: c.Program, layout: Layout, told: tuple[c.Line, ...],
        zones: Callable[[list[int]], list[int]],
    ) -> None:
        self.program = program
        self.layout = layout
        self.told = told
        self.zones = zones

    def events(self, rows: list[Row]) -> list[Event]:
        found: list[Event] = []
        for word, *row in rows:
            event = getattr(self, f"_{word.replace(' ', '_')}")(*row)
            if event is not None:
                found.append(event)
        return found

    def _stage(self, number: int) -> Event:
        return StageBegan(self.program.stages[number])

    def _end(self, number: int) -> Event:
        return EndReached(self.program.ends[number])

    def _round(self) -> Event:
        return RoundEnded()

    def _over(self) -> Event:
        return GameEnded()

    def _track(self, op: int, place: int, value: object) -> Event:
        return TrackSet(place, value, self.told[op])

    def _shuffle(self, op: int, zone: int) -> Event:
        return ZoneShuffled(zone, self.told[op])

    def _effect(self, name: str, op: int) -> Event:
        return EffectBegan(name, self.told[op])

    def _move(self, op: int, before: list[int], after: list[int]) -> Event:
        old, new = self.zones(before), self.zones(after)
        gained = [(number, now & ~was) for number, (was, now)
                  in enumerate(zip(old, new, strict=True)) if now & ~was]
        moves = tuple(
            (was & ~now & here, source, target)
            for source, (was, now) in enumerate(zip(old, new, strict=True))
            for target, here in gained if was & ~now & here
        )
        return CardsMoved(moves, self.told[op]) if moves else None

    def _sink(self, op: int, zone: int, owner: int, *masks: int) -> Event:
        return CardsMoved(((self._cards(owner, masks), zone, zone),), self.told[op])

    def _show(self, op: int, seats: int, owner: int, at: list[int], *masks: int) -> Event:
        cards = self._cards(owner, masks)
        return CardsShown(cards, seats, self.told[op], self._lying(at, cards))

    def _show_zones(self, op: int, seats: int, zone: int, players: int, at: list[int]) -> Event:
        first, zones = self.program.zones[zone].first, self.zones(at)
        cards = sum(zones[first + seat] for seat in bits(players))
        return CardsShown(cards, seats, self.told[op], self._lying(at, cards))

    def _chance(self, op: int, owner: int, at: list[int], *masks: int) -> Event:
        line = self.told[op]
        assert isinstance(line, c.Chance)
        if line.source.type not in ("card", "cards"):
            return ChancePicked(masks[0], line, ())
        cards = self._cards(owner, masks)
        return ChancePicked(cards, line, self._lying(at, cards))

    def _chose(
        self, op: int, seat: int, index: int, owner: int, at: list[int], *masks: int
    ) -> Event:
        line = self.told[op]
        assert isinstance(line, c.Decide | c.Together)
        choice = line.choices[index]
        kind = "" if choice.pick is None else choice.pick.source.type
        picked = cards = 0
        if kind == "numbers":
            picked = 1 << masks[0]
        elif kind == "players":
            picked = masks[0]
        elif kind:
            picked = cards = self._cards(owner, masks)
        return ChoiceMade(seat, choice, picked, line, self._lying(at, cards))

    def _cards(self, owner: int, masks: tuple[int, ...]) -> int:
        return sum(1 << self.layout.real(page, bit, owner)
                   for page, mask in enumerate(masks) for bit in bits(mask))

    def _lying(self, at: list[int], cards: int) -> Event:
        return tuple((zone & cards, number) for number, zone in enumerate(self.zones(at))
                     if zone & cards)


def sheet_numbers(rows: list[Any]) -> dict[tuple[int, int], list[Fraction]]:
    """The results of all steps, by scoring and seat."""
    found: dict[tuple[int, int], list[Fraction]] = {}
    for word, number, seat, total, scale in rows:
        assert word == "step"
        found.setdefault((number, seat), []).append(Fraction(total) / scale)
    return found
