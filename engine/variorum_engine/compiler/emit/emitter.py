"""The context that every emitting function writes to: lines of code with their indentation, fresh
names, tables, and what is known at the place that has been reached.

The code works on flat arrays of integers: Z zones, O orders, C how long the orders are, T tracks,
L names that outlive a decision, X what is asked and answered, R the random stream, A offers,
P sealed answers, W the result. `r7` is the place of local 7, `c7_0` of its cards on page 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from variorum_dsl import core as c

from variorum_engine.compiler.analysis.bounds import Bounds
from variorum_engine.compiler.analysis.decisions import Body, Decisions
from variorum_engine.compiler.analysis.denominators import Denominators
from variorum_engine.compiler.analysis.layout import TABLE_BITS, Layout
from variorum_engine.compiler.analysis.origins import parts
from variorum_engine.interpreter.dependencies import reads

Number = tuple[str, int]
"""The code of a number and its denominator: its value is code / denominator."""

Cards = dict[int, str]
"""A set of cards: the code of one mask for each page."""

SIGNS: dict[c.Comparison, str] = {
    "is": "==", "is not": "!=", "is at least": ">=", "is at most": "<=", "is more than": ">",
    "is less than": "<",
}
ARRAYS = "Z, O, C, T, L, X, R, A, P, W"
FAULT = -9  # what code returns where the rules break down
ENDED = -1
X_CHOICE, X_ROUNDS, X_DECISIONS, X_SEAT, X_BROKEN, X_PICKED = 1, 2, 3, 4, 5, 8
KEPT = "@KEPT@"  # stands where all names that outlive a decision are put away


class Hooks:
    """What is written beside the code of a game, for those who want to know what happens in it.

    This one writes nothing: it is for games that are played for their result."""

    tells = False  # whether events are told

    def begin(self) -> None:
        """The code is about to be written, perhaps once more."""

    def line(self, line: c.Line, out: Emitter) -> None:
        """A line is about to be followed."""

    def stage(self, stage: c.StageTable, out: Emitter, *, resumes: bool) -> None:
        """A stage begins."""

    def round_ended(self, out: Emitter) -> None:
        """A round has been played."""

    def over(self) -> str:
        """A line for the moment when the game has ended and nothing is reckoned yet."""
        return ""

    def end(self, end: c.EndTable, out: Emitter) -> None:
        """The game ends for a reason."""

    def answered(self, line: c.Decide | c.Together, out: Emitter) -> None:
        """A policy that is written into the code has answered a decision."""

    def turn(self, turns: str, measure: c.Expression, out: Emitter) -> None:
        """A loop takes a turn."""

    def guarded(self, out: Emitter) -> None:
        """A guard ends a loop."""

    def step(
        self, scoring: int, step: c.StepTable, total: str, scale: int,
        write: Callable[[], None], out: Emitter,
    ) -> None:
        """A step of a score is worked out, by what `write` writes."""
        write()

    # Events: only asked for where `tells` is true.
    def before_move(self, out: Emitter) -> str:
        """Where all cards are just now, under a name."""
        return ""

    def moved(self, line: c.Move, before: str, out: Emitter) -> None: ...

    def sunk(self, line: c.Move, within: Cards, out: Emitter) -> None: ...

    def effect(self, line: c.Move, name: str, out: Emitter) -> None: ...

    def track(self, line: c.SetTrack, place: str, out: Emitter) -> None: ...

    def shuffled(self, line: c.Shuffle, out: Emitter) -> None: ...

    def chance(self, line: c.Chance, drawn: Cards, out: Emitter) -> None: ...

    def shown(self, line: c.Show, out: Emitter) -> None: ...

    def chose(
        self, line: c.Decide | c.Together, seat: str, index: int, picked: Callable[[int], str],
        out: Emitter,
    ) -> None: ...


class Policy(Protocol):
    """Answers a decision by code that is written in its place."""

    def __call__(self, out: Emitter, choices: tuple[c.Choice, ...]) -> None: ...


@dataclass
class Emitter:
    """The code of one program that is being written."""

    program: c.Program
    layout: Layout
    denominators: Denominators
    decisions: Decisions
    write_line: Callable[[c.Line, Emitter], None]
    hooks: Hooks = field(default_factory=Hooks)
    policy: Policy | None = None
    resumable: bool = True
    knowing: bool = False  # moves are noted, so that players can remember what they saw

    # What has been written.
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    fresh: int = 0
    tables: dict[str, list[int]] = field(default_factory=dict)
    kept: dict[str, None] = field(default_factory=dict)  # names that outlive a decision
    held: dict[str, tuple[str, int, int]] = field(default_factory=dict)
    """Of names that hold the place in a loop: role, line (by identity) and page or seat."""
    sealed: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Where all decide at once: the names of who is still asked, and who is at all."""
    nested: bool = False  # whether something is decided while other answers are sealed
    level: int = 0  # of simultaneous decisions inside each other
    levels: int = 1

    # What is known at this place.
    sure: set[str] = field(default_factory=set)  # names that are certainly somebody
    round_flag: str = ""  # the name by which a round is left early
    ended: bool = False  # inside the reckonings
    catching: int = 0  # inside how many `otherwise`

    def __post_init__(self) -> None:
        program = self.program
        self.everyone = (1 << program.players) - 1
        # Names that are given at several places: what was sure of one need not be of another.
        self.changing = {f"r{local}" for local, many in self.layout.origins.given.items()
                         if many > 1}
        self._everybody = _always_everybody(program)
        self.ends = [(end, reads(end.condition, program)) for end in program.ends]

    # ------------------------------------------------------------------- lines and names
    @property
    def exact(self) -> bool:
        return self.denominators.exact

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def zero(self, *names: str) -> None:
        for name in names:
            self.put(f"{name} = 0")

    def name(self, prefix: str = "t") -> str:
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def zeros(self, pages: Cards | list[int]) -> Cards:
        """A fresh name for each page, with nothing in it."""
        names = {page: self.name() for page in pages}
        self.zero(*names.values())
        return names

    def temp(self, code: str) -> str:
        """A name for a value that is used more than once."""
        if code.isidentifier() or code.lstrip("-").isdigit():
            return code
        name = self.name()
        self.put(f"{name} = {code}")
        return name

    def temps(self, codes: Cards) -> Cards:
        return {page: self.temp(code) for page, code in codes.items()}

    @contextmanager
    def indented(self) -> Iterator[None]:
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def under(self, header: str, *, when: bool = True) -> Iterator[None]:
        """Lines under a header; if there is none, they stand where they are."""
        if when:
            self.put(header)
            self.depth += 1
        yield
        self.depth -= when

    def when_fresh(self, *, resumes: bool = True) -> AbstractContextManager[None]:
        """Lines for what is done only while nothing is being resumed."""
        return self.under("if go == 0:", when=resumes and self.resumable)

    def taken(self, before: int) -> list[str]:
        """The lines written since a place, taken out again."""
        written = self.lines[before:]
        del self.lines[before:]
        return written

    def restart(self) -> None:
        """Begin another function."""
        self.lines, self.sure, self.depth = [], set(), 1

    # --------------------------------------------------------------------------- blocks
    def keep(self, name: str) -> str:
        self.kept[name] = None
        return name

    def holding(self, role: str, line: c.Line, page: int = 0) -> str:
        """A name of its own that outlives a decision, for the place in a loop."""
        name = self.keep(self.name("w"))
        self.held[name] = role, id(line), page
        return name

    def certain(self, name: str) -> None:
        """A name is certainly somebody from here on."""
        self.sure = self.sure | {name}

    def decides(self, part: c.Line | Body) -> bool:
        return self.decisions.any(part)

    def resumes(self, part: c.Line | Body) -> bool:
        """Whether the code of a part can be resumed at a decision inside it."""
        return self.resumable and self.decisions.any(part)

    def inside(self, *parts: c.Line | Body) -> str:
        """The condition that code is being resumed inside some parts."""
        low, high = self.decisions.span(parts)
        return f"go == {low}" if low == high else f"{low} <= go <= {high}"

    def block(self, body: Body) -> None:
        if not body:
            self.put("pass")
            return
        quiet: list[c.Line] = []
        decides = self.decides(body)
        for line in (*body, None):
            if line is not None and not self.decides(line):
                quiet.append(line)
                continue
            if quiet:
                with self.when_fresh(resumes=decides):
                    before = len(self.lines)
                    for each in quiet:
                        self.write_line(each, self)
                    if len(self.lines) == before:
                        self.put("pass")
                quiet = []
            if line is not None:
                with self.under(f"if go == 0 or {self.inside(line)}:", when=self.resumable):
                    self.write_line(line, self)

    def after_loop(self, leaves: bool) -> None:
        """Leave the loop outside too, if the round has been ended inside."""
        if self.round_flag and leaves:
            self.put(f"if {self.round_flag}: break")

    @cached_property
    def bounds(self) -> Bounds:
        return Bounds(self.program, self.layout.origins)

    # --------------------------------------------------------------------------- tables
    def is_everyone(self, players: c.Expression) -> bool:
        """Whether a set is certainly that of all players."""
        return isinstance(players, c.Players) or (
            isinstance(players, c.Local) and players.number in self._everybody)

    def local_pages(self, number: int) -> list[int]:
        """The pages of everything that a name is ever given."""
        return sorted(self.layout.masks(self.layout.origins.reaches.get(number, 0)))

    def table(self, name: str, values: list[int]) -> str:
        self.tables.setdefault(name, values)
        return name

    def value_table(self, attribute: int, page: int) -> str:
        """The attribute of every card of a page, by bit."""
        return self.table(f"V{attribute}_{page}", self.values(attribute, page) or [0])

    def values(self, attribute: int, page: int) -> list[int]:
        cards = self.layout.pages[page].cards
        return [self.program.cards[card].values[attribute] for card in cards]

    def card_table(self, page: int) -> str:
        """The number of every card of a page, by bit."""
        return self.table(f"K{page}", list(self.layout.pages[page].cards) or [0])

    def salt_table(self, page: int) -> str:
        """What the luck of every card of a page is made from, by bit."""
        return self.table(f"Y{page}", [self.layout.salts[card]
                                       for card in self.layout.pages[page].cards] or [0])

    def mask_table(self, page: int) -> str:
        """For every card, its mask on a page (0 on the others)."""
        return self.table(f"M{page}", [
            1 << self.layout.bit[card] if self.layout.page_of[card] == page else 0
            for card in range(len(self.program.cards))
        ])

    def total(self, attribute: int, page: int, mask: str) -> str:
        """The total of an attribute over a mask: looked up in chunks."""
        values = self.values(attribute, page)
        found = []
        for start in range(0, len(values), TABLE_BITS):
            chunk = values[start : start + TABLE_BITS]
            if not any(chunk):
                continue
            name = self.table(f"S{attribute}_{page}_{start}", subset_sums(chunk))
            shifted = f"{mask} >> {start}" if start else mask
            last = start + TABLE_BITS >= len(values)
            index = shifted if last else f"({shifted}) & {(1 << TABLE_BITS) - 1}"
            found.append(f"{name}[{index}]")
        return added(found) if found else "0"


def added(codes: list[str]) -> str:
    """The sum of some numbers."""
    return codes[0] if len(codes) == 1 else f"({' + '.join(codes) or '0'})"


def _always_everybody(program: c.Program) -> set[int]:
    """The locals that stand for all players from beginning to end."""
    given: dict[int, list[c.Expression]] = {}
    for part in parts(program):
        if isinstance(part, c.SetLocal):
            given.setdefault(part.local, []).append(part.value)
    return {local for local, values in given.items()
            if all(isinstance(value, c.Players) for value in values)}


def subset_sums(values: list[int]) -> list[int]:
    """The totals of all subsets, by their bits."""
    sums = [0]
    for value in values:
        sums += [value + before for before in sums]
    return sums

