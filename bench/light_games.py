"""Games of the bot `light` in the form that `variorum simulate` runs, but nothing is counted."""

from __future__ import annotations

from typing import Literal

from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.compiler.emit.emitter import Hooks
from variorum_engine.table.table import Rules

Result = tuple[int, ...]
Streams = Literal[".streams", "bench.one_stream", "bench.quick_stream"]


class LightGames:
    """`streams`: as in a simulation; one for all, for comparisons; or Python's own numbers.
    `hooks` write beside the code of the game, as a shuffle like that of versions by hand."""

    def __init__(
        self, rules: Rules, form: str = "plain", streams: Streams = ".streams",
        hooks: Hooks | None = None,
    ) -> None:
        self.machine = machine = Machine(
            rules, form, (streams, ".totals", ".draws", ".games", "bench.results"), ("results",),
            light="all", hooks=hooks)
        self.memory = machine.row(machine.opening)
        players = rules.program.players
        self.seats = machine.zeros(4096), machine.zeros(players), machine.zeros(players)

    def _play(self, found: list[int], seed: int, first: int, many: int, *, noted: bool) -> int:
        made = int(self.machine.functions["results"](
            self.memory, self.machine.opening, *self.seats, found, seed, first, many, int(noted)))
        if made < 0:
            raise RuntimeError("the compiled game broke down")
        return made

    def games(self, seed: int, first: int, many: int) -> list[Result]:
        """The results of games: decisions, rounds, out, winners, best score (scaled)."""
        found = self.machine.zeros(5 * many)
        self._play(found, seed, first, many, noted=True)
        return [tuple(found[i : i + 5]) for i in range(0, 5 * many, 5)]

    def decisions(self, seed: int, first: int, many: int) -> int:
        """Play games for their number of decisions only."""
        return self._play(self.machine.zeros(1), seed, first, many, noted=False)
