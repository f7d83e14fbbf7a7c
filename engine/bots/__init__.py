"""Bots: they sit at the table like everybody else.

A bot is given a `Sitting`: what its seat sees, which answers are allowed, and tables as they
might be for all that the seat knows. The real table stays out of its reach.

Names: `random`, `sensible`, `search`; `search:500` thinks for 500 imagined games, `search:2s` for
two seconds.
"""

from __future__ import annotations

from typing import Protocol

from engine.bots.random_moves import RandomBot
from engine.bots.search import SearchBot
from engine.bots.sensible import SensibleBot
from engine.bots.sitting import Sitting
from engine.table import Move, Rules

NAMES = ("random", "sensible", "search")


class Bot(Protocol):
    """Somebody who can be asked for a move; `name` is how a person asks for such a bot."""

    name: str

    def choose(self, sitting: Sitting) -> Move: ...


class UnknownBot(ValueError):
    """No bot is called that."""


def bot_named(name: str, rules: Rules, seed: int) -> Bot:
    """A bot by its name; the same seed gives the same moves (unless it thinks by the clock)."""
    kind, _, effort = name.partition(":")
    if kind == "random" and not effort:
        return RandomBot(seed)
    if kind == "sensible" and not effort:
        return SensibleBot(rules, seed)
    if kind == "search":
        number = effort.removesuffix("s")
        if not effort:
            return SearchBot(rules, seed)
        if number.isascii() and number.isdigit() and 0 < int(number) <= 10_000_000:
            if effort.endswith("s"):
                return SearchBot(rules, seed, seconds=float(number))
            return SearchBot(rules, seed, simulations=int(number))
    raise UnknownBot(
        f'no bot is called "{name}": say {", ".join(NAMES)}, search:500 or search:2s'
    )


__all__ = ["NAMES", "Bot", "Sitting", "UnknownBot", "bot_named"]
