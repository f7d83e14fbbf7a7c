"""`variorum diff`: editions side by side, by what their rules mean."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from dsl.cleaning import clean
from variorum.comparison.formats import FORMATS
from variorum.comparison.model import CLASSES

if TYPE_CHECKING:
    from dsl.loading import Loaded
    from variorum.comparison.model import Comparison

FINE, FOUND, NOT_COMPARED = 0, 1, 2
SHORT = {name.replace(" ", "-"): name for name in CLASSES}


@click.command()
@click.option("--format", "form", type=click.Choice(list(FORMATS)), default="text",
              show_default=True, help="How to write the comparison.")
@click.option("--pin", "pins", multiple=True, metavar="LEFT=RIGHT",
              help="Two names that correspond, whatever the comparison would find.")
@click.option("--git", "base", metavar="BASE",
              help="Compare each file with what it was in this commit or branch.")
@click.option("--fail-on", "fail_on", multiple=True, metavar="CLASS",
              type=click.Choice(["any", *SHORT]),
              help="Exit with status 1 if there is such a difference: any, " + ", ".join(SHORT)
              + ".")
@click.option("--quick", is_flag=True,
              help="Do not look for games that show why a reading which is not assumed matters.")
@click.argument("names", nargs=-1, required=True, metavar="NAME|PATH...")
def command(
    names: tuple[str, ...], form: str, pins: tuple[str, ...], base: str | None,
    fail_on: tuple[str, ...], quick: bool,
) -> int:
    """Compare editions by what their rules mean.

    Two names are compared with each other, more of them each with each other. What corresponds
    to what is found by how it is used, so it does not matter what things are called.

    \b
      variorum diff osprey-2018 quick-start
      variorum diff old.variant new.variant --format markdown
      variorum diff --git main my.variant --fail-on scoring

    The exit status is 0 when everything could be compared, 1 when there is a difference of a
    class named with --fail-on, and 2 when something could not be compared.
    """
    from variorum.comparison.compare import Incomparable
    from variorum.comparison.formats import renderer
    from variorum.games import Unusable

    pairs = _pins(pins)
    if base is None and len(names) < 2:
        raise click.UsageError("name two editions, or more; or one file and --git BASE")
    if pairs and len(names) > 2:
        raise click.UsageError("--pin is for comparing two files")
    try:
        comparisons = _compared(names, pairs, base, quick=quick)
    except Incomparable as problem:
        click.echo(f"Error: {clean(str(problem))}", err=True)
        return NOT_COMPARED
    except Unusable as problem:
        click.echo(str(problem), err=True)
        return NOT_COMPARED
    click.echo(renderer(form)(comparisons), nl=False)
    return FOUND if _fails(comparisons, fail_on) else FINE


def _pins(given: Sequence[str]) -> list[tuple[str, str]]:
    found = []
    for text in given:
        left, equals, right = (part.strip() for part in text.partition("="))
        if not (left and equals and right):
            raise click.UsageError(f"--pin {clean(text)}: write it as --pin LEFT=RIGHT")
        found.append((left, right))
    return found


def _compared(
    names: Sequence[str], pins: list[tuple[str, str]], base: str | None, *, quick: bool
) -> list[Comparison]:
    from itertools import combinations

    from variorum.comparison.compare import compare, side_of

    if base is not None:
        return [compare(side_of(_before(base, name)), side_of(_loaded(name)), pins, quick=quick)
                for name in names]
    files = [side_of(_loaded(name)) for name in names]
    return [compare(a, b, pins, quick=quick) for a, b in combinations(files, 2)]


def _loaded(name: str) -> Loaded:
    from variorum.checking import read
    from variorum.finding import Unfindable, file_of
    from variorum.games import Unusable

    try:
        found = read(file_of(name))
    except Unfindable as problem:
        raise Unusable(f"Error: {problem}") from None
    return _whole(found)


def _whole(found: Loaded) -> Loaded:
    """A file without mistakes: a comparison with half a file would say that rules are missing."""
    from variorum.games import Unusable, rendered

    errors = [problem for problem in found.problems if problem.severity == "error"]
    if errors or found.sheet is None:
        raise Unusable(rendered(errors, found.sources))
    return found


def _before(base: str, path: str) -> Loaded:
    """A file as it was in a commit."""
    import subprocess

    from dsl.loading import load_text
    from variorum.bundled import edition_path
    from variorum.games import Unusable

    if base.startswith("-"):
        raise click.UsageError("--git is followed by the name of a commit or a branch")
    if not os.path.isfile(path):
        raise Unusable(f"Error: there is no file {clean(path)}")
    folder, name = os.path.split(os.path.abspath(path))
    try:
        found = subprocess.run(
            ["git", "-C", folder, "show", f"{base}:./{name}"], capture_output=True, check=False,
        )
    except OSError:
        raise Unusable("Error: git is not installed, and --git needs it") from None
    if found.returncode:
        reason = clean(found.stderr.decode(errors="replace").strip().split("\n")[0])
        raise Unusable(f"Error: {clean(path)} cannot be read as it was in {clean(base)}: {reason}")
    try:
        text = found.stdout.decode()
    except UnicodeDecodeError:
        raise Unusable(f"Error: {clean(path)} was not UTF-8 text in {clean(base)}") from None
    # The old text stands beside the new one, so that it finds the same parents.
    return _whole(load_text(text, f"{path} ({base})", edition_path))


def _fails(comparisons: Sequence[Comparison], fail_on: Sequence[str]) -> bool:
    for one in comparisons:
        counts = one.counts()
        if "any" in fail_on and any(counts.values()):
            return True
        if any(counts[SHORT[name]] for name in fail_on if name != "any"):
            return True
    return False
