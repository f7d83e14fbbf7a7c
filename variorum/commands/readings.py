"""`variorum readings`: what a rulebook leaves open, and how much depends on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from dsl.cleaning import clean

if TYPE_CHECKING:
    from dsl.loading import Loaded

FINE, NOT_ASKED = 0, 2
MOST_GAMES = 1_000_000
FORMATS = ("text", "markdown", "json", "html")


@click.command()
@click.option("--players", type=click.IntRange(1), metavar="N",
              help="How many play in the games that are measured (the fewest that can play).")
@click.option("--games", type=click.IntRange(0, MOST_GAMES), default=200, show_default=True,
              metavar="N", help="How many games are played for each two readings; 0 for none.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N",
              help="Other games with another number.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True,
              help="How to write the report.")
@click.argument("name", metavar="NAME|PATH")
def command(name: str, players: int | None, games: int, seed: int, form: str) -> int:
    """Say what a rulebook leaves open, and how much it matters.

    For every silence: the question, its readings, for each two of them a position or a game on
    which they disagree, and in what share of random games they name different winners. The
    questions on which most depends come first.

    \b
      variorum readings osprey-2018
      variorum readings my.variant --games 1000 --players 4 --format markdown

    The exit status is 0 when the report was made, and 2 when it could not be.
    """
    from variorum.comparison.compare import Incomparable
    from variorum.games import Unusable
    from variorum.readings.asking import asked
    from variorum.readings.formats import FORMATS as RENDERERS

    try:
        loaded = _loaded(name)
        _can_play(loaded, players)
        report = asked(loaded, players=players, games=games, seed=seed)
    except Incomparable as problem:
        click.echo(f"Error: {clean(str(problem))}", err=True)
        return NOT_ASKED
    except Unusable as problem:
        click.echo(str(problem), err=True)
        return NOT_ASKED
    click.echo(RENDERERS[form](report), nl=False)
    return FINE


def _loaded(name: str) -> Loaded:
    from variorum.checking import read
    from variorum.finding import Unfindable, file_of
    from variorum.games import Unusable, rendered

    try:
        found = read(file_of(name))
    except Unfindable as problem:
        raise Unusable(f"Error: {problem}") from None
    errors = [problem for problem in found.problems if problem.severity == "error"]
    if errors or found.sheet is None:
        raise Unusable(rendered(errors, found.sources))
    return found


def _can_play(loaded: Loaded, players: int | None) -> None:
    from variorum.games import Unusable

    assert loaded.sheet is not None
    counts = loaded.sheet.resolved()[0].player_counts()
    if players is not None and counts and players not in counts:
        raise Unusable(f"Error: {players} players cannot play this game; {counts[0]} to "
                       f"{counts[-1]} can")
