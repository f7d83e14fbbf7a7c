"""`variorum schema`: the JSON Schema of what `variorum show --json` prints."""

from __future__ import annotations

import click

from variorum.commands.options import write_json


@click.command()
def command() -> int:
    """Print the JSON Schema of an edition.

    It describes what `variorum show NAME --format json` prints, and rule files as they are written.

    The exit status is 0.
    """
    from variorum_dsl.model.schema import json_schema

    write_json(json_schema())
    return 0
