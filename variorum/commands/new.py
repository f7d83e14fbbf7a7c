"""`variorum new`: the first text of a variant of one's own."""

from __future__ import annotations

import os
import re

import click
from variorum_dsl.diagnostics.sanitizer import clean, quote
from variorum_dsl.files.libraries import SUFFIX

from variorum.files.editions import edition_names
from variorum.files.lookup import Unfindable, file_of

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


@click.command()
@click.option("--from", "parent", metavar="EDITION",
              help="The edition that it changes: a bundled name, or a file in the same folder. "
                   "Without it, a small game of its own is begun.")
@click.option("--dir", "folder", default=".", metavar="FOLDER", show_default=True,
              help="Where to write it.")
@click.argument("name", metavar="NAME")
def command(name: str, parent: str | None, folder: str) -> int:
    """Start a rule file of your own, from an edition or from nothing.

    Writes NAME.variant: with --from a variant with one change and one example, else a small whole
    game; ready to be checked, played and edited. NAME is made of small letters, digits and
    hyphens. Nothing is overwritten.

    The exit status is 0 when the file is written, else 2.
    """
    name = name.removesuffix(SUFFIX)
    if not _NAME.fullmatch(name) or len(name) > 60:
        raise click.UsageError(f"{quote(name)} cannot be a name: it is made of small letters, "
                               "digits and hyphens, for example my-variant")
    if name in edition_names():
        raise click.UsageError(f"{quote(name)} is the name of an edition that is there already; "
                               "choose another")
    if not os.path.isdir(folder):
        raise click.UsageError(f"there is no folder {quote(folder)}")
    text = _text(name, parent, folder)
    path = os.path.join(folder, f"{name}{SUFFIX}")
    try:
        with open(path, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise click.UsageError(f"{clean(path)} is there already; choose another name") from None
    except OSError as problem:
        raise click.UsageError(f"{clean(path)} cannot be written: "
                               f"{clean(problem.strerror or 'the system refused')}") from None
    click.echo(f"{clean(path)} is written. Next: variorum check {clean(path)}")
    return 0


def _text(name: str, parent: str | None, folder: str) -> str:
    from variorum.checker.check import read
    from variorum.files.templates import blank_text, first_text

    if parent is None:
        return blank_text(name)
    beside = os.path.join(folder, f"{parent}{SUFFIX}")
    try:
        path = beside if os.path.isfile(beside) else file_of(parent)
    except (Unfindable, ValueError) as problem:
        raise click.UsageError(str(problem)) from None
    loaded = read(path)
    if loaded.unreadable:
        first = loaded.problems[0]
        raise click.UsageError(f"{first.title}: {first.why}")
    if loaded.sheet is None or any(found.severity == "error" for found in loaded.problems):
        raise click.UsageError(f"{quote(parent)} has mistakes of its own: variorum check {parent}")
    edition = loaded.sheet.document.name
    if loaded.sheet.document.form == "library":
        raise click.UsageError(f"{quote(edition)} is a library, not a game")
    if name == edition:
        raise click.UsageError(f"{quote(name)} is the name of the edition itself; choose another")
    _must_be_found(edition, path, folder)
    game, _ = loaded.sheet.resolved()
    return first_text(name, edition, game, folder)


def _must_be_found(edition: str, path: str, folder: str) -> None:
    """A parent is looked for by name, beside the variant and among the bundled editions."""
    from variorum.files.editions import edition_path

    beside = os.path.join(folder, f"{edition}{SUFFIX}")
    bundled = edition_path(edition)
    for place in (beside, str(bundled) if bundled else ""):
        if place and os.path.isfile(place):
            if os.path.samefile(place, path):
                return
            break
    raise click.UsageError(
        f"{quote(edition)} would not be found from {clean(folder)}: a parent is a bundled edition, "
        f"or {clean(edition)}{SUFFIX} in the folder of the variant"
    )
