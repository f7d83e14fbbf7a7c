"""`variorum readings`: what a rulebook leaves open, and how much depends on it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.commands.options import format_option
from variorum.commands.options.bots import party_of, weights_of
from variorum.commands.options.comparisons import (
    MOST_GAMES,
    reason_of,
    seed_option,
    whole_file,
    workers_option,
)
from variorum.reports.formats import NAMES

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded

    from variorum.readings.questions import Measure

FINE, NOT_ASKED, INTERRUPTED = 0, 2, 130


@click.command()
@click.option("--players", type=click.IntRange(1), metavar="N",
              help="How many play in the games that are measured (the fewest that can play).")
@click.option("--games", type=click.IntRange(0, MOST_GAMES), default=200, show_default=True,
              metavar="N", help="How many games are played of each reading; 0 for none.")
@click.option("--bots", metavar="BOT,...",
              help="Who plays, as for `variorum simulate`.  [default: thumb, or random where no "
              "rule of thumb fits]")
@click.option("--records", metavar="FOLDER",
              help="Record one of the games in which two readings name different winners there, "
              "under both of them, for `variorum replay`.")
@seed_option
@workers_option
@format_option(*NAMES, help="How to write the report.")
@click.argument("name", metavar="NAME|PATH")
def command(name: str, form: str, **given: Any) -> int:
    """Say what a rulebook leaves open, and how much it matters.

    For every silence: the question, its readings, for each two of them a position or a game on
    which they disagree, and in what share of simulated games they name different winners. The
    same deals are played under all readings, by the same bots. The questions on which most
    depends come first.

    \b
      variorum readings osprey-2018
      variorum readings my.variant --games 1000 --players 4 --format markdown
      variorum readings osprey-2018 --records watched

    Ctrl-C stops it; the report is then about what is done. The result does not depend on the
    number of workers.

    The exit status is 0 when the report was made, 1 when the rule file has mistakes, 2 when
    something cannot be read or asked, and 130 when it was stopped.
    """
    from variorum.comparison.compare import Incomparable
    from variorum.readings.questions import asked
    from variorum.readings.report import REPORT
    from variorum.simulation.workers import Stopped
    from variorum.terminal.games import Unusable

    try:
        loaded = whole_file(name)
        report = asked(loaded, _measure(loaded, given))
    except (Incomparable, Unusable) as problem:
        click.echo(reason_of(problem), err=True)
        return problem.status if isinstance(problem, Unusable) else NOT_ASKED
    except Stopped as problem:
        click.echo(f"Error: {clean(str(problem))}", err=True)
        return NOT_ASKED
    click.echo(REPORT.written(report, form), nl=False)
    if not report.complete:
        click.echo(f"stopped after {report.done:,} of {report.games:,} games", err=True)
        return INTERRUPTED
    return FINE


def _measure(loaded: Loaded, given: dict[str, Any]) -> Measure:
    from variorum.readings.questions import Measure
    from variorum.simulation.records import Records

    assert loaded.sheet is not None
    counts = loaded.sheet.resolved()[0].player_counts()
    players = given["players"]
    if players is not None and counts and players not in counts:
        from variorum.terminal.games import Unusable

        raise Unusable(f"{players} players cannot play this game; {counts[0]} to "
                       f"{counts[-1]} can")
    seats = players if players is not None else counts[0] if counts else 1
    return Measure(
        players, given["games"], given["seed"],
        party_of(given["bots"], seats) if given["bots"] else (), weights_of,
        given["workers"] or 0, sys.stderr if sys.stderr.isatty() else None,
        None if given["records"] is None else Records(given["records"]),
    )
