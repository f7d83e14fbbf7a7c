"""Bots: they sit at the table like everybody else.

In comes a `Sitting`: what a seat sees, which answers are allowed, and tables as they might be for
all that the seat knows; the real table stays out of a bot's reach. Out comes a move.

`KINDS` lists all bots, from the simplest to the strongest, and adding one is a line there. A name
means the same wherever bots are named: `thumb`, `thumb:FILE` (weights that `variorum tune` wrote),
`search:500` (500 imagined games for each decision), `search:2s` (two seconds),
`search:500:random-others` (it supposes that the others answer at random).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from variorum_dsl.diagnostics.sanitizer import quote

from variorum_engine.bots.light import LightBot
from variorum_engine.bots.random import RandomBot
from variorum_engine.bots.seat import Sitting
from variorum_engine.bots.sensible import SensibleBot
from variorum_engine.table.table import Move, Rules

RANDOM_OTHERS = "random-others"
SIMULATIONS = 200  # if nothing is said
MOST_SIMULATIONS = 1_000_000


class Bot(Protocol):
    """Somebody who can be asked for a move. `name` is its kind; `note` is what people should know
    about how it plays this game, mostly nothing."""

    @property
    def name(self) -> str: ...

    @property
    def note(self) -> str: ...

    def choose(self, sitting: Sitting) -> Move: ...


class UnknownBot(ValueError):
    """No bot is called that."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be said of a bot behind its kind."""

    weights: str = ""  # a file
    simulations: int = 0
    seconds: float | None = None
    random_others: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bot. `plays` says in a few words how it plays; `read` understands what is said
    behind its name, or gives nothing; `forms` are examples of that for people."""

    plays: str
    make: Callable[[Rules, int, Settings], Bot]
    read: Callable[[str], Settings | None]
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A bot as it was asked for."""

    kind: str
    settings: Settings


# -------------------------------------------------------------------------------- settings
def _nothing(said: str) -> Settings | None:
    return None if said else Settings()


def _file(said: str) -> Settings:
    return Settings(weights=said)


def _effort(said: str) -> Settings | None:
    if not said:
        return Settings(simulations=SIMULATIONS)
    effort, colon, others = said.partition(":")
    number = effort.removesuffix("s")
    if (colon and others != RANDOM_OTHERS) or not (
        number.isascii() and number.isdigit() and 0 < int(number) <= MOST_SIMULATIONS
    ):
        return None
    if effort.endswith("s"):
        return Settings(seconds=float(number), random_others=bool(colon))
    return Settings(simulations=int(number), random_others=bool(colon))


# ----------------------------------------------------------------------------------- kinds
def _by_thumb(rules: Rules, seed: int, how: Settings) -> Bot:
    from variorum_engine.bots.thumb import UNTUNED, ThumbBot  # the compiled form loads slowly
    from variorum_engine.tuning.first import with_first
    from variorum_engine.tuning.weights import UnreadableWeights, weights_of

    try:
        found = weights_of(how.weights, rules.program).weights
        bot = ThumbBot(rules, seed, with_first(rules.program, found))
        if not found:
            bot.note = UNTUNED
        return bot
    except UnreadableWeights as problem:
        raise UnknownBot(str(problem)) from None


def _search(rules: Rules, seed: int, how: Settings) -> Bot:
    from variorum_engine.bots.search import SearchBot

    return SearchBot(rules, seed, how.simulations, how.seconds, random_others=how.random_others)


KINDS: dict[str, Kind] = {
    "random": Kind("any allowed move", lambda rules, seed, how: RandomBot(seed), _nothing),
    "light": Kind("one card where that is an answer, drawn by lot",
                  lambda rules, seed, how: LightBot(seed), _nothing),
    "thumb": Kind("a rule of thumb", _by_thumb, _file, ("thumb:FILE",)),
    "sensible": Kind("a few imagined games",
                     lambda rules, seed, how: SensibleBot(rules, seed), _nothing),
    "search": Kind("tree search", _search, _effort,
                   ("search:500", "search:2s", "search:500:random-others")),
}


@lru_cache(maxsize=256)
def named(name: str) -> Named:
    """What a name says."""
    kind, colon, said = name.partition(":")
    if kind in KINDS and bool(colon) == bool(said):
        settings = KINDS[kind].read(said)
        if settings is not None:
            return Named(kind, settings)
    forms = [form for kind in KINDS.values() for form in kind.forms]
    raise UnknownBot(f"no bot is called {quote(name)}: say {', '.join([*KINDS, *forms[:-1]])} "
                     f"or {forms[-1]}")


def bot_named(name: str, rules: Rules, seed: int) -> Bot:
    """A bot by its name; the same seed gives the same moves (unless it thinks by the clock)."""
    asked = named(name)
    return KINDS[asked.kind].make(rules, seed, asked.settings)


def skill(name: str) -> tuple[int, int, bool]:
    """How much a bot thinks, to put bots into an order."""
    asked = named(name)
    return (list(KINDS).index(asked.kind), asked.settings.simulations,
            asked.settings.random_others)


__all__ = [
    "KINDS", "Bot", "Kind", "Named", "Settings", "Sitting", "UnknownBot", "bot_named", "named",
    "skill",
]
