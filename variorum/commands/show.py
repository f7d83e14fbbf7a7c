"""`variorum show`: an edition as it will be played, with everything chosen in its place."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

import click
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.diagnostics.sanitizer import clean, quote
from variorum_dsl.files.loader import Loaded

from variorum.commands.options import format_option
from variorum.files.lookup import Unfindable, file_of

FINDINGS, UNREADABLE = 1, 2


@click.command()
@click.option("--players", type=click.IntRange(min=1), metavar="N",
              help="For this number of players only.")
@click.option("--with", "options", multiple=True, metavar="OPTION", help="With an optional rule.")
@click.option("--reading", "readings", multiple=True, metavar="SILENCE=READING",
              help="With another answer to an open question.")
@format_option("text", "json",
               help="A rule file, or JSON that `variorum schema` describes.")
@click.option("--keys", is_flag=True, help="Show the names by which edits address lines of play.")
@click.argument("name", metavar="NAME|PATH")
def command(
    name: str, players: int | None, options: tuple[str, ...], readings: tuple[str, ...],
    form: str, keys: bool,
) -> int:
    """Print an edition as it will be played.

    What an option, a reading, a parent or a library contributed is marked with where it came
    from. The result is a rule file again.

    The exit status is 0 when all is well, 1 when the rule file has mistakes, and 2 when it cannot
    be read.
    """
    from variorum.checker.check import read

    try:
        loaded = read(file_of(name))
    except Unfindable as problem:
        raise click.UsageError(str(problem)) from None
    if loaded.sheet is None or any(found.severity == "error" for found in loaded.problems):
        _report(loaded)
        return UNREADABLE if loaded.unreadable else FINDINGS
    if loaded.sheet.document.form == "library":
        raise click.UsageError(f"{quote(loaded.sheet.document.name)} is a library, not a game")
    game, problems = loaded.sheet.resolved(options, _chosen(readings))
    for found in problems:
        if found.code.startswith("unknown-"):
            raise click.UsageError(_said(found))
    if problems:
        _report(replace(loaded, problems=tuple(problems)))
        return FINDINGS
    if players is not None and players not in game.player_counts():
        counts = game.player_counts()
        raise click.UsageError(f"{players} players cannot play this game; "
                               f"{counts[0]} to {counts[-1]} can")
    if form == "json":
        from variorum_dsl.model.schema import to_json

        from variorum.files.resolved import settled

        click.echo(to_json(game if players is None else settled(game, players)), nl=False)
        return 0
    from variorum.files.resolved import printed

    for line in printed(game, loaded.sheet, players=players, keys=keys).splitlines():
        click.echo(clean(line))
    return 0


def _chosen(readings: tuple[str, ...]) -> dict[str, str]:
    chosen = {}
    for text in readings:
        silence, sign, reading = text.partition("=")
        if not (silence and sign and reading):
            raise click.UsageError(f"--reading is written SILENCE=READING, not {quote(text)}")
        chosen[silence.strip()] = reading.strip()
    return chosen


def _said(problem: Diagnostic) -> str:
    return "; ".join(part for part in (problem.title, problem.why, problem.hint) if part)


def _report(loaded: Loaded) -> None:
    from variorum_dsl.diagnostics.terminal import render_all, wants_colour

    colour = wants_colour(sys.stderr, os.environ)
    click.echo(render_all(loaded.problems, loaded.sources, colour=colour), err=True, color=colour)
