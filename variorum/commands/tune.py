"""`variorum tune`: weights for the rule of thumb, found by playing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.terminal.games import (
    Opened,
    Unusable,
    chosen_readings,
    complain,
    loaded,
    opened,
    reason,
)
from variorum.terminal.progress import Progress
from variorum.version import __version__

if TYPE_CHECKING:
    from variorum_engine.tuning.search import Report
    from variorum_engine.tuning.weights import Tuned

FAST_GAMES, PLAIN_GAMES = 2_000_000, 40_000


@click.command()
@click.option("--players", type=click.IntRange(1), metavar="N",
              help="For so many players only; else for every number that can play.")
@click.option("--with", "options", multiple=True, metavar="OPTION",
              help="With this optional rule; any number of times.")
@click.option("--reading", "readings", multiple=True, metavar="SILENCE=READING",
              help="With this answer to an open question; any number of times.")
@click.option("--games", type=click.IntRange(1), metavar="N",
              help=f"At most how many games are played for each number of players.  [default: "
                   f"{FAST_GAMES:,} with the extra fast, else {PLAIN_GAMES:,}]")
@click.option("--seed", type=click.IntRange(0, 2**31), default=1, show_default=True, metavar="N",
              help="Another search with another number.")
@click.option("--workers", type=click.IntRange(1, 4096), metavar="N",
              help="Processes that share the work; the result is the same.  [default: all cores]")
@click.option("--out", type=click.Path(dir_okay=False), metavar="FILE",
              help="Where the weights are written.  [default: NAME.weights.json]")
@click.argument("name", metavar="NAME|PATH")
def command(
    name: str, players: int | None, options: tuple[str, ...], readings: tuple[str, ...],
    games: int | None, seed: int, workers: int | None, out: str | None,
) -> int:
    """Find out by playing how a variant is played well.

    The bot `thumb` decides by a rule of thumb: every choice has a score, a sum of a few dozen
    numbers that a player can see, each with a weight. Here the weights are found: first against
    players who answer at random, then also against the best weights so far.

    The file has a name for each weight, and says what share of games they win alone against
    random players. `variorum play --bots thumb:FILE` plays with them. Ctrl-C ends the search, and
    what is found so far is kept; the numbers of players that a file has already stay in it.

    The exit status is 0 when the weights are written, 1 when the rule file has mistakes, 2 when
    something cannot be read, written or tuned, and 130 when the search was stopped.
    """
    from variorum_engine.compiler.analysis.layout import NotCompilable
    from variorum_engine.tuning.budget import TooFewGames
    from variorum_engine.tuning.matches import form_here

    given = chosen_readings(readings)
    try:
        file = loaded(name)
        first = opened(name, players, options, given, file=file)
        counts = [players] if players is not None else first.game.player_counts()
        target = Path(out or f"{first.game.name}.weights.json")
        kept = _kept(target, first)
        _make_sure(target)
    except Unusable as problem:
        complain(problem.told)
        return problem.status
    form = form_here()
    if form == "plain":
        complain("This is quicker by far with: pip install 'variorum[fast]'")
    games = games or (FAST_GAMES if form == "fast" else PLAIN_GAMES)
    for count in counts:
        variant = opened(name, count, options, given, file=file)
        try:
            tuned, whole = _tuned(variant, form, games, seed, workers or os.cpu_count() or 1)
        except NotCompilable as problem:
            complain(f"Error: {clean(first.game.title or name)} cannot be tuned: the rule of "
                     f"thumb does not know {clean(str(problem))}")
            return 2
        except TooFewGames as problem:
            complain(f"Error: {games:,} games are too few to find weights for {count} players: say "
                     f"--games {problem.least} or more")
            return 2
        kept[count] = tuned
        if not _write(target, variant, kept):
            return 2
        share = tuned.against_random
        click.echo(f"{count} players: alone against random players it wins "
                   f"{100 * share.won:.1f} of 100 games ({100 * share.low:.1f} to "
                   f"{100 * share.high:.1f}; {share.games:,} games)")
        if not whole:
            click.echo(f"Stopped; what was found so far is in {clean(str(target))}")
            return 130
    click.echo(f"The weights are in {clean(str(target))}")
    return 0


def _tuned(
    variant: Opened, form: str, games: int, seed: int, workers: int
) -> tuple[Tuned, bool]:
    """The weights for one number of players, and whether nobody stopped the search."""
    from variorum_engine.tuning.search import Search

    players = variant.rules.program.players
    # Whatever ends the search, an error is not glued to the line that tells how far it is.
    with Progress() as progress:
        progress.say(f"{players} players: getting ready ...", now=True)
        search = Search(variant.rules, form, seed=seed, games=games, workers=workers)

        def report(now: Report) -> None:
            rate = now.games / max(now.seconds, 0.001)
            won = "" if now.share < 0 else f"best wins {100 * now.share:.1f} of 100, "
            progress.say(f"{players} players: turn {now.turn} of {now.turns}, {won}"
                         f"{rate:,.0f} games a second, {_time(now.left)} left", now=True)

        tuned = search.run(report)
    return tuned, not search.stopped


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def _kept(path: Path, variant: Opened) -> dict[int, Tuned]:
    """What the file has already, if it is about the same rules."""
    from variorum_engine.tuning.weights import UnreadableWeights, read

    if not path.exists():
        return {}
    try:
        data = read(path)
    except UnreadableWeights as problem:
        raise Unusable(f"{clean(str(path))} is there already, and {problem}; "
                       "name another with --out") from None
    if data.fingerprint != variant.fingerprint:
        raise Unusable(f"{clean(str(path))} has weights for other rules; name another file with "
                       "--out, or remove this one")
    return {each.players: each for each in data.sets}


def _make_sure(path: Path) -> None:
    """A search takes its time: a file that cannot be written is noticed before it."""
    new = not path.exists()
    try:
        with path.open("a", encoding="utf-8"):
            pass
        if new:
            path.unlink()
    except OSError as problem:
        raise Unusable(f"{clean(str(path))} cannot be written: {reason(problem)}; name another "
                       "with --out") from None


def _write(path: Path, variant: Opened, kept: dict[int, Tuned]) -> bool:
    from variorum_engine.tuning.weights import FORMAT, FORMAT_VERSION, WeightsFile, written

    game = variant.game
    data = WeightsFile(FORMAT, FORMAT_VERSION, __version__, game.name, game.title,
                       tuple(game.chosen_options), dict(variant.readings), variant.fingerprint,
                       tuple(tuned for _, tuned in sorted(kept.items())))
    try:
        path.write_text(written(data), encoding="utf-8")
    except OSError as problem:
        complain(f"Error: {clean(str(path))} cannot be written: {reason(problem)}")
        return False
    return True
