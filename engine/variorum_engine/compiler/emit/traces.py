"""A compiled game that tells what happens, in the words of the interpreter.

A traced game runs as plain Python. It puts a row into the list `E` for every event: a word, the
number of the line of play, and what belongs to it. Cards are told by where all of them are before
and after, so that a wrong move cannot tell a right story. `events` translates the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from variorum_dsl.core.program import Choice, Op, Program

from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.compiler.emit.expressions import FAULT
from variorum_engine.compiler.emit.scoring import Scoring
from variorum_engine.interpreter.instructions import MoveEvent
from variorum_engine.interpreter.values import bits

Zones = Callable[[list[int]], list[int]]


class Traced(Scoring):
    """Writes a game that tells its events, and its score sheets."""

    tells = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.told: list[Op] = []
        self.sheets = False

    def tell(self, kind: str, *codes: object) -> None:
        row = [repr(kind)]
        for code in codes:
            if isinstance(code, Op):
                self.told.append(code)
                row.append(str(len(self.told) - 1))
            else:
                row.append(str(code))
        self.put(f"E.append(({', '.join(row)},))")

    def snapshot(self) -> str:
        name = self.name("e")
        self.put(f"{name} = list(Z)")
        return name

    def loop_guard(self, turns: str, measure: Op) -> None:
        """As the interpreter: every turn must use something up."""
        super().loop_guard(turns, measure)
        before = self.keep(self.name("n"))
        code, _ = self.number(measure)
        left = self.temp(f"{code} + 0")
        self.put(f"if {turns} > 1 and {left} >= {before}: return {FAULT}")
        self.put(f"{before} = {left}")

    def _line_show(self, op: Op, cards: Op, to: Op) -> None:
        seats = self.players(to) if to.type == "players" else f"1 << {self.somebody(to)}"
        if cards.op == "zones_of":
            self.tell("show zones", op, seats, cards.args[0], self.players(cards.args[1]),
                      "list(Z)")
            return
        codes = self.cards(cards)
        masks = [codes.get(page.number, "0") for page in self.layout.pages]
        self.tell("show", op, seats, self.owner_code(cards), "list(Z)", *masks)

    def tell_choice(self, op: Op, seat: str, index: int, choice: Choice, code: Any) -> None:
        if choice.pick is None:
            self.tell("chose", op, seat, index, -1, "list(Z)")
        elif choice.pick.source.type in ("players", "numbers"):
            self.tell("chose", op, seat, index, -1, "list(Z)", code(0))
        else:
            self.tell("chose", op, seat, index, self.owner_code(choice.pick.source), "list(Z)",
                      *(code(page) for page in range(len(self.layout.pages))))

    def tell_step(self, number: int, step: Any, seat: str, total: str, scale: int) -> None:
        if self.sheets:
            self.tell("step", number, seat, total, scale)

    def owner_code(self, cards: Op) -> str:
        """Whose cards these are, where players share their bits."""
        owner = self.layout.origins.owner(cards)
        return "-1" if owner is None else self._seat_code(owner)

    def _seat_code(self, key: Any) -> str:
        word, arguments = key
        if word in ("left", "right"):
            step = 1 if word == "left" else self.program.players - 1
            return f"(({self._seat_code(arguments[0])} + {step}) % {self.program.players})"
        if word == "track" and arguments[1] is None:
            return f"T[{self.program.tracks[arguments[0]].first}]"
        return {"local": f"r{arguments[0]}", "seat": f"{arguments[0]}"}.get(word, "-1")

    def write_sheets(self) -> None:
        """All score sheets of all players."""
        self.sheets = True
        for number in range(len(self.program.scorings)):
            for seat in range(self.program.players):
                self.score(number, str(seat))
        self.sheets = False


class Translator:
    """Turns rows into the events of the interpreter."""

    def __init__(self, program: Program, layout: Layout, told: list[Op], zones: Zones) -> None:
        self.program = program
        self.layout = layout
        self.told = told
        self.zones = zones

    def events(self, rows: list[Any]) -> list[Any]:
        found: list[Any] = []
        for word, *row in rows:
            event = getattr(self, f"_{word.replace(' ', '_')}")(*row)
            if event is not None:
                found.append(event)
        return found

    def _stage(self, number: int) -> Any:
        return self.program.stages[number]

    def _end(self, number: int) -> Any:
        return self.program.ends[number]

    def _round(self) -> str:
        return "the round has ended"

    def _over(self) -> str:
        return "the game has ended"

    def _track(self, op: int, place: int, value: Any) -> Any:
        return "track", place, value, self.told[op]

    def _shuffle(self, op: int, zone: int) -> Any:
        return "shuffle", zone, self.told[op]

    def _effect(self, name: str, op: int) -> Any:
        return "effect", name, self.told[op]

    def _move(self, op: int, before: list[int], after: list[int]) -> Any:
        old, new = self.zones(before), self.zones(after)
        gained = [(number, now & ~was) for number, (was, now)
                  in enumerate(zip(old, new, strict=True)) if now & ~was]
        moves = tuple(
            (was & ~now & here, source, target)
            for source, (was, now) in enumerate(zip(old, new, strict=True))
            for target, here in gained if was & ~now & here
        )
        return MoveEvent(moves, self.told[op]) if moves else None

    def _sink(self, op: int, zone: int, owner: int, *masks: int) -> Any:
        return MoveEvent(((self._cards(owner, masks), zone, zone),), self.told[op])

    def _show(self, op: int, seats: int, owner: int, at: list[int], *masks: int) -> Any:
        cards = self._cards(owner, masks)
        return "show", cards, seats, self.told[op], self._lying(at, cards)

    def _show_zones(self, op: int, seats: int, zone: int, players: int, at: list[int]) -> Any:
        first, zones = self.program.zones[zone].first, self.zones(at)
        cards = sum(zones[first + seat] for seat in bits(players))
        return "show", cards, seats, self.told[op], self._lying(at, cards)

    def _chance(self, op: int, owner: int, at: list[int], *masks: int) -> Any:
        line = self.told[op]
        if line.args[3].type not in ("card", "cards"):
            return "chance", masks[0], line, ()
        cards = self._cards(owner, masks)
        return "chance", cards, line, self._lying(at, cards)

    def _chose(self, op: int, seat: int, index: int, owner: int, at: list[int], *masks: int) -> Any:
        line = self.told[op]
        choice = line.args[1 if line.op == "decide" else 2][index]
        kind = "" if choice.pick is None else choice.pick.source.type
        picked = cards = 0
        if kind == "numbers":
            picked = 1 << masks[0]
        elif kind == "players":
            picked = masks[0]
        elif kind:
            picked = cards = self._cards(owner, masks)
        return "chose", seat, choice, picked, line, self._lying(at, cards)

    def _cards(self, owner: int, masks: tuple[int, ...]) -> int:
        return sum(1 << self.layout.real(page, bit, owner)
                   for page, mask in enumerate(masks) for bit in bits(mask))

    def _lying(self, at: list[int], cards: int) -> Any:
        return tuple((zone & cards, number) for number, zone in enumerate(self.zones(at))
                     if zone & cards)


def sheet_numbers(rows: list[Any]) -> dict[tuple[int, int], list[Fraction]]:
    """The results of all steps, by scoring and seat."""
    found: dict[tuple[int, int], list[Fraction]] = {}
    for word, number, seat, total, scale in rows:
        assert word == "step"
        found.setdefault((number, seat), []).append(Fraction(total) / scale)
    return found
