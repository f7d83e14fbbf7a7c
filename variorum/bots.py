"""The bots at a table, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.table import Move, Rules, Table

NAMES = ("random", "sensible", "search")
_FAR = 0x9E3779B97F4A7C15


class Seats:
    """Bots for the seats that no person takes.

    Each decision has a stream of its own, drawn from the seed, the seat and how many decisions
    were made before: a game that is taken up again goes on as it would have gone on.
    """

    def __init__(self, name: str, rules: Rules, seed: int) -> None:
        self.name = name
        self.rules = rules
        self.seed = seed

    def choose(self, table: Table, seat: int, decision: int) -> Move:
        from engine.chance import Stream

        own = (self.seed * 1_000_003 + seat * 7919 + decision) * _FAR & (1 << 64) - 1
        if self.name == "random":
            return table.drawn(seat, Stream(own))
        return self._other(own).choose(table, seat)  # type: ignore[no-any-return]

    def _other(self, seed: int) -> Any:
        from engine.bots import bot_named

        return bot_named(self.name, self.rules, seed)
