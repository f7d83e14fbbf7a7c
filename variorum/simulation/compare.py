"""Two readings of the same rules, game by game: how often somebody else wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from engine.compiled.layout import NotCompilable
from engine.compiled.machine import Machine
from engine.compiled.native import is_available
from engine.table import Rules
from engine.tally.bots import USUAL, Bots
from engine.tally.kernel import WORD, Broken, given_rows, kernel
from variorum.simulation.statistics import Share, share

if TYPE_CHECKING:
    from variorum.edition import Edition

WORTH_COMPILING = 50_000


def changed_winners(
    edition: Edition, a: Mapping[str, str], b: Mapping[str, str], *, players: int, games: int,
    seed: int, options: Iterable[str] = (), bots: str = "",
) -> Share:
    """The share of games, dealt alike, in which the winners under two readings are not the same.

    `a` and `b` give a reading for some silences, as `Edition.variant` takes them; the others are
    read as assumed. Without `bots`, the best of the quick ones play all seats.

    >>> import variorum
    >>> edition = variorum.load("osprey-2018")
    >>> found = changed_winners(edition, {}, {"below-zero": "stops-at-zero"}, players=3, games=10,
    ...                         seed=1)
    >>> found.games
    10
    """
    chosen = tuple(options)
    left, right = (edition.variant(players, chosen, readings).rules for readings in (a, b))
    names = Bots((bots or USUAL,) * players)
    form = "fast" if games >= WORTH_COMPILING and is_available() else "plain"
    won = [_winners(rules, names, games, seed, form) for rules in (left, right)]
    changed = sum(mine != theirs for mine, theirs in zip(*won, strict=True))
    return share(changed, games)


_KNOWN: WeakKeyDictionary[Rules, dict[Any, list[int]]] = WeakKeyDictionary()


def _winners(rules: Rules, bots: Bots, games: int, seed: int, form: str) -> list[int]:
    """The same as `winners`, played once: one reading is usually compared with several others."""
    known = _KNOWN.setdefault(rules, {})
    key = bots.names, games, seed
    if key not in known:
        known.clear()
        known[key] = winners(rules, bots, games, seed, form=form)
    return known[key]


def winners(rules: Rules, bots: Bots, games: int, seed: int, *, form: str = "plain") -> list[int]:
    """The winners of games 0 and on, as sets of seats. Nothing else is counted."""
    try:
        machine = Machine(rules, form, bots.modules, ("outcomes", *bots.entries),
                          knowing=bots.think)
    except NotCompilable:
        plan_of = kernel(rules, bots, form="interpreter")
        rows = plan_of.chunk(seed, 0, games, rows=True).rows
        return rows[:: plan_of.plan.row_width]
    scratch, *more = given_rows(machine, bots)
    found = machine.zeros(games)
    code = machine.functions["outcomes"](
        machine.memory(), machine.opening, scratch, machine.row(bots.codes),
        machine.zeros(rules.program.players), *more, found, seed & WORD, 0, games,
    )
    if code < 0:
        raise Broken(-1 - int(code))
    return list(found)


__all__ = ["Share", "changed_winners", "winners"]
