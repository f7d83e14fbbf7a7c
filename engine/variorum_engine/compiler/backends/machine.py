"""The machine: the code of one game with the code that all games share, in one of two forms.

`plain` runs everywhere. `fast` is the same text as machine code (the extra `fast`).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from inspect import getsource
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from variorum_dsl import core as c
from variorum_dsl.core.program import Program

from variorum_engine.compiler.analysis.features import Thumb
from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.compiler.backends.form import check_fast
from variorum_engine.compiler.backends.memory import PARTS, in_arrays, in_one_memory, opening
from variorum_engine.compiler.backends.python import plain_functions
from variorum_engine.compiler.backends.sight import NOTES, knowing_constants
from variorum_engine.compiler.backends.store import Store
from variorum_engine.compiler.emit.counters import PRIVATE, counters, private
from variorum_engine.compiler.emit.emitter import Hooks, subset_sums
from variorum_engine.compiler.emit.light import Light, light_functions, light_policy
from variorum_engine.compiler.emit.module import Source, written
from variorum_engine.compiler.passes.inlining import functions_in
from variorum_engine.compiler.passes.pipeline import optimized
from variorum_engine.compiler.passes.scalar_replacement import Field
from variorum_engine.compiler.passes.target import MachineTarget, PythonTarget
from variorum_engine.table.table import Rules

if TYPE_CHECKING:
    from variorum_engine.tally.counted_game import Tally

BY_THUMB = (".thumb.offers", ".thumb.standing", ".thumb.features", ".thumb.picks", ".thumb.rule")
SEARCH = (".search.answers", ".search.knowledge", ".search.determinization", ".search.positions",
          ".search.tree")
SHARED = (".totals", ".draws", ".streams", *BY_THUMB, ".games", ".thumb.contests",
          ".thumb.training")
# For those who think, with `knowing`.
THINKING = (".totals", ".draws", ".streams", *SEARCH, ".games")
TALLIES = (".observation", ".tallies")


class Machine:
    """One game for one number of players, ready to run.

    A position is one row of whole numbers, the memory; `functions` holds everything that the
    modules of the runtime define, and `play` and the others that `runtime.interface` names. In
    machine code only the `entries` can be called."""

    def __init__(
        self, rules: Rules, form: str = "plain", shared: Sequence[str] = SHARED,
        entries: Sequence[str] = ("outcomes",), store: Store | None = None, *,
        knowing: bool = False, tally: Tally | None = None, light: Light = "", make: bool = True,
        hooks: Hooks | None = None,
    ) -> None:
        """`knowing`: players can remember what they saw, and think about what they did not.
        `tally`: the games are watched, and counted. `light`: who plays by the light policy; if all
        do, a game never stops, and unless it is counted its position is not kept in memory. `make`:
        machine code that is not kept is made; else `NotMade` is raised. `hooks` write beside the
        code of a game that is not counted."""
        self.rules = rules
        self.form = form
        self.knowing = knowing
        if tally is None:
            self.source = written(
                rules.program, hooks=hooks, knowing=knowing, policy=light_policy(light),
                resumable=light != "all", extras=light_functions(light))
        else:
            self.source = tally.counted.source
            shared = (*shared, *TALLIES)
        if form != "plain":
            check_fast(self.source)
        parts = opening(rules, self.source)
        players = rules.program.players
        # Behind the result lies what the games remember, and then the counters.
        lines = 0 if tally is None else len(tally.counted.lines)
        behind = counters(players) + lines - private(players)
        parts.result.extend([0] * behind)
        starts = dict(zip(PARTS, accumulate(map(len, parts), initial=0), strict=False))
        size = sum(map(len, parts))
        self.constants = constants(rules, self.source, starts, size)
        self.constants |= remembered(starts["W"], players, self.source)
        # What it looks at does not depend on whether somebody watches.
        self.thumb = Thumb(rules.program, self.source.layout, self.source.asked,
                           self.constants["CHOICES"], size - behind)
        self.constants |= self.thumb.tables()
        self.constants |= {"THUMBS": int(BY_THUMB[-1] in shared),
                           "SEARCHES": int(SEARCH[-1] in shared), "LIGHTS": int(light == "some")}
        numbers = [number for part in parts for number in part]
        if knowing:
            self.constants |= knowing_constants(rules, self.source, size)
            numbers += [0] * (1 + 4 * NOTES)
        self.behind = self.room = len(numbers)  # where what is counted begins
        if tally is not None:
            self.constants |= tally.constants(self.source.layout, self.behind)
            self.room += tally.room(self.source.layout, size)
        self.opening = self.row(numbers)
        if light != "all":
            code = in_one_memory(self.source.text, starts)
        else:
            code = self._straight(starts, shared, keeps_position=tally is not None)
        text = "\n\n".join([code, *(shared_text(name) for name in shared)])
        self.lines = text.count("\n")
        if form == "plain":
            self.functions: dict[str, Any] = plain_functions(text, self.constants)
            return
        from variorum_engine.compiler.backends.native import Native

        # The functions live as long as this does. Where a number may be too large they raise
        # `TooLarge`, and whoever called them has to go on with the plain form.
        large = bool(self.source.large) or (tally is not None and tally.large)
        self.native = Native(text, self.constants, entries_of(shared, entries), store,
                             checked=large, make=make)
        self.functions = dict(self.native.functions)

    def _straight(
        self, starts: dict[str, int], shared: Sequence[str], *, keeps_position: bool
    ) -> str:
        """The code of a game that never stops, after all passes."""
        runtime = {name: function for module in shared
                   for name, function in functions_in(copy.deepcopy(_parsed(module))).items()}
        streams = [in_arrays(runtime[name], self.constants, starts)
                   for name in ("think", "thought")]
        players = self.rules.program.players
        remembered = [Field("W", self.constants[name] - starts["W"], 1, many) for name, many in (
            ("STREAM", players), ("LAST_ROUND", players), ("LUCK", 0), ("CHANCE", 0))]
        target = PythonTarget(self.source.tables) if self.form == "plain" else (
            MachineTarget(self.source.tables))
        draws = [runtime["below"]] if "below" in runtime else []  # other random numbers than ours
        text = optimized(self.source, [*streams, *draws], remembered, target,
                         keeps_position=keeps_position)
        self.constants |= target.tables
        return in_one_memory(text, starts)

    def row(self, numbers: Iterable[int]) -> Any:
        """Numbers as the code of this form wants them."""
        if self.form == "plain":
            return list(numbers)
        from variorum_engine.compiler.backends.native import row

        return row(numbers)

    def zeros(self, many: int) -> Any:
        return self.row([0] * many)

    def memory(self) -> Any:
        """A new memory, with room behind it for a tally."""
        return self.zeros(self.room)


def constants(
    rules: Rules, source: Source, starts: dict[str, int], size: int
) -> dict[str, Any]:
    """What `runtime.interface` promises, for one game."""
    program, layout = rules.program, source.layout
    pages, most = len(layout.pages), max(1, source.most_choices)
    kinds, together = [-1] * most, [0]
    for line in source.asked:
        row = [-1] * most
        for i, choice in enumerate(line.choices):
            sort = None if choice.pick is None else choice.pick.source.type
            row[i] = {None: 0, "players": 2, "numbers": 3}.get(sort, 1)
        kinds += row
        together.append(int(isinstance(line, c.Together)))
    attributes = max((len(card.values) for card in program.cards), default=0)
    faces = [-1] * (max(1, pages) * 64)
    values, twins = [0] * (max(1, attributes) * pages * 64), [-1] * (max(1, pages) * 64)
    for page in layout.pages:
        last: dict[int, int] = {}
        for bit, number in enumerate(page.cards):
            card = program.cards[number]
            for attribute, value in enumerate(card.values):
                values[(attribute * pages + page.number) * 64 + bit] = value
            faces[page.number * 64 + bit] = card.face
            twins[page.number * 64 + bit] = last.get(card.face, -1)
            last[card.face] = bit
    asked, result = starts["X"], starts["W"]
    named = {
        "CHOICE": asked + 1, "ROUNDS": asked + 2, "ASKED": asked + 3, "SEAT": asked + 4,
        "BROKEN": asked + 5,
        "PICKED": asked + 8, "WINNERS": result, "OUT": result + 1, "DECIDED": result + 2,
        "BEST": result + 4, "SCORES": result + 8,
    }
    return {
        **source.tables, **starts, **named, "SIZE": size,
        "PLAYERS": program.players, "OWNERS": layout.owners, "PAGES": pages,
        "SLOTS": layout.slots, "WIDTH": source.width, "CHOICES": most, "KIND": kinds,
        "DECISIONS": len(source.asked), "TOGETHER": together, "VALUES": values,
        "ATTRIBUTES": attributes, "FACE": faces, "TWIN": twins, **totals(program, layout),
    }


def totals(program: Program, layout: Layout) -> dict[str, list[int]]:
    """The tables of `runtime/totals.py`."""
    places: list[int] = []
    sums: list[int] = []
    gains: list[int] = []
    for attribute in range(max(1, len(program.attributes))):
        for page in layout.pages:
            places.append(len(sums))
            values = [(*program.cards[card].values, 0)[attribute] for card in page.cards]
            for first in range(0, len(values), 8):
                eight = (values + [0] * 7)[first : first + 8]
                sums += subset_sums(eight)
                gains += subset_sums([max(0, value) for value in eight])
    return {"SUM_PLACE": places or [0], "SUMS": sums or [0], "GAINS": gains or [0],
            "BYTES": [-(-len(page.cards) // 8) for page in layout.pages] or [0]}


def remembered(result: int, players: int, source: Source) -> dict[str, Any]:
    """Where the games keep what they remember, and no lines to be counted."""
    first = result + private(players)
    names = ("WATCHED", "LUCK", "CHANCE", "CHANGES", "LAST_LEAD", "SINCE", "SEEN", "HOLDING")
    choices = max(1, source.most_choices)
    return {
        **{name: first + i for i, name in enumerate(names)},
        "STREAM": first + PRIVATE, "LAST_ROUND": first + PRIVATE + players,
        "COUNTS": result + counters(players), "ASKING": [-1] * (len(source.asked) + 1),
        "CHOSEN": [-1] * (choices * (len(source.asked) + 1)),
        # Nobody reads this log; `knowing` has another.
        "LOG": result + counters(players) - 1, "NOTES": 0,
    }


@cache
def shared_text(name: str) -> str:
    """A module of the runtime without its imports."""
    tree = _parsed(name)
    return "\n\n".join(
        ast.unparse(part) for part in tree.body if isinstance(part, ast.FunctionDef)
        or (isinstance(part, ast.Assign) and ast.unparse(part.targets[0]).isupper())
    )


def entries_of(shared: Sequence[str], names: Sequence[str]) -> dict[str, tuple[bool, ...]]:
    """Which arguments of the functions of these names are rows."""
    found: dict[str, tuple[bool, ...]] = {}
    for module in shared:
        for part in _parsed(module).body:
            if isinstance(part, ast.FunctionDef) and part.name in names:
                found[part.name] = tuple(
                    ast.unparse(each.annotation) == "Row" if each.annotation else False
                    for each in part.args.args
                )
    return found


@cache
def _parsed(name: str) -> ast.Module:
    """A module of the runtime (`.totals`), or of elsewhere by its whole name. Nobody changes it."""
    return ast.parse(getsource(import_module(name, "variorum_engine.runtime")))


def runtime(*, by_thumb: bool, thinking: bool) -> tuple[str, ...]:
    """The modules that a table with such bots needs."""
    return (".totals", ".draws", ".streams", *(BY_THUMB if by_thumb else ()),
            *(SEARCH if thinking else ()), ".games")
