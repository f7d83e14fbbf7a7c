"""`variorum diff`: editions side by side, by what their rules mean."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.commands.comparison_options import (
    MOST_GAMES,
    reason_of,
    seed_option,
    whole,
    whole_file,
    workers_option,
)
from variorum.commands.options import format_option
from variorum.comparison.model import CLASSES
from variorum.reports.formats import NAMES
from variorum.terminal.progress import Progress

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded

    from variorum.comparison.align.sides import Side
    from variorum.comparison.model import Comparison

FINE, FOUND, NOT_COMPARED, INTERRUPTED = 0, 1, 2, 130
NARROW = 80
SHORT = {name.replace(" ", "-"): name for name in CLASSES}


@click.command()
@format_option(*NAMES, help="How to write the comparison.")
@click.option("--pin", "pins", multiple=True, metavar="LEFT=RIGHT",
              help="Two names that correspond, whatever the comparison would find.")
@click.option("--git", "base", metavar="BASE",
              help="Compare each file with what it was in this commit or branch.")
@click.option("--fail-on", "fail_on", multiple=True, metavar="CLASS",
              type=click.Choice(["any", *SHORT]),
              help="Exit with status 1 if there is such a difference: any, " + ", ".join(SHORT)
              + ".")
@click.option("--brief", is_flag=True,
              help="Only what differs, without what proves it.")
@click.option("--quick", is_flag=True,
              help="Do not look for games that show why a reading which is not assumed matters, "
              "or what one of several rules decides alone.")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), metavar="N",
              help="Play so many games for each optional rule and each reading that makes a "
              "difference, and say in what share of them it changes the winner.")
@click.option("--records", metavar="FOLDER",
              help="With --games: record one of the games with another winner there, under both "
              "rules, for `variorum replay`.")
@seed_option
@workers_option
@click.argument("names", nargs=-1, required=True, metavar="NAME|PATH...")
def command(
    names: tuple[str, ...], form: str, pins: tuple[str, ...], base: str | None,
    fail_on: tuple[str, ...], quick: bool, games: int | None, records: str | None, seed: int,
    workers: int | None, brief: bool,
) -> int:
    """Compare editions by what their rules mean.

    Two names are compared with each other; of more, a text shows how many rules differ and which
    of these can change who wins, and the other formats everything. What corresponds to what is
    found by how it is used, so it does not matter what things are called.

    \b
      variorum diff osprey-2018 quick-start
      variorum diff old.variant new.variant --format markdown
      variorum diff --git main my.variant --fail-on scoring
      variorum diff osprey-2018 edition-2025 --games 500
      variorum diff osprey-2018 edition-2025 --games 500 --records watched

    The exit status is 0 when everything could be compared, 1 when there is a difference of a
    class named with --fail-on, 2 when something could not be compared (also for mistakes in a
    file, which are no difference), and 130 when the games of --games were stopped with Ctrl-C:
    what is done by then is told.
    """
    from variorum.comparison.compare import Incomparable
    from variorum.comparison.report import REPORT
    from variorum.comparison.report.page import titles_only
    from variorum.reports.formats import FORMATS
    from variorum.terminal.games import Unusable

    pairs = _pins(pins)
    if base is None and len(names) < 2:
        raise click.UsageError("name two editions, or more; or one file and --git BASE")
    if records is not None and not games:
        raise click.UsageError("--records needs --games N: one of those games is recorded")
    if brief and form != "text":
        raise click.UsageError("--brief is a text: leave --format away")
    if pairs and len(names) > 2:
        raise click.UsageError("--pin is for comparing two files")
    try:
        stopped = False
        sides = _sides(names, base)
        comparisons = _compared(sides, pairs, quick=quick)
        if games:
            comparisons, stopped = _measured(
                comparisons, sides, games, seed, workers, records, prove=not quick)
    except (Incomparable, Unusable) as problem:
        click.echo(reason_of(problem), err=True)
        return NOT_COMPARED
    if brief:
        click.echo(FORMATS["text"](titles_only(comparisons), width=NARROW), nl=False)
    else:
        click.echo(REPORT.written(comparisons, form), nl=False)
    if stopped:
        click.echo("stopped before all games were played", err=True)
        return INTERRUPTED
    return FOUND if _fails(comparisons, fail_on) else FINE


def _pins(given: Sequence[str]) -> list[tuple[str, str]]:
    found = []
    for text in given:
        left, equals, right = (part.strip() for part in text.partition("="))
        if not (left and equals and right):
            raise click.UsageError(f"--pin {clean(text)}: write it as --pin LEFT=RIGHT")
        found.append((left, right))
    return found


def _sides(names: Sequence[str], base: str | None) -> list[tuple[Side, Side]]:
    """What is compared with what."""
    from itertools import combinations

    from variorum.comparison.compare import side_of

    if base is not None:
        return [(side_of(_before(base, name)), side_of(whole_file(name))) for name in names]
    return list(combinations([side_of(whole_file(name)) for name in names], 2))


def _compared(
    sides: list[tuple[Side, Side]], pairs: list[tuple[str, str]], *, quick: bool
) -> list[Comparison]:
    from variorum.comparison.compare import compare

    found = []
    with Progress() as progress:
        for number, (left, right) in enumerate(sides, 1):
            who = f"{left.name} and {right.name}"
            if len(sides) > 1:
                who = f"{number} of {len(sides)}, {who}"

            def tell(what: str, who: str = who) -> None:
                progress.say(f"{who}: {what} ...", now=True)

            found.append(compare(left, right, pairs, quick=quick, tell=tell))
    return found


def _measured(
    comparisons: list[Comparison], sides: list[tuple[Side, Side]], games: int, seed: int,
    workers: int | None, records: str | None, *, prove: bool,
) -> tuple[list[Comparison], bool]:
    """The comparisons with what depends on their differences, and whether that was stopped."""
    from variorum.comparison.verdict.stakes import Stakes, Wanted
    from variorum.simulation.records import Records
    from variorum.simulation.workers import Stopped
    from variorum.terminal.games import Unusable

    shown = sys.stderr if sys.stderr.isatty() else None
    stakes = Stakes(Wanted(games, seed, workers or 0, shown,
                           None if records is None else Records(records), prove))
    try:
        return stakes.measured(comparisons, sides), not stakes.complete
    except Stopped as problem:
        raise Unusable(clean(str(problem))) from None


def _before(base: str, path: str) -> Loaded:
    """A file as it was in a commit."""
    import subprocess

    from variorum_dsl.files.loader import load_text

    from variorum.files.editions import edition_path
    from variorum.files.lookup import no_such
    from variorum.terminal.games import Unusable

    if base.startswith("-"):
        raise click.UsageError("--git is followed by the name of a commit or a branch")
    if not os.path.isfile(path):
        raise Unusable(no_such(path))
    folder, name = os.path.split(os.path.abspath(path))
    try:
        found = subprocess.run(
            ["git", "-C", folder, "show", f"{base}:./{name}"], capture_output=True, check=False,
        )
    except OSError:
        raise Unusable("git is not installed, and --git needs it") from None
    if found.returncode:
        reason = clean(found.stderr.decode(errors="replace").strip().split("\n")[0])
        raise Unusable(f"{clean(path)} cannot be read as it was in {clean(base)}: {reason}")
    try:
        text = found.stdout.decode()
    except UnicodeDecodeError:
        raise Unusable(f"{clean(path)} was not UTF-8 text in {clean(base)}") from None
    # The old text stands beside the new one, so that it finds the same parents.
    return whole(load_text(text, f"{path} ({base})", edition_path))


def _fails(comparisons: Sequence[Comparison], fail_on: Sequence[str]) -> bool:
    for one in comparisons:
        counts = one.counts()
        if "any" in fail_on and any(counts.values()):
            return True
        if any(counts[SHORT[name]] for name in fail_on if name != "any"):
            return True
    return False
