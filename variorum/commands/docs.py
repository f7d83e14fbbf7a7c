"""`variorum docs`: rule summaries, player aids and references, as Markdown and as HTML."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean, quote

from variorum.files.lookup import Unfindable, files_here, files_of
from variorum.terminal.games import Unusable, broken, complain, reason
from variorum.terminal.progress import Progress

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded

FINE, FOUND, UNREADABLE = 0, 1, 2
MOST_SHOWN, MOST_NAMED = 20, 4
OUT = "generated_docs"


@click.command()
@click.option("--out", default=OUT, show_default=True, metavar="FOLDER",
              type=click.Path(file_okay=False), help="Where the pages are written.")
@click.option("--check", "only_check", is_flag=True,
              help="Write nothing; fail if a page is not as it would be made now.")
@click.option("--prune", is_flag=True,
              help="Remove pages in the folder that were made once and are not made now.")
@click.option("--reference", is_flag=True,
              help="Also the language reference and the checks (always, if nothing is named).")
@click.argument("names", nargs=-1, metavar="[NAME|PATH|FOLDER]...")
def command(
    names: tuple[str, ...], out: str, only_check: bool, prune: bool, reference: bool
) -> int:
    """Write rule summaries and player aids.

    Each edition becomes a summary in plain English and a player aid of one page, as Markdown and
    as pages that open from the disk in any browser. Without a name: the rule files in this
    folder, or else the editions that come with Variorum. Pages of other rule files that are in
    the folder already stay there until --prune removes them.

    \b
      variorum docs
      variorum docs my-variants/ --out pages
      variorum docs --check

    The exit status is 0 when all is well, 1 when pages have drifted or a rule file has mistakes,
    and 2 when something cannot be read or written.
    """
    from variorum.docs.folder import drift, left_over, write
    from variorum.docs.folder import prune as removed
    from variorum.docs.site import Site

    try:
        with Progress() as progress:
            progress.say("reading the rules, comparing each with each other ...", now=True)
            files = Site(_loaded(names), reference=reference or not names).files()
    except Unfindable as problem:
        raise click.UsageError(str(problem)) from None
    except Unusable as problem:
        complain(problem.told)
        return problem.status
    if only_check:
        return _report(out, drift(out, files), _again(names, out, reference=reference,
                                                      prune=bool(left_over(out, files))))
    try:
        changed = write(out, files)
        left = left_over(out, files)
        if prune:
            removed(out, left)
    except OSError as problem:
        complain(f"{clean(out)}: the pages cannot be written here: {reason(problem)}")
        return UNREADABLE
    click.echo(f"{clean(out)}: {len(files)} files, {changed or 'none'} of them new or changed; "
               f"open {clean(out)}/site/index.html")
    if left:
        what = "pages were removed" if prune else (
            "pages that are not made now stay there; --prune removes them")
        click.echo(f"{clean(out)}: {len(left)} {what}: {_some(left)}")
    return FINE


def _some(names: list[str]) -> str:
    more = f", and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return ", ".join(clean(name) for name in names[:MOST_NAMED]) + more


def _loaded(names: tuple[str, ...]) -> list[Loaded]:
    """The games that are meant, without mistakes; libraries in a folder are passed over."""
    from variorum_dsl.lowering.program import lowered

    from variorum.checker.check import read

    paths = [path for name in names for path in files_of(name)] if names else files_here()
    found: dict[str, Loaded] = {}
    for path in dict.fromkeys(paths):
        loaded = read(path)
        errors = [problem for problem in loaded.problems if problem.severity == "error"]
        if loaded.sheet is None or errors:
            raise broken(loaded)
        if loaded.sheet.document.form == "library":
            continue
        game, problems = loaded.sheet.resolved()
        for players in game.player_counts()[:1]:
            # A name that nothing has shows only when the rules are put together.
            problems = [*problems, *lowered(game, players)[1]]
        errors = [problem for problem in problems if problem.severity == "error"]
        if errors:
            raise broken(loaded, errors)
        if game.name in found:
            raise Unusable(f"{clean(path)}: another file is called {quote(game.name)} too, and "
                           f"their pages would have the same name: {clean(found[game.name].path)}",
                           FOUND)
        found[game.name] = loaded
    if not found:
        raise Unusable("there is no game among these files, only libraries", FOUND)
    return list(found.values())


def _again(names: tuple[str, ...], out: str, *, reference: bool, prune: bool) -> str:
    parts = ["variorum", "docs", *names]
    if out != OUT:
        parts += ["--out", out]
    if reference:
        parts.append("--reference")
    if prune:
        parts.append("--prune")
    return shlex.join(parts)


def _report(out: str, drifted: Sequence[tuple[str, str]], again: str) -> int:
    if not drifted:
        click.echo(f"{clean(out)}: all pages are as they would be made now")
        return FINE
    for name, what in drifted[:MOST_SHOWN]:
        click.echo(f"{clean(out)}/{clean(name)} {what}")
    if len(drifted) > MOST_SHOWN:
        click.echo(f"and {len(drifted) - MOST_SHOWN} more")
    click.echo(f"The pages are not as the rules are now. To make them again: {clean(again)}")
    return FOUND
