"""`variorum schema`: the JSON Schema of what `variorum show --json` prints."""

from __future__ import annotations

import click


@click.command()
def command() -> int:
    """Print the JSON Schema of an edition.

    It describes what `variorum show NAME --format json` prints, and rule files as they are written.

    The exit status is 0.
    """
    import json

    from variorum_dsl.model.schema import json_schema

    click.echo(json.dumps(json_schema(), indent=2, ensure_ascii=False))
    return 0
