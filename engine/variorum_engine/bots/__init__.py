"""Bots: they sit at the table like everybody else.

A bot is given a `Sitting`: what its seat sees, which answers are allowed, and tables as they
might be for all that the seat knows. The real table stays out of its reach.

Names: `random`, `sensible`, `search`, `thumb`; `search:500` thinks for 500 imagined games,
`search:2s` for two seconds, `search:500:random-others` supposes that the others answer at random;
`thumb:FILE` plays by the weights that `variorum tune` wrote.
"""

from __future__ import annotations

from typing import Protocol

from variorum_engine.bots.random import RandomBot
from variorum_engine.bots.seat import Sitting
from variorum_engine.bots.sensible import SensibleBot
from variorum_engine.table.table import Move, Rules

NAMES = ("random", "sensible", "search", "thumb")
RANDOM_OTHERS = "random-others"


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
    if kind == "thumb":
        return _by_thumb(effort, rules, seed)
    if kind == "search":
        from variorum_engine.bots.compiled_search import (
            SearchBot,  # the compiled form takes a while to load
        )

        effort, colon, others = effort.partition(":")
        number = effort.removesuffix("s")
        if not effort and not colon:
            return SearchBot(rules, seed)
        at_random = others == RANDOM_OTHERS
        if at_random == bool(colon) and number.isascii() and number.isdigit() and (
            0 < int(number) <= 10_000_000
        ):
            if effort.endswith("s"):
                return SearchBot(rules, seed, seconds=float(number), random_others=at_random)
            return SearchBot(rules, seed, simulations=int(number), random_others=at_random)
    raise UnknownBot(
        f'no bot is called "{name}": say {", ".join(NAMES)}, search:500, search:2s, '
        "search:500:random-others or thumb:FILE"
    )


def _by_thumb(file: str, rules: Rules, seed: int) -> Bot:
    from pathlib import Path

    from variorum_engine.bots.thumb import ThumbBot
    from variorum_engine.tuning.weights import UnreadableWeights, from_file

    if not file:
        return ThumbBot(rules, seed)
    try:
        found = from_file(Path(file), rules.program)
    except UnreadableWeights as problem:
        raise UnknownBot(f"no weights in {file}: {problem}") from None
    if found.nearness == "none":
        raise UnknownBot(f"the weights in {file} are for another game")
    return ThumbBot(rules, seed, found.weights)


__all__ = ["NAMES", "Bot", "Sitting", "UnknownBot", "bot_named"]
