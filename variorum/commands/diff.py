"""`variorum diff`: editions side by side, by what their rules mean."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.commands.options import format_option
from variorum.commands.options.comparisons import (
    MOST_GAMES,
    reason_of,
    seed_option,
    whole,
    whole_file,
    workers_option,
)
from variorum.comparison.model import CLASSES, SEVERITIES
from variorum.reports.formats import NAMES
from variorum.terminal.progress import Progress

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded

    from variorum.comparison.align.sides import Side
    from variorum.comparison.model import Comparison
    from variorum.comparison.report.books import Books

FINE, FOUND, NOT_COMPARED, INTERRUPTED = 0, 1, 2, 130
SHORT = {name.replace(" ", "-"): name for name in CLASSES}


@click.command()
@format_option(*NAMES, "csv", help="How to write the comparison; csv is a table to work through.")
@click.option("--full", is_flag=True,
              help="Everything at once: citations, verdicts and proofs (each in a line).")
@click.option("--only", multiple=True, metavar="ID",
              help="Only the difference with this id, with its whole proof.")
@click.option("--rulebook", "rulebooks", multiple=True, metavar="NAME=FILE",
              help="The text of a rulebook: the sentences behind the citations are shown. Nothing "
              "of it is kept.")
@click.option("--pin", "pins", multiple=True, metavar="LEFT=RIGHT",
              help="Two names that correspond, whatever the comparison would find.")
@click.option("--since", "--git", "base", metavar="REV",
              help="Compare each file with what it was in this commit or branch; without a name, "
              "every rule file here that has changed since.")
@click.option("--fail-on", "fail_on", multiple=True, metavar="SEVERITY",
              type=click.Choice(["any", *SEVERITIES, *SHORT]),
              help="Exit with status 1 if there is a difference so grave or graver: "
              + ", ".join(SEVERITIES) + "; or one of a class: any, " + ", ".join(SHORT) + ".")
@click.option("--quick", is_flag=True,
              help="Do not look for games that show why a reading which is not assumed matters, "
              "or what one of several rules decides alone.")
@click.option("--games", type=click.IntRange(1, MOST_GAMES), metavar="N",
              help="Play so many games for each optional rule and each reading that makes a "
              "difference, and say in what share of them it changes the winner.")
@click.option("--records", metavar="FOLDER",
              help="Record the games that come out differently there, under both rules, for "
              "`variorum replay`: those that prove a difference, and with --games one of those.")
@seed_option
@workers_option
@click.argument("names", nargs=-1, metavar="NAME|PATH...")
def command(
    names: tuple[str, ...], form: str, full: bool, only: tuple[str, ...],
    rulebooks: tuple[str, ...], pins: tuple[str, ...], base: str | None,
    fail_on: tuple[str, ...], quick: bool, games: int | None, records: str | None, seed: int,
    workers: int | None,
) -> int:
    """Compare editions by what their rules mean.

    Two names are compared with each other: a first screen says what can change who wins, what else
    changes and how many words differ; --full says everything, and so do the other formats. Of more
    names, a text shows what each of them rules. What corresponds to what is found by how it is
    used, so it does not matter what things are called.

    \b
      variorum diff osprey-2018 quick-start
      variorum diff old.variant new.variant --format markdown
      variorum diff osprey-2018 quick-start --only tie-break
      variorum diff osprey-2018 quick-start --rulebook osprey-2018=book.txt
      variorum diff osprey-2018 quick-start --format csv > decisions.csv
      variorum diff --since main --fail-on winner
      variorum diff osprey-2018 edition-2025 --games 500
      variorum diff osprey-2018 edition-2025 --full --records watched

    The exit status is 0 when everything could be compared, 1 when there is a difference that
    --fail-on names, 2 when something could not be compared (also for mistakes in a
    file, which are no difference), and 130 when the games of --games were stopped with Ctrl-C:
    what is done by then is told.
    """
    from variorum.comparison.compare import Incomparable
    from variorum.comparison.report import proves, written
    from variorum.terminal.games import Unusable

    pairs = _pins(pins)
    if base is not None and base.startswith("-"):
        raise click.UsageError("--since is followed by the name of a commit or a branch")
    if base is None and len(names) < 2:
        raise click.UsageError("name two editions, or more; or --since REV with or without files")
    if records is not None and quick and not games:
        raise click.UsageError("--quick looks for no games, so --records has none to record")
    if pairs and len(names) > 2:
        raise click.UsageError("--pin is for comparing two files")
    try:
        stopped = False
        if base is not None and not names:
            names = _changed_since(base)
            if not names:
                click.echo(f"No rule file here has changed since {clean(base)}.")
                return FINE
        sides = _sides(names, base)
        books = _books(rulebooks, sides)
        comparisons = _compared(sides, pairs, quick=quick)
        if games:
            comparisons, stopped = _measured(
                comparisons, sides, games, seed, workers, records, prove=not quick)
        if not quick and not stopped and (records is not None or proves(
            comparisons, form, books, full=full, only=only
        )):
            comparisons = _dealt(comparisons, sides, only, records)
    except (Incomparable, Unusable) as problem:
        click.echo(reason_of(problem), err=True)
        return NOT_COMPARED
    wrong = [each for each in only if not any(
        each == found.id for one in comparisons for found in one.differences)]
    if wrong:
        known = dict.fromkeys(each.id for one in comparisons for each in one.differences)
        click.echo(f"Error: there is no difference {clean(wrong[0])}; there are: "
                   f"{', '.join(known) or 'none'}", err=True)
        return NOT_COMPARED
    click.echo(written(comparisons, form, books, full=full, only=only), nl=False)
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


def _books(given: Sequence[str], sides: list[tuple[Side, Side]]) -> Books:
    """The texts of rulebooks, by the names of the editions or as A and B."""
    from variorum_dsl.files.text import read_text

    from variorum.comparison.report.books import Books
    from variorum.terminal.games import Unusable

    names = list(dict.fromkeys(side.name for pair in sides for side in pair))
    letters = dict(zip("AB", names, strict=False)) if len(names) == 2 else {}
    texts: dict[str, str] = {}
    for each in given:
        name, equals, path = (part.strip() for part in each.partition("="))
        name = letters.get(name, name)
        if not equals or not path or name not in names:
            raise click.UsageError(f"--rulebook {clean(each)}: write it as NAME=FILE, with one of: "
                                   f"{', '.join(map(clean, names))}")
        text, problems = read_text(path, "the text of a rulebook")
        if text is None:
            raise Unusable(f"Error: {clean(problems[0].title)}: {clean(problems[0].why)}")
        texts[name] = text
    return Books(texts)


def _changed_since(base: str) -> tuple[str, ...]:
    """The rule files of this folder that a commit has otherwise, and that both have."""
    found = _git(["diff", "--name-only", "--relative", "--diff-filter=MR", base, "--", "*.variant"],
                 os.getcwd(), f"what has changed since {clean(base)} cannot be found")
    return tuple(line for line in found.decode(errors="replace").splitlines()
                 if os.path.isfile(line))


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


def _dealt(
    comparisons: list[Comparison], sides: list[tuple[Side, Side]], only: Sequence[str],
    records: str | None,
) -> list[Comparison]:
    """The comparisons with games from the deal as proofs."""
    from variorum.comparison.verdict.reached import from_the_deal
    from variorum.simulation.records import Records

    folder = None if records is None else Records(records)
    with Progress() as progress:
        found = []
        for one, both in zip(comparisons, sides, strict=True):
            progress.say(f"{one.left} and {one.right}: games that show it ...", now=True)
            found.append(from_the_deal(one, both, only, folder))
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
    from variorum_dsl.files.loader import load_text

    from variorum.files.editions import edition_path
    from variorum.files.lookup import no_such
    from variorum.terminal.games import Unusable

    if not os.path.isfile(path):
        if edition_path(path):
            raise Unusable(f"{clean(path)} is an edition that comes with the toolkit; --since "
                           "compares files of a folder that git knows: name one by its path")
        raise Unusable(no_such(path))
    folder, name = os.path.split(os.path.abspath(path))
    found = _git(["show", f"{base}:./{name}"], folder,
                 f"{clean(path)} cannot be read as it was in {clean(base)}")
    try:
        text = found.decode()
    except UnicodeDecodeError:
        raise Unusable(f"{clean(path)} was not UTF-8 text in {clean(base)}") from None
    # The old text stands beside the new one, so that it finds the same parents.
    return whole(load_text(text, f"{path} ({base})", edition_path))


def _git(arguments: Sequence[str], folder: str, problem: str) -> bytes:
    """What git says; its reason if it says nothing."""
    import subprocess

    from variorum.terminal.games import Unusable

    try:
        found = subprocess.run(["git", "-C", folder, *arguments], capture_output=True, check=False)
    except OSError:
        raise Unusable("git is not installed, and --since needs it") from None
    if found.returncode:
        reason = clean(found.stderr.decode(errors="replace").strip().split("\n")[0])
        raise Unusable(f"{problem}: {reason}")
    return found.stdout


def _fails(comparisons: Sequence[Comparison], fail_on: Sequence[str]) -> bool:
    for one in comparisons:
        counts = one.counts()
        if "any" in fail_on and any(counts.values()):
            return True
        if any(counts[SHORT[name]] for name in fail_on if name in SHORT):
            return True
        grades = list(SEVERITIES)
        worst = min((grades.index(each.severity) for each in one.differences), default=len(grades))
        if any(worst <= grades.index(name) for name in SEVERITIES if name in fail_on):
            return True
        if "words" in fail_on and counts["wording"]:
            return True
    return False
