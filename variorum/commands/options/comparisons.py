"""What the commands that hold rules against rules have in common: the files that they take, the
options of the games that measure a difference, and what they say when there is nothing to hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded

    from variorum.comparison.compare import Incomparable
    from variorum.terminal.games import Unusable

MOST_GAMES = 1_000_000

seed_option = click.option("--seed", type=int, default=1, show_default=True, metavar="N",
                           help="Other games with another number.")
workers_option = click.option("--workers", type=click.IntRange(1, 4096), metavar="N",
                              help="How many processes play.  [default: one for each processor]")


def whole_file(name: str) -> Loaded:
    """A file by its name or its path, as far as reading shows without mistakes."""
    from variorum.checker.check import read
    from variorum.files.lookup import Unfindable, file_of
    from variorum.terminal.games import Unusable

    try:
        return whole(read(file_of(name)))
    except Unfindable as problem:
        raise Unusable(str(problem)) from None


def whole(found: Loaded) -> Loaded:
    """A comparison with half a file would say that rules are missing."""
    from variorum.terminal.games import broken

    if found.sheet is None or any(problem.severity == "error" for problem in found.problems):
        raise broken(found)
    return found


def reason_of(problem: Unusable | Incomparable) -> str:
    """Why there is no comparison, for somebody at a terminal: mistakes as `check` shows them."""
    from variorum.terminal.games import Unusable, broken

    if isinstance(problem, Unusable):
        return problem.told
    if problem.broken is not None:
        return broken(problem.broken).told
    return f"Error: {clean(str(problem))}"
