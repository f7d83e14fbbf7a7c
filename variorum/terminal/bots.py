"""The bots at a table, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from variorum_engine.table.table import Move, Rules, Table


class Seats:
    """Bots for the seats that no person takes.

    Each decision has a seed of its own, made from the seed of the game, the seat and how many
    decisions there were before: a game that is taken up again goes on as it would have gone on.
    """

    def __init__(self, name: str, rules: Rules, seed: int) -> None:
        from variorum_engine.bots import bot_named

        # A name that is not known is noticed before the game begins.
        self.note = bot_named(name, rules, seed).note
        self.name = name
        self.rules = rules
        self.seed = seed

    def choose(self, table: Table, seat: int, decision: int) -> Move:
        from variorum_engine.bots import Sitting, bot_named
        from variorum_engine.interpreter.chance import decision_seed

        own = decision_seed(self.seed, seat, decision)
        return bot_named(self.name, self.rules, own).choose(Sitting(table, seat))
