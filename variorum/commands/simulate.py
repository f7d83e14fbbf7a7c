"""`variorum simulate`: very many games with bots, and what they show about a game."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from variorum_dsl.diagnostics.sanitizer import clean, quote

from variorum.commands.options import format_option
from variorum.commands.options.bots import nearness_of, party_of, seated, unjudged, weights_of
from variorum.reports.formats import NAMES
from variorum.simulation.checkpoints import MOST_GAMES
from variorum.terminal.games import (
    Unusable,
    chosen_readings,
    complain,
    loaded,
    opened,
    reason,
    rendered,
)

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded
    from variorum_engine.tally.kernel import Broken

    from variorum.simulation.job import Side
    from variorum.simulation.report.figures import Figures
    from variorum.simulation.run import Request

NARROW, WIDE = 50, 120  # letters in a line of the report
FINE, BROKEN, INTERRUPTED = 0, 1, 130


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What was asked for at the command line, by the names of the options."""

    games: int
    players: int | None
    bots: str | None
    skill: bool
    seed: int
    options: tuple[str, ...]
    readings: tuple[str, ...]
    compare: str | None
    compare_with: tuple[str, ...]
    compare_reading: tuple[str, ...]
    form: str
    out: str | None
    rows: str | None
    workers: int | None
    cluster: str | None
    checkpoint: str | None
    resume: bool
    played: str | None
    progress: bool | None
    full: bool
    parent: bool


@click.command()
@click.option("--games", type=click.IntRange(1, MOST_GAMES), default=1000, show_default=True,
              metavar="N", help="How many games.")
@click.option("--players", type=click.IntRange(1), metavar="N",
              help="How many players (as few as can play, if not given).")
@click.option("--bots", metavar="BOT,...",
              help="Who plays: random, light, thumb, thumb:FILE (weights of `variorum tune`), "
              "sensible, search, search:500, search:500:random-others. Fewer names than players "
              "are repeated. They change seats from game to game.  [default: thumb]")
@click.option("--skill", is_flag=True,
              help="Put tree search, rule of thumb and random play at one table.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N",
              help="Other games with another number; the same ones with the same.")
@click.option("--with", "options", multiple=True, metavar="OPTION", help="With an optional rule.")
@click.option("--reading", "readings", multiple=True, metavar="SILENCE=READING",
              help="With another answer to an open question.")
@click.option("--compare", metavar="NAME|PATH", help="Play the same deals under another edition.")
@click.option("--compare-with", multiple=True, metavar="OPTION",
              help="Play the same deals with an optional rule.")
@click.option("--compare-reading", multiple=True, metavar="SILENCE=READING",
              help="Play the same deals with another answer to an open question.")
@click.option("--parent", is_flag=True,
              help="What a variant changes: play the same deals under what it extends, too.")
@format_option(*NAMES, help="How to write the report.")
@click.option("--full", is_flag=True,
              help="Every figure, and not only one screen; the other formats always have them.")
@click.option("--out", metavar="FILE", help="Write the report to a file.")
@click.option("--rows", metavar="FILE", help="Write one row for each game: *.csv or *.parquet.")
@click.option("--workers", type=click.IntRange(1, 4096), metavar="N",
              help="How many processes.  [default: one for each processor]")
@click.option("--cluster", metavar="ADDRESS",
              help="Play on a Dask cluster, for example tcp://10.0.0.1:8786.")
@click.option("--checkpoint", metavar="FILE",
              help="Write what is done there after every chunk of games.")
@click.option("--resume", is_flag=True, help="Go on with the games of --checkpoint.")
@click.option("--form", "played", type=click.Choice(["plain", "fast", "interpreter"]),
              help="How the games are played; the best way is found if nothing is said.")
@click.option("--progress/--no-progress", default=None,
              help="Say how far it is.  [default: on a terminal]")
@click.argument("name", metavar="NAME|PATH")
def command(name: str, **given: Any) -> int:
    """Play very many games with bots and say what they show.

    One screen says whether the game is fair by seat, how long and how tense it is, what decides,
    which cards are over- or underpaid, which rules never mattered and which open question arose;
    --full says everything. Every figure comes with the range in which the true one lies;
    docs/simulate.md says how to read it. For a variant, --parent says what it changes.

    \b
      variorum simulate osprey-2018 --games 10000 --players 4
      variorum simulate osprey-2018 --skill --format html --out report.html
      variorum simulate osprey-2018 --compare-reading odd-halves=rounded-down
      variorum simulate osprey-2018 --games 10000000 --checkpoint run.state

    The result is the same for the same seed, whatever the number of workers. Ctrl-C stops the run
    and reports what is done.

    The exit status is 0 when all games were played, 1 when the rules broke down in one of them,
    2 for wrong usage, and 130 when the run was stopped; the report is then about the games that
    were done.
    """
    from variorum_engine.tally.kernel import Broken

    from variorum.simulation import checkpoints
    from variorum.simulation.rows import NotWritten
    from variorum.simulation.workers import Stopped

    settings = Settings(**given)
    _check(settings)
    _writable(settings.out)
    try:
        asked = _asked(name, settings)
        return _run(asked, settings)
    except Unusable as problem:
        complain(problem.told)
        return problem.status
    except Stopped as problem:
        kept = (f". What was played is in {quote(settings.checkpoint)}: --resume goes on with it"
                if settings.checkpoint else "")
        raise click.UsageError(clean(f"{problem}{kept}")) from None
    except (checkpoints.Unusable, NotWritten) as problem:
        raise click.UsageError(clean(str(problem))) from None
    except Broken as problem:
        complain(_broken(name, settings, problem))
        return BROKEN


def _check(given: Settings) -> None:
    """Options that do not go together."""
    if given.resume and not given.checkpoint:
        raise click.UsageError("--resume needs --checkpoint FILE: the file to go on with")
    if given.checkpoint:
        exists = os.path.exists(given.checkpoint)
        if given.resume and not exists:
            raise click.UsageError(f"there is no checkpoint {quote(given.checkpoint)}; leave "
                                   "--resume away to start")
        if exists and not given.resume:
            raise click.UsageError(f"{quote(given.checkpoint)} is already there: say --resume "
                                   "to go on with it, or name another file")
        if given.rows and not given.rows.lower().endswith(".csv"):
            raise click.UsageError("--checkpoint goes together with --rows FILE.csv only: a "
                                   "Parquet file cannot be taken up again")
    if given.parent and (given.compare or given.compare_with or given.compare_reading):
        raise click.UsageError("--parent names the other game itself: leave --compare away")
    if given.skill and given.bots:
        raise click.UsageError("--skill names the bots itself: leave --bots away")
    if given.cluster and given.workers:
        raise click.UsageError("--workers is for this machine, --cluster for another one: "
                               "choose one of them")


def _asked(name: str, given: Settings) -> Request:
    from variorum_engine.compiler.backends.native import is_available

    from variorum.simulation.job import job_of
    from variorum.simulation.run import Request, pace_for
    from variorum.simulation.ways import judged

    sides = _sides(name, given)
    bots = _bots(given, sides[0].players)
    programs = [side.plain for side in sides]
    weights = judged(programs, weights_of(bots, programs))
    if given.played == "fast" and not is_available():
        raise click.UsageError("the fast form needs LLVM: pip install 'variorum[fast]'")
    job = job_of(sides, bots, given.seed, form="plain", weights=weights)
    pace = pace_for(given.played, job, given.games)
    if pace.note:
        complain(f"Note: {pace.note}")
    progress = given.progress
    return Request(
        sides, bots, given.games, given.seed, pace.form, pace.seconds, given.workers or 0,
        given.cluster or "", given.checkpoint or "", given.resume,
        sys.stderr.isatty() if progress is None else progress,
        weights=weights,
        tuned=nearness_of(bots, programs), unjudged=unjudged(weights, programs), ready=pace.ready,
    )


def _sides(name: str, given: Settings) -> list[Side]:
    from variorum.simulation.job import side

    file = loaded(name)
    readings = chosen_readings(given.readings)
    if given.parent:
        return _with_parent(name, file, given)
    game = opened(name, given.players, given.options, readings, file=file)
    players = game.rules.program.players
    found = [side(file, players, given.options, readings)]
    if given.compare or given.compare_with or given.compare_reading:
        more = chosen_readings(given.compare_reading)
        # Another edition has its own options and questions; the same one keeps what was chosen.
        other = loaded(given.compare) if given.compare else file
        options = given.compare_with if given.compare else tuple(dict.fromkeys(
            (*given.options, *given.compare_with)))
        chosen = more if given.compare else {**readings, **more}
        opened(given.compare or name, players, options, chosen, file=other)
        found.append(side(other, players, options, chosen))
    return found


def _with_parent(name: str, file: Loaded, given: Settings) -> list[Side]:
    """What a variant extends, and the variant, with the same choices."""
    from variorum.simulation.job import side

    parent = file.sheet.parent if file.sheet else None
    if parent is None:
        raise click.UsageError(f"--parent: {quote(name)} extends no other edition; --compare NAME "
                               "compares it with any")
    path = parent.document.at.path
    readings = chosen_readings(given.readings)
    game = opened(name, given.players, given.options, readings, file=file)
    players = game.rules.program.players
    before = loaded(path)
    opened(path, players, given.options, readings, file=before)
    return [side(before, players, given.options, readings),
            side(file, players, given.options, readings)]


def _bots(given: Settings, players: int) -> tuple[str, ...]:
    from variorum_engine.tally.bots import USUAL, skilled

    if given.skill:
        return seated(skilled(players), players)
    return party_of(USUAL if given.bots is None else given.bots, players)


def _run(asked: Request, given: Settings) -> int:
    from variorum.simulation.report.data import figures_of
    from variorum.simulation.rows import rows_for
    from variorum.simulation.run import plans_of, run

    if given.rows:
        plan = asked.ready[0].plan if asked.ready else plans_of(
            asked.sides[:1], asked.bots, asked.form)[0]
        asked.rows = rows_for(given.rows, asked.sides[0], plan, asked.bots)
    try:
        ran = run(asked)
    finally:
        if asked.rows is not None:
            asked.rows.close()
    if not ran.games:
        complain("stopped before any game was done")
        return INTERRUPTED
    _write(figures_of(asked.sides, ran.plans, ran.sums, bots=asked.bots, games=ran.games,
                      asked=asked.games, seed=asked.seed, form=asked.form, tuned=asked.tuned,
                      unjudged=asked.unjudged),
           given)
    if not ran.complete:
        complain(f"stopped after {ran.games:,} of {asked.games:,} games; the report is about these")
        return INTERRUPTED
    return FINE


def _write(figures: Figures, given: Settings) -> None:
    import shutil

    from variorum.simulation.report import FULL, REPORT

    width = max(NARROW, min(shutil.get_terminal_size((80, 24)).columns, WIDE))
    text = (FULL if given.full else REPORT).written(figures, given.form, width)
    if not given.out:
        click.echo(text, nl=False)
        return
    try:
        with open(given.out, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as problem:
        raise click.UsageError(f"--out {quote(given.out)}: {reason(problem)}") from None


def _writable(out: str | None) -> None:
    """A report that cannot be written is noticed before the games are played, not after."""
    if not out:
        return
    new = not os.path.lexists(out)
    try:
        with open(out, "a", encoding="utf-8"):
            pass
        if new:
            os.unlink(out)
    except OSError as problem:
        raise click.UsageError(f"--out {quote(out)}: {reason(problem)}") from None


def _broken(name: str, given: Settings, problem: Broken) -> str:
    """The game, and why; it is played again to find the reason and its place."""
    from variorum_engine.tally.bots import Bots

    from variorum.simulation.breakdown import breakdown
    from variorum.simulation.ways import judged

    told = f"Error: the rules broke down in game {problem.game:,} of seed {given.seed}"
    sides = _sides(name, given)
    bots, programs = _bots(given, sides[0].players), [side.plain for side in sides]
    for side, weights in zip(sides, judged(programs, weights_of(bots, programs)), strict=True):
        party = Bots(bots, weights)
        if found := breakdown(side, party, given.seed, problem.game, form=given.played or ""):
            return f"{told}.\n\n{rendered([found], side.loaded.sources)}"
    why = f": {clean(problem.why)}" if problem.why else ""
    return (f"{told}{why}.\n"
            f"`variorum verify {clean(name)}` looks for the reason and shows it as an example.")
