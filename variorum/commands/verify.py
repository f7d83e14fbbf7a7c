"""`variorum verify`: random games of any rule file, with every promise asked for all the time."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.source import Sources
from variorum_dsl.english import numbered

from variorum.commands.options import format_option, write_json
from variorum.findings import FORMATS, renderer
from variorum.settings import settings_for
from variorum.terminal.games import Library, Unusable, chosen_readings
from variorum.terminal.games import loaded as opened_file
from variorum.terminal.progress import Progress

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded

    from variorum.checker.verification import Verified

FINE, FINDINGS, INTERRUPTED = 0, 1, 130
WALKING = 60  # seconds


@click.command()
@click.option("--games", type=click.IntRange(1), default=2, show_default=True, metavar="N",
              help="Games of each number of players, set of options and reading.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="S",
              help="Stop after that time, for each file.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N",
              help="Other games with another number.")
@click.option("--players", type=click.IntRange(1), metavar="N", help="For so many players only.")
@click.option("--with", "options", multiple=True, metavar="OPTION",
              help="With these optional rules only.")
@click.option("--reading", "readings", multiple=True, metavar="SILENCE=READING",
              help="With this answer to an open question only.")
@click.option("--exhaustive", is_flag=True,
              help="Walk through the whole game instead, for very small games; for "
              f"{WALKING} seconds, unless --seconds says otherwise.")
@format_option("text", *FORMATS, help="How to write the result.", settable=True)
@click.argument("names", nargs=-1, metavar="[NAME|PATH]...")
def command(
    names: tuple[str, ...], games: int, seconds: float | None, seed: int, players: int | None,
    options: tuple[str, ...], readings: tuple[str, ...], exhaustive: bool, form: str | None,
) -> int:
    """Play a rule file at random and look for broken promises.

    At every position: each card is in exactly one zone, whoever is asked can answer, a move is
    offered exactly when it is accepted, nobody learns hidden cards, and every `always` line holds.
    Every game ends, can be replayed, and has an outcome that adds up. Without further options all
    numbers of players, sets of options and readings are tried.

    A failure is printed as an example that can be pasted into the file. Without any NAME, the
    folders of the settings are meant; a library in a folder is passed over.

    The exit status is 0 when no promise is broken, 1 when one is or a file has mistakes, 2
    when a file cannot be read, and 130 when it was stopped with Ctrl-C: what is seen by then is
    told.
    """
    from variorum.files.lookup import Unfindable, files_of

    here = settings_for(".").settings
    form = form or here.format
    if not names and not here.folders:
        raise click.UsageError("name an edition, a file or a folder, or set folders in "
                               "variorum.toml")
    given = chosen_readings(readings)
    seen = _Seen()
    for name in names or here.folders:
        try:
            paths = files_of(name)
        except Unfindable as problem:
            raise click.UsageError(str(problem)) from None
        for path in paths:
            try:
                file = opened_file(path)
            except Library as problem:
                if paths == [name]:  # in a folder it is only not a game
                    seen.refused(path, problem, form)
                continue
            except Unusable as problem:
                seen.refused(path, problem, form)
                continue
            with Progress() as progress:
                result = _looked_at(
                    file, exhaustive, games=games, seconds=seconds, seed=seed, players=players,
                    options=options or None, readings=given, tell=progress.say)
            if form == "text":
                _write(file, path, result, exhaustive=exhaustive)
            seen.add(file, path, result)
            if result.stopped:
                seen.write(form)
                click.echo("stopped before everything was seen" if exhaustive else "stopped",
                           err=True)
                return INTERRUPTED
    seen.write(form)
    return seen.status


@dataclass(slots=True)
class _Seen:
    """What a run showed, for programs; text is written at once."""

    rows: list[dict[str, object]] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)
    sources: Sources = field(default_factory=Sources)
    status: int = FINE

    def add(self, file: Loaded, path: str, result: Verified) -> None:
        from variorum_dsl.checks import mistakes

        self.rows.append(_data(path, result))
        self.files.append(file.path)
        self.sources.update(file.sources)
        if result.problems:
            self.found += mistakes(file) or result.problems
        self.found += [each.diagnostic._replace(witness=each.example) for each in result.found]
        if result.found or result.problems:
            self.status = max(self.status, FINDINGS)

    def refused(self, path: str, problem: Unusable, form: str) -> None:
        """A file that cannot be played at all."""
        from variorum_dsl.checks import mistakes

        from variorum.checker.check import read

        self.status = max(self.status, problem.status)
        if form in ("text", "json"):
            click.echo(problem.told, err=True)
            return
        loaded = read(path)
        self.files.append(path)
        self.sources.update(loaded.sources)
        self.found += mistakes(loaded) or [Diagnostic(
            "unreadable-file", "error", problem.told, Label(Place.start_of(path)),
            why="nothing could be played")]

    def write(self, form: str) -> None:
        if form == "json":
            write_json(self.rows)
        elif form != "text":
            click.echo(renderer(form, "verify")(self.found, self.files, self.sources), nl=False)


def _looked_at(file: Loaded, exhaustive: bool, **asked: Any) -> Verified:
    from variorum.checker.verification import exhausted, verified

    assert file.sheet is not None
    for option in asked["options"] or ():
        if option not in file.sheet.options:
            raise click.UsageError(f"there is no option called {option}; there are: "
                                   f"{', '.join(file.sheet.options) or 'none'}")
    if exhaustive:
        del asked["games"], asked["seed"]
        asked["seconds"] = asked["seconds"] or WALKING
    return exhausted(file, **asked) if exhaustive else verified(file, **asked)


def _write(file: Loaded, path: str, result: Verified, *, exhaustive: bool) -> None:
    from variorum_dsl.checks import mistakes
    from variorum_dsl.diagnostics.sanitizer import clean
    from variorum_dsl.diagnostics.terminal import render_all, wants_colour
    from variorum_engine.verification.shrinker import can_shrink

    colour = wants_colour(sys.stdout, os.environ)
    if result.problems:
        shown = mistakes(file) or result.problems
        click.echo(render_all(shown, file.sources, colour=colour), color=colour)
    for found in result.found:
        click.echo(render_all([found.diagnostic], file.sources, colour=colour), color=colour)
        for line in found.example.splitlines():
            click.echo(clean(line))
        if not can_shrink():
            click.echo("The example would be smaller with: pip install 'variorum[verify]'")
        click.echo()
    name = clean(os.path.basename(path).removesuffix(".variant"))
    walked = f"{numbered(result.positions, 'position')} of {numbered(result.cases, 'way')} to play"
    seen = f"{walked} walked" if exhaustive else (
        f"{numbered(result.cases, 'way')} to play, {numbered(result.games, 'game')}, "
        f"{numbered(result.positions, 'position')}")
    if not result.whole:
        seen += (" (not to the end)" if exhaustive else " (not everything: it was stopped)"
                 if result.stopped else " (not everything: the time was up)")
    click.echo(f"{name}: {seen}: {_kept(result)}")
    if result.walks and not result.whole:
        from variorum.checker.verification import far_in_words

        for case, walk in result.walks:
            click.echo(f"  {case.words()}: {'all of it, ' * walk.whole}{far_in_words(walk)}")
        click.echo("Nothing is shown of the rest. Random games see more of a large game:\n"
                   f"  variorum verify {clean(path)} --games 20")


def _kept(result: Verified) -> str:
    """What can be said about the promises after what was seen, and no more."""
    if result.found:
        return numbered(len(result.found), "broken promise")
    if result.problems and not result.games:
        return "nothing was played, because the rules have mistakes"
    if not result.positions:
        return "nothing could be played"
    if not result.whole:
        return "no promise is broken so far"
    if result.problems:
        return "every promise holds where the rules are understood"
    return "every promise holds"


def _data(path: str, result: Verified) -> dict[str, object]:
    return {
        "path": path, "cases": result.cases, "games": result.games,
        "positions": result.positions, "complete": result.whole,
        "failures": [
            {"invariant": found.failure.broken.invariant, "code": found.diagnostic.code,
             "title": found.diagnostic.title, "line": found.diagnostic.primary.place.line,
             "players": found.failure.case.players, "options": list(found.failure.case.options),
             "readings": dict(found.failure.case.readings), "seed": found.failure.seed,
             "example": found.example, "example_fails": found.written.fails}
            for found in result.found
        ],
        "problems": [problem.title for problem in result.problems],
    }
