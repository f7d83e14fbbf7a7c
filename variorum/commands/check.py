"""`variorum check`: every mistake of a rule file, with its place, its reason and a way out."""

from __future__ import annotations

import click
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.checker.limits import USUAL, Limit
from variorum.checker.report import FINE, check_and_report
from variorum.commands.options import format_option
from variorum.findings import FORMATS


def _limit(context: click.Context, option: click.Parameter, value: str) -> Limit | None:
    """`9,450`: so many seconds and so many megabytes."""
    if value == "0":
        return None
    seconds, comma, megabytes = value.partition(",")
    try:
        found = Limit(float(seconds), int(megabytes) if comma else USUAL.megabytes)
    except ValueError:
        found = Limit(0, 0)
    if not (0 < found.seconds < 1e6 and 0 < found.megabytes < 1e6):
        raise click.BadParameter(
            f"{value} is no limit: write it as {USUAL.seconds:g},{USUAL.megabytes} (seconds, "
            "megabytes), or 0 for none", context, option)
    return found


@click.command()
@format_option("text", *FORMATS, help="How to write the reports.", settable=True)
@click.option("--list", "list_editions", is_flag=True, help="Name the bundled editions and stop.")
@click.option("--fresh", is_flag=True, help="Check again what has not changed since last time.")
@click.option("--fix", is_flag=True, help="Mend what leaves no doubt, and report the rest.")
@click.option("--unsafe", is_flag=True,
              help="With --fix or --diff: mend also where the way out is a guess.")
@click.option("--diff", is_flag=True, help="Change nothing; print what --fix would change.")
@click.option("--watch", "watching", is_flag=True,
              help="Stay, and report anew what changes, until Ctrl-C.")
@click.option("--stdin-name", default="standard input", metavar="PATH",
              help="What the text from standard input is called; its parent is looked for there.")
@click.option("--limit", callback=_limit, default=f"{USUAL.seconds:g},{USUAL.megabytes}",
              show_default=True, metavar="SECONDS,MB",
              help="What the check of a file that is not bundled may take; 0 for no limit.")
@click.argument("names", nargs=-1, metavar="[NAME|PATH|-]...")
def command(
    names: tuple[str, ...], form: str | None, list_editions: bool, fresh: bool, fix: bool,
    unsafe: bool, diff: bool, watching: bool, stdin_name: str, limit: Limit | None,
) -> int:
    """Find mistakes in rule files.

    NAME is a bundled edition, PATH a rule file or a folder of them, and - stands for standard
    input. Without any, the folders of the settings are checked, or the rule files of the current
    folder, or the bundled editions if there are none. A link that leads out of a folder is left
    alone. `variorum explain wrong-setting` shows what can be set in variorum.toml.

    A fix is tried before it counts: it stays only if what it is for is gone and nothing new has
    come. With - the mended text is printed, and reports go to standard error.

    The exit status is 0 when nothing was found, 1 when there are errors or warnings, and 2 when a
    file cannot be read. With --diff it is 1 when something would change.
    """
    if list_editions:
        _list()
        return FINE
    if watching:
        if fix or diff or form not in (None, "text") or "-" in names:
            raise click.UsageError("--watch reports to people, and on files: leave --fix, --diff, "
                                   "--format and - away")
        from variorum.checker.watch import watch

        watch(names)
    if unsafe and not (fix or diff):
        raise click.UsageError("--unsafe says which fixes --fix or --diff may use: add one of them")
    if fix or diff:
        from variorum.checker.fix_report import mend_and_report

        return mend_and_report(names, form, unsafe=unsafe, diff=diff, stdin_name=stdin_name,
                               limit=limit)
    return check_and_report(names, form, remember=not fresh, stdin_name=stdin_name,
                            limit=limit)


def _list() -> None:
    """The bundled editions with their titles, which stand in the first line of each."""
    import re

    from variorum.files.editions import edition_names, edition_path

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
