"""Options that mean the same in every command that has them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import click

Command = Callable[..., Any]


def format_option(
    *forms: str, help: str, settable: bool = False,  # noqa: A002
) -> Callable[[Command], Command]:
    """`--format`, with text first and json among the others, and `--json` for short. If it is
    `settable`, a command that is given no form is told so (None) and asks the settings."""

    def decorated(command: Command) -> Command:
        @functools.wraps(command)
        def chosen(*given: Any, form: str | None, as_json: bool, **named: Any) -> Any:
            if as_json and form not in (None, "text", "json"):
                raise click.UsageError(f"--json is short for --format json, and --format {form} "
                                       "is another one: leave one of them away")
            return command(*given, form="json" if as_json else form, **named)

        written = click.option("--format", "form", type=click.Choice(list(forms)),
                               default=None if settable else "text", help=help,
                               show_default="text, or as the settings say" if settable else True)
        short = click.option("--json", "as_json", is_flag=True, help="Short for --format json.")
        return written(short(chosen))

    return decorated


def write_json(data: object) -> None:
    """The one way in which data is printed."""
    from variorum.reports.json import dumped

    click.echo(dumped(data, ascii_only=False), nl=False)
