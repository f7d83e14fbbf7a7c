"""`variorum check`: every mistake of a rule file, with its place, its reason and a way out."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import click

from dsl.cleaning import clean
from dsl.diagnostics import Diagnostic, count
from dsl.source import Sources
from variorum.finding import Unfindable, files_here, files_of
from variorum.formats import FORMATS

FINE, FINDINGS, UNREADABLE = 0, 1, 2


@click.command()
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), default="text", show_default=True,
    help="How to write the reports.",
)
@click.option("--list", "list_editions", is_flag=True, help="Name the bundled editions and stop.")
@click.option("--fresh", is_flag=True, help="Check again what has not changed since last time.")
@click.argument("names", nargs=-1, metavar="[NAME|PATH]...")
def command(names: tuple[str, ...], form: str, list_editions: bool, fresh: bool) -> int:
    """Find mistakes in rule files.

    NAME is a bundled edition, PATH a rule file or a folder of them. Without any, the rule files
    of the current folder are checked, or the bundled editions if there are none.

    The exit status is 0 when nothing was found, 1 when there are errors or warnings, and 2 when a
    file cannot be read.
    """
    if list_editions:
        _list()
        return FINE
    # Rule files are small and short-lived: looking for cycles of garbage only costs time.
    collects = gc.isenabled()
    gc.disable()
    try:
        return _check(names, form, remember=not fresh)
    finally:
        if collects:
            gc.enable()


def _check(names: tuple[str, ...], form: str, *, remember: bool) -> int:
    files: list[str] = []
    missing: list[str] = []
    for name in names:
        try:
            files += files_of(name)
        except Unfindable as problem:
            missing.append(str(problem))
    if not names:
        files = files_here()
    from variorum.checking import check_files
    from variorum.remembered import Memory

    memory = Memory() if remember else None

    sources = Sources()
    found: list[Diagnostic] = []
    lines: list[str] = []
    unreadable = bool(missing)
    files = list(dict.fromkeys(files))
    for checked in check_files(files, memory):
        sources.update(checked.sources)
        unreadable = unreadable or checked.unreadable
        found += checked.diagnostics
        lines.append(_summary(checked.path, checked.diagnostics, checked.examples))
    for sentence in missing:
        click.echo(f"Error: {sentence}", err=True)
    if files or form != "text":
        _write(found, files, sources, form, lines)
    if unreadable:
        return UNREADABLE
    counts = count(found)
    return FINDINGS if counts.errors or counts.warnings else FINE


def _write(
    found: Sequence[Diagnostic], files: Sequence[str], sources: Sources, form: str,
    lines: Sequence[str],
) -> None:
    if form == "sarif":
        from dsl.pages import page
        from variorum.formats import sarif

        pages = {each.code: page(each.code) or "" for each in found}
        click.echo(sarif.render(found, files, sources, pages), nl=False)
        return
    if form != "text":
        from variorum.formats import renderer

        click.echo(renderer(form)(found, files, sources), nl=False)
        return
    if found:
        from dsl.report import render_all, wants_colour

        colour = wants_colour(sys.stdout, os.environ)
        click.echo(render_all(found, sources, colour=colour), color=colour)
    for line in lines:
        click.echo(line)


def _summary(path: str, diagnostics: Sequence[Diagnostic], examples: int) -> str:
    """`osprey-2018: no findings, 82 examples`."""
    name = os.path.basename(path).removesuffix(".variant")
    parts = [
        _plural(number, word)
        for number, word in zip(count(diagnostics), ("error", "warning", "note"), strict=True)
        if number
    ] or ["no findings"]
    if examples:
        parts.append(_plural(examples, "example"))
    return f"{clean(name)}: {', '.join(parts)}"


def _plural(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _list() -> None:
    """The bundled editions with their titles, which stand in the first line of each."""
    import re

    from variorum.bundled import edition_names, edition_path

    rows = []
    for name in edition_names():
        path = edition_path(name)
        assert path is not None
        with open(path, encoding="utf-8") as file:
            head = file.readline() + file.readline()
        texts = re.findall(r'^(?:edition|variant|published)[^"\n]*"([^"\n]*)"', head, re.MULTILINE)
        rows.append((name, ", ".join(texts)))
    width = max((len(name) for name, _ in rows), default=0)
    for name, title in rows:
        click.echo(clean(f"{name:<{width}}  {title}".rstrip()))
